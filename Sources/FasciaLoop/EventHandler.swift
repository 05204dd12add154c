import CLinux
import Glibc

/// Receives the events of a descriptor that an `EventLoop` watches.
public protocol EventHandler: AnyObject {
    /// Called when the descriptor is ready. May add and remove descriptors, including its own.
    ///
    /// A call can be spurious, so reads and writes must not block.
    func handle(_ readiness: Readiness)
}

/// The events that a descriptor is watched for. A hang-up or an error of the descriptor is always reported.
///
/// Level-triggered by default: an event is reported until it has been dealt with. With `edgeTriggered` it is edge-triggered:
/// reported only when new data or space arrives, or after `change`. A handler that does not read everything must then
/// call `change` to be called again.
public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// The peer has shut down its writing side.
    public static let ended = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Edge-triggered (EPOLLET).
    public static let edgeTriggered = Interest(rawValue: EPOLLET.rawValue)
}

/// The events reported for a descriptor.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is data or the end of the stream to read.
    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The peer has shut down its writing side: the end follows the data that is still readable.
    public static let ended = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// Both directions are closed: nothing can be written, and no more data will arrive.
    public static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}

/// A system call that failed.
public struct LoopError: Error, CustomStringConvertible {
    public let call: String
    /// The `errno` of the call.
    public let code: Int32

    /// - Parameter call: the name of the system call, as in its manual page.
    public init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
