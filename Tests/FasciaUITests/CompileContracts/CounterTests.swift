// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct CounterView: View {
    @State private var count = 0
    @State private var name: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            Text("Count: \(count)")
                .font(.headline)
                .foregroundColor(count > 1 ? .red : .primary)
            if let name {
                Text("Hello, \(name)!")
            } else {
                Text("Nobody")
            }
            HStack {
                StepButton(title: "Add", count: $count, step: 1)
                StepButton(title: "Take", count: $count, step: -1)
            }
            Button(role: .destructive) {
                count = 0
                name = "Ada"
            } label: {
                Label("Reset", systemImage: "trash")
            }
            .disabled(count == 0)
        }
        .padding(.horizontal, 8)
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

struct StepButton: View {
    let title: String
    @Binding var count: Int
    let step: Int

    var body: some View {
        Button(title) { count += step }
    }
}

@MainActor @Suite struct CounterTests {
    @Test func aCounterCounts() throws {
        let snapshot = Snapshot(CounterView(), columns: 30, rows: 10)
        #expect(snapshot.text.contains("Count: 0"))
        try snapshot.tap("Add")
        try snapshot.tap("Add")
        try snapshot.tap("Take")
        try snapshot.tap("Add")
        #expect(snapshot.text.contains("Count: 2"))
        #expect(snapshot.text.contains("Nobody"))
    }

    @Test func aDisabledButtonRefuses_untilItIsEnabled() throws {
        let snapshot = Snapshot(CounterView(), columns: 30, rows: 10)
        #expect(throws: (any Error).self) { try snapshot.tap("⌫ Reset") }
        try snapshot.tap("Add")
        try snapshot.tap("⌫ Reset")
        #expect(snapshot.text.contains("Count: 0"))
        #expect(snapshot.text.contains("Hello, Ada!"))
    }
}
