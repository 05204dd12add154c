import FasciaDocument
import FasciaRender
import FasciaTesting
import FasciaUI
import Foundation
import Testing

@MainActor @Suite struct ShapeTests {
    func shape(_ view: some View) -> ShapeContent? {
        Snapshot(view).node.flat.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }.first
    }

    @Test func shapes_outlinesAndFills() {
        #expect(shape(Rectangle()) == ShapeContent(.rectangle))
        #expect(shape(Circle().fill(.red)) == ShapeContent(.circle, fill: NamedColor("red")))
        #expect(
            shape(Capsule().stroke(.blue, lineWidth: 3))
                == ShapeContent(.capsule, stroke: NamedColor("blue"), lineWidth: 3))
        #expect(
            shape(Ellipse().fill(.red.opacity(0.5)).stroke(.green))
                == ShapeContent(.ellipse, fill: NamedColor("red", opacity: 0.5), stroke: NamedColor("green")))
        #expect(
            shape(RoundedRectangle(cornerRadius: 12).strokeBorder(.tint))
                == ShapeContent(.roundedRectangle(cornerRadius: 12), stroke: NamedColor("accentColor")))
        #expect(shape(AnyShape(Capsule()).trim(from: 0, to: 1).fill(.white))?.shape == .capsule)
        #expect(shape(VStack { Circle().fill(.tint) }.tint(.pink))?.fill == NamedColor("pink"))
    }

    struct Triangle: Shape {
        func path(in rect: CGRect) -> Path {
            Path { path in
                path.move(to: CGPoint(x: rect.midX, y: rect.minY))
                path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
                path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
                path.closeSubpath()
            }
        }
    }

    /// The rows of a view's picture that have something in them, from its first column on.
    func drawing(_ view: some View, unicode: Bool = true) -> [String] {
        let snapshot = Snapshot(view, columns: 20, rows: 10)
        snapshot.unicode = unicode
        return snapshot.lines.filter { !$0.isEmpty }
    }

    @Test func customShapesAreDrawnByTheirPaths() {
        let corners = [0.5, 0, 1, 1, 0, 1, 0.5, 0].map { Double($0) }
        guard case .outline(let outline)? = shape(AnyShape(Triangle()).fill(.red))?.shape else {
            Issue.record("no outline")
            return
        }
        #expect(outline.lines.first?.flatMap { [$0.x, $0.y] } == corners)
        let triangle = Triangle().fill(.primary).frame(width: 64, height: 64)
        let rows = drawing(triangle)
        #expect(rows.count == 4)
        // Each row is wider than the one above it.
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.filter { $0 != " " }.count < $1.filter { $0 != " " }.count })
        #expect(rows[3].contains("████"))
        #expect(drawing(triangle, unicode: false).joined().allSatisfy { $0 == " " || $0 == "#" })
    }

    @Test func aStrokedPathLetsBeSeenWhatIsBehind() {
        let line = Path { path in
            path.move(to: .zero)
            path.addLine(to: CGPoint(x: 64, y: 64))
        }
        let view = Text("behind").frame(width: 64, height: 64).overlay { line.stroke(.primary) }
        let text = drawing(view).joined()
        #expect(text.contains("⠑⢄") && text.contains("ind"))
    }

    @Test func aTrimmedCircleIsDrawnInPart() {
        // It begins at the right, and goes down: the half below.
        let half = Circle().trim(from: 0, to: 0.5).stroke(.primary, lineWidth: 2).frame(width: 64, height: 64)
        #expect((2...3).contains(drawing(half).count))
        let all = Circle().trim(from: 0, to: 0.99).stroke(.primary, lineWidth: 2).frame(width: 64, height: 64)
        #expect(drawing(all).count == 4)
    }

    @Test func pathsHaveTheirBounds() {
        let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
        let paths = [
            Triangle().path(in: rect), Path(rect), Path(ellipseIn: rect), Path(roundedRect: rect, cornerRadius: 8),
            Capsule().path(in: rect), RoundedRectangle(cornerRadius: 8).path(in: rect),
        ]
        for path in paths {
            let bounds = path.boundingRect
            #expect(abs(bounds.minX - 1) < 1e-9 && abs(bounds.minY - 2) < 1e-9)
            #expect(abs(bounds.width - 30) < 1e-9 && abs(bounds.height - 40) < 1e-9)
        }
        let circle = Circle().path(in: rect).boundingRect
        #expect(abs(circle.midX - 16) < 1e-9 && abs(circle.midY - 22) < 1e-9 && abs(circle.height - 30) < 1e-9)
    }

    /// The last point of an arc around (0, 0) from the x axis to the y axis, and whether it goes through the other half.
    @Test(arguments: [(0, 90, false, 1, false), (0, 90, true, 1, true), (0, 360, true, 0, true), (90, 0, false, 0, true)])
    func anArcGoesRoundAsInCoreGraphics(_ start: Double, _ end: Double, _ clockwise: Bool, _ y: Double, _ isLong: Bool) throws {
        var path = Path()
        path.addArc(center: .zero, radius: 1, startAngle: .degrees(start), endAngle: .degrees(end), clockwise: clockwise)
        let last = try #require(path.currentPoint)
        #expect(abs(last.y - y) < 1e-9)
        #expect((path.boundingRect.minX < -0.5) == isLong)
    }

    @Test func aPathOfManyPointsIsReduced() {
        let wave = Path { path in
            path.addLines((0...5_000).map { CGPoint(x: Double($0) / 50, y: 50 + 40 * sin(Double($0) / 100)) })
        }
        guard case .outline(let outline)? = shape(wave.stroke(.red).frame(width: 100, height: 100))?.shape else {
            Issue.record("no outline")
            return
        }
        #expect((500...Outline.limit.value).contains(outline.pointCount))
        #expect(outline.lines.first?.last.map { abs($0.x - 1) < 0.05 } == true)
    }

    @Test func shapes_pictures() throws {
        let box = Rectangle().stroke(.primary).frame(width: 48, height: 48)
        let lines = Snapshot(box, columns: 20, rows: 8).lines
        #expect(lines.contains { $0.contains("┌────┐") })
        #expect(lines.contains { $0.contains("└────┘") })
        let filled = Snapshot(Rectangle().fill(Color(red: 1, green: 0, blue: 0)).frame(width: 16, height: 16))
        let red = filled.picture.cells.filter { $0.style.background == RGB(255, 0, 0) }
        #expect(red.count == 2)
    }

    @Test func clips_andCorners() {
        #expect(Snapshot(Text("a").clipShape(Capsule())).node.modifiers == [.clip(.capsule)])
        #expect(
            Snapshot(Text("a").clipShape(.rect(cornerRadius: 4))).node.modifiers
                == [.clip(.roundedRectangle(cornerRadius: 4))])
        #expect(Snapshot(Text("a").clipped().cornerRadius(8)).node.modifiers == [.clip(.rectangle), .cornerRadius(8)])
    }
}
