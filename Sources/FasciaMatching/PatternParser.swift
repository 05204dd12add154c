/// Reads a regular expression.
struct PatternParser {
    private let characters: [Character]
    private var place = 0
    private var groups = 0
    private var level = 0
    private var (ignoresCase, isMultiline, dotIsAll) = (false, false, false)

    private static let deepest = 100

    private init(_ text: String) { characters = Array(text) }

    static func expression(_ text: String) throws(Pattern.Failure) -> PatternNode {
        var parser = PatternParser(text)
        let node = try parser.alternatives()
        guard parser.next == nil else { throw failure("a \")\" without its \"(\"") }
        return node
    }

    private static func failure(_ message: String) -> Pattern.Failure { Pattern.Failure(message: message) }

    private var next: Character? { place < characters.count ? characters[place] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard characters[place...].starts(with: Array(text)) else { return false }
        place += text.count
        return true
    }

    private mutating func take(upTo end: Character) throws(Pattern.Failure) -> String {
        guard let index = characters[place...].firstIndex(of: end) else {
            throw PatternParser.failure("\"\(end)\" is missing")
        }
        defer { place = index + 1 }
        return String(characters[place..<index])
    }

    // MARK: - Structure

    private mutating func alternatives() throws(Pattern.Failure) -> PatternNode {
        level += 1
        defer { level -= 1 }
        guard level <= PatternParser.deepest else { throw PatternParser.failure("too many groups in each other") }
        // Flags are in force up to the end of their group.
        let flags = (ignoresCase, isMultiline, dotIsAll)
        defer { (ignoresCase, isMultiline, dotIsAll) = flags }
        var all: [PatternNode] = [try sequence()]
        while next == "|" {
            place += 1
            all.append(try sequence())
        }
        return all.count == 1 ? all[0] : .alternatives(all)
    }

    private mutating func sequence() throws(Pattern.Failure) -> PatternNode {
        var all: [PatternNode] = []
        while let character = next, character != "|", character != ")" {
            if take("(?#") {
                _ = try take(upTo: ")")
                continue
            }
            if take("\\Q") {
                while next != nil, !take("\\E") {
                    all.append(literal(characters[place]))
                    place += 1
                }
                continue
            }
            guard let atom = try atom() else { continue }
            all.append(try repetition(of: atom))
        }
        return all.count == 1 ? all[0] : .sequence(all)
    }

