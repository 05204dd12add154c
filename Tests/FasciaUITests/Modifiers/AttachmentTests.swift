import FasciaDocument
import FasciaModel
import FasciaTesting
import FasciaUI
import FasciaWire
import Testing

@MainActor @Suite struct AttachmentTests {
    @Test func background_andOverlay_takeViews() throws {
        let view = Text("middle").padding().background(alignment: .topLeading) { Text("b") }
            .overlay(Text("o"), alignment: .bottomTrailing)
        let node = Snapshot(view).node
        guard case .backgroundNode(let behind) = node.modifiers[1], case .overlay(let over) = node.modifiers[2] else {
            Issue.record("\(node.modifiers)")
            return
        }
        #expect(behind.alignment == .topLeading)
        #expect(behind.node.content == .text(TextContent("b")))
        #expect(over.alignment == .bottomTrailing)
        #expect(over.node.content == .text(TextContent("o")))
        let snapshot = Snapshot(view, columns: 20, rows: 8)
        let middle = try #require(snapshot.lines.firstIndex { $0.contains("middle") })
        #expect(snapshot.lines[middle - 1].contains("b"))
        #expect(snapshot.lines[middle + 1].contains("o"))
    }

    @Test func background_ofAShape_isAsLargeAsTheContent() throws {
        let view = Text("boxed").padding(.horizontal).background(.red, in: Capsule())
        guard case .backgroundNode(let attachment)? = Snapshot(view).node.modifiers.last else {
            Issue.record("no background")
            return
        }
        #expect(attachment.node.content == .shape(ShapeContent(.capsule, fill: NamedColor("red"))))
    }

    @Test func overlay_controlsInItOperate() throws {
        struct Sample: View {
            @State private var count = 0
            var body: some View {
                VStack {
                    Text("count \(count)")
                    Color.blue.frame(width: 160, height: 48).overlay { Button("Inside") { count += 1 } }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 10)
        try snapshot.tap("Inside")
        #expect(snapshot.texts.first == "count 1")
        #expect(snapshot.text.contains("Inside"))
    }

    @Test func overlay_behindSeveral_idsStayUnique() {
        let view = VStack {
            Group {
                Text("a"); Text("b")
            }.overlay { Text("x").onTapGesture {} }
        }
        let ids = Snapshot(view).node.flat.flatMap { [$0] + $0.attached.flatMap(\.flat) }.compactMap(\.id)
        #expect(Set(ids).count == ids.count)
        let nested = Text("a").overlay { Text("b") }.overlay { Text("c") }.background { Text("d") }
        let nodes = Snapshot(nested).node.flat.flatMap { [$0] + $0.attached.flatMap(\.flat) }
        #expect(nodes.count == 4)
        #expect(Set(nodes.compactMap(\.id)).count == 4)
    }

    @Test func overlay_andBackground_controlsInThemAreInTheTree() {
        let view = VStack {
            Color.blue.frame(width: 160, height: 48).overlay { Button("Over") {} }
            Text("middle").background { Button("Behind") {} }
        }
        var writer = JSONWriter()
        writer.writeTree(of: Snapshot(view, columns: 40, rows: 10).scene)
        let nodes = (try? JSONParser.parse(writer.text)["nodes"]?.arrayValue) ?? []
        #expect(nodes.compactMap { $0["label"]?.stringValue } == ["Over", "middle", "Behind"])
    }
}
