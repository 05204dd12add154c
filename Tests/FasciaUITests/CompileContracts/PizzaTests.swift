// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct PizzaView: View {
    @State private var all = false
    @State private var ham = false { didSet { Self.log.append("ham \(ham)") } }
    @State private var cheese = false
    @State private var olives = false
    static var log: [String] = []

    var body: some View {
        Form {
            Section(header: Text("Toppings"), footer: Text("All are free")) {
                Toggle("All", isOn: $all)
                    .onTapGesture {
                        all.toggle()
                        ham = all
                        cheese = all
                        olives = all
                    }
                Toggle(isOn: $ham) { Text("Ham") }
                    .onTapGesture { one(ham: !ham) }
                Toggle(isOn: $cheese) { Text("Cheese") }
                    .onTapGesture { one(cheese: !cheese) }
                Toggle(isOn: $olives) { Text("Olives") }
            }
            .onChange(of: olives) { _, new in all = ham && cheese && new }
        }
    }

    private func one(ham: Bool? = nil, cheese: Bool? = nil) {
        all = (ham ?? self.ham) && (cheese ?? self.cheese) && olives
    }
}

@MainActor @Suite(.serialized) struct PizzaTests {
    private func states(_ snapshot: Snapshot) -> [String] {
        snapshot.toggles.map { "\($0.label) \($0.state)" }
    }

    @Test func theMasterTurnsAllOn() throws {
        let snapshot = Snapshot(PizzaView(), columns: 40, rows: 12)
        try snapshot.tap("All")
        #expect(states(snapshot) == ["All on", "Ham on", "Cheese on", "Olives on"])
        try snapshot.tap("All")
        #expect(states(snapshot) == ["All off", "Ham off", "Cheese off", "Olives off"])
    }

    @Test func theLastOneTurnsTheMasterOn() throws {
        let snapshot = Snapshot(PizzaView(), columns: 40, rows: 12)
        for topping in ["Ham", "Olives", "Cheese"] { try snapshot.tap(topping) }
        #expect(states(snapshot) == ["All on", "Ham on", "Cheese on", "Olives on"])
        try snapshot.tap("Ham")
        #expect(states(snapshot) == ["All off", "Ham off", "Cheese on", "Olives on"])
    }

    @Test func didSetOnState_runsWhenTheCodeAssigns_notWhenTheControlDoes() throws {
        let snapshot = Snapshot(PizzaView(), columns: 40, rows: 12)
        PizzaView.log = []
        try snapshot.tap("Ham")
        #expect(PizzaView.log == [])
        try snapshot.tap("All")
        #expect(PizzaView.log == ["ham true"])
    }
}
