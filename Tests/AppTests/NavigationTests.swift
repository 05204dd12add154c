import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@testable import FasciaUI

/// An app navigates on the daemon's stack.
@MainActor @Suite(.mustEnd) struct NavigationTests {
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

    @Test func pathFollowsEveryPop() async throws {
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

    @Test func theFirstAppReplacesAnEmptyHome() async throws {
        let app = try await HostedApp { Start() }
        #expect(try await app.path() == ["app"])
    }

    @Test(
        arguments: [
            ("value.set", ["key": "n", "value": 1]),
            ("screen.put", ["screen": ["id": "home", "body": ["kind": "text", "text": "My menu"]]]),
        ] as [(String, JSON)]) func homeStaysBelowAnApp(_ method: String, _ params: JSON) async throws
    {
        let app = try await HostedApp(before: { try $0.call(method, params) }) { Start() }
        #expect(try await app.path() == ["home", "app"])
        try await app.call("nav.pop")
        #expect(try await app.path() == ["home"])
    }

    private final class Model: ObservableObject {
        @Published var path: [Int] = []
        @Published var isOver = false
    }

    private struct Followed: View {
        @ObservedObject var model: Model
        var body: some View {
            NavigationStack(path: $model.path) {
                Text("root")
                    .navigationDestination(for: Int.self) { Text("Number \($0)") }
                    .sheet(isPresented: $model.isOver) { Text("sheet") }
            }
        }
    }

    @Test func whatIsClosedWhileTheConnectionIsLost_closesAfterwards() async throws {
        let model = Model()
        let app = try await HostedApp { Followed(model: model) }
        model.path = [1]
        while try await app.path().count != 2 {}
        model.isOver = true
        while try await app.path().count != 3 {}
        model.isOver = false
        app.host.update()
        app.host.session?.connection.close()
        while try await app.path().count != 2 {}
        model.path = []
        app.host.update()
        app.host.session?.connection.close()
        while try await app.path() != ["app"] {}
        #expect(app.host.issues.reported == [])
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
        let app = try await HostedApp(scenes: Self.scenes)
        try await app.call("nav.push", ["screen": "app/item", "args": "one"])
        try await app.wait(node: "one 0")
        try await app.tap("Tap one")
        try await app.call("nav.push", ["screen": "app/item", "args": "two"])
        try await app.wait(node: "two 0")
        try await app.call("nav.pop")
        try await app.wait(node: "one 1")
        try await app.call("nav.push", ["screen": "app/item", "args": [1]])
        try await app.wait(node: "Invalid arguments for this screen: expected String")
    }

    private struct Item: View {
        let name: String
        @State private var taps = 0
        var body: some View {
            Text("\(name) \(taps)")
            Button("Tap \(name)") { taps += 1 }
        }
    }

    private static func scenes() -> SceneList {
        var list = SceneList(WindowGroup("Test") { Text("root") })
        list.add(PublishedScreen("item") { (name: String) in Item(name: name) })
        return list
    }

    @Test func aPublishedScreenIsShownOnEveryStack_andInEveryLayer_withItsOwnArguments() async throws {
        let app = try await HostedApp(scenes: Self.scenes)
        func wait(_ node: String, _ stack: String) async throws {
            try await app.call("ui.wait", ["for": ["node": .string(node)], "stack": .string(stack), "timeout": 3_600])
        }
        try await app.call("nav.set", ["stack": "side", "path": [["screen": "app/item", "args": "one"]]])
        try await wait("one 0", "side")
        try await app.call("nav.push", ["stack": "side", "screen": "app/item", "args": "four"])
        try await wait("four 0", "side")
        try await app.call("nav.pop", ["stack": "side"])
        try await app.call("nav.push", ["screen": "app/item", "args": "two"])
        try await app.wait(node: "two 0")
        try await app.call("ui.tap", ["stack": "side", "node": "Tap one"])
        try await wait("one 1", "side")
        try await app.call("nav.modal", ["screen": "app/item", "args": "three"])
        try await app.wait(node: "three 0")
        let labels = (try await app.call("ui.tree")["nodes"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
        #expect(labels.contains("two 0") && labels.contains("three 0"))
        // An entry's own screen is removed together with the entry.
        func screens() async throws -> Int {
            (try await app.call("screen.list")["screens"]?.arrayValue ?? []).count {
                $0["id"]?.stringValue?.contains("@") == true
            }
        }
        while try await screens() != 3 {}
        try await app.call("nav.close")
        while try await screens() != 2 {}
        #expect(try await app.text.contains("two 0"))
    }

    @Test func entryStaysReadableWithoutItsApp_andResumes() async throws {
        let app = try await HostedApp(scenes: Self.scenes)
        try await app.call("nav.push", ["screen": "app/item", "args": "one"])
        try await app.wait(node: "one 0")
        try await app.tap("Tap one")
        await app.host.stop()
        while try await app.call("nav.get")[at: "layers/0/entries/1/orphaned"] != true {}
        #expect(try await app.text.contains("one 1"))
        #expect(try await app.failure("ui.tap", ["node": "Tap one"])[at: "data/reason"] == "unimplemented")
        let next = AppHost(name: "app", path: app.daemon.socketPath)
        next.start { [unowned next] in HostedApp.SceneView(scenes: Self.scenes, host: next) }
        try await app.wait(node: "one 0")
        try await app.tap("Tap one")
        try await app.wait(node: "one 1")
        await next.stop()
    }
}
