import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct PresentationTests {
    struct Item: Identifiable { var id: Int }

    struct Sample: View {
        let log: Log
        @State private var isShown = false
        @State private var item: Item?

        var body: some View {
            VStack {
                Text("shown \(isShown), item \(item?.id ?? 0)")
                Button("Show") { isShown = true }
                Button("Item 1") { item = Item(id: 1) }
            }
            .sheet(isPresented: $isShown, onDismiss: { log.add("dismissed") }) {
                Sheet(hide: { isShown = false })
            }
            .sheet(item: $item) { item in
                VStack {
                    Text("item number \(item.id)")
                    Button("Next item") { self.item = Item(id: item.id + 1) }
                }
            }
        }
    }

    struct Sheet: View {
        let hide: () -> Void
        @Environment(\.dismiss) private var dismiss
        var body: some View {
            VStack {
                Text("in the sheet")
                Button("Hide", action: hide)
                Button("Dismiss") { dismiss() }
            }
        }
    }

    @Test(arguments: ["Hide", "Dismiss", "escape"])
    func sheetFollowsItsBinding_andClosingResetsIt(_ way: String) throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 60, rows: 20)
        try snapshot.tap("Show")
        #expect(snapshot.text.contains("in the sheet"))
        #expect(snapshot.texts.first == "shown true, item 0")
        if way == "escape" { try snapshot.press("escape") } else { try snapshot.tap(way) }
        #expect(!snapshot.text.contains("in the sheet"))
        #expect(snapshot.texts.first == "shown false, item 0")
        #expect(log.entries == ["dismissed"])
        try snapshot.tap("Show")
        #expect(snapshot.text.contains("in the sheet"))
    }

    @Test func aSheetForAnItem_andForAnotherOne() throws {
        let snapshot = Snapshot(Sample(log: Log()), columns: 60, rows: 20)
        try snapshot.tap("Item 1")
        #expect(snapshot.text.contains("item number 1"))
        try snapshot.tap("Next item")
        #expect(snapshot.text.contains("item number 2"))
        #expect(!snapshot.text.contains("item number 1"))
        snapshot.coordinator.close()
        #expect(!snapshot.text.contains("item number"))
        #expect(snapshot.texts.first == "shown false, item 0")
    }
}
