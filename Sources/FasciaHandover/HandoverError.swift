import Glibc

/// Why connections cannot be handed over from one process to the next.
public enum HandoverError: Error, Equatable, CustomStringConvertible {
    /// A system call failed.
    case system(call: String, code: Int32)
    /// The memory that an earlier process left cannot be read by this one.
    case foreign(found: String)
    /// There are no places left for connections.
    case full(slots: Int)

    static func system(_ call: String) -> HandoverError { .system(call: call, code: errno) }

    public var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .foreign(let found): "the memory of the process before is \(found), which this version does not read"
        case .full(let slots): "\(slots) connections are kept for the next process, and there is room for no more"
        }
    }
}
