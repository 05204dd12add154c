import FasciaModel
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct PickerViewTests {
    enum Unit: String, CaseIterable { case metres, feet }

    struct Height: View {
        let log: Log
        @State private var metres = 1
        @State private var centimetres: Int?
        @State private var unit = Unit.metres
        var body: some View {
            Form {
                PickerView("Height") {
                    PickerComponent("Metres", elements: 0...2, selection: $metres)
                    ","
                    PickerComponent(
                        "Centimetres", elements: 0..<100, selection: $centimetres, initialValue: 85
                    ) { $0 < 10 ? "0\($0)" : "\($0)" }
                    PickerComponent("Unit", elements: Unit.allCases, selection: $unit, label: \.rawValue)
                }
                Text("\(metres) \(centimetres.map(String.init) ?? "none") \(unit.rawValue)")
                    .onChange(of: metres) { log.add("metres \(metres)") }
            }
        }
    }

    private func snapshot(_ log: Log? = nil) -> Snapshot { Snapshot(Height(log: log ?? Log()), columns: 60, rows: 6) }

    @Test func componentsOfDifferentTypesAreSideBySide() {
        let snapshot = snapshot()
        #expect(snapshot.lines[2] == "   Height ›‹ 1 ›  ,  ‹ (85) ›  ‹ metres ›")
        #expect(snapshot.chosen == ["1", "85", "metres"])
    }

    @Test func initialValueIsNeverWritten() throws {
        let snapshot = snapshot()
        #expect(snapshot.texts.last == "1 none metres")
        // The list of elements starts at the one shown. Opening it selects nothing.
        try snapshot.press("tab")
        try snapshot.press("enter")
        #expect(snapshot.texts.last == "1 none metres")
        try snapshot.press("enter")
        #expect(snapshot.texts.last == "1 85 metres")
    }

    @Test func componentsAreSelectedIndependently() throws {
        let log = Log()
        let snapshot = snapshot(log)
        try snapshot.press("right")
        try snapshot.press("enter")
        try snapshot.press("tab")
        try snapshot.press("left")
        #expect(snapshot.texts.last == "2 none metres")
        try snapshot.press("enter")
        #expect(snapshot.texts.last == "2 84 metres")
        try snapshot.set("Unit", to: "feet")
        try snapshot.set("Centimetres", to: "05")
        #expect(snapshot.texts.last == "2 5 feet")
        #expect(log.entries == ["metres 2"])
    }

    @Test func onlyOptionalSelectionsCanBeCleared() throws {
        let snapshot = snapshot()
        try snapshot.set("Centimetres", to: "7")
        try snapshot.set("Centimetres", to: .null)
        #expect(snapshot.texts.last == "1 none metres")
        #expect(
            snapshot.refusal { try $0.set("Metres", to: .null) }?
                .hasSuffix("is not optional, so an option must be selected: there are 0, 1, 2") == true)
        #expect(
            snapshot.refusal { try $0.set("Metres", to: "3") }?.hasSuffix("has no option \"3\": there are 0, 1, 2")
                == true)
    }

    @Test func labelsAreDescriptions_andAnyBlockMakesComponents() {
        struct Some: View {
            let isLong: Bool
            var body: some View {
                PickerView {
                    PickerLabel("a")
                    if isLong { PickerComponent(elements: [Unit.feet], selection: .constant(.feet)) } else { "b" }
                    for word in ["c", "d"] { word }
                }
            }
        }
        #expect(Snapshot(Some(isLong: true), columns: 30, rows: 3).lines[1].contains("a ›‹ feet ›  c d"))
        #expect(Snapshot(Some(isLong: false), columns: 30, rows: 3).texts == ["a", "b", "c", "d"])
    }

    // MARK: - Styles

    /// A style that records its calls, and shows which component was changed last.
    struct Marking: PickerViewStyle {
        let log: Log
        let current: () -> Int
        @State private var last = "nothing"

        func willSelect(_ selection: PickerViewSelection) {
            log.add("\(selection.title ?? "?") \(selection.from ?? "-") to \(selection.to ?? "-"), binding \(current())")
            last = selection.title ?? "?"
        }

        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text("last: \(last)")
                ForEach(configuration.components) { $0 }
            }
        }
    }

    @Test func styleIsNotifiedBeforeTheBindingIsWritten() throws {
        let log = Log()
        var metres = 1
        let binding = Binding(get: { metres }, set: { metres = $0 })
        let view = PickerView("Height") {
            PickerComponent("Metres", elements: 0...2, selection: binding)
            PickerLabel("m")
        }
        .pickerViewStyle(Marking(log: log) { metres })
        let snapshot = Snapshot(view, columns: 40, rows: 3)
        #expect(snapshot.texts.first == "last: nothing")
        try snapshot.set("Metres", to: "2")
        #expect(log.entries == ["Metres 1 to 2, binding 1"])
        #expect(metres == 2)
        #expect(snapshot.texts.first == "last: Metres")
    }

    @Test func primaryHasATint_andIsDrawnByAStyleOfThatName() throws {
        let view = PickerView("Height") { PickerComponent("Metres", elements: 0...2, selection: .constant(1)) }
        let plain = Snapshot(view.pickerViewStyle(.default))
        #expect(plain.element("Metres")?.environment["tint"] == nil)
        let primary = Snapshot(VStack { view }.pickerViewStyle(.primary(tintColor: .red)))
        #expect(primary.element("Metres")?.environment["tint"] == "red")
        #expect(primary.element("Metres")?.environment["pickerStyle"] == "primary")
        #expect(Snapshot(view.pickerViewStyle(.primary)).element("Metres")?.environment["tint"] == "accentColor")
        #expect(Snapshot(view.pickerViewStyle(.named("neon"))).element("Metres")?.environment["pickerStyle"] == "neon")
    }

    @Test func primaryMarksWhatWasSelectedLast() throws {
        struct Row: View {
            @State private var a = 1
            @State private var b = 1
            var body: some View {
                PickerView {
                    PickerComponent("A", elements: 0...2, selection: $a)
                    PickerComponent("B", elements: 0...2, selection: $b)
                }
                .pickerViewStyle(.primary)
            }
        }
        let snapshot = Snapshot(Row())
        func isBold(_ name: String) -> Bool { snapshot.element(name)?.modifiers.contains(.bold(true)) == true }
        #expect(!isBold("A") && !isBold("B"))
        try snapshot.set("B", to: "2")
        #expect(!isBold("A") && isBold("B"))
        try snapshot.set("A", to: "0")
        #expect(isBold("A") && !isBold("B"))
    }
}
