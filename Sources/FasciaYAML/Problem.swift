/// A place in a file. Lines and columns count from 1.
public struct Position: Hashable, Sendable {
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int = 1, column: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
    }
}

/// What is wrong in a panel file, and where.
public struct Problem: Hashable, Sendable, Error, CustomStringConvertible {
    public enum Severity: String, Hashable, Sendable {
        case error
        case warning
    }

    public var severity: Severity
    public var position: Position
    public var message: String

    public init(_ severity: Severity = .error, at position: Position, _ message: String) {
        self.severity = severity
        self.position = position
        self.message = message
    }

    /// For example `box.yaml:3:5: error: expected a list, found a text`.
    public var description: String {
        "\(position.file):\(position.line):\(position.column): \(severity.rawValue): \(message)"
    }
}
