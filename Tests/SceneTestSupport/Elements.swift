import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

// Helpers to build scenes in tests.

package func text(_ words: String, _ modifiers: [Modifier] = [], id: String = "text") -> Element {
    Element(id: id, .text(words), modifiers: modifiers)
}

package func button(_ label: String, id: String? = nil, role: ButtonContent.Role? = nil, enabled: Bool = true) -> Element {
    Element(
        id: id ?? label, .button(label: label, role: role), isEnabled: enabled,
        activation: .action(.emit(name: "on\(label)Tapped", payload: .null)))
}

package func toggle(_ label: String, _ state: GroupState = .off, id: String? = nil, enabled: Bool = true) -> Element {
    Element(
        id: id ?? label, .toggle(label: label, state: state), isEnabled: enabled,
        activation: .flip(id: id ?? label, expect: state))
}

/// A wheel with the options `a`, `b` and `c`.
package func picker(
    _ label: String?, _ shown: String, id: String = "p", selected: Bool = true, enabled: Bool = true
) -> Element {
    let options = ["a", "b", "c"].map { Options.Option(id: $0, label: $0, activation: .pick(id: id, element: $0)) }
    let place = options.firstIndex { $0.id == shown }
    var element = Element(
        id: id, .picker(label: label, shown: shown, isSelected: selected), isEnabled: enabled,
        steps: Steps(
            previous: place.flatMap { $0 > 0 ? options[$0 - 1].activation : nil },
            next: place.flatMap { $0 < 2 ? options[$0 + 1].activation : nil }))
    element.options = Options(options, shown: place, isSelected: selected)
    return element
}

package func vstack(
    _ children: [Element], alignment: Alignment = .center, spacing: Double? = nil, _ modifiers: [Modifier] = [],
    id: String = "vstack"
) -> Element {
    Element(
        id: id, .stack(.vertical, alignment: alignment, spacing: spacing), modifiers: modifiers, children: children)
}

package func hstack(_ children: [Element], alignment: Alignment = .center, spacing: Double? = nil, id: String = "hstack")
    -> Element
{
    Element(id: id, .stack(.horizontal, alignment: alignment, spacing: spacing), children: children)
}

package func zstack(_ children: [Element], alignment: Alignment = .center) -> Element {
    Element(id: "zstack", .stack(.depth, alignment: alignment, spacing: nil), children: children)
}

package func form(_ children: [Element], id: String = "form") -> Element { Element(id: id, .form, children: children) }

package func section(_ title: String?, _ children: [Element], footer: String? = nil) -> Element {
    Element(id: "section " + (title ?? ""), .section(title: title, footer: footer), children: children)
}

package func spacer(id: String = "spacer") -> Element { Element(id: id, .spacer(minLength: nil)) }

package func color(_ name: String, id: String = "color") -> Element { Element(id: id, .color(NamedColor(name))) }

package func layer(
    _ root: Element, entry: String = "e1", title: String = "Title", back: String? = nil, modal: ModalStyle? = nil
) -> SceneLayer {
    SceneLayer(
        entry: Entry(id: EntryID(entry), route: Route("screen")), modal: modal, title: title, back: back, root: root)
}

package func scene(_ root: Element, title: String = "Title", back: String? = nil) -> Scene {
    Scene(stack: "main", layers: [layer(root, title: title, back: back)])
}

package func size(_ columns: Int, _ rows: Int) -> CellSize { CellSize(columns: columns, rows: rows) }
