/// Where a JSON value differs from its schema, with the expected and the actual value.
public struct Mismatch: Error, Hashable, Sendable {
    /// The JSON pointer (RFC 6901) of the value; empty for the whole document.
    public var pointer: String
    /// The expected value as a noun phrase, such as `a string` or `one of on, off, mixed`.
    public var expected: String
    /// The value found, such as `nothing`, `an integer` or `"sideways"`.
    public var found: String
    /// Set if the value has the right kind but exceeds a limit.
    public var limit: Limit?

    /// A limit's name, as `daemon.hello` reports it, and its value.
    public struct Limit: Hashable, Sendable {
        public var name: String
        public var value: Int

        public init(_ name: String, _ value: Int) {
            self.name = name
            self.value = value
        }

        /// The items of any array, and the members of any object that a program chooses the names of.
        public static let items = Limit("items", 10_000)
    }

    public init(pointer: String = "", expected: String, found: String, limit: Limit? = nil) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
        self.limit = limit
    }

    /// The same mismatch, with the pointer relative to the enclosing value.
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

    /// For example `/params/on: expected a boolean, found an integer`.
    public var message: String {
        (pointer.isEmpty ? "" : pointer + ": ") + "expected \(expected), found \(found)"
    }
}
