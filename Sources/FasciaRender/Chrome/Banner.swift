/// A message over the lowest rows of a terminal until its user presses a key: an issue, or a notice to this user.
public struct Banner: Hashable, Sendable {
    public var text: String
    /// Shown where the text has no room.
    public var short: String?
    /// The actions that led to an issue.
    public var breadcrumbs: String?
    /// An issue is shown on all terminals, in purple.
    public var isIssue: Bool
    /// The number of banners waiting behind this one.
    public var waiting: Int

    public init(
        _ text: String, short: String? = nil, isIssue: Bool = false, breadcrumbs: String? = nil, waiting: Int = 0
    ) {
        self.text = text
        self.short = short
        self.isIssue = isIssue
        self.breadcrumbs = breadcrumbs
        self.waiting = waiting
    }

    /// The lines for a screen of this size: the wrapped text, and if there is room a line with `breadcrumbs` and the number
    /// of waiting banners.
    func lines(in size: CellSize) -> [String] {
        let columns = max(1, size.columns - 2)
        let maximumLines = size.rows < 10 ? 1 : size.rows < 18 ? 2 : 3
        let full = (isIssue ? "! " : "") + TextWidth.line(text)
        let fits = short == nil || Wrapping.lines(full, columns: columns, limit: maximumLines + 1).count <= maximumLines
        var lines = Wrapping.lines(fits ? full : short ?? full, columns: columns, limit: maximumLines)
        let more = waiting > 0 ? "\(waiting) more: press a key" : nil
        let details = [breadcrumbs.map(TextWidth.clean), more].compactMap { $0 }.filter { !$0.isEmpty }
        if !details.isEmpty, size.rows >= 8 {
            lines.append(Wrapping.truncate(details.joined(separator: " · "), columns: columns))
        }
        return lines
    }
}
