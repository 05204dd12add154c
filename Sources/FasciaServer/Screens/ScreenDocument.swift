import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// The visible screens of a stack for renderers: the nodes of `ui.tree`, nested, with those that only arrange others and
/// with what decides how they look.
extension JSONWriter {
    /// - Parameter focused: the node in the front layer that has the terminal's focus.
    mutating func writeDocument(of scene: Scene, focused: String? = nil) {
        member("{\"stack\":", scene.stack)
        raw(",\"layers\":")
        let front = scene.layers.count - 1
        list(Array(scene.layers.enumerated())) { writer, layer in
            writer.write(layer.element, isFront: layer.offset == front, focused: layer.offset == front ? focused : nil)
        }
        raw("}")
    }

    private mutating func write(_ layer: SceneLayer, isFront: Bool, focused: String?) {
        member("{\"entry\":", layer.entry.id.rawValue)
        member(",\"title\":", layer.title)
        if let modal = layer.modal { member(",\"modal\":", modal.rawValue) }
        raw(",\"path\":")
        list(layer.path) { $0.writeString($1) }
        raw(",\"root\":")
        write(layer.root, layer.entry.id, isFront: isFront, focused: focused)
        raw("}")
    }

    private mutating func write(_ element: Element, _ entry: EntryID, isFront: Bool, focused: String?) {
        raw("{")
        writeMembers(
            of: element, entry: entry, isEnabled: isFront && element.isEnabled, isFocused: element.id == focused,
            details: true)
        writeLook(of: element)
        raw(",\"children\":")
        list(element.parts) { $0.write($1, entry, isFront: isFront, focused: focused) }
        raw("}")
    }

    private mutating func writeLook(of element: Element) {
        if element.isAccessibilityHidden { raw(",\"decorative\":true") }
        if element.leadsOn { raw(",\"leadsOn\":true") }
        if let icon = element.modifiers.lazy.compactMap(\.icon).first {
            member(",\"icon\":", Symbols.glyph(icon, unicode: true))
        }
        let tint = NamedColor(environment: element.environment, "tint") ?? NamedColor(environment: element.environment, "accent")
        if let tint { member(",\"tint\":", NamedColor.schema.write(tint)) }
        let looks = element.modifiers.filter(\.isLook).map(Modifier.schema.write)
        if !looks.isEmpty { member(",\"modifiers\":", .array(looks)) }
        switch element.content {
        case .text(let text) where text != element.label: member(",\"text\":", text)
        case .runs(let runs): member(",\"runs\":", .array(runs.map(TextRun.schema.write)))
        case .control(let control): writeLook(of: control, element)
        case .plot(let plot):
            let count = min(120, plot.samples.count)
            member(",\"samples\":", .array(plot.columns(count).map { $0.map { .double($0) } ?? .null }))
            member(",\"bounds\":", [.double(plot.bounds.lowerBound), .double(plot.bounds.upperBound)])
            if let times = plot.times { member(",\"times\":", [.string(times.first), .string(times.last)]) }
        case .color(let color): member(",\"color\":", NamedColor.schema.write(color))
        case .stack(let axis, _, let spacing):
            member(",\"axis\":", axis.rawValue)
            if let spacing { member(",\"spacing\":", .double(spacing)) }
        case .section(let title, let footer):
            if let title { member(",\"title\":", title) }
            if let footer { member(",\"footer\":", footer) }
            if element.options != nil { raw(",\"style\":\"inline\"") }
        case .tableRow(let columns):
            member(
                ",\"columns\":",
                .array(columns.map { ["title": .string($0.title), "alignment": .string($0.alignment.rawValue)] }))
        case .image(let name): member(",\"glyph\":", Symbols.glyph(name, unicode: true))
        case .shape(let shape):
            if let fill = shape.fill { member(",\"fill\":", NamedColor.schema.write(fill)) }
            if let stroke = shape.stroke { member(",\"stroke\":", NamedColor.schema.write(stroke)) }
        default: break
        }
    }

    private mutating func writeLook(of control: Control, _ element: Element) {
        if !control.value.isEmpty, element.options == nil, control.kind != .textField {
            member(",\"shown\":", control.value.filter { $0 != " " }.isEmpty ? "" : control.value.trimmed)
        }
        if control.label != element.label { member(",\"text\":", control.label) }
        if control.role == .destructive { raw(",\"destructive\":true") }
        if let isOpen = control.isOpen { member(",\"open\":", isOpen) }
        if element.options != nil {
            let style: PickerContent.Style = control.kind == .segments ? .segmented : control.kind == .picker ? .wheel : .menu
            member(",\"style\":", style.rawValue)
        }
        guard let field = control.field else { return }
        if !field.prompt.isEmpty { member(",\"prompt\":", field.prompt) }
        if let lines = field.lines { member(",\"lines\":", [.int(lines.lowerBound), .int(min(lines.upperBound, 100))]) }
    }
}

extension String {
    /// Without blanks at its ends, which align numbers in columns.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Modifier {
    fileprivate var icon: String? { if case .icon(let name) = self { name } else { nil } }

    /// Whether it changes how a node looks, in the same way in any medium.
    fileprivate var isLook: Bool {
        switch self {
        case .padding, .frame, .background, .foreground, .border, .bold, .italic, .underline, .strikethrough, .dim, .lineLimit,
            .textAlignment, .opacity, .hidden, .cornerRadius, .gridCellColumns:
            true
        default: false
        }
    }
}
