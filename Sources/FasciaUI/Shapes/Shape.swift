import FasciaDocument

/// An outline that can be filled and stroked. It takes all offered space.
///
/// A terminal draws the built-in shapes as boxes and areas, and the path of a custom one in dots.
public protocol Shape: View, Sendable {
    func path(in rect: CGRect) -> Path
}

/// A shape that can be inset.
public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape
    func inset(by amount: CGFloat) -> InsetShape
}

/// A shape that the renderer supports.
@MainActor protocol NodeShaped {
    var nodeShape: NodeShape? { get }
}

extension Shape {
    /// The shape as a clip; that of a custom shape is its frame.
    var model: NodeShape { builtIn ?? .rectangle }

    fileprivate var builtIn: NodeShape? { (self as? any NodeShaped)?.nodeShape }

    /// The shape, filled with the foreground colour.
    public var body: ShapeView<Self> { ShapeView(shape: self) }

    public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> ShapeView<Self> {
        ShapeView(shape: self, fillStyle: content)
    }
    public func fill(style: FillStyle = FillStyle()) -> ShapeView<Self> { ShapeView(shape: self) }

    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> ShapeView<Self> {
        ShapeView(shape: self, strokeStyle: content, lineWidth: lineWidth)
    }
    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> ShapeView<Self> {
        stroke(content, lineWidth: style.lineWidth)
    }
    public func stroke(lineWidth: CGFloat = 1) -> ShapeView<Self> { stroke(.foreground, lineWidth: lineWidth) }
    public func stroke(style: StrokeStyle) -> ShapeView<Self> { stroke(lineWidth: style.lineWidth) }

    public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> some Shape {
        TrimmedShape(base: self, start: start, end: end)
    }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func rotation(_ angle: Angle) -> Self { self }
}

private struct TrimmedShape<Base: Shape>: Shape, NodeShaped {
    let base: Base
    let start, end: CGFloat
    var nodeShape: NodeShape? { start <= 0 && end >= 1 ? base.builtIn : nil }
    func path(in rect: CGRect) -> Path { base.path(in: rect).trimmedPath(from: max(0, start), to: min(1, end)) }
}

extension InsettableShape {
    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> ShapeView<Self> {
        stroke(content, lineWidth: lineWidth)
    }
    public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> ShapeView<Self> { stroke(content, style: style) }
    public func strokeBorder(lineWidth: CGFloat = 1) -> ShapeView<Self> { stroke(lineWidth: lineWidth) }
}

/// A shape with its fill and stroke.
public struct ShapeView<Content: Shape>: View {
    public let shape: Content
    var fillStyle: (any ShapeStyle)?
    var strokeStyle: (any ShapeStyle)?
    var lineWidth: CGFloat = 1

    /// Adds a stroke to the filled shape.
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> ShapeView<Content> {
        var view = self
        view.fillStyle = fillStyle ?? (strokeStyle == nil ? ForegroundStyle() : nil)
        view.strokeStyle = content
        view.lineWidth = lineWidth
        return view
    }
    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> ShapeView<Content> {
        stroke(content, lineWidth: style.lineWidth)
    }

    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> ShapeView<Content> {
        stroke(content, lineWidth: lineWidth)
    }

    public func fill<S: ShapeStyle>(_ content: S) -> ShapeView<Content> {
        var view = self
        view.fillStyle = content
        return view
    }
}

extension ShapeView: Primitive {
    func update(_ viewNode: ViewNode) {
        let fill = fillStyle?.resolvedColor(in: viewNode.environment)
        if let fill { viewNode.checkAsset(fill) }
        let stroke = strokeStyle?.resolvedColor(in: viewNode.environment).model
        let content = ShapeContent(shape.model, fill: fill?.areaModel, stroke: stroke, lineWidth: Double(lineWidth))
        if shape.builtIn != nil {
            return viewNode.setLowering { [address = viewNode.address] in [Node(.shape(content), id: address)] }
        }
        viewNode.fitting { [shape, address = viewNode.address] _, room in
            let size = room.replacingUnspecifiedDimensions()
            var content = content
            content.shape = .outline(shape.path(in: CGRect(origin: .zero, size: size)).outline(in: size))
            return Node(.shape(content), id: address)
        }
    }
}

/// The fill rule for shapes with holes. It has no effect, because shapes in a terminal have none.
public struct FillStyle: Hashable, Sendable {
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

/// How a line is drawn. Only the width has an effect.
public struct StrokeStyle: Hashable, Sendable {
    public enum LineCap: Hashable, Sendable { case butt, round, square }
    public enum LineJoin: Hashable, Sendable { case miter, round, bevel }

    public var lineWidth: CGFloat

    public init(
        lineWidth: CGFloat = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) { self.lineWidth = lineWidth }
}

public struct Angle: Hashable, Comparable, Sendable {
    public var radians: Double
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    public init() { radians = 0 }
    public init(radians: Double) { self.radians = radians }
    public init(degrees: Double) { radians = degrees * .pi / 180 }
    public static let zero = Angle(radians: 0)
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
}

extension Angle: AdditiveArithmetic {
    public static func + (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians + right.radians) }
    public static func - (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians - right.radians) }
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    public static func * (angle: Angle, factor: Double) -> Angle { Angle(radians: angle.radians * factor) }
    public static func / (angle: Angle, divisor: Double) -> Angle { Angle(radians: angle.radians / divisor) }
}
