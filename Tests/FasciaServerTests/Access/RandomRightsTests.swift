import FasciaAccess
import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// Random rules, methods and ids, compared with a naive evaluation: what is allowed and what is seen is exactly what the rules
/// say, over all methods of the catalogue.
@Suite(.mustEnd) struct RandomRightsTests {
    /// A call of each method, and what it needs: a right and an id each, of which `nil` is anything.
    struct Case {
        var params: JSON
        var needs: [(right: String, id: String?)]

        init(_ params: JSON = [:], _ needs: (String, String?)...) {
            self.params = params
            self.needs = needs.map { (right: $0.0, id: $0.1) }
        }
    }

    private static let screenA: JSON = ["id": "box", "body": ["kind": "text", "text": "x"]]
    private static let anything: (String, String?) = ("view", nil)

    static func cases(_ toggle: String, _ value: String) -> [String: Case] {
        let option: JSON = .string(toggle)
        let ids: [String] = toggle == "services" ? ["services/nginx", "services/redis"] : [toggle]
        func switches(_ right: String, _ params: JSON.Object) -> Case {
            var result = Case(.object(params))
            result.needs = ids.map { (right: right, id: "option:" + $0) }
            return result
        }
        let thing = "option:" + (toggle == "services" ? "services/nginx" : toggle)
        let thingID: JSON = .string(toggle == "services" ? "services/nginx" : toggle)
        let key: JSON = .string(value)
        let dry: JSON = true
        return [
            "daemon.hello": Case([:], anything), "daemon.status": Case([:], anything), "daemon.describe": Case([:], anything),
            "sync": Case([:], anything), "daemon.reload": Case([:], ("admin", "daemon:reload")),
            "daemon.shutdown": Case([:], ("admin", "daemon:shutdown")),
            "nav.get": Case([:], ("view", "nav:main")),
            "nav.push": Case(["screen": "box", "dryRun": dry], ("operate", "nav:main"), ("view", "screen:box")),
            "nav.pop": Case(["dryRun": dry], ("operate", "nav:main")),
            "nav.popTo": Case(["index": 0, "dryRun": dry], ("operate", "nav:main")),
            "nav.replace": Case(["screen": "net", "dryRun": dry], ("operate", "nav:main"), ("view", "screen:net")),
            "nav.modal": Case(["screen": "box", "dryRun": dry], ("operate", "nav:main"), ("view", "screen:box")),
            "nav.close": Case(["dryRun": dry], ("operate", "nav:main")),
            "nav.next": Case(["target": "t", "dryRun": dry], ("operate", "nav:main"), ("view", "target:t")),
            "nav.set": Case(["path": [["screen": "box"]], "dryRun": dry], ("operate", "nav:main"), ("view", "screen:box")),
            "nav.remove": Case(["stack": "other", "dryRun": dry], ("author", "nav:other")),
            "nav.target": Case(["name": "t", "path": [["screen": "box"]], "dryRun": dry], ("author", "target:t")),
            // What it has already, and what it gets.
            "toggle.declare": Case(
                ["group": ["id": "network", "options": [["id": "eth0"], ["id": "new"]]], "dryRun": dry],
                ("author", "option:network/eth0"), ("author", "option:network/wifi"), ("author", "option:network/new")),
            "toggle.remove": Case(
                ["id": "network", "dryRun": dry], ("author", "option:network/eth0"), ("author", "option:network/wifi")),
            "toggle.set": switches("operate", ["id": option, "on": true, "dryRun": dry]),
            "toggle.flip": switches("operate", ["id": option, "dryRun": dry]),
            "toggle.enable": switches("author", ["id": option, "enabled": false, "dryRun": dry]),
            "toggle.get": Case(["id": thingID], ("view", thing)),
            "picker.declare": Case(
                ["picker": ["id": "clock", "components": [["id": "c", "elements": [["id": "e"]]]]], "dryRun": dry],
                ("author", "picker:clock"), ("author", "picker:clock/c"), ("author", "picker:clock/zone")),
            "picker.pick": Case(["id": "clock/zone", "element": "cet", "dryRun": dry], ("operate", "picker:clock/zone")),
            "picker.elements": Case(
                ["id": "clock/zone", "elements": [["id": "x"]], "dryRun": dry], ("author", "picker:clock/zone")),
            "picker.remove": Case(["id": "clock", "dryRun": dry], ("author", "picker:clock"), ("author", "picker:clock/zone")),
            "picker.get": Case(["id": "clock"], ("view", "picker:clock/zone")),
            "value.declare": Case(["key": key, "kind": "int", "dryRun": dry], ("author", "value:" + value)),
            "value.set": Case(["key": key, "value": 9, "dryRun": dry], ("operate", "value:" + value)),
            "value.get": Case(["key": key], ("view", "value:" + value)),
            "value.remove": Case(["key": key, "dryRun": dry], ("author", "value:" + value)),
            "screen.put": Case(["screen": screenA, "dryRun": dry], ("author", "screen:box")),
            "screen.rows": Case(
                ["screen": "box", "rows": ["node": "r", "runs": []], "dryRun": dry], ("author", "screen:box")),
            "screen.remove": Case(["id": "box", "dryRun": dry], ("author", "screen:box")),
            "screen.list": Case([:], anything), "screen.get": Case(["id": "net"], ("view", "screen:net")),
            "environment.set": Case(["values": ["a": 1], "dryRun": dry], ("author", "environment:panel")),
            "action.send": Case(["entry": "e1", "name": "go"], ("operate", "action:go"), ("view", "nav:main")),
            "action.bind": Case(["screen": "unknown", "names": ["x"]], ("author", "screen:unknown")),
            "action.unbind": Case(["screen": "unknown"], ("author", "screen:unknown")),
            "bind.claim": Case(["ids": [thingID], "dryRun": dry], ("bind", thing)),
            "bind.release": Case(["ids": [thingID], "dryRun": dry], ("bind", thing)),
            "bind.report": Case(["id": thingID, "value": true, "dryRun": dry], ("bind", thing)),
            "bind.progress": Case(["id": thingID, "fraction": 0.5, "dryRun": dry], ("bind", thing)),
            "bind.confirm": Case(["id": thingID, "dryRun": dry], ("operate", thing)),
            "bind.poll": Case(["id": thingID], ("operate", thing)),
            "ask.open": Case(["id": "q", "kind": "confirm", "title": "?", "dryRun": dry], ("operate", "question:q")),
            "ask.answer": Case(["id": "q", "answer": true, "dryRun": dry], ("operate", "question:q")),
            "ask.cancel": Case(["id": "q", "dryRun": dry], ("operate", "question:q")),
            "ask.progress": Case(["id": "q"], ("operate", "question:q")), "ask.list": Case(["id": "q"], ("view", "question:q")),
            "issue.report": Case(["severity": "warning", "message": "m"], ("author", "issue:reported")),
            // To each kind of issue.
            "issue.clear": Case(["id": 99], ("operate", "issue:reported")),
            "log.append": Case(["id": "web", "lines": ["x"]], ("author", "log:web")),
            "batch": Case(
                ["commands": [["method": "value.set", "params": ["key": key, "value": 8]]], "dryRun": dry],
                ("operate", "value:" + value)),
            "watch.start": Case([:], anything), "watch.stop": Case(["watch": 0], anything), "history.get": Case([:], anything),
            "history.undo": Case(["dryRun": dry], ("operate", nil), ("operate", "value:" + value)),
            "ui.tree": Case([:], ("view", "nav:main")), "ui.render": Case([:], ("view", "nav:main")),
            "ui.find": Case(["query": "x"], ("view", "nav:main")),
            "ui.wait": Case(["for": ["value": key, "not": 4711]], ("view", "value:" + value)),
            "ui.tap": Case(["node": "nothing"], ("operate", nil), ("view", "nav:main")),
            "ui.set": Case(["node": "nothing", "value": 1], ("operate", nil), ("view", "nav:main")),
            "ui.open": Case(["address": "nothing"], ("operate", nil), ("view", "nav:main")),
            "terminal.attach": Case(["columns": 20, "rows": 5, "colors": "none"], ("view", "nav:main")),
            "terminal.resize": Case(["terminal": 99, "columns": 20, "rows": 5], anything),
            "terminal.detach": Case(["terminal": 99], anything),
            "terminal.key": Case(["terminal": 99, "key": "x"], ("operate", nil)),
            "terminal.mouse": Case(["terminal": 99, "kind": "press", "column": 0, "row": 0], ("operate", nil)),
            "terminal.paste": Case(["terminal": 99, "text": "x"], ("operate", nil)),
            "access.try": Case(["text": "grant: 7"], ("admin", "daemon:access")),
            "plugin.list": Case([:], anything), "plugin.log": Case(["id": "no"], ("admin", "plugin:no")),
            "plugin.load": Case(["id": "no"], ("admin", "plugin:no")),
            "plugin.unload": Case(["id": "no"], ("admin", "plugin:no")),
            "plugin.reload": Case(["id": "no"], ("admin", "plugin:no")),
        ]
    }

