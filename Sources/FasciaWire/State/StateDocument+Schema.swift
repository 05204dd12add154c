import FasciaDocument
import FasciaModel

extension StateDocument {
    /// Lists are present even if they are empty, so that readers need no special case.
    static let schema = Schema.record(
        StateDocument(PanelContents(), apps: []),
        [
            .required("revision", \.contents.revision, .int(0 ... .max), "How many commands have changed something."),
            .required("lastEntry", \.contents.lastEntry, .int(1 ... .max), "The number of the last entry's id."),
            .required("stacks", \.contents.stacks, .array(of: PanelContents.Stack.schema), "Main first."),
            .required("targets", \.contents.targets, .array(of: Target.schema), "As nav.target takes them."),
            .required("groups", \.contents.groups, .array(of: OptionDeclaration.schema), "As toggle.declare takes them."),
            .required("pickers", \.contents.pickers, .array(of: PickerDeclaration.schema), "As picker.declare takes them."),
            .required(
                "values", \.contents.values, .array(of: PanelContents.NamedValue.schema),
                "With the members of value.declare, where they are declared."),
            .required("screens", \.contents.screens, .array(of: Screen.schema), "As screen.put takes them."),
            .required("orphaned", \.contents.orphaned, .array(of: .string), "The screens whose app has gone."),
            .required("apps", \.apps, .array(of: .string), "The screens whose app was there."),
            .required(
                "environment", \.contents.environment, .array(of: PanelContents.Scope.schema),
                "As environment.set takes it."),
        ])
}

extension PanelContents.Stack {
    static let schema = Schema.record(
        PanelContents.Stack(name: "", layers: []),
        [
            .required("stack", \.name, .string, "Its name."),
            .required("layers", \.layers, .array(of: Layer.schema), "From the base to the top."),
        ])
}

extension Layer {
    static let schema = Schema.record(
        Layer(entries: []),
        [
            .optional("modal", \.modal, .oneOf, "How it looks; the base has none."),
            .required("entries", \.entries, .array(of: Entry.schema), "From the first to the top."),
        ])
}

extension Entry {
    static let schema = Schema.record(
        Parts(),
        [
            .required("id", \.id, EntryID.schema, "Minted by the daemon."),
            .required("screen", \.route.screen, .string, "The screen to show."),
            .defaulted("args", \.route.args, .any, default: .null, "What the screen is given."),
            .defaulted("handles", \.handles, .array(of: .string), default: [], "What whoever pushed it handles."),
        ]
    ).map {
        Entry(id: $0.id, route: $0.route, handles: $0.handles)
    } back: {
        Parts(id: $0.id, route: $0.route, handles: $0.handles)
    }

    private struct Parts: Sendable {
        var id = EntryID("")
        var route = Route("")
        var handles: [String] = []
    }
}

extension PanelContents.NamedValue {
    static let schema = Schema<PanelContents.NamedValue>(schema: members.schema) { json throws(Mismatch) in
        let plain = try members.read(json)
        guard json["kind"] != nil else { return plain }
        let declaration = try ValueDeclaration.schema.read(json)
        return PanelContents.NamedValue(key: plain.key, value: plain.value, declaration: declaration)
    } write: { value in
        var object = members.write(value).objectValue ?? [:]
        if let declaration = value.declaration {
            for (name, member) in ValueDeclaration.schema.write(declaration).objectValue?.members ?? [] { object[name] = member }
        }
        return .object(object)
    }

    private static let members = Schema.record(
        PanelContents.NamedValue(key: "", value: .null),
        [
            .required("key", \.key, .string, "Its name."),
            .required("value", \.value, .any, "What it is."),
        ])
}

extension PanelContents.Scope {
    static let schema = Schema.record(
        PanelContents.Scope(.panel, values: [:]),
        [
            .required("scope", \.scope, EnvironmentScope.schema, "Where it holds."),
            .required("values", \.values, EnvironmentSchema.values, "What is set there."),
        ])
}
