import Glibc

/// Why the state cannot be stored or read.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// A system call or SQLite failed. It may succeed later.
        case refused
        /// A file does not have the content that was written.
        case damaged
        /// A newer version of the program wrote the file.
        case newer
    }

    public var kind: Kind
    /// The problem, the path of the file, and how to solve it.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The error of a failed system call.
    ///
    /// - Parameter what: the verb of the message, as in "cannot open PATH".
    static func system(_ what: String, _ path: String, _ code: Int32 = errno) -> StoreError {
        let why = code == ELOOP ? "it is a symbolic link: replace it with the file itself" : String(cString: strerror(code))
        return StoreError(.refused, "cannot \(what) \(path): \(why)")
    }

    static func newer(_ path: String, version: Int, supported: Int) -> StoreError {
        StoreError(
            .newer,
            "\(path) was written by a newer fasciad (version \(version), this one supports up to \(supported)): start the "
                + "newer one, or choose another state directory")
    }

    static func missingRows(between first: RowKey, and second: RowKey, of path: String) -> StoreError {
        StoreError(.damaged, "rows between revision \(first.revision) and \(second.revision) of \(path) are missing")
    }

    public var description: String { message }
}
