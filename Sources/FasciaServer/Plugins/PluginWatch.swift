import FasciaLoop

/// Watches directories for files that are written or moved there.
final class PluginWatch: EventHandler {
    private let events: FileEvents
    private let changed: (Set<String>?) -> Void
    private var directories: [Int32: String] = [:]

    /// - Parameter changed: gets the paths of the files; `nil` for any, because events were lost.
    init(_ loop: EventLoop, changed: @escaping (Set<String>?) -> Void) throws(LoopError) {
        events = try FileEvents()
        self.changed = changed
        try loop.add(events.descriptor, for: .readable, self)
    }

    /// Watches a directory from now on. Without a watch, for example because the system's limit is reached, changes in it
    /// are not seen.
    func add(_ directory: String) {
        if let watch = events.watch(directory, for: .written) { directories[watch] = directory }
    }

    func handle(_ readiness: Readiness) {
        let events = events.take()
        if events.contains(where: \.isLoss) { return changed(nil) }
        let paths = Set(events.compactMap { event in directories[event.watch].map { "\($0)/\(event.name)" } })
        if !paths.isEmpty { changed(paths) }
    }
}
