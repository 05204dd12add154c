import FasciaLoop
import Glibc

/// Watches directories with inotify for files that are written or moved there.
final class PluginWatch: EventHandler {
    private let descriptor: Int32
    private let changed: (Set<String>) -> Void
    private var directories: [Int32: String] = [:]

    /// - Parameter changed: gets the paths of the files.
    init(_ loop: EventLoop, changed: @escaping (Set<String>) -> Void) throws(LoopError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        self.changed = changed
        guard descriptor >= 0 else { throw LoopError("inotify_init1") }
        try loop.add(descriptor, for: .readable, self)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches a directory from now on. Without a watch, for example because the system's limit is reached, changes in it
    /// are not seen.
    func add(_ directory: String) {
        let watch = inotify_add_watch(descriptor, directory, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
        if watch >= 0 { directories[watch] = directory }
    }

    func handle(_ readiness: Readiness) {
        var paths: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            paths.formUnion(files(buffer[..<count]))
        }
        if !paths.isEmpty { changed(paths) }
    }

    /// The paths that the events name. An event is a `struct inotify_event`, then the name, padded with zeros.
    private func files(_ events: ArraySlice<UInt8>) -> [String] {
        var (paths, rest): ([String], ArraySlice<UInt8>) = ([], events)
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
            if let directory = directories[event.wd] { paths.append(directory + "/" + String(decoding: name, as: UTF8.self)) }
            rest = rest.dropFirst(head + Int(event.len))
        }
        return paths
    }
}
