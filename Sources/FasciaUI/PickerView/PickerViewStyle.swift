import FasciaDocument

/// The appearance of a `PickerView`.
///
/// `willSelect` is called before the binding is written. A style may keep `@State`, for example to mark the selection.
@MainActor @preconcurrency public protocol PickerViewStyle {
    associatedtype Body: View
    typealias Configuration = PickerViewStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// Called when an element is about to be selected. The binding still has the previous value.
    func willSelect(_ selection: PickerViewSelection)
}

extension PickerViewStyle { public func willSelect(_ selection: PickerViewSelection) {} }

/// A selection that is about to happen.
public struct PickerViewSelection: Hashable, Sendable {
    /// The index of the component, counting labels.
    public let component: Int
    /// The component's title.
    public let title: String?
    /// The labels of the previous and of the new element; `nil` for none.
    public let from, to: String?
}

/// The picker to show, as passed to a style.
public struct PickerViewStyleConfiguration {
    public let label: ControlLabel?
    /// All components in order, including labels.
    public let components: [Component]

    /// One component, as a view that can be operated.
    public struct Component: View, Identifiable {
        /// The index of the component.
        public let id: Int
        let column: PickerViewColumn
        var willSelect: (PickerViewSelection) -> Void = { _ in }

        init(_ id: Int, _ column: PickerViewColumn) {
            self.id = id
            self.column = column
        }

        public var title: String? { column.title }
        /// Whether the component is a `PickerLabel`.
        public var isLabel: Bool { column.words != nil }
        /// The label of the selected element; `nil` if none is selected.
        public var selection: String? { column.selected().map { column.options[$0] } }

        public var body: some View {
            PickerColumnView(column: column) { from, to in
                willSelect(
                    PickerViewSelection(
                        component: id, title: column.title, from: from.map { column.options[$0] },
                        to: to.map { column.options[$0] }))
            }
        }
    }
}

/// The components side by side.
public struct DefaultPickerViewStyle: PickerViewStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            ForEach(configuration.components) { $0 }
        }
    }
}

/// The components side by side, in a tint colour. The component changed last is bold. If a plugin provides a style
/// named `primary`, it draws the wheels.
public struct PrimaryPickerViewStyle: PickerViewStyle {
    private let tintColor: Color?
    @State private var last: Int?

    public init(tintColor: Color? = nil) { self.tintColor = tintColor }

    public func willSelect(_ selection: PickerViewSelection) { last = selection.component }

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label.bold()
            ForEach(configuration.components) { $0.bold($0.id == last) }
        }
        .modifier(NodeModifier(modifiers: StyleName("primary").modifiers("pickerStyle")))
        .tint(tintColor ?? .accentColor)
    }
}

extension PickerViewStyle where Self == DefaultPickerViewStyle { public static var `default`: Self { Self() } }
extension PickerViewStyle where Self == PrimaryPickerViewStyle {
    public static var primary: PrimaryPickerViewStyle { PrimaryPickerViewStyle() }

    public static func primary(tintColor: Color) -> PrimaryPickerViewStyle { PrimaryPickerViewStyle(tintColor: tintColor) }
}
extension PickerViewStyle where Self == NamedPickerViewStyle {
    /// Wheels drawn by a style of a plugin.
    public static func named(_ name: String, _ parameters: JSON.Object = [:]) -> NamedPickerViewStyle {
        NamedPickerViewStyle(style: StyleName(name, parameters))
    }
}

public struct NamedPickerViewStyle: PickerViewStyle {
    let style: StyleName

    public func makeBody(configuration: Configuration) -> some View {
        DefaultPickerViewStyle().makeBody(configuration: configuration)
            .modifier(NodeModifier(modifiers: style.modifiers("pickerStyle")))
    }
}

extension PickerViewStyle {
    func view(_ configuration: Configuration) -> any View { StyledPickerView(style: self, configuration: configuration) }
}

/// Gives a style its own view node, so that it can read the environment and keep state.
private struct StyledPickerView<Style: PickerViewStyle>: View, NamedInMessages {
    let style: Style
    let configuration: PickerViewStyleConfiguration
    static var messageType: Any.Type { Style.self }

    var body: some View {
        // This copy of the style has its state installed, so `willSelect` must be called on it.
        let components = configuration.components.map { component in
            var component = component
            component.willSelect = { style.willSelect($0) }
            return component
        }
        style.makeBody(configuration: PickerViewStyleConfiguration(label: configuration.label, components: components))
    }
}

extension EnvironmentValues {
    @Entry var pickerViewStyle: any PickerViewStyle = DefaultPickerViewStyle()
}

extension View {
    public func pickerViewStyle<S: PickerViewStyle>(_ style: S) -> some View { environment(\.pickerViewStyle, style) }
}
