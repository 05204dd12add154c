import FasciaClient
import Glibc
import Synchronization

/// Waits until a source of a plugin is saved.
final class SourceWatch: PolledDescriptors {
    private static let endings = [".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".s", ".S", ".swift", ".json", "akefile"]

    private struct State {
        /// Something was saved that nobody has waited for yet.
        var isSaved = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let directory: String
    private let descriptor: Int32
    private let state = Mutex(State())

    init(_ directory: String) throws {
        self.directory = directory
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw UsageError("cannot watch \(directory): \(String(cString: strerror(errno)))")
        }
        watch(directory)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func wait() async {
        // Directories that are new since the last time.
        watch(directory)
        ConnectionThread.shared.add(self)
        await withCheckedContinuation { continuation in
            let isSaved = state.withLock { state in
                defer { state.isSaved = false }
                if !state.isSaved { state.waiting = continuation }
                return state.isSaved
            }
            if isSaved { continuation.resume() }
        }
        ConnectionThread.shared.remove(self)
    }

    /// Watches a directory and those in it, but for hidden ones such as `.build`.
    private func watch(_ directory: String) {
        inotify_add_watch(descriptor, directory, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if entry.pointee.d_type == UInt8(DT_DIR), !name.hasPrefix(".") { watch("\(directory)/\(name)") }
        }
    }

    // MARK: - On the connection thread

    var entries: [pollfd] { [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)] }

    func handle(_ ready: [Bool]) {
        var (buffer, isSaved) = ([UInt8](repeating: 0, count: 16_384), false)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            if names(buffer[..<count]).contains(where: isSource) { isSaved = true }
        }
        guard isSaved else { return }
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isSaved = state.waiting == nil
            return state.waiting
        }
        waiting?.resume()
    }

    /// What builds write must not start another one.
    private func isSource(_ name: String) -> Bool { !name.hasPrefix(".") && Self.endings.contains { name.hasSuffix($0) } }

    /// The names in events. An event is a `struct inotify_event`, then the name, padded with zeros.
    private func names(_ events: ArraySlice<UInt8>) -> [String] {
        var (names, rest): ([String], ArraySlice<UInt8>) = ([], events)
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            names.append(String(decoding: rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(head + Int(event.len))
        }
        return names
    }
}
