import FasciaDocument
import FasciaModel
import Testing

@testable import FasciaWire

/// A complete state survives the round trip through JSON.
@Suite struct StateDocumentTests {
    private static func panel() throws -> Panel {
        var panel = Panel()
        let commands: [Command] = [
            .push(stack: "main", route: Route("a", args: ["x": 1.0]), handles: ["onSave"]),
            .modal(stack: "main", route: Route("b"), style: .alert, handles: []),
            .declareTarget(Target(name: "t", path: [PathStep(Route("a"))], mode: .push)),
            .declareGroup(
                OptionDeclaration(
                    id: "g", title: "G",
                    options: [OptionDeclaration(id: "a", on: true), OptionDeclaration(id: "b", disabled: true)],
                    rules: .init(requires: ["b": ["a"]]))),
            .declarePicker(
                .init(id: "p", components: [.init(id: "c", elements: [.init(id: "1", label: "one")], isOptional: true)])),
            .pick(id: "p/c", element: "1"), .setValue(key: "free", [1, .null]),
            .declareValue(ValueDeclaration(key: "n", kind: .double, initial: 1, range: 0...2, step: 0.5)),
            .putScreen(Screen(id: "a", body: Node(.text(TextContent("Hello"))))), .setOrphaned(screens: ["a"], true),
            .setEnvironment(.panel, ["tint": "red"]),
        ]
        for command in commands { _ = try panel.apply(command) }
        return panel
    }

    /// The layout of an export is stable: each part is on its own line.
    @Test func exportLayoutIsStable() throws {
        let text = String(decoding: StateDocument(try Self.panel().contents, apps: ["a"]).text, as: UTF8.self)
        #expect(
            text == """
                {"format":"fascia.state","version":1,
                "revision":11,
                "lastEntry":3,
                "stacks":[
                {"stack":"main","layers":[{"entries":[{"id":"e1","screen":"home"},{"id":"e2","screen":"a","args":{"x":1.0},"handles":["onSave"]}]},{"modal":"alert","entries":[{"id":"e3","screen":"b"}]}]}
                ],
                "targets":[
                {"name":"t","path":[{"screen":"a"}],"mode":"push"}
                ],
                "groups":[
                {"id":"g","title":"G","options":[{"id":"a","on":true},{"id":"b","disabled":true}],"rules":{"requires":{"b":["a"]}}}
                ],
                "pickers":[
                {"id":"p","components":[{"id":"c","elements":[{"id":"1","label":"one"}],"selection":"1","optional":true}]}
                ],
                "values":[
                {"key":"free","value":[1,null]},
                {"key":"n","value":1.0,"kind":"double","initial":1,"range":[0.0,2.0],"step":0.5}
                ],
                "screens":[
                {"id":"a","body":{"kind":"text","text":"Hello"}}
                ],
                "orphaned":[
                "a"
                ],
                "apps":[
                "a"
                ],
                "environment":[
                {"scope":{},"values":{"tint":"red"}}
                ]
                }

                """)
    }

    @Test func roundTrip() throws {
        let document = StateDocument(try Self.panel().contents, apps: ["a"])
        let again = try StateDocument(text: document.text)
        #expect(again == document)
        #expect(again.text == document.text)
        #expect(try Panel(contents: again.contents) == Self.panel())
    }

    /// Whoever adds a part to the contents of a panel adds it to its exports, and to what watches begin with.
    @Test func exportsAndSnapshotsHaveAllContents() throws {
        let contents = Set(Mirror(reflecting: PanelContents()).children.compactMap(\.label))
        let exported = StateDocument.schema.schema["properties"]?.objectValue?.members.map(\.key) ?? []
        #expect(contents.subtracting(exported) == [])
        // The revision is told beside it, and the others with the screens and with the things.
        let elsewhere: Set = ["revision", "lastEntry", "orphaned", "claims"]
        let snapshot = try json(written { $0.writeSnapshot(of: Panel()) })
        #expect(contents.subtracting(elsewhere).subtracting(snapshot.objectValue?.members.map(\.key) ?? []) == [])
    }

    @Test func claimsSurvive() throws {
        var panel = Panel()
        var request = ClaimRequest()
        request.ids = [ThingPattern("services/**"), ThingPattern("value:host")]
        (request.timeout, request.atMost, request.retry, request.isAssumed, request.revertWithin) = (500, 2, true, true, 20_000)
        _ = try panel.apply(.claim(request), by: Sender(client: 1, name: "agent"))
        let document = StateDocument(panel.contents, apps: [])
        #expect(
            String(decoding: document.text, as: UTF8.self).contains(
                #"{"name":"agent","claim":{"ids":["services/**","value:host"],"timeout":0.5,"atMost":2,"retry":true,"assumed":true},"revertWithin":20.0}"#
            ))
        #expect(try StateDocument(text: document.text) == document)
    }

    @Test func aNewPanel() throws {
        let document = StateDocument(Panel().contents, apps: [])
        #expect(try Panel(contents: StateDocument(text: document.text).contents) == Panel())
    }

    /// Members of a later version are ignored.
    @Test func unknownMembersAreIgnored() throws {
        var json = String(decoding: StateDocument(Panel().contents, apps: []).text, as: UTF8.self).dropLast(2)
        json += ",\"later\":[1]}"
        #expect(try StateDocument(text: Array(json.utf8)).contents == Panel().contents)
    }

    @Test(arguments: [
        ("{", "expected JSON, found a syntax error: "),
        ("[]", "/format: expected \"fascia.state\", which \"fascia state export\" writes, found nothing"),
        (#"{"format":"x"}"#, "/format: expected \"fascia.state\", which \"fascia state export\" writes, found \"x\""),
        (
            #"{"format":"fascia.state","version":2}"#,
            "/version: expected at most 1; a newer version needs a newer fascia, found 2"
        ),
        (#"{"format":"fascia.state"}"#, "/version: expected at most 1; a newer version needs a newer fascia, found nothing"),
        (#"{"format":"fascia.state","version":1}"#, "/revision: expected an integer, found nothing"),
        (
            #"{"format":"fascia.state","version":1,"revision":1,"lastEntry":1,"stacks":[{"stack":"main","layers":[{"entries":[{"id":1}]}]}]}"#,
            "/stacks/0/layers/0/entries/0/id: expected a string, found 1"
        ),
        (
            #"{"format":"fascia.state","version":1,"revision":1,"lastEntry":1,"stacks":[],"targets":[],"groups":[],"pickers":[],"values":[{"key":"n","value":1,"kind":"odd"}]}"#,
            "/values/0/kind: expected one of bool, int, double, string, json, found \"odd\""
        ),
    ])
    func invalidDocumentsAreExplained(_ text: String, _ message: String) {
        let error = #expect(throws: Mismatch.self) { try StateDocument(text: Array(text.utf8)) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
