import FasciaDocument
import FasciaWire
import Glibc
import Synchronization
import TestSupport
import Testing

/// The command line as a process, against a real daemon.
@Suite struct CommandTests {
    /// What stands in its title as it was typed is first all the same.
    @Test func aSearchThatIsNotWholeSaysSo() throws {
        let daemon = try DaemonProcess()
        let names = (0...500).map { "p\($0)r-i-n-t" } + ["print"]
        let commands = names.map { ["method": "value.set", "params": ["key": .string($0), "value": 1]] as JSON }
        try daemon.client().call("batch", ["commands": .array(commands)])
        let found = try daemon.fascia(["find", "print", "--limit", "1"])
        #expect(found.output.hasPrefix("value/print "))
        #expect(found.error == "fascia: warning: there is too much to search all of it: give more letters\n")
    }

    /// A change whose connection is lost is sent again with the same idempotency key.
    @Test(arguments: [["path", "home", "red"], ["push", "red"]])
    func aChangeIsSentAgainAfterALostConnection(_ arguments: [String]) throws {
        let directory = try TemporaryDirectory()
        let sent = Mutex<[JSON]>([])
        let daemon = try FakeDaemon(
            at: directory["s"],
            answer: { request, peer in
                guard request.method.hasPrefix("nav.") else { return peer.send(#"{"id":\#(request.id),"result":{}}"#) }
                let isFirst = sent.withLock { sent in
                    sent.append(request.params)
                    return sent.count == 1
                }
                if isFirst { peer.hangUp() } else { peer.send(#"{"id":\#(request.id),"result":{"revision":7}}"#) }
            })
        let result = try runProcess(
            Products.executable("fascia"), arguments, environment: ["FASCIA_SOCKET": daemon.path])
        #expect(result.status == .exited(0), "\(result.error)")
        let all = sent.withLock { $0 }
        #expect(all.count == 2 && all.first == all.last)
        #expect(all.first?["once"] != nil)
    }

    private final class Requests: Sendable {
        let methods = Mutex<[String]>([])
    }

    /// A daemon that cuts off the first greeting and the first request, as one that is restarted, and answers the rest.
    private func restartedDaemon(_ directory: TemporaryDirectory, _ requests: Requests = Requests()) throws -> FakeDaemon {
        try FakeDaemon(
            at: directory["s"],
            answer: { request, peer in
                let isFirst = requests.methods.withLock { methods in
                    let kinds = methods.filter { ($0 == "daemon.hello") == (request.method == "daemon.hello") }
                    methods.append(request.method)
                    return kinds.isEmpty
                }
                guard !isFirst else { return peer.hangUp() }
                let result = #"{"values":{"n":1},"watch":3,"cursor":"E:1","revision":1,"changed":true}"#
                peer.send(#"{"id":\#(request.id),"result":\#(result)}"#)
                guard request.method == "watch.start" else { return }
                let change = #"{"kind":"value","key":"n","from":0,"to":1}"#
                peer.send(
                    #"{"method":"event","params":{"watch":3,"cursor":"E:2","revision":2,"changes":[\#(change)]}}"#)
            })
    }

    /// A daemon that is lost before it has answered anything is waited for by all commands.
    @Test(arguments: [
        ["get", "n"], ["value", "get", "n"], ["path"], ["call", "daemon.status"], ["call", "value.set", "key=n", "value=1"],
        ["toggle", "set", "a/b", "on", "--wait"], ["wait", "value", "n", "1"], ["watch", "--json", "--count", "1"],
        ["on", "value:n", "--once", "--", "true"],
    ])
    func aDaemonThatIsLostDuringTheFirstStepsIsWaitedFor(_ arguments: [String]) throws {
        let directory = try TemporaryDirectory()
        let daemon = try restartedDaemon(directory)
        let result = try runProcess(
            Products.executable("fascia"), arguments, environment: ["FASCIA_SOCKET": daemon.path, "FASCIA_TIMEOUT": "600"])
        #expect(result.status == .exited(0), "\(result.error)")
        #expect(result.error.contains("fascia: waiting for the daemon"))
    }

    /// Nobody knows whether it was done.
    @Test func aTapThatIsCutOffIsNotRepeated() throws {
        let directory = try TemporaryDirectory()
        let requests = Requests()
        let daemon = try restartedDaemon(directory, requests)
        let result = try runProcess(
            Products.executable("fascia"), ["tap", "ok"],
            environment: ["FASCIA_SOCKET": daemon.path, "FASCIA_TIMEOUT": "600"])
        #expect(result.status == .exited(3))
        #expect(requests.methods.withLock { $0 } == ["daemon.hello", "daemon.hello", "ui.tap"])
    }

    /// The default of `--timeout`.
    @Test func theEnvironmentSaysHowLongAnAnswerMayTake() throws {
        let daemon = try SamplePanel.start()
        let wrong = try daemon.fascia(["status"], environment: ["FASCIA_TIMEOUT": "soon"])
        #expect(wrong.status == .exited(2))
        #expect(wrong.error.contains("FASCIA_TIMEOUT must be between 0 and 1000000 seconds, or inf, not \"soon\""))
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        let late = try daemon.fascia(["status"], environment: ["FASCIA_TIMEOUT": "0.05"])
        #expect(late.status == .exited(3))
        #expect(late.error.contains("within 0.05 s"))
    }

    @Test func switchesAndTheirMaster() throws {
        let daemon = try SamplePanel.start()
        #expect(try daemon.output("get", "extras") == "mixed")
        // The master is set on and off; then one option goes off, and on again as the last one.
        #expect(try daemon.output("toggle", "set", "extras/olives", "on") == "")
        #expect(try daemon.output("toggle", "set", "extras", "on") == "")
        #expect(try daemon.output("get", "extras/cheese", "extras/ham", "extras") == "on\non\non")
        #expect(try daemon.output("toggle", "set", "extras/ham", "off") == "")
        #expect(try daemon.output("get", "extras") == "mixed")
        #expect(try daemon.output("toggle", "set", "extras/ham", "on") == "")
        #expect(try daemon.output("get", "extras") == "on")
        #expect(try daemon.output("toggle", "set", "extras", "on") == "unchanged")
        #expect(try daemon.output("toggle", "flip", "extras") == "mixed")
        #expect(
            try daemon.output("toggle", "list", "extras") == """
                [-] extras  Extras
                    [ ] cheese  Cheese
                    [ ] ham  Ham
                    [ ] mushrooms  Mushrooms
                    [x] olives  Olives (disabled)
                """)
    }

    @Test func foundAddressCanBeOpened() throws {
        let daemon = try SamplePanel.start()
        #expect(try daemon.output("find", "chees") == "switch/extras/cheese  on  Cheese  Pizza › What is on it")
        #expect(try daemon.output("find", "pizza", "ham").hasPrefix("switch/extras/ham  "), "each word has to match")
        let none = try daemon.fascia(["find", "zzzz"])
        #expect(none.status == .exited(1))
        #expect(none.output == "" && none.error.contains("nothing matches \"zzzz\""))
        _ = try daemon.output("open", "switch/extras/cheese")
        #expect(try daemon.output("path").contains("pizza"))
        #expect(try daemon.output("get", "extras/cheese") == "on", "it is shown, and not operated")
        let unknown = try daemon.fascia(["open", "switch/extras/chees"])
        #expect(unknown.error.contains("switch/extras/cheese"))
    }

    @Test func switchesAndPickersAreDeclaredInWords() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.output("toggle", "declare", "desk=My desk", "lamp=Lamp", "fan") == "")
        #expect(try daemon.output("toggle", "list", "desk") == "[ ] desk  My desk\n    [ ] lamp  Lamp\n    [ ] fan")
        #expect(try daemon.output("picker", "declare", "music/source=Music", "radio=The radio", "disc") == "")
        #expect(try daemon.output("pick", "music/source", "disc") == "")
        #expect(try daemon.output("picker", "list") == "music  Music\n    source  ‹ disc ›  radio disc")
        #expect(try daemon.output("toggle", "declare", "desk", "a=b=c").isEmpty)
        #expect(try daemon.output("toggle", "list", "desk") == "[ ] desk\n    [ ] a  b=c")
    }

    /// One word is a file, and a missing file is named.
    @Test func aDefinitionOfOneWordIsAFile() throws {
        let missing = try DaemonProcess().fascia(["toggle", "declare", "desk"])
        #expect(missing.status == .exited(2) && missing.error == "fascia: cannot read desk: No such file or directory\n")
    }

    @Test func pickersAndTheirComponents() throws {
        let daemon = try SamplePanel.start()
        let picker = """
            {"id":"height","title":"Height","components":[{"id":"value","elements":[{"id":"1"},{"id":"2"}]},
            {"id":"comma","elements":[{"id":","}],"role":"label"},
            {"id":"unit","elements":[{"id":"m","label":"metres"},{"id":"cm"}],"optional":true,"initial":"cm"}]}
            """
        #expect(try daemon.fascia(["picker", "declare", "-"], input: picker).checked().output == "")
        #expect(
            try daemon.output("picker", "list", "height") == """
                height  Height
                    value  ‹ 1 ›     1 2
                    comma  ,
                    unit   ‹ (cm) ›  m cm
                """)
        #expect(try daemon.output("pick", "height/unit", "m") == "")
        #expect(try daemon.output("pick", "height/unit", "m") == "unchanged")
        #expect(try daemon.output("picker", "list", "height").contains("unit   ‹ m ›"))
        #expect(try daemon.output("pick", "height/unit", "--none") == "")
        #expect(try daemon.output("picker", "elements", "height/value", "2=two", "3") == "")
        #expect(try daemon.output("picker", "list", "height").contains("value  ‹ 2 ›     2 3"))
        #expect(
            try daemon.fascia(["pick", "height/unit", "km"]).error
                == "fascia: notFound: no element \"km\" in \"height/unit\": it has m, cm\n")
        #expect(try daemon.fascia(["pick", "height/unit"]).error.contains("give either an element or --none"))
        #expect(try daemon.output("picker", "remove", "height") == "")
        #expect(try !daemon.output("picker", "list").contains("height"))
    }

    @Test func issuesArePrintedAndFollowed() throws {
        let daemon = try SamplePanel.start()
        #expect(try daemon.output("issues") == "")
        let screen = #"{"id":"a","body":{"kind":"button","label":"Go","emit":"onGo"},"emits":["onGo"]}"#
        #expect(try daemon.fascia(["screen", "put", "-"], input: screen).checked().output == "")
        _ = try daemon.output("push", "a")
        let tap = try daemon.fascia(["tap", "Go"])
        #expect(tap.status == .exited(1))
        #expect(tap.error.hasPrefix("fascia: unimplemented: no app handles onGo of the screen \"a\""))
        let lines = try daemon.output("issues").split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("1 ") && lines[0].contains(" warning unhandled: entry \""))
        #expect(lines[1].contains(" error unimplemented: no app handles onGo of the screen \"a\""))
        #expect(lines[1].hasSuffix("(main: home / a)"))
        let object = try JSON(parsing: try daemon.output("issues", "--json").split(separator: "\n").map(String.init)[1])
        #expect(object["breadcrumbs"]?["action"] == "onGo")
        #expect(object["cause"]?["name"] == "fascia")
        let verbose = try daemon.output("issues", "--verbose")
        for crumb in ["\n    action: onGo\n", "\n    sender: ui.tap by fascia", "\n    earlier, revision "] {
            #expect(verbose.contains(crumb), "\(crumb) in \(verbose)")
        }
        #expect(try daemon.fascia(["issues", "--count", "1"]).error.contains("--count needs --follow"))
        #expect(try daemon.output("issues", "--clear", "2") == "1 cleared")
        #expect(try daemon.output("issues").hasPrefix("1 "))
        let unknown = try daemon.fascia(["issues", "--clear", "7"])
        #expect(unknown.error == "fascia: notFound: no issue 7 is open: there are 1\n")
        #expect(try daemon.output("issues", "--clear") == "1 cleared")
        #expect(try daemon.output("issues") == "")
    }

