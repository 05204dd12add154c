import FasciaDocument
import FasciaWire
import Foundation
import Testing

@testable import FasciaCommandLine

/// The text output for the daemon's answers.
@Suite struct TextTests {
    @Test func aStackOnOneLine() {
        let stack: JSON = [
            "layers": [
                [
                    "entries": [
                        ["screen": "home", "args": .null], ["screen": "detail", "args": ["id": 7]], ["screen": "orange"],
                    ]
                ],
                ["modal": "sheet", "entries": [["screen": "confirm"], ["screen": "why", "args": [:]]]],
                ["modal": "alert", "entries": [["screen": "sure"]]],
            ]
        ]
        #expect(PathText.path(stack) == "home / detail {\"id\":7} / orange  (sheet: confirm / why)  (alert: sure)")
    }

    @Test func togglesAsATree() {
        let groups: JSON = [
            "groups": [
                [
                    "id": "extras", "title": "Extras", "state": "mixed", "enabled": true,
                    "options": [
                        ["id": "extras/cheese", "title": "Cheese", "state": "on", "enabled": true],
                        ["id": "extras/ham", "title": "ham", "state": "off", "enabled": false],
                        [
                            "id": "extras/hot", "title": "Hot", "state": "off", "enabled": true,
                            "options": [["id": "extras/hot/chili", "title": "Chili", "state": "off", "enabled": true]],
                        ],
                    ],
                ],
                ["id": "free", "title": "Free", "enabled": true, "independent": true, "options": []],
            ]
        ]
        #expect(
            ToggleText.tree(groups) == """
                [-] extras  Extras
                    [x] cheese  Cheese
                    [ ] ham (disabled)
                    [ ] hot  Hot
                        [ ] chili  Chili
                free  Free
                """)
        #expect(
            ToggleText.ids(groups) == [
                "extras", "extras/cheese", "extras/ham", "extras/hot", "extras/hot/chili", "free",
            ])
        let leaf: JSON = ["id": "extras/ham", "title": "Ham", "state": "on", "enabled": true]
        #expect(ToggleText.tree(leaf) == "[x] extras/ham  Ham")
    }

    @Test func changes() {
        #expect(ResultText.change(["revision": 2, "changed": true]) == "")
        #expect(ResultText.change(["revision": 2, "changed": false]) == "unchanged")
        #expect(ResultText.entry(["revision": 2, "changed": true, "entry": "e7"]) == "e7")
        #expect(ResultText.entry(["revision": 2, "changed": false, "entry": "e7"]) == "unchanged")
        #expect(
            ResultText.removed([
                "changed": true, "removed": [["id": "e3", "screen": "red"], ["id": "e2", "screen": "blue"]],
            ])
                == "removed red\nremoved blue")
        #expect(ResultText.removed(["changed": false, "removed": []]) == "unchanged")
        #expect(
            ResultText.batch(["revision": 9, "results": [["changed": true], ["changed": false]]], commands: 2)
                == "2 commands, 1 changed something, revision 9")
    }

    @Test func values() {
        let result: JSON = ["values": ["a": "text", "b": 7, "c": ["x": .null]]]
        #expect(ValueText.values(result, alone: nil) == "a=text\nb=7\nc={\"x\":null}")
        #expect(ValueText.values(result, alone: "a") == "text")
    }

    @Test func anEventOnOneLine() {
        let event: JSON = [
            "revision": 42, "time": "2026-11-20T23:46:00.123Z",
            "cause": ["method": "toggle.set", "client": 3, "name": "fascia", "uid": 4000000000, "pid": 4242],
            "changes": [
                ["kind": "option", "id": "extras/ham", "from": false, "to": true, "why": "direct"],
                ["kind": "option", "id": "extras/cheese", "from": true, "to": false, "why": "exclusive"],
                ["kind": "group", "id": "extras", "from": "mixed", "to": "on"],
                ["kind": "value", "key": "volume", "from": 1, "to": "loud"],
                ["kind": "enabled", "id": "extras", "from": true, "to": false],
                [
                    "kind": "nav", "stack": "main", "added": [["id": "e2", "screen": "red"]],
                    "removed": [["id": "e1", "screen": "blue"]], "transition": "replace",
                ],
                ["kind": "screen", "id": "home", "nodes": 3],
                ["kind": "declared", "what": "group", "id": "extras"],
                ["kind": "removed", "what": "screen", "id": "old"],
                ["kind": "environment", "scope": ["screen": "home"], "values": ["tint": "red"]],
                ["kind": "new", "id": "x"],
            ],
        ]
        #expect(
            EventText.line(event)
                == "42 23:46:00.123 toggle.set by fascia (uid 4000000000, pid 4242): extras/ham off → on, "
                + "extras/cheese on → off (exclusive), extras mixed → on, volume 1 → \"loud\", extras disabled, "
                + "main: replace - blue + red, screen home (3 nodes), declared group extras, removed screen old, "
                + "environment {\"screen\":\"home\"} {\"tint\":\"red\"}, {\"kind\":\"new\",\"id\":\"x\"}")
        #expect(
            EventText.gap(["from": "A:3", "to": "B:9"])
                == "events from A:3 to B:9 are missing: the daemon no longer has them")
    }

    /// After a restart everything is stale for the same reason.
    @Test func manyThingsOfWhichTheSameIsToldAreOneText() {
        func event(_ ids: [String]) -> JSON {
            let stale = ids.map { id -> JSON in ["kind": "stale", "id": .string(id), "reason": "the daemon was restarted"] }
            let claimed: JSON = [
                "kind": "claimed", "id": "box", "ids": .array(ids.map { .string($0) }), "to": false, "reason": "it ended",
            ]
            let other: JSON = ["kind": "stale", "id": "lamps/desk", "reason": "the bus is gone"]
            return ["revision": 7, "time": "2026-11-20T23:46:00.123Z", "changes": .array([claimed] + stale + [other])]
        }
        let switches = (1...12).map { "services/s\($0)" }
        #expect(
            EventText.line(event(switches))
                == "7 23:46:00.123 ?: box no longer carries out 12 switches: it ended, 12 switches stale: the daemon was restarted, "
                + "lamps/desk stale: the bus is gone")
        #expect(EventText.line(event(["value:a", "value:b", "value:c", "value:d"])).contains(" 4 values stale: "))
        #expect(EventText.line(event(["value:a", "b", "c", "d"])).contains(" 4 things stale: "))
        #expect(EventText.line(event(["a", "b", "c"])).contains(" a stale: the daemon was restarted, b stale: "))
    }

    @Test func whoDidItIsAUsersName() {
        let cause: JSON = ["method": "toggle.set", "name": "fascia", "uid": 0, "pid": 7]
        #expect(EventText.cause(cause) == "toggle.set by fascia (root, pid 7)")
        let because = JSON.object(cause.objectValue?.merging(["reason": "it is slow"]) ?? [:])
        #expect(EventText.cause(because) == "toggle.set by fascia (root, pid 7), because \"it is slow\"")
    }

    @Test func usersAreLookedUpByManyAtOnce() {
        DispatchQueue.concurrentPerform(iterations: 1_000) { number in
            #expect(UserLookup.knownName(of: 0) == "root")
            #expect(UserLookup.uid(of: "root") == 0)
            #expect(UserLookup.uid(of: "nobody-\(number)") == nil)
        }
    }

    @Test func howTheDaemonIs() {
        let status: JSON = [
            "version": "1.2", "uptime": 3725.5, "revision": 42, "counts": ["clients": 2, "groups": 1],
            "memory": 25_747_456, "journal": ["kept": true, "failure": "cannot write /tail: No space left on device"],
            "terminals": [
                ["terminal": 3, "columns": 80, "rows": 24, "stack": "main", "uid": 0, "pid": 7, "mode": "view"]
            ],
            "plugins": [["id": "neon", "loaded": true], ["id": "other", "loaded": false]],
            "issues": [["message": "something went wrong"]],
        ]
        #expect(
            StatusText.text(status, path: "/s") == """
                fasciad   1.2, up 1 h 2 min
                socket    /s
                revision  42
                panel     clients 2, groups 1
                memory    24 MiB
                journal   cannot write /tail: No space left on device
                terminal  3: 80 x 24 on main, uid 0 (root), pid 7, view-only
                plugin    neon
                issue     something went wrong
                """)
        #expect(
            StatusText.text(["journal": ["kept": false]], path: "/s").contains(
                "journal   none (--ephemeral): the state is lost when the daemon stops"))
        #expect(StatusText.uptime(5) == "5 s")
        #expect(StatusText.uptime(65) == "1 min 5 s")
        #expect(StatusText.uptime(200_000) == "2 d 7 h")
    }

    @Test func screensNodesAndPlugins() {
        #expect(
            ScreenText.list([
                "screens": [["id": "home", "title": "Home"], ["id": "x", "title": "X", "orphaned": true]]
            ])
                == "home  Home\nx     X (orphaned)")
        let nodes: JSON = [
            "nodes": [
                ["id": "0.1", "role": "switch", "label": "Ham", "value": "on", "enabled": true],
                ["id": "ok", "role": "button", "label": "OK", "enabled": false],
            ]
        ]
        #expect(TreeText.tree(nodes) == "0.1  switch  Ham = on\nok   button  OK (disabled)")
        #expect(TreeText.ids(nodes) == ["Ham", "ok"])
        #expect(TreeText.tree(["nodes": Self.doubtful]) == Self.doubtfulTree)
        let styles: JSON = [["kind": "toggle", "name": "neon"]]
        #expect(
            PluginText.list([
                "plugins": [
                    ["id": "neon", "version": "1.0", "styles": styles, "renderer": false, "loaded": true],
                    ["id": "bad", "error": "no", "styles": [], "renderer": false],
                    ["id": "html", "version": "1.2", "styles": [], "renderer": true],
                    ["id": "both", "version": "2", "styles": styles, "renderer": true, "loaded": true],
                ]
            ])
                == """
                neon  1.0  styles            loaded
                bad                                  no
                html  1.2  renderer
                both  2    styles, renderer  loaded
                """)
        #expect(
            PluginText.list([
                "plugins": [["id": "neon", "version": "1.0", "styles": styles, "loaded": true, "error": "it failed"]]
            ])
                == "neon  1.0  styles  stopped  it failed")
        #expect(
            PluginText.loaded(["id": "both", "version": "2", "styles": styles, "renderer": true])
                == """
                both 2 is loaded. The panel uses it after: fascia environment toggleStyle=neon
                It renders the panel with: fascia render --renderer both
                """)
        let others: JSON = [["path": "/usr/lib/fascia/plugins/neon.so", "version": "0.9"]]
        #expect(
            PluginText.list([
                "plugins": [
                    ["id": "neon", "version": "1.0", "styles": styles, "loaded": true, "isolation": "none", "others": others]
                ]
            ])
                == "neon  1.0  styles  loaded, NOT CONFINED\n      0.9          also at /usr/lib/fascia/plugins/neon.so")
    }

    /// Nodes of which nobody knows for certain what they show.
    private static let doubtful: JSON = [
        ["id": "1", "role": "toggle", "label": "A", "value": "off", "conditions": ["unknown"]],
        ["id": "2", "role": "toggle", "label": "B", "value": "on", "conditions": ["stale"], "notes": ["it ended"]],
        ["id": "3", "role": "toggle", "label": "C", "value": "on", "conditions": ["pending", "unknown"]],
        ["id": "4", "role": "button", "label": "D", "conditions": ["unknown", "stale"], "notes": ["it ended"]],
        ["id": "5", "role": "text", "label": "42", "conditions": ["stale"]],
        [
            "id": "6", "role": "picker", "label": "P", "value": "alpha", "options": [["id": "alpha", "label": "alpha"]],
            "selection": .null,
        ],
    ]
    private static let doubtfulTree = """
        1  toggle  A = unknown
        2  toggle  B = on (stale: it ended)
        3  toggle  C = on (pending, unknown)
        4  button  D = unknown (stale: it ended)
        5  text    42 (stale)
        6  picker  P = nothing selected
        """

    @Test func whatIsFoundSaysWhetherItIsInDoubt() {
        func thing(_ state: JSON, _ conditions: JSON...) -> JSON {
            ["address": "switch/a", "state": state, "title": "A", "path": [], "conditions": .array(conditions)]
        }
        func line(_ thing: JSON) -> String { FindText.list(["found": [thing]]) }
        #expect(line(thing("on")) == "switch/a  on  A")
        #expect(line(thing("on", "stale")) == "switch/a  on (stale)  A")
        #expect(line(thing("unknown", "unknown")) == "switch/a  unknown  A")
        #expect(line(thing("unknown", "unknown", "stale")) == "switch/a  unknown (stale)  A")
    }

    @Test func aPickerWithoutASelectionIsNotAssumed() {
        func list(_ selection: JSON) -> String {
            PickerText.list([
                "id": "p",
                "components": [
                    [
                        "id": "p/c", "elements": [["id": "a"], ["id": "b"]], "shown": "a", "selection": selection,
                        "condition": ["claimer": "box", "assumed": true],
                    ]
                ],
            ])
        }
        #expect(list("a") == "p\n    c  ‹ a ›  a b (assumed)")
        #expect(list(.null) == "p\n    c  ‹ (a) ›  a b")
    }

    @Test func anIssueFarDownHasTheEndsOfItsPath() {
        func line(_ screens: [String]) -> String {
            let path = screens.map { JSON.object(["screen": .string($0)]) }
            return IssueText.line([
                "severity": "error", "message": "no handler for onDelete",
                "breadcrumbs": ["stack": "main", "path": .array(path)],
            ])
        }
        #expect(line(["a", "b", "c", "d", "e", "f"]) == "error: no handler for onDelete (main: a / b / c / d / e / f)")
        #expect(
            line((1...256).map { "s\($0)" })
                == "error: no handler for onDelete (main: s1 / … / s253 / s254 / s255 / s256)")
        #expect(line([String(repeating: "x", count: 33)]).hasSuffix(" (main: \(String(repeating: "x", count: 31))…)"))
    }

    @Test func anyObjectAsAnOutline() {
        #expect(
            SnapshotText.text(["a": 1, "b": ["c": "x", "d": []], "e": [["f": 1, "g": 2], 3]]) == """
                a: 1
                b:
                  c: x
                  d: []
                e:
                  - f: 1
                    g: 2
                  - 3
                """)
    }
}
