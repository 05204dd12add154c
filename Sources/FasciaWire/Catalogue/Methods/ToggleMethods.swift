import FasciaDocument
import FasciaModel

struct ToggleParams: Sendable {
    var id = ""
    var on = false
    var enabled = true
    var expect: GroupState?
}

extension Field<ToggleParams> {
    static let id = Field.required("id", \.id, .string, "The full id of an option or a group: extras/cheese.")
}

extension Method {
    static let toggle: [Method] = [
        Method(
            mutation: "toggle.declare", "Declares a toggle group; options that stay keep what they are.",
            command: "toggle declare", OptionDeclaration(id: ""),
            [.required("group", \.self, OptionDeclaration.schema, "The group with its options.")]
        ) { .declareGroup($0) },
        Method(
            mutation: "toggle.remove", "Removes a group with all its options.", command: "toggle remove",
            ToggleParams(), [.required("id", \.id, .string, "The id of an outermost group.")]
        ) { .removeGroup(id: $0.id) },
        Method(
            mutation: "toggle.set", "Turns an option, or all options of a group, on or off.", command: "toggle set",
            ToggleParams(), [.id, .required("on", \.on, .bool, "What it shall be.")]
        ) { .setToggle(id: $0.id, on: $0.on) },
        Method(
            mutation: "toggle.flip", "Does what a tap does: a group that is not all on goes on.",
            command: "toggle flip", ToggleParams(),
            [
                .id,
                .optional("expect", \.expect, GroupState.lenientSchema, "What it is now, else conflict."),
            ], beside: [.sometimes("state", .names(GroupState.self), "What it is now.")]
        ) { .flipToggle(id: $0.id, expect: $0.expect) },
        Method(
            mutation: "toggle.enable", "Lets gestures operate an option or a group, or not.",
            command: "toggle enable", ToggleParams(),
            [.id, .required("enabled", \.enabled, .bool, "Whether gestures are taken.")]
        ) { .enableToggle(id: $0.id, enabled: $0.enabled) },
        Method(
            .query, "toggle.get", "Tells what an option or a group is, with all below it; all groups without an id.",
            command: "toggle list", Optional<String>.none,
            [.optional("id", \.self, .string, "The full id of an option or a group.")],
            returns: [
                "anyOf": [
                    .definition("Toggle"),
                    .result([
                        .always("groups", .list(.definition("Toggle")), "All groups, in the order of declaration.")
                    ]),
                ]
            ]
        ) { .toggleGet(id: $0) },
    ]
}
