import FasciaModel
import FasciaTesting
import FasciaUI
import Foundation
import Testing

@MainActor @Suite struct NumberControlTests {
    struct Sample: View {
        let log: Log
        @State private var volume: Double = 30
        @State private var count = 1
        @State private var small: Float = 0.5
        var body: some View {
            Form {
                Slider(value: $volume, in: 0...100, step: 10) {
                    Text("Volume")
                } onEditingChanged: {
                    log.add("editing \($0)")
                }
                Stepper("Count \(count)", value: $count, in: 0...2)
                Slider(value: $small) { Text("Small") }
                Text("\(Int(volume)) \(count) \(small)")
            }
        }
    }

    private func sample(_ log: Log? = nil) -> Snapshot { Snapshot(Sample(log: log ?? Log()), columns: 30, rows: 8) }

    @Test func aSliderMovesByItsSteps_andStaysInItsRange() throws {
        let log = Log()
        let snapshot = sample(log)
        #expect(snapshot.lines[2] == "›Volume    ━━━●──────")
        try snapshot.press("right")
        try snapshot.press("left")
        try snapshot.press("left")
        #expect(snapshot.texts == ["20 1 0.5"])
        #expect(log.entries == Array(repeating: ["editing true", "editing false"], count: 3).flatMap { $0 })
        for _ in 0..<5 { try snapshot.press("left") }
        #expect(snapshot.texts == ["0 1 0.5"])
        try snapshot.set("Volume", to: 55)
        #expect(snapshot.texts == ["55 1 0.5"])
        #expect(snapshot.refusal { try $0.set("Volume", to: 101) } == "node \"v.0\" (Volume) must be from 0 to 100, not 101")
        #expect(snapshot.refusal { try $0.set("Volume", to: "loud") } == "node \"v.0\" (Volume) takes a number, not \"loud\"")
        #expect(
            snapshot.refusal { try $0.tap("Volume") }
                == "node \"v.0\" (Volume) is a slider: it cannot be operated, but be given a value: ui.set")
    }

    @Test func sliderWithInfiniteBoundsUses0To1_andReports() throws {
        let value = Binding.constant(0.25)
        let snapshot = Snapshot(
            VStack {
                Slider(value: value, in: -Double.infinity...Double.infinity)
                Slider(value: value, in: 0...Double.infinity, step: 0)
                Gauge(value: 0.25, in: -Double.infinity...0) { Text("Cold") }
                Stepper("Up", value: value, in: 0...Double.infinity, step: .infinity)
            }, columns: 30, rows: 8)
        #expect("\(snapshot.node)".contains("inf") == false)
        #expect(
            snapshot.issues == [
                "Slider(in: -inf...inf) uses 0...1 instead: bounds must be finite",
                "Slider(in: 0.0...inf) uses 0...1 instead: bounds must be finite",
                "Slider(step: 0.0) is ignored: a step must be finite and positive",
                "Gauge(in: -inf...0.0) uses 0...1 instead: bounds must be finite, in Gauge",
            ])
        try snapshot.press("right")
    }

    @Test func theMouseMovesASliderToWhereItPresses() throws {
        let snapshot = sample()
        try snapshot.click(column: 11, row: 2)
        #expect(snapshot.texts == ["0 1 0.5"])
        try snapshot.click(column: 20, row: 2)
        #expect(snapshot.texts == ["100 1 0.5"])
    }

    @Test func aSliderWithoutAStepMovesByATwentieth() throws {
        let snapshot = sample()
        try snapshot.press("tab")
        try snapshot.press("tab")
        try snapshot.press("right")
        #expect(snapshot.texts == ["30 1 0.55"])
    }

    @Test func aStepperStaysInItsBounds() throws {
        let snapshot = sample()
        #expect(snapshot.lines[3] == " Count 1               [−|+]")
        try snapshot.press("down")
        try snapshot.press("right")
        #expect(snapshot.lines[3] == "›Count 2               [−| ]")
        try snapshot.press("right")
        #expect(snapshot.texts == ["30 2 0.5"])
        for _ in 0..<3 { try snapshot.press("left") }
        #expect(snapshot.texts == ["30 0 0.5"])
        #expect(snapshot.lines[3] == "›Count 0               [ |+]")
    }

    @Test func stepperActionsByScriptAndMouse() throws {
        let snapshot = sample()
        try snapshot.tap("v.1:increment")
        #expect(snapshot.texts == ["30 2 0.5"])
        #expect(snapshot.refusal { try $0.tap("v.1:increment") }?.hasPrefix("no node \"v.1:increment\"") == true)
        try snapshot.click(column: 24, row: 3)
        #expect(snapshot.texts == ["30 1 0.5"])
        try snapshot.click(column: 27, row: 3)
        #expect(snapshot.texts == ["30 2 0.5"])
        #expect(
            snapshot.refusal { try $0.tap("Count 2") }
                == "node \"v.1\" (Count 2) is a stepper: it cannot be operated as a whole: tap v.1:decrement")
        #expect(snapshot.refusal { try $0.set("Count 2", to: 3) } == "node \"v.1\" (Count 2) must be from 0 to 2, not 3")
    }

    @Test func simultaneousStepsCountOnce() throws {
        let snapshot = sample()
        let steps = try #require(snapshot.element("Count 1")?.steps)
        guard case .action(let action)? = steps.next else {
            Issue.record("a step is an action")
            return
        }
        #expect(snapshot.perform(action) && snapshot.perform(action))
        #expect(snapshot.texts == ["30 2 0.5"])
    }

    @Test func stepperWithCustomActions() throws {
        struct Days: View {
            @State private var day = 0
            var body: some View {
                Stepper("Day \(day)", onIncrement: { day += 1 }, onDecrement: day > 0 ? { day -= 1 } : nil)
            }
        }
        let snapshot = Snapshot(Days(), columns: 20, rows: 3)
        #expect(snapshot.lines[1].contains("Day 0 [ |+]"))
        try snapshot.press("left")
        try snapshot.press("right")
        #expect(snapshot.lines[1].contains("Day 1 [−|+]"))
    }

    @Test func stepperOfNonNumbers() throws {
        struct When: View {
            @State private var date = Date(timeIntervalSince1970: 0)
            var body: some View {
                Stepper("At \(Int(date.timeIntervalSince1970))", value: $date, step: 60)
            }
        }
        let snapshot = Snapshot(When())
        try snapshot.press("right")
        try snapshot.press("right")
        try snapshot.press("left")
        #expect(snapshot.element("At 60") != nil)
    }

    @Test func disabledNumbersCannotBeChanged() {
        let snapshot = Snapshot(Sample(log: Log()).disabled(true), columns: 30, rows: 8)
        #expect(snapshot.lines[2] == "›Volume    ╍╍╍●╌╌╌╌╌╌")
        #expect(snapshot.lines[3] == " Count 1               (−|+)")
        #expect(snapshot.refusal { try $0.set("Volume", to: 1) } == "node \"v.0\" (Volume) is disabled")
    }

    // MARK: - Progress

    @Test func progress() {
        func line<V: View>(_ view: V) -> String { Snapshot(view, columns: 21, rows: 3).lines[1] }
        // SwiftUI shows no number.
        #expect(line(ProgressView("Load", value: 0.5)) == " Load ━━━━━━━━───────")
        #expect(line(ProgressView(value: 7.0, total: 5)) == " ━━━━━━━━━━━━━━━━━━━━")
        #expect(
            line(
                ProgressView(value: 0.25) {
                    Text("A")
                } currentValueLabel: {
                    Text("now")
                }
            ).hasSuffix("─ now"))
        #expect(line(ProgressView("Wait")) == "        Wait ▖", "it has no track that takes the room, and stands in the middle")
        #expect(line(ProgressView(value: Double.nan)) == "         ▖")
        #expect(Snapshot(ProgressView("Load", value: 0.5).progressViewStyle(.circular)).element("Load")?.value == 0.5)
    }

    @Test func gauges() {
        func line<V: View>(_ view: V) -> String { Snapshot(view, columns: 21, rows: 3).lines[1] }
        #expect(line(Gauge(value: 30.0, in: 0...60) { Text("Heat") }) == " Heat ━━━━━━─────  30")
        let labelled = Gauge(value: 0.3) {
            Text("Heat")
        } currentValueLabel: {
            Text("30 °C")
        }
        #expect(line(labelled) == " Heat ━━━────── 30 °C")
        let ends = Gauge(value: 0.5) {
            Text("A")
        } currentValueLabel: {
            Text("x")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("1")
        }
        #expect(line(ends).hasPrefix("0") && line(ends).hasSuffix("1"))
    }

    @Test func aSliderShowsItsNumberOnlyWithAUnit() throws {
        let slider = Slider(value: .constant(20), in: 15...25) { Text("Target") }
        let snapshot = Snapshot(Form { slider }, columns: 60, rows: 6)
        #expect(!snapshot.text.contains("20"))
        #expect(snapshot.element("Target")?.value == 20)
        #expect(Snapshot(Form { slider.unit("°C") }, columns: 60, rows: 6).text.contains("20 °C"))
    }

    @Test func numbersHaveAUnit() {
        let view = Form {
            Slider(value: .constant(20), in: 15...25) { Text("Target") }
            Gauge(value: 21.5, in: 0...40) { Text("Now") }
            Sparkline("Before", values: [19, 20])
        }
        let lines = Snapshot(view.unit("°C"), columns: 60, rows: 12).lines
        func row(_ label: String) -> String { lines.first { $0.contains(label) } ?? "" }
        #expect(row("Target").hasSuffix(" 20 °C  │") && row("Now").hasSuffix(" 21.5 °C  │"))
        #expect(row("Before").hasSuffix(" 20 °C  │"))
    }
}
