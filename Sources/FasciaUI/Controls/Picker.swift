import FasciaModel

/// One of several values, each shown by a view with the value as its `tag`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    let label: Label
    let selection: Binding<SelectionValue>
    let content: Content

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.selection = selection
        self.content = content()
    }
}

extension Picker where Label == Text {
    public init(
        _ title: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}

extension Picker: Primitive {
    /// A title, and below it a switch for each value, of which one is on. To tap the one that is on changes nothing.
    func update(_ place: Place) {
        place.updateChildren { children in
            children.update(.label, label)
            children.update(.inside, content)
        }
        let selection = selection
        let selected = place.reading { AnyHashable(selection.wrappedValue) }
        place.lower { [unowned place] in
            let rows = (place.child(.inside)?.tagged ?? []).map { option in
                let node = option.place.address
                option.place.gesture = .control { _ in
                    if let value = option.tag.base as? SelectionValue { selection.wrappedValue = value }
                }
                place.graph.handle(node, at: option.place)
                let words = option.place.lowered().map(\.words).joined(separator: " ")
                let toggle = ToggleContent(
                    state: option.tag == selected ? .on : .off, label: words, tap: .tapped(node, target: true))
                return Node(.toggle(toggle), id: node)
            }
            let section = SectionContent(title: place.words(.label), children: rows)
            return [Node(.section(section), id: place.address)]
        }
    }
}

/// Gives a view the value for which it stands.
struct TagModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let tag: AnyHashable

    func update(_ place: Place, content: any View) {
        place.tag = tag
        // In a list with a selection it makes a row that can be selected.
        let isRow = place.environment.listSelection != nil
        place.updateContent(isRow ? SelectableRow(tag: tag, content: AnyView(erased: content)) : content)
    }
}

extension Place {
    /// The places in it that have a tag, in order; where a tag is missing, the id in a `ForEach` stands for it.
    var tagged: [(tag: AnyHashable, place: Place)] {
        if let tag { return [(tag, self)] }
        let inside = children.flatMap(\.tagged)
        if inside.isEmpty, case .id(let id) = key { return [(id, self)] }
        return inside
    }
}

extension View {
    public func tag<Value: Hashable>(_ tag: Value) -> some View { modifier(TagModifier(tag: AnyHashable(tag))) }
}
