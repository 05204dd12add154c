import FasciaClient

/// Reads the lists of a panel, each use by itself: at the start, at intervals, and when something may have changed them.
actor Lists {
    typealias Rows = Result<[[String: String]], CommandRefusal>

    private let runner: CommandRunner
    /// Called with the rows each time that they differ, and with the reason each time that they cannot be read. Returns whether
    /// they are taken.
    private let report: @Sendable (RowSources.RowSource, Rows) async -> Bool
    private var entries: [RowSources.RowSource: Entry] = [:]

    private final class Entry {
        var polling: Task<Void, Never>?
        var last: Rows?
        /// Whether the daemon has refused them. The same rows may be taken later.
        var isRefused = false
        /// A reading that has not begun, so that it shows what has been changed until now.
        var next: Task<Rows, Never>?
        let turn = Turns(1)
    }

    init(runner: CommandRunner, report: @escaping @Sendable (RowSources.RowSource, Rows) async -> Bool) {
        self.runner = runner
        self.report = report
    }

    /// Begins to read what is new, and ends what is gone.
    func update(_ sources: [RowSources.RowSource]) {
        let wanted = Set(sources)
        for source in entries.keys where !wanted.contains(source) { entries.removeValue(forKey: source)?.polling?.cancel() }
        for source in sources where entries[source] == nil {
            let entry = Entry()
            entries[source] = entry
            entry.polling = Task(executorPreference: ConnectionThread.shared) { await self.poll(source) }
        }
    }

    func cancelAll() { update([]) }

    /// Reads all of them.
    ///
    /// - Parameter retriesRefused: whether rows that have been refused are reported again.
    func readAll(retriesRefused: Bool = false) async {
        if retriesRefused { for entry in entries.values where entry.isRefused { entry.last = nil } }
        await withTaskGroup(of: Void.self) { group in
            for source in entries.keys { group.addTask { _ = await self.read(source) } }
        }
    }

    /// Reads those again whose rows have been refused.
    func readRefused() async {
        for (source, entry) in entries where entry.isRefused {
            entry.last = nil
            _ = await read(source)
        }
    }

    /// Reads the lists of a picker or a table.
    ///
    /// - Returns: the outcome; `nil` if there is no such list.
    func read(_ id: String) async -> Rows? {
        var result: Rows?
        for (source, entry) in entries where source.id == id {
            if entry.isRefused { entry.last = nil }
            let rows = await read(source)
            if case .failure? = result { continue }
            result = rows
        }
        return result
    }

    private func poll(_ source: RowSources.RowSource) async {
        while !Task.isCancelled {
            _ = await read(source)
            guard let every = source.every, (try? await ConnectionThread.shared.sleep(for: every.jittered)) != nil else { return }
        }
    }

    private func read(_ source: RowSources.RowSource) async -> Rows {
        guard let entry = entries[source] else { return .success([]) }
        if let next = entry.next { return await next.value }
        let next = Task(executorPreference: ConnectionThread.shared) { await self.readNext(source) }
        entry.next = next
        return await next.value
    }

    private func readNext(_ source: RowSources.RowSource) async -> Rows {
        guard let entry = entries[source] else { return .success([]) }
        await entry.turn.take()
        entry.next = nil
        let rows = await rows(of: source)
        if entries[source] === entry, rows != entry.last {
            entry.last = rows
            entry.isRefused = await !report(source, rows)
        }
        await entry.turn.giveBack()
        return rows
    }

    private func rows(of source: RowSources.RowSource) async -> Rows {
        do throws(CommandRefusal) {
            var command = try source.command.command()
            (command.timeLimit, command.keptBytes) = (source.timeout, 4 << 20)
            return .success(try RowReader.rows(await runner.read(command)))
        } catch {
            return .failure(error)
        }
    }
}
