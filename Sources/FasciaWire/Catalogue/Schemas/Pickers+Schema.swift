import FasciaDocument
import FasciaModel

extension PickerDeclaration {
    static let schema = Schema.record(
        PickerDeclaration(id: "", components: []),
        [
            .required("id", \.id, .name, "Its id: not empty, without / and *."),
            .optional("title", \.title, .string, "The visible text; the id by default."),
            .required("components", \.components, .array(of: PickerComponent.schema), "The components, from first to last."),
        ])
}

extension PickerComponent {
    /// `{"id":"value","dependsOn":"unit","elementsFor":{"m":[…],"cm":[…]}}`
    static let schema = Schema.record(
        PickerComponent(id: ""),
        [
            .required("id", \.id, .name, "One segment of its full id, picker/component."),
            .optional("title", \.title, .string, "The visible text; the id by default."),
            .defaulted("elements", \.elements, PickerElement.listSchema, default: [], "The elements to pick from."),
            .optional(
                "selection", \.selection, .name, "The selection of a new component; an existing one keeps its own."),
            .defaulted("optional", \.isOptional, .bool, default: false, "Whether nothing may be selected."),
            .optional("initial", \.initial, .name, "What is shown while nothing is selected."),
            .optional("role", \.role, .oneOf, "label: a decoration that cannot be picked."),
            .optional("dependsOn", \.dependsOn, .name, "The id of the component whose shown element determines the elements."),
            .defaulted(
                "elementsFor", \.elementsFor, .dictionary(of: PickerElement.listSchema), default: [:],
                "The elements for each element of the component in dependsOn; elements holds for the others."),
        ])
}

extension PickerElement {
    /// `{"id": "m", "label": "metres"}`; the label defaults to the id.
    static let schema = Schema.record(
        Parts(),
        [
            .required("id", \.id, .name, "The id for picker.pick."),
            .optional("label", \.label, .string, "The visible text; the id by default."),
        ]
    ).map { parts throws(Mismatch) in
        PickerElement(id: parts.id, label: parts.label ?? parts.id)
    } back: {
        Parts(id: $0.id, label: $0.label)
    }

    static let listSchema = Schema<[PickerElement]>.array(of: schema)

    private struct Parts: Sendable {
        var id = ""
        var label: String?
    }
}

extension Schema<String?> {
    /// A string or null. Null is a value here, not a missing member.
    static let nullableString = Schema<String?>(schema: ["type": ["string", "null"]]) { json throws(Mismatch) in
        switch json {
        case .null: return nil
        case .string(let value): return value
        default: throw Mismatch(expected: "a string or null", found: json.found)
        }
    } write: {
        $0.map { .string($0) } ?? .null
    }
}
