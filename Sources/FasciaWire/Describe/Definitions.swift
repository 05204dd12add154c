import FasciaDocument
import FasciaModel
import FasciaScene

/// The named types of the schemas of methods and events: the members of `$defs`.
enum Definitions {
    static let all: JSON.Object = {
        var all: JSON.Object = [
            "Option": OptionDeclaration.definition, "Toggle": toggle, "Picker": picker, "Entry": entry(beside: []),
            "Removal": entry(beside: [
                .always("outcome", .names(NavChange.Removal.Outcome.self), "How it went.")
            ]),
            "Stack": stack, "ScreenInfo": screenInfo, "VisibleNode": visibleNode, "Snapshot": snapshot,
            "Peer": peer, "Plugin": plugin, "Cause": cause, "Issue": .result(issue), "Event": event(beside: []),
            "Change": ["oneOf": .array(ChangeKind.all.map(\.schema))],
        ]
        for member in Node.definitions.members { all[member.key] = member.value }
        return all
    }()

    /// The definitions that a schema refers to, directly or indirectly, in the order of their first reference.
    static func used(by schema: JSON) -> JSON.Object {
        var used: JSON.Object = [:]
        var rest = references(in: schema)[...]
        while let name = rest.popFirst() {
            guard used[name] == nil, let definition = all[name] else { continue }
            used[name] = definition
            rest += references(in: definition)
        }
        return used
    }

    private static func references(in schema: JSON) -> [String] {
        switch schema {
        case .array(let elements): return elements.flatMap(references)
        case .object(let object):
            if let reference = object["$ref"]?.stringValue {
                return [String(reference.split(separator: "/").last ?? "")]
            }
            return object.members.flatMap { references(in: $0.value) }
        default: return []
        }
    }

    private static func entry(beside extra: [ResultMember]) -> JSON {
        .result(
            [
                .always("id", .string, "Its id; never used again."),
                .always("screen", .string, "The screen that it shows."),
                .always("args", .anything, "What the screen is given."),
                .sometimes("handles", .list(.string), "The actions that its parent handles."),
            ] + extra)
    }

    private static let stack = JSON.result([
        .always("stack", .string, "Its name."),
        .always(
            "layers",
            .list(
                .result([
                    .sometimes("modal", .names(ModalStyle.self), "How it looks; the base layer has none."),
                    .always(
                        "entries",
                        .list(
                            entry(beside: [
                                .always("title", .string, "The screen's title."),
                                .always("orphaned", .boolean, "Whether the app behind the screen has gone."),
                            ])), "From bottom to top."),
                ])), "The base layer, and the modals over it."),
        .always("top", .string, "The id of the entry in front."),
        .always("canPop", .boolean, "Whether nav.pop would do something."),
        .always("revision", .integer, "The panel's revision."),
    ])

    private static let toggle = JSON.result([
        .always("id", .string, "Its full id: extras/cheese."),
        .always("title", .string, "What people read."),
        .sometimes("state", .names(GroupState.self), "What it is; an independent group has none."),
        .always("enabled", .boolean, "Whether gestures are taken."),
        .sometimes("independent", .boolean, "Whether it is a group without a master switch."),
        .sometimes("options", .list(.definition("Toggle")), "What is in a group."),
    ])

    private static let picker = JSON.result([
        .always("id", .string, "Its id."), .always("title", .string, "What people read."),
        .always(
            "components",
            .list(
                .result([
                    .always("id", .string, "Its full id: height/unit."),
                    .always("title", .string, "What people read."),
                    .always("elements", PickerElement.listSchema.schema, "What there is to pick now."),
                    .always("selection", ["type": ["string", "null"]], "The id of the selected element."),
                    .always("shown", ["type": ["string", "null"]], "The id of the element that people see."),
                    .sometimes("optional", .boolean, "Whether nothing may be selected."),
                    .sometimes("initial", .string, "What is shown while nothing is selected."),
                    .sometimes("role", .names(PickerComponent.Role.self), "label: nobody can pick it."),
                    .sometimes("dependsOn", .string, "The component whose shown element chooses its elements."),
                    .sometimes("elementsFor", .map(PickerElement.listSchema.schema), "They, by that element."),
                ])), "Side by side, first to last."),
    ])

