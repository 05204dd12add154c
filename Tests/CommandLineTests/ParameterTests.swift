import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaCommandLine

/// The request that each command sends. The catalogue, which the daemon validates with, must accept it.
@Suite struct ParameterTests {
    private struct Case: CustomTestStringConvertible {
        var line: String
        var method: String
        var params: JSON

        init(_ line: String, _ method: String, _ params: JSON) {
            self.line = line
            self.method = method
            self.params = params
        }

        var testDescription: String { line }
    }

    private static let changes: [Case] = [
        Case("push red", "nav.push", ["screen": "red"]),
        Case(
            "push detail id=7 name=x ok=true s=\"5\" --stack side", "nav.push",
            ["screen": "detail", "args": ["id": 7, "name": "x", "ok": true, "s": "5"], "stack": "side"]),
        Case(
            "push detail --args {\"id\":7}", "nav.push",
            ["screen": "detail", "args": ["id": 7]]),
        Case("replace red --entry e3 n=1", "nav.replace", ["screen": "red", "entry": "e3", "args": ["n": 1]]),
        Case("modal confirm", "nav.modal", ["screen": "confirm"]),
        Case(
            "modal confirm --style alert why=power", "nav.modal",
            ["screen": "confirm", "style": "alert", "args": ["why": "power"]]),
        Case("next end --stack main", "nav.next", ["target": "end", "stack": "main"]),
        Case("pop", "nav.pop", [:]),
        Case("pop --entry e3 --stack side", "nav.pop", ["entry": "e3", "stack": "side"]),
        Case("pop-to red", "nav.popTo", ["screen": "red"]),
        Case("pop-to --entry e3", "nav.popTo", ["entry": "e3"]),
        Case("pop-to --index 2", "nav.popTo", ["index": 2]),
        Case("pop-to --root", "nav.popTo", ["index": 0]),
        Case("close", "nav.close", [:]),
        Case("close --entry e3", "nav.close", ["entry": "e3"]),
        Case(
            "target end home red sheet:note {\"screen\":\"d\",\"args\":7} --mode push", "nav.target",
            [
                "name": "end", "mode": "push",
                "path": [
                    ["screen": "home"], ["screen": "red"], ["screen": "note", "modal": "sheet"],
                    ["screen": "d", "args": 7],
                ],
            ]),
        Case("target end --remove", "nav.target", ["name": "end", "remove": true]),
        Case("stack remove side", "nav.remove", ["stack": "side"]),
        Case("toggle set extras/ham on", "toggle.set", ["id": "extras/ham", "on": true]),
        Case("toggle set extras off", "toggle.set", ["id": "extras", "on": false]),
        Case("toggle flip extras", "toggle.flip", ["id": "extras"]),
        Case("toggle flip extras --expect mixed", "toggle.flip", ["id": "extras", "expect": "mixed"]),
        Case("toggle enable extras/ham", "toggle.enable", ["id": "extras/ham", "enabled": true]),
        Case("toggle disable extras/ham", "toggle.enable", ["id": "extras/ham", "enabled": false]),
        Case("toggle remove extras", "toggle.remove", ["id": "extras"]),
        Case("value set volume 7", "value.set", ["key": "volume", "value": 7]),
        Case("value set volume loud", "value.set", ["key": "volume", "value": "loud"]),
        Case("value set volume 7 --string", "value.set", ["key": "volume", "value": "7"]),
        Case("value set v {\"a\":[1,null]}", "value.set", ["key": "v", "value": ["a": [1, .null]]]),
        Case(
            "value declare volume int --initial 3 --min 0 --max 11 --step 1", "value.declare",
            ["key": "volume", "kind": "int", "initial": 3, "range": [0.0, 11.0], "step": 1.0]),
        Case(
            "value declare name string --initial 7", "value.declare",
            ["key": "name", "kind": "string", "initial": "7"]),
        Case("value remove volume", "value.remove", ["key": "volume"]),
        Case("screen remove red", "screen.remove", ["id": "red"]),
        Case("environment tint=red n=null", "environment.set", ["scope": [:], "values": ["tint": "red", "n": .null]]),
        Case(
            "environment tint=red --screen home", "environment.set",
            ["scope": ["screen": "home"], "values": ["tint": "red"]]),
        Case(
            "environment tint=red --stack main", "environment.set",
            ["scope": ["stack": "main"], "values": ["tint": "red"]]),
        Case(
            "environment tint=red --entry e1", "environment.set",
            ["scope": ["entry": "e1"], "values": ["tint": "red"]]),
        Case("history undo", "history.undo", [:]),
        Case("history undo --steps 3", "history.undo", ["steps": 3]),
        Case("history undo --to 41", "history.undo", ["to": 41]),
        Case("undo --by 0 --steps 2", "history.undo", ["steps": 2, "uid": 0]),
        Case("value declare cpu int --volatile", "value.declare", ["key": "cpu", "kind": "int", "volatile": true]),
        Case("value declare pin string --secret", "value.declare", ["key": "pin", "kind": "string", "secret": true]),
    ]

