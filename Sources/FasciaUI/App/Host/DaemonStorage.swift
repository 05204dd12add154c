import FasciaDocument

/// A local copy of the daemon's values for `@AppStorage`, kept up to date by events, so that views can read
/// synchronously.
///
/// A value that the app sets is shown immediately, and stays until the daemon answers the newest write of its key:
/// events received before that answer are older than the write. After the answer, the value with the newest revision is
/// shown. If the write was refused, that is the daemon's own value.
@MainActor final class DaemonStorage: Storage {
    /// A pending write. Its idempotency key `once` makes it safe to send again over a new connection, without
    /// overwriting a value that another client has set in the meantime.
    struct Write {
        let number: Int
        let key: String
        /// `nil` removes the key.
        let value: JSON?
        let once: String
    }

    /// The value that the daemon last reported for a key, and its revision.
    private struct Told {
        var value: JSON?
        var revision: Int
    }

    private var told: [String: Told] = [:]
    /// The revision of the last snapshot, which covers all keys.
    private var revision = 0
    /// The newest unanswered write of each key.
    private var writes: [String: Write] = [:]
    /// The keys that this app has read or written. They are written again to a new panel, which does not have them.
    private var own: Set<String> = []
    private var lastNumber = 0
    private let prefix = UUID().uuidString

    /// Sends a write to the daemon; does nothing without a session.
    var send: (Write) -> Void = { _ in }

    func value(_ key: String) -> JSON? {
        own.insert(key)
        return shown(key)
    }

    private func shown(_ key: String) -> JSON? {
        if let write = writes[key] { return write.value }
        return told[key]?.value
    }

    func set(_ key: String, _ value: JSON?) { send(write(key, value)) }

    private func write(_ key: String, _ value: JSON?) -> Write {
        own.insert(key)
        lastNumber += 1
        let write = Write(number: lastNumber, key: key, value: value, once: "\(prefix)-\(lastNumber)")
        writes[key] = write
        return write
    }

    /// Takes over the value of a key that the daemon reports for a revision.
    ///
    /// - Returns: whether the shown value changed.
    func received(_ key: String, _ value: JSON?, revision: Int) -> Bool {
        let before = shown(key)
        note(key, value, revision)
        return shown(key) != before
    }

    /// Takes over the daemon's answer to a write.
    ///
    /// - Parameter revision: the revision from which the key has the written value; `nil` if the write was refused.
    /// - Returns: whether the shown value changed.
    func answered(_ write: Write, revision: Int?) -> Bool {
        let before = shown(write.key)
        if let revision { note(write.key, write.value, revision) }
        if writes[write.key]?.number == write.number { writes[write.key] = nil }
        return shown(write.key) != before
    }

    /// Answers and events may arrive out of order: only the newest revision counts.
    private func note(_ key: String, _ value: JSON?, _ revision: Int) {
        guard revision >= told[key]?.revision ?? self.revision else { return }
        told[key] = Told(value: value, revision: revision)
    }

    /// Takes over all values of the daemon at the start of a session, and sends the unanswered writes.
    ///
    /// - Parameter isNew: whether this is a new panel, which lacks the values that this app had stored.
    /// - Returns: the keys whose shown value changed.
    func connected(_ all: [String: JSON], revision: Int, isNew: Bool) -> [String] {
        for key in isNew ? own : [] where all[key] == nil && writes[key] == nil {
            if let value = told[key]?.value { _ = write(key, value) }
        }
        let changed = synchronized(all, revision: revision)
        for write in writes.values.sorted(by: { $0.number < $1.number }) { send(write) }
        return changed
    }

    /// Takes over all values of the daemon at a revision.
    ///
    /// - Returns: the keys whose shown value changed.
    func synchronized(_ all: [String: JSON], revision: Int) -> [String] {
        let keys = Set(told.keys).union(all.keys)
        let before = Dictionary(uniqueKeysWithValues: keys.map { ($0, shown($0)) })
        told = all.mapValues { Told(value: $0, revision: revision) }
        self.revision = revision
        return keys.filter { shown($0) != before[$0] }.sorted()
    }
}
