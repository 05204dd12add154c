/// What units have said in the run that failed: a part of the reason.
extension UnitManager {
    /// When the journal is read again: lines may arrive after the end of the process that wrote them, one by one.
    private static let pauses: [Duration] = [100, 200, 400, 800, 1_600, 3_200, 6_400].map { .milliseconds($0) }

    /// How a unit failed, and what it has said last; `nil` if it did not fail.
    ///
    /// - Parameter waits: whether lines that are still on their way are waited for: by an answer, which is given only once. A
    ///   state is published again when they arrive.
    func failure(of unit: String, _ path: String, _ connection: BusConnection, waits: Bool = false) async -> String? {
        guard let reason = await result(of: unit, path, connection).reason else { return nil }
        return await lastLines(of: unit, path, connection, waits: waits).map { "\(reason): \($0)" } ?? reason
    }

    /// What a unit has said last; `nil` if nothing, or if this process may not read it.
    func lastLines(of unit: String, _ path: String, _ connection: BusConnection, waits: Bool = false) async -> String? {
        let bytes = try? await connection.call(.property("InvocationID", of: "org.freedesktop.systemd1.Unit", at: path)).first?
            .list
        let invocation = (bytes ?? []).compactMap(\.number).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard invocation.count == 32 else { return nil }
        if words[unit]?.invocation != invocation {
            words[unit]?.following?.cancel()
            let journal = UnitJournal(unit: unit, invocation: invocation)
            words[unit] = UnitWords(invocation: invocation, following: Task { await follow(journal) })
            await read(journal)
        }
        for pause in waits ? UnitManager.pauses.prefix(4) : [] where words[unit]?.text == nil {
            try? await Task.sleep(for: pause)
        }
        return words[unit]?.invocation == invocation ? words[unit]?.text : nil
    }

    private func follow(_ journal: UnitJournal) async {
        for pause in UnitManager.pauses {
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            if await read(journal) { refresh([journal.unit]) }
        }
    }

    /// - Returns: whether there is more than was known.
    @discardableResult private func read(_ journal: UnitJournal) async -> Bool {
        let text = await journal.lastLines()
        guard let known = words[journal.unit], known.invocation == journal.invocation, known.text != text else { return false }
        words[journal.unit]?.text = text
        return true
    }
}

/// What a unit has said last in one run.
struct UnitWords {
    /// The `InvocationID` of the run, in hexadecimal digits.
    let invocation: String
    var text: String?
    /// Reads what arrives later.
    var following: Task<Void, Never>?
}
