import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaYAML

/// What the agent does when the file is edited.
extension PanelAgent {
    /// Takes each edit of the file, until the task is cancelled.
    func watchFile() async {
        var files = sources.files
        var edits = EditWatch(read: sources.stamps)
        let changes = FileChanges()
        while !Task.isCancelled {
            // Other files are included now.
            if sources.files != files { (files, edits) = (sources.files, EditWatch(read: sources.stamps)) }
            // Before the look, so that no change is missed between the two.
            changes.watch(files)
            if edits.look(files.map(FileStamp.init), at: .now) {
                await reload()
                continue
            }
            if !edits.isChanging { try? await changes.wait() }
            try? await ConnectionThread.shared.sleep(for: EditWatch<[FileStamp]>.quiet)
        }
    }

    /// A bad edit changes nothing; a good one changes what differs.
    private func reload() async {
        await reloading.take()
        awaited.cancelAll()
        let cursor = await latestCursor()
        if let holding = await reloaded().flatMap(Holding.init) { awaitEnd(of: holding, since: cursor) }
        await reloading.giveBack()
    }

    /// The cursor of the latest change; `nil` without a connection.
    func latestCursor() async -> String? {
        let status = try? await link.call("daemon.status")
        return status.flatMap { status in status["epoch"]?.stringValue.map { "\($0):\(status["revision"]?.intValue ?? 0)" } }
    }

    /// Tries an edit again when another program has let go of what it needs.
    ///
    /// - Parameter cursor: of before the edit was tried: that may have happened meanwhile.
    func awaitEnd(of holding: Holding, since cursor: String?) {
        awaited.update(["": holding]) { [weak self] holding in
            guard let self else { return }
            // Reading the file again cancels this task.
            await awaitEnd(of: holding, since: cursor) { await self.reload() }
        }
    }

    /// Waits until another program lets go of something.
    ///
    /// - Parameters:
    ///   - isTried: whether it has to be free, too; else the holder may have let go of something else.
    ///   - end: called then. It may cancel the task.
    func awaitEnd(
        of holding: Holding, since cursor: String?, isTried: Bool = true, _ end: @escaping @Sendable () async -> Void
    ) async {
        let watch = ReconnectingWatch(
            path: options.socketPath, topics: holding.topics, since: cursor, name: "fascia panel, what others have")
        do {
            for try await item in watch {
                guard let news = holding.news(in: item) else { continue }
                if news == .absent {
                    // The daemon may have gone, too.
                    repeat { try await ConnectionThread.shared.sleep(for: Holding.absence) } while link.connection == nil
                }
                // A trial that has begun is taken back, whatever cancels this task.
                if isTried || news == .absent {
                    let trial = Task(executorPreference: ConnectionThread.shared) { await self.isFree(holding) }
                    guard await trial.value else { continue }
                }
                return await Task(executorPreference: ConnectionThread.shared) { await end() }.value
            }
        } catch {
            // The next save of the file, or the next rows, try again.
        }
    }

    /// - Returns: why the daemon refuses the edit.
    private func reloaded() async -> RemoteError? {
        await issues.solved("the edit")
        var read = FileSources(sources.files)
        let outcome = PanelFiles.parse(path)
        // What makes a bad edit good may be a change of any of its files, also of one that is not there yet.
        read.keep((outcome.file ?? outcome.draft ?? file).files)
        sources = read
        guard let new = outcome.file else {
            let errors = outcome.problems.filter { $0.severity == .error }
            for problem in errors { options.warn(problem.description) }
            // The remedy comes first: a banner has one line.
            let first = errors.first.map { problem in
                (problem.position.file == path ? "" : problem.position.file + ", ")
                    + "line \(problem.position.line): \(problem.message)"
            }
            await report("\(first ?? ""): the panel goes on as it was before the edit", about: "the edit")
            return nil
        }
        var old = (file, data.missing, data.rows, data.failures)
        let refused = await publishOrReport(reportsRefusal: false) {
            old = (file, data.missing, data.rows, data.failures)
            use(new)
        } orElse: { _ in
            (file, data.missing, data.rows, data.failures) = old
        }
        guard let refusal = refused else {
            await queue.setMaximum(new.atMost)
            options.print("\(path): the edit is in force")
            return nil
        }
        await report("\(refusal.message): the panel goes on as it was before the edit", about: "the edit")
        return refusal
    }

    /// Lists keep their rows until they have been read again.
    private func use(_ new: PanelFile) {
        let missing = Requirements(new).missing
        let old = RowSources(file, missing: data.missing)
        // Of before: a list may move to the place of another one.
        let (rows, failures) = (data.rows, data.failures)
        for (command, before) in RowSources(new, missing: missing).commands(from: old) {
            (data.rows[command], data.failures[command]) = (rows[before], failures[before])
        }
        (file, data.missing) = (new, Requirements(new, rows: data.rows).missing)
    }
}