    private static let others: [Case] = [
        Case("status", "daemon.status", [:]),
        Case("toggle list", "toggle.get", [:]),
        Case("toggle list extras", "toggle.get", ["id": "extras"]),
        Case("value get", "value.get", [:]),
        Case("value get volume", "value.get", ["key": "volume"]),
        Case("value get --prefix cpu/", "value.get", ["prefix": "cpu/"]),
        Case("screen list", "screen.list", [:]),
        Case("screen get red", "screen.get", ["id": "red"]),
        Case("render", "ui.render", ["renderer": "text"]),
        Case("render --columns 40 --rows 10", "ui.render", ["renderer": "text", "columns": 40, "rows": 10]),
        Case("render --colors 256", "ui.render", ["renderer": "ansi", "colors": "256"]),
        Case(
            "render --colors none --stack main", "ui.render", ["renderer": "text", "colors": "none", "stack": "main"]),
        Case("tree", "ui.tree", [:]),
        Case("tap OK", "ui.tap", ["node": "OK"]),
        Case("set 0.1 true", "ui.set", ["node": "0.1", "value": true]),
        Case(
            "wait toggle extras on", "ui.wait", ["for": ["toggle": "extras", "state": "on"], "timeout": 10.0, "mustExist": true]),
        Case(
            "wait value volume 7 --timeout 3", "ui.wait",
            ["for": ["value": "volume", "equals": 7], "timeout": 3.0, "mustExist": true]),
        Case("wait screen red --timeout inf", "ui.wait", ["for": ["screen": "red"], "timeout": 3600.0, "mustExist": true]),
        Case("wait screen red", "ui.wait", ["for": ["screen": "red"], "timeout": 10.0, "mustExist": true]),
        Case(
            "wait screen red --even-if-missing", "ui.wait",
            ["for": ["screen": "red"], "timeout": 10.0, "mustExist": false]),
        Case("wait node OK", "ui.wait", ["for": ["node": "OK"], "timeout": 10.0]),
        Case(
            "wait node Orders 3 --stack main", "ui.wait",
            ["for": ["node": "Orders", "value": 3], "timeout": 10.0, "stack": "main"]),
        Case("wait node OK --role button", "ui.wait", ["for": ["node": "OK", "role": "button"], "timeout": 10.0]),
        Case("wait node OK --gone", "ui.wait", ["for": ["node": "OK", "gone": true], "timeout": 10.0]),
        Case("wait entry e3", "ui.wait", ["for": ["entry": "e3"], "timeout": 10.0, "mustExist": true]),
        Case("wait text Hello", "ui.wait", ["for": ["text": "Hello"], "timeout": 10.0]),
        Case(
            "wait text Hello --terminal 2 --gone", "ui.wait",
            ["for": ["text": "Hello", "terminal": 2, "gone": true], "timeout": 10.0]),
        Case(
            "wait text Hello --columns 40 --rows 9", "ui.wait",
            ["for": ["text": "Hello", "columns": 40, "rows": 9], "timeout": 10.0]),
        Case("render --terminal 3", "ui.render", ["renderer": "text", "terminal": 3]),
        Case("tree --terminal 3", "ui.tree", ["terminal": 3]),
        Case("history", "history.get", [:]),
        Case("history extras --since 4 --limit 2", "history.get", ["id": "extras", "since": 4, "limit": 2]),
        Case("history get extras", "history.get", ["id": "extras"]),
        Case(
            "history --by root --topic value:* --topic nav:main", "history.get",
            ["uid": 0, "topics": ["value:*", "nav:main"]]),
        Case("describe", "daemon.describe", [:]),
        Case("describe nav.push", "daemon.describe", ["method": "nav.push"]),
        Case("reload", "daemon.reload", [:]),
        Case("shutdown", "daemon.shutdown", [:]),
        Case("plugin list", "plugin.list", [:]),
        Case("plugin load neon", "plugin.load", ["id": "neon"]),
        Case("plugin unload neon", "plugin.unload", ["id": "neon"]),
        Case("plugin reload neon", "plugin.reload", ["id": "neon"]),
    ]

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private func command(_ line: String) throws -> any MethodCommand {
        try #require(try Fascia.parseAsRoot(words(line)) as? any MethodCommand)
    }

