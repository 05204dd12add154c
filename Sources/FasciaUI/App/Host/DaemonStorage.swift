import FasciaModel

/// The daemon's values, for `@AppStorage`: a copy that the events keep up to date, so that views read it at once.
///
/// What the app sets is shown at once, and until the daemon has answered its newest write of that key: the events that
/// come before that answer are older than the write. After it, the newest that the daemon has told is shown, which is
/// the daemon's own value where the write was refused.
@MainActor final class DaemonStorage: Storage {
    /// What is to become of a key. It is sent with a key for `once`, so that it may be sent again over a new connection
    /// without undoing what somebody else has set in between.
    struct Write {
        let number: Int
        let key: String
        /// `nil` removes it.
        let value: JSON?
        let once: String
    }

    /// What the daemon has told of a key, and when.
    private struct Told {
        var value: JSON?
        var revision: Int
    }

    private var told: [String: Told] = [:]
    /// The revision of the snapshot, which tells of all keys.
    private var revision = 0
    /// The newest write of each key, until it is answered.
    private var writes: [String: Write] = [:]
    /// The keys that this app has set or used: a daemon that has lost them gets them again.
    private var own: Set<String> = []
    private var lastNumber = 0
    private let prefix = UUID().uuidString

    /// Sends a write, if there is a daemon to send it to.
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

    /// The daemon tells the value that a key has at a revision.
    ///
    /// - Returns: whether another one is shown than before.
    func received(_ key: String, _ value: JSON?, revision: Int) -> Bool {
        let before = shown(key)
        note(key, value, revision)
        return shown(key) != before
    }

    /// The daemon has answered a write.
    ///
    /// - Parameter revision: where the key has the value that was written; `nil` where the write was refused.
    /// - Returns: whether another value is shown than before.
    func answered(_ write: Write, revision: Int?) -> Bool {
        let before = shown(write.key)
        if let revision { note(write.key, write.value, revision) }
        if writes[write.key]?.number == write.number { writes[write.key] = nil }
        return shown(write.key) != before
    }

    /// Answers and events overtake each other here: the revisions say which is newer.
    private func note(_ key: String, _ value: JSON?, _ revision: Int) {
        guard revision >= told[key]?.revision ?? self.revision else { return }
        told[key] = Told(value: value, revision: revision)
    }

    /// Takes over everything that a daemon has, and sends what is not answered yet.
    ///
    /// - Parameter isNew: whether it is another panel, which knows nothing of what was kept before.
    /// - Returns: the keys for which another value is shown than before.
    func connected(_ all: [String: JSON], revision: Int, isNew: Bool) -> [String] {
        for key in isNew ? own : [] where all[key] == nil && writes[key] == nil {
            if let value = told[key]?.value { _ = write(key, value) }
        }
        let changed = synchronized(all, revision: revision)
        for write in writes.values.sorted(by: { $0.number < $1.number }) { send(write) }
        return changed
    }

    /// Takes over everything that the daemon has at a revision.
    ///
    /// - Returns: the keys for which another value is shown than before.
    func synchronized(_ all: [String: JSON], revision: Int) -> [String] {
        let keys = Set(told.keys).union(all.keys)
        let before = Dictionary(uniqueKeysWithValues: keys.map { ($0, shown($0)) })
        told = all.mapValues { Told(value: $0, revision: revision) }
        self.revision = revision
        return keys.filter { shown($0) != before[$0] }.sorted()
    }
}
