/// A JSON value that is not what was expected: where it stands, what was expected there, and what was found.
public struct Mismatch: Error, Hashable, Sendable {
    /// The JSON pointer (RFC 6901) of the value in question; empty for the whole document.
    public var pointer: String
    /// What would have been right, as a noun phrase: `a string`, `one of on, off, mixed`.
    public var expected: String
    /// What stands there instead: `nothing`, `an integer`, `"sideways"`.
    public var found: String
    /// Set where the value is of the right kind and there is too much of it.
    public var limit: Limit?

    /// The name of a limit, as `daemon.hello` reports it, and its value.
    public struct Limit: Hashable, Sendable {
        public var name: String
        public var value: Int

        public init(_ name: String, _ value: Int) {
            self.name = name
            self.value = value
        }
    }

    public init(pointer: String = "", expected: String, found: String, limit: Limit? = nil) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
        self.limit = limit
    }

    /// The same mismatch seen from one level further out.
    public func below(_ name: String) -> Mismatch {
        var escaped = ""
        for character in name.unicodeScalars {
            switch character {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return Mismatch(pointer: "/" + escaped + pointer, expected: expected, found: found, limit: limit)
    }

    public func below(_ index: Int) -> Mismatch {
        Mismatch(pointer: "/\(index)" + pointer, expected: expected, found: found, limit: limit)
    }

    /// `/params/on: expected a boolean, found an integer`
    public var message: String {
        (pointer.isEmpty ? "" : pointer + ": ") + "expected \(expected), found \(found)"
    }
}
