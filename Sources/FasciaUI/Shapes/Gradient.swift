/// A colour gradient. A terminal shows it as one colour: the stop nearest to the middle.
public struct Gradient: ShapeStyle, Hashable {
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat

        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    public enum ColorSpace: Hashable, Sendable { case device, perceptual }

    public var stops: [Stop]

    public init(stops: [Stop]) { self.stops = stops }
    public init(colors: [Color]) {
        let last = max(1, colors.count - 1)
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(last)) }
    }

    /// The colour of the stop nearest to the middle.
    public func resolvedColor(in environment: EnvironmentValues) -> Color {
        stops.min { abs($0.location - 0.5) < abs($1.location - 0.5) }?.color ?? .clear
    }
}

/// A gradient that is both a style and a view.
public protocol GradientStyle: ShapeStyle, View {
    var gradient: Gradient { get }
}

extension GradientStyle {
    public func resolvedColor(in environment: EnvironmentValues) -> Color { gradient.resolvedColor(in: environment) }
    public var body: Color { gradient.resolvedColor(in: EnvironmentValues()) }
}

public struct LinearGradient: GradientStyle {
    public let gradient: Gradient

    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) { self.gradient = gradient }
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) { gradient = Gradient(colors: colors) }
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) { gradient = Gradient(stops: stops) }
}

public struct RadialGradient: GradientStyle {
    public let gradient: Gradient

    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) { self.gradient = gradient }
    public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        gradient = Gradient(stops: stops)
    }
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        gradient = Gradient(colors: colors)
    }
    public init(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) { gradient = Gradient(colors: colors) }
}

public typealias EllipticalGradient = RadialGradient

public struct AngularGradient: GradientStyle {
    public let gradient: Gradient
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) { self.gradient = gradient }
    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) { gradient = Gradient(colors: colors) }
    public init(gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle) { self.gradient = gradient }
    public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
        gradient = Gradient(stops: stops)
    }
    public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) { gradient = Gradient(colors: colors) }
}

public struct MeshGradient: GradientStyle {
    public let gradient: Gradient
    public init(width: Int, height: Int, points: [SIMD2<Float>], colors: [Color]) { gradient = Gradient(colors: colors) }
}

/// A picture as a style: a cell shows none of it, and has the colour of the letters.
public struct ImagePaint: ShapeStyle {
    public init(image: Image, sourceRect: CGRect = .zero, scale: CGFloat = 1) {}
    public func resolvedColor(in environment: EnvironmentValues) -> Color { ForegroundStyle().resolvedColor(in: environment) }
}

extension Color {
    /// A gradient of this colour. In a terminal it is the plain colour.
    public var gradient: Gradient { Gradient(colors: [self]) }
}

/// A point relative to a size: (0, 0) is the top leading corner, (1, 1) the bottom trailing one.
public struct UnitPoint: Hashable, Sendable {
    public var x, y: CGFloat

    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    public static let zero = UnitPoint(x: 0, y: 0), topLeading = UnitPoint(x: 0, y: 0), top = UnitPoint(x: 0.5, y: 0)
    public static let topTrailing = UnitPoint(x: 1, y: 0), leading = UnitPoint(x: 0, y: 0.5)
    public static let center = UnitPoint(x: 0.5, y: 0.5), trailing = UnitPoint(x: 1, y: 0.5)
    public static let bottomLeading = UnitPoint(x: 0, y: 1), bottom = UnitPoint(x: 0.5, y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
