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
        "id", \.id, .name, "The full id of a component: height/unit.")
}

extension Method {
    static let picker: [Method] = [
        Method(
            mutation: "picker.declare", needs: .author(.picker), "Declare a picker; existing components keep their selection.",
            command: "picker declare", PickerDeclaration(id: "", components: []),
            [.required("picker", \.self, PickerDeclaration.schema, "The picker with its components.")]
        ) { .declarePicker($0) },
        Method(
            mutation: "picker.pick", needs: .operate(.picker), "Select an element of a picker's component.", command: "pick",
            PickerParams(),
            [
                .component,
                .required(
                    "element", \.element, .nullableString,
                    "The id of the element; null selects nothing, if the component is optional."),
            ]
        ) { .pick(id: $0.id, element: $0.element) },
        Method(
            mutation: "picker.elements", needs: .author(.picker),
            "Replace the elements of a component; the selection stays if it still exists.",
            command: "picker elements", PickerParams(),
            [
                .component,
                .required("elements", \.elements, PickerElement.listSchema, "The elements to pick from."),
                .optional(
                    "elementsFor", \.elementsFor, .dictionary(of: PickerElement.listSchema),
                    "The elements for each element of the component it depends on; unchanged if left out."),
            ]
        ) { .setElements(id: $0.id, elements: $0.elements, elementsFor: $0.elementsFor) },
        Method(
            mutation: "picker.remove", needs: .author(.picker), "Remove a picker with all its components.",
            command: "picker remove",
            PickerParams(), [.required("id", \.id, .name, "The id of a picker.")]
        ) { .removePicker(id: $0.id) },
        Method(
            .query, "picker.get", needs: .view(.picker), "Get a picker with its selection, or all pickers without an id.",
            command: "picker list", Optional<String>.none, [.optional("id", \.self, .name, "The id of a picker.")],
            returns: [
                "anyOf": [
                    .definition("Picker"),
                    .result([
                        .required("pickers", .list(.definition("Picker")), "All pickers, in the order of declaration.")
                    ]),
                ]
            ]
        ) { .pickerGet(id: $0) },
    ]
}
