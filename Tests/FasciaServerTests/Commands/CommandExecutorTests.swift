import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@testable import FasciaServer

@Suite struct CommandExecutorTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
        try parts.apply("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b"]]]])
    }

    /// The reply to a request, as text.
    private func run(_ method: String, _ params: JSON, by client: Client? = nil) throws -> Reply {
        let client = client ?? self.client
        let call = try Catalogue.call(method, params)
        let once = call.onceKey.map { IdempotentRequest(key: $0, method: method, params: params) }
        let request = Request(method, client, once: once)
        switch call {
        case .apply(let command, let options): return try parts.executor.apply(command, options, request)
        case .batch(let commands, let options): return try parts.executor.applyBatch(commands, options, request)
        default: throw WireError.methodNotFound(method)
        }
    }

    private func refusal(_ method: String, _ params: JSON, by client: Client? = nil) -> WireError? {
        #expect(throws: WireError.self) { try run(method, params, by: client) }
    }

    private func text(_ reply: Reply) -> String {
        var writer = JSONWriter()
        writer.write(reply, id: RequestID(1))
        return writer.text
    }

    // MARK: - One command

    @Test func aReplyHasTheRevisionAndWhetherAnythingChanged() throws {
        #expect(try run("toggle.set", ["id": "g/a", "on": true]).result == ["revision": 2, "changed": true])
        #expect(try run("toggle.set", ["id": "g/a", "on": true]).result == ["revision": 2, "changed": false])
        #expect(try run("nav.push", ["screen": "s"]).result?["entry"] == "e2")
        #expect(parts.live.history[3]?.cause == Request("nav.push", client).cause)
    }

    @Test func aCommandForAnotherRevisionIsAConflict() throws {
        let error = refusal("toggle.set", ["id": "g/a", "on": true, "ifRevision": 0])
        #expect(error?.reason == "conflict" && error?.data == ["revision": 1])
        #expect(try run("toggle.set", ["id": "g/a", "on": true, "ifRevision": 1]).result?["changed"] == true)
        #expect(refusal("batch", ["commands": [], "ifRevision": 1])?.reason == "conflict")
    }

    @Test func aDryRunRepliesAndChangesNothing() throws {
        #expect(
            try run("nav.push", ["screen": "s", "dryRun": true]).result == ["revision": 1, "changed": true, "entry": "e2"])
        let commands: JSON = [["method": "toggle.flip", "params": ["id": "g"]]]
        #expect(try run("batch", ["commands": commands, "dryRun": true]).result?["changed"] == true)
        #expect(refusal("toggle.set", ["id": "g/none", "on": true, "dryRun": true])?.reason == "notFound")
        #expect(parts.live.revision == 1 && parts.live.panel.toggle("g")?.state == .off)
    }

    @Test func shownStackIsNotRemoved() throws {
        try parts.apply("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        var attach = TerminalAttach()
        attach.stack = "side"
        _ = try parts.terminals.add(attach, of: client)
        let shown =
            "terminal 1 of \(client.origin.name ?? "a client") (pid \(client.peer.pid)) shows the stack \"side\": detach it first"
        let remove: JSON = ["stack": "side"]
        #expect(refusal("nav.remove", remove)?.message == shown)
        #expect(refusal("batch", ["commands": [["method": "nav.remove", "params": remove]]])?.message == shown)
        let command = try Command("nav.remove", remove)
        for gesture in [command, .batch([command])] {
            let error = #expect(throws: WireError.self) { try parts.executor.execute(gesture, Request("ui.tap", client)) }
            #expect(error?.message == shown, "a button is subject to the same rule")
        }
    }

    @Test func thePublisherOfAScreenOwnsIt_asLongAsItIsConnected() throws {
        let screen: JSON = ["screen": ["id": "s", "body": ["kind": "empty"]]]
        _ = try run("screen.put", screen)
        #expect(parts.apps.publisher(of: "s") === client)
        let other = parts.client()
        let batch: JSON = ["commands": [["method": "screen.put", "params": screen]]]
        let error = refusal("batch", batch, by: other)
        #expect(error?.reason == "refused" && error?.message.contains("the screen \"s\" is published by ") == true)
        #expect(parts.apps.publisher(of: "s") === client)
        let remove = refusal("screen.remove", ["id": "s"], by: other)?.message ?? ""
        #expect(remove.contains("is published by ") && remove.hasSuffix(": end that program first"))
        client.transport = nil
        _ = try run("batch", batch, by: other)
        #expect(parts.apps.publisher(of: "s") === other)
    }

    @Test func nobodyElsePublishesWhatAnEntryShowsInsteadOfAScreen_norItsRows() throws {
        _ = try run("screen.put", ["screen": ["id": "s", "body": ["kind": "rows", "id": "r", "total": 9, "children": []]]])
        let other = parts.client(uid: 4_001)
        let own: JSON = ["screen": ["id": "s@e1", "body": ["kind": "empty"]]]
        let rows: JSON = ["screen": "s", "rows": ["node": "r", "runs": []]]
        let holder = "is published by \(client.origin.name ?? "a program") (pid \(client.peer.pid)): "
        #expect(
            refusal("screen.put", own, by: other)?.message
                == "the screen \"s@e1\" \(holder)give this one another id, or end that program")
        #expect(refusal("screen.rows", rows, by: other)?.message == "the screen \"s\" \(holder)only that program knows its rows")
        _ = try run("screen.put", own)
        #expect(refusal("screen.remove", ["id": "s@e1"], by: other)?.reason == "refused")
        // Another connection of the same program knows the rows, too.
        _ = try run("screen.rows", rows, by: parts.client())
        client.transport = nil
        _ = try run("screen.put", own, by: other)
    }

    /// Which client handles `go` of the entry that shows "s".
    private var handlers: [Int] {
        parts.live.panel.stack("main")?.candidates(for: "go", of: parts.top, parts.live.bindings).map(\.peer) ?? []
    }

    private func bind(_ scope: ActionBindings.Scope, _ names: [String], by client: Client) throws {
        _ = try parts.apps.bind(scope, names: names, Request("action.bind", client))
    }

    @Test func aProcessOfAnotherUserIsAnotherProgram() throws {
        _ = try run("screen.put", ["screen": ["id": "s", "body": ["kind": "empty"]]])
        _ = try run("nav.set", ["path": [["screen": "s"]]])
        try bind(.screen("s"), ["*"], by: client)
        let other = parts.client(uid: 4_001)
        for scope in [.screen("s"), .entry(parts.top)] as [ActionBindings.Scope] {
            let error = #expect(throws: WireError.self) { try bind(scope, ["go"], by: other) }
            #expect(error?.message.contains("handles go there: end it first") == true)
        }
        #expect(handlers == [client.id])
        let second = parts.client()
        try bind(.screen("s"), ["go"], by: second)
        #expect(handlers == [second.id, client.id], "another connection of the same program")
    }

    @Test(arguments: [["*"], ["go"]], [["*"], ["go"], ["go", "more"]])
    func thePublisherTakesBackTheActionsOfItsScreen(_ own: [String], _ taken: [String]) throws {
        _ = try run("nav.set", ["path": [["screen": "s"]]])
        let other = parts.client(uid: 4_001)
        try bind(.screen("s"), taken, by: other)
        try bind(.entry(parts.top), taken, by: other)
        _ = try run("screen.put", ["screen": ["id": "s", "body": ["kind": "empty"]]])
        try bind(.screen("s"), own, by: client)
        #expect(handlers == [client.id])
        let keepsMore = own == ["go"] && taken == ["go", "more"]
        #expect(parts.live.bindings.isBound(.screen("s"), to: other.id) == keepsMore)
    }

    // MARK: - Batches

    @Test func aBatchIsOneEvent_orNothingAtAll() throws {
        let good: JSON = ["method": "toggle.flip", "params": ["id": "g/a"]]
        let bad: JSON = ["method": "toggle.flip", "params": ["id": "g/none"]]
        #expect(refusal("batch", ["commands": [good, bad]])?.reason == "notFound")
        #expect(parts.live.revision == 1 && parts.live.panel.toggle("g/a")?.state == .off)
        let push: JSON = ["method": "nav.push", "params": ["screen": "s"]]
        let result = try #require(try run("batch", ["commands": [good, push]]).result)
        #expect(result["revision"] == 2 && result[at: "results/0/changed"] == true && result[at: "results/1/entry"] == "e2")
        #expect(try run("batch", ["commands": [good, good]]).result?["changed"] == false, "the net effect counts")
    }

    @Test func aBatchAndItsDeclarationsAreLimited() throws {
        let flips = [Command](repeating: .flipToggle(id: "g/a", expect: nil), count: CommandExecutor.maximumCommands + 1)
        let error = #expect(throws: WireError.self) {
            try parts.executor.applyBatch(flips, MutationOptions(), Request("batch", client))
        }
        #expect(error?.data == ["limit": "commands", "value": 4_096])
        let options = (0..<6_000).map { JSON.object(["id": .string("\($0)")]) }
        let declare = { (id: JSON) -> JSON in
            ["method": "toggle.declare", "params": ["group": ["id": id, "options": .array(options)]]]
        }
        #expect(refusal("batch", ["commands": [declare("x"), declare("y")]])?.data["limit"] == "declared")
        let names = (0..<100).map { "o\($0)" }
        let needs = JSON.array(names.map { .string($0) })
        let group: JSON = [
            "id": "z", "options": .array(names.map { ["id": .string($0)] }),
            "rules": ["requires": .object(JSON.Object(names.map { ($0, needs) }))],
        ]
        #expect(
            refusal("toggle.declare", ["group": group])?.message
                == "one line can declare at most 10000 switches, elements and names in rules, and this one declares 10100: use "
                + "several lines, or smaller groups")
        #expect(parts.live.revision == 1)
    }

    // MARK: - Idempotency

    @Test(
        arguments: [
            ("toggle.flip", ["id": "g/a", "once": "k"]), ("nav.push", ["screen": "s", "once": "k"]),
            ("toggle.set", ["id": "g/a", "on": false, "once": "k"]),
            ("batch", ["commands": [["method": "nav.push", "params": ["screen": "s"]]], "once": "k"]),
        ] as [(String, JSON)])
    func aRepeatedRequestIsExecutedOnceAndGetsTheSameReply(_ method: String, _ params: JSON) throws {
        let first = try text(run(method, params))
        let revision = parts.live.revision
        try parts.set("n", 1)
        #expect(try text(run(method, params)) == first)
        #expect(parts.live.revision == revision + 1)
    }

    @Test func aKeyBelongsToOneRequestOfOneUser() throws {
        _ = try run("toggle.flip", ["id": "g/a", "once": "k"])
        let error = refusal("toggle.flip", ["id": "g/b", "once": "k"])
        #expect(error?.reason == "conflict" && error?.data["revision"] == 2)
        _ = try run("toggle.flip", ["id": "g/b", "once": "k"], by: parts.client(uid: 12_345))
        #expect(parts.live.panel.toggle("g")?.state == .on)
    }

    @Test func aRefusedRequestOrADryRunUsesNoKey() throws {
        #expect(refusal("toggle.set", ["id": "g/a", "on": true, "ifRevision": 9, "once": "k"])?.reason == "conflict")
        _ = try run("toggle.flip", ["id": "g/a", "dryRun": true, "once": "k"])
        for _ in 1...2 {
            let repeated: JSON = ["id": "g/a", "ifRevision": 1, "once": "k"]
            #expect(try run("toggle.flip", repeated).result?["revision"] == 2, "the key comes before the revision")
        }
    }

    // MARK: - Undo

    @Test func anOperatorUndoesWhatAnOperatorMayDo() throws {
        let user = parts.client(.operator, uid: 12_345)
        try parts.apply("toggle.enable", ["id": "g/a", "enabled": false])
        try parts.apply("toggle.set", ["id": "g/b", "on": true])
        let error = refusal("history.undo", ["steps": 2], by: user)
        #expect(error?.data == ["role": "operator", "needed": "author"])
        #expect(error?.message.hasPrefix("this undo would change enabled:g/a, which needs the role author, and ") == true)
        #expect(parts.live.revision == 3)
        _ = try run("history.undo", ["steps": 1], by: user)
        #expect(parts.live.panel.toggle("g/b")?.state == .off)
        _ = try run("history.undo", ["to": 1])
        #expect(parts.live.panel.toggle("g/a")?.isEnabled == true)
    }

    @Test func anUndoPreservesWhatAnAppHasDeclared() throws {
        _ = try parts.apps.bind(.screen("s"), names: ["*"], Request("action.bind", client))
        _ = try run("value.set", ["key": "by a script", "value": 1], by: parts.client())
        _ = try run("value.declare", ["key": "by the app", "kind": "int", "initial": 1])
        _ = try run("history.undo", ["to": 1], by: parts.client())
        #expect(parts.live.panel.valueKeys == ["by the app"])
    }

    @Test func aGesturesCommandIsExecutedWithoutOptions() throws {
        let request = Request("ui.tap", client)
        #expect(try parts.executor.execute(.flipToggle(id: "g/a", expect: nil), request))
        #expect(try !parts.executor.execute(.setToggle(id: "g/a", on: true), request))
        #expect(parts.live.history[2]?.cause.method == "ui.tap")
    }
}
