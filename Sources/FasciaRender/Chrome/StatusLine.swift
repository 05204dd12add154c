import FasciaModel

/// The last row of a terminal: which daemon this is, who else is there, what is on its way, what went wrong.
public struct StatusLine: Hashable, Sendable {
    /// What the daemon is called: the machine's name, where nobody has given it another one.
    public var daemon: String
    /// `nil` for the main stack.
    public var stack: String?
    /// Whether this terminal may only look.
    public var isView: Bool
    /// How many other terminals there are.
    public var others: Int
    /// How much of what somebody did has not been answered yet.
    public var pending: Int
    /// What went wrong lately.
    public var issue: String?

    public init(
        daemon: String, stack: String? = nil, isView: Bool = false, others: Int = 0, pending: Int = 0,
        issue: String? = nil
    ) {
        self.daemon = daemon
        self.stack = stack
        self.isView = isView
        self.others = others
        self.pending = pending
        self.issue = issue
    }

    /// How many rows it takes of a terminal: none of a small one.
    public static func rows(in size: CellSize) -> Int { size.rows >= 8 && size.columns >= 20 ? 1 : 0 }

    /// A piece of it. What matters least goes first where there is no room for all.
    struct Part: Hashable {
        enum Kind: Hashable { case name, words, issue, hint }
        var kind: Kind
        var text: String
    }

    /// What fits into so many columns: words, else short ones, else fewer.
    func parts(columns: Int) -> [Part] {
        let long = parts(isLong: true)
        let hint = Part(kind: .hint, text: "? keys")
        // What is wrong may be cut, as long as there is something of it to read.
        for (parts, least) in [(long + [hint], 24), (long, 24), (self.parts(isLong: false) + [hint], 8)] {
            if let fitting = fit(parts, columns, least) { return fitting }
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
        add(isView, "view only", "view")
        add(others > 0, "\(others) other\(others == 1 ? "" : "s") here", "+\(others)")
        add(pending > 0, "\(pending) pending", "\(pending)…")
        if let issue { parts.append(Part(kind: .issue, text: "! " + TextWidth.clean(issue))) }
        return parts
    }

    /// `nil` where they do not fit even with only `least` columns of what is wrong.
    private func fit(_ parts: [Part], _ columns: Int, _ least: Int) -> [Part]? {
        var parts = parts
        let width = StatusLine.width(parts)
        if width <= columns { return parts }
        guard let index = parts.firstIndex(where: { $0.kind == .issue }) else { return nil }
        let room = TextWidth.of(parts[index].text) - (width - columns)
        guard room >= least else { return nil }
        parts[index].text = Wrapping.truncate(parts[index].text, columns: room)
        return parts
    }

    static let separator = " · "

    /// With a blank at either end, and two before the hint.
    private static func width(_ parts: [Part]) -> Int {
        2 + parts.reduce(0) { $0 + TextWidth.of($1.text) } + (parts.count - 1) * separator.count
    }
}
