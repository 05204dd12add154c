import CLinux
import Glibc

/// What happens to the files in directories, as inotify(7) tells. A user has few of these.
public final class FileEvents: Sendable {
    /// What is told.
    public struct Changes: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A file was written and closed, or moved there.
        public static let written = Changes(rawValue: UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
        /// A name came or went, or the directory itself.
        public static let names = Changes(
            rawValue: UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
                | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF))
        /// The attributes of a file, to which the number of its names belongs, or its place.
        public static let links = Changes(rawValue: UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF))
    }

    public struct Event: Hashable, Sendable {
        /// The number that `watch` has returned; another one for `isLoss`.
        public var watch: Int32
        /// The name in the directory; empty if the event is about the directory itself.
        public var name: String
        /// Whether the name is new, and not because of a move.
        public var isCreation = false
        /// Whether events were lost, because nobody took them in time: anything may have changed.
        public var isLoss = false
    }

    /// Becomes readable with the first event.
    public let descriptor: Int32

    /// - Throws: `LoopError` if the user has as many as are allowed.
    public init() throws(LoopError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw LoopError("inotify_init1") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches a directory or a file from now on. What it is watched for is added to what it was watched for.
    ///
    /// - Returns: the number of the watch, which is the same for the same directory; `nil` if it cannot be watched.
    @discardableResult
    public func watch(_ path: String, for changes: Changes) -> Int32? {
        let watch = inotify_add_watch(descriptor, path, changes.rawValue | UInt32(IN_MASK_ADD))
        return watch >= 0 ? watch : nil
    }

    /// Takes all events that there are. Does not wait.
    public func take() -> [Event] {
        var (events, buffer): ([Event], [UInt8]) = ([], [UInt8](repeating: 0, count: 16_384))
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            events += Self.events(buffer[..<count])
        }
        return events
    }

    /// An event is a `struct inotify_event`, then the name, padded with zeros.
    private static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
        var (events, rest): ([Event], ArraySlice<UInt8>) = ([], bytes)
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
            events.append(
                Event(
                    watch: event.wd, name: String(decoding: name, as: UTF8.self),
                    isCreation: event.mask & UInt32(IN_CREATE) != 0, isLoss: event.mask & UInt32(IN_Q_OVERFLOW) != 0))
            rest = rest.dropFirst(head + Int(event.len))
        }
        return events
    }
}