    static let issue: [ResultMember] = [
        .always("severity", .names(Issue.Severity.self), "Whether it went wrong already."),
        .always("reason", .names(Issue.Reason.self), "What kind of thing is wrong."),
        .always("message", .string, "What is wrong, and how to mend it."),
        .always("breadcrumbs", .anyObject, "What led there."),
    ]

    private static let screenInfo = JSON.result([
        .always("id", .string, "Its name."), .always("title", .string, "What stands above it."),
        .always("nodes", .integer, "How many nodes it has."),
        .sometimes("emits", .list(.string), "What it may tell its parent."),
        .always("orphaned", .boolean, "Whether the app behind it has gone."),
    ])

    private static let visibleNode = JSON.result([
        .always("id", .string, "What ui.tap takes."), .always("entry", .string, "The entry that shows it."),
        .always("role", ["enum": .array(Element.roles.map { .string($0) })], "What kind of thing it is."),
        .always("label", .string, "What it says."),
        .sometimes("value", ["type": ["string", "number"]], "What it shows beside its label."),
        .sometimes("fraction", .number, "How far a slider, a progress or a gauge is along, from 0 to 1."),
        .sometimes(
            "options",
            .list(.result([.always("id", .string, "What ui.set takes."), .always("label", .string, "What it says.")])),
            "What there is to choose from."),
        .sometimes("selection", .anything, "The id of the chosen option; null where none is."),
        .sometimes("total", .integer, "For rows: how many there are, seen or not."),
        .sometimes(
            "known", .list(.result([.always("first", .integer, "From 0."), .always("count", .integer, "How many.")])),
            "For rows: which of them follow here as nodes. ui.tap of another one by its id asks its app for it."),
        .always("enabled", .boolean, "Whether it can be operated."),
        .sometimes("focused", .boolean, "Whether it has the focus of the terminal that was asked about."),
        .sometimes("tap", .boolean, "With details: ui.tap operates it."),
        .sometimes("set", ["enum": ["text", "number", "option"]], "With details: what ui.set takes."),
        .sometimes("range", .list(.number), "With details: the least and the most that a number may be."),
        .sometimes("decrement", .boolean, "With details: ui.tap ID:decrement makes it less."),
        .sometimes("increment", .boolean, "With details: ui.tap ID:increment makes it more."),
        .sometimes("secure", .boolean, "With details: its text is not to be seen."),
    ])

    private static let snapshot = JSON.result([
        .always("stacks", .list(.definition("Stack")), "All stacks."),
        .always("targets", .list(Target.schema.schema), "All declared targets."),
        .always("groups", .list(.definition("Toggle")), "All toggle groups."),
        .always("pickers", .list(.definition("Picker")), "All pickers."),
        .always("values", .map(.anything), "All values by name."),
        .always("screens", .list(.definition("ScreenInfo")), "All screens, without what is in them."),
        .always(
            "environment",
            .list(
                .result([
                    .always("scope", EnvironmentScope.schema.schema, "Where."),
                    .always("values", .anyObject, "What is set there."),
                ])), "All scopes in which something is set."),
    ])

    private static let peer = JSON.result([
        .always("uid", .integer, "Its user."), .always("gid", .integer, "Its group."),
        .always("pid", .integer, "Its process."), .always("role", .string, "What it may do."),
    ])

    private static let plugin = JSON.result([
        .always("id", .string, "Its name."), .sometimes("version", .string, "Its version."),
        .sometimes("state", .string, "Whether it is in use."),
    ])

    private static let cause = JSON.result([
        .always("method", .string, "The method that was called."),
        .always("client", .integer, "The daemon's number of the connection."),
        .sometimes("name", .string, "What the client says it is called."),
        .always("uid", .integer, "The client's user."), .always("pid", .integer, "The client's process."),
        .sometimes("request", ["type": ["string", "number", "null"]], "The id of the request."),
    ])

