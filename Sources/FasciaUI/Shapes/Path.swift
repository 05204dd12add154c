import FasciaDocument

/// An outline of lines and curves, in points. Terminals draw it in dots.
public struct Path: Hashable, Sendable {
    private(set) var outline = Outline()

    public init() {}
    public init(_ build: (inout Path) -> Void) { build(&self) }
    public init(_ rect: CGRect) { addRect(rect) }
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .circular) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
    }
    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .circular) {
        addRoundedRect(in: rect, cornerSize: cornerSize)
    }

    public var isEmpty: Bool { outline.lines.isEmpty }
    public var currentPoint: CGPoint? { outline.end.map { CGPoint($0) } }
    public var boundingRect: CGRect {
        guard let (least, most) = outline.bounds else { return .zero }
        return CGRect(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
    }

    public mutating func move(to point: CGPoint) { outline.move(to: Outline.Point(point)) }
    public mutating func addLine(to point: CGPoint) { outline.line(to: Outline.Point(point)) }
    public mutating func addLines(_ points: [CGPoint]) { outline.lines.append(points.map { Outline.Point($0) }) }
    public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
        outline.curve(to: Outline.Point(point), control: Outline.Point(control))
    }
    public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        outline.curve(to: Outline.Point(point), Outline.Point(control1), Outline.Point(control2))
    }

    /// Clockwise as Core Graphics has it, where y goes up: here it looks the other way round.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {
        let turn = 2 * Double.pi
        var sweep = (endAngle - startAngle).radians
        if abs(sweep) >= turn { sweep = turn } else if clockwise ? sweep > 0 : sweep < 0 { sweep += clockwise ? -turn : turn }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: Angle(radians: sweep))
    }
    public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle) {
        addArc(center, CGSize(width: radius, height: radius), startAngle.degrees / 90, delta.degrees / 90)
    }
    /// From the last point to the first one and on to the second, with a round corner.
    public mutating func addArc(tangent1End first: CGPoint, tangent2End second: CGPoint, radius: CGFloat) {
        func toward(_ end: CGPoint) -> CGPoint {
            let share = radius / max(hypot(end.x - first.x, end.y - first.y), radius, 0.001)
            return CGPoint(x: first.x + (end.x - first.x) * share, y: first.y + (end.y - first.y) * share)
        }
        addLine(to: toward(currentPoint ?? first))
        addQuadCurve(to: toward(second), control: first)
    }
    private mutating func addArc(_ center: CGPoint, _ radius: CGSize, _ start: Double, _ sweep: Double) {
        let radius = Outline.Point(x: radius.width, y: radius.height)
        outline.arc(Outline.Point(center), radius, start: start, sweep: sweep) { (cos($0 * .pi / 2), sin($0 * .pi / 2)) }
    }

    public mutating func addRect(_ rect: CGRect) {
        addLines([
            rect.origin, CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ])
        closeSubpath()
    }
    public mutating func addEllipse(in rect: CGRect) {
        outline.lines.append([])
        addArc(CGPoint(x: rect.midX, y: rect.midY), CGSize(width: rect.width / 2, height: rect.height / 2), 0, 4)
        closeSubpath()
    }
    public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        let x = min(cornerSize.width, rect.width / 2), y = min(cornerSize.height, rect.height / 2)
        let size = CGSize(width: x, height: y)
        outline.lines.append([])
        addArc(CGPoint(x: rect.minX + x, y: rect.minY + y), size, 2, 1)
        addArc(CGPoint(x: rect.maxX - x, y: rect.minY + y), size, 3, 1)
        addArc(CGPoint(x: rect.maxX - x, y: rect.maxY - y), size, 0, 1)
        addArc(CGPoint(x: rect.minX + x, y: rect.maxY - y), size, 1, 1)
        closeSubpath()
    }
    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        outline.lines += path.applying(transform).outline.lines
    }
    public mutating func closeSubpath() { outline.close() }

    public func applying(_ transform: CGAffineTransform) -> Path {
        Path { $0.outline = outline.map { Outline.Point(transform.transform(CGPoint($0))) } }
    }
    public func trimmedPath(from: CGFloat, to: CGFloat) -> Path { Path { $0.outline = outline.trimmed(from: from, to: to) } }

    /// Whether it is one rectangle with upright sides.
    var isRectangle: Bool {
        let lines = outline.lines.filter { $0.count > 1 }
        guard lines.count == 1, let line = lines.first, 4...5 ~= line.count else { return false }
        return Set(line).count == 4 && Set(line.map(\.x)).count == 2 && Set(line.map(\.y)).count == 2
    }

    /// Across a frame of this size.
    func outline(in size: CGSize) -> Outline {
        outline.reduced.map { Outline.Point(x: $0.x / max(size.width, 0.001), y: $0.y / max(size.height, 0.001)) }
    }
}

extension Outline.Point { fileprivate init(_ point: CGPoint) { self.init(x: point.x, y: point.y) } }

extension CGPoint { fileprivate init(_ point: Outline.Point) { self.init(x: point.x, y: point.y) } }

extension Path: Shape { public func path(in rect: CGRect) -> Path { self } }
