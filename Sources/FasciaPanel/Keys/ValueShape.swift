/// What may stand at a place of a panel file.
indirect enum ValueShape: Hashable, Sendable {
    case text
    /// Any YAML, which becomes JSON.
    case json
    case bool
    case integer(atLeast: Int, atMost: Int? = nil)
    case number
    /// `500ms`, `60s`, `5m`, `2h`, or a number of seconds.
    case duration
    /// A regular expression.
    case pattern
    /// A condition, such as `value:load > 3`.
    case condition
    /// A theme, or its colours.
    case theme
    case oneOf([String])
    /// Two numbers, the lower one first.
    case range
    case list(ValueShape)
    /// A mapping from names to this.
    case named(ValueShape)
    case keys(KeyTable.Name)
    /// An item of a screen, whose kind is one of its keys.
    case item
    /// One of these, which differ in whether they are a text, a list or a mapping.
    case either([ValueShape])

    static let command = ValueShape.either([.list(.text), .keys(.shell)])
    static let items = ValueShape.list(.item)
}

/// A key of a mapping.
struct PanelKey: Hashable, Sendable {
    var name: String
    var shape: ValueShape
    var isRequired = false
    /// One line for the documentation.
    var summary: String

    init(_ name: String, _ shape: ValueShape, required: Bool = false, _ summary: String) {
        self.name = name
        self.shape = shape
        isRequired = required
        self.summary = summary
    }
}

/// The keys of one kind of mapping. The parser, the messages, the JSON Schema and the documentation follow from it.
struct KeyTable: Hashable, Sendable {
    enum Name: String, Hashable, Sendable, CaseIterable {
        case file, screen, option, choice, choices, field, shell, match, revert, `where`, each, tap, column, format, rule
        case groupRules
        // The kinds of items.
        case `switch`, group, picker, value, button, link, text, section, divider, gauge, progress, sparkline, chart, log, table
        case node

        static let items: [Name] = [
            .switch, .group, .picker, .value, .button, .link, .text, .section, .divider, .gauge, .progress, .sparkline, .chart,
            .log, .table, .node,
        ]
    }

    var summary: String
    var keys: [PanelKey]

    subscript(name: String) -> PanelKey? { keys.first { $0.name == name } }
}
