import FasciaTesting
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

    @Test func stateMovesWithTheElement() throws {
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
        // A removed element loses its state.
        try snapshot.tap("Drop")
        try snapshot.tap("Again")
        #expect(snapshot.labels.prefix(2) == ["two 0", "one 0"])
    }

    @Test func longIdsDoNotMakeLongNodeIds() throws {
        struct Nested: View {
            var body: some View {
                ForEach(names("outer"), id: \.self) { outer in
                    ForEach(names("inner"), id: \.self) { inner in
                        VStack { ForEach(names("row"), id: \.self) { Row(name: number(outer, inner, $0)) } }
                    }
                }
            }

            func number(_ names: String...) -> String { names.map { String($0.suffix(1)) }.joined() }

            func names(_ name: String) -> [String] { (1...3).map { String(repeating: name, count: 200) + "\($0)" } }
        }
        let snapshot = Snapshot(Nested(), rows: 40)
        #expect(snapshot.ids.count == 27 && Set(snapshot.ids).count == 27)
        #expect(snapshot.ids.allSatisfy { $0.utf8.count < 128 }, "\(snapshot.ids.map(\.utf8.count))")
        // Ids are the same in every process, so that a client finds a node again.
        #expect(Snapshot(Nested(), rows: 40).ids == snapshot.ids)
        try snapshot.tap("213 0")
        #expect(snapshot.labels.contains("213 1"))
        #expect(Snapshot(ForEach(["short"], id: \.self) { Row(name: $0) }).ids.first?.contains("[short]") == true)
    }

    @Test func invisibleRowWithLongIdIsFound() throws {
        struct Many: View {
            var body: some View {
                List((0..<1_000).map { String(repeating: "long ", count: 100) + "\($0)" }, id: \.self) { name in
                    Row(name: String(name.suffix(3)))
                }
            }
        }
        let snapshot = Snapshot(Many())
        try snapshot.press("end")
        let last = try #require(snapshot.scene.layers.last?.root.all.last { $0.activation != nil })
        #expect(last.label == "999 0")
        let again = Snapshot(Many())
        try again.tap(last.id)
        try again.press("end")
        #expect(again.labels.contains("999 1"))
    }

    @Test func duplicateIdsAreReportedWithBothPlaces() throws {
        struct Doubled: View {
            var body: some View { ForEach(["a", "b", "a"], id: \.self) { Row(name: $0) } }
        }
        let snapshot = Snapshot(Doubled())
        #expect(
            snapshot.issues == [
                "ForEach in Doubled: elements 0 and 2 have the same id a. Use unique ids; otherwise state may move "
                    + "between elements"
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
