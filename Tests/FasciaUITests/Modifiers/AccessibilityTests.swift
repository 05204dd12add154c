import FasciaModel
import FasciaScene
import FasciaTesting
import Testing
@testable import FasciaUI

@MainActor @Suite struct AccessibilityTests {
    private struct Sample: View {
        @State private var taps = 0
        var body: some View {
            VStack {
                Button("Save \(taps)") { taps += 1 }.onTapGesture { taps += 10 }.accessibilityIdentifier("save")
                Text("decoration").accessibilityHidden(true)
                VStack { Button("Secret") { taps += 100 } }.accessibilityHidden(true)
                Text("shown").accessibilityHidden(false).accessibilityIdentifier("first.text")
            }
        }
    }

    private func element(_ snapshot: Snapshot, _ id: String) -> Element? {
        snapshot.scene.layers.last?.root.all.first { $0.id == id }
    }

    @Test func anIdentifierIsTheNodesId() throws {
        let snapshot = Snapshot(Sample())
        #expect(element(snapshot, "save")?.label == "Save 0")
        #expect(element(snapshot, "first.text")?.label == "shown")
        try snapshot.tap("save")
        #expect(element(snapshot, "save")?.label == "Save 11", "what is around it hears of the tap, too")
        #expect(snapshot.issues.isEmpty)
    }

    @Test func duplicateIdentifiersAreReported() throws {
        struct Doubled: View {
            var body: some View {
                ForEach(0..<3) { number in Button("Number \(number)") {}.accessibilityIdentifier("number") }
                Button("Like an id") {}.accessibilityIdentifier("0.0.[1]")
            }
        }
        let snapshot = Snapshot(Doubled())
        #expect(snapshot.labels.count == 4 && Set(snapshot.ids).count == 4)
        #expect(element(snapshot, "number")?.label == "Number 0")
        #expect(
            snapshot.issues.contains {
                $0.hasPrefix("duplicate accessibilityIdentifier(\"number\")")
            })
    }

    @Test func hiddenViewsAreVisible_butNotInTheTree() throws {
        let snapshot = Snapshot(Sample())
        #expect(snapshot.text.contains("decoration") && snapshot.text.contains("Secret"))
        #expect(throws: Refusal.self) { try snapshot.tap("Secret") }
        #expect(throws: Refusal.self) { try snapshot.tap("decoration") }
        // The keyboard can still operate it.
        try snapshot.press("tab")
        try snapshot.press("space")
        #expect(element(snapshot, "save")?.label == "Save 100")
    }
}
