import FasciaDocument
import FasciaModel
import FasciaScene

/// The named types of the schemas of methods and events: the members of `$defs`.
enum Definitions {
    static let all: JSON.Object = {
        var all: JSON.Object = [
            "Option": OptionDeclaration.definition, "Toggle": toggle, "Condition": BoundCondition.definition, "Picker": picker,
            "Entry": entry(extra: []),
            "Removal": entry(extra: [
                .required("outcome", .names(NavChange.Removal.Outcome.self), "How it was removed.")
            ]),
            "Stack": stack, "ScreenInfo": screenInfo, "VisibleNode": visibleNode, "Snapshot": snapshot,
            "Peer": peer, "Person": person, "Plugin": plugin, "Cause": cause, "Issue": .result(issue), "Event": event(extra: []),
            "Question": question, "Change": ["oneOf": .array(ChangeKind.allCases.map(\.schema))],
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

    private static func entry(extra: [ResultMember]) -> JSON {
        .result(
            [
                .required("id", .string, "Its id, which is never reused."),
                .required("screen", .string, "The screen that it shows."),
                .required("args", .anything, "The screen's arguments."),
                .optional("handles", .list(.string), "The actions that its parent handles."),
            ] + extra)
    }

    private static let stack = JSON.result([
        .required("stack", .string, "Its name."),
        .required(
            "layers",
            .list(
                .result([
                    .optional("modal", .names(ModalStyle.self), "The style of a modal; the base layer has none."),
                    .required(
                        "entries",
                        .list(
                            entry(extra: [
                                .required("title", .string, "The screen's title."),
                                .required("orphaned", .boolean, "Whether the screen's app has disconnected."),
                            ])), "From bottom to top."),
                ])), "The base layer, and the modals over it."),
        .required("top", .string, "The id of the top entry."),
        .required("canPop", .boolean, "Whether nav.pop can go back."),
        .required("revision", .integer, "The panel's revision."),
    ])

    private static let toggle = JSON.result([
        .required("id", .string, "Its full id: extras/cheese."),
        .required("title", .string, "The visible title."),
        .optional("state", .names(GroupState.self), "The state; an independent group has none."),
        .required("enabled", .boolean, "Whether taps operate it."),
        .optional("independent", .boolean, "Whether it is a group without a master switch."),
        .optional("condition", .definition("Condition"), "The condition of a bound option."),
        .optional("options", .list(.definition("Toggle")), "The switches of a group."),
    ])

    private static let picker = JSON.result([
        .required("id", .string, "Its id."), .required("title", .string, "The visible title."),
        .required(
            "components",
            .list(
                .result([
                    .required("id", .string, "Its full id: height/unit."),
                    .required("title", .string, "The visible title."),
                    .required("elements", PickerElement.listSchema.schema, "The current elements."),
                    .required("selection", ["type": ["string", "null"]], "The id of the selected element."),
                    .required("shown", ["type": ["string", "null"]], "The id of the displayed element."),
                    .optional("optional", .boolean, "Whether nothing may be selected."),
                    .optional("initial", .string, "What is shown while nothing is selected."),
                    .optional("role", .names(PickerComponent.Role.self), "label: a decoration that cannot be picked."),
                    .optional("dependsOn", .string, "The component whose shown element determines the elements."),
                    .optional(
                        "elementsFor", .map(PickerElement.listSchema.schema), "The elements for each element of that component."),
                    .optional("condition", .definition("Condition"), "The condition of a bound component."),
                ])), "The components, from first to last."),
    ])

    static let issue: [ResultMember] = [
        .required("severity", .names(Issue.Severity.self), "An error has happened; a warning is a risk."),
        .required("reason", .names(Issue.Reason.self), "The kind of issue."),
        .required("message", .string, "What is wrong, and how to fix it."),
        .required("breadcrumbs", .anyObject, "The context of the issue."),
    ]

    private static let screenInfo = JSON.result([
        .required("id", .string, "Its name."), .required("title", .string, "The visible title."),
        .required("nodes", .integer, "The number of its nodes."),
        .optional("emits", .list(.string), "The actions that it can send to its parent."),
        .required("orphaned", .boolean, "Whether its app has disconnected."),
        .optional(
            "publisher",
            .result([
                .required("client", .integer, "The number of its connection."), .optional("name", .string, "Its name."),
                .required("uid", .integer, "Its user id."), .required("pid", .integer, "Its process id."),
            ]), "The connected client that has published it last; only in screen.list."),
    ])

    private static let visibleNode = JSON.result([
        .required("id", .string, "The id for ui.tap; of a question, question/ and its id for ask.answer."),
        .required("entry", .string, "The entry that shows it; empty for a question."),
        .required("role", ["enum": .array((Element.roles + ["question"]).map { .string($0) })], "Its role."),
        .required("label", .string, "The visible label."),
        .optional("value", ["type": ["string", "number"]], "The value that it shows."),
        .optional("fraction", .number, "The position of a slider, a progress or a gauge, from 0 to 1."),
        .optional(
            "options",
            .list(.result([.required("id", .string, "The id for ui.set."), .required("label", .string, "The visible label.")])),
            "The options to choose from."),
        .optional("selection", .anything, "The id of the selected option; null if none is."),
        .optional("total", .integer, "For rows: their number, visible or not."),
        .optional(
            "known",
            .list(
                .result([
                    .required("first", .integer, "The index of the first one."), .required("count", .integer, "Their number."),
                ])),
            "For rows: which of them follow here as nodes. ui.tap of the id of another row requests it from its app."),
        .optional("conditions", .list(.names(BoundCondition.Word.self)), "The condition of the bound thing that it shows."),
        .optional("notes", .list(.string), "Why its last request failed, or what the claimer does."),
        .required("enabled", .boolean, "Whether it can be operated."),
        .optional("denied", .string, "The right that this client lacks to operate it."),
        .optional("focused", .boolean, "Whether it has the focus of the given terminal."),
        .optional("tap", .boolean, "With details: ui.tap operates it."),
        .optional("set", ["enum": ["text", "number", "option"]], "With details: the kind of value for ui.set."),
        .optional("range", .list(.number), "With details: the minimum and the maximum of a number."),
        .optional("shown", .string, "With details: a number as it is shown, if that is not only the number: 40 %."),
        .optional("decrement", .boolean, "With details: ui.tap ID:decrement decreases it."),
        .optional("increment", .boolean, "With details: ui.tap ID:increment increases it."),
        .optional("secure", .boolean, "With details: its text is hidden."),
    ])

    private static let snapshot = JSON.result([
        .required("stacks", .list(.definition("Stack")), "All stacks."),
        .required("targets", .list(Target.schema.schema), "All declared targets."),
        .required("groups", .list(.definition("Toggle")), "All groups of switches."),
        .required("pickers", .list(.definition("Picker")), "All pickers."),
        .required("values", .map(.anything), "All values by name."),
        .optional("conditions", .map(.definition("Condition")), "The conditions of the bound values."),
        .required("screens", .list(.definition("ScreenInfo")), "All screens, without their nodes."),
        .required(
            "questions",
            .list(
                .result([
                    .required("id", .string, "The question."), .required("name", .string, "What it is called."),
                    .required("state", .names(AskedQuestion.State.self), "Open, or how it has ended."),
                ])), "All questions, without their answers."),
        .required(
            "environment",
            .list(
                .result([
                    .required("scope", EnvironmentScope.schema.schema, "The scope."),
                    .required("values", .anyObject, "The values of the scope."),
                ])), "All scopes that have values."),
    ])

    private static let peer = JSON.result([
        .required("uid", .integer, "Its user id."), .required("gid", .integer, "Its group id."),
        .required("pid", .integer, "Its process id."),
        .required("role", .string, "Its role, which determines what it may do; with an access file, the highest for anything."),
        .required("groups", .list(.integer), "All its group ids."),
        .optional("unit", .string, "The unit of the service manager that it runs in."),
        .optional("actsFor", .integer, "The user for whom it acts, with daemon.hello."),
        .optional("access", .string, "The access file that says what it may do."),
    ])

    private static let plugin = JSON.result([
        .required("id", .string, "Its name."), .required("path", .string, "The path of its file."),
        .required("loaded", .boolean, "Whether it is loaded."), .optional("version", .string, "Its version."),
        .required(
            "styles",
            .list(
                .result([
                    .required("kind", .string, "The kind of control."), .required("name", .string, "The name of the style."),
                ])), "The styles that it provides."),
        .required("renderer", .boolean, "Whether it has a renderer."),
        .optional(
            "isolation", .string,
            "Of a loaded plugin: process if its process is confined, none if the daemon was told not to confine it."),
        .optional("confinement", .list(.string), "What tests found its process unable to do or to reach."),
        .optional(
            "others",
            .list(
                .result([
                    .required("path", .string, "The path of the file."), .optional("version", .string, "Its version."),
                ])), "The other files of that name, in directories that are searched later, or found since it was loaded."),
        .optional("error", .string, "Why it cannot be loaded, or is not used any more."),
    ])

    private static let question = JSON.result([
        .required("id", .string, "Its name."),
        .required("state", .names(AskedQuestion.State.self), "Open, or how it has ended."),
        .required("name", .string, "Its title, or the beginning of its text."),
        .required("kind", .names(QuestionContent.Kind.self), "What kind of answer is wanted."),
        .optional("to", .list(.string), "Who may answer, if it is not everybody."),
        .optional("question", QuestionRequest.schema.schema, "With id: as it was asked with ask.open."),
        .required("asker", .definition("Person"), "Who has asked."),
        .optional("by", .definition("Person"), "Who has answered or declined."),
        .optional("answer", .anything, "With id: the answer, unless it is secret."),
        .optional("secret", .boolean, "Whether the answer is secret."),
        .optional("remaining", .number, "The seconds that are left to answer."),
        .optional("percent", .integer, "Of a gauge: how much is done."),
        .optional("now", .string, "Of a gauge or a spinner: what is going on, if that has changed."),
        .required("mine", .boolean, "Whether this user may answer it."),
        .optional(
            "approval",
            .result([
                .required("method", .string, "The method that was called."),
                .required("things", .list(.string), "What has to be approved."),
                .optional("request", .anyObject, "What is carried out: {method, params}, unless it is secret."),
            ]), "With id: the request that is carried out if the answer is yes."),
    ])

    private static let person = JSON.result([
        .optional("uid", .integer, "The user's id."), .required("client", .integer, "The daemon's number of the connection."),
        .required("program", .string, "The name of the program, and its process."),
    ])

    private static let cause = JSON.result([
        .required("method", .string, "The method that was called."),
        .required("client", .integer, "The daemon's number of the connection."),
        .optional("name", .string, "The client's name for itself."),
        .required("uid", .integer, "The client's user id."), .required("pid", .integer, "The client's process id."),
        .optional("relay", .integer, "The user whose program acts for uid; absent if it is the user's own."),
        .optional("request", ["type": ["string", "number", "null"]], "The id of the request."),
        .optional(
            "approval",
            .result([
                .required("question", .string, "The question that was answered."),
                .required("client", .integer, "The daemon's number of the connection."),
                .optional("name", .string, "The client's name for itself."),
                .required("uid", .integer, "The user who has approved."), .required("pid", .integer, "The client's process id."),
                .optional("relay", .integer, "The user whose program acts for uid; absent if it is the user's own."),
            ]), "Who has approved the request, if somebody had to."),
        .optional("reason", .string, "Why it was made, as its sender says."),
    ])

    static func event(extra: [ResultMember]) -> JSON {
        .result(
            extra + [
                .required("cursor", .string, "The cursor from which watch.start can continue."),
                .required("revision", .integer, "The panel's revision after it."),
                .required("time", ["type": "string", "format": "date-time"], "The time of the change."),
                .required("cause", .definition("Cause"), "The request and its sender."),
                .required("changes", .list(.definition("Change")), "All changes of one command."),
            ])
    }
}