    @Test(arguments: others) private func commandSendsItsParameters(_ item: Case) throws {
        let command = try command(item.line)
        #expect(type(of: command).method == item.method)
        #expect(try .object(command.params()) == item.params)
        let method = try #require(Catalogue.method(named: item.method))
        _ = try method.parse(.object(command.params()))
    }

    /// Every change requests a durable reply, because a command is a single call.
    @Test(arguments: changes) private func aChangeIsDurable(_ item: Case) throws {
        let command = try command(item.line)
        var expected = item.params.objectValue ?? [:]
        expected["durable"] = true
        #expect(type(of: command).method == item.method)
        #expect(try command.params() == expected)
        let method = try #require(Catalogue.method(named: item.method))
        #expect(method.kind == .mutation)
        _ = try method.parse(.object(command.params()))
    }

    @Test func theOptionsOfAllChanges() throws {
        let params = try command("pop --if-revision 42 --dry-run --no-durable").params()
        #expect(params == ["ifRevision": 42, "dryRun": true, "durable": false])
    }

    private static let negatives: [(String, String, JSON)] = [
        ("value set n -5", "value", JSON.int(-5)), ("value set n -5 --dry-run", "value", .int(-5)),
        ("value set --dry-run n -0.5", "value", .double(-0.5)), ("value set n -", "value", .string("-")),
        ("value set n --string -5", "value", .string("-5")), ("set node -5", "value", .int(-5)),
        ("value declare n int --initial -3", "initial", .int(-3)),
        ("value declare n double --min -2 --max -1", "range", [.double(-2), .double(-1)]),
    ]

    @Test(arguments: negatives) func aValueMayBeNegative(_ line: String, _ name: String, _ value: JSON) throws {
        #expect(try command(line).params()[name] == value)
    }

    @Test func aValueThatIsWaitedForMayBeNegative() throws {
        #expect(try command("wait value n -5").params()["for"] == ["value": "n", "equals": -5])
        #expect(try command("wait value n > -5").params()["for"] == ["value": "n", "above": -5])
        #expect(try command("wait value n < 5").params()["for"] == ["value": "n", "below": 5])
        #expect(try command("wait value n < -- -5").params()["for"] == ["value": "n", "below": -5])
        #expect(try command("wait value n = -- -abc").params()["for"] == ["value": "n", "equals": "-abc"])
        #expect(try command("wait value n != x").params()["for"] == ["value": "n", "not": "x"])
        #expect(try command("wait value n = x").params()["for"] == ["value": "n", "equals": "x"])
        #expect(try command("wait value n changed").params()["for"] == ["value": "n", "changed": true])
        #expect(try command("wait value n --string changed").params()["for"] == ["value": "n", "equals": "changed"])
        #expect(try command("wait question").params()["for"] == ["question": "*"])
        #expect(try command("wait question q --ended").params()["for"] == ["question": "q", "gone": true])
        #expect(try command("wait node n -5 --timeout 3").params()["for"] == ["node": "n", "value": -5])
        #expect(try command("wait node n").params()["for"] == ["node": "n"])
    }

