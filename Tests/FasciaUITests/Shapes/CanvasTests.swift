import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct CanvasTests {
    private func nodes(_ draw: @escaping (inout GraphicsContext, CGSize) -> Void) -> [Node] {
        let canvas = FasciaUI.Canvas(renderer: draw).frame(width: 80, height: 48)
        return Snapshot(canvas, columns: 10, rows: 3).node.flat
    }

    @Test func aRectangleFillsTheNearestCells() {
        let nodes = nodes { context, _ in
            context.fill(Path(CGRect(x: 9, y: 17, width: 15, height: 15)), with: .color(.red))
        }
        let area = nodes.first { $0.content == .color(NamedColor("red")) }
        #expect(
            area?.modifiers == [
                .frame(Frame(width: 2, height: 1, unit: .cells)), .offset(NodeOffset(x: 1, y: 1, unit: .cells)),
            ])
    }

    @Test func textsStandAtTheirPlaces_andLinesAreDots() {
        let canvas = FasciaUI.Canvas { context, size in
            context.draw(Text("mid"), at: CGPoint(x: size.width / 2, y: size.height / 2))
            context.translateBy(x: 0, y: 32)
            context.draw(Text("end"), at: CGPoint(x: size.width, y: 0), anchor: .topTrailing)
            context.stroke(Path { $0.addLines([CGPoint(x: 0, y: 8), CGPoint(x: 23, y: 8)]) }, with: .color(.blue))
        }
        let text = Snapshot(canvas.frame(width: 88, height: 48), columns: 11, rows: 8).text
        #expect(text.contains("mid") && text.contains("end"))
        #expect(text.contains { ("\u{2801}"..."\u{28FF}").contains($0) }, "\(text)")
    }

    @Test func aSymbolIsDrawnByItsTag_withTheOpacityOfItsLayer() {
        let canvas = FasciaUI.Canvas { context, _ in
            context.drawLayer { layer in
                layer.opacity = 0.5
                if let ball = context.resolveSymbol(id: 1) { layer.draw(ball, at: .zero, anchor: .topLeading) }
            }
        } symbols: {
            Text("o").tag(0)
            Text("ball").tag(1)
        }
        let snapshot = Snapshot(canvas, columns: 10, rows: 3)
        #expect(snapshot.texts == ["ball"])
        #expect(snapshot.node.flat.contains { $0.modifiers.contains(.opacity(0.5)) })
    }

    private struct Counting: View {
        @State private var count = 1
        var body: some View {
            VStack {
                FasciaUI.Canvas { context, _ in context.draw(Text("\(count)"), at: .zero, anchor: .topLeading) }
                Button("More") { count += 1 }
            }
        }
    }

    @Test func itIsDrawnAgain_whenWhatItReadsChanges() throws {
        let snapshot = Snapshot(Counting(), columns: 10, rows: 4)
        try snapshot.tap("More")
        #expect(snapshot.texts.contains("2"))
    }
}
