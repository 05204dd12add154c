import FasciaModel

/// Words over the lowest rows of a picture until the user of that terminal presses the next key: something is wrong, or
/// why something was refused.
public struct Banner: Hashable, Sendable {
    public var text: String
    /// What led there, where something is wrong that everybody is told of: such a banner is purple.
    public var crumbs: String?
    public var isIssue: Bool
    /// How many banners wait behind this one.
    public var waiting: Int

    public init(_ text: String, isIssue: Bool = false, crumbs: String? = nil, waiting: Int = 0) {
        self.text = text
        self.isIssue = isIssue
        self.crumbs = crumbs
        self.waiting = waiting
    }

    /// Its lines, in a picture of this size: the words, wrapped, and on a picture with room for it a line with what led
    /// there and what is behind it.
    func lines(in size: CellSize) -> [String] {
        let columns = max(1, size.columns - 2)
        let most = max(1, min(3, size.rows / 6))
        var lines = Wrapping.lines((isIssue ? "! " : "") + TextWidth.line(text), columns: columns, limit: most)
        let more = waiting > 0 ? "\(waiting) more: press a key" : nil
        let details = [crumbs.map(TextWidth.clean), more].compactMap { $0 }.filter { !$0.isEmpty }
        if !details.isEmpty, size.rows >= 8 {
            lines.append(Wrapping.truncate(details.joined(separator: " · "), columns: columns))
        }
        return lines
    }
}
