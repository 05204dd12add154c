import FasciaDocument
import FasciaModel

extension StateDocument {
    /// Lists are present even if they are empty, so that readers need no special case.
    static let schema = Schema.record(
        StateDocument(PanelContents(), apps: []),
        [
            .required("revision", \.contents.revision, .int(0 ... .max), "The panel's revision."),
            .required("lastEntry", \.contents.lastEntry, .int(1 ... .max), "The number of the last entry's id."),
            .required("stacks", \.contents.stacks, .all(PanelContents.Stack.schema), "The stacks, main first."),
            .required("targets", \.contents.targets, .all(Target.schema), "In the form of nav.target."),
            .required("groups", \.contents.groups, .all(OptionDeclaration.schema), "In the form of toggle.declare."),
            .required("pickers", \.contents.pickers, .all(PickerDeclaration.schema), "In the form of picker.declare."),
            .required(
                "values", \.contents.values, .all(PanelContents.NamedValue.schema),
                "Declared values have the members of value.declare."),
            .required("screens", \.contents.screens, .all(Screen.schema), "In the form of screen.put."),
            .required("orphaned", \.contents.orphaned, .all(.string), "The screens whose app has disconnected."),
            .required("apps", \.apps, .all(.string), "The screens whose app is connected."),
            .required(
                "environment", \.contents.environment, .all(PanelContents.Scope.schema),
                "In the form of environment.set."),
            .defaulted(
                "questions", \.contents.questions, .all(AskedQuestion.schema), default: [],
                "In the order in which they were asked."),
            .defaulted(
                "claims", \.contents.claims, .all(PanelContents.Claimed.schema), default: [],
                "What clients carry out. After an import nobody can change it until one claims it again."),
        ])
}

extension PanelContents.Stack {
    static let schema = Schema.record(
        PanelContents.Stack(name: "", layers: []),
        [
            .required("stack", \.name, .string, "Its name."),
            .required("layers", \.layers, .all(Layer.schema), "From the base to the top."),
        ])
}

extension Layer {
    static let schema = Schema.record(
        Layer(entries: []),
        [
            .optional("modal", \.modal, .oneOf, "The style of a modal; the base layer has none."),
            .required("entries", \.entries, .all(Entry.schema), "From bottom to top."),
        ])
}

extension Entry {
    static let schema = Schema.record(
        Parts(),
        [
            .required("id", \.id, EntryID.schema, "Assigned by the daemon."),
            .required("screen", \.route.screen, .string, "The screen to show."),
            .defaulted("args", \.route.args, .any, default: .null, "The screen's arguments."),
            .defaulted("handles", \.handles, .all(.string), default: [], "The actions that its parent handles."),
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
            .required("value", \.value, .any, "The value."),
        ])
}

extension PanelContents.Claimed {
    static let schema = Schema.record(
        PanelContents.Claimed(name: "", request: ClaimRequest()),
        [
            .required("name", \.name, .string, "The client and its process."),
            .required("claim", \.request, ClaimRequest.schema, "In the form of bind.claim."),
            .optional("revertWithin", \.request.revertWithin, .milliseconds, "The time in seconds for a confirmation."),
        ])
}

extension PanelContents.Scope {
    static let schema = Schema.record(
        PanelContents.Scope(.panel, values: [:]),
        [
            .required("scope", \.scope, EnvironmentScope.schema, "The scope."),
            .required("values", \.values, EnvironmentSchema.values, "The values of the scope."),
        ])
}

extension Schema {
    /// An array of any length: no client sends a whole state.
    fileprivate static func all<Element>(_ element: Schema<Element>) -> Schema where Value == [Element] {
        .array(of: element, atMost: nil)
    }
}
