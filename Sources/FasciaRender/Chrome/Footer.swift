/// The last row of a terminal: at the left the keys that work, at the right the daemon's name, other terminals, pending
/// operations and the latest issue.
public struct Footer: Hashable, Sendable {
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
    /// The latest issue.
    public var issue: String?
    /// The keys that work, the most important first.
    public var keys: [KeyHint]

    /// A key, and in one word what it does.
    public struct KeyHint: Hashable, Sendable {
        /// The name that `terminal.key` takes.
        public var name: String
        public var meaning: String

        public init(_ name: String, _ meaning: String) { (self.name, self.meaning) = (name, meaning) }

        /// As in the key help: `Enter`, `Esc`.
        var key: String {
            if name == "escape" { return "Esc" }
            return name.count == 1 ? name : name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    public init(
        daemon: String, stack: String? = nil, isViewOnly: Bool = false, otherTerminals: Int = 0, pending: Int = 0,
        issue: String? = nil, keys: [KeyHint] = []
    ) {
        self.daemon = daemon
        self.stack = stack
        self.isViewOnly = isViewOnly
        self.otherTerminals = otherTerminals
        self.pending = pending
        self.issue = issue
        self.keys = keys
    }

    /// The rows that it takes of a terminal: 0 of a small one.
    public static func rows(in size: CellSize) -> Int { size.rows >= 8 && size.columns >= 20 ? 1 : 0 }

    /// A part of the line.
    struct Part: Hashable {
        enum Kind: Hashable { case name, words, issue, key(KeyHint) }
        var kind: Kind
        var text: String
        var column = 0
    }

    /// A key at the columns where it is drawn.
    public struct KeyPlace: Hashable, Sendable {
        public var name: String
        public var columns: Range<Int>
    }

    /// The keys that fit, from left to right: the click on a key presses it.
    public func keyPlaces(columns: Int) -> [KeyPlace] {
        parts(columns: columns).compactMap { part in
            guard case .key(let hint) = part.kind else { return nil }
            return KeyPlace(name: hint.name, columns: part.column..<part.column + TextWidth.of(part.text))
        }
    }

    /// The name of the key at a column.
    public func key(at column: Int, columns: Int) -> String? {
        keyPlaces(columns: columns).first { $0.columns.contains(column) }?.name
    }

    /// The parts that fit in `columns`: the state at the right, and beside it as many keys as there is room for.
    func parts(columns: Int) -> [Part] {
        let state = state(columns: columns)
        var parts: [Part] = []
        var end = columns - 1 - Footer.width(state)
        var column = end
        for part in state {
            parts.append(Part(kind: part.kind, text: part.text, column: max(0, column)))
            column += TextWidth.of(part.text) + Footer.gap
        }
        column = 1
        end -= Footer.gap
        for hint in keys {
            let text = "\(hint.key) \(TextWidth.clean(hint.meaning))"
            guard column + TextWidth.of(text) <= end else { break }
            parts.append(Part(kind: .key(hint), text: text, column: column))
            column += TextWidth.of(text) + Footer.gap
        }
        return parts
    }

    /// The parts of the state that fit: long texts, else short ones, else fewer parts. The issue may be cut, as long as a
    /// few columns of it remain.
    private func state(columns: Int) -> [Part] {
        // Two thirds, so that there is room for keys. In a narrow footer, what all keys leave.
        let left = columns - keys.reduce(Footer.gap) { $0 + TextWidth.of("\($1.key) \($1.meaning)") + Footer.gap }
        let room = columns < 60 ? min(columns * 2 / 3, max(left, columns / 3)) : columns * 2 / 3
        for (parts, room, minimum) in [(parts(isLong: true), room, 24), (parts(isLong: false), columns - 2, 8)] {
            if let fitting = fit(parts, room, minimum) { return fitting }
        }
        var short = self.parts(isLong: false)
        while short.count > 1 {
            if let fitting = fit(short, columns - 2, 2) { return fitting }
            short.remove(at: short.count > 2 ? 1 : 0)
        }
        return [Part(kind: .name, text: Wrapping.truncate(TextWidth.clean(daemon), columns: columns))]
    }

    /// The least important part comes first, the name last.
    private func parts(isLong: Bool) -> [Part] {
        var parts: [Part] = []
        func add(_ condition: Bool, _ long: String, _ short: String) {
            if condition { parts.append(Part(kind: .words, text: isLong ? long : short)) }
        }
        if let issue { parts.append(Part(kind: .issue, text: "! " + TextWidth.clean(issue))) }
        add(pending > 0, "\(pending) pending", "\(pending)…")
        add(otherTerminals > 0, "\(otherTerminals) other\(otherTerminals == 1 ? "" : "s") here", "+\(otherTerminals)")
        add(isViewOnly, "view only", "view")
        if let stack { add(true, TextWidth.clean(stack), TextWidth.clean(stack)) }
        return parts + [Part(kind: .name, text: TextWidth.clean(daemon))]
    }

    /// Cuts the issue so that the parts fit in `columns`; `nil` if that leaves less than `minimum` columns of it.
    private func fit(_ parts: [Part], _ columns: Int, _ minimum: Int) -> [Part]? {
        var parts = parts
        let width = Footer.width(parts)
        if width <= columns { return parts }
        guard let index = parts.firstIndex(where: { $0.kind == .issue }) else { return nil }
        let room = TextWidth.of(parts[index].text) - (width - columns)
        guard room >= minimum else { return nil }
        parts[index].text = Wrapping.truncate(parts[index].text, columns: room)
        return parts
    }

    /// The columns between parts.
    private static let gap = 2

    private static func width(_ parts: [Part]) -> Int {
        parts.reduce(0) { $0 + TextWidth.of($1.text) } + (parts.count - 1) * gap
    }
}
