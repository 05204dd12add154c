// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Buttons: View {
    let title: Substring = "substring"
    let done: (String) -> Void

    var body: some View {
        VStack {
            Button("title") { done("title") }
            Button(title) { done("substring") }
            Button(action: { done("action") }) { Text("action") }
            Button {
                done("label")
            } label: {
                Text("label")
            }
            Button("role", role: .destructive) { done("role") }
            Button(title + " role", role: .cancel) { done("substring role") }
            Button("image", systemImage: "plus") { done("image") }
            Button("both", systemImage: "plus", role: .destructive) { done("both") }
            Button(role: .cancel, action: { done("last") }, label: { Text("last") })
        }
    }
}

struct Settings: View {
    enum Unit: String, CaseIterable, Identifiable {
        case metres, feet
        var id: Self { self }
    }
    struct Lamp: Identifiable { var id: Int, isOn: Bool }
    @State private var isOn = false
    @State private var lamps = [Lamp(id: 0, isOn: true), Lamp(id: 1, isOn: false)]
    @State private var unit = Unit.metres
    @State private var name = ""
    @State private var key = ""
    @State private var count = 1
    @State private var volume = 0.5

    var body: some View {
        Form {
            Toggle("Light", isOn: $isOn)
            Toggle(isOn: $isOn) { Label("Lamp", systemImage: "lightbulb") }
            Toggle("All lamps", sources: $lamps, isOn: \.isOn)
            Picker("Unit", selection: $unit) {
                ForEach(Unit.allCases) { Text($0.rawValue).tag($0) }
            }
            Picker(selection: $unit) {
                Text("m").tag(Unit.metres)
                Text("ft").tag(Unit.feet)
            } label: {
                Text("Short")
            }
            TextField("Name", text: $name)
            TextField("Count", value: $count, format: .number)
            SecureField("Key", text: $key)
            Stepper("Steps", value: $count, in: 0...3)
            Stepper {
                Text("Own steps")
            } onIncrement: {
                count += 1
            } onDecrement: {
                count -= 1
            }
            Slider(value: $volume)
            Slider(value: $volume, in: 0...1, step: 0.25) {
                Text("Volume")
            } minimumValueLabel: {
                Text("low")
            } maximumValueLabel: {
                Text("high")
            }
            Menu("More") { Button("Reset") { count = 0 } }
            ProgressView(value: volume) { Text("Loading") }
            ProgressView()
            Gauge(value: volume, in: 0...1) { Text("Heat") }
            Text("\(isOn) \(lamps.filter(\.isOn).count) \(unit.rawValue) \(name) \(key.count) \(count) \(volume)")
        }
    }
}

@MainActor @Suite struct ControlsContractTests {
    @Test func everyButtonInitializerRunsItsAction() throws {
        let log = Log()
        let snapshot = Snapshot(Buttons { log.add($0) }, columns: 40, rows: 16)
        let names = ["title", "substring", "action", "label", "role", "substring role", "image", "both", "last"]
        #expect(snapshot.labels == names)
        for name in names { try snapshot.tap(name) }
        #expect(log.entries == names)
        let roles = snapshot.node.flat.compactMap { node -> String? in
            if case .button(let button) = node.content { button.role.map { "\($0)" } ?? "none" } else { nil }
        }
        let expected = "none none none none destructive cancel none destructive cancel"
        #expect(roles.joined(separator: " ") == expected)
    }

    @Test func everyControlWritesThroughItsBinding() throws {
        let snapshot = Snapshot(Settings(), columns: 50, rows: 40)
        #expect(snapshot.texts.last == "false 1 metres  0 1 0.5")
        try snapshot.tap("Light")
        #expect(snapshot.toggles.map(\.state) == [.on, .on, .mixed])
        try snapshot.tap("All lamps")
        try snapshot.set("Unit", to: "feet")
        #expect(snapshot.chosen == ["feet", "ft"])
        try snapshot.set("Name", to: "Ada")
        try snapshot.set("Key", to: "abc")
        try snapshot.set("Steps", to: 3)
        try snapshot.set("Volume", to: 0.75)
        #expect(snapshot.texts.last == "true 2 feet Ada 3 3 0.75")
        #expect(snapshot.element("Loading")?.value == 0.75)
        try snapshot.tap("Reset")
        #expect(snapshot.texts.last == "true 2 feet Ada 3 0 0.75")
        #expect(snapshot.issues == [])
    }
}