    static func event(beside extra: [ResultMember]) -> JSON {
        .result(
            extra + [
                .always("cursor", .string, "Where watch.start can go on."),
                .always("revision", .integer, "The panel's revision after it."),
                .always("time", ["type": "string", "format": "date-time"], "When."),
                .always("cause", .definition("Cause"), "Who, and with what."),
                .always("changes", .list(.definition("Change")), "Everything that one command changed."),
            ])
    }
}

/// One row of the table of change kinds.
struct ChangeKind: Sendable {
    let name: String
    let members: [ResultMember]

    var schema: JSON {
        var schema = JSON.result(members).objectValue ?? [:]
        var properties: JSON.Object = ["kind": ["const": .string(name)]]
        for member in schema["properties"]?.objectValue?.members ?? [] { properties[member.key] = member.value }
        schema["properties"] = .object(properties)
        schema["required"] = .array(["kind"] + (schema["required"]?.arrayValue ?? []))
        return .object(schema)
    }

    static let all: [ChangeKind] = [
        ChangeKind(
            name: "option",
            members: [
                .always("id", .string, "The option's full id."), .always("from", .boolean, "What it was."),
                .always("to", .boolean, "What it is."), .always("why", .names(Change.Why.self), "Why it changed."),
            ]),
        ChangeKind(
            name: "group",
            members: [
                .always("id", .string, "The group's full id."),
                .always("from", .names(GroupState.self), "What it was."),
                .always("to", .names(GroupState.self), "What it is."),
            ]),
        ChangeKind(
            name: "enabled",
            members: [
                .always("id", .string, "The full id of the option or group."),
                .always("from", .boolean, "What it was."), .always("to", .boolean, "What it is."),
            ]),
        ChangeKind(
            name: "picker",
            members: [
                .always("id", .string, "The component's full id."),
                .always("from", ["type": ["string", "null"]], "The element that was selected."),
                .always("to", ["type": ["string", "null"]], "The element that is."),
                .always("why", .names(PickerChange.Why.self), "Why it changed."),
            ]),
        ChangeKind(
            name: "value",
            members: [
                .always("key", .string, "The value's name."), .always("from", .anything, "What it was."),
                .always("to", .anything, "What it is."),
            ]),
        ChangeKind(
            name: "nav",
            members: [
                .always("stack", .string, "The stack's name."),
                .always("added", .list(.definition("Entry")), "From bottom to top."),
                .always("removed", .list(.definition("Removal")), "From top to bottom."),
                .always("top", .string, "The entry in front."),
                .always("canPop", .boolean, "Whether nav.pop would do something."),
                .always("transition", .names(NavChange.Transition.self), "How it may be shown."),
            ]),
        ChangeKind(
            name: "screen",
            members: [
                .always("id", .string, "The screen's name."), .always("nodes", .integer, "How many nodes differ."),
            ]),
        ChangeKind(name: "declared", members: subject), ChangeKind(name: "removed", members: subject),
        ChangeKind(
            name: "environment",
            members: [
                .always("scope", EnvironmentScope.schema.schema, "Where; the panel where it is empty."),
                .always("values", .anyObject, "What is set there now."),
            ]),
        ChangeKind(
            name: "orphaned",
            members: [
                .always("id", .string, "The screen's name."),
                .always("to", .boolean, "Whether the app behind it has gone."),
            ]),
        ChangeKind(
            name: "action",
            members: [
                .always("entry", .string, "The entry that sent it."), .always("name", .string, "What the user did."),
                .always("payload", .anything, "What went with it."),
                .always("outcome", .names(ActionReport.Outcome.self), "What became of it."),
                .sometimes("reason", .string, "Why it was rejected."),
            ]),
        ChangeKind(name: "issue", members: Definitions.issue),
    ]

    private static let subject: [ResultMember] = [
        .always("what", .names(Change.Subject.self), "What kind of thing."), .always("id", .string, "Its name."),
    ]
}
