import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct EventTests {
    private func changes(_ prepare: [Command], _ command: Command) throws -> [Change] {
        var panel = Panel()
        for command in prepare { _ = try panel.apply(command) }
        return try panel.apply(command)
    }

    private let cause = Cause(
        method: "toggle.set", origin: Cause.Origin(client: 3, name: "fascia", uid: 1000, pid: 4242), request: RequestID(7))

    private func event(_ changes: [Change]) -> Event {
        Event(
            cursor: Cursor(epoch: "K7Q2", revision: 42), time: Timestamp(milliseconds: 1_795_218_360_123), cause: cause,
            changes: changes)
    }

    private let extras = Command.declareGroup(
        OptionDeclaration(id: "extras", options: [OptionDeclaration(id: "ham"), OptionDeclaration(id: "a\"b")]))

    @Test func eventMatchesProtocol() throws {
        let changes = try changes([extras], .setToggle(id: "extras/ham", on: true))
        let encoded = try #require(EncodedEvent(event(changes)))
        #expect(
            written { $0.event(watch: 1, encoded) }
                == #"{"jsonrpc":"2.0","method":"event","params":{"watch":1,"cursor":"K7Q2:42","revision":42,"#
                + #""time":"2026-11-20T23:46:00.123Z","cause":{"method":"toggle.set","client":3,"name":"fascia","uid":1000,"#
                + #""pid":4242,"request":7},"changes":[{"kind":"option","id":"extras/ham","from":false,"to":true,"#
                + #""why":"direct"},{"kind":"group","id":"extras","from":"off","to":"mixed"}]}}"# + "\n")
    }

    @Test func aMastersFlipNamesEveryLeaf() throws {
        let changes = try changes([extras], .flipToggle(id: "extras", expect: nil))
        #expect(
            try json(written { $0.write(changes) }) == [
                ["kind": "option", "id": "extras/ham", "from": false, "to": true, "why": "group"],
                ["kind": "option", "id": "extras/a\"b", "from": false, "to": true, "why": "group"],
                ["kind": "group", "id": "extras", "from": "off", "to": "on"],
            ])
    }

    @Test func remainingChangeKindsAreEncoded() throws {
        let entry = Entry(id: EntryID("e2"), route: Route("red", args: ["a": 1]), handles: ["onTap"])
        let bare = Entry(id: EntryID("e1"), route: Route("home"))
        let nav = NavChange(
            stack: "main", added: [entry, bare], removed: [.init(entry: bare, outcome: .popped)], top: entry.id,
            canPop: true, transition: .push)
        let table: [(Change, JSON)] = [
            (.enabled(id: "a", from: true, to: false), ["kind": "enabled", "id": "a", "from": true, "to": false]),
            (.value(key: "a", from: .null, to: [1]), ["kind": "value", "key": "a", "from": .null, "to": [1]]),
            (
                .picker(PickerChange(id: "p/a", from: nil, to: "x", why: .direct)),
                ["kind": "picker", "id": "p/a", "from": .null, "to": "x", "why": "direct"]
            ),
            (
                .picker(PickerChange(id: "p/a", from: "x", to: nil, why: .removed)),
                ["kind": "picker", "id": "p/a", "from": "x", "to": .null, "why": "removed"]
            ),
            (.orphaned(screen: "a", to: true), ["kind": "orphaned", "id": "a", "to": true]),
            (
                .action(
                    ActionReport(
                        entry: EntryID("e2"), name: "onX", payload: [1], outcome: .rejected, reason: "not now")),
                [
                    "kind": "action", "entry": "e2", "name": "onX", "payload": [1], "outcome": "rejected",
                    "reason": "not now",
                ]
            ),
            (
                .action(ActionReport(entry: EntryID("e2"), name: "onX", payload: .null, outcome: .handled)),
                ["kind": "action", "entry": "e2", "name": "onX", "payload": .null, "outcome": "handled"]
            ),
            (
                .issue(FasciaModel.Issue(.error, .unimplemented, "nobody", breadcrumbs: ["a": 1])),
                [
                    "kind": "issue", "severity": "error", "reason": "unimplemented", "message": "nobody",
                    "breadcrumbs": ["a": 1],
                ]
            ),
            (.screen(id: "a", nodes: 3), ["kind": "screen", "id": "a", "nodes": 3]),
            (.declared(.group, id: "a"), ["kind": "declared", "what": "group", "id": "a"]),
            (.removed(.target, id: "a"), ["kind": "removed", "what": "target", "id": "a"]),
            (.environment(.panel, ["a": 1]), ["kind": "environment", "scope": [:], "values": ["a": 1]]),
            (
                .environment(.entry(EntryID("e1")), [:]),
                ["kind": "environment", "scope": ["entry": "e1"], "values": [:]]
            ),
            (
                .nav(nav),
                [
                    "kind": "nav", "stack": "main",
                    "added": [
                        ["id": "e2", "screen": "red", "args": ["a": 1], "handles": ["onTap"]],
                        ["id": "e1", "screen": "home", "args": .null],
                    ], "removed": [["id": "e1", "screen": "home", "args": .null, "outcome": "popped"]], "top": "e2",
                    "canPop": true, "transition": "push",
                ]
            ),
        ]
        for (change, expected) in table { #expect(try json(written { $0.write(change) }) == expected) }
    }

    @Test func aCauseWithoutNameAndRequest() {
        let origin = Cause.Origin(client: 1, uid: 0, pid: 1)
        let bare = Cause(method: "nav.pop", origin: origin)
        #expect(written { $0.write(bare) } == #"{"method":"nav.pop","client":1,"uid":0,"pid":1}"#)
        let named = Cause(method: "nav.pop", origin: origin, request: RequestID(rawText: "1.0"))
        #expect(written { $0.write(named) } == #"{"method":"nav.pop","client":1,"uid":0,"pid":1,"request":1.0}"#)
    }

    @Test func filtersRemoveChangesAndEmptyEvents() throws {
        let changes = try changes([extras], .setToggle(id: "extras/ham", on: true))
        let groups = try #require(EncodedEvent(event(changes), filter: TopicFilter(["group:*"])))
        let line = try json(written { $0.event(watch: 9, groups) })
        #expect(line["params"]?["watch"] == 9)
        #expect(line["params"]?["changes"] == [["kind": "group", "id": "extras", "from": "off", "to": "mixed"]])
        #expect(EncodedEvent(event(changes), filter: TopicFilter(["nav:main"])) == nil)
    }

    @Test func everyChangeHasATopic() throws {
        let table: [(Change, String, String)] = [
            (.group(id: "a", from: .on, to: .off), "group", "a"),
            (.enabled(id: "a", from: true, to: false), "enabled", "a"),
            (.value(key: "cpu/0", from: 0, to: 1), "value", "cpu/0"), (.screen(id: "a", nodes: 1), "screen", "a"),
            (.declared(.group, id: "a"), "declared", "a"), (.removed(.group, id: "a"), "removed", "a"),
            (.picker(PickerChange(id: "p/a", from: nil, to: nil, why: .direct)), "picker", "p/a"),
            (.orphaned(screen: "a", to: true), "orphaned", "a"),
            (
                .action(ActionReport(entry: EntryID("e2"), name: "onX", payload: .null, outcome: .handled)), "action",
                "onX"
            ),
            (.issue(FasciaModel.Issue(.warning, .order, "")), "issue", "order"),
            (.environment(.panel, [:]), "environment", "panel"),
            (.environment(.stack("a"), [:]), "environment", "stack/a"),
            (.environment(.screen("a"), [:]), "environment", "screen/a"),
            (.environment(.entry(EntryID("e1")), [:]), "environment", "entry/e1"),
        ]
        for (change, kind, id) in table {
            #expect(change.topic == (kind, id))
            let topic = Change.topic(of: try json(written { $0.write(change) }))
            #expect(topic?.kind == kind && topic?.id == id, "as it is written")
        }
        #expect(Change.topic(of: ["kind": "value"]) == nil)
    }

    /// An event from the journal's texts is encoded like the original.
    @Test func journalTextEncodesLikeEvent() throws {
        let changes = try changes([extras], .setToggle(id: "extras", on: true))
        let event = event(changes)
        let (cause, text) = (written { $0.write(event.cause) }, written { $0.write(changes) })
        func kept(_ filter: TopicFilter) -> EncodedEvent? {
            EncodedEvent(
                cursor: event.cursor, time: event.time, causeText: Array(cause.utf8), changesText: Array(text.utf8),
                filter: filter)
        }
        for filter in [TopicFilter.all, TopicFilter(["group:*"])] {
            let (typed, read) = (try #require(EncodedEvent(event, filter: filter)), try #require(kept(filter)))
            #expect(written { $0.event(watch: 1, read) } == written { $0.event(watch: 1, typed) })
        }
        #expect(kept(TopicFilter(["nav:main"])) == nil)
    }

    /// Encodes 100,000 options completely, and each change conforms to its schema.
    @Test func aMasterOverManyLeaves() throws {
        let options = (0..<100_000).map { OptionDeclaration(id: "o\($0)") }
        let changes = try changes(
            [.declareGroup(OptionDeclaration(id: "g", options: options))], .setToggle(id: "g", on: true))
        let encoded = try #require(EncodedEvent(event(changes)))
        let list = try #require(try json(written { $0.event(watch: 1, encoded) })["params"]?["changes"]?.arrayValue)
        #expect(list.count == 100_001)
        #expect(list[99_999]["id"] == "g/o99999")
        #expect(list[100_000]["kind"] == "group")
    }
}
