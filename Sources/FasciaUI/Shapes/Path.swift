/// An outline of lines and curves. A terminal can only show its bounding rectangle.
public struct Path: Hashable, Sendable {
    private(set) var corners: [CGPoint] = []

    public init() {}
    public init(_ build: (inout Path) -> Void) { build(&self) }
    public init(_ rect: CGRect) { addRect(rect) }
    public init(ellipseIn rect: CGRect) { addRect(rect) }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat) { addRect(rect) }

    public var isEmpty: Bool { corners.isEmpty }

    /// The bounding rectangle. For a curve, that of its control points.
    public var boundingRect: CGRect {
        guard let first = corners.first else { return .zero }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for corner in corners {
            (left, top) = (min(left, corner.x), min(top, corner.y))
            (right, bottom) = (max(right, corner.x), max(bottom, corner.y))
        }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    public mutating func move(to point: CGPoint) { corners.append(point) }
    public mutating func addLine(to point: CGPoint) { corners.append(point) }
    public mutating func addLines(_ points: [CGPoint]) { corners += points }
    public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) { corners += [control, point] }

    public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        corners += [control1, control2, point]
    }

    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) { addRect(CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)) }

    public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle) {
        addArc(center: center, radius: radius, startAngle: startAngle, endAngle: startAngle + delta, clockwise: false)
    }

    public mutating func addArc(tangent1End first: CGPoint, tangent2End second: CGPoint, radius: CGFloat) {
        corners += [first, second]
    }

    public mutating func addRect(_ rect: CGRect) {
        corners += [rect.origin, CGPoint(x: rect.origin.x + rect.width, y: rect.origin.y + rect.height)]
    }

    public mutating func addEllipse(in rect: CGRect) { addRect(rect) }
    public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRect(rect)
    }
    public mutating func addPath(_ path: Path) { corners += path.corners }
    public mutating func closeSubpath() {}
}

extension Path: Shape {
    public func path(in rect: CGRect) -> Path { self }
}
