@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct DialogTests {
    struct Item: Identifiable { var id: Int }

    struct Sample: View {
        let log: Log
        @State private var isAsked = false
        @State private var isTold = false
        @State private var isChosen = false
        @State private var item: Item?
        @State private var isOld = false

        var body: some View {
            VStack {
                Text("asked \(isAsked), told \(isTold), chosen \(isChosen), item \(item?.id ?? 0), old \(isOld)")
                Button("Ask") { isAsked = true }
                Button("Tell") { isTold = true }
                Button("Choose") { (item, isChosen) = (Item(id: 5), true) }
                Button("Old") { isOld = true }
            }
            .alert("Delete it?", isPresented: $isAsked) {
                Button("Delete", role: .destructive) { log.add("deleted") }
                Button("Keep", role: .cancel) { log.add("kept") }
            } message: {
                Text("This cannot be undone.")
            }
            .alert("Done", isPresented: $isTold) {}
            .confirmationDialog("Which?", isPresented: $isChosen, titleVisibility: .visible, presenting: item) { item in
                Button("First of \(item.id)") { log.add("first") }
                Button("Second") { log.add("second") }
            }
            .alert(isPresented: $isOld) {
                Alert(
                    title: Text("Old form"), message: Text("still there"),
                    primaryButton: .destructive(Text("Burn")) { log.add("burnt") }, secondaryButton: .cancel())
            }
        }
    }

    @Test(arguments: [("Delete", "deleted"), ("Keep", "kept")])
    func alert_buttonRunsItsAction_andCloses(_ button: String, _ entry: String) throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 70, rows: 16)
        try snapshot.tap("Ask")
        #expect(snapshot.text.contains("Delete it?"))
        #expect(snapshot.text.contains("This cannot be undone."))
        #expect(snapshot.scene.layers.last?.modal == .alert)
        try snapshot.tap(button)
        #expect(log.entries == [entry])
        #expect(snapshot.scene.layers.count == 1)
        #expect(snapshot.texts.first == "asked false, told false, chosen false, item 0, old false")
    }

    @Test func alert_withoutButtons_hasOK() throws {
        let snapshot = Snapshot(Sample(log: Log()), columns: 70, rows: 16)
        try snapshot.tap("Tell")
        #expect(snapshot.labels.contains("OK"))
        try snapshot.tap("OK")
        #expect(snapshot.scene.layers.count == 1)
        #expect(snapshot.texts.first?.contains("told false") == true)
    }

    @Test func confirmationDialog_addsCancel_andPassesItsData() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 70, rows: 16)
        try snapshot.tap("Choose")
        #expect(snapshot.text.contains("Which?"))
        #expect(snapshot.labels.suffix(3) == ["First of 5", "Second", "Cancel"])
        try snapshot.tap("Cancel")
        #expect(snapshot.scene.layers.count == 1)
        try snapshot.tap("Choose")
        try snapshot.tap("First of 5")
        #expect(log.entries == ["first"])
        #expect(snapshot.scene.layers.count == 1)
    }

    @Test func alert_asAValue() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 70, rows: 16)
        try snapshot.tap("Old")
        #expect(snapshot.text.contains("still there"))
        try snapshot.tap("Burn")
        #expect(log.entries == ["burnt"])
        #expect(snapshot.texts.first?.contains("old false") == true)
    }

    @Test func sheet_closesForItsElement_whereverThatIsByNow() throws {
        struct Part: Identifiable {
            let id: Int
            var isOpen = false
        }
        struct Parts: View {
            @State private var parts = [Part(id: 1), Part(id: 2), Part(id: 3)]
            var body: some View {
                VStack {
                    Text("open: \(parts.filter(\.isOpen).map(\.id.description).joined(separator: " "))")
                    ForEach($parts) { $part in
                        Button("Part \(part.id)") { part.isOpen = true }
                            .sheet(isPresented: $part.isOpen) { Button("Turn") { parts.reverse() } }
                    }
                }
            }
        }
        let snapshot = Snapshot(Parts(), columns: 40, rows: 12)
        try snapshot.tap("Part 1")
        try snapshot.tap("Turn")
        #expect(snapshot.texts.first == "open: 1")
        try snapshot.press("escape")
        #expect(snapshot.texts.first == "open: ")
        try snapshot.tap("Part 1")
        #expect(snapshot.texts.first == "open: 1")
    }

    @Test func sheet_followsTheViewThatOpenedIt_andInheritsItsEnvironment() throws {
        struct Inner: View {
            @Environment(\.isEnabled) private var isEnabled
            var body: some View { Text("enabled \(isEnabled)") }
        }
        struct Sheet: View {
            @State private var count = 0
            @State private var isShown = true
            var body: some View {
                Text("base").sheet(isPresented: $isShown) {
                    VStack {
                        Text("count \(count)")
                        Inner()
                        Button("More") { count += 1 }
                    }
                }
            }
        }
        let snapshot = Snapshot(Sheet(), columns: 40, rows: 12)
        try snapshot.tap("More")
        #expect(snapshot.text.contains("count 1"))
        let disabled = Snapshot(Sheet().disabled(true), columns: 40, rows: 12)
        #expect(disabled.text.contains("enabled false"))
    }
}
