/// Lines that clients append. The daemon keeps the latest ones in memory.
public struct LogContent: Hashable, Sendable {
    /// The id of the log.
    public var bind: String
    /// The height in rows, where the log does not take all the room.
    public var rows: Int

    public init(bind: String, rows: Int = LogContent.usualRows) {
        self.bind = bind
        self.rows = rows
    }

    public static let usualRows = 8
}

extension LogContent: NodeContent {
    static let form = NodeForm("The lines that log.append adds; it follows the end.", schema) { .log($0) }
    package var kind: Node.Kind { .log }
    package var texts: [String?] { [bind] }

    static let schema = Schema.record(
        LogContent(bind: ""),
        [
            .required("bind", \.bind, .string, "The id of the log."),
            .defaulted(
                "rows", \.rows, .int(1...200), default: usualRows, "Its height in rows, where it does not take all the room."),
        ])
}
