/// Reads a script for sh as far as quoting goes: POSIX.1-2024, Shell Command Language, 2.2 Quoting and 2.6.5 Field Splitting.
struct ScriptQuoting {
    private enum Place: Equatable {
        case plain, double, backticks
        /// `$(…)`, with so many parentheses open in it.
        case substitution(Int)
        /// `$((…))`
        case arithmetic
    }

    private let script: [Character]
    private var index = 0
    private var places = [Place.plain]
    private var wordStart = 0
    /// Whether a command may begin here, after assignments.
    private var isBeforeCommand = true
    /// The ends of here-documents that begin on the next line.
    private var ends: [String] = []

    /// The first variable `FASCIA_…` whose value the shell takes apart; `nil` if there is none.
    static func unquoted(_ script: String) -> String? {
        var reader = ScriptQuoting(script)
        return reader.next()
    }

    private init(_ script: String) { self.script = Array(script) }

    private var place: Place { places.last ?? .plain }
    private var isSplit: Bool { place != .double && place != .arithmetic }

    private func at(_ text: String) -> Bool { script[index...].starts(with: text) }

    private mutating func next() -> String? {
        while index < script.count {
            let character = script[index]
            if character == "$", let name = dollar() { return name }
            switch character {
            case "$": break
            case "\\": index += 2
            case "\"":
                if place == .double { places.removeLast() } else { places.append(.double) }
                index += 1
            case "`":
                if place == .backticks { places.removeLast() } else { places.append(.backticks) }
                index += 1
            case _ where place == .double: index += 1
            case _ where place == .arithmetic:
                if at("))") { places.removeLast() }
                index += at("))") ? 2 : 1
            default: plain(character)
            }
        }
        return nil
    }

    /// Reads what a `$` begins.
    ///
    /// - Returns: the name of a variable that is taken apart.
    private mutating func dollar() -> String? {
        if at("$((") {
            places.append(.arithmetic)
            index += 3
        } else if at("$(") {
            places.append(.substitution(0))
            (index, wordStart, isBeforeCommand) = (index + 2, index + 2, true)
        } else {
            let start = index
            index += at("${") ? 2 : 1
            let name = String(script[index...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
            index += name.count
            return name.hasPrefix("FASCIA_") && isSplit && !isAssignment(wordStart..<start) ? name : nil
        }
        return nil
    }

    /// The value of an assignment is not taken apart.
    private func isAssignment(_ word: Range<Int>) -> Bool {
        isBeforeCommand && String(script[word]).contains(/^[A-Za-z_][A-Za-z0-9_]*=/)
    }

    /// A command may follow these.
    private static let keywords: Set = [
        "", "if", "then", "elif", "else", "while", "until", "do", "{", "!", "export", "readonly", "local", "case",
    ]

    private mutating func plain(_ character: Character) {
        if character == "'" {
            index = (script[(index + 1)...].firstIndex(of: "'") ?? script.count) + 1
            return
        }
        if character == "#", wordStart == index {
            index = script[index...].firstIndex(where: \.isNewline) ?? script.count
            return
        }
        if at("<<"), !at("<<<") { noteDocument() }
        if case .substitution(let open) = place {
            switch character {
            case "(": places[places.count - 1] = .substitution(open + 1)
            case ")" where open > 0: places[places.count - 1] = .substitution(open - 1)
            case ")": places.removeLast()
            default: break
            }
        }
        if " \t\n;|&()<>".contains(character) {
            let word = wordStart..<index
            if ";|&()\n".contains(character) {
                isBeforeCommand = true
            } else if !isAssignment(word), !Self.keywords.contains(String(script[word])) {
                isBeforeCommand = false
            }
            wordStart = index + 1
        }
        index += 1
        if character.isNewline { skipDocuments() }
    }

    private mutating func noteDocument() {
        let word = script[(index + 2)...].drop { $0 == "-" }.drop { $0 == " " }.prefix { !" \t\n;|&()<>".contains($0) }
        ends.append(String(word.filter { !"'\"\\".contains($0) }))
    }

    /// In a here-document, nothing is taken apart.
    private mutating func skipDocuments() {
        for end in ends {
            while index < script.count {
                let line = script[index...].prefix { !$0.isNewline }
                index += line.count + 1
                if String(line.drop { $0 == "\t" }) == end { break }
            }
        }
        (ends, index) = ([], min(index, script.count))
        wordStart = index
    }
}
