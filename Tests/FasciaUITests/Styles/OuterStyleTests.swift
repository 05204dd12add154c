import FasciaTesting
import FasciaUI
import Testing

/// A style that makes its control again from the configuration uses the style around it, and at the end the default one.
@MainActor @Suite struct OuterStyleTests {
    struct NamedToggle: ToggleStyle {
        let name: String
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text(name)
                Toggle(configuration)
            }
        }
    }

    struct NamedButton: PrimitiveButtonStyle {
        let name: String
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text(name)
                Button(configuration)
            }
        }
    }

    struct NamedProgress: ProgressViewStyle {
        let name: String
        func makeBody(configuration: Configuration) -> some View {
            VStack {
                Text(name)
                ProgressView(configuration)
            }
        }
    }

    struct NamedLabel: LabelStyle {
        let name: String
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text(name)
                Label(configuration)
            }
        }
    }

    struct NamedBox: GroupBoxStyle {
        let name: String
        func makeBody(configuration: Configuration) -> some View {
            VStack {
                Text(name)
                GroupBox(configuration)
            }
        }
    }

    @Test func aToggleOfTheConfiguration_endsAtTheDefaultStyle() throws {
        struct Sample: View {
            @State private var isOn = false
            var body: some View {
                VStack {
                    Text("rest")
                    Toggle("Air", isOn: $isOn).toggleStyle(NamedToggle(name: "inner")).toggleStyle(NamedToggle(name: "outer"))
                }
            }
        }
        let snapshot = Snapshot(Sample())
        #expect(snapshot.issues == [])
        #expect(snapshot.texts == ["rest", "inner", "outer"])
        #expect(snapshot.toggles.map(\.label) == ["Air"])
        try snapshot.tap("Air")
        #expect(snapshot.toggles.map(\.state) == [.on])
    }

    @Test func aButtonOfTheConfiguration_keepsItsActionAndItsRole() throws {
        let log = Log()
        let view = Button("Go", role: .destructive) { log.add("go") }
            .buttonStyle(NamedButton(name: "inner")).buttonStyle(NamedButton(name: "outer"))
        let snapshot = Snapshot(view)
        #expect(snapshot.issues == [])
        #expect(snapshot.texts == ["inner", "outer"])
        #expect(snapshot.element("Go")?.control?.role == .destructive)
        try snapshot.tap("Go")
        #expect(log.entries == ["go"])
    }

    @Test func aButtonInAButtonStyle_hasTheNextOuterStyle() {
        struct Framed: ButtonStyle {
            func makeBody(configuration: Configuration) -> some View {
                HStack {
                    configuration.label
                    Button("inside") {}
                }
            }
        }
        let snapshot = Snapshot(Button("Go") {}.buttonStyle(Framed()))
        #expect(snapshot.issues == [])
        #expect(snapshot.text.contains("[ inside ]"))
    }

    @Test func aProgressViewOfTheConfiguration_keepsItsLabels() {
        let view = ProgressView(value: 0.5) {
            Text("Load")
        } currentValueLabel: {
            Text("half")
        }
        let styled = view.progressViewStyle(NamedProgress(name: "inner")).progressViewStyle(NamedProgress(name: "outer"))
        let snapshot = Snapshot(styled)
        #expect(snapshot.issues == [])
        #expect(snapshot.texts == ["inner", "outer", "half"])
        #expect(snapshot.element("Load")?.value == 0.5)
    }

    @Test func aLabelAndABoxOfTheConfiguration_haveTheNextOuterStyle() {
        let view = GroupBox {
            Label("Air", systemImage: "wifi").labelStyle(NamedLabel(name: "label"))
        } label: {
            Text("Box")
        }
        let snapshot = Snapshot(view.groupBoxStyle(NamedBox(name: "inner")).groupBoxStyle(NamedBox(name: "outer")))
        #expect(snapshot.issues == [])
        #expect(snapshot.texts == ["inner", "outer", "Box", "label", "wifi", "Air"])
    }

    @Test func theContentOfABox_hasTheStyleThatTheBoxHas() {
        let view = GroupBox("A") { GroupBox("B") { Text("words") } }.groupBoxStyle(NamedBox(name: "box"))
        #expect(Snapshot(view).texts == ["box", "A", "box", "B", "words"])
    }

    @Test func aStyleInAStyle_isFoundByItself() throws {
        /// Sets a style for what it makes, which is then the next outer one.
        struct Twice: ToggleStyle {
            func makeBody(configuration: Configuration) -> some View {
                Toggle(configuration).toggleStyle(NamedToggle(name: "own"))
            }
        }
        let snapshot = Snapshot(Toggle("Air", isOn: .constant(true)).toggleStyle(Twice()).toggleStyle(.button))
        #expect(snapshot.issues == [])
        #expect(snapshot.texts == ["own"])
        #expect(snapshot.text.contains("[ ✓ Air ]"))
    }
}
