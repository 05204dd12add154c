import FasciaDocument
import FasciaModel

/// Lines for a log.
public struct LogAppend: Hashable, Sendable {
    public var id = ""
    public var lines: [String] = []
    /// Whether earlier lines are removed.
    public var replaces = false

    public init() {}

    public init(id: String, lines: [String]) {
        self.id = id
        self.lines = lines
    }
}

extension Method {
    static let logAppend = Method(
        .session, "log.append", needs: .author(.log), "Append lines to a log. Log nodes show it; it is kept in memory only.",
        command: "log",
        LogAppend(),
        [
            .required("id", \.id, Schema<String>.name.checked(checkID), "The log; a new one is made for an unknown id."),
            .required(
                "lines", \.lines, .array(of: .string, atMost: Mismatch.Limit("lines", 100_000)),
                "The lines, which may have the colours of a terminal."),
            .defaulted("replace", \.replaces, .bool, default: false, "Whether they replace all earlier lines."),
        ], returns: .result([.required("lines", .integer, "The number of lines that are kept.")])
    ) { .logAppend($0) }

    @Sendable private static func checkID(_ id: String) throws(Mismatch) {
        guard (1...512).contains(id.utf8.count) else {
            throw Mismatch(expected: "an id of 1 to 512 bytes", found: "\(id.utf8.count)")
        }
    }
}