    @Test func everyMethodHasACase() {
        #expect(Set(Self.cases("services", "cpu").keys) == Set(Catalogue.methods.map(\.name)))
    }

    /// The definition of a method and its case name the same right.
    @Test func everyMethodNeedsTheRightOfItsDefinition() throws {
        for (name, expected) in Self.cases("services", "cpu") where name != "batch" {
            let right = try #require(Catalogue.method(named: name)).needs.right.rawValue
            #expect(expected.needs.first?.right == right, "\(name)")
        }
    }

    @Test(arguments: Torture.all(0..<400 as Range<UInt64>, otherwiseEvery: 20)) func whatIsAllowedIsWhatTheRulesSay(
        _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try AccessBench()
        try bench.owner.call("ask.open", ["id": "q", "kind": "confirm", "title": "?"])
        for _ in 0..<4 {
            var rules = NaiveRules(using: &generator)
            // Nothing is ever allowed to the only admin.
            let errors = AccessBench.outcome(rules.text).errors
            if !errors.isEmpty, errors.allSatisfy({ $0.message.hasPrefix("nobody would be an admin") }) { continue }
            rules.askers = Bool.random(using: &generator) ? [.bob] : [.bob, .web]
            let permit = try permit(rules)
            #expect((permit != nil) == rules.mayConnect, "\(rules.text)")
            guard let permit else { continue }
            let client = bench.server.connect(uid: 1001, permit)
            defer { client.close() }
            let bob = LocalPeer(client)
            let toggle = ["services", "services/nginx", "network/eth0", "network/wifi"].randomElement(using: &generator) ?? ""
            let value = ["cpu", "secret", "services/port"].randomElement(using: &generator) ?? ""
            // What an undo takes back.
            let number = Int.random(in: 10..<1_000_000, using: &generator)
            try bench.owner.call("value.set", ["key": .string(value), "value": .int(number)])
            for (method, expected) in Self.cases(toggle, value).sorted(by: { $0.key < $1.key }) {
                // An allowed one would end the bench, or answer later.
                if method == "bind.poll" || method == "daemon.shutdown" || method == "daemon.reload"
                    || method.hasPrefix("plugin.") && method != "plugin.list",
                    expected.needs.allSatisfy({ rules.allows($0.right, method, $0.id) })
                {
                    continue
                }
                let asked = method == "batch" ? "value.set" : method
                var isAllowed = expected.needs.allSatisfy { need in
                    rules.allows(need.right, need.right == "view" && need.id != nil ? nil : asked, need.id)
                        || need.right == "view" && need.id != nil && rules.allows("view", asked, need.id)
                }
                // Beside the user who has asked, only the owner may cancel it.
                if method == "ask.cancel" { isAllowed = isAllowed && rules.isUnlimited("admin") }
                // A whole document is for those who see everything, and for authors.
                if method == "screen.get", !rules.isUnlimited("view") {
                    isAllowed = isAllowed && rules.allows("author", method, "screen:net")
                }
                let reply = try bob.reply(method, expected.params)
                let isDenied = reply[at: "error/data/reason"] == "denied"
                #expect(isDenied == !isAllowed, "\(method) \(expected.params.text)\n\(rules.text)\n\(reply.text)")
            }
            try compareWhatIsSeen(bob, rules)
        }
    }