    @Test func stacksAreRemoved() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("path", "--stack", "side", "a")
        _ = try daemon.output("stack", "remove", "side")
        #expect(try daemon.fascia(["stack", "remove", "side"]).error.contains("no stack \"side\""))
        #expect(try daemon.fascia(["stack", "remove", "main"]).error.contains("cannot be removed"))
    }

    @Test func movingAbout() throws {
        let daemon = try SamplePanel.start()
        #expect(try daemon.output("path") == "home")
        let red = try daemon.output("push", "red")
        #expect(red.hasPrefix("e"))
        #expect(try daemon.output("push", "orange", "n=1") != red)
        #expect(try daemon.output("path") == "home / red / orange {\"n\":1}")
        #expect(try daemon.output("modal", "confirm", "--style", "alert") != "")
        #expect(try daemon.output("path") == "home / red / orange {\"n\":1}  (alert: confirm)")
        #expect(try daemon.output("close") == "removed confirm")
        #expect(try daemon.output("close") == "unchanged")
        #expect(try daemon.output("replace", "yellow") != "")
        #expect(try daemon.output("pop") == "removed yellow")
        // Popping an entry that is not on top changes nothing.
        _ = try daemon.output("push", "green")
        #expect(try daemon.output("pop", "--entry", red) == "unchanged")
        #expect(try daemon.output("pop-to", "--entry", red) == "removed green")
        #expect(try daemon.output("next", "end") != "")
        #expect(try daemon.output("path") == "home / red / orange / yellow / green / blue / indigo / violet")
        #expect(try daemon.output("pop-to", "--root").split(separator: "\n").count == 7)
        #expect(try daemon.output("path", "home", "pizza", "sheet:note") == "")
        #expect(try daemon.output("path") == "home / pizza  (sheet: note)")
        #expect(try daemon.output("target", "kitchen", "home", "pizza", "--mode", "reset") == "")
        #expect(try daemon.output("next", "kitchen") != "")
        #expect(try daemon.output("path") == "home / pizza")
        #expect(try daemon.output("target", "kitchen", "--remove") == "")
    }

    @Test func valuesScreensAndTheEnvironment() throws {
        let daemon = try SamplePanel.start()
        #expect(
            try daemon.output("value", "declare", "volume", "int", "--min", "0", "--max", "11", "--initial", "3") == "")
        #expect(try daemon.output("value", "get", "volume") == "3")
        #expect(try daemon.output("value", "set", "volume", "7") == "")
        #expect(try daemon.output("value", "get", "--prefix", "vol") == "volume=7")
        #expect(try daemon.output("get", "volume", "box/restart") == "7\nnever")
        #expect(try daemon.output("get", "volume", "extras", "--json") == #"{"volume":7,"extras":"mixed"}"#)
        #expect(try daemon.output("value", "remove", "volume") == "")
        #expect(try daemon.output("value", "set", "title", "--string", "[draft] 7") == "")
        #expect(try daemon.output("value", "set", "dash", "--", "-x") == "")
        #expect(try daemon.output("value", "get", "dash") == "-x")
        #expect(try daemon.output("value", "get", "title") == "[draft] 7")
        #expect(try daemon.output("wait", "value", "title", "[draft] 7", "--string", "--timeout", "0") == "")
        let screen = #"{"id":"hello","title":"Hello","body":{"kind":"text","text":"Hello, world"}}"#
        #expect(try daemon.fascia(["screen", "put", "-"], input: screen).checked().output == "")
        #expect(try daemon.output("screen", "list").split(separator: "\n").last == "hello     Hello")
        #expect(try JSONParser.parse(daemon.output("screen", "get", "hello"))["title"] == "Hello")
        #expect(try daemon.output("environment", "tint=red", "--screen", "hello") == "")
        #expect(try daemon.output("screen", "remove", "hello") == "")
        let group = #"{"id":"lamps","options":[{"id":"desk"}]}"#
        #expect(try daemon.fascia(["toggle", "declare", "-"], input: group).checked().output == "")
        #expect(try daemon.output("toggle", "disable", "lamps/desk") == "")
        #expect(try daemon.output("toggle", "list", "lamps/desk") == "[ ] lamps/desk  desk (disabled)")
        #expect(try daemon.output("toggle", "enable", "lamps/desk") == "")
        #expect(try daemon.output("toggle", "remove", "lamps") == "")
    }

    /// As for value set: where a text is declared, what looks like a number is a text.
    @Test func aTextThatLooksLikeANumberIsWaitedFor() throws {
        let daemon = try DaemonProcess()
        _ = try daemon.output("value", "declare", "code", "string")
        _ = try daemon.output("value", "set", "code", "12345678")
        #expect(try daemon.output("wait", "value", "code", "12345678", "--timeout", "0") == "")
        let other = try daemon.fascia(["wait", "value", "code", "!=", "12345678", "--timeout", "0"])
        #expect(other.status == .exited(124))
        #expect(try daemon.output("wait", "value", "code", "!=", "1234567", "--timeout", "0") == "")
    }

    /// A password of digits is a text where a text is declared.
    @Test func whatIsSetIsReadAsItsKindSays() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.fascia(["value", "declare", "wifi/key", "string"]).status == .exited(0))
        for text in ["12345678", "true", "1e5", "null"] {
            #expect(try daemon.output("value", "set", "wifi/key", text) == "")
            #expect(try daemon.output("value", "get", "wifi/key", "--json").contains("\"wifi/key\":\"\(text)\""))
        }
        #expect(try daemon.output("value", "set", "wifi/key", "{\"a\":1}") == "")
        #expect(try daemon.fascia(["value", "declare", "level", "int"]).status == .exited(0))
        #expect(try daemon.fascia(["value", "set", "level", "abc"]).error.contains("must be an integer"))
        #expect(try daemon.output("value", "set", "free", "7") == "")
        #expect(try daemon.output("value", "get", "free", "--json").contains("\"free\":7"))
    }

    @Test func displayCommands() throws {
        let daemon = try SamplePanel.start()
        let picture = try daemon.output("render", "--columns", "40", "--rows", "12")
        #expect(picture.contains("The box"))
        #expect(picture.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { $0.count <= 40 })
        #expect(!picture.contains("\u{1B}"))
        #expect(try daemon.output("render", "--colors", "256").contains("\u{1B}["))
        #expect(try daemon.output("tree").contains("button     Pizza"))
        #expect(try daemon.output("tap", "Pizza") == "")
        #expect(try daemon.output("path") == "home / pizza")
        #expect(try daemon.output("set", "Ham", "true") == "")
        #expect(try daemon.output("get", "extras/ham") == "on")
        #expect(try daemon.output("wait", "screen", "pizza") == "")
        #expect(try daemon.output("wait", "toggle", "extras", "mixed") == "")
        #expect(try daemon.output("wait", "value", "box/orders", "0") == "")
        #expect(try daemon.output("wait", "node", "Ham", "on") == "")
    }

    @Test func takingBack() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("toggle", "set", "extras", "on")
        _ = try daemon.output("push", "pizza")
        #expect(
            try daemon.output("undo", "--dry-run", "--steps", "2").hasPrefix(
                "Would take back: 2 changes: opened pizza, extras/ham off → on, "))
        #expect(
            try daemon.output("history", "undo", "--steps", "2").hasPrefix(
                "Took back: 2 changes: opened pizza, extras/ham off → on, "))
        #expect(try daemon.output("get", "extras") == "mixed")
        let redone = try daemon.output("history", "undo")
        #expect(redone.hasPrefix("Took back: closed pizza, extras/ham on → off, "), "\(redone)")
        #expect(redone.contains(/, by \S+, (just now|\d+ (s|min) ago)$/), "\(redone)")
        #expect(try daemon.output("path") == "home / pizza")
        #expect(try daemon.output("history", "undo", "--to", "3") == "unchanged")
        #expect(
            try daemon.fascia(["history", "undo", "--to", "9"]).error
                == "fascia: notFound: there is no revision 9 yet: the panel is at 5\n")
        #expect(try daemon.fascia(["history", "undo", "--to", "1", "--steps", "1"]).error.contains("not both"))
        #expect(try daemon.output("history", "--limit", "1").contains(" history.undo by fascia ("))
    }

    @Test func theDaemonItself() throws {
        let daemon = try SamplePanel.start()
        let status = try daemon.output("status")
        #expect(status.contains("socket    \(daemon.socketPath)"))
        #expect(status.contains("screens 15"))
        let json = try JSONParser.parse(daemon.output("status", "--json"))
        #expect(json["revision"] == 1)
        #expect(try daemon.output("call", "toggle.get", "id=extras/ham").hasPrefix(#"{"id":"extras/ham""#))
        let history = try daemon.output("history", "extras")
        #expect(history.contains(" batch by fascia ("))
        #expect(history.contains("declared group extras"))
        #expect(try daemon.output("reload") == "")
        #expect(try daemon.output("reload", "--json") == #"{"reloaded":true,"failed":[]}"#)
        #expect(try daemon.output("shutdown") == "")
        #expect(try daemon.process.waitForExit() == .exited(0))
    }

    @Test func aReloadNamesThePluginsThatFailed() throws {
        let folder = try TemporaryDirectory()
        let daemon = try DaemonProcess(
            arguments: ["--plugin", "nosuch", "--plugin", "torn"], environment: ["FASCIA_PLUGIN_PATH": folder.path])
        try folder.write("no shared object", to: "torn.so")
        let reload = try daemon.fascia(["reload"])
        #expect(reload.status == .exited(1))
        #expect(reload.output == "")
        let lines = reload.error.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("fascia: no plugin \"nosuch\": looked for nosuch.so") == true, "\(reload.error)")
        #expect(lines.last?.hasSuffix("torn.so: the dynamic linker says: file too short") == true, "\(reload.error)")
        // `--json` prints the answer and has the same exit status.
        let answer = try daemon.fascia(["reload", "--json"])
        #expect(answer.status == .exited(1))
        #expect(try JSONParser.parse(answer.output)["failed"]?[0]?["plugin"] == "nosuch")
    }

    @Test func aReloadSaysWhyTheAccessFileIsNotUsed() throws {
        let folder = try TemporaryDirectory()
        let rules = "grant:\n  - {user: \(getuid()), role: admin}\n"
        let path = try folder.write(rules, to: "access.yaml")
        chmod(path, 0o644)
        let daemon = try DaemonProcess(arguments: ["--access", path])
        #expect(try daemon.output("reload") == "")
        try folder.write("grant: 7", to: "access.yaml")
        let reload = try daemon.fascia(["reload"])
        #expect(reload.status == .exited(1) && reload.output == "")
        #expect(reload.error.hasPrefix("fascia: the access file is not used: \(path):1:8: error: "), "\(reload.error)")
        #expect(try daemon.fascia(["reload", "--json"]).status == .exited(1))
        try folder.write(rules, to: "access.yaml")
        #expect(try daemon.output("reload") == "")
    }

    /// The daemon ignores unknown members, and the command line warns about them.
    @Test func unknownMembersAreWarnedOf() throws {
        let daemon = try SamplePanel.start()
        let call = try daemon.fascia(["call", "toggle.flip", "id=extras", "expct=on"]).checked()
        #expect(
            call.error
                == "fascia: warning: toggle.flip ignores the unknown member /expct: did you mean \"expect\"?\n")
        #expect(call.output.contains(#""changed":true"#))
        let script = "\n" + #"{"method":"value.set","params":{"key":"k","value":1,"valu":2}}"# + "\n"
        let batch = try daemon.fascia(["batch"], input: script).checked()
        #expect(
            batch.error
                == "fascia: warning: standard input:2: value.set ignores the unknown member /valu: did you mean \"value\"?\n"
        )
        let group = try daemon.fascia(["toggle", "declare", "-"], input: #"{"id":"g","titel":"G","options":[]}"#).checked()
        #expect(group.error.contains("toggle.declare ignores the unknown member /group/titel: did you mean \"title\"?"))
        let path = try daemon.fascia(["path", "home", #"{"screen":"red","arg":1}"#]).checked()
        #expect(path.error.contains("nav.set ignores the unknown member /path/1/arg: did you mean \"args\"?"))
        // Any environment name may be a plugin's, so it is kept; a name that resembles a known one causes a warning.
        let environment = try daemon.fascia(["environment", "accnt=orange", "glow=3"]).checked()
        #expect(
            environment.error
                == "fascia: warning: environment.set treats /values/accnt as a custom name: did you mean \"accent\"?\n"
        )
        #expect(try daemon.output("call", "history.get").contains(#""values":{"accnt":"orange","glow":3}"#))
        #expect(
            try daemon.fascia(["environment", "toggleStyle=brik"]).checked().error
                == "fascia: warning: the environment of the panel uses the toggleStyle \"brik\", which no loaded plugin provides, so "
                + "the built-in style is drawn: load its plugin with fascia plugin load (available styles: none)\n")
        // Correct parameters cause no warning.
        #expect(try daemon.fascia(["environment", "toggleStyle=null"]).checked().error == "")
        #expect(try daemon.fascia(["environment", "accent=orange", "glow=null"]).checked().error == "")
        #expect(
            try daemon.fascia(["environment", ##"theme={"surface":"#202020","accent":"#404040"}"##]).checked().error
                == "fascia: warning: theme: accent on surface has a contrast of 1.5:1; letters are hard to read below 4.5:1\n")
        #expect(try daemon.fascia(["environment", ##"theme={"base":"nord","accent":"#ff8800"}"##]).checked().error == "")
        #expect(try daemon.fascia(["batch", SamplePanel.directory + "/panel.jsonl"]).checked().error == "")
    }

    @Test func aScreenThatShowsWhatDoesNotExistCausesWarnings() throws {
        let daemon = try SamplePanel.start()
        let screen = """
            {"id":"a","body":{"kind":"form","children":[
                {"kind":"toggle","bind":"extras/hm"},{"kind":"toggle","bind":"extras"},{"kind":"log","bind":"new"},
                {"kind":"picker","bind":"nothing"},{"kind":"picker","bind":"clock/zone"},{"kind":"picker","bind":"clock"},
                {"kind":"value","bind":"none"},{"kind":"text","bind":"none"},{"kind":"value","bind":"box/orders"},
                {"kind":"text","text":"x","modifiers":[{"shown":{"toggle":"gone"}}]}]}}
            """
        let put = try daemon.fascia(["screen", "put", "-"], input: screen).checked()
        #expect(
            put.error.split(separator: "\n") == [
                "fascia: warning: there is no switch or group \"extras/hm\": did you mean \"extras/ham\"?",
                "fascia: warning: there is no picker \"nothing\"", "fascia: warning: there is no value \"none\"",
                "fascia: warning: there is no switch or group \"gone\"",
            ])
    }

    @Test func describing() throws {
        let daemon = try DaemonProcess()
        let gauge = try daemon.output("describe", "gauge")
        #expect(gauge.hasPrefix("gauge\n    The position of a number between two ends.\n\nMembers:\n    bind "))
        #expect(!gauge.contains("kind sparkline"))
        let help = try daemon.fascia(["help", "sreen"])
        #expect(help.status == .exited(2))
        #expect(help.error == "Error: unknown command \"fascia sreen\": did you mean \"fascia screen\"?\n")
        #expect(try daemon.output("help", "screen").hasPrefix("OVERVIEW: List, print, publish and remove screens."))
        let all = try daemon.output("describe")
        for method in Catalogue.methods { #expect(all.contains("\(method.name)  "), "\(method.name)") }
        let push = try daemon.output("describe", "nav.push")
        #expect(push.contains("Push a screen onto the stack."))
        #expect(push.contains("Parameters:"))
        #expect(push.contains("Result:"))
        let put = try daemon.output("describe", "screen.put")
        for word in ["Node, of one of the kinds below:", "kind vstack: ", "kind button: ", "Modifier, one of:"] {
            #expect(put.contains(word), "\(word)")
        }
        #expect(!put.contains("Snapshot"))
        #expect(put.contains(" A line around it. One of: red|orange|"))
        let lines = put.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("bold boolean Heavier letters."))
        let declare = try daemon.output("describe", "toggle.declare")
        #expect(declare.contains("\nOption:\n") && declare.contains("exclusive"))
        #expect(
            try JSONParser.parse(daemon.output("describe", "nav.push", "--json"))["methods"]?[0]?["name"] == "nav.push")
    }

    @Test func optionsOfAllChanges() throws {
        let daemon = try SamplePanel.start()
        #expect(try daemon.output("toggle", "set", "extras/ham", "on", "--dry-run") == "")
        #expect(try daemon.output("get", "extras/ham") == "off")
        let conflict = try daemon.fascia(["toggle", "set", "extras/ham", "on", "--if-revision", "99"])
        #expect(conflict.status == .exited(1))
        #expect(conflict.error.hasPrefix("fascia: conflict: "))
        let answer = try JSONParser.parse(daemon.output("push", "red", "--json"))
        #expect(answer["changed"] == true)
        #expect(answer["entry"]?.stringValue != nil)
    }

    // MARK: - Exit statuses

    @Test func refusalsExitWith1AndPrintTheReason() throws {
        let daemon = try SamplePanel.start()
        let refused = try daemon.fascia(["toggle", "set", "extras/chese", "on"])
        #expect(refused.status == .exited(1))
        #expect(refused.output == "")
        #expect(refused.error.hasPrefix("fascia: notFound: no switch \"extras/chese\": "))
        let nothing = try daemon.fascia(["get", "extras", "nothing"])
        #expect(nothing.status == .exited(1))
        #expect(
            nothing.error
                == "fascia: notFound: no value, switch or picker \"nothing\": \"fascia value get\", "
                + "\"fascia toggle list\" and \"fascia picker list\" list them\n")
    }

    @Test(arguments: ["0.01", "0"]) func aTimeoutExitsWith124(_ seconds: String) throws {
        let daemon = try SamplePanel.start()
        let late = try daemon.fascia(["wait", "toggle", "extras", "on", "--timeout", seconds])
        #expect(late.status == .exited(124))
        #expect(late.error.hasPrefix("fascia: timeout: \"extras\" did not become on within "), "\(late.error)")
    }

    private static let typingErrors = [
        (["toggle", "extras/chese", "on"], "no switch \"extras/chese\": did you mean \"extras/cheese\"? Or wait"),
        (["value", "box/order", "1"], "no value \"box/order\": did you mean \"box/orders\"? Or wait"),
        (["screen", "piza"], "no screen \"piza\": did you mean \"pizza\"? Or wait"),
        (["screen", "red", "--stack", "mian"], "no stack \"mian\": did you mean \"main\"?"),
    ]

    @Test func waitingForATypingErrorFailsAtOnce() throws {
        let daemon = try SamplePanel.start()
        for (words, message) in Self.typingErrors {
            let wrong = try daemon.fascia(["wait"] + words + ["--timeout", "inf"])
            #expect(wrong.status == .exited(1), "\(words)")
            #expect(wrong.error.hasPrefix("fascia: notFound: " + message), "\(wrong.error)")
            #expect(wrong.error.hasSuffix(" for it with --even-if-missing\n"), "\(words)")
            let late = try daemon.fascia(["wait"] + words + ["--even-if-missing", "--timeout", "0"])
            #expect(late.status == .exited(124), "\(late.error)")
        }
    }

    @Test func namesThatNothingHasCauseAWarning() throws {
        let daemon = try SamplePanel.start()
        func warning(_ words: String...) throws -> String {
            let result = try daemon.fascia(words)
            #expect(result.status == .exited(0))
            return result.error
        }
        #expect(try warning("push", "pizza") == "")
        #expect(try warning("path", "home", "red") == "")
        #expect(try warning("history", "extras/ham") == "", "it has not changed yet")
        #expect(try warning("environment", "tint=red", "--screen", "red") == "")
        let pizza = "fascia: warning: no screen \"piza\" is published: did you mean \"pizza\"?\n"
        #expect(try warning("push", "piza") == pizza)
        #expect(try warning("modal", "piza") == pizza)
        #expect(try warning("path", "home", "piza") == pizza)
        #expect(try warning("environment", "tint=red", "--screen", "piza") == pizza)
        #expect(try warning("push", "unlike-any") == "fascia: warning: no screen \"unlike-any\" is published\n")
        #expect(
            try warning("history", "extras/hamm")
                == "fascia: warning: nothing is called \"extras/hamm\": did you mean \"extras/ham\"?\n")
    }

    @Test(arguments: ["render", "attach"]) func aLocaleWithoutUnicodeGetsASCII(_ command: String) throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("push", "pizza")
        let ascii = try daemon.fascia([command], environment: ["LC_ALL": "C"]).checked().output
        #expect(ascii.utf8.allSatisfy { $0 < 128 }, "\(ascii)")
        let unicode = try daemon.fascia([command], environment: ["LC_ALL": "C.UTF-8"]).checked().output
        #expect(!unicode.utf8.allSatisfy { $0 < 128 })
    }

    @Test func aPickerIsReadAsAWhole_andByComponent() throws {
        let daemon = try SamplePanel.start()
        let height = """
            {"id":"height","components":[{"id":"feet","elements":[{"id":"5"},{"id":"6"}],"selection":"5"},\
            {"id":"unit","elements":[{"id":"ft"}]}]}
            """
        let color = #"{"id":"color","components":[{"id":"color","elements":[{"id":"red"}],"selection":"red"}]}"#
        for picker in [height, color] {
            #expect(try daemon.fascia(["picker", "declare", "-"], input: picker).status == .exited(0))
        }
        #expect(try daemon.output("get", "color", "height/feet", "height/unit") == "red\n5\nft")
        #expect(try daemon.output("get", "height") == #"{"feet":"5","unit":"ft"}"#)
    }

    @Test func theEnvironmentIsPrintedWithItsScopes() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.output("environment") == "")
        for arguments in [["tint=red", "accent=blue"], ["tint=green", "--stack", "main"]] {
            #expect(try daemon.fascia(["environment"] + arguments).status == .exited(0))
        }
        #expect(try daemon.output("environment") == "tint=red\naccent=blue\nstack main: tint=green")
        #expect(try daemon.output("environment", "--stack", "main") == "stack main: tint=green")
    }

    @Test func aValueIsEscapedOnceInAnEvent() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.output("value", "set", "note", "a\nb", "--string") == "")
        #expect(try daemon.output("history").hasSuffix(#"note null → "a\nb""#))
        #expect(try daemon.output("undo").hasPrefix("Took back: note set, by "))
    }

    /// What an action is handled by would be gone with the connection.
    @Test func aBatchHandlesNoActions() throws {
        let daemon = try SamplePanel.start()
        let script = "# the end\n" + #"{"method":"nav.push","params":{"screen":"end","handles":["*"]}}"# + "\n"
        let result = try daemon.fascia(["batch"], input: script)
        #expect(result.status == .exited(2))
        #expect(result.error.contains("standard input:2: handles lasts as long as the connection"), "\(result.error)")
    }

    @Test func aRefusedBatchNamesItsLineAndChangesNothing() throws {
        let daemon = try SamplePanel.start()
        let script = """
            # the first one is right
            {"method":"toggle.set","params":{"id":"extras/ham","on":true}}

            {"method":"toggle.set","params":{"id":"extras/chese","on":true}}
            """
        let refused = try daemon.fascia(["batch", "-"], input: script)
        #expect(refused.status == .exited(1))
        #expect(refused.error.hasPrefix("fascia: notFound: standard input:4: no switch \"extras/chese\""))
        #expect(try daemon.output("get", "extras/ham") == "off")
        let wrong = try daemon.fascia(["batch"], input: #"{"method":"toggle.set","params":{"id":7,"on":true}}"#)
        #expect(wrong.status == .exited(1))
        #expect(wrong.error.hasPrefix("fascia: invalidParams: standard input:1: "))
    }

    @Test func usageIs2() throws {
        let directory = try TemporaryDirectory()
        let fascia = try Products.executable("fascia")
        for arguments in [["frob"], ["push"], ["toggle", "set", "a", "maybe"], ["status", "--timeout", "x"]] {
            let result = try runProcess(fascia, arguments, environment: ["FASCIA_SOCKET": directory["none"]])
            #expect(result.status == .exited(2), "\(arguments)")
            #expect(result.output == "")
            #expect(result.error.contains("Usage: fascia"))
        }
        let file = try runProcess(fascia, ["batch", "/no/such"])
        #expect(file.status == .exited(2))
        #expect(file.error == "fascia: cannot read /no/such: No such file or directory\n")
    }

    @Test func noDaemonExitsWith3AndPrintsARemedy() throws {
        let directory = try TemporaryDirectory()
        let fascia = try Products.executable("fascia")
        for arguments in [
            ["status"], ["toggle", "set", "a", "on"], ["watch"], ["batch"], ["get", "a"], ["call", "sync"],
        ] {
            let result = try runProcess(fascia, arguments, environment: ["FASCIA_SOCKET": directory["none"]])
            #expect(result.status == .exited(3), "\(arguments)")
            #expect(
                result.error
                    == "fascia: no daemon at \(directory["none"]): start one with \"fasciad\" or \"systemctl start "
                    + "fasciad.socket\", or name its socket with --socket or FASCIA_SOCKET\n")
        }
    }

    @Test func theVersionIsThatOfTheDaemon() throws {
        let version = try runProcess(Products.executable("fascia"), ["--version"]).checked().output
        #expect(try runProcess(Products.executable("fasciad"), ["--version"]).checked().output == version)
    }

    @Test func theConnectionLimitIsReported() throws {
        let daemon = try DaemonProcess(arguments: ["--max-clients", "1"])
        let client = try daemon.connect()
        let result = try daemon.fascia(["status"])
        #expect(result.status == .exited(1))
        #expect(result.error.hasPrefix("fascia: limit: "))
        withExtendedLifetime(client) {}
    }

    @Test func aBatchThatIsTooLongIsRefused() throws {
        let daemon = try DaemonProcess()
        let value = String(repeating: "x", count: 2_000_000)
        let script = #"{"method":"value.set","params":{"key":"k","value":"\#(value)"}}"#
        let batch = try daemon.fascia(["batch", "--timeout", "0"], input: script)
        #expect(batch.status == .exited(1))
        #expect(batch.error.contains("1048576"), "\(batch.error)")
    }

    /// An empty path is an error instead of meaning the default place.
    @Test func emptyPathsAreUsageErrors() throws {
        let result = try runProcess(Products.executable("fasciad"), ["--socket", ""])
        #expect(result.status == .exited(2))
        #expect(result.error.contains("--socket must not be empty: leave it out for the default"))
        let state = try runProcess(Products.executable("fasciad"), ["--socket", "/x", "--state", ""])
        #expect(state.status == .exited(2))
        #expect(state.error.contains("--state must not be empty: leave it out for the default"))
    }

    @Test func helpIs0() throws {
        let help = try runProcess(Products.executable("fascia"), ["toggle", "--help"]).checked()
        #expect(help.output.contains("flip"))
        #expect(help.error == "")
    }

    /// A shell reports 128 + SIGPIPE as 141.
    @Test func aReaderThatLeavesEndsItAsAnyOtherProgram() throws {
        let daemon = try DaemonProcess()
        let result = try runProcess(
            "/bin/bash", ["-c", "\"$0\" describe | true; echo \"${PIPESTATUS[0]}\"", Products.executable("fascia")],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        #expect(["0\n", "141\n"].contains(result.output), "\(result)")
        // With a closed standard output, no descriptor that fascia opens may get its number.
        let closed = try runProcess(
            "/bin/bash", ["-c", "\"$0\" status >&-", Products.executable("fascia")],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        #expect(closed.status == .exited(74))
        #expect(closed.error == "fascia: cannot write the output: Bad file descriptor\n")
    }

    private static let printing = [
        "status", "describe", "render", "tree", "toggle list", "toggle flip extras", "get extras", "path", "screen list",
        "value get", "history", "watch --snapshot --count 1", "call sync", "call sync --json", "attach", "attach --linear",
        "socket", "--help", "toggle --help", "--version", "--generate-completion-script bash", "help push",
        "state events --state $STATE", "state export --state $STATE", "state check --state $STATE", "state --help",
    ]

    /// A full disk is reported by its own exit status, neither as success nor as wrong usage.
    @Test func outputThatCannotBeWritten() throws {
        let daemon = try SamplePanel.start()
        for line in Self.printing {
            let result = try runProcess(
                "/bin/bash", ["-c", "\"$0\" \(line) > /dev/full", Products.executable("fascia")],
                environment: ["FASCIA_SOCKET": daemon.socketPath, "STATE": daemon.statePath, "LANG": "C.UTF-8"])
            #expect(result.status == .exited(74), "\(line): \(result)")
            let program = line.hasPrefix("state") ? "fascia state" : "fascia"
            #expect(
                result.error == "\(program): cannot write the output: No space left on device\n", "\(line): \(result)")
        }
    }

    // MARK: - The sample panel

    /// `make run` without a terminal.
    @Test func theScriptedSessionRuns() throws {
        let session = try runProcess(
            "/bin/bash", [SamplePanel.directory + "/../Box/run.sh", Products.directory]
        ).checked()
        for line in [
            "mail: port 25 is in use", "(exit status 1)", "mixed", "Europe/Lisbon",
            "Host name must match [a-z][a-z0-9-]{0,62}", "home / settings",
        ] {
            #expect(session.output.contains(line + "\n"), "\(line)")
        }
        #expect(session.error == "")
    }
}
