import FasciaDocument

/// Selects one of several values. Each value is shown by a view that has the value as its `tag`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    private let label: Label
    private let selection: PickerSelection
    private let content: Content

    /// - Parameter currentValueLabel: ignored. The selected option is shown by its own view.
    public init<Current: View>(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> Current = { EmptyView() }
    ) { self.init(selection: selection, label: label(), content: content) }

    /// The initializer of the first SwiftUI versions.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.label = label
        self.selection = PickerSelection([selection])
        self.content = content()
    }

    /// One picker for several values. If they differ, no option is shown as selected. Selecting one sets all of them.
    public init<C: RandomAccessCollection>(
        sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.selection = PickerSelection(sources.map { $0[keyPath: selection] })
        self.content = content()
    }

    @Environment(\.pickerStyle) private var style

    public var body: some View {
        PlainPicker(selection: selection, style: style, label: label, content: content)
            .modifier(NodeModifier(modifiers: style.modifiers))
    }
}

extension Picker where Label == Text {
    @AnyTitle
    public init<Current: View>(
        _ title: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
        @ViewBuilder currentValueLabel: () -> Current = { EmptyView() }
    ) { self.init(selection: selection, label: Text(title), content: content) }
    public init<C: RandomAccessCollection>(
        _ title: LocalizedStringKey, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>,
        @ViewBuilder content: () -> Content
    ) { self.init(sources: sources, selection: selection, content: content) { Text(title) } }
}

extension Picker where Label == FasciaUI.Label<Text, Image> {
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, content: content) { FasciaUI.Label(title, systemImage: systemImage) } }
}

/// The type-erased selection of a picker.
struct PickerSelection {
    /// `nil` if the sources differ.
    let get: () -> AnyHashable?
    let set: (AnyHashable) -> Void

    init<Value: Hashable>(_ sources: [Binding<Value>]) {
        get = {
            guard let first = sources.first?.wrappedValue else { return nil }
            return sources.allSatisfy { $0.wrappedValue == first } ? AnyHashable(first).withoutOptional : nil
        }
        set = { tag in
            guard let value = tag.base as? Value else { return }
            for source in sources { source.wrappedValue = value }
        }
    }
}

/// The picker that the renderer draws.
struct PlainPicker<Label: View, Content: View>: View, Primitive {
    let selection: PickerSelection
    let style: any PickerStyle
    let label: Label
    let content: Content

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            children.update(.label, label)
            children.update(.inside, content)
        }
        let selection = selection
        let selected = viewNode.tracking { selection.get() }
        viewNode.handleEdits { [unowned viewNode] value in
            let option = options(viewNode).first { .string($0.element.id) == value }
            if let option { selection.set(option.tag) }
        }
        viewNode.setLowering { [unowned viewNode, kind = style._kind] in
            let (words, modifiers) = viewNode.label()
            let options = options(viewNode)
            let choice = LiteralChoice(
                options.map(\.element), selection: options.first { $0.tag.withoutOptional == selected }?.element.id)
            let picker = PickerContent(
                .literal(choice, action: .changed(viewNode.address)), label: words, style: kind.model)
            return [Node(.picker(picker), id: viewNode.address, modifiers: modifiers)]
        }
    }

    /// The options with their ids. Scripts select an option by its id, which is the name of its value.
    private func options(_ viewNode: ViewNode) -> [(tag: AnyHashable, element: PickerElement)] {
        var taken: Set<String> = []
        return (viewNode.child(.inside)?.tagged ?? []).map { option in
            var id = scriptID(option.tag.base)
            while !taken.insert(id).inserted { id += "'" }
            let words = option.viewNode.lowered().map(\.visibleText).filter { !$0.isEmpty }.joined(separator: " ")
            return (option.tag, PickerElement(id: id, label: words))
        }
    }
}

extension AnyHashable {
    /// Unwraps an optional: a non-optional tag matches an optional selection with the same value.
    fileprivate var withoutOptional: AnyHashable {
        let mirror = Mirror(reflecting: base)
        guard mirror.displayStyle == .optional, let value = mirror.children.first?.value as? any Hashable else {
            return self
        }
        return AnyHashable(value).withoutOptional
    }
}

/// The name of a value for scripts: its description, with optionals unwrapped.
func scriptID(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { scriptID($0.value) } ?? "nil"
}

/// Sets the tag of a view.
struct TagModifier: ViewModifier, PrimitiveModifier {
    let tag: AnyHashable

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.tag = tag
        // In a list with a selection, a tagged view is a selectable row.
        let isRow = viewNode.environment.listSelection != nil
        viewNode.updatePassthrough(isRow ? SelectableRow(tag: tag, content: AnyView(erased: content)) : content)
    }
}

extension ViewNode {
    /// The tagged view nodes inside this one, in order. A `ForEach` element without a tag is listed with its id.
    var tagged: [(tag: AnyHashable, viewNode: ViewNode)] {
        if let tag { return [(tag, self)] }
        let inside = children.flatMap(\.tagged)
        if inside.isEmpty, case .id(let id) = key { return [(id, self)] }
        return inside
    }
}

extension View {
    /// - Parameter includeOptional: ignored. A tag always matches an optional selection with the same value, too.
    public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        modifier(TagModifier(tag: AnyHashable(tag)))
    }
}
