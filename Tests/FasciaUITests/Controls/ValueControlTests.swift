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
        func states() -> [String] { snapshot.toggles.map { "\($0.label) \($0.state)" } }
        #expect(states() == ["small on", "large off", "Red on", "Blue off"])
        try snapshot.tap("large")
        try snapshot.tap("Blue")
        #expect(states() == ["small off", "large on", "Red off", "Blue on"])
        // The one that is on stays on.
        try snapshot.tap("Blue")
        #expect(states() == ["small off", "large on", "Red off", "Blue on"])
    }

    @Test func aStepperStaysInItsBounds() throws {
        let snapshot = Snapshot(Sample(), columns: 40, rows: 20)
        try snapshot.tap("+")
        #expect(snapshot.texts.first == "Count 2")
        #expect(throws: (any Error).self) { try snapshot.tap("+") }
        try snapshot.tap("−")
        try snapshot.tap("−")
        #expect(snapshot.texts.first == "Count 0")
        #expect(throws: (any Error).self) { try snapshot.tap("−") }
    }

    @Test func progress() {
        #expect(Snapshot(ProgressView("Load", value: 0.5)).texts.dropFirst().joined(separator: "|")
            == "██████████░░░░░░░░░░|50 %")
        #expect(Snapshot(ProgressView(value: 7.0, total: 5)).texts.last == "100 %")
        #expect(Snapshot(ProgressView()).texts == ["…"])
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
