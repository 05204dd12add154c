import FasciaModel

/// How pickers show what there is to choose from.
@MainActor @preconcurrency public protocol PickerStyle {
    /// The way of Fascia's that it is; an app's own style chooses one.
    var _kind: PickerStyleKind { get }
    /// The name and the parameters of the style that draws it, where it is a plugin's.
    var _named: StyleName? { get }
}

extension PickerStyle {
    public var _named: StyleName? { nil }
    var modifiers: [FasciaModel.Modifier] { _named?.modifiers("pickerStyle") ?? [] }
}

/// The ways in which a picker is shown.
public enum PickerStyleKind: Hashable, Sendable {
    case automatic, inline, segmented, menu, wheel

    var model: FasciaModel.PickerStyle {
        switch self {
        case .automatic: .automatic
        case .inline: .inline
        case .segmented: .segmented
        case .menu: .menu
        case .wheel: .wheel
        }
    }
}

/// All options below each other.
public struct DefaultPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .automatic }
}

/// All options below each other, under the title.
public struct InlinePickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .inline }
}

/// All options beside each other.
public struct SegmentedPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .segmented }
}

/// The chosen option; the others appear when it is opened.
public struct MenuPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .menu }
}

/// The chosen option, which the keys turn to the one before and the one after; Enter picks.
public struct WheelPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .wheel }
}

/// The same as `inline`.
public struct RadioGroupPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .inline }
}

/// The same as `segmented`.
public struct PalettePickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .segmented }
}

/// A menu: there is no screen of its own for the options.
public struct NavigationLinkPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .menu }
}

extension PickerStyle where Self == DefaultPickerStyle {
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}
extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}
extension PickerStyle where Self == MenuPickerStyle {
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}
extension PickerStyle where Self == WheelPickerStyle {
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}
extension PickerStyle where Self == RadioGroupPickerStyle {
    public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}
extension PickerStyle where Self == PalettePickerStyle {
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}
extension PickerStyle where Self == NavigationLinkPickerStyle {
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

private struct PickerStyleKey: EnvironmentKey {
    static var defaultValue: any PickerStyle { DefaultPickerStyle() }
}

extension EnvironmentValues {
    var pickerStyle: any PickerStyle {
        get { self[PickerStyleKey.self] }
        set { self[PickerStyleKey.self] = newValue }
    }
}

extension View {
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { environment(\.pickerStyle, style) }
}
