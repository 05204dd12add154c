// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

private struct Part: Identifiable, Hashable {
    var id = "a"
    var number = 1
    var name = "Part"
    var parts: [Part]?
}

private struct ListsOfEveryData: View {
    @State private var one: Int?
    @State private var ints: Set<Int> = []
    @State private var some: Set<String> = []
    @State private var name: String?
    @State private var parts = [Part()]

    var body: some View {
        List(0..<3, selection: $one) { Text("\($0)") }
        List(0..<3, selection: $ints) { Text("\($0)") }
        List($parts, selection: $name) { $part in TextField("x", text: $part.name) }
        List($parts, id: \.number, selection: $ints) { $part in TextField("x", text: $part.name) }
        List($parts, editActions: [.delete, .move], selection: $some) { $part in TextField("x", text: $part.name) }
        List($parts, editActions: .delete, selection: $name) { $part in Text(part.name) }
        List($parts, id: \.number, editActions: .move) { $part in Text(part.id) }
        List($parts, id: \.number, editActions: .all, selection: $one) { $part in Text(part.id) }
        List(parts, id: \.number, children: \.parts) { Text($0.id) }
        List(parts, id: \.number, children: \.parts, selection: $ints) { Text($0.id) }
        List($parts, children: \.parts) { $part in TextField("x", text: $part.name) }
        List($parts, id: \.number, children: \.parts, selection: $one) { $part in Text(part.id) }
        OutlineGroup($parts, children: \.parts) { $part in Text(part.id) }
        OutlineGroup($parts, id: \.number, children: \.parts) { $part in Text(part.id) }
        OutlineGroup($parts[0], children: \.parts) { $part in Text(part.id) }
    }
}

private struct NumbersOfEveryLabel: View {
    @State private var value = 0.0
    let progress = Progress(totalUnitCount: 3)

    var body: some View {
        Slider(value: $value, in: 0...5, minimumValueLabel: Text("0"), maximumValueLabel: Text("5")) { Text("z") }
        Slider(
            value: $value, in: 0...5, step: 1, onEditingChanged: { _ in }, minimumValueLabel: Text("0"),
            maximumValueLabel: Text("5")
        ) {
            Text("z")
        }
        Slider(value: $value, in: 0...5, onEditingChanged: { _ in }) { Text("z") }
        Stepper(onIncrement: {}, onDecrement: {}) { Text("x") }
        Stepper(value: $value, onEditingChanged: { _ in }) { Text("x") }
        Stepper(value: $value, in: 0...5, step: 0.5, onEditingChanged: { _ in }) { Text("x") }
        Stepper(value: $value, format: .number) { Text("x") }
        Stepper(value: $value, in: 0...5, step: 1, format: .number) { Text("x") }
        ProgressView(progress)
        Table([Part()]) {
            TableColumn(Text("Name"), value: \.name)
            TableColumn(Text("Number")) { Text("\($0.number)") }
            TableColumn(Text("Number"), value: \.number) { Text("\($0.number)") }
        }
    }
}

private struct Dated: DatePickerStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            Text(configuration.displayedComponents == .date ? "day" : "time")
            Button("Later") { configuration.selection += 86_400 }
            if let last = configuration.maximumDate, configuration.selection > last { Text("too late") }
        }
    }
}

private struct Titled: ControlGroupStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack {
            configuration.label
            configuration.content
        }
    }
}

private struct Ruled: FormStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack {
            Text("~~")
            Form(configuration)
            Text("..")
        }
    }
}

/// Reads what is set around it.
private struct Quoted: ButtonStyle {
    @Environment(\.multilineTextAlignment) var alignment
    @Environment(\.truncationMode) var truncation
    @Environment(\.lineSpacing) var spacing
    @Environment(\.minimumScaleFactor) var factor
    @Environment(\.allowsTightening) var isTight
    @Environment(\.imageScale) var scale
    @Environment(\.headerProminence) var prominence
    @Environment(\.controlSize) var size
    func makeBody(configuration: Configuration) -> some View {
        VStack {
            configuration.label
            Text(alignment == .center && truncation == .head && spacing == 4 ? "texts" : "no texts")
            Text(factor == 0.5 && isTight && scale == .large && prominence == .increased && size == .mini ? "sizes" : "no sizes")
        }
    }
}

private struct StyledParts: View {
    @State private var day = Date(timeIntervalSince1970: 0)
    var body: some View {
        Form {
            DatePicker("Due", selection: $day, in: ...Date(timeIntervalSince1970: 10), displayedComponents: .date)
            ControlGroup("Edit") { Button("Cut") {} }
        }
        .datePickerStyle(Dated()).controlGroupStyle(Titled()).formStyle(Ruled())
    }
}

