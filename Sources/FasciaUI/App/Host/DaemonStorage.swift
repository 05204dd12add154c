import FasciaModel

/// The daemon's values, for `@AppStorage`: a copy that the events keep up to date, so that views read it at once.
@MainActor final class DaemonStorage: Storage {
    private var values: [String: JSON] = [:]
    /// Those that this app has set or used: a daemon that has lost them gets them again.
    private var own: Set<String> = []
    /// What is to be sent when there is a daemon.
    private var unsent: Set<String> = []
    /// Sends a value; `nil` removes it. False while there is no daemon.
    var send: (String, JSON?) -> Bool = { _, _ in false }

    func value(_ key: String) -> JSON? {
        own.insert(key)
        return values[key]
    }

    func set(_ key: String, _ value: JSON?) {
        own.insert(key)
        values[key] = value
        if !send(key, value) { unsent.insert(key) }
    }

    /// Somebody has set a value, or removed it.
    ///
    /// - Returns: whether it is another one than before.
    func received(_ key: String, _ value: JSON?) -> Bool {
        guard values[key] != value else { return false }
        values[key] = value
        return true
    }

    /// Takes over everything that a daemon has; what was set meanwhile goes there.
    ///
    /// - Parameter isNew: whether it is another panel, which knows nothing of what was kept before.
    /// - Returns: the keys whose values are others now.
    func connected(_ all: [String: JSON], isNew: Bool) -> [String] {
        var changed: [String] = []
        let kept = unsent.union(isNew ? own.filter { all[$0] == nil && values[$0] != nil } : [])
        for key in Set(values.keys).union(all.keys) where !kept.contains(key) {
            if received(key, all[key]) { changed.append(key) }
        }
        unsent = []
        for key in kept where !send(key, values[key]) { unsent.insert(key) }
        return changed
    }
}
