import FasciaDocument

/// The environment that a pilot operates in.
@MainActor protocol Host: AnyObject {
    /// - Throws: `HostError`, or an error of the connection.
    func perform(_ gesture: Gesture) async throws
    func nodes() async throws -> [VisibleNode]
    /// The lines, without trailing blanks.
    func picture() async throws -> String
    /// - Returns: whether the condition held within the limit.
    func wait(for condition: Condition, within limit: Duration) async throws -> Bool
}

/// An input by a user at a terminal, or by a script.
enum Gesture {
    case key(String)
    case type(String)
    case paste(String)
    case click(column: Int, row: Int)
    case resize(columns: Int, rows: Int)
    case tap(String)
    case set(String, JSON)
}
