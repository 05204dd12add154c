import FasciaModel
import TestSupport
import Testing

@testable import FasciaUI

/// An app's navigation is the daemon's stack.
@MainActor @Suite struct NavigationTests {
    private struct Start: View {
        @State private var path: [Int] = []
        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Text("Path \(path.map(String.init).joined(separator: ","))")
                    Button("Go") { path = [1, 2] }
                }
                .navigationDestination(for: Int.self) { number in
                    VStack {
                        Text("Number \(number)")
                        Button("Deeper") { path.append(number + 1) }
                    }
                }
            }
        }
    }

    @Test func aPathFollowsWhateverPopsIt() async throws {
        let app = try await HostedApp { Start() }
        try await app.tap("Go")
        try await app.tap("Deeper")
        #expect(try await app.path().count == 4)
        #expect(try await app.text.contains("Number 3"))
        try await app.call("nav.pop")
        try await app.call("nav.popTo", ["index": 0])
        try await app.wait(node: "Path ")
        try await app.tap("Go")
        #expect(try await app.text.contains("Number 2"))
        #expect(try await app.path().count == 3)
    }

    @Test func coordinatorFromAnyThread() async throws {
        struct Root: View {
            var body: some View { Text("root") }
        }
        let app = try await HostedApp { Root() }
        let coordinator = Coordinator(try #require(app.host.stacks["main"]))
        Thread.detachNewThread {
            coordinator.push(view: Text("pushed"))
            coordinator.modal(view: Text("over it"))
        }
        try await app.wait(node: "over it")
        #expect(try await app.path() == ["app", "app/view/1", "app/view/2"])
        Thread.detachNewThread {
            coordinator.close()
            coordinator.pop()
        }
        try await app.wait(node: "root")
    }

    @Test func eachEntryOfAPublishedScreenHasItsArgumentsAndState() async throws {
        struct Item: View {
            let name: String
            @State private var taps = 0
            var body: some View {
                Text("\(name) \(taps)")
                Button("Tap") { taps += 1 }
            }
        }
        let app = try await HostedApp {
            var list = SceneList(WindowGroup("Test") { Text("root") })
            list.add(PublishedScreen("item") { (name: String) in Item(name: name) })
            return list
        }
        try await app.call("nav.push", ["screen": "app/item", "args": "one"])
        try await app.wait(node: "one 0")
        try await app.tap("Tap")
        try await app.call("nav.push", ["screen": "app/item", "args": "two"])
        try await app.wait(node: "two 0")
        try await app.call("nav.pop")
        try await app.wait(node: "one 1")
        try await app.call("nav.push", ["screen": "app/item", "args": [1]])
        try await app.wait(node: "The arguments of this screen cannot be read: expected String")
    }

    @Test func aStateThatWasNotDeclaredIsReported() async throws {
        let app = try await HostedApp { Text("root") }
        Coordinator(try #require(app.host.stacks["main"])).next(state: "nowhere")
        #expect(app.host.reported.contains { $0.hasPrefix("Coordinator.next: no state \"nowhere\"") })
    }
}
