import FasciaInteraction
import FasciaTesting
import FasciaUI
import Testing

/// The focus stays on its control when labels change so that another control has its former label.
@MainActor @Suite struct FocusIdentityTests {
    private struct Rows<Row: View>: View {
        @State private var counts = [0, 0, 0]
        let row: (Binding<Int>) -> Row

        var body: some View {
            Form {
                ForEach(0..<3, id: \.self) { row($counts[$0]) }
                Text("counts \(counts.map(String.init).joined(separator: ","))")
            }
        }
    }

    private func counts<Row: View>(
        after key: Key, _ presses: Int, @ViewBuilder _ row: @escaping (Binding<Int>) -> Row
    ) throws -> String? {
        let snapshot = Snapshot(Rows(row: row), columns: 40, rows: 12)
        for _ in 0..<presses { try snapshot.press(key) }
        return snapshot.texts.last
    }

    @Test func aButtonWithItsCount() throws {
        let button = { (count: Binding<Int>) in Button("\(count.wrappedValue)") { count.wrappedValue += 1 } }
        #expect(try counts(after: "space", 3, button) == "counts 3,0,0")
    }

    @Test func aToggleWithItsState() throws {
        let pressed = try counts(after: "space", 3) { count in
            Toggle(
                count.wrappedValue.isMultiple(of: 2) ? "off" : "on",
                isOn: Binding(get: { !count.wrappedValue.isMultiple(of: 2) }, set: { _ in count.wrappedValue += 1 }))
        }
        #expect(pressed == "counts 3,0,0")
    }

    @Test func aStepperWithItsValue() throws {
        #expect(
            try counts(after: "right", 3) { Stepper("\($0.wrappedValue)", value: $0, in: 0...9) } == "counts 3,0,0")
    }

    @Test func aSliderWithItsValue() throws {
        let pressed = try counts(after: "right", 3) { count in
            Slider(
                value: Binding(get: { Double(count.wrappedValue) }, set: { count.wrappedValue = Int($0) }), in: 0...9, step: 1
            ) { Text("\(count.wrappedValue)") }
        }
        #expect(pressed == "counts 3,0,0")
    }

    @Test func aRowOfAList_movedUpBySortingStillHasIt() throws {
        struct Sorted: View {
            @State private var order = ["a", "b"]
            @State private var count = 0
            var body: some View {
                List {
                    ForEach(order, id: \.self) { name in
                        Button("row \(name == "b" ? count : 0)") {
                            count += 1
                            order = ["b", "a"]
                        }
                    }
                    Text("count \(count)")
                }
            }
        }
        let snapshot = Snapshot(Sorted(), columns: 40, rows: 12)
        try snapshot.press("down")
        for _ in 0..<3 { try snapshot.press("space") }
        #expect(snapshot.texts.last == "count 3")
        #expect(snapshot.lines.contains { $0.contains("›") && $0.contains("row 3") })
    }
}
