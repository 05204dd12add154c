import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct StyleTests {
    struct Worded: ToggleStyle {
        @Environment(\.isEnabled) private var isEnabled
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isOn.toggle()
            } label: {
                HStack {
                    configuration.label
                    Text(configuration.isOn ? "yes" : "no")
                    if !isEnabled { Text("locked") }
                }
            }
        }
    }

    struct Angled: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text("<")
                configuration.label.bold()
                Text(">")
            }
        }
    }

    struct Twice: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.onTapGesture {
                configuration.trigger()
                configuration.trigger()
            }
        }
    }

    @Test func aGaugeStyleDrawsTheGauge_withItsLabels() {
        struct Steps: GaugeStyle {
            func makeBody(configuration: Configuration) -> some View {
                VStack {
                    configuration.label
                    configuration.currentValueLabel
                    Text("at \(configuration.value, specifier: "%.2f")")
                    configuration.maximumValueLabel
                    if configuration.minimumValueLabel == nil { Text("no minimum") }
                }
            }
        }
        let view = VStack {
            Gauge(value: 3, in: 2...6) {
                Text("Fuel")
            } currentValueLabel: {
                Text("3 l")
            } minimumValueLabel: {
                Text("2")
            } maximumValueLabel: {
                Text("6")
            }
            Gauge(value: 9, in: 0...3) { Text("Full") }
        }
        #expect(Snapshot(view.gaugeStyle(Steps())).texts == ["Fuel", "3 l", "at 0.25", "6", "Full", "at 1.00", "no minimum"])
        #expect(Snapshot(view.gaugeStyle(.accessoryCircular)).text == Snapshot(view).text)
    }

    @Test func aToggleStyleIsInherited_andOperates() throws {
        struct Sample: View {
            @State private var isOn = false
            var body: some View {
                VStack {
                    VStack { Toggle("inner", isOn: $isOn) }
                    Toggle("outer", isOn: $isOn).toggleStyle(.automatic)
                }
                .toggleStyle(Worded())
            }
        }
        let snapshot = Snapshot(Sample())
        #expect(snapshot.labels == ["inner no", "outer"])
        try snapshot.tap("inner no")
        #expect(snapshot.labels == ["inner yes", "outer"])
        #expect(snapshot.toggles.map(\.state) == [.on])
    }

    @Test func aStyleReadsTheEnvironment() {
        let view = Toggle("x", isOn: .constant(true)).toggleStyle(Worded()).disabled(true)
        #expect(Snapshot(view).labels == ["x yes locked"])
    }

    @Test func buttonStyleChangesTheAppearance_notTheAction() throws {
        let log = Log()
        let snapshot = Snapshot(Button("Go") { log.add("go") }.buttonStyle(Angled()), columns: 20, rows: 3)
        #expect(snapshot.text.contains("< Go >"))
        try snapshot.tap("< Go >")
        #expect(log.entries == ["go"])
    }

    @Test func primitiveButtonStyleTriggersTheAction() throws {
        let log = Log()
        try Snapshot(Button("Go") { log.add("go") }.buttonStyle(Twice())).tap("Go")
        #expect(log.entries == ["go", "go"])
    }

    @Test func anIconStandsBeforeTheLabelOfARow() throws {
        let view = Form {
            Toggle(isOn: .constant(true)) { Label("Air", systemImage: "wifi") }
            Button("Sea", systemImage: "🐟") {}
            Button("Land") {}
        }
        let snapshot = Snapshot(view, columns: 24, rows: 10)
        #expect(
            Array(snapshot.lines[3...5]) == ["│›≈  Air           ━━● │", "│ 🐟 Sea             ↵ │", "│ Land               ↵ │"])
        #expect(snapshot.element("Air")?.role == "toggle")
        snapshot.unicode = false
        #expect(snapshot.lines[4].hasPrefix("| *  Sea"))
    }

    @Test func labelStyles() {
        let label = Label("Title", systemImage: "star.fill")
        #expect(Snapshot(label).texts == ["star.fill", "Title"])
        #expect(Snapshot(label.labelStyle(.titleOnly)).texts == ["Title"])
        #expect(Snapshot(VStack { label }.labelStyle(.iconOnly)).texts == ["star.fill"])
    }

    @Test func aDisabledStyledButtonRefuses() {
        let view = Button("Go") {}.buttonStyle(Angled()).disabled(true)
        #expect(throws: (any Error).self) { try Snapshot(view).tap("< Go >") }
    }

    // MARK: - Accessibility

    @Test func aPlainButtonIsAButton() throws {
        struct Tall: ButtonStyle {
            func makeBody(configuration: Configuration) -> some View { configuration.label.padding() }
        }
        let view = VStack {
            Button("Plain") {}.buttonStyle(.plain)
            Button("Tall") {}.buttonStyle(Tall())
            Text("Words").onTapGesture {}
            Text("Title").accessibilityAddTraits(.isHeader)
        }
        let snapshot = Snapshot(view)
        #expect(
            ["Plain", "Tall", "Words", "Title"].map { snapshot.element($0)?.role } == ["button", "button", "text", "header"])
    }

    @Test func aPlainButtonAnswersAnAlert() throws {
        let view = Text("below").alert("Sure?", isPresented: .constant(true)) { Button("Yes") {}.buttonStyle(.plain) }
        #expect(Snapshot(view).labels == ["Yes"])
    }

    @Test func accessibilityLabelInsideAControlLabel() {
        let plus = Image(systemName: "plus").accessibilityLabel("Add")
        let view = VStack {
            Button {
            } label: {
                plus
            }
            Button {
            } label: {
                HStack {
                    plus; Text("it")
                }
            }.buttonStyle(.plain)
            Toggle(isOn: .constant(true)) { Text("☀").accessibilityLabel("Sun") }
            Menu {
                Button("Copy") {}
            } label: {
                Text("…").accessibilityLabel("More")
            }
            Button("Send") {}.accessibilityLabel("Send it")
            TextField("Name", text: .constant("")).accessibilityLabel("Full name")
            Button {
            } label: {
                plus
            }.accessibilityLabel("Outer")
        }
        let snapshot = Snapshot(view, columns: 40, rows: 12)
        let roles = [
            "Add": "button", "Add it": "button", "Sun": "toggle", "More": "menu", "Send it": "button",
            "Full name": "textField", "Outer": "button",
        ]
        for (label, role) in roles { #expect(snapshot.element(label)?.role == role, "\(label)") }
        #expect(snapshot.text.contains("[ + ]"))
    }
}
