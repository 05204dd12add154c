import FasciaDocument
import OrderedCollections

extension Pickers {
    func archive(into writer: inout ArchiveWriter) { writer.list(all.values) { $1.archive(into: &$0) } }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        var all: OrderedDictionary<String, Picker> = [:]
        for _ in 0..<(try reader.count()) {
            let picker = try Picker(from: &reader)
            all[picker.id] = picker
        }
        self.init(all)
    }
}

/// A picker is stored as its declaration and its current selections.
extension Picker {
    func archive(into writer: inout ArchiveWriter) {
        writer.text(id)
        writer.optional(title) { $0.text($1) }
        writer.list(components) { $0.component($1.declaration) }
        writer.list(selections) { writer, selection in writer.optional(selection) { $0.text($1) } }
    }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        let id = try reader.text()
        let title = try reader.optional { reader throws(ArchiveError) in try reader.text() }
        let components = try reader.list { reader throws(ArchiveError) in try reader.component() }
        let selections = try reader.list { reader throws(ArchiveError) in
            try reader.optional { reader throws(ArchiveError) in try reader.text() }
        }
        let declaration = PickerDeclaration(id: id, title: title, components: components)
        do throws(Refusal) { self = try PickerBuilder.restore(declaration, selections: selections) } catch {
            throw ArchiveError(error.message)
        }
    }
}

extension ArchiveWriter {
    fileprivate mutating func component(_ component: PickerComponent) {
        text(component.id)
        optional(component.title) { $0.text($1) }
        elements(component.elements)
        bool(component.isOptional)
        optional(component.initial) { $0.text($1) }
        optional(component.role) { $0.text($1.rawValue) }
        optional(component.dependsOn) { $0.text($1) }
        list(component.elementsFor.sorted { $0.key < $1.key }) {
            $0.text($1.key)
            $0.elements($1.value)
        }
    }

    private mutating func elements(_ elements: [PickerElement]) {
        list(elements) {
            $0.text($1.id)
            $0.text($1.label)
        }
    }
}

extension ArchiveReader {
    fileprivate mutating func component() throws(ArchiveError) -> PickerComponent {
        var component = PickerComponent(id: try text())
        component.title = try optional { reader throws(ArchiveError) in try reader.text() }
        component.elements = try elements()
        component.isOptional = try bool()
        component.initial = try optional { reader throws(ArchiveError) in try reader.text() }
        component.role = try optional { reader throws(ArchiveError) in try reader.name() }
        component.dependsOn = try optional { reader throws(ArchiveError) in try reader.text() }
        for _ in 0..<(try count()) {
            let key = try text()
            component.elementsFor[key] = try elements()
        }
        return component
    }

    private mutating func elements() throws(ArchiveError) -> [PickerElement] {
        try list { reader throws(ArchiveError) in
            PickerElement(id: try reader.text(), label: try reader.text())
        }
    }
}
