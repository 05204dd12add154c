/// The parts of the source of one stored property: attributes and modifiers, `var`, a name, and a type or a value.
struct PropertySource {
    /// Without backticks.
    var name: String
    var type: String?
    var value: String?

    /// Reads a declaration; `nil` if it is something else, or more than one property.
    init?(_ source: String) {
        var scanner = SourceScanner(source)
        repeat {
            if scanner.takeAttribute() { continue }
            guard let word = scanner.takeWord(), word != "let" else { return nil }
            if word == "var" { break }
            scanner.takeParentheses()
        } while true
        guard let name = scanner.takeWord(), let end = scanner.takeUntil([":", "=", ",", "{"]) else { return nil }
        self.name = name.filter { $0 != "`" }
        guard end.text.isEmpty else { return nil }
        var next = end.stop
        if next == ":" {
            guard let type = scanner.takeUntil(["=", ",", "{"]), !type.text.isEmpty else { return nil }
            (self.type, next) = (type.text, type.stop)
        }
        if next == "=" {
            guard let value = scanner.takeUntil([","]), !value.text.isEmpty, !scanner.hasObserver else { return nil }
            (self.value, next) = (value.text, value.stop)
        }
        guard next == nil else { return nil }
    }
}
