import FasciaModel

/// How pickers of several components look.
///
/// A style hears of a selection before the binding is written, so that it can look different for it: it may keep what
/// it has heard in `@State`.
@MainActor @preconcurrency public protocol PickerViewStyle {
    associatedtype Body: View
    typealias Configuration = PickerViewStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// Something is about to be selected; the binding still has what was.
    func willSelect(_ selection: PickerViewSelection)
}

extension PickerViewStyle {
    public func willSelect(_ selection: PickerViewSelection) {}
}

/// What somebody is about to select.
public struct PickerViewSelection: Hashable, Sendable {
    /// Which component, counted from 0; labels count.
    public let component: Int
    /// The component's title.
    public let title: String?
    /// The label of what is selected now, and of what will be; `nil` for nothing.
    public let from, to: String?
}

/// The picker that a style is to show.
public struct PickerViewStyleConfiguration {
    public let label: ControlLabel?
    /// From the first to the last, labels among them.
    public let components: [Component]

    /// One component: a view that shows it, and can be operated.
    public struct Component: View, Identifiable {
        /// Its place, counted from 0.
        public let id: Int
        let column: PickerViewColumn
        var hear: (PickerViewSelection) -> Void = { _ in }

        init(_ id: Int, _ column: PickerViewColumn) {
            self.id = id
            self.column = column
        }

        public var title: String? { column.title }
        /// Whether it is decoration.
        public var isLabel: Bool { column.words != nil }
        /// The label of what is selected; `nil` where nothing is.
        public var selection: String? { column.selected().map { column.options[$0] } }

        public var body: some View {
            PickerColumnView(column: column) { from, to in
                hear(
                    PickerViewSelection(
                        component: id, title: column.title, from: from.map { column.options[$0] },
                        to: to.map { column.options[$0] }))
            }
        }
    }
}

/// The components beside each other.
public struct DefaultPickerViewStyle: PickerViewStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            ForEach(configuration.components) { $0 }
        }
    }
}

/// The components beside each other, in a colour; what was selected last is bold. Where whoever shows it has a style
/// of the name `primary`, that draws the wheels.
public struct PrimaryPickerViewStyle: PickerViewStyle {
    private let tintColor: Color?
    @State private var last: Int?

    public init(tintColor: Color? = nil) {
        self.tintColor = tintColor
    }

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

extension PickerViewStyle where Self == DefaultPickerViewStyle {
    public static var `default`: DefaultPickerViewStyle { DefaultPickerViewStyle() }
}
extension PickerViewStyle where Self == PrimaryPickerViewStyle {
    public static var primary: PrimaryPickerViewStyle { PrimaryPickerViewStyle() }

    public static func primary(tintColor: Color) -> PrimaryPickerViewStyle {
        PrimaryPickerViewStyle(tintColor: tintColor)
    }
}
extension PickerViewStyle where Self == NamedPickerViewStyle {
    /// Wheels that a plugin's style draws.
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
    func view(_ configuration: Configuration) -> any View {
        StyledPickerView(style: self, configuration: configuration)
    }
}

/// Gives a style a place of its own, so that it may read the environment and keep state.
private struct StyledPickerView<Style: PickerViewStyle>: View, StandsFor {
    let style: Style
    let configuration: PickerViewStyleConfiguration
    static var subject: Any.Type { Style.self }

    var body: some View {
        // This copy of the style has its state: it is the one that hears.
        let hearing = configuration.components.map { component in
            var component = component
            component.hear = { style.willSelect($0) }
            return component
        }
        style.makeBody(configuration: PickerViewStyleConfiguration(label: configuration.label, components: hearing))
    }
}

private struct PickerViewStyleKey: EnvironmentKey {
    static var defaultValue: any PickerViewStyle { DefaultPickerViewStyle() }
}

extension EnvironmentValues {
    var pickerViewStyle: any PickerViewStyle {
        get { self[PickerViewStyleKey.self] }
        set { self[PickerViewStyleKey.self] = newValue }
    }
}

extension View {
    public func pickerViewStyle<S: PickerViewStyle>(_ style: S) -> some View { environment(\.pickerViewStyle, style) }
}
