/// A JSON value that is not what was expected: where it stands, what was expected there, and what was found.
public struct Mismatch: Error, Hashable, Sendable {
    /// The JSON pointer (RFC 6901) of the value in question; empty for the whole document.
    public var pointer: String
    /// What would have been right, as a noun phrase: `a string`, `one of on, off, mixed`.
    public var expected: String
    /// What stands there instead: `nothing`, `an integer`, `"sideways"`.
    public var found: String

    public init(pointer: String = "", expected: String, found: String) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
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
        return Mismatch(pointer: "/" + escaped + pointer, expected: expected, found: found)
    }

    public func below(_ index: Int) -> Mismatch {
        Mismatch(pointer: "/\(index)" + pointer, expected: expected, found: found)
    }

    /// `/params/on: expected a boolean, found an integer`
    public var message: String {
        (pointer.isEmpty ? "" : pointer + ": ") + "expected \(expected), found \(found)"
    }
}
