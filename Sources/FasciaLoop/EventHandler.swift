import CLinux
import Glibc

/// Somebody who is called when a descriptor is ready.
public protocol EventHandler: AnyObject {
    /// May add and remove descriptors, its own as well. May be called once more than there is something to do: reads
    /// and writes must not block.
    func handle(_ readiness: Readiness)
}

/// What a descriptor is watched for. That the other end is gone is always reported.
///
/// What is ready is reported again and again until it has been dealt with; with `onlyNews`, only when there is more of
/// it than before, or after a `change`. That spares the kernel a second look at each descriptor, but whoever does not
/// read all there is must ask again.
public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// That the other end has said all it will say.
    public static let ended = Interest(rawValue: EPOLLRDHUP.rawValue)
    public static let onlyNews = Interest(rawValue: EPOLLET.rawValue)
}

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end.
    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// After what can be read there is the end.
    public static let ended = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// Nobody will read what is written, and nothing more will come.
    public static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}

/// A system call that failed.
public struct LoopError: Error, CustomStringConvertible {
    public let call: String
    /// The `errno` of the call.
    public let code: Int32

    /// - Parameter call: its name, as in the manual.
    public init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
