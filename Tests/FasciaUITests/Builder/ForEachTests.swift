import FasciaUI
import Testing

@MainActor @Suite struct ForEachTests {
    struct Item: Identifiable { var id: Int; var name: String }

    struct Row: View {
        let name: String
        @State private var taps = 0
        var body: some View { Button("\(name) \(taps)") { taps += 1 } }
    }

    @Test func rangesElementsAndIds() {
        #expect(Snapshot(ForEach(0..<3) { Text("\($0)") }).texts == ["0", "1", "2"])
        #expect(Snapshot(ForEach(["a", "b"], id: \.self) { Text($0) }).texts == ["a", "b"])
        let items = [Item(id: 1, name: "one"), Item(id: 2, name: "two")]
        #expect(Snapshot(ForEach(items) { Text($0.name) }).texts == ["one", "two"])
        #expect(Snapshot(List(items) { Text($0.name) }).texts == ["one", "two"])
    }

    @Test func stateGoesWithTheElement_whereverItMoves() throws {
        struct Sample: View {
            @State var items = [Item(id: 1, name: "one"), Item(id: 2, name: "two")]
            var body: some View {
                VStack {
                    ForEach(items) { Row(name: $0.name) }
                    Button("Turn") { items.reverse() }
                    Button("Drop") { items.removeLast() }
                    Button("Again") { items.append(Item(id: 1, name: "one")) }
                }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("one 0")
        try snapshot.tap("Turn")
        #expect(snapshot.labels.prefix(2) == ["two 0", "one 1"])
        // What goes away loses its state.
        try snapshot.tap("Drop")
        try snapshot.tap("Again")
        #expect(snapshot.labels.prefix(2) == ["two 0", "one 0"])
    }

    @Test func duplicateIdsAreReportedWithBothPlaces() throws {
        struct Doubled: View {
            var body: some View { ForEach(["a", "b", "a"], id: \.self) { Row(name: $0) } }
        }
        let snapshot = Snapshot(Doubled())
        #expect(
            snapshot.issues == [
                "ForEach in Doubled: elements 0 and 2 have the same id a. Give each element an id of its own, or its "
                    + "state may go to another one"
            ])
        #expect(snapshot.labels == ["a 0", "b 0", "a 0"])
        #expect(Set(snapshot.ids).count == 3)
    }

    @Test func bindingsOfElements() throws {
        struct Sample: View {
            @State var flags = [Flag(id: 1), Flag(id: 2)]
            struct Flag: Identifiable { var id: Int; var isOn = false }
            var body: some View {
                VStack {
                    ForEach($flags) { $flag in
                        Toggle("Flag \(flag.id)", isOn: $flag.isOn)
                    }
                    Toggle("Direct", isOn: $flags[0].isOn)
                    Button("Remove") { flags.removeFirst() }.disabled(flags.count < 2)
                    Text(flags.map { "\($0.isOn)" }.joined(separator: ","))
                }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("Flag 2")
        #expect(snapshot.texts == ["false,true"])
        try snapshot.tap("Direct")
        #expect(snapshot.texts == ["true,true"])
        try snapshot.tap("Remove")
        #expect(snapshot.texts == ["true"])
    }
}