    private mutating func repetition(of atom: PatternNode) throws(Pattern.Failure) -> PatternNode {
        var node = atom
        while let (least, most) = try count() {
            if case .repeated = node { throw PatternParser.failure("a repetition of a repetition: put the inner one into (?:…)") }
            if take("+") { throw PatternParser.failure("possessive repetitions, such as a*+, are not known here") }
            node = .repeated(node, atLeast: least, atMost: most, isLazy: take("?"))
        }
        return node
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}`, `{,3}`, `{2,3}`; other braces are characters.
    private mutating func count() throws(Pattern.Failure) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == "{", let end = characters[place...].firstIndex(of: "}") else { return nil }
        let parts = characters[(place + 1)..<end].split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        place = end + 1
        let numbers = parts.map { $0.isEmpty ? nil : Int($0) ?? .max }
        let (least, most) = (numbers[0] ?? 0, parts.count == 1 ? numbers[0] : numbers[1])
        guard least <= most ?? .max else {
            throw PatternParser.failure("{\(parts.joined(separator: ","))} has the larger number first")
        }
        return (least, most)
    }

    // MARK: - Atoms

    private func literal(_ character: Character) -> PatternNode {
        .set(PatternSet(items: [.character(character)], ignoresCase: ignoresCase && character.isCased))
    }

    /// `nil` for flags, which match nothing.
    private mutating func atom() throws(Pattern.Failure) -> PatternNode? {
        let character = characters[place]
        place += 1
        switch character {
        case "(": return try group()
        case "[": return .set(try set())
        case ".": return .set(dotIsAll ? PatternSet(items: [.any]) : PatternSet(items: [.newline], isNegated: true))
        case "^": return .assertion(isMultiline ? .lineStart : .start)
        case "$": return .assertion(isMultiline ? .lineEnd : .end)
        case "*", "+", "?": throw PatternParser.failure("\"\(character)\" has nothing before it to repeat: write \\\(character)")
        case "\\": return try escape()
        default: return literal(character)
        }
    }

    private mutating func group() throws(Pattern.Failure) -> PatternNode? {
        if take("?:") { return try close(try alternatives()) }
        if take("?=") { return try close(.lookahead(try alternatives(), isNegated: false)) }
        if take("?!") { return try close(.lookahead(try alternatives(), isNegated: true)) }
        if take("?<=") || take("?<!") { throw PatternParser.failure("look-behind, such as (?<=a), is not known here") }
        if take("?>") { throw PatternParser.failure("atomic groups, such as (?>a), are not known here") }
        if take("?<") || take("?P<") {
            _ = try take(upTo: ">")
        } else if next == "?" {
            return try flags()
        }
        groups += 1
        let number = groups
        return try close(.group(try alternatives(), number: number))
    }

    private mutating func close(_ node: PatternNode) throws(Pattern.Failure) -> PatternNode {
        guard take(")") else { throw PatternParser.failure("a \"(\" without its \")\"") }
        return node
    }

    /// `(?i)` up to the end of the group that it is in, or `(?i:…)`.
    private mutating func flags() throws(Pattern.Failure) -> PatternNode? {
        place += 1
        let before = (ignoresCase, isMultiline, dotIsAll)
        var isOn = true
        while let flag = next, flag != ")", flag != ":" {
            switch flag {
            case "-": isOn = false
            case "i": ignoresCase = isOn
            case "m": isMultiline = isOn
            case "s": dotIsAll = isOn
            default: throw PatternParser.failure("the option (?\(flag)) is not known here")
            }
            place += 1
        }
        if take(")") { return nil }
        guard take(":") else { throw PatternParser.failure("a \"(\" without its \")\"") }
        let node = try alternatives()
        (ignoresCase, isMultiline, dotIsAll) = before
        return try close(node)
    }

    private mutating func escape() throws(Pattern.Failure) -> PatternNode {
        switch next {
        case "b": return assertion(.wordBoundary)
        case "B": return assertion(.noWordBoundary)
        case "A": return assertion(.start)
        case "z": return assertion(.end)
        case "Z": return assertion(.endOrLastNewline)
        case "k", "g": throw PatternParser.failure("back references, such as \\k<name>, are not known here")
        case let digit? where digit.isASCII && digit.isNumber && digit != "0":
            throw PatternParser.failure("back references, such as \\\(digit), are not known here")
        default:
            let item = try escapedItem()
            if case .character(let character) = item { return literal(character) }
            return .set(PatternSet(items: [item], ignoresCase: ignoresCase))
        }
    }

    private mutating func assertion(_ kind: PatternAssertion) -> PatternNode {
        place += 1
        return .assertion(kind)
    }

    /// What a backslash and the characters after it stand for.
    private mutating func escapedItem() throws(Pattern.Failure) -> PatternSet.Item {
        guard let character = next else { throw PatternParser.failure("\"\\\" at the end: write \\\\") }
        place += 1
        func not(_ item: PatternSet.Item) -> PatternSet.Item { .inner(PatternSet(items: [item], isNegated: true)) }
        switch character {
        case "d": return .digit
        case "D": return not(.digit)
        case "w": return .word
        case "W": return not(.word)
        case "s": return .space
        case "S": return not(.space)
        case "h": return .horizontalSpace
        case "H": return not(.horizontalSpace)
        case "v", "R": return .newline
        case "V", "N": return not(.newline)
        case "n": return .character("\n")
        case "r": return .character("\r")
        case "t": return .character("\t")
        case "f": return .character("\u{0C}")
        case "a": return .character("\u{07}")
        case "e": return .character("\u{1B}")
        case "0": return .character("\0")
        case "x", "u": return .character(try scalar(digits: character == "x" ? 2 : 4))
        case "p": return try property()
        case "P": return not(try property())
        case let character where character.isASCII && (character.isLetter || character.isNumber):
            throw PatternParser.failure("\\\(character) is not known here")
        default: return .character(character)
        }
    }

    private mutating func scalar(digits: Int) throws(Pattern.Failure) -> Character {
        let text: String
        if take("{") {
            text = try take(upTo: "}")
        } else {
            text = String(characters[place...].prefix(digits))
            place += text.count
        }
        guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw PatternParser.failure("\"\(text)\" is not the number of a character")
        }
        return Character(scalar)
    }

    private mutating func property() throws(Pattern.Failure) -> PatternSet.Item {
        var name = String(characters[place...].prefix(1))
        place += name.count
        if name == "{" { name = try take(upTo: "}") }
        guard let item = PatternProperty.item(name) else { throw PatternParser.failure("\\p{\(name)} is not known here") }
        return item
    }

    // MARK: - Sets

    /// After the opening bracket.
    private mutating func set() throws(Pattern.Failure) -> PatternSet {
        level += 1
        defer { level -= 1 }
        guard level <= PatternParser.deepest else { throw PatternParser.failure("too many brackets in each other") }
        var set = PatternSet(items: [], isNegated: take("^"), ignoresCase: ignoresCase)
        var isFirst = true
        while let character = next {
            if character == "]", !isFirst {
                place += 1
                return set
            }
            isFirst = false
            if take("[:") {
                let name = try take(upTo: ":")
                guard take("]"), let item = PatternProperty.item(name) else {
                    throw PatternParser.failure("[:\(name):] is not known here")
                }
                set.items.append(item)
            } else if take("[") {
                set.items.append(.inner(try self.set()))
            } else if take("&&") || take("--") || take("~~") {
                throw PatternParser.failure("&&, -- and ~~ in brackets are not known here: write \\ before the second character")
            } else {
                set.items.append(try item())
            }
        }
        throw PatternParser.failure("a \"[\" without its \"]\"")
    }

    /// A character, a range of them, or what an escape stands for.
    private mutating func item() throws(Pattern.Failure) -> PatternSet.Item {
        let first = try member()
        guard next == "-", place + 1 < characters.count, characters[place + 1] != "]", case .character(let low) = first else {
            return first
        }
        place += 1
        guard case .character(let high) = try member(), let from = low.onlyScalar, let to = high.onlyScalar, from <= to else {
            throw PatternParser.failure("the range from \"\(low)\" has no characters")
        }
        return .range(from...to)
    }

    private mutating func member() throws(Pattern.Failure) -> PatternSet.Item {
        let character = characters[place]
        place += 1
        guard character == "\\" else { return .character(character) }
        if take("b") { return .character("\u{08}") }
        return try escapedItem()
    }
}

extension Character {
    fileprivate var onlyScalar: UInt32? { unicodeScalars.count == 1 ? unicodeScalars.first?.value : nil }
}

/// The classes of characters by their names.
private enum PatternProperty {
    static func item(_ name: String) -> PatternSet.Item? {
        switch name {
        case "alpha", "L", "Letter", "Alphabetic": .properties(\.isAlphabetic)
        case "upper", "Lu", "Uppercase": .properties(\.isUppercase)
        case "lower", "Ll", "Lowercase": .properties(\.isLowercase)
        case "digit", "N", "Nd", "Number": .digit
        case "alnum": .inner(PatternSet(items: [.properties(\.isAlphabetic), .digit]))
        case "word": .word
        case "space", "Z", "White_Space": .space
        case "blank": .horizontalSpace
        case "xdigit": .inner(PatternSet(items: [.range(0x30...0x39), .range(0x41...0x46), .range(0x61...0x66)]))
        case "punct", "P", "Punctuation", "S", "Symbol":
            .inner(PatternSet(items: [.properties(\.isAlphabetic), .digit, .space], isNegated: true))
        default: nil
        }
    }
}
