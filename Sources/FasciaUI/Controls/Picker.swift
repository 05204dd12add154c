import FasciaModel

/// One of several values, each shown by a view with the value as its `tag`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    private let label: Label
    private let selection: PickerSelection
    private let content: Content

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.selection = PickerSelection([selection])
        self.content = content()
    }

    /// The form of SwiftUI's first years.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.label = label
        self.selection = PickerSelection([selection])
        self.content = content()
    }

    /// One choice for several values: none is shown where they differ. A choice sets all of them.
    public init<C: RandomAccessCollection>(
        sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.selection = PickerSelection(sources.map { $0[keyPath: selection] })
        self.content = content()
    }

    /// - Parameter currentValueLabel: taken; what is chosen is shown as its option is.
    public init<Current: View>(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> Current
    ) { self.init(selection: selection, content: content, label: label) }

    @Environment(\.pickerStyle) private var style

    public var body: some View {
        PlainPicker(selection: selection, style: style, label: label, content: content)
            .modifier(NodeModifier(modifiers: style.modifiers))
    }
}

extension Picker where Label == Text {
    public init<Current: View>(
        _ title: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
        @ViewBuilder currentValueLabel: () -> Current
    ) { self.init(selection: selection, content: content) { Text(title) } }

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

    public init<C: RandomAccessCollection>(
        _ title: LocalizedStringKey, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(sources: sources, selection: selection, content: content) { Text(title) }
    }
}

extension Picker where Label == FasciaUI.Label<Text, Image> {
    public init(
        _ title: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { FasciaUI.Label(title, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { FasciaUI.Label(title, systemImage: systemImage) }
    }
}

/// What a picker chooses, whatever its type.
struct PickerSelection {
    /// `nil` where several differ.
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

/// The picker that a renderer draws.
struct PlainPicker<Label: View, Content: View>: View, Primitive {
    typealias Body = Never
    let selection: PickerSelection
    let style: any PickerStyle
    let label: Label
    let content: Content

    func update(_ place: Place) {
        place.updateChildren { children in
            children.update(.label, label)
            children.update(.inside, content)
        }
        let selection = selection
        let selected = place.reading { selection.get() }
        place.takesEdits { [unowned place] value in
            let option = options(place).first { .string($0.element.id) == value }
            if let option { selection.set(option.tag) }
        }
        place.lower { [unowned place, kind = style._kind] in
            let (words, modifiers) = place.label()
            let options = options(place)
            let choice = LiteralChoice(
                options.map(\.element), selection: options.first { $0.tag.withoutOptional == selected }?.element.id)
            let picker = PickerContent(
                .literal(choice, action: .changed(place.address)), label: words, style: kind.model)
            return [Node(.picker(picker), id: place.address, modifiers: modifiers)]
        }
    }

    /// Scripts name an option by what its value is called.
    private func options(_ place: Place) -> [(tag: AnyHashable, element: PickerElement)] {
        var taken: Set<String> = []
        return (place.child(.inside)?.tagged ?? []).map { option in
            var id = optionName(option.tag.base)
            while !taken.insert(id).inserted { id += "'" }
            let words = option.place.lowered().map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
            return (option.tag, PickerElement(id: id, label: words))
        }
    }
}

extension AnyHashable {
    /// What is in an optional: a tag stands for an optional selection with its value, too.
    fileprivate var withoutOptional: AnyHashable {
        let mirror = Mirror(reflecting: base)
        guard mirror.displayStyle == .optional, let value = mirror.children.first?.value as? any Hashable else {
            return self
        }
        return AnyHashable(value).withoutOptional
    }
}

/// A value as scripts name it: what is in an optional, by its description.
func optionName(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { optionName($0.value) } ?? "nil"
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
    /// - Parameter includeOptional: taken; a tag stands for an optional selection with this value, too.
    public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        modifier(TagModifier(tag: AnyHashable(tag)))
    }
}
