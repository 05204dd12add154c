@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct ToolbarTests {
    struct Editing: ToolbarContent {
        let save: () -> Void
        var body: some ToolbarContent {
            ToolbarItem(placement: .confirmationAction) { Button("Save", action: save) }
        }
    }

    struct Sample: View {
        @State private var saved = 0
        @State private var hasMore = false
        var body: some View {
            NavigationStack {
                Text("saved \(saved)")
                    .navigationTitle("Edit")
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { saved = 0 } }
                        Editing { saved += 1 }
                        ToolbarItemGroup(placement: .bottomBar) {
                            Button("More") { hasMore = true }
                            if hasMore { Text("status \(saved)") }
                        }
                    }
            }
        }
    }

    @Test func toolbar_itemsAreInTheirBars_andOperate() throws {
        let snapshot = Snapshot(Sample(), columns: 40, rows: 8)
        let bar = snapshot.lines[2]
        #expect(bar.contains("Cancel"))
        #expect(bar.contains("Save"))
        let save = try #require(bar.range(of: "Save"))
        #expect(bar.distance(from: bar.startIndex, to: save.lowerBound) > 25)
        #expect(snapshot.lines[7].contains("More"))
        try snapshot.tap("Save")
        try snapshot.tap("Save")
        #expect(snapshot.text.contains("saved 2"))
        try snapshot.tap("More")
        #expect(snapshot.lines[7].contains("status 2"))
        try snapshot.tap("Cancel")
        #expect(snapshot.text.contains("saved 0"))
        #expect(snapshot.issues == [])
    }

    @Test func smallContentStandsInTheMiddle_withBarsAndWithout() throws {
        let text = Text("content").frame(maxWidth: 160)
        #expect(Snapshot(text, columns: 40, rows: 9).lines.firstIndex { $0 == "                content" } != nil)
        let barred = Snapshot(text.toolbar { Button("Save") {} }, columns: 40, rows: 9)
        #expect(barred.lines[2].hasSuffix("[ Save ]"))
        #expect(barred.lines[5] == "                content", "\(barred.text)")
    }

    @Test func toolbar_disappearsWithItsView() throws {
        struct Plain: View {
            @State private var isThere = true
            var body: some View {
                VStack {
                    if isThere { Text("content").toolbar { Button("Hide") { isThere = false } } }
                    Text("rest")
                }
            }
        }
        let snapshot = Snapshot(Plain(), columns: 40, rows: 8)
        #expect(snapshot.lines[2].hasSuffix("[ Hide ]"))
        try snapshot.tap("Hide")
        #expect(!snapshot.text.contains("Hide"))
        #expect(snapshot.text.contains("rest"))
    }
}
