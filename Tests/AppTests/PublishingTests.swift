import FasciaClient
import FasciaDocument
import Synchronization
import TestSupport
import Testing

@testable import FasciaUI

/// What an app publishes, and when.
@MainActor @Suite(.mustEnd) struct PublishingTests {
    private struct Count: View {
        @State private var count = 0
        var body: some View {
            Text("Count \(count)")
            Button("More") { count += 1 }
            Button("Much more") { for _ in 1...100 { count += 1 } }
            Button("Nothing") { count = count + 0 }
        }
    }

    @Test func onlyWhatDiffersIsPublished() async throws {
        let app = try await HostedApp { Count() }
        let before = try await app.revision
        try await app.tap("Nothing")
        #expect(try await app.events(since: before) == [["action"]])
        try await app.tap("Much more")
        #expect(try await app.events(since: before) == [["action"], ["screen app"], ["action"]], "a hundred are one")
        #expect(try await app.text.contains("Count 100"))
    }

    @Test func screenIsCommittedBeforeTheAnswer() async throws {
        let app = try await HostedApp { Count() }
        for count in 1...20 {
            try await app.tap("More")
            // A request sent after the answer sees the new count.
            #expect(try await app.text.contains("Count \(count)"))
        }
    }

    @Test func stateSetFromAnotherThreadIsPublished() async throws {
        final class Model: ObservableObject, Sendable {
            private let stored = Mutex("before")
            var text: String { stored.withLock { $0 } }

            func set(_ text: String) {
                stored.withLock { $0 = text }
                objectWillChange.send()
            }
        }
        struct Shown: View {
            @ObservedObject var model: Model
            var body: some View { Text(model.text) }
        }
        let model = Model()
        let app = try await HostedApp { Shown(model: model) }
        Thread.detachNewThread { model.set("after") }
        try await app.wait(node: "after")
    }

    @Test func tapOnARemovedControlIsRejected() async throws {
        let app = try await HostedApp { Count() }
        let entry = try #require(try await app.call("nav.get")["top"])
        let answer = try await app.call(
            "action.send", ["entry": entry, "name": "view.tap", "payload": ["node": "gone"]])
        #expect(answer["outcome"] == "rejected")
        #expect(answer["reason"] == "the control no longer exists: read the screen again")
    }

    private final class Names: ObservableObject { @Published var all = ["a", "b", "c"] }

    private struct NameList: View {
        @ObservedObject var names: Names
        var body: some View {
            List { ForEach(names.all, id: \.self) { Text($0) }.onDelete { names.all.remove(atOffsets: $0) } }
        }
    }

    @Test func aTapMeetsTheRowsAsTheyAreNow() async throws {
        let names = Names()
        let app = try await HostedApp { NameList(names: names) }
        try await app.wait(node: "Delete b")
        let entry = try #require(try await app.call("nav.get")["top"])
        let nodes = try await app.call("ui.tree")["nodes"]?.arrayValue ?? []
        func delete(_ name: String) async throws -> JSON {
            let node = try #require(nodes.first { $0["label"]?.stringValue == "Delete \(name)" }?["id"])
            let tap: JSON = ["screen": "app", "entry": entry, "name": "view.tap", "payload": ["node": node]]
            return try await app.host.requests.answer(FasciaClient.Notification(method: "action", params: tap)).get()
        }
        // Not evaluated before the tap is there.
        names.all = ["b", "c"]
        let gone = try await delete("a")
        #expect(gone["outcome"] == "rejected")
        names.all = ["a", "b", "c"]
        try await app.wait(node: "Delete a")
        names.all = ["b", "c"]
        let deleted = try await delete("b")
        #expect(deleted == [:] && names.all == ["c"])
    }

    @Test func aScreenThatIsTooLongIsReported_andTheAppGoesOn() async throws {
        struct Long: View {
            @State private var isLong = false
            var body: some View {
                Button("Longer") { isLong.toggle() }
                Text(isLong ? String(repeating: "x", count: 1_100_000) : "short")
            }
        }
        let app = try await HostedApp { Long() }
        try await app.tap("Longer")
        #expect(
            app.host.issues.reported == [
                "screen \"app\" was not published: it exceeds 1048576 bytes. Show less at once: use a List or "
                    + "several screens"
            ])
        try await app.tap("Longer")
        #expect(try await app.text.contains("short"))
    }

    /// The daemon limits the number of modifiers around a node; the app does not check the limit.
    private struct Padded: View {
        let levels: Int
        var body: some View {
            (0..<levels).reduce(AnyView(Text("padded \(levels)"))) { view, _ in AnyView(view.padding(.leading, 0)) }
        }
    }

    @Test func rowsAreNotPublishedOntoAScreenThatWasRefused() async throws {
        struct Rows: View {
            @State private var levels = 0
            @State private var number = 0
            var body: some View {
                VStack {
                    Button("Too much") { levels = 300 }
                    Button("Less") { levels = 1 }
                    Button("Rows") { number += 1 }
                    Padded(levels: levels)
                    List(0..<1_000) { Text("row \($0) of \(number)") }
                }
            }
        }
        let app = try await HostedApp { Rows() }
        try await app.tap("Too much")
        while !app.host.issues.reported.contains(where: { $0.contains("was not published") }) { await Task.yield() }
        try await app.tap("Rows")
        #expect(try await app.text.contains("row 0 of 0"), "the screen as it was last taken, as a whole")
        #expect(try await app.text.contains("padded 0"))
        try await app.tap("Less")
        #expect(try await app.text.contains("row 0 of 1"))
        #expect(try await app.text.contains("padded 1"))
        // Once the app knows that the screen was accepted, it publishes only rows again.
        let before = try await app.revision
        var methods: [String] = []
        repeat {
            try await app.tap("Rows")
            let history = try await app.call("history.get", ["since": .int(before)])
            methods = (history["events"]?.arrayValue ?? []).compactMap { $0[at: "cause/method"]?.stringValue }
        } while !methods.contains("screen.rows")
    }

    @Test func aScreenThatIsTooDeepIsReported_withWhatToDo() async throws {
        struct Nested: View {
            let levels: Int
            var body: some View {
                if levels == 0 { Text("the bottom") } else { VStack { AnyView(Nested(levels: levels - 1)) } }
            }
        }
        struct Deep: View {
            @State private var isDeep = false
            var body: some View {
                Button("Deeper") { isDeep.toggle() }
                Nested(levels: isDeep ? 64 : 58)
            }
        }
        let app = try await HostedApp { Deep() }
        try await app.wait(node: "the bottom")
        try await app.tap("Deeper")
        #expect(
            app.host.issues.reported == [
                "screen \"app\" was not published: its containers are nested more than 60 levels deep. Use fewer, or "
                    + "move inner ones to another screen"
            ])
        try await app.tap("Deeper")
        #expect(try await app.text.contains("the bottom"))
    }

    @Test func aWindowOnAStackOfItsOwn() async throws {
        let app = try await HostedApp {
            var list = SceneList(WindowGroup("Main") { Count() })
            list.add(WindowGroup("Side", id: "side") { Text("at the side") }.stack("side"))
            return list
        }
        while try await app.call("daemon.status")[at: "counts/stacks"] != 2 {}
        #expect(try await app.path("side") == ["app/side"])
        #expect(try await app.path() == ["app"])
    }
}
