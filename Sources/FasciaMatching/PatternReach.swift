extension Pattern {
    /// Whether there may be a text of these that it matches. It is `false` only if there is none: look-aheads are taken to hold.
    package func canMatch(_ texts: PatternReach.Texts) -> Bool { PatternReach(program: program, texts: texts).hasMatch }

    /// Whether it asks for the start or the end of a text.
    package var hasAnchors: Bool {
        program.steps.contains { step in
            guard case .check(let assertion) = step else { return false }
            return switch assertion {
            case .start, .end, .lineStart, .lineEnd, .endOrLastNewline: true
            case .wordBoundary, .noWordBoundary: false
            }
        }
    }
}

/// Follows all ways through an expression with kinds of characters instead of the characters of a text. There are so few kinds
/// that all texts are tried at once.
package struct PatternReach {
    /// The texts in which a match is looked for.
    package enum Texts {
        /// Any text, and any part of it.
        case any
        /// Any part of a text without white space at its ends.
        case trimmed
        /// Any text as a whole.
        case whole
    }

    /// The kind of the character before or after a position in a text. Each character has exactly one kind.
    enum Kind: Int, CaseIterable {
        /// No character: the text begins or ends here.
        case edge
        case newline, blank, digit, word, other

        init(_ character: Character) {
            if character.isNewline {
                self = .newline
            } else if character.isWhitespace {
                self = .blank
            } else if PatternReach.isDigit(character) {
                self = .digit
            } else {
                self = PatternSet.isWord(character) ? .word : .other
            }
        }

        var isSpace: Bool { self == .newline || self == .blank }
        var isWord: Bool { self == .digit || self == .word }
    }

    let program: PatternProgram
    let texts: Texts

    var hasMatch: Bool {
        let kinds = Kind.allCases
        var seen = [Bool](repeating: false, count: program.steps.count * kinds.count * kinds.count)
        var waiting: [(step: Int, before: Kind, after: Kind)] = []
        for before in kinds where before == .edge || texts != .whole {
            for after in kinds where areNeighbours(before, after) { waiting.append((0, before, after)) }
        }
        while let (step, before, after) = waiting.popLast() {
            let index = (step * kinds.count + before.rawValue) * kinds.count + after.rawValue
            guard !seen[index] else { continue }
            seen[index] = true
            switch program.steps[step] {
            case .jump(let other): waiting.append((other, before, after))
            case .split(let first, let second):
                waiting.append((second, before, after))
                waiting.append((first, before, after))
            case .mark, .look: waiting.append((step + 1, before, after))
            case .check(let assertion):
                if PatternReach.holds(assertion, before, after) { waiting.append((step + 1, before, after)) }
            case .take(let set):
                guard after != .edge, set.reach(after).contains else { continue }
                for next in kinds where areNeighbours(after, next) { waiting.append((step + 1, after, next)) }
            case .end:
                if texts != .whole || after == .edge { return true }
            }
        }
        return false
    }

    private func areNeighbours(_ before: Kind, _ after: Kind) -> Bool {
        guard texts == .trimmed else { return true }
        return !(before == .edge && after.isSpace) && !(before.isSpace && after == .edge)
    }

    private static func holds(_ assertion: PatternAssertion, _ before: Kind, _ after: Kind) -> Bool {
        switch assertion {
        case .start: before == .edge
        case .end: after == .edge
        case .lineStart: before == .edge || before == .newline
        // What follows the newline is not known here.
        case .lineEnd, .endOrLastNewline: after == .edge || after == .newline
        case .wordBoundary: before.isWord != after.isWord
        case .noWordBoundary: before.isWord == after.isWord
        }
    }

    fileprivate static func isDigit(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.count == 1 && scalars.first?.properties.numericType == .decimal
    }

    /// All scalars that are white space.
    fileprivate static let spaces: [ClosedRange<UInt32>] = [
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000,
    ]
}

extension PatternSet {
    /// Whether it may contain a character of a kind, and whether it may lack one. Where that is not known, both are `true`.
    fileprivate func reach(_ kind: PatternReach.Kind) -> (contains: Bool, lacks: Bool) {
        var (contains, lacks) = (false, true)
        for item in items {
            let part = PatternSet.reach(item, kind)
            contains = contains || part.contains
            lacks = lacks && part.lacks
        }
        return isNegated ? (contains: lacks, lacks: contains) : (contains: contains, lacks: lacks)
    }

    private static func reach(_ item: Item, _ kind: PatternReach.Kind) -> (contains: Bool, lacks: Bool) {
        func all(_ isOfKind: Bool) -> (contains: Bool, lacks: Bool) { (contains: isOfKind, lacks: !isOfKind) }
        switch item {
        case .character(let character): return (contains: PatternReach.Kind(character) == kind, lacks: true)
        case .range(let range):
            return (contains: !kind.isSpace || PatternReach.spaces.contains { $0.overlaps(range) }, lacks: true)
        case .digit: return all(kind == .digit)
        case .word: return all(kind.isWord)
        case .space: return all(kind.isSpace)
        case .newline: return all(kind == .newline)
        case .horizontalSpace: return all(kind == .blank)
        case .any: return all(true)
        case .properties: return (contains: true, lacks: true)
        case .inner(let set): return set.reach(kind)
        }
    }
}
