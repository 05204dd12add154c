import FasciaDocument
import FasciaModel

private struct PickerParams: Sendable {
    var id = ""
    var element: String?
    var elements: [PickerElement] = []
    var elementsFor: [String: [PickerElement]]?
}

extension Field<PickerParams> {
    fileprivate static let component = Field.required(
        "id", \.id, .string, "The full id of a component: height/unit.")
}

extension Method {
    static let picker: [Method] = [
        Method(
            mutation: "picker.declare", "Declares a picker; components that stay keep what is selected.",
            command: "picker declare", PickerDeclaration(id: "", components: []),
            [.required("picker", \.self, PickerDeclaration.schema, "The picker with its components.")]
        ) { .declarePicker($0) },
        Method(
            mutation: "picker.pick", "Selects an element of a component.", command: "pick", PickerParams(),
            [
                .component,
                .required(
                    "element", \.element, .nullableString, "The id of the element; null selects nothing where it may."),
            ]
        ) { .pick(id: $0.id, element: $0.element) },
        Method(
            mutation: "picker.elements", "Replaces the elements of a component; the selection stays where it can.",
            command: "picker elements", PickerParams(),
            [
                .component,
                .required("elements", \.elements, PickerElement.listSchema, "The elements to pick from."),
                .optional(
                    "elementsFor", \.elementsFor, .dictionary(of: PickerElement.listSchema),
                    "For each element of the component it depends on; left out, they stay."),
            ]
        ) { .setElements(id: $0.id, elements: $0.elements, elementsFor: $0.elementsFor) },
        Method(
            mutation: "picker.remove", "Removes a picker with all its components.", command: "picker remove",
            PickerParams(), [.required("id", \.id, .string, "The id of a picker.")]
        ) { .removePicker(id: $0.id) },
        Method(
            .query, "picker.get", "Tells what a picker is, with what is selected and shown; all without an id.",
            command: "picker list", Optional<String>.none, [.optional("id", \.self, .string, "The id of a picker.")],
            returns: [
                "anyOf": [
                    .definition("Picker"),
                    .result([
                        .always("pickers", .list(.definition("Picker")), "All pickers, in the order of declaration.")
                    ]),
                ]
            ]
        ) { .pickerGet(id: $0) },
    ]
}
