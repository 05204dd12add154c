// SwiftUI modifiers without a meaning in a terminal. They are accepted, so that views compile unchanged, and have no
// effect. Each is listed in the register of divergences.

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: cells cast no shadows")
    public func shadow(radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cast no shadows")
    public func shadow(color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be blurred")
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func brightness(_ amount: Double) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func contrast(_ amount: Double) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func saturation(_ amount: Double) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: views are drawn individually")
    public func drawingGroup(opaque: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: views are drawn individually")
    public func compositingGroup() -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a symbol is one cell in the colour of the text around it")
    public func imageScale(_ scale: Image.Scale) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a symbol is one cell in the colour of the text around it")
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}

public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

public struct ButtonBorderShape: Hashable, Sendable {
    public static let automatic = ButtonBorderShape()
    public static let capsule = ButtonBorderShape()
    public static let circle = ButtonBorderShape()
    public static let roundedRectangle = ButtonBorderShape()
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape() }
}

/// Form styles. They all look the same.
public struct FormStyle: Hashable, Sendable {
    public static let automatic = FormStyle()
    public static let grouped = FormStyle()
    public static let columns = FormStyle()
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: every control is as large as its text")
    public func controlSize(_ size: ControlSize) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: every button is its text in brackets")
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func formStyle(_ style: FormStyle) -> some View { self }
}

// A terminal has no safe area, no touch input and no known colour scheme.
extension View {
    @available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its colours")
    public func preferredColorScheme(_ scheme: ColorScheme?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a view takes presses on its cells")
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a view takes presses on its cells")
    public func containerShape<S: Shape>(_ shape: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the scroll position shows wherever content overflows")
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = []) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: scrolling content has no background of its own")
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func scrollDisabled(_ disabled: Bool) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: no lock screen or app switcher shows its content")
    public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
}

extension Image {
    public enum Scale: Hashable, Sendable { case small, medium, large }
}

public struct SymbolRenderingMode: Hashable, Sendable {
    public static let monochrome = SymbolRenderingMode()
    public static let multicolor = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode()
    public static let palette = SymbolRenderingMode()
}

public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

public struct ScrollIndicatorVisibility: Hashable, Sendable {
    public static let automatic = ScrollIndicatorVisibility()
    public static let visible = ScrollIndicatorVisibility()
    public static let hidden = ScrollIndicatorVisibility()
    public static let never = ScrollIndicatorVisibility()
}

public struct ScrollDismissesKeyboardMode: Hashable, Sendable {
    public static let automatic = ScrollDismissesKeyboardMode()
    public static let immediately = ScrollDismissesKeyboardMode()
    public static let interactively = ScrollDismissesKeyboardMode()
    public static let never = ScrollDismissesKeyboardMode()
}

extension EnvironmentValues {
    /// Always dark by default: a terminal's colours are unknown.
    @Entry public var colorScheme: ColorScheme = .dark
}
