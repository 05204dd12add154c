import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ContainerTests {
    @Test func aDisclosureGroupShowsAndHides() throws {
        let snapshot = Snapshot(DisclosureGroup("More") { Text("inside") }, columns: 30, rows: 5)
        #expect(!snapshot.text.contains("inside"))
        try snapshot.tap("▸ More")
        #expect(snapshot.text.contains("inside"))
        try snapshot.tap("▾ More")
        #expect(!snapshot.text.contains("inside"))
    }

    /// The focus is visible without colours or text attributes.
    @Test(arguments: [true, false]) func theFocusOfADisclosureGroupHasItsMark(_ unicode: Bool) throws {
        let snapshot = Snapshot(
            Form {
                DisclosureGroup("More") { Text("inside") }
                Button("Other") {}
            }, columns: 30, rows: 8)
        snapshot.unicode = unicode
        #expect(snapshot.lines.contains(unicode ? " ›▸ More" : " >> More"))
        try snapshot.press("space")
        #expect(snapshot.lines.contains(unicode ? " ›▾ More" : " >v More"))
        #expect(snapshot.lines.contains("   inside"))
        try snapshot.press("tab")
        #expect(snapshot.lines.contains(unicode ? "  ▾ More" : "  v More"))
    }

    @Test func aGroupBoxHasATitleAndABorder_andAStyle() {
        struct Plain: GroupBoxStyle {
            func makeBody(configuration: Configuration) -> some View {
                configuration.label
                configuration.content
            }
        }
        let box = GroupBox("Title") { Text("inside") }
        let lines = Snapshot(box, columns: 20, rows: 8).lines
        #expect(lines.contains { $0.contains("│inside│") })
        #expect(lines.contains { $0.contains("Title") })
        #expect(!Snapshot(box.groupBoxStyle(Plain()), columns: 20, rows: 8).text.contains("│"))
    }

    @Test func aScrollViewScrolls() throws {
        let view = ScrollView { LazyVStack(alignment: .leading) { ForEach(0..<50) { Text("row \($0)") } } }
        let snapshot = Snapshot(view, columns: 20, rows: 8)
        #expect(!snapshot.text.contains("row 7"))
        for _ in 0..<7 { try snapshot.press("down") }
        #expect(snapshot.text.contains("row 7"))
        #expect(!snapshot.text.contains("row 1\n"))
    }
}
