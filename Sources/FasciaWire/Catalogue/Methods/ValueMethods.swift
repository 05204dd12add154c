import FasciaDocument
import FasciaModel

private struct ValueParams: Sendable {
    var key = ""
    var value = JSON.null
}

private struct ValueGetParams: Sendable {
    var key: String?
    var prefix: String?

    func selection() throws(Mismatch) -> ValueSelection {
        switch (key, prefix) {
        case (nil, nil): return .all
        case (let key?, nil): return .key(key)
        case (nil, let prefix?): return .prefix(prefix)
        case (_?, _?): throw Mismatch(expected: "either key or prefix", found: "both")
        }
    }
}

extension Method {
    static let value: [Method] = [
        Method(
            mutation: "value.set", needs: .operate(.value), "Set a value; an undeclared value may be any JSON.",
            command: "value set",
            ValueParams(),
            [
                .required("key", \.key, .name, "Its name."),
                .required("value", \.value, .any, "The new value; null is a value, too."),
            ]
        ) { .setValue(key: $0.key, $0.value) },
        Method(
            mutation: "value.declare", needs: .author(.value), "Declare the kind and the range of a value.",
            command: "value declare",
            ValueDeclaration(key: "", kind: .json), ValueDeclaration.fields
        ) { .declareValue($0) },
        Method(
            mutation: "value.remove", needs: .author(.value), "Remove a value with its declaration.", command: "value remove",
            ValueParams(), [.required("key", \.key, .name, "Its name.")]
        ) { .removeValue(key: $0.key) },
        Method(
            .query, "value.get", needs: .view(.value),
            "Get one value, the values with a prefix, or all; a secret one only by its key, to operators.",
            command: "value get",
            ValueGetParams(),
            [
                .optional("key", \.key, .name, "The name of one value."),
                .optional("prefix", \.prefix, .name, "The prefix of the names."),
            ],
            returns: .result([
                .required("values", .map(.anything), "The values by name."),
                .optional("conditions", .map(.definition("Condition")), "The conditions of the bound ones."),
            ])
        ) { params throws(Mismatch) in .valueGet(try params.selection()) },
    ]
}
