import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ValueControlTests {
    struct Sample: View {
        enum Size: String, CaseIterable, Identifiable {
            case small, large
            var id: Self { self }
        }
        @State private var size = Size.small
        @State private var colour = "red"
        @State private var count = 1

        var body: some View {
            Form {
                Picker("Size", selection: $size) {
                    ForEach(Size.allCases) { Text($0.rawValue) }
                }
                Picker("Colour", selection: $colour) {
                    Text("Red").tag("red")
                    Text("Blue").tag("blue")
                }
                Stepper("Count \(count)", value: $count, in: 0...2)
            }
        }
    }

    @Test func aPickerSelectsOne_byTagOrById() throws {
        let snapshot = Snapshot(Sample(), columns: 40, rows: 20)
        #expect(snapshot.chosen == ["small", "Red"])
        try snapshot.tap("large")
        try snapshot.tap("Blue")
        #expect(snapshot.chosen == ["large", "Blue"])
        // Selecting the selected option keeps it.
        try snapshot.tap("Blue")
        #expect(snapshot.chosen == ["large", "Blue"])
    }

    @Test func aScrollViewScrolls() throws {
        let view = ScrollView { LazyVStack(alignment: .leading) { ForEach(0..<50) { Text("row \($0)") } } }
        let snapshot = Snapshot(view, columns: 20, rows: 8)
        #expect(!snapshot.text.contains("row 7"))
        for _ in 0..<7 { try snapshot.press("down") }
        #expect(snapshot.text.contains("row 7"))
        #expect(!snapshot.text.contains("row 1\n"))
    }

    @Test func spinnerIsCentred() {
        let snapshot = Snapshot(ProgressView("Loading…"), columns: 41, rows: 5)
        let line = snapshot.lines.first { $0.contains("Loading…") } ?? ""
        #expect(line.column(of: "Loading…") == 16)
        let bar = Snapshot(ProgressView("Loading…", value: 0.5), columns: 41, rows: 5)
        #expect(bar.lines.contains { $0.hasPrefix(" Loading… ") })
    }
}
