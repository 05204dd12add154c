import Testing

@testable import FasciaTesting
@testable import FasciaUI

@MainActor @Suite(.serialized) struct CoordinatorTests {
    struct Page: View {
        let name: String
        var log: Log?
        @State private var count = 0
        @Environment(\.coordinator) private var coordinator
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            VStack {
                Text("This is \(name)")
                Button("Count \(count)") { count += 1 }
                Button("Push") { coordinator?.push(view: Page(name: name + "+", log: log)) }
                Button("Sheet") { coordinator?.modal(view: Page(name: name + " sheet", log: log)) }
                Button("Dismiss") { dismiss() }
                Button("End") { coordinator?.next(state: "end") }
            }
            .navigationTitle("Title of \(name)")
            .onDisappear { log?.add("\(name) disappears") }
        }
    }

    private func snapshot(_ log: Log? = nil) -> Snapshot { Snapshot(Page(name: "A", log: log), columns: 50, rows: 16) }

    @Test func pushAndPop_theLowerScreenKeepsItsState() throws {
        let log = Log()
        let snapshot = snapshot(log)
        try snapshot.tap("Count 0")
        try snapshot.tap("Push")
        #expect(snapshot.text.contains("This is A+"))
        #expect(snapshot.lines[0].contains("Title of A+"))
        #expect(snapshot.lines[0].contains("‹ Title of A"))
        #expect(snapshot.text.contains("Count 0"))
        snapshot.coordinator.pop()
        #expect(snapshot.text.contains("Count 1"))
        #expect(log.entries == ["A disappears", "A+ disappears"])
        // At the root, `pop` does nothing.
        snapshot.coordinator.pop()
        #expect(snapshot.text.contains("Count 1"))
        #expect(snapshot.issues == [])
    }

    @Test func dismissLeavesTheScreenThatAsksForIt() throws {
        let snapshot = snapshot()
        try snapshot.tap("Push")
        try snapshot.tap("Push")
        #expect(snapshot.text.contains("This is A++"))
        try snapshot.tap("Dismiss")
        #expect(!snapshot.text.contains("This is A++"))
        #expect(snapshot.text.contains("This is A+"))
        try snapshot.tap("Sheet")
        #expect(snapshot.text.contains("This is A+ sheet"))
        try snapshot.tap("Dismiss")
        #expect(!snapshot.text.contains("sheet"))
    }

    @Test func modalAndClose_popToRoot() throws {
        let snapshot = snapshot()
        try snapshot.tap("Push")
        try snapshot.tap("Sheet")
        snapshot.coordinator.close()
        #expect(!snapshot.text.contains("sheet"))
        // Without an open modal, `close` does nothing.
        snapshot.coordinator.close()
        #expect(snapshot.text.contains("This is A+"))
        try snapshot.tap("Push")
        snapshot.coordinator.popToRoot()
        #expect(!snapshot.text.contains("A+"))
    }

    @Test func nextGoesToDeclaredStates_andToTheRoot() throws {
        let snapshot = snapshot()
        snapshot.coordinator.declare(state: "end", mode: .reset) { Page(name: "Z") }
        try snapshot.tap("Push")
        try snapshot.tap("End")
        #expect(snapshot.text.contains("This is Z"))
        #expect(!snapshot.lines[0].contains("‹"))
        try snapshot.tap("Push")
        #expect(snapshot.text.contains("This is Z+"))
        // The root is declared from the beginning.
        snapshot.coordinator.next(state: .root)
        #expect(!snapshot.text.contains("This is Z+"))
    }

    @Test func aStateThatWasNotDeclared_isReported() throws {
        let snapshot = snapshot()
        try snapshot.tap("End")
        #expect(
            snapshot.issues == [
                "Coordinator.next: no state \"end\": declare it with Coordinator.declare(state: \"end\") before going "
                    + "there"
            ])
    }

    @Test func staticFunctionsUseTheCurrentCoordinator() {
        let snapshot = snapshot()
        Coordinator.use(snapshot.coordinator)
        defer { Coordinator.use(nil) }
        Coordinator.push(view: Text("pushed"))
        #expect(snapshot.text.contains("pushed"))
        Coordinator.modal(view: Text("over it"), style: .cover)
        #expect(snapshot.text.contains("over it"))
        Coordinator.close()
        Coordinator.pop()
        #expect(snapshot.text.contains("This is A"))
    }

    @Test func aSnapshotGoesAwayWithItsAppAndItsServer() async throws {
        weak var host: AppHost?
        weak var server: AnyObject?
        do {
            let snapshot = snapshot()
            try snapshot.tap("Count 0")
            (host, server) = (snapshot.host, snapshot.panel.server)
            #expect(host != nil && server != nil)
        }
        #expect(host == nil)
        while server != nil { await Task.yield() }
    }
}
