import FasciaDocument

public struct Rectangle: InsettableShape, NodeShaped {
    nonisolated public init() {}
    var nodeShape: NodeShape? { .rectangle }
    public func path(in rect: CGRect) -> Path { Path(rect) }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func inset(by amount: CGFloat) -> Rectangle { self }
}

/// The style of rounded corners. It has no effect: all are drawn the same.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

public struct RoundedRectangle: InsettableShape, NodeShaped {
    public var cornerSize: CGSize

    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
    }
    nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) { self.cornerSize = cornerSize }

    var nodeShape: NodeShape? { .roundedRectangle(cornerRadius: Double(max(cornerSize.width, cornerSize.height))) }
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize) }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func inset(by amount: CGFloat) -> RoundedRectangle { self }
}

public struct Capsule: InsettableShape, NodeShaped {
    nonisolated public init(style: RoundedCornerStyle = .continuous) {}
    var nodeShape: NodeShape? { .capsule }
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2) }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func inset(by amount: CGFloat) -> Capsule { self }
}

public struct Circle: InsettableShape, NodeShaped {
    nonisolated public init() {}
    var nodeShape: NodeShape? { .circle }
    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func inset(by amount: CGFloat) -> Circle { self }
}

public struct Ellipse: InsettableShape, NodeShaped {
    nonisolated public init() {}
    var nodeShape: NodeShape? { .ellipse }
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func inset(by amount: CGFloat) -> Ellipse { self }
}

public struct RectangleCornerRadii: Hashable, Sendable {
    public var topLeading, bottomLeading, bottomTrailing, topTrailing: CGFloat
    public init(topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0) {
        (self.topLeading, self.bottomLeading) = (topLeading, bottomLeading)
        (self.bottomTrailing, self.topTrailing) = (bottomTrailing, topTrailing)
    }
}

/// All corners are drawn as the roundest.
public typealias UnevenRoundedRectangle = RoundedRectangle

extension RoundedRectangle {
    nonisolated public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        let radii = cornerRadii
        let most = max(radii.topLeading, radii.bottomLeading, radii.bottomTrailing, radii.topTrailing)
        self.init(cornerRadius: most, style: style)
    }
    nonisolated public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        let most = max(topLeadingRadius, bottomLeadingRadius, bottomTrailingRadius, topTrailingRadius)
        self.init(cornerRadius: most, style: style)
    }
}

/// A type-erased shape.
public struct AnyShape: Shape, NodeShaped {
    private let shape: any Shape
    public init<S: Shape>(_ shape: S) { self.shape = shape }
    var nodeShape: NodeShape? { (shape as? any NodeShaped)?.nodeShape }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
}

extension Shape where Self == Rectangle { public static var rect: Self { Self() } }
extension Shape where Self == UnevenRoundedRectangle {
    public static func rect(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) -> Self {
        Self(
            topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
            bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius, style: style)
    }
}

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

extension Shape where Self == Capsule { public static var capsule: Self { Self() } }
extension Shape where Self == Circle { public static var circle: Self { Self() } }
extension Shape where Self == Ellipse { public static var ellipse: Self { Self() } }

/// The shape of what is around it, which is a rectangle.
public typealias ContainerRelativeShape = Rectangle
