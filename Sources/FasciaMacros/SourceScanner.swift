/// Reads Swift source from its beginning to its end, as far as the declaration of a property needs: brackets, texts and
/// comments belong together.
struct SourceScanner {
    private var rest: Substring
    /// Whether the last part ended with a block of `didSet`, `willSet`, `get` or `set`.
    private(set) var hasObserver = false

    init(_ source: String) { rest = Substring(source) }

    /// The blanks and comments at the beginning.
    var blank: Substring {
        var scanner = self
        scanner.takeBlank()
        return rest[..<scanner.rest.startIndex]
    }

    /// The type that an extension extends, without its module; `nil` if this is no extension.
    var extendedType: String? {
        var scanner = self
        while scanner.takeAttribute() {}
        while let word = scanner.takeWord() {
            guard word == "extension" else { continue }
            guard let type = scanner.takeWord() else { return nil }
            guard scanner.rest.first == "." else { return type }
            scanner.rest.removeFirst()
            return scanner.takeWord()
        }
        return nil
    }

    /// The type of a literal that is known without checking types.
    static func typeOfLiteral(_ value: String) -> String? {
        if value == "true" || value == "false" { return "Swift.Bool" }
        if let first = value.first, first == "\"" || first == "#" {
            var scanner = SourceScanner(value)
            return scanner.takeText() && scanner.rest.isEmpty ? "Swift.String" : nil
        }
        guard value.first?.isNumber == true, value.allSatisfy({ $0.isHexDigit || "._xobpP".contains($0) }) else { return nil }
        let isHexadecimal = value.hasPrefix("0x")
        return value.contains(where: { isHexadecimal ? ".pP".contains($0) : ".eE".contains($0) }) ? "Swift.Double" : "Swift.Int"
    }

    // MARK: - Parts

    /// What has not been read.
    var remainder: String { String(rest) }

    /// Takes this word, if it comes next.
    mutating func take(_ word: String) -> Bool {
        var scanner = self
        scanner.takeBlank()
        guard scanner.rest.hasPrefix(word) else { return false }
        rest = scanner.rest.dropFirst(word.count)
        return true
    }

    /// Takes the rest of a statement: up to a line break outside of brackets and texts, or a semicolon.
    mutating func takeStatement() -> String {
        let start = rest
        var depth = 0
        while let character = rest.first, depth > 0 || !(character.isNewline || character == ";" || character == "}") {
            if takeText() { continue }
            depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
            rest.removeFirst()
        }
        let statement = String(start[..<rest.startIndex])
        _ = take(";")
        return statement
    }

    /// Takes `@Name` with its arguments.
    mutating func takeAttribute() -> Bool {
        takeBlank()
        guard rest.first == "@" else { return false }
        rest.removeFirst()
        _ = takeWord()
        while rest.first == "." {
            rest.removeFirst()
            _ = takeWord()
        }
        if rest.first == "(" { takeParentheses() }
        return true
    }

    /// Takes an identifier or a keyword.
    mutating func takeWord() -> String? {
        takeBlank()
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : String(word)
    }

    /// Takes what is in parentheses, if they come next.
    mutating func takeParentheses() {
        guard rest.first == "(" else { return }
        // Those in a text belong to the part around it.
        let hadObserver = hasObserver
        defer { hasObserver = hadObserver }
        rest.removeFirst()
        _ = takeUntil([")"])
    }

    /// Takes everything before one of these, outside of brackets, and that one.
    ///
    /// - Returns: the text, and where it stopped, `nil` at the end of the source; `nil` if brackets do not match.
    mutating func takeUntil(_ stops: Set<Character>) -> (text: String, stop: Character?)? {
        let before = self
        if let part = takeUntil(stops, areAnglesBrackets: true) { return part }
        // One of them was an operator.
        self = before
        return takeUntil(stops, areAnglesBrackets: false)
    }

    private mutating func takeUntil(
        _ stops: Set<Character>, areAnglesBrackets: Bool
    ) -> (text: String, stop: Character?)? {
        takeBlank()
        let start = rest
        var end = start.startIndex
        var closing: [Character] = []
        hasObserver = false
        while true {
            takeBlank()
            guard let character = rest.first else { return closing.isEmpty ? (String(start[..<end]), nil) : nil }
            let text = String(start[..<end])
            if closing.isEmpty, stops.contains(character), character != "=" || isAssignment {
                rest.removeFirst()
                return (text, character)
            }
            if !takeText() {
                if closing.isEmpty, character == "{" { hasObserver = startsObserver }
                if character == closing.last, character != ">" || last != "-" {
                    closing.removeLast()
                } else if let bracket = Self.brackets[character] {
                    closing.append(bracket)
                } else if areAnglesBrackets, character == "<", last.map({ $0.isLetter || $0.isNumber }) == true {
                    closing.append(">")
                }
                rest.removeFirst()
            }
            end = rest.startIndex
        }
    }

    private static let brackets: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

    /// The character before the rest.
    private var last: Character? { rest.base[..<rest.startIndex].last }

    /// Whether the `=` that comes next is no part of another operator.
    private var isAssignment: Bool {
        let operators = "=<>!~+-*/%&|^"
        return !(last.map(operators.contains) ?? false) && !(rest.dropFirst().first.map(operators.contains) ?? false)
    }

    /// Whether the block that comes next observes or computes a property, rather than being a closure.
    private var startsObserver: Bool {
        var scanner = self
        scanner.rest.removeFirst()
        while scanner.takeAttribute() {}
        return scanner.takeWord().map { ["didSet", "willSet", "get", "set"].contains($0) } ?? false
    }

    // MARK: - Blanks and texts

    private mutating func takeBlank() {
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                takeComment()
            } else {
                return
            }
        }
    }

    /// Takes a comment with the comments in it.
    private mutating func takeComment() {
        var depth = 0
        repeat {
            let isStart = rest.hasPrefix("/*")
            if isStart || rest.hasPrefix("*/") {
                depth += isStart ? 1 : -1
                rest.removeFirst()
            }
            rest = rest.dropFirst()
        } while depth > 0 && !rest.isEmpty
    }

    /// Takes a text, with its interpolations.
    private mutating func takeText() -> Bool {
        let hashes = String(rest.prefix { $0 == "#" })
        var text = rest.dropFirst(hashes.count)
        guard text.first == "\"" else { return false }
        let quotes = text.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        text = text.dropFirst(quotes.count)
        while !text.isEmpty, !text.hasPrefix(quotes + hashes) {
            if text.hasPrefix("\\" + hashes) {
                text = text.dropFirst(1 + hashes.count)
                if text.first == "(" {
                    rest = text
                    takeParentheses()
                    text = rest
                    continue
                }
            }
            text = text.dropFirst()
        }
        rest = text.dropFirst(quotes.count + hashes.count)
        return true
    }
}