    /// - Returns: `nil` for whoever may not connect, or not act for Bob.
    private func permit(_ rules: NaiveRules) throws -> Permit? {
        let file = try AccessBench.file(rules.text)
        let (bob, web) = (try #require(AccessBench.accounts.identity(of: "bob")), Identity(uid: 1_002))
        guard let rights = file.rights(of: bob) else { return nil }
        guard rules.askers.contains(.web) else { return Permit(rights, file: file.path) }
        #expect((file.lineThatLets(web, actFor: bob) != nil) == rules.webMayActForBob, "\(rules.text)")
        guard rules.webMayActForBob, let relay = file.rights(of: web) else { return nil }
        return Permit(rights.limited(to: relay, for: bob.uid), file: file.path)
    }

    /// Everything that is read: lists, the snapshot, events and the history.
    private func compareWhatIsSeen(_ bob: LocalPeer, _ rules: NaiveRules) throws {
        guard rules.allows("view", nil, nil) else { return }
        func ids(_ json: JSON?, _ id: String = "id") -> [String] { json?.arrayValue?.compactMap { $0[id]?.stringValue } ?? [] }
        let snapshot = try #require(try bob.call("watch.start", ["snapshot": true])["snapshot"])
        let all = ["services/nginx", "services/redis", "network/eth0", "network/wifi"]
        let seen = all.filter { rules.sees("option:" + $0) }
        for groups in [snapshot["groups"], try bob.call("toggle.get")["groups"]] {
            #expect(groups?.arrayValue?.flatMap { ids($0["options"]) } == seen, "\(rules.text)")
        }
        let values = ["cpu", "secret", "services/port"].filter { rules.sees("value:" + $0) }
        for found in [snapshot["values"], try bob.call("value.get")["values"]] {
            #expect(found?.objectValue?.members.map(\.key).sorted() == values.sorted(), "\(rules.text)")
        }
        #expect(ids(snapshot["screens"]) == ["box", "net"].filter { rules.sees("screen:" + $0) }, "\(rules.text)")
        #expect(ids(snapshot["stacks"], "stack") == ["main"].filter { rules.sees("nav:" + $0) }, "\(rules.text)")
        #expect(ids(snapshot["pickers"]) == (rules.sees("picker:clock/zone") ? ["clock"] : []), "\(rules.text)")
        #expect(ids(snapshot["targets"], "name") == (rules.sees("target:t") ? ["t"] : []), "\(rules.text)")
        #expect(ids(snapshot["questions"]) == (rules.sees("question:q") ? ["q"] : []), "\(rules.text)")
        let history = try bob.call("history.get")["events"]?.arrayValue ?? []
        for change in history.flatMap({ $0["changes"]?.arrayValue ?? [] }) {
            let kind = change["kind"]?.stringValue
            let id = change["key"]?.stringValue ?? change["stack"]?.stringValue ?? change["id"]?.stringValue ?? ""
            let what = kind == "declared" ? change["what"]?.stringValue : kind
            let name = ["group": "option", "enabled": "option", "stack": "nav"][what ?? ""] ?? what ?? ""
            guard name != "issue", name != "action" else { continue }
            // Whoever may see some switches of a group is told of it.
            let isOfGroup =
                what == "group" && rules.mayName(["nginx", "redis", "eth0", "wifi", "new"].map { "option:\(id)/\($0)" })
            #expect(rules.sees("\(name):\(id)") || isOfGroup, "\(change.text)\n\(rules.text)")
        }
    }
}
