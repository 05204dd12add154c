// SwiftUI modifiers without a meaning in a terminal. They are accepted, so that views compile unchanged, and have no
// effect. Each is listed in the register of divergences.

public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

public struct ButtonBorderShape: Hashable, Sendable {
    public static let automatic = ButtonBorderShape(), capsule = ButtonBorderShape(), circle = ButtonBorderShape()
    public static let roundedRectangle = ButtonBorderShape()
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape() }
}

/// Form styles. They all look the same.
public struct FormStyle: Hashable, Sendable {
    public static let automatic = FormStyle(), grouped = FormStyle(), columns = FormStyle()
}

// A terminal has no safe area, no touch input and no known colour scheme.

extension Image { public enum Scale: Hashable, Sendable { case small, medium, large } }

public struct SymbolRenderingMode: Hashable, Sendable {
    public static let monochrome = SymbolRenderingMode(), multicolor = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode(), palette = SymbolRenderingMode()
}

public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1), keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

public struct ScrollIndicatorVisibility: Hashable, Sendable {
    public static let automatic = ScrollIndicatorVisibility(), visible = ScrollIndicatorVisibility()
    public static let hidden = ScrollIndicatorVisibility(), never = ScrollIndicatorVisibility()
}

public struct ScrollDismissesKeyboardMode: Hashable, Sendable {
    public static let automatic = ScrollDismissesKeyboardMode(), immediately = ScrollDismissesKeyboardMode()
    public static let interactively = ScrollDismissesKeyboardMode(), never = ScrollDismissesKeyboardMode()
}

extension EnvironmentValues {
    /// Always dark by default: a terminal's colours are unknown.
    @Entry public var colorScheme: ColorScheme = .dark
}
