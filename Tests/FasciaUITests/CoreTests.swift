import FasciaUI
import Testing

struct Counter: View {
    @State private var count = 0

    var body: some View {
        VStack {
            Text("Count: \(count)")
            Button("Add") { count += 1 }
        }
    }
}

@MainActor @Suite struct CoreTests {
    @Test func aCounterCounts() throws {
        let snapshot = Snapshot(Counter(), columns: 30, rows: 4)
        #expect(snapshot.text.contains("Count: 0"))
        try snapshot.tap("Add")
        try snapshot.tap("Add")
        #expect(snapshot.text.contains("Count: 2"))
        #expect(snapshot.evaluations["Counter"] == 3)
    }
}
