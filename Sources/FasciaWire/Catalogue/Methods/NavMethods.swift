import FasciaDocument
import FasciaModel

/// The parameters of all navigation methods. Each method uses some of them.
struct NavParams: Sendable {
    var stack = "main"
    var entry: EntryID?
    var screen = ""
    var args = JSON.null
    var style = ModalStyle.sheet
    var handles: [String] = []
    var targetScreen: String?
    var index: Int?
    var target = ""
    var path: [PathStep] = []

    var route: Route { Route(screen, args: args) }

    /// Exactly one of entry, screen and index.
    func destination() throws(Mismatch) -> Command.Place {
        switch (entry, targetScreen, index) {
        case (let entry?, nil, nil): return .entry(entry)
        case (nil, let screen?, nil): return .screen(screen)
        case (nil, nil, let index?): return .index(index)
        case (nil, nil, nil): throw Mismatch(expected: "one of entry, screen, index", found: "none of them")
        default: throw Mismatch(expected: "only one of entry, screen, index", found: "more than one")
        }
    }
}

extension Field<NavParams> {
    static let stack = Field.defaulted("stack", \.stack, .name, default: "main", "The name of the stack.")
    static let screen = Field.required("screen", \.screen, .name, "The screen to show.")
    static let args = Field.defaulted("args", \.args, .any, default: .null, "The screen's arguments.")
    static let handles = Field.defaulted(
        "handles", \.handles, .array(of: .name), default: [], "The actions that this client handles.")

    static func entry(_ summary: String) -> Field { .optional("entry", \.entry, EntryID.schema, summary) }
}

extension Method {
    static let nav: [Method] = [
        Method(
            .query, "nav.get", needs: .view(.nav), "Get a stack with its entries.", command: "path", NavParams(), [.stack],
            returns: .definition("Stack")
        ) { .navGet(stack: $0.stack) },
        Method(
            mutation: "nav.push", needs: .operate(.nav), "Push a screen onto the stack.", command: "push", NavParams(),
            [.stack, .screen, .args, .handles], extra: [.entry]
        ) { .push(stack: $0.stack, route: $0.route, handles: $0.handles) },
        Method(
            mutation: "nav.pop", needs: .operate(.nav), "Go back by one entry.", command: "pop", NavParams(),
            [.stack, .entry("Only if this entry is on top.")], extra: [.removed]
        ) { .pop(stack: $0.stack, entry: $0.entry) },
        Method(
            mutation: "nav.popTo", needs: .operate(.nav), "Go back to an entry: give exactly one of entry, screen, index.",
            command: "pop-to", NavParams(),
            [
                .stack, .entry("To this entry."),
                .optional("screen", \.targetScreen, .name, "To the last entry with this screen."),
                .optional("index", \.index, .int(0 ... .max), "To the entry with this index; 0 is the root."),
            ], extra: [.removed]
        ) { params throws(Mismatch) in .popTo(stack: params.stack, try params.destination()) },
        Method(
            mutation: "nav.replace", needs: .operate(.nav), "Replace an entry with a new one.", command: "replace", NavParams(),
            [.stack, .entry("The entry to replace; the top one by default."), .screen, .args], extra: [.entry]
        ) { .replace(stack: $0.stack, entry: $0.entry, route: $0.route) },
        Method(
            mutation: "nav.modal", needs: .operate(.nav), "Open a new layer over the stack.", command: "modal", NavParams(),
            [
                .stack, .screen, .args, .defaulted("style", \.style, .oneOf, default: .sheet, "The style of the modal."),
                .handles,
            ], extra: [.entry]
        ) { .modal(stack: $0.stack, route: $0.route, style: $0.style, handles: $0.handles) },
        Method(
            mutation: "nav.close", needs: .operate(.nav),
            "Close the top modal, or the modal of an entry with everything above it.", command: "close",
            NavParams(), [.stack, .entry("An entry of the modal to close.")], extra: [.removed]
        ) { .close(stack: $0.stack, entry: $0.entry) },
        Method(
            mutation: "nav.next", needs: .operate(.nav), "Go to a declared target.", command: "next", NavParams(),
            [.stack, .required("target", \.target, .name, "The name of the target.")], extra: [.entry]
        ) { .next(stack: $0.stack, target: $0.target) },
        Method(
            mutation: "nav.set", needs: .operate(.nav), "Set the whole path; entries that both paths share stay.",
            command: "path", NavParams(),
            [.stack, .required("path", \.path, PathStep.pathSchema, "The steps from the root to the top.")],
            extra: [.required("added", .list(.definition("Entry")), "The new entries, from bottom to top."), .removed]
        ) { .setPath(stack: $0.stack, $0.path) },
        Method(
            mutation: "nav.remove", needs: .author(.nav), "Remove a stack that has only its root and that no terminal shows.",
            command: "stack remove", NavParams(), [.required("stack", \.stack, .name, "The name of the stack.")]
        ) { .removeStack(name: $0.stack) },
        Method(
            mutation: "nav.target", needs: .author(.target), "Declare a target, or remove it.", command: "target", TargetParams(),
            [
                .required("name", \.name, .name, "The name for nav.next."),
                .optional("path", \.path, PathStep.pathSchema, "The path that it leads to."),
                .defaulted("mode", \.mode, .oneOf, default: .popToOrPush, "What happens to the current path."),
                .defaulted("remove", \.isRemoved, .bool, default: false, "Remove the target instead."),
            ]
        ) { params throws(Mismatch) in try params.command() },
    ]
}

/// A declaration or a removal of a target.
private struct TargetParams: Sendable {
    var name = ""
    var path: [PathStep]?
    var mode = Target.Mode.popToOrPush
    var isRemoved = false

    func command() throws(Mismatch) -> Command {
        switch (path, isRemoved) {
        case (let path?, false): return .declareTarget(Target(name: name, path: path, mode: mode))
        case (nil, true): return .removeTarget(name: name)
        case (nil, false): throw Mismatch(pointer: "/path", expected: "an array, or remove", found: "nothing")
        case (_?, true): throw Mismatch(pointer: "/remove", expected: "either path or remove", found: "both")
        }
    }
}

extension ResultMember {
    static let entry = ResultMember.required("entry", .string, "The id of the new entry.")
    static let removed = ResultMember.required(
        "removed", .list(.definition("Removal")), "The removed entries, from top to bottom.")
}
