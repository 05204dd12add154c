/// A style to fill, stroke or write with.
public protocol ShapeStyle: Sendable {
    /// The colour of this style in an environment.
    @MainActor func resolvedColor(in environment: EnvironmentValues) -> Color
}

extension Color: ShapeStyle { public func resolvedColor(in environment: EnvironmentValues) -> Color { self } }

/// A level of importance. Its colour is derived from the colour that `foregroundStyle` has set around it.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
    private let level: Int
    public static let primary = HierarchicalShapeStyle(level: 0), secondary = HierarchicalShapeStyle(level: 1)
    public static let tertiary = HierarchicalShapeStyle(level: 2), quaternary = HierarchicalShapeStyle(level: 3)

    public func resolvedColor(in environment: EnvironmentValues) -> Color {
        let given = environment.foregroundLevels
        if given.indices.contains(level) { return given[level] }
        let base = given.first ?? (level == 0 ? .primary : .secondary)
        // Without a given colour, the second level is the predefined `secondary`, at full opacity.
        let steps = given.isEmpty ? [1, 1, 0.6, 0.4] : [1, 0.6, 0.4, 0.25]
        return base.opacity(steps[level])
    }
}

/// The current foreground colour.
public struct ForegroundStyle: ShapeStyle, Hashable {
    public init() {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { environment.foregroundLevels.first ?? .primary }
}

/// The background colour of the terminal.
public struct BackgroundStyle: ShapeStyle, Hashable {
    public init() {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { .clear }
}

/// The colour set by `tint(_:)`.
public struct TintShapeStyle: ShapeStyle, Hashable {
    public init() {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { environment.tint ?? .accentColor }
}

/// A translucent layer over what is behind it.
public struct Material: ShapeStyle, Hashable {
    private let thickness: Double
    public static let ultraThin = Material(thickness: 0.1), thin = Material(thickness: 0.2)
    public static let regular = Material(thickness: 0.3), thick = Material(thickness: 0.5)
    public static let ultraThick = Material(thickness: 0.7), bar = Material(thickness: 0.3)
    public func resolvedColor(in environment: EnvironmentValues) -> Color { .gray.opacity(thickness) }
}

/// A type-erased style.
public struct AnyShapeStyle: ShapeStyle {
    private let style: any ShapeStyle
    public init<S: ShapeStyle>(_ style: S) { self.style = style }
    public func resolvedColor(in environment: EnvironmentValues) -> Color { style.resolvedColor(in: environment) }
}

/// A style with an opacity.
struct TranslucentStyle<Base: ShapeStyle>: ShapeStyle {
    let base: Base
    let opacity: Double

    func resolvedColor(in environment: EnvironmentValues) -> Color { base.resolvedColor(in: environment).opacity(opacity) }
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle { TranslucentStyle(base: self, opacity: opacity) }
    public var secondary: some ShapeStyle { opacity(0.6) }
    public var tertiary: some ShapeStyle { opacity(0.4) }
    public var quaternary: some ShapeStyle { opacity(0.25) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
    public static var placeholder: HierarchicalShapeStyle { .tertiary }
    public static var fill: HierarchicalShapeStyle { .quaternary }
}

/// A line between parts.
public struct SeparatorShapeStyle: ShapeStyle, Hashable {
    public init() {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { .secondary }
}
extension ShapeStyle where Self == SeparatorShapeStyle { public static var separator: Self { Self() } }

/// The colour of selected things.
public struct SelectionShapeStyle: ShapeStyle, Hashable {
    public init() {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { environment.tint ?? .accentColor }
}
extension ShapeStyle where Self == SelectionShapeStyle { public static var selection: Self { Self() } }

extension ShapeStyle where Self == LinearGradient {
    @MainActor public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        Self(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
    @MainActor public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        Self(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }
}

extension ShapeStyle where Self == RadialGradient {
    @MainActor public static func radialGradient(
        colors: [Color], center: UnitPoint = .center, startRadius: CGFloat, endRadius: CGFloat
    ) -> Self { Self(colors: colors, center: center, startRadius: startRadius, endRadius: endRadius) }
    @MainActor public static func radialGradient(
        _ gradient: Gradient, center: UnitPoint = .center, startRadius: CGFloat, endRadius: CGFloat
    ) -> Self { Self(gradient: gradient, center: center, startRadius: startRadius, endRadius: endRadius) }
    @MainActor public static func ellipticalGradient(colors: [Color], center: UnitPoint = .center) -> Self {
        Self(colors: colors, center: center)
    }
}

extension ShapeStyle where Self == AngularGradient {
    @MainActor public static func angularGradient(
        colors: [Color], center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
    ) -> Self { Self(colors: colors, center: center, startAngle: startAngle, endAngle: endAngle) }
    @MainActor public static func conicGradient(
        colors: [Color], center: UnitPoint = .center, angle: Angle = .zero
    ) -> Self { Self(colors: colors, center: center, angle: angle) }
}

extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: Self { Self() }
    public static var link: Self { Self() }
}
extension ShapeStyle where Self == ForegroundStyle { public static var foreground: Self { Self() } }
extension ShapeStyle where Self == BackgroundStyle {
    public static var background: Self { Self() }
    public static var windowBackground: Self { Self() }
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color.red }
    public static var orange: Color { Color.orange }
    public static var yellow: Color { Color.yellow }
    public static var green: Color { Color.green }
    public static var mint: Color { Color.mint }
    public static var teal: Color { Color.teal }
    public static var cyan: Color { Color.cyan }
    public static var blue: Color { Color.blue }
    public static var indigo: Color { Color.indigo }
    public static var purple: Color { Color.purple }
    public static var pink: Color { Color.pink }
    public static var brown: Color { Color.brown }
    public static var white: Color { Color.white }
    public static var gray: Color { Color.gray }
    public static var black: Color { Color.black }
    public static var clear: Color { Color.clear }
    public static var accentColor: Color { Color.accentColor }
}

extension EnvironmentValues {
    /// The colours that `foregroundStyle` has set, from the primary level down.
    @Entry var foregroundLevels: [Color] = []
}

/// A shadow of a style. Cells cast none.
public struct ShadowStyle: Hashable, Sendable {
    public static func drop(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
        ShadowStyle()
    }
    public static func inner(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
        ShadowStyle()
    }
}
extension ShapeStyle {
    @available(*, deprecated, message: "has no effect in a terminal: cells cast no shadows")
    public func shadow(_ style: ShadowStyle) -> Self { self }
}
