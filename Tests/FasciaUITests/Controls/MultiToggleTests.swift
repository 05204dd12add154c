import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct MultiToggleTests {
    private func states(_ snapshot: Snapshot) -> [String] { snapshot.toggles.map { "\($0.label) \($0.state)" } }

    @Test func theFourBehaviours() throws {
        let snapshot = Snapshot(MultiToggle("All", options: ["ham", "cheese", "olives"]), columns: 30, rows: 8)
        #expect(states(snapshot) == ["All off", "ham off", "cheese off", "olives off"])
        // Turning the master on turns all options on.
        try snapshot.tap("All")
        #expect(states(snapshot) == ["All on", "ham on", "cheese on", "olives on"])
        // Turning one option off makes the master mixed.
        try snapshot.tap("ham")
        #expect(states(snapshot) == ["All mixed", "ham off", "cheese on", "olives on"])
        // Turning the last option on turns the master on.
        try snapshot.tap("ham")
        #expect(states(snapshot) == ["All on", "ham on", "cheese on", "olives on"])
        // Turning the master off turns all options off.
        try snapshot.tap("All")
        #expect(states(snapshot) == ["All off", "ham off", "cheese off", "olives off"])
    }

    @Test func mixedGoesToOn() throws {
        let snapshot = Snapshot(MultiToggle("All", options: ["a", "b"]))
        try snapshot.tap("b")
        try snapshot.tap("All")
        #expect(states(snapshot) == ["All on", "a on", "b on"])
    }

    @Test func selectionIsABinding_anyNumberOfOptions() throws {
        struct Sample: View {
            @State private var on: Set<String> = ["7"]
            var body: some View {
                VStack {
                    MultiToggle("All", options: (0..<40).map(String.init), selection: $on)
                    Text("\(on.count) of 40")
                }
            }
        }
        let snapshot = Snapshot(Sample())
        #expect(snapshot.texts == ["1 of 40"])
        try snapshot.tap("All")
        #expect(snapshot.texts == ["40 of 40"])
    }

    @Test func disabledOptionsAreNotToggled_butCount() throws {
        var on: Set<String> = []
        let view = MultiToggle(
            "All", options: ["a", "b", "c"], disabled: ["c"],
            selection: Binding(get: { on }, set: { on = $0 }))
        let first = Snapshot(view)
        try first.tap("All")
        #expect(on == ["a", "b"])
        // All enabled options are on, so a tap turns them off, although the state is mixed.
        let second = Snapshot(view)
        #expect(states(second) == ["All mixed", "a on", "b on", "c off"])
        try second.tap("All")
        #expect(on == [])
        #expect(throws: (any Error).self) { try Snapshot(view).tap("c") }
        let none = MultiToggle("All", options: ["a"], disabled: ["a"], selection: .constant([]))
        #expect(throws: (any Error).self) { try Snapshot(none).tap("All") }
    }
}
