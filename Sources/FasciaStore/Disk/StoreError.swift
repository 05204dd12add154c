import Glibc

/// Why the state cannot be kept or read.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// A system call or SQLite said no; it may say yes later.
        case refused
        /// What was read is not what was written.
        case damaged
        /// A newer version of this program has written it.
        case newer
    }

    public var kind: Kind
    /// What is wrong, with which file, and how to mend it.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// A system call that failed.
    static func system(_ what: String, _ path: String, _ code: Int32 = errno) -> StoreError {
        let why = code == ELOOP ? "it is a symbolic link; put the file itself there" : String(cString: strerror(code))
        return StoreError(.refused, "cannot \(what) \(path): \(why)")
    }

    public var description: String { message }
}
