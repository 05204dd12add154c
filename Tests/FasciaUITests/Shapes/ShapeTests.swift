import FasciaDocument
import FasciaRender
import FasciaTesting
import FasciaUI
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
        struct Trimmed: View {
            @available(*, deprecated)  // Avoids the warnings for names without effect.
            var body: some View { AnyShape(Capsule()).trim(from: 0, to: 0.5).fill(.white) }
        }
        #expect(shape(Trimmed())?.shape == .capsule)
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

    @Test func customShapesAreRectangles() {
        #expect(shape(Triangle().fill(.red)) == ShapeContent(.rectangle, fill: NamedColor("red")))
        #expect(shape(Triangle()) == ShapeContent(.rectangle))
        let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
        #expect(Triangle().path(in: rect).boundingRect == rect)
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
