import FasciaDocument
import FasciaModel

/// A picker, as in `picker.get` and in snapshots.
extension JSONWriter {
    /// `{id, title, components}`
    public mutating func write(_ picker: PickerInfo, of panel: Panel) {
        member("{\"id\":", picker.id)
        member(",\"title\":", picker.title)
        raw(",\"components\":")
        list(picker.components) { $0.write($1, of: panel) }
        raw("}")
    }

    /// The result of `picker.get` without an id.
    public mutating func writePickers(of panel: Panel) {
        raw("{\"pickers\":")
        pickers(of: panel)
        raw("}")
    }

    mutating func pickers(of panel: Panel) {
        list(panel.pickerIDs.compactMap(panel.picker)) { $0.write($1, of: panel) }
    }

    /// `{id, title, elements, selection, shown, optional?, initial?, role?, dependsOn?, elementsFor?, condition?}`
    private mutating func write(_ component: PickerComponentInfo, of panel: Panel) {
        member("{\"id\":", component.id)
        member(",\"title\":", component.title)
        member(",\"elements\":", PickerElement.listSchema.write(component.elements))
        member(",\"selection\":", component.selection.map { .string($0) } ?? .null)
        member(",\"shown\":", component.shown.map { .string($0.id) } ?? .null)
        // The remaining members are those of the declaration, if present.
        let declared = PickerComponent.schema.write(component.declaration)
        for name in ["optional", "initial", "role", "dependsOn", "elementsFor"] {
            guard let value = declared[name] else { continue }
            raw(",")
            writeString(name)
            raw(":")
            write(value)
        }
        condition(of: .picker(component.id), panel)
        raw("}")
    }
}
