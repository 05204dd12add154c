import FasciaDocument
import FasciaModel

struct ToggleParams: Sendable {
    var id = ""
    var on = false
    var enabled = true
    var expect: GroupState?
}

extension Field<ToggleParams> {
    static let id = Field.required("id", \.id, .name, "The full id of a switch or a group: extras/cheese.")
}

extension Method {
    static let toggle: [Method] = [
        Method(
            mutation: "toggle.declare", needs: .author(.option),
            "Declare a group of switches; existing switches keep their state.",
            command: "toggle declare", OptionDeclaration(id: ""),
            [.required("group", \.self, OptionDeclaration.schema, "The group with its switches.")]
        ) { .declareGroup($0) },
        Method(
            mutation: "toggle.remove", needs: .author(.option), "Remove a group with all its switches.", command: "toggle remove",
            ToggleParams(), [.required("id", \.id, .name, "The id of an outermost group.")]
        ) { .removeGroup(id: $0.id) },
        Method(
            mutation: "toggle.set", needs: .operate(.option), "Turn a switch, or all switches of a group, on or off.",
            command: "toggle set",
            ToggleParams(), [.id, .required("on", \.on, .bool, "The new state.")]
        ) { .setToggle(id: $0.id, on: $0.on) },
        Method(
            mutation: "toggle.flip", needs: .operate(.option), "Flip a switch or a group; a group that is not all on turns on.",
            command: "toggle flip", ToggleParams(),
            [
                .id,
                .optional("expect", \.expect, GroupState.lenientSchema, "The state that it must have, else conflict."),
            ], extra: [.optional("state", .names(GroupState.self), "The new state.")]
        ) { .flipToggle(id: $0.id, expect: $0.expect) },
        Method(
            mutation: "toggle.enable", needs: .author(.option), "Enable or disable a switch or a group.",
            command: "toggle enable", ToggleParams(),
            [.id, .required("enabled", \.enabled, .bool, "Whether taps operate it.")]
        ) { .enableToggle(id: $0.id, enabled: $0.enabled) },
        Method(
            .query, "toggle.get", needs: .view(.option),
            "Get a switch or a group with its switches, or all groups without an id.",
            command: "toggle list", Optional<String>.none,
            [.optional("id", \.self, .name, "The full id of a switch or a group.")],
            returns: [
                "anyOf": [
                    .definition("Toggle"),
                    .result([
                        .required("groups", .list(.definition("Toggle")), "All groups, in the order of declaration.")
                    ]),
                ]
            ]
        ) { .toggleGet(id: $0) },
    ]
}
