/// A command that the user typed.
enum LinearCommand: Hashable {
    case list
    case more
    case back
    /// Confirms the latest change that would go back.
    case keep
    /// Answers the question with an id, or the first one.
    case answer(String?)
    case help
    case quit
    /// Operates a node, named by its number, label or id, with an optional argument.
    case operate(name: String, argument: String?)

    init(_ line: String) {
        let line = line.trimmed
        switch line {
        case "", "l", "list": self = .list
        case "m", "more": self = .more
        case "b", "back": self = .back
        case "keep": self = .keep
        case "a", "answer": self = .answer(nil)
        case let line where line.hasPrefix("a ") || line.hasPrefix("answer "):
            self = .answer(String(line.drop { $0 != " " }).trimmed)
        case "?", "h", "help": self = .help
        case "q", "quit": self = .quit
        default:
            let first = String(line.prefix { $0 != " " && $0 != "=" })
            if let equals = line.firstIndex(of: "="), Int(first) == nil {
                self = .operate(
                    name: String(line[..<equals]).trimmed, argument: String(line[line.index(after: equals)...]).trimmed)
            } else if Int(first) != nil {
                var rest = String(line.dropFirst(first.count)).trimmed
                if rest.hasPrefix("=") { rest = String(rest.dropFirst()).trimmed }
                self = .operate(name: first, argument: rest.isEmpty ? nil : rest)
            } else {
                self = .operate(name: line, argument: nil)
            }
        }
    }

    /// What a line means on a screen. A label may begin with a number, or have an equals sign in it: `5 GHz`.
    init(_ line: String, on screen: LinearScreen) {
        self.init(line)
        if case .operate(_, .some) = self, screen.hasLabel(line.trimmed) { self = .operate(name: line.trimmed, argument: nil) }
    }

    static let instructions = """
        To operate something, type its number or its label: 3, or Cheese.
        To set its value, type the number and the value, or the label, = and the value: 3 off, Cheese = off, 4 Ada, 5 +.
        Enter or l lists the screen, m shows more of a long list, b goes back, ? shows this help, q quits.
        Changes are announced as they happen. keep confirms the latest one that would go back by itself.
        a answers the question that was asked first, a and its id another one.
        """
}

extension String {
    /// The string without surrounding whitespace.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
