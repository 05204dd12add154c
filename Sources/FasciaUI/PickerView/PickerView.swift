import FasciaDocument

/// Several wheels side by side, each with elements of its own type.
///
///     PickerView("Height") {
///         PickerComponent("Metres", elements: 0...2, selection: $metres)
///         ","
///         PickerComponent("Centimetres", elements: 0..<100, selection: $centimetres, initialValue: 85)
///         "m"
///     }
public struct PickerView<Label: View>: View {
    private let label: Label
    private let components: [any PickerViewContent]

    public init(@PickerViewBuilder components: () -> [any PickerViewContent], @ViewBuilder label: () -> Label) {
        self.label = label()
        self.components = components()
    }

    @Environment(\.pickerViewStyle) private var style

    public var body: some View {
        let configuration = PickerViewStyleConfiguration(
            label: label is EmptyView ? nil : ControlLabel(view: label),
            components: components.enumerated().map { PickerViewStyleConfiguration.Component($0, $1.column) })
        AnyView(erased: style.view(configuration))
    }
}

extension PickerView where Label == EmptyView {
    public init(@PickerViewBuilder components: () -> [any PickerViewContent]) {
        self.init(components: components) { EmptyView() }
    }
}

extension PickerView where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, @PickerViewBuilder components: () -> [any PickerViewContent]) {
        self.init(components: components) { Text(title) }
    }
}

/// The node of one part: a wheel or a text.
struct PickerColumnView: View, Primitive {
    let column: PickerViewColumn
    /// Called before the selection changes.
    let willChange: (_ from: Int?, _ to: Int?) -> Void

    func update(_ viewNode: ViewNode) {
        if let words = column.words {
            return viewNode.setLowering { [address = viewNode.address] in [Node(.text(TextContent(words)), id: address)] }
        }
        let (column, willChange) = (column, willChange)
        let selected = viewNode.tracking { column.selected() }
        viewNode.handleEdits { value in
            let target = value.stringValue.flatMap { column.names.firstIndex(of: $0) }
            guard target != nil || value == .null && column.isOptional else { return }
            willChange(column.selected(), target)
            column.select(target)
        }
        viewNode.setLowering { [address = viewNode.address] in
            let options = zip(column.names, column.options).map { PickerElement(id: $0, label: $1) }
            let choice = LiteralChoice(
                options, selection: selected.map { column.names[$0] }, initial: column.initial.map { column.names[$0] },
                isOptional: column.isOptional)
            let picker = PickerContent(.literal(choice, action: .changed(address)), style: .wheel)
            return [
                Node(.picker(picker), id: address, modifiers: column.title.map { [.accessibilityLabel($0)] } ?? [])
            ]
        }
    }
}
