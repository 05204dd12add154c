import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct LoweringTests {
    struct Sample: View {
        @State private var isLong = false
        @State private var count = 0
        var body: some View {
            VStack {
                if isLong { Text("more") }
                Button("Add \(count)") { count += 1 }
                Toggle("Long", isOn: $isLong)
                ForEach(["a", "b"], id: \.self) { name in Button(name) {} }
            }
        }
    }

    @Test func addressesAreStructural_andStayTheSameAcrossEvaluations() throws {
        let snapshot = Snapshot(Sample())
        let before = snapshot.ids
        #expect(before == ["v.1", "v.2", "v.3.[a]", "v.3.[b]"])
        try snapshot.tap("v.1")
        try snapshot.tap("v.2")
        #expect(snapshot.ids == before)
        #expect(snapshot.labels == ["Add 1", "Long", "a", "b"])
    }

    @Test func everyNodeHasAnIdOfItsOwn() {
        let view = Form {
            Section("One") {
                Sample(); Sample()
            }
            Section {
                Group { Text("x") }.padding()
            } footer: {
                Text("end")
            }
            ZStack {
                VStack { Text("deep") };
                HStack {
                    Spacer(); Divider()
                }
            }
            ForEach([1, 1], id: \.self) { Text("\($0)") }
            ForEach([AnyHashable(1), AnyHashable("1")], id: \.self) { Text("\($0)") }
        }
        let ids = Snapshot(view).node.flat.compactMap(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func onlyChangedNodesAreLoweredAgain() throws {
        let snapshot = Snapshot(Form { ForEach(0..<100) { _ in Sample() } })
        _ = snapshot.node
        snapshot.resetCounts()
        try snapshot.tap("v.[50].1")
        _ = snapshot.node
        #expect(snapshot.loweringCount < 20)
    }

    @Test func theNodesSurviveJSON() throws {
        let node = Snapshot(
            VStack(alignment: .leading, spacing: 8) {
                Toggle("t", isOn: .constant(true)).disabled(true)
                Button("b", role: .cancel) {}.tint(.red)
                Text("x").onTapGesture {}.frame(maxWidth: .infinity)
                Color.red.opacity(0)
            }
        ).node
        #expect(try Node.schema.read(Node.schema.write(node)) == node)
    }

    @Test func controlsPublishTheirTapAction() {
        let toggle = Snapshot(Toggle("t", isOn: .constant(false))).node
        let tap = Action.emit(name: "view.toggle", payload: ["node": "v", "on": true])
        #expect(toggle.content == .toggle(ToggleContent(state: .off, label: "t", tap: tap)))
        let button = Snapshot(Button("b", role: .destructive) {}).node
        let press = Action.emit(name: "view.tap", payload: ["node": "v"])
        #expect(button.content == .button(ButtonContent("b", role: .destructive, tap: press)))
    }

    @Test func pictures() throws {
        let view = Form {
            Section("Extras") {
                Toggle("Ham", isOn: .constant(true))
                Toggle("Cheese", isOn: .constant(false)).disabled(true)
                Button("Order") {}
            }
        }
        let lines = Snapshot(view, columns: 24, rows: 10, title: "Pizza").lines
        #expect(lines.joined(separator: "\n").contains("│›Ham              ━━● │"))
        #expect(lines.joined(separator: "\n").contains("│ Cheese           ○╌╌ │"))
        #expect(lines.joined(separator: "\n").contains("│ Order              ↵ │"))
        #expect(lines.first?.contains("Pizza") == true)
    }

    @Test func keysOperateIt() throws {
        let snapshot = Snapshot(Sample(), columns: 30, rows: 10)
        try snapshot.press("space")
        #expect(snapshot.labels.first == "Add 1")
        try snapshot.press("tab")
        try snapshot.press("space")
        #expect(snapshot.toggles.map(\.state) == [.on])
    }
}
