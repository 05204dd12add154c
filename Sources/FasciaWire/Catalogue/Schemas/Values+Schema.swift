import FasciaDocument
import FasciaModel

extension ValueDeclaration {
    static let fields: [Field<ValueDeclaration>] = [
        .required("key", \.key, .name, "Its name."),
        .required("kind", \.kind, .oneOf, "The kind of value."),
        .optional("initial", \.initial, .any, "The value until it is set."),
        .optional("range", \.range, .range, "The minimum and the maximum, both allowed."),
        .defaulted(
            "volatile", \.isVolatile, .bool, default: false,
            "Whether the value is neither journalled nor undone, and is reset at a restart; watchers see it."),
        .defaulted(
            "secret", \.isSecret, .bool, default: false,
            "Whether the value appears in no event, snapshot, journal or log; it is volatile, too."),
        .optional("step", \.step, .number, "The amount that one press on a stepper adds."),
    ]

    static let schema = Schema.record(ValueDeclaration(key: "", kind: .json), fields)
}

extension EnvironmentScope {
    /// `{}` for the panel, else an object with one member.
    static let schema = Schema<EnvironmentScope>(schema: members.schema) { json throws(Mismatch) in
        // Ignoring an unknown member would widen the scope to the whole panel.
        let names = ["stack", "screen", "entry"]
        for (name, value) in json.objectValue?.members ?? [] where !names.contains(name) {
            throw Mismatch(expected: "only stack, screen, entry", found: value.found).below(name)
        }
        return try members.read(json)
    } write: {
        members.write($0)
    }

    private static let members = Schema.record(
        Parts(),
        [
            .optional("stack", \.stack, .name, "In this stack."),
            .optional("screen", \.screen, .name, "Wherever this screen is shown."),
            .optional("entry", \.entry, .name, "In this entry."),
        ]
    ).map { parts throws(Mismatch) in
        try parts.scope()
    } back: {
        Parts($0)
    }

    private struct Parts: Sendable {
        var stack, screen, entry: String?

        init() {}

        init(_ scope: EnvironmentScope) {
            switch scope {
            case .panel: break
            case .stack(let name): stack = name
            case .screen(let id): screen = id
            case .entry(let id): entry = id.rawValue
            }
        }

        func scope() throws(Mismatch) -> EnvironmentScope {
            switch (stack, screen, entry) {
            case (nil, nil, nil): return .panel
            case (let name?, nil, nil): return .stack(name)
            case (nil, let id?, nil): return .screen(id)
            case (nil, nil, let id?): return .entry(EntryID(id))
            default: throw Mismatch(expected: "at most one of stack, screen, entry", found: "more than one")
            }
        }
    }
}
