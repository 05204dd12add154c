import FasciaDocument
import FasciaModel

extension OptionDeclaration {
    /// In JSON Schema this is a reference to `#/$defs/Option`; see `definition`.
    static let schema: Schema<OptionDeclaration> = .recursive("Option") { whole }

    static var definition: JSON { whole.schema }

    /// The default limit. Settings cannot raise it, so a longer list is refused without reading it.
    private static var maximumOptions: Mismatch.Limit { .init("declared", Limits().declared) }

    private static let whole: Schema<OptionDeclaration> = .record(
        OptionDeclaration(id: ""),
        [
            .required("id", \.id, .name, "One segment of its full id: not empty, without / and *."),
            .optional("title", \.title, .string, "The visible text; the id by default."),
            .optional("on", \.on, .bool, "The state of a new switch; an existing one keeps its own."),
            .optional("disabled", \.disabled, .bool, "Whether taps are refused; unchanged if left out."),
            .optional(
                "options", \.options, .array(of: schema, atMost: maximumOptions),
                "The switches of a group; without them it is a single switch."),
            .defaulted("rules", \.rules, ToggleRules.schema, default: .init(), "The rules for its switches."),
            .defaulted("independent", \.independent, .bool, default: false, "A group without a master switch."),
        ])
}

extension ToggleRules {
    package static let schema = Schema.record(
        ToggleRules(),
        [
            .defaulted("exclusive", \.exclusive, .bool, default: false, "Exactly one switch is on, like radio buttons."),
            .optional("min", \.min, .int(0 ... .max), "The minimum number of switches that are on."),
            .optional("max", \.max, .int(0 ... .max), "The maximum number of switches that are on."),
            .defaulted(
                "requires", \.requires, .dictionary(of: .array(of: .name)), default: [:],
                "The switches that must be on when a switch is, by that switch."),
            .defaulted(
                "excludes", \.excludes, .array(of: .array(of: .name)), default: [],
                "Sets of switches of which at most one is on."),
        ])
}

extension GroupState {
    /// Also accepts true and false, for programs that use booleans.
    static let lenientSchema = Schema<GroupState>(
        schema: ["enum": .array(allCases.map { .string($0.rawValue) } + [true, false])]
    ) { json throws(Mismatch) in
        switch json {
        case .bool(let isOn): return isOn ? .on : .off
        case .string(let name):
            if let state = GroupState(rawValue: name) { return state }
            fallthrough
        default: throw Mismatch(expected: "one of on, off, mixed, true, false", found: json.found)
        }
    } write: {
        .string($0.rawValue)
    }
}
