import FasciaWire
import TestSupport
import Testing

@testable import fascia

/// The errors for wrong arguments, which are detected without a daemon.
@Suite struct UsageTests {
    @Test(arguments: [
        (["push"], "Missing expected argument '<screen>'"),
        (["push", "red", "seven"], "\"seven\" is not of the form key=value"),
        (["push", "red", "=7"], "\"=7\" is not of the form key=value"),
        (["push", "red", "--args", "{"], "\"{\" is not JSON: "),
        (["push", "red", "a=1", "--args", "{}"], "give either --args or key=value, not both"),
        (["modal", "x", "--style", "popup"], "\"popup\" is no style of a modal: it is one of sheet, cover, alert"),
        (["pop-to"], "say where to go back to: a screen, or one of --entry, --index and --root"),
        (["pop-to", "red", "--root"], "say where to go back to: a screen, or one of --entry, --index and --root"),
        (["path", "{]"], "\"{]\" is not JSON: "),
        (["target", "end"], "give the steps of the path that \"end\" stands for, or --remove"),
        (["target", "end", "red", "--remove"], "give the steps of the path that \"end\" stands for, or --remove"),
        (
            ["target", "end", "red", "--mode", "jump"],
            "\"jump\" is no mode of a target: it is one of reset, push, popToOrPush"
        ),
        (["toggle", "set", "a", "maybe"], "a switch is set on or off, not \"maybe\""),
        (["toggle", "flip", "a", "--expect", "half"], "a switch is on, off or mixed, not \"half\""),
        (["value", "get", "a", "--prefix", "b"], "give either a key or --prefix, not both"),
        (
            ["value", "declare", "a", "number"],
            "\"number\" is no kind of value: it is one of bool, int, double, string, json"
        ),
        (["value", "declare", "a", "int", "--min", "1"], "a range needs both --min and --max"),
        (["environment", "a=1", "--screen", "x", "--stack", "y"], "give at most one of --stack, --screen and --entry"),
        (["render", "--colors", "many"], "\"many\" is no depth of colour: it is one of none, 16, 256, true"),
        (["attach", "--mode", "own"], "\"own\" is no mode of a terminal: it is one of operate, view"),
        (["watch", "--count", "0"], "--count must be at least 1"),
        (["call", "x", "{\"a\":}"], "is not JSON: "),
        (["status", "--timeout", "-1"], "--timeout must be between 0 and 1000000 seconds"),
        (["status", "--socket", ""], "--socket needs a path, and was empty: leave it out for the usual one"),
        (["value", "set", "n"], "Missing expected argument '<value>"),
        (["value", "set", "n", "1", "2"], "expected one value, found 2: 1 2"),
        (["value", "set", "n", "--frob", "2"], "Unknown option '--frob'"),
        (["value", "set", "n", "--frob"], "Unknown option '--frob'"),
        (
            ["value", "set", "n", "{\"a\":1"],
            "{\"a\":1 begins like JSON, and is not JSON: "
        ),
        (["value", "set", "n", " [a,b]"], " at byte 2. To mean a string, add --string"),
        (["value", "set", "n", "\"a"], "\"a begins like JSON, and is not JSON: "),
        (["value", "declare", "n", "json", "--initial", "{a:1}"], "To mean a string, let the kind be string"),
        (["set", "n", "[a"], "To mean a string, add --string"),
        (["wait", "value", "n", "{"], "To mean a string, add --string"),
        (["wait", "node", "n", "[a]"], "To mean a string, add --string"),
        (["push", "red", "a=[b]"], "To mean a string, write it in double quotes, as JSON has them"),
        (["environment", "a={"], "To mean a string, write it in double quotes, as JSON has them"),
        (["set", "n", "-x"], "Unknown option '-x'"),
        (["wait", "value", "n"], "Missing expected argument '<value>"),
        (["wait", "node", "n", "1", "2"], "expected one value, found 2: 1 2"),
        (["status", "--timeout=-1"], "--timeout must be between 0 and 1000000 seconds"),
        (["frob"], "no command \"fascia frob\": there are status, attach, push, pop, "),
        (["psuh", "red"], "Error: no command \"fascia psuh\": did you mean \"fascia push\"?\nUsage: fascia <subcommand>"),
        (["toggle", "flop", "a"], "no command \"fascia toggle flop\": did you mean \"fascia toggle flip\"?"),
        (["wait", "scren", "a"], "no command \"fascia wait scren\": did you mean \"fascia wait screen\"?"),
        (["--socket", "/s", "status"], "--socket stands behind the command: fascia COMMAND --socket"),
        (["toggle", "--json", "list"], "--json stands behind the command: fascia toggle COMMAND --json"),
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
        #expect(failure { try Input.json("/no/such") } == "/no/such cannot be read: No such file or directory")
    }

    @Test func aFileThatIsNoJSON() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("{\"a\":", to: "x.json")
        let message = try #require(failure { try Input.json(path) })
        #expect(message.hasPrefix("\(path) is not JSON: "))
        #expect(message.hasSuffix(" at byte 5"))
    }

    @Test func aFileThatIsNoText() throws {
        #expect(failure { try Input.text("/bin/true") } == "/bin/true is not UTF-8 text")
    }

    @Test func aFileWithoutAnEndIsNotRead() {
        #expect(
            failure { try Input.text("/dev/zero") }
                == "/dev/zero has more than 64 MiB, which is the most that is read: give a shorter one, or several")
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
        #expect(notJSON?.hasPrefix("box.jsonl:2: not JSON: ") == true)
        #expect(
            failure { try BatchScript(text: "#\n#\n{\"a\":1}", name: "-") }
                == "-:3: a command is an object with a \"method\": {\"a\":1}")
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
