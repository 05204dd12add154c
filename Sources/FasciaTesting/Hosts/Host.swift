import FasciaModel

/// Where a pilot operates.
@MainActor protocol Host: AnyObject {
    /// - Throws: `HostError`, or what the connection throws.
    func perform(_ gesture: Gesture) async throws
    func nodes() async throws -> [VisibleNode]
    /// Its lines, without blanks at their ends.
    func picture() async throws -> String
    /// - Returns: whether it came to hold in time.
    func wait(for condition: Condition, within limit: Duration) async throws -> Bool
}

/// What somebody does at a terminal, or a script to a panel.
enum Gesture {
    case key(String)
    case type(String)
    case paste(String)
    case click(column: Int, row: Int)
    case resize(columns: Int, rows: Int)
    case tap(String)
    case set(String, JSON)
}
