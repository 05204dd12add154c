import FasciaModel
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ToggleTests {
    /// Toggles whose tap handlers set the value already, do not set it, and set the opposite.
    struct Sample: View {
        let log: Log
        @State private var plain = false
        @State private var setByHandler = false
        @State private var unset = false
        var body: some View {
            Form {
                Toggle("plain", isOn: $plain).onTapGesture { log.add("plain was \(plain)") }
                Toggle("set", isOn: $setByHandler).onTapGesture { setByHandler.toggle() }
                Toggle("unset", isOn: $unset).onTapGesture { unset = false }
            }
        }
    }

    @Test func tapOnAToggle_handlersFirst_thenTheBindingIsSetToTheTarget() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        for name in ["plain", "set", "unset"] { try snapshot.tap(name) }
        #expect(snapshot.toggles.map(\.state) == [.on, .on, .on])
        #expect(log.entries == ["plain was false"])
        for name in ["plain", "set", "unset"] { try snapshot.tap(name) }
        #expect(snapshot.toggles.map(\.state) == [.off, .off, .off])
    }

    @Test func tapOnAToggle_theTargetIsFixedWhenTheGestureBegins() throws {
        struct One: View {
            @Binding var isOn: Bool
            var body: some View { Toggle("one", isOn: $isOn) }
        }
        var isOn = false
        let snapshot = Snapshot(
            One(
                isOn: Binding(get: { isOn }, set: { isOn = $0 })))
        let scene = snapshot.scene
        // Another change comes first. The gesture meant "on", so the toggle stays on.
        isOn = true
        guard case .action(let action) = try scene.operable("one").activation else {
            Issue.record("a toggle is operated by an action")
            return
        }
        #expect(snapshot.perform(action))
        #expect(isOn)
    }

    @Test func theInnerHandlerIsTheOneThatRuns() throws {
        let log = Log()
        let view = Button("b") { log.add("button") }.onTapGesture { log.add("inner") }.onTapGesture { log.add("outer") }
        try Snapshot(view).tap("b")
        #expect(log.entries == ["inner", "button"])
    }

    @Test func tapOnNonControl() throws {
        let log = Log()
        let view = VStack {
            Text("words").onTapGesture { log.add("words") }
            VStack {
                Text("a"); Button("b") { log.add("b") }
            }.onTapGesture { log.add("stack") }
                .accessibilityLabel("box")
        }
        let snapshot = Snapshot(view)
        try snapshot.tap("words")
        try snapshot.tap("b")
        try snapshot.tap("box")
        #expect(log.entries == ["words", "b", "stack"])
    }

    @Test func sources_onOffAndMixed() throws {
        struct Sources: View {
            struct Light: Identifiable { var id: Int; var isOn: Bool }
            @State private var lights = [Light(id: 0, isOn: true), Light(id: 1, isOn: false)]
            var body: some View {
                VStack {
                    Toggle("All", sources: $lights, isOn: \.isOn)
                    ForEach($lights) { $light in Toggle("Light \(light.id)", isOn: $light.isOn) }
                }
            }
        }
        let snapshot = Snapshot(Sources())
        #expect(snapshot.toggles.map(\.state) == [.mixed, .on, .off])
        // A tap on a mixed toggle turns it on.
        try snapshot.tap("All")
        #expect(snapshot.toggles.map(\.state) == [.on, .on, .on])
        try snapshot.tap("All")
        #expect(snapshot.toggles.map(\.state) == [.off, .off, .off])
        try snapshot.tap("Light 1")
        #expect(snapshot.toggles.map(\.state) == [.mixed, .off, .on])
    }

    @Test func hiddenLabelStillIdentifiesTheToggle() throws {
        let view = Form { Toggle("Light", isOn: .constant(true)).labelsHidden() }
        let snapshot = Snapshot(view, columns: 20, rows: 5)
        #expect(snapshot.lines[1] == "›              ━━●")
        #expect(snapshot.element("Light")?.role == "toggle")
        let button = Snapshot(Button("Go") {}.labelsHidden(), columns: 20, rows: 5)
        #expect(button.text.contains("[ Go ]"))
    }
}
