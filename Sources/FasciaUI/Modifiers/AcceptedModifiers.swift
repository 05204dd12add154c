// SwiftUI modifiers without a meaning in a terminal. They are accepted, so that views compile unchanged, and have no
// effect. Each is listed in the register of divergences.

public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

public enum ButtonBorderShape: Hashable, Sendable {
    case automatic, capsule, circle, roundedRectangle
    public static func roundedRectangle(radius: CGFloat) -> Self { .roundedRectangle }
}

// A terminal has no safe area, no touch input and no known colour scheme.

extension Image { public enum Scale: Hashable, Sendable { case small, medium, large } }

public enum SymbolRenderingMode: Hashable, Sendable { case monochrome, multicolor, hierarchical, palette }

public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1), keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

public enum ScrollIndicatorVisibility: Hashable, Sendable { case automatic, visible, hidden, never }

public enum ScrollDismissesKeyboardMode: Hashable, Sendable { case automatic, immediately, interactively, never }

extension EnvironmentValues {
    /// Always dark by default: a terminal's colours are unknown.
    @Entry public var colorScheme: ColorScheme = .dark
}
