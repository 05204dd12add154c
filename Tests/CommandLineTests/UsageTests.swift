import FasciaWire
import TestSupport
import Testing

@testable import FasciaCommandLine

/// The errors for wrong arguments, which are detected without a daemon.
@Suite struct UsageTests {
    @Test(arguments: [
        (["push"], "Missing expected argument '<screen>'"),
        (["push", "red", "seven"], "\"seven\" is not of the form key=value"),
        (["push", "red", "=7"], "\"=7\" is not of the form key=value"),
        (["push", "red", "--args", "{"], "\"{\" is not JSON: "),
        (["push", "red", "a=1", "--args", "{}"], "give either --args or key=value, not both"),
        (["modal", "x", "--style", "popup"], "\"popup\" is not a modal style: expected one of sheet, cover, alert"),
        (["pop-to"], "give exactly one of a screen, --entry, --index and --root"),
        (["pop-to", "red", "--root"], "give exactly one of a screen, --entry, --index and --root"),
        (["path", "{]"], "\"{]\" is not JSON: "),
        (["target", "end"], "give either the path of target \"end\" or --remove"),
        (["target", "end", "red", "--remove"], "give either the path of target \"end\" or --remove"),
        (
            ["target", "end", "red", "--mode", "jump"],
            "\"jump\" is not a target mode: expected one of reset, push, popToOrPush"
        ),
        (["toggle", "set", "a", "maybe"], "expected on or off, not \"maybe\""),
        (["toggle", "flip", "a", "--expect", "half"], "expected on, off or mixed, not \"half\""),
        (["value", "get", "a", "--prefix", "b"], "give either a key or --prefix, not both"),
        (
            ["value", "declare", "a", "number"],
            "\"number\" is not a value kind: expected one of bool, int, double, string, json"
        ),
        (["value", "declare", "a", "int", "--min", "1"], "a range needs both --min and --max"),
        (["environment", "a=1", "--screen", "x", "--stack", "y"], "give at most one of --stack, --screen and --entry"),
        (["render", "--colors", "many"], "\"many\" is not a colour depth: expected one of none, 16, 256, true"),
        (["attach", "--mode", "own"], "\"own\" is not a terminal mode: expected one of operate, view"),
        (["watch", "--count", "0"], "--count must be at least 1"),
        (["call", "x", "{\"a\":}"], "is not JSON: "),
        (["status", "--timeout", "-1"], "--timeout must be between 0 and 1000000 seconds, or inf"),
        (["status", "--socket", ""], "--socket must not be empty: leave it out for the default"),
        (["value", "set", "n"], "Missing expected argument '<value>"),
        (["value", "set", "n", "1", "2"], "expected one value, found 2: 1 2"),
        (["value", "set", "n", "--frob", "2"], "Unknown option '--frob'"),
        (["value", "set", "n", "--frob"], "Unknown option '--frob'"),
        (
            ["value", "set", "n", "{\"a\":1"],
            "{\"a\":1 begins like JSON, but is not valid: "
        ),
        (["value", "set", "n", " [a,b]"], " at character 3. For a string, add --string"),
        (["value", "set", "n", "\"a"], "\"a begins like JSON, but is not valid: "),
        (["value", "declare", "n", "json", "--initial", "{a:1}"], "For a string, use the kind string"),
        (["set", "n", "[a"], "For a string, add --string"),
        (["wait", "value", "n", "{"], "For a string, add --string"),
        (["wait", "node", "n", "[a]"], "For a string, add --string"),
        (["push", "red", "a=[b]"], "For a string, write it in double quotes"),
        (["environment", "a={"], "For a string, write it in double quotes"),
        (["set", "n", "-x"], "Unknown option '-x': write -- before a value that begins with -"),
        (["value", "set", "n", "--"], "expected a value after --"),
        (["value", "set", "n", "--", "-x", "-y"], "expected one value, found 2: -x -y"),
        (["wait", "value", "n"], "Missing expected argument '<value>"),
        (["wait", "value", "n", "=", "--"], "expected a value after --"),
        (["ask", "file", "--default-after", "5s"], "--default-after needs a default, and no file is one"),
        (["ask", "file", "--to", "user:ada"], "a file is asked for only in this terminal: leave out --to and --keep"),
        (["ask", "answer", "q", "--delcine"], "Unknown option '--delcine': write -- before"),
        (["wait", "node", "n", "1", "2"], "expected one value, found 2: 1 2"),
        (["status", "--timeout=-1"], "--timeout must be between 0 and 1000000 seconds, or inf"),
        (["push", "a", "--handles", "onGo"], "--handles lasts as long as the connection"),
        (["modal", "a", "--handles", "onGo"], "--handles lasts as long as the connection"),
        (["call", "action.bind", "screen=a", "names=[]"], "action.bind lasts as long as the connection"),
        (["call", "nav.push", #"{"screen":"a","handles":["onGo"]}"#], "handles lasts as long as the connection"),
        (["wait", "toggle", "a", "on", "--stack", "b"], "Unknown option '--stack'"),
        (["wait", "value", "a", "1", "--stack", "b"], "Unknown option '--stack'"),
        (["issues", "--clear", "--follow"], "--clear contradicts --follow"),
        (["history", "--by", "no-such-user"], "there is no user \"no-such-user\": give a user name, a uid, or me"),
        (["undo", "--by", "me", "--to", "3"], "give either --by or --to, not both"),
        (["attach", "--own", "--follow", "1"], "--own contradicts --follow: leave one out"),
        (["attach", "--own", "--stack", "a"], "--own contradicts --stack: leave one out"),
        (["attach", "--own", "--mode", "view"], "--own contradicts --read-only: leave one out"),
        (["frob"], "unknown command \"fascia frob\": expected one of attach, status, panel, find, get, "),
        (["psuh", "red"], "Error: unknown command \"fascia psuh\": did you mean \"fascia push\"?\nUsage: fascia <subcommand>"),
        (["toggle", "flop", "a"], "unknown command \"fascia toggle flop\": did you mean \"fascia toggle flip\"?"),
        (["wait", "scren", "a"], "unknown command \"fascia wait scren\": did you mean \"fascia wait screen\"?"),
        (["--socket", "/s", "status"], "--socket must follow the command: fascia COMMAND --socket"),
        (["toggle", "--json", "list"], "--json must follow the command: fascia toggle COMMAND --json"),
        (["history", "get", "--frob"], "Unknown option '--frob'"),
        (["status", "--frob"], "Unknown option '--frob'"),
    ])
    func wrongArguments(_ arguments: [String], _ message: String) async {
        do {
            _ = try await Fascia.asyncParseAsRoot(arguments)
            Issue.record("\(arguments) was taken")
        } catch {
            let (status, text) = CommandLineRun.outcome(of: error, arguments)
            #expect(status == .usage)
            #expect(text.contains(message), "\(text)")
            #expect(text.contains("Usage: fascia"), "\(text)")
        }
    }

    @Test func aRefusalNamesCommands_andMethodsToThoseWhoCallThem() {
        let error = WireError(
            code: -32001, message: "no stack \"a\": nav.set makes one, action.bind does not", reason: "notFound")
        let named = "fascia: notFound: no stack \"a\": \"fascia path\" makes one, action.bind does not"
        #expect(CommandLineRun.outcome(of: error, ["pop"]).1 == named)
        #expect(CommandLineRun.outcome(of: error, ["call", "nav.pop"]).1 == "fascia: notFound: \(error.message)")
        let quoted = WireError(code: -32001, message: "did you mean \"nav.pop\"?", reason: "notFound")
        #expect(CommandLineRun.outcome(of: quoted, ["describe", "nav.po"]).1 == "fascia: notFound: did you mean \"fascia pop\"?")
    }

    @Test func aRefusalHasItsReasonAndItsMessage() {
        let (status, text) = CommandLineRun.outcome(
            of: WireError(code: -32004, message: "no: do this", reason: "refused"))
        #expect(status == .refused)
        #expect(text == "fascia: refused: no: do this")
    }

    // MARK: - Files

    private func failure(of body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? UsageError)?.message
        }
    }

