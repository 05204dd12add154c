import FasciaDocument
import FasciaWire
import Testing

@Suite struct InvalidParamsTests {
    static let mistakes: [(method: String, params: String, message: String)] = [
        ("toggle.set", "[]", "expected an object, because parameters are given by name, found an array"),
        ("toggle.set", "{}", "/id: expected a string, found nothing"),
        ("toggle.set", #"{"id":"a"}"#, "/on: expected true or false, found nothing"),
        ("toggle.set", #"{"id":"a","on":null}"#, "/on: expected true or false, found null"),
        ("toggle.set", #"{"id":"a","on":"on"}"#, #"/on: expected true or false, found "on""#),
        ("toggle.set", #"{"id":7,"on":true}"#, "/id: expected a string, found 7"),
        (
            "toggle.set", #"{"id":"a","on":true,"ifRevision":-1}"#,
            "/ifRevision: expected an integer of at least 0, found -1"
        ),
        ("toggle.set", #"{"id":"a","on":true,"dryRun":1}"#, "/dryRun: expected true or false, found 1"),
        ("toggle.set", #"{"id":"a","on":true,"durable":{}}"#, "/durable: expected true or false, found an object"),
        (
            "toggle.flip", #"{"id":"a","expect":"half"}"#,
            #"/expect: expected one of on, off, mixed, true, false, found "half""#
        ),
        ("toggle.flip", #"{"id":"a","expect":1}"#, "/expect: expected one of on, off, mixed, true, false, found 1"),
        (
            "toggle.declare", #"{"group":{"id":"a","options":[{"id":"b"},{"title":"c"}]}}"#,
            "/group/options/1/id: expected a string, found nothing"
        ),
        (
            "toggle.declare", #"{"group":{"id":"a","rules":{"min":-1}}}"#,
            "/group/rules/min: expected an integer of at least 0, found -1"
        ),
        (
            "toggle.declare", #"{"group":{"id":"a","rules":{"requires":{"a/b":1}}}}"#,
            "/group/rules/requires/a~1b: expected an array, found 1"
        ),
        ("toggle.declare", "{}", "/group: expected an object, found nothing"),
        ("picker.pick", #"{"id":"a/b"}"#, "/element: expected a string or null, found nothing"),
        ("picker.pick", #"{"id":"a/b","element":1}"#, "/element: expected a string or null, found 1"),
        ("picker.declare", #"{"picker":{"id":"a"}}"#, "/picker/components: expected an array, found nothing"),
        (
            "picker.declare", #"{"picker":{"id":"a","components":[{"id":"b","elements":[{"label":"x"}]}]}}"#,
            "/picker/components/0/elements/0/id: expected a string, found nothing"
        ),
        (
            "picker.declare", #"{"picker":{"id":"a","components":[{"id":"b","role":"x"}]}}"#,
            #"/picker/components/0/role: expected one of label, found "x""#
        ),
        (
            "picker.declare", #"{"picker":{"id":"a","components":[{"id":"b","elementsFor":{"m":1}}]}}"#,
            "/picker/components/0/elementsFor/m: expected an array, found 1"
        ),
        ("picker.elements", #"{"id":"a/b"}"#, "/elements: expected an array, found nothing"),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"slider","value":1,"range":[0,2],"tap":{"method":"value.sett","params":{"key":"v"}}}}}"#,
            #"/screen/body/tap/method: expected a method that changes the panel, such as value.set, found "value.sett""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"slider","value":1,"range":[0,2],"tap":{"method":"value.set"}}}}"#,
            #"/screen/body/tap/params/key: expected a string, found nothing"#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"toggle","label":"x","state":"on","tap":{"method":"toggle.set","params":{"id":"a"}}}}}"#,
            #"/screen/body/tap/params/on: expected true or false, found nothing"#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"textField","text":"","submit":{"tap":{"method":"value.sett"}}}}}"#,
            #"/screen/body/submit/tap/method: expected a method that changes the panel, such as value.set, found "value.sett""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"stepper","label":"x","increment":{"tap":{"method":"nav.pusch"}}}}}"#,
            #"/screen/body/increment/tap/method: expected a method that changes the panel, such as nav.push, found "nav.pusch""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"text","text":"x","modifiers":[{"bold":true},{"onFocus":{"tap":{"method":"value.set"}}}]}}}"#,
            #"/screen/body/modifiers/1/onFocus/tap/params/key: expected a string, found nothing"#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"s","body":{"kind":"empty","modifiers":[{"overlay":{"node":{"kind":"text","text":"x","modifiers":[{"tap":{"tap":{"method":"nav.popp"}}}]}}}]}}}"#,
            #"/screen/body/modifiers/0/overlay/node/modifiers/0/tap/tap/method: expected a method that changes the panel, such as nav.pop, found "nav.popp""#
        ),
        (
            "screen.rows",
            #"{"screen":"s","rows":{"node":"r","runs":[{"first":3,"children":[{"kind":"button","label":"B","tap":{"method":"nav.fly"}}]}]}}"#,
            #"/rows/runs/0/children/0/tap/method: expected a method that changes the panel, found "nav.fly""#
        ),
        ("action.send", #"{"name":"onX"}"#, "/entry: expected a string, found nothing"),
        ("action.send", #"{"entry":"e1"}"#, "/name: expected a string, found nothing"),
        (
            "issue.report", #"{"severity":"fatal","message":"m"}"#,
            #"/severity: expected one of warning, error, found "fatal""#
        ),
        ("log.append", #"{"id":"","lines":[]}"#, "/id: expected an id of 1 to 512 bytes, found 0"),
        ("issue.report", #"{"severity":"error"}"#, "/message: expected a string, found nothing"),
        (
            "issue.report", #"{"severity":"error","message":"m","breadcrumbs":[]}"#,
            "/breadcrumbs: expected an object, found an array"
        ),
        (
            "issue.report", #"{"severity":"error","message":"m","screen":"a","entry":"e1"}"#,
            "expected either screen or entry, found both"
        ),
        ("action.bind", #"{"names":[]}"#, "expected one of screen, entry, found neither"),
        ("action.bind", #"{"screen":"a","entry":"e1","names":[]}"#, "expected either screen or entry, found both"),
        ("action.bind", #"{"screen":"a"}"#, "/names: expected an array, found nothing"),
        ("nav.push", "{}", "/screen: expected a string, found nothing"),
        ("nav.push", #"{"screen":"a","handles":["x",1]}"#, "/handles/1: expected a string, found 1"),
        (
            "nav.modal", #"{"screen":"a","style":"popup"}"#,
            #"/style: expected one of sheet, cover, alert, found "popup""#
        ),
        ("nav.popTo", "{}", "expected one of entry, screen, index, found none of them"),
        ("nav.popTo", #"{"entry":"e1","index":0}"#, "expected only one of entry, screen, index, found more than one"),
        ("nav.popTo", #"{"index":-1}"#, "/index: expected an integer of at least 0, found -1"),
        (
            "nav.set", #"{"path":[{"screen":"a"},{"modal":"sheet"}]}"#,
            "/path/1/screen: expected a string, found nothing"
        ),
        ("nav.target", #"{"name":"a"}"#, "/path: expected an array, or remove, found nothing"),
        ("nav.target", #"{"name":"a","path":[],"remove":true}"#, "/remove: expected either path or remove, found both"),
        ("value.set", #"{"key":"a"}"#, "/value: expected a value, found nothing"),
        ("value.get", #"{"key":"a","prefix":"b"}"#, "expected either key or prefix, found both"),
        (
            "value.declare", #"{"key":"a","kind":"int","range":[1]}"#,
            "/range: expected two numbers, [low, high], found 1 of them"
        ),
        (
            "value.declare", #"{"key":"a","kind":"int","range":[2,1]}"#,
            "/range: expected [low, high] with low first, found [2.0, 1.0]"
        ),
        (
            "value.declare", #"{"key":"a","kind":"text"}"#,
            #"/kind: expected one of bool, int, double, string, json, found "text""#
        ),
        (
            "environment.set", #"{"scope":{"stack":"a","screen":"b"},"values":{}}"#,
            "/scope: expected at most one of stack, screen, entry, found more than one"
        ),
        ("environment.set", #"{"values":1}"#, "/values: expected an object, found 1"),
        ("environment.set", #"{"values":{"toggleStyle":1}}"#, "/values/toggleStyle: expected a string, found 1"),
        ("environment.set", #"{"values":{"cellWidth":0}}"#, "/values/cellWidth: expected a number above 0, found 0"),
        (
            "screen.put", #"{"screen":{"id":"a","environment":{"gaugeStyle":[]},"body":{"kind":"empty"}}}"#,
            "/screen/environment/gaugeStyle: expected a string, found an array"
        ),
        (
            "screen.put",
            #"{"screen":{"id":"a","body":{"kind":"empty","modifiers":[{"environment":{"tint":"rd"}}]}}}"#,
            "/screen/body/modifiers/0/environment/tint: expected a colour: #rrggbb or one of red, orange, yellow, "
                + "green, mint, teal, cyan, blue, indigo, purple, pink, brown, white, gray, black, clear, primary, "
                + "secondary, accentColor, found \"rd\""
        ),
        (
            "screen.put", #"{"screen":{"id":"a","body":{"kind":"blink"}}}"#,
            #"/screen/body/kind: expected one of text, button, toggle, group, picker, textField, slider, stepper, progress, gauge, sparkline, chart, menu, value, color, divider, spacer, vstack, hstack, zstack, form, section, scroll, list, rows, table, log, grid, gridRow, shape, image, empty, found "blink""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"a","body":{"kind":"form","children":[{"kind":"empty"},{"kind":"section","children":[{"kind":"button","label":"x","tap":{"method":"nav.popp"}}]}]}}}"#,
            #"/screen/body/children/1/children/0/tap/method: expected a method that changes the panel, such as nav.pop, found "nav.popp""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"a","body":{"kind":"button","label":"x","tap":{"method":"daemon.shutdown"}}}}"#,
            #"/screen/body/tap/method: expected a method that changes the panel, found "daemon.shutdown""#
        ),
        (
            "screen.put",
            #"{"screen":{"id":"a","body":{"kind":"button","label":"x","tap":{"method":"toggle.set","params":{"id":"a","on":3}}}}}"#,
            "/screen/body/tap/params/on: expected true or false, found 3"
        ),
        (
            "batch", #"{"commands":[{"method":"nav.pop"},{"method":"nav.get"}]}"#,
            #"/commands/1/method: expected a method that changes the panel, such as nav.set, found "nav.get""#
        ),
        (
            "batch", #"{"commands":[{"method":"batch","params":{"commands":[]}}]}"#,
            #"/commands/0/method: expected a method that changes the panel, found "batch""#
        ),
        (
            "batch", #"{"commands":[{"method":"toggle.set","params":{"id":"a"}}]}"#,
            "/commands/0/params/on: expected true or false, found nothing"
        ),
        (
            "batch", #"{"commands":[{"method":"nav.pop","params":{"ifRevision":1}}]}"#,
            "/commands/0/params: expected ifRevision, dryRun, durable and once in the params of the batch, found them in a command"
        ),
        (
            "batch", #"{"commands":[{"method":"nav.pop","params":[]}]}"#,
            "/commands/0/params: expected an object, because parameters are given by name, found an array"
        ),
        (
            "watch.start", "{\"since\":\"\(String(repeating: "x", count: 255)):1\"}",
            "/since: expected at most 256 bytes, found 257"
        ),
        (
            "ui.find", "{\"query\":\"\(String(repeating: "x", count: 257))\"}",
            "/query: expected at most 256 bytes, found 257"
        ),
        (
            "watch.start", #"{"since":"42"}"#,
            #"/since: expected the cursor of an event, such as K7Q2:42, found "42""#
        ),
        (
            "watch.start", #"{"since":":42"}"#,
            #"/since: expected the cursor of an event, such as K7Q2:42, found ":42""#
        ),
        (
            "watch.start", #"{"topics":["nav:main","extras"]}"#,
            #"/topics/1: expected a glob for kind:id, such as option:extras/**, found "extras""#
        ),
        ("watch.start", #"{"topics":"nav:main"}"#, #"/topics: expected an array, found "nav:main""#),
        (
            "environment.set", #"{"scope":{"galaxy":1},"values":{}}"#,
            "/scope/galaxy: expected only stack, screen, entry, found 1"
        ),
        ("daemon.hello", #"{"name":"a\u001bb"}"#, "/name: expected a name without control characters, found a control character"),
        (
            "daemon.hello", #"{"name":"\#(String(repeating: "x", count: 129))"}"#,
            "/name: expected at most 128 bytes, found 129"
        ),
        ("history.get", #"{"limit":0}"#, "/limit: expected an integer from 1 to 10000, found 0"),
        (
            "daemon.hello", #"{"protocol":{"min":2,"max":1}}"#,
            "/protocol/max: expected at least min, which is 2, found 1"
        ),
        ("daemon.hello", #"{"protocol":{"min":2}}"#, "/protocol/max: expected an integer, found nothing"),
        (
            "ui.wait", #"{"for":{}}"#,
            "/for: expected {toggle, state}, {value, equals | not | above | below | changed}, {question, gone?}, {screen}, {entry}, {node, role?, value?, gone?} or "
                + "{text, terminal?, gone?}, found none of them"
        ),
        (
            "ui.wait", #"{"for":{"node":"a","value":1,"gone":true}}"#,
            "/for/value: expected no value together with gone, found a value"
        ),
        ("ui.wait", #"{"for":{"node":"a","role":1}}"#, "/for/role: expected a string, found 1"),
        ("ui.wait", #"{"for":{"node":"a","gone":1}}"#, "/for/gone: expected true or false, found 1"),
        ("ui.wait", #"{"for":{"text":"a","columns":0}}"#, "/for/columns: expected an integer from 1 to 65535, found 0"),
        ("ui.wait", #"{"for":{"entry":1}}"#, "/for/entry: expected a string, found 1"),
        (
            "environment.set", #"{"values":{"colorScheme":"grey"}}"#,
            "/values/colorScheme: expected dark or light, found \"grey\""
        ),
        ("ui.wait", #"{"for":{"screen":"a","gone":true}}"#, "/for/gone: expected only screen, found true"),
        ("ui.wait", #"{"for":{"entry":"e1","screen":"a"}}"#, #"/for/screen: expected only entry, found "a""#),
        (
            "ui.wait", #"{"for":{"toggle":"a","state":"on","value":1}}"#,
            "/for/value: expected only toggle, state, found 1"
        ),
        (
            "ui.wait", #"{"for":{"value":"a","equals":1,"role":"b"}}"#,
            #"/for/role: expected only value, equals, found "b""#
        ),
        (
            "ui.wait", #"{"for":{"node":"a","terminal":1}}"#,
            "/for/terminal: expected only node, role, value, gone, found 1"
        ),
        ("ui.wait", #"{"for":{"node":"a","gon":true}}"#, "/for/gon: expected only node, role, value, gone, found true"),
        (
            "ui.wait", #"{"for":{"text":"a","terminal":1,"rows":9}}"#,
            "/for/rows: expected only text, terminal, gone, found 9"
        ),
        ("value.set", #"{"key":"n","value":1,"once":""}"#, #"/once: expected a key of 1 to 128 bytes, found """#),
        ("value.set", #"{"key":"n","value":1,"once":7}"#, "/once: expected a key of 1 to 128 bytes, found 7"),
        (
            "value.set", #"{"key":"n","value":1,"once":"\#(String(repeating: "k", count: 129))"}"#,
            "/once: expected a key of 1 to 128 bytes, found \"\(String(repeating: "k", count: 40))…\""
        ),
        (
            "batch", #"{"commands":[{"method":"nav.pop","params":{"once":"k"}}]}"#,
            "/commands/0/params: expected ifRevision, dryRun, durable and once in the params of the batch, found them in a command"
        ),
        ("ui.render", #"{"columns":0}"#, "/columns: expected an integer from 1 to 65535, found 0"),
        ("screen.put", #"{"screen":{"id":"s"}}"#, "/screen/body: expected an object, found nothing"),
        ("history.undo", #"{"steps":1,"to":1}"#, "expected either steps or to, found both"),
        ("history.undo", #"{"steps":0}"#, "/steps: expected an integer from 1 to 10000, found 0"),
        (
            "ui.wait", #"{"for":{"toggle":"a"}}"#,
            "/for/state: expected one of on, off, mixed, true, false, found nothing"
        ),
        ("ui.wait", #"{"for":{"value":"a"}}"#, "/for/equals: expected a value, found nothing"),
        ("ui.wait", #"{"for":{"value":"a","above":"x"}}"#, "/for/above: expected a number, found \"x\""),
        ("ui.wait", #"{"for":{"value":"a","changed":false}}"#, "/for/changed: expected true, found false"),
        ("ask.answer", #"{"id":"q"}"#, "expected one of answer, lines, decline, found none"),
        ("ask.answer", #"{"id":"q","answer":1,"decline":true}"#, "expected one of answer, lines, decline, found several"),
        (
            "ask.open", #"{"kind":"input","fields":[{"kind":"secret","value":"x"}]}"#,
            "/fields/0/value: expected no text at first, because a secret is kept nowhere, found one"
        ),
        ("ui.wait", #"{"for":{"screen":1}}"#, "/for/screen: expected a string, found 1"),
        (
            "ui.wait", #"{"for":{"screen":"a"},"timeout":-1}"#,
            "/timeout: expected a number of seconds from 0 to 3600, found -1"
        ),
        (
            "terminal.attach", #"{"columns":0,"rows":24,"colors":"none"}"#,
            "/columns: expected an integer from 1 to 65535, found 0"
        ),
        (
            "terminal.attach", #"{"columns":80,"rows":65536,"colors":"none"}"#,
            "/rows: expected an integer from 1 to 65535, found 65536"
        ),
        (
            "terminal.attach", #"{"columns":80,"rows":24,"colors":"8"}"#,
            #"/colors: expected one of none, 16, 256, true, found "8""#
        ),
        (
            "terminal.attach", #"{"columns":80,"rows":24,"colors":"16","features":["erase","blink"]}"#,
            #"/features/1: expected one of erase, lines, repeat, synchronized, found "blink""#
        ),
        (
            "terminal.mouse", #"{"terminal":1,"kind":"tap","column":0,"row":0}"#,
            #"/kind: expected one of press, release, wheelUp, wheelDown, move, found "tap""#
        ),
    ]

    @Test(arguments: mistakes)
    func everyMismatchIsExplained(_ method: String, _ params: String, _ message: String) throws {
        let params = try json(params)
        let error = try #require(thrown(WireError.self) { _ = try Catalogue.call(method, params) })
        #expect(error.message == message)
        #expect(error.code == -32602)
        #expect(error.reason == "invalidParams")
        let pointer = try #require(error.data["pointer"]?.stringValue)
        #expect(message.hasPrefix(pointer.isEmpty ? "expected" : pointer + ": "))
    }

    /// Modifiers, and the messages about them below `/screen/body/modifiers/0`.
    static let modifiers: [(modifier: String, message: String)] = [
        (#"{"tap":{"tap":{"method":"nav.push"}}}"#, #"/tap/tap/params/screen: expected a string, found nothing"#),
        (
            #"{"longPress":{"action":{"tap":{"method":"nav.push"}}}}"#,
            #"/longPress/action/tap/params/screen: expected a string, found nothing"#
        ),
        (
            #"{"drag":{"action":{"tap":{"method":"value.sett"}}}}"#,
            #"/drag/action/tap/method: expected a method that changes the panel, such as value.set, found "value.sett""#
        ),
    ]

    @Test(arguments: modifiers) func everyMismatchInAModifierIsExplained(_ modifier: String, _ message: String) throws {
        let screen = #"{"screen":{"id":"s","body":{"kind":"text","text":"x","modifiers":[\#(modifier)]}}}"#
        try everyMismatchIsExplained("screen.put", screen, "/screen/body/modifiers/0" + message)
    }

    @Test(arguments: [
        ("toggle.sett", "toggle.set"), ("nav.popto", "nav.popTo"), ("toggleset", "toggle.set"), ("Sync", "sync"),
        ("set", nil), ("completely.different", nil), ("", nil), (String(repeating: "nav.push", count: 1_000), nil),
    ])
    func anUnknownMethodSuggestsTheNearest(_ name: String, _ nearest: String?) throws {
        let error = try #require(thrown(WireError.self) { _ = try Catalogue.call(name, [:]) })
        #expect(error == .methodNotFound(name, nearest: nearest))
    }

    @Test func aFilterHasLimits() throws {
        let many: JSON = ["topics": .array(Array(repeating: "nav:a", count: 257))]
        #expect(
            thrown(WireError.self) { _ = try Catalogue.call("watch.start", many) }?.message
                == "/topics: expected at most 256 topics, found 257")
        let long: JSON = ["topics": [.string("nav:" + String(repeating: "a", count: 1_021))]]
        #expect(
            thrown(WireError.self) { _ = try Catalogue.call("watch.start", long) }?.message
                .hasPrefix("/topics/0: expected at most 1024 bytes, found") == true)
    }

    @Test(arguments: [("watch.start", "topics"), ("history.get", "topics"), ("bind.claim", "ids")])
    func aPatternHasFewWildcards(_ method: String, _ name: String) throws {
        let pattern = "value:a" + String(repeating: "*a**b", count: 4)
        _ = try Catalogue.call(method, .object([name: [.string(pattern)]]))
        let more = thrown(WireError.self) { _ = try Catalogue.call(method, .object([name: [.string(pattern + "*")]])) }
        #expect(more?.message == "/\(name)/0: expected at most 8 wildcards, found \"\(pattern)*\"")
    }
}
