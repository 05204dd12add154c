import FasciaDocument

/// The appearance of pickers.
@MainActor @preconcurrency public protocol PickerStyle {
    /// The built-in appearance that this style is based on.
    var _kind: PickerStyleKind { get }
    /// The name and parameters of the plugin's style, if a plugin draws the picker.
    var _named: StyleName? { get }
}

extension PickerStyle {
    public var _named: StyleName? { nil }
    var modifiers: [FasciaDocument.Modifier] { _named?.modifiers("pickerStyle") ?? [] }
}

/// The built-in appearances of a picker.
public enum PickerStyleKind: Hashable, Sendable {
    case automatic, inline, segmented, menu, wheel

    var model: PickerContent.Style {
        switch self {
        case .automatic: .automatic
        case .inline: .inline
        case .segmented: .segmented
        case .menu: .menu
        case .wheel: .wheel
        }
    }
}

/// The same as `menu`.
public struct DefaultPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .automatic }
}

/// All options in a column, with the title above.
public struct InlinePickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .inline }
}

/// All options in a row.
public struct SegmentedPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .segmented }
}

/// The selected option only. Opening it lists all of them, starting at the selected one.
public struct MenuPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .menu }
}

/// The selected option only. Left and Right turn to the previous or next option, and Enter selects it.
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

/// The same as `menu`. The options do not get a screen of their own.
public struct NavigationLinkPickerStyle: PickerStyle {
    nonisolated public init() {}
    public var _kind: PickerStyleKind { .menu }
}

extension PickerStyle where Self == DefaultPickerStyle { public static var automatic: Self { Self() } }
extension PickerStyle where Self == InlinePickerStyle { public static var inline: Self { Self() } }
extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: Self { Self() } }
extension PickerStyle where Self == MenuPickerStyle { public static var menu: Self { Self() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: Self { Self() } }
extension PickerStyle where Self == RadioGroupPickerStyle { public static var radioGroup: Self { Self() } }
extension PickerStyle where Self == PalettePickerStyle { public static var palette: Self { Self() } }
extension PickerStyle where Self == NavigationLinkPickerStyle { public static var navigationLink: Self { Self() } }

extension EnvironmentValues {
    @Entry var pickerStyle: any PickerStyle = DefaultPickerStyle()
}

extension View { public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { environment(\.pickerStyle, style) } }