    @Test func aFileThatIsNotThere() {
        #expect(failure { try Input.json("/no/such") } == "cannot read /no/such: No such file or directory")
    }

    @Test func aFileThatIsNoJSON() throws {
        let directory = try TemporaryDirectory()
        for (text, place) in [("{\"a\":", "1:6"), ("{\r\n  \"ä\": 1,\r\n  \"ö\" 2\r\n}\r\n", "3:7"), ("{\n", "2:1")] {
            let path = try directory.write(text, to: "x.json")
            let message = try #require(failure { try Input.json(path) })
            #expect(message.hasPrefix("\(path):\(place): not JSON: "), "\(message)")
        }
    }

    @Test func aFileThatIsNoText() throws {
        #expect(failure { try Input.text("/bin/true") } == "/bin/true is not UTF-8 text")
    }

    @Test func aFileWithoutAnEndIsNotRead() {
        #expect(
            failure { try Input.text("/dev/zero") }
                == "/dev/zero is longer than the maximum of 64 MiB: split it")
    }

    @Test func aBatchSkipsBlankLinesAndComments() throws {
        let script = try BatchScript(
            text: "# one\n\n  \t\r\n{\"method\":\"nav.pop\"}\r\n  # two\n{\"method\":\"nav.close\",\"params\":{}}",
            name: "f")
        #expect(script.commands.map(\.line) == [4, 6])
        #expect(script.commands.map(\.json) == [["method": "nav.pop"], ["method": "nav.close", "params": [:]]])
    }

    @Test func aBatchNamesTheLineThatIsWrong() {
        let notJSON = failure { try BatchScript(text: "\n{\"method\":\n", name: "box.jsonl") }
        #expect(notJSON?.hasPrefix("box.jsonl:2:11: not JSON: ") == true)
        #expect(
            failure { try BatchScript(text: "#\n#\n{\"a\":1}", name: "-") }
                == "-:3: expected a command, an object with a \"method\": {\"a\":1}")
    }

    @Test func aBatchNamesTheLineThatTheDaemonRefuses() throws {
        let script = try BatchScript(text: "\n{\"method\":\"a\"}\n\n{\"method\":\"b\"}", name: "f")
        let byPlace = WireError(code: 1, message: "no", reason: "r", data: ["index": 1])
        #expect(script.located(byPlace).message == "f:4: no")
        let byPointer = WireError(code: 1, message: "no", reason: "r", data: ["pointer": "/commands/0/params/id"])
        #expect(script.located(byPointer).message == "f:2: no")
        let unknown = WireError(code: 1, message: "no", reason: "r")
        #expect(script.located(unknown) == unknown)
    }
}
