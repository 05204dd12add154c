/// The row at the top of a list. It stays there when rows before it are inserted or removed.
public struct RowAnchor: Hashable, Sendable {
    public var row: Int
    public var id: String
    /// The number of its lines above the top.
    public var line: Int

    public init(row: Int, id: String, line: Int = 0) {
        self.row = row
        self.id = id
        self.line = line
    }
}
