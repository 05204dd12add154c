/// A regular expression of a panel file or a question. Matching takes time in proportion to the length of the text, whatever the two are: all
/// ways to match are followed at once, instead of one after the other.
///
/// The syntax is that of Swift and Perl. Without back references, look-behind, atomic groups and possessive repetitions, which
/// cannot be matched so.
package struct Pattern: Hashable, Sendable {
    /// What is wrong with an expression, or why a text cannot be matched, in words for people.
    package struct Failure: Error, Hashable {
        package let message: String

        package init(message: String) { self.message = message }
    }

    package let text: String
    let program: PatternProgram

    /// - Throws: what is wrong with it.
    package init(_ text: String) throws(Failure) {
        self.text = text
        program = try PatternCompiler.program(try PatternParser.expression(text))
    }

    package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Whether it matches the whole text.
    ///
    /// - Throws: if the text is too long for this expression.
    package func matchesWhole(_ text: String) throws(Failure) -> Bool {
        var matcher = PatternMatcher(program, text)
        return try matcher.match(isWhole: true) != nil
    }

    /// The first group of the first match, or the whole of that; `nil` if nothing matches.
    ///
    /// - Throws: if the text is too long for this expression.
    package func firstMatch(in text: String) throws(Failure) -> String? {
        var matcher = PatternMatcher(program, text)
        guard let found = try matcher.match(isWhole: false) else { return nil }
        return matcher.text(found)
    }
}

/// What an expression says.
indirect enum PatternNode: Sendable {
    case empty
    case set(PatternSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case repeated(PatternNode, atLeast: Int, atMost: Int?, isLazy: Bool)
    case group(PatternNode, number: Int)
    case assertion(PatternAssertion)
    /// What follows matches, or does not.
    case lookahead(PatternNode, isNegated: Bool)
}

enum PatternAssertion: Sendable {
    case start, end, lineStart, lineEnd, endOrLastNewline, wordBoundary, noWordBoundary
}

/// Characters of a text.
struct PatternSet: Sendable {
    enum Item: Sendable {
        case character(Character)
        case range(ClosedRange<UInt32>)
        case digit, word, space, newline, horizontalSpace, any
        case properties(@Sendable (Unicode.Scalar.Properties) -> Bool)
        case inner(PatternSet)
    }

    var items: [Item]
    var isNegated = false
    var ignoresCase = false

    func contains(_ character: Character) -> Bool {
        if ignoresCase {
            let variants = [character.lowercased(), character.uppercased()].compactMap { $0.count == 1 ? $0.first : nil }
            return ([character] + variants).contains(where: holds) != isNegated
        }
        return holds(character) != isNegated
    }

    private func holds(_ character: Character) -> Bool { items.contains { PatternSet.matches($0, character) } }

    private static func matches(_ item: Item, _ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return false }
        return switch item {
        case .character(let other): character == other
        case .range(let range): scalars.count == 1 && range.contains(first.value)
        case .digit: scalars.count == 1 && first.properties.numericType == .decimal
        case .word: isWord(character)
        case .space: character.isWhitespace
        case .newline: character.isNewline
        case .horizontalSpace: character.isWhitespace && !character.isNewline
        case .any: true
        case .properties(let holds): holds(first.properties)
        case .inner(let set): set.contains(character)
        }
    }

    static func isWord(_ character: Character) -> Bool {
        guard let properties = character.unicodeScalars.first?.properties else { return false }
        return properties.isAlphabetic || properties.numericType == .decimal
            || properties.generalCategory == .connectorPunctuation
    }
}
