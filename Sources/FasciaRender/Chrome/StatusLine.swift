/// The last row of a terminal: the daemon's name, other terminals, pending operations and the latest problem.
public struct StatusLine: Hashable, Sendable {
    /// The daemon's name; by default the machine's name.
    public var daemon: String
    /// `nil` for the main stack.
    public var stack: String?
    /// Whether this terminal is view-only.
    public var isViewOnly: Bool
    /// The number of other terminals.
    public var otherTerminals: Int
    /// The number of operations without a reply.
    public var pending: Int
    /// The latest problem.
    public var issue: String?

    public init(
        daemon: String, stack: String? = nil, isViewOnly: Bool = false, otherTerminals: Int = 0, pending: Int = 0,
        issue: String? = nil
    ) {
        self.daemon = daemon
        self.stack = stack
        self.isViewOnly = isViewOnly
        self.otherTerminals = otherTerminals
        self.pending = pending
        self.issue = issue
    }

    /// The rows that it takes of a terminal: 0 of a small one.
    public static func rows(in size: CellSize) -> Int { size.rows >= 8 && size.columns >= 20 ? 1 : 0 }

    /// A part of the line. The least important parts are dropped first.
    struct Part: Hashable {
        enum Kind: Hashable { case name, words, issue, hint }
        var kind: Kind
        var text: String
    }

    /// The parts that fit in `columns`: long texts, else short ones, else fewer parts.
    func parts(columns: Int) -> [Part] {
        let long = parts(isLong: true)
        let hint = Part(kind: .hint, text: "? keys")
        // The problem may be cut, as long as a few columns of it remain.
        for (parts, minimum) in [(long + [hint], 24), (long, 24), (self.parts(isLong: false) + [hint], 8)] {
            if let fitting = fit(parts, columns, minimum) { return fitting }
        }
        var short = self.parts(isLong: false)
        while short.count > 1 {
            if let fitting = fit(short, columns, 2) { return fitting }
            short.remove(at: short.count > 2 ? short.count - 2 : 1)
        }
        return [Part(kind: .name, text: Wrapping.truncate(short[0].text, columns: columns))]
    }

    private func parts(isLong: Bool) -> [Part] {
        var parts = [Part(kind: .name, text: TextWidth.clean(daemon))]
        func add(_ condition: Bool, _ long: String, _ short: String) {
            if condition { parts.append(Part(kind: .words, text: isLong ? long : short)) }
        }
        if let stack { add(true, TextWidth.clean(stack), TextWidth.clean(stack)) }
        add(isViewOnly, "view only", "view")
        add(otherTerminals > 0, "\(otherTerminals) other\(otherTerminals == 1 ? "" : "s") here", "+\(otherTerminals)")
        add(pending > 0, "\(pending) pending", "\(pending)…")
        if let issue { parts.append(Part(kind: .issue, text: "! " + TextWidth.clean(issue))) }
        return parts
    }

    /// Cuts the problem so that the parts fit in `columns`; `nil` if that leaves less than `minimum` columns of it.
    private func fit(_ parts: [Part], _ columns: Int, _ minimum: Int) -> [Part]? {
        var parts = parts
        let width = StatusLine.width(parts)
        if width <= columns { return parts }
        guard let index = parts.firstIndex(where: { $0.kind == .issue }) else { return nil }
        let room = TextWidth.of(parts[index].text) - (width - columns)
        guard room >= minimum else { return nil }
        parts[index].text = Wrapping.truncate(parts[index].text, columns: room)
        return parts
    }

    static let separator = " · "

    /// The width of the parts, with a blank at either end and the separators.
    private static func width(_ parts: [Part]) -> Int {
        2 + parts.reduce(0) { $0 + TextWidth.of($1.text) } + (parts.count - 1) * separator.count
    }
}
