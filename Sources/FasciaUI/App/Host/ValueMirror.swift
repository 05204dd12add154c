import FasciaDocument
import FasciaModel
import FasciaWire

/// Synchronizes the app's `@AppStorage` values with the daemon.
@MainActor final class ValueMirror {
    private let storage = DaemonStorage()
    private let issues: AppIssues
    private var session: Session?
    /// The values, and which views read them.
    let values: StoredValues

    init(_ issues: AppIssues) {
        self.issues = issues
        values = StoredValues(storage)
        storage.send = { [weak self] in self?.send($0) }
    }

    /// Applies a snapshot and sends the unanswered writes.
    ///
    /// - Parameter isNew: whether the panel is a new one, which lacks the app's values.
    func begin(_ session: Session, _ snapshot: JSON, revision: Int, isNew: Bool) {
        self.session = session
        notify(storage.applyInitialSnapshot(Self.values(in: snapshot), revision: revision, isNew: isNew))
    }

    func end() { session = nil }

    func apply(_ snapshot: JSON, revision: Int) { notify(storage.applySnapshot(Self.values(in: snapshot), revision: revision)) }

    /// - Parameter value: `nil` if the key was removed.
    func apply(_ key: String, _ value: JSON?, revision: Int) {
        if storage.applyEvent(key, value, revision: revision) { values.changed(key) }
    }

    private static func values(in snapshot: JSON) -> [String: JSON] {
        Dictionary(snapshot["values"]?.objectValue?.members ?? []) { first, _ in first }
    }

    private func notify(_ keys: [String]) {
        for key in keys { values.changed(key) }
    }

    private func send(_ write: DaemonStorage.Write) {
        guard let session else { return }
        var params: JSON.Object = ["key": .string(write.key), "once": .string(write.idempotencyKey)]
        params["value"] = write.value
        session.send(write.value == nil ? "value.remove" : "value.set", params) { [weak self] answer in
            self?.answered(write, revision: answer["revision"]?.intValue, session)
        } refused: { [weak self] error in
            self?.answered(write, revision: nil, session)
            // Removing a value that does not exist succeeds.
            if write.value == nil, error.reason == Refusal.Reason.notFound.rawValue { return }
            self?.issues.report("the value \"\(write.key)\" was not stored: \(error.message)")
        }
    }

    /// Ignores answers of an earlier session: they may be about another panel, and this session sends the writes again.
    private func answered(_ write: DaemonStorage.Write, revision: Int?, _ session: Session) {
        guard session === self.session else { return }
        if storage.applyAnswer(write, revision: revision) { values.changed(write.key) }
    }
}