    @Test func anAnswerMayBeginWithDashes() throws {
        #expect(try command("ask answer q -5 --reason x").params()["lines"] == ["-5"])
        #expect(try command("ask answer q -- --decline").params()["lines"] == ["--decline"])
        #expect(try command("ask answer q a -- -- b").params()["lines"] == ["a", "--", "b"])
    }

    @Test func pathShowsOrSets() throws {
        let show = try #require(try Fascia.parseAsRoot(["path", "--stack", "side"]) as? PathCommand)
        #expect(show.call.method == "nav.get")
        #expect(show.call.params == ["stack": "side"])
        let set = try #require(try Fascia.parseAsRoot(["path", "home", "alert:confirm"]) as? PathCommand)
        #expect(set.call.method == "nav.set")
        #expect(
            set.call.params
                == ["path": [["screen": "home"], ["screen": "confirm", "modal": "alert"]], "durable": true])
        _ = try #require(Catalogue.method(named: "nav.set")).parse(.object(set.call.params))
    }

    @Test func callTakesAnObjectAndMembers() throws {
        let call = try #require(
            try Fascia.parseAsRoot(["call", "toggle.set", #"{"id":"a","on":false}"#, "on=true"]) as? CallCommand)
        #expect(call.method == "toggle.set")
        #expect(call.params == ["id": "a", "on": true])
    }

    @Test func watchAsksForItsTopics() throws {
        let watch = try #require(
            try Fascia.parseAsRoot(["watch", "nav:*", "option:**", "--since", "E:3", "--snapshot"]) as? WatchCommand)
        #expect(watch.watch.topics == ["nav:*", "option:**"])
        #expect(watch.watch.since == "E:3")
        #expect(watch.watch.snapshot)
        let all = try #require(try Fascia.parseAsRoot(["watch"]) as? WatchCommand)
        #expect(all.watch.topics == nil)
    }

    @Test func timeLimits() throws {
        #expect(try command("status").timeLimit == .seconds(10))
        #expect(try command("status --timeout 2.5").timeLimit == .seconds(2.5))
        #expect(try command("status --timeout 0").timeLimit == nil)
        // The daemon times out first, so its error is reported.
        #expect(try command("wait screen red --timeout 3").timeLimit == .seconds(8))
    }

    /// The last one takes what is left, not an hour again.
    @Test func longWaitsAreSeveral() {
        #expect(Array(WaitTimes(0)) == [0])
        #expect(Array(WaitTimes(3_600)) == [3_600])
        #expect(Array(WaitTimes(3_601)) == [3_600, 1])
        #expect(Array(WaitTimes(9_000)) == [3_600, 3_600, 1_800])
        #expect(WaitTimes(.infinity).prefix(3).elementsEqual([3_600, 3_600, 3_600]))
    }

    /// The daemon has waited for what was left after it was started again, or of more than an hour.
    @Test func aWaitThatHasTakenTooLongNamesItsWholeTime() {
        let error = RemoteError(code: 1, message: "toggle \"a/b\" is not on within 7.25 s: it is off", reason: "timeout")
        #expect(error.naming(10, insteadOf: 7.25).message == "toggle \"a/b\" is not on within 10.0 s: it is off")
        #expect(error.naming(10, insteadOf: 3).message == error.message)
    }

    @Test func declarationsComeFromFiles() throws {
        let directory = try TemporaryDirectory()
        let group = try directory.write(#"{"id":"g","options":[{"id":"a"}]}"#, to: "group.json")
        #expect(
            try command("toggle declare \(group)").params()
                == ["group": ["id": "g", "options": [["id": "a"]]], "durable": true])
        let screen = try directory.write(#"{"id":"s","body":{"kind":"divider"}}"#, to: "screen.json")
        #expect(
            try command("screen put \(screen)").params()
                == ["screen": ["id": "s", "body": ["kind": "divider"]], "durable": true])
    }
}
