/// The text that filters the rows of a list and the items of a menu: each of its words has to occur, in either case.
public struct TextFilter: Hashable, Sendable {
    private let words: [[UInt8]]

    public init(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    }

    public func matches(_ text: String) -> Bool {
        guard !words.isEmpty else { return true }
        let text = Array(text.lowercased().utf8)
        return words.allSatisfy { text.contains($0) }
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        guard count >= word.count else { return false }
        return (0...count - word.count).contains { self[$0] == word[0] && self[$0..<$0 + word.count].elementsEqual(word) }
    }
}

extension TextFilter {
    /// The items that match, with the headings above them.
    public func items(_ items: [MenuItem]) -> [MenuItem] {
        var kept: [MenuItem] = []
        for item in items.reversed() {
            // The item after a heading is the last one that was kept.
            let isKept = item.isHeading ? kept.last.map { $0.level > item.level } ?? false : matches(item.label)
            if isKept { kept.append(item) }
        }
        return kept.reversed()
    }
}

extension Element {
    /// The text that a filter looks at: the labels and values that it shows.
    public var filteredText: String {
        var words: [String] = []
        for element in accessible {
            if !element.label.isEmpty { words.append(element.label) }
            switch element.content {
            case .control(let control) where !control.value.isEmpty: words.append(control.value)
            case .labeledValue(_, let value): words.append(value)
            default: break
            }
        }
        return words.joined(separator: " ")
    }

    /// Whether it is the title of a section whose rows follow it.
    public var isTitleRow: Bool {
        if case .section(.some, _) = content { children.isEmpty && activation == nil } else { false }
    }
}
