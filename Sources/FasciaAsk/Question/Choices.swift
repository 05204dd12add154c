/// What a list offers.
public struct Choices: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
        /// What it stands for in the answer.
        public var value: String
        public var label: String
        /// A short name in a column before the labels; empty without one.
        public var tag: String
        /// What is said about it while it has the focus.
        public var help: String

        public init(_ value: String, label: String? = nil, tag: String = "", help: String = "") {
            (self.value, self.label, self.tag, self.help) = (value, label ?? value, tag, help)
        }

        /// Where the letters that somebody types begin.
        var typed: String { tag.isEmpty ? label : tag }
    }

    /// How many can be chosen.
    public enum Selection: Hashable, Sendable {
        /// The one that has the focus.
        case focused
        /// The one that has the mark.
        case marked
        /// Any number up to a limit; `nil` without one.
        case several(limit: Int?)
    }

    public var options: [Option]
    public var selection: Selection
    /// The indices of those that are marked at first, in their order.
    public var marked: [Int] = []
    /// The index of the one that has the focus at first.
    public var current = 0
    /// Whether the answer has the order of marking rather than that of the list.
    public var isOrdered = false
    /// How many rows PgUp and PgDn go; `nil` for as many as are shown.
    public var pageRows: Int?
    /// Whether letters go nowhere.
    public var ignoresLetters = false

    public init(_ options: [Option], _ selection: Selection = .focused) {
        (self.options, self.selection) = (options, selection)
    }

    /// Whether rows have marks.
    var hasMarks: Bool { selection != .focused }

    /// The indices of the answer, given the marks in the order in which they were made.
    func answer(_ marked: [Int]) -> [Int] { isOrdered ? marked : marked.sorted() }

    /// The marks after one is changed. A radio button cannot be unmarked; beyond the limit nothing is marked.
    func marks(_ marked: [Int], toggling index: Int) -> [Int] {
        switch selection {
        case .focused: return marked
        case .marked: return [index]
        case .several(let limit):
            if marked.contains(index) { return marked.filter { $0 != index } }
            if let limit, marked.count >= limit { return limit == 1 ? [index] : marked }
            return marked + [index]
        }
    }
}

/// Where letters that are typed lead in a list.
enum Typing {
    /// The next label after the current one that begins with a letter, in either case.
    static func next(_ letter: String, in labels: [String], after current: Int) -> Int? {
        (1...max(1, labels.count)).lazy.map { (current + $0) % max(1, labels.count) }.first {
            labels.indices.contains($0) && begins(labels[$0], letter)
        }
    }

    static func begins(_ label: String, _ letter: String) -> Bool { label.prefix(1).lowercased() == letter.lowercased() }

    /// The label that begins with all letters that were typed in quick succession; the current one is kept while it does.
    static func ahead(_ text: String, in labels: [String], from current: Int) -> Int? {
        guard !labels.isEmpty else { return nil }
        let text = text.lowercased()
        return labels.indices.lazy.map { ($0 + current) % labels.count }.first { labels[$0].lowercased().hasPrefix(text) }
    }
}