private struct Read: View {
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        Button("all") {}
            .buttonStyle(Quoted()).multilineTextAlignment(.center).truncationMode(.head).lineSpacing(4)
            .minimumScaleFactor(0.5).allowsTightening(true).imageScale(.large).headerProminence(.increased).controlSize(.mini)
    }
}

private struct Tree: View {
    @State private var parts = [Part(name: "Car", parts: [Part(id: "b", name: "Wheel")])]
    var body: some View {
        VStack {
            OutlineGroup($parts, children: \.parts) { $part in Button(part.name) { part.name += "!" } }
            Text(parts.map { $0.name + ($0.parts ?? []).map(\.name).joined() }.joined())
        }
    }
}

private struct Chosen: View {
    @State private var parts = [Part(name: "Car"), Part(id: "b", name: "Bus")]
    @State private var chosen: Set<String> = []
    var body: some View {
        List($parts, editActions: .delete, selection: $chosen) { $part in Text(part.name) }
        Text("chosen: \(chosen.sorted().joined()), of \(parts.count)")
    }
}

@MainActor @Suite struct InitializersContractTests {
    @Test func everyInitializerMakesAView() {
        #expect(Snapshot(ListsOfEveryData(), columns: 60, rows: 40).issues == [])
        #expect(Snapshot(NumbersOfEveryLabel(), columns: 60, rows: 40).issues == [])
    }

    @Test func stylesOfAnAppDrawDatesGroupsAndForms() throws {
        let snapshot = Snapshot(StyledParts(), columns: 60, rows: 12)
        for words in ["~~", "Due", "day", "Edit", "Cut", ".."] { #expect(snapshot.text.contains(words), "\(words)") }
        #expect(!snapshot.text.contains("too late"))
        try snapshot.tap("Later")
        #expect(snapshot.text.contains("too late"))
        #expect(snapshot.issues == [])
    }

    @available(*, deprecated)
    @Test func aStyleReadsWhatModifiersSet() {
        let text = Snapshot(Read(), columns: 40, rows: 6).text
        #expect(text.contains("texts") && text.contains("sizes") && !text.contains("no "), "\(text)")
    }

    /// As the modifier of that name does.
    @Test func valuesOfTheEnvironmentAreDrawn() {
        let long = Text("one two three\nfour")
        #expect(
            Snapshot(long.environment(\.lineLimit, 1), columns: 9, rows: 4).lines
                == Snapshot(long.lineLimit(1), columns: 9, rows: 4).lines)
        #expect(
            Snapshot(long.environment(\.multilineTextAlignment, .trailing), columns: 20, rows: 4).lines
                == Snapshot(long.multilineTextAlignment(.trailing), columns: 20, rows: 4).lines)
        let lines = Snapshot(
            long.transformEnvironment(\.truncationMode) { $0 = .head }.environment(\.lineLimit, 1), columns: 9, rows: 4
        ).lines
        #expect(lines.contains { $0.contains("…") && !$0.contains("one") }, "\(lines)")
    }

    @Test func aTreeOfBindingsIsEdited() throws {
        let snapshot = Snapshot(Tree(), columns: 40, rows: 8)
        try snapshot.tap("▸")
        try snapshot.tap("Wheel")
        #expect(snapshot.text.contains("CarWheel!"), "\(snapshot.text)")
    }

    @Test func rowsThatCanBeEditedCanBeSelected() throws {
        let snapshot = Snapshot(Chosen(), columns: 40, rows: 8)
        try snapshot.tap("Bus")
        #expect(snapshot.text.contains("chosen: b, of 2"), "\(snapshot.text)")
        try snapshot.tap("Delete Car")
        #expect(snapshot.text.contains("of 1"), "\(snapshot.text)")
    }

    @Test func aProgressShowsWhatItTells() {
        let progress = Progress(totalUnitCount: 4)
        progress.completedUnitCount = 1
        func lines(_ view: some View) -> [String] { Snapshot(view, columns: 40, rows: 4).lines }
        #expect(lines(ProgressView(progress)) == lines(ProgressView(progress.localizedDescription ?? "", value: 0.25)))
        progress.completedUnitCount = 3
        #expect(lines(ProgressView(progress)) != lines(ProgressView(progress.localizedDescription ?? "", value: 0.25)))
    }

    @Test func aStepperShowsItsFormattedValueAfterAnyLabel() {
        let stepper = Stepper(value: .constant(0.5), format: .percent) { Label("Speed", systemImage: "star") }
        let text = Snapshot(stepper, columns: 40, rows: 3).text
        #expect(text.contains("Speed 50"), "\(text)")
    }

    @Test func aSliderHasTheLabelsOfItsBounds() {
        let slider = Slider(value: .constant(2.0), in: 0...5, minimumValueLabel: Text("low"), maximumValueLabel: Text("high")) {
            Text("z")
        }
        let text = Snapshot(slider, columns: 60, rows: 3).text
        #expect(text.contains("low") && text.contains("high"), "\(text)")
    }
}
