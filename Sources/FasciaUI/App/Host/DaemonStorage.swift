import FasciaDocument

/// A local copy of the daemon's values for `@AppStorage`, kept up to date by events, so that views can read
/// synchronously.
///
/// A value that the app sets is visible immediately, and stays until the daemon answers the newest write of its key:
/// events received before that answer are older than the write. After the answer, the value with the newest revision is
/// visible. If the write was refused, that is the daemon's own value.
@MainActor final class DaemonStorage: Storage {
    /// A pending write. Its idempotency key makes it safe to send again over a new connection, without
    /// overwriting a value that another client has set in the meantime.
    struct Write {
        let number: Int
        let key: String
        /// `nil` removes the key.
        let value: JSON?
        let idempotencyKey: String
    }

    /// The value that the daemon last reported for a key, and its revision.
    private struct ServerValue {
        var value: JSON?
        var revision: Int
    }

    private var serverValues: [String: ServerValue] = [:]
    /// The revision of the last snapshot, which covers all keys.
    private var revision = 0
    /// The newest unanswered write of each key.
    private var writes: [String: Write] = [:]
    /// The keys that this app has read or written. They are written again to a new panel, which does not have them.
    private var ownKeys: Set<String> = []
    private var lastNumber = 0
    private let prefix = UUID().uuidString

    /// Sends a write to the daemon; does nothing without a session.
    var send: (Write) -> Void = { _ in }

    func value(_ key: String) -> JSON? {
        ownKeys.insert(key)
        return visibleValue(key)
    }

    private func visibleValue(_ key: String) -> JSON? {
        if let write = writes[key] { return write.value }
        return serverValues[key]?.value
    }

    func set(_ key: String, _ value: JSON?) { send(write(key, value)) }

    private func write(_ key: String, _ value: JSON?) -> Write {
        ownKeys.insert(key)
        lastNumber += 1
        let write = Write(number: lastNumber, key: key, value: value, idempotencyKey: "\(prefix)-\(lastNumber)")
        writes[key] = write
        return write
    }

    /// Applies the value of a key that the daemon reports for a revision.
    ///
    /// - Returns: whether the visible value changed.
    func applyEvent(_ key: String, _ value: JSON?, revision: Int) -> Bool {
        let before = visibleValue(key)
        storeIfNewer(key, value, revision)
        return visibleValue(key) != before
    }

    /// Applies the daemon's answer to a write.
    ///
    /// - Parameter revision: the revision from which the key has the written value; `nil` if the write was refused.
    /// - Returns: whether the visible value changed.
    func applyAnswer(_ write: Write, revision: Int?) -> Bool {
        let before = visibleValue(write.key)
        if let revision { storeIfNewer(write.key, write.value, revision) }
        if writes[write.key]?.number == write.number { writes[write.key] = nil }
        return visibleValue(write.key) != before
    }

    /// Answers and events may arrive out of order: only the newest revision counts.
    private func storeIfNewer(_ key: String, _ value: JSON?, _ revision: Int) {
        guard revision >= serverValues[key]?.revision ?? self.revision else { return }
        serverValues[key] = ServerValue(value: value, revision: revision)
    }

    /// Applies all values of the daemon at the start of a session, and sends the unanswered writes.
    ///
    /// - Parameter isNew: whether this is a new panel, which lacks the values that this app had stored.
    /// - Returns: the keys whose visible value changed.
    func applyInitialSnapshot(_ all: [String: JSON], revision: Int, isNew: Bool) -> [String] {
        for key in isNew ? ownKeys : [] where all[key] == nil && writes[key] == nil {
            if let value = serverValues[key]?.value { _ = write(key, value) }
        }
        let changed = applySnapshot(all, revision: revision)
        for write in writes.values.sorted(by: { $0.number < $1.number }) { send(write) }
        return changed
    }

    /// Applies all values of the daemon at a revision.
    ///
    /// - Returns: the keys whose visible value changed.
    func applySnapshot(_ all: [String: JSON], revision: Int) -> [String] {
        let keys = Set(serverValues.keys).union(all.keys)
        let before = Dictionary(uniqueKeysWithValues: keys.map { ($0, visibleValue($0)) })
        serverValues = all.mapValues { ServerValue(value: $0, revision: revision) }
        self.revision = revision
        return keys.filter { visibleValue($0) != before[$0] }.sorted()
    }
}
