import FasciaDocument
import Glibc
import TestSupport
import Testing

/// `fascia handle` and `fascia run` against a real daemon.
@Suite(.mustEnd) struct HandleTests {
    let daemon: DaemonProcess

    init() throws { daemon = try DaemonProcess() }

    private func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(Products.executable("fascia"), arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
    }

    private func wait(_ words: String...) throws {
        #expect(
            try daemon.fascia(["wait"] + words + (words[0] == "screen" ? ["--even-if-missing"] : []) + ["--timeout", "inf"])
                .status == .exited(0))
    }

    /// A screen with one button that sends the action `go`.
    private func publishScreen() throws {
        let client = try daemon.client()
        let button: JSON = ["kind": "button", "label": "Go", "emit": "go", "payload": "; rm -rf $(x)"]
        try client.call("screen.put", ["screen": ["id": "own", "body": ["kind": "form", "children": [button]]]])
        try client.call("nav.push", ["screen": "own"])
    }

    private func isBound(_ handle: RunningProcess) throws {
        // `ready` is printed by the command of the first action.
        while try daemon.fascia(["tap", "Go"]).status != .exited(0) {}
        _ = handle
    }

    // MARK: - Changes

    /// It has begun before the daemon was killed, and ends with another one, or while there is none.
    @Test(arguments: [true, false], [true, false]) func aChangeOutlivesTheDaemon(_ succeeds: Bool, _ endsMeanwhile: Bool) throws {
        let directory = try TemporaryDirectory()
        let first = try DaemonProcess(in: directory)
        try first.client().call("toggle.declare", ["group": ["id": "g", "options": [["id": "lamp"]]]])
        let command = "echo >begun; read -r line <go; echo >ended; \(succeeds ? "true" : "echo burnt out >&2; exit 1")"
        for name in ["begun", "go", "ended"] { #expect(mkfifo(directory[name], 0o600) == 0) }
        let handle = try RunningProcess(
            "/bin/sh",
            ["-c", "cd '\(directory.path)' && exec '\(try Products.executable("fascia"))' handle --id 'g/*=\(command)'"],
            environment: ["FASCIA_SOCKET": first.socketPath])
        while try !first.fascia(["toggle", "list", "--json"]).output.contains("claimer") {}
        func sh(_ script: String) throws { _ = try runProcess("/bin/sh", ["-c", "cd '\(directory.path)'; " + script]).checked() }
        #expect(try first.fascia(["toggle", "set", "g/lamp", "on"]).status == .exited(0))
        try sh("cat begun")
        _ = try first.kill9()
        if endsMeanwhile { try sh("echo >go; cat ended") }
        let next = try DaemonProcess(in: directory)
        func list() throws -> String { try next.fascia(["toggle", "list", "g"]).output }
        if !endsMeanwhile {
            try handle.error.wait(for: "waiting for the daemon")
            while try !next.fascia(["toggle", "list", "--json"]).output.contains("assumed") {}
            #expect(try list().contains("pending"), "nobody has said how it ends")
            try sh("echo >go; cat ended")
        }
        while try list().contains("pending") {}
        #expect(try next.fascia(["get", "g/lamp"]).output == (succeeds ? "on\n" : "off\n"))
        let listed = try list()
        #expect(listed.contains("burnt out") == !succeeds, "\(listed)")
    }

    // MARK: - Menus

    @Test func aMenuShowsEachCommandInASheet() throws {
        let handle = try start("handle", "tools", "--title", "Tools", "--open", "Say=echo hello 40%; echo oops >&2")
        try wait("screen", "tools")
        _ = try daemon.output("tap", "Say")
        try wait("text", "done")
        let tree = try daemon.output("tree")
        #expect(tree.contains("hello 40%") && tree.contains("oops"))
        #expect(tree.contains("Close") && !tree.contains("Cancel"))
        _ = handle
    }

    @Test func aCommandThatFailsSaysWhy() throws {
        let handle = try start("handle", "tools", "--title", "Tools", "--open", "Fail=echo no such disk >&2; exit 3")
        try wait("screen", "tools")
        _ = try daemon.output("tap", "Fail")
        try wait("text", "failed: no such disk")
        _ = handle
    }

    @Test func aCommandIsCancelledWithAllItsProcesses() throws {
        let handle = try start(
            "handle", "tools", "--title", "Tools", "--open", "Wait=sleep 1000 & echo \"child $!\"; wait")
        try wait("screen", "tools")
        _ = try daemon.output("tap", "Wait")
        try wait("text", "child ")
        let child = try #require(try daemon.output("tree").firstMatch(of: #/child (\d+)/#)?.output.1)
        #expect(kill(try #require(Int32(child)), 0) == 0)
        _ = try daemon.output("tap", "Cancel")
        try wait("text", "cancelled")
        #expect(kill(try #require(Int32(child)), 0) == -1)
        _ = handle
    }

    @Test func theScreenSaysThatItsHandlerIsGone() throws {
        let handle = try start("handle", "tools", "--title", "Tools", "--open", "Say=echo hello")
        try wait("screen", "tools")
        handle.process.signal(15)
        #expect(try handle.process.waitForExit() == .signalled(15))
        try wait("text", "Tools (app disconnected)")
    }

    @Test func aHandlerComesBackAfterTheDaemon() throws {
        let handle = try start("handle", "tools", "--title", "Tools", "--open", "Say=echo hello")
        try wait("screen", "tools")
        try daemon.kill9()
        try handle.error.wait(for: "waiting for the daemon\n")
        let next = try DaemonProcess(in: daemon.directory)
        _ = try next.output("wait", "screen", "tools", "--even-if-missing", "--timeout", "inf")
        while try next.fascia(["tap", "Say"]).status != .exited(0) {}
        _ = try next.output("wait", "text", "done", "--timeout", "inf")
    }

    // MARK: - Screens of one's own

    /// The daemon that has asked for it is gone by then.
    @Test func aLateFailureIsToldToTheNextDaemon() throws {
        try publishScreen()
        let end = daemon.directory["end"]
        #expect(mkfifo(end, 0o600) == 0)
        let handle = try start("handle", "own", "go=read -r line <'\(end)'; echo too late >&2; exit 1")
        try isBound(handle)
        try daemon.kill9()
        try handle.error.wait(for: "waiting for the daemon\n")
        let next = try DaemonProcess(in: daemon.directory)
        // It is bound again then.
        while try !next.fascia(["tap", "Go"]).error.contains("still running") {}
        _ = try runProcess("/bin/sh", ["-c", "echo >'\(end)'"]).checked()
        while try !next.output("issues").contains("go: too late") {}
    }

    @Test func theCommandFindsTheActionInItsEnvironmentAndInput() throws {
        try publishScreen()
        let handle = try start("handle", "own", #"go=echo "$FASCIA_ACTION|$FASCIA_SCREEN|$FASCIA_PAYLOAD"; cat"#)
        try isBound(handle)
        try handle.output.wait(for: "go|own|; rm -rf $(x)\n")
        let line = try handle.output.wait(for: "\"cause\"").split(separator: "\n").last.map(String.init)
        #expect(try handle.output.wait(for: "}\n").contains("\"payload\":\"; rm -rf $(x)\""), "\(line ?? "")")
    }

    @Test func aCommandThatFailsRejectsTheActionWithItsLastLines() throws {
        try publishScreen()
        let handle = try start("handle", "own", "go=echo first >&2; echo users are logged in >&2; exit 1")
        var result = try daemon.fascia(["tap", "Go"])
        while result.error.contains("no app handles") {
            result = try daemon.fascia(["tap", "Go"])
        }
        #expect(result.status == .exited(1) && result.error == "fascia: first; users are logged in\n")
        _ = handle
    }

    @Test func theHandlerOfAScreenWithoutAPublisherIsItsApp() throws {
        try publishScreen()
        let handle = try start("handle", "own", "go=true")
        try isBound(handle)
        handle.process.signal(9)
        _ = try handle.process.waitForExit()
        try wait("text", "own (app disconnected)")
    }

    // MARK: - Switches

    @Test func aSwitchIsCarriedOutByACommand() throws {
        _ = try daemon.output("toggle", "declare", "heating=Heating", "bath=Bath", "attic=Attic")
        let handle = try start(
            "handle", "--id",
            #"heating/*=echo "$FASCIA_ID $FASCIA_FROM $FASCIA_TO"; case $FASCIA_ID in *attic) echo frozen >&2; exit 1;; esac"#)
        while try !daemon.output("call", "toggle.get", #"{"id":"heating/bath"}"#).contains("claimer") {}
        #expect(try daemon.output("get", "heating/bath") == "off", "a state that nothing reads is not unknown")
        _ = try daemon.output("toggle", "set", "heating/bath", "on", "--wait")
        try handle.output.wait(for: "heating/bath  on\n")
        let failed = try daemon.fascia(["toggle", "set", "heating/attic", "on", "--wait"])
        #expect(failed.status == .exited(1) && failed.error.contains("frozen"))
        #expect(try daemon.fascia(["get", "heating/attic"]).output == "off\n")
    }

    /// It waits behind the change of somebody else.
    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func theCommandOfAQueuedChangeKnowsWhoAskedForIt() throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343"])
        let directory = try TemporaryDirectory()
        #expect(mkfifo(directory["go"], 0o600) == 0)
        _ = try daemon.output("toggle", "declare", "heating=Heating", "bath=Bath")
        let handle = try RunningProcess(
            Products.executable("fascia"),
            ["handle", "--id", "heating/*=echo \"$FASCIA_TO by $FASCIA_UID\"; read line <'\(directory["go"])'"],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        while try !daemon.output("call", "toggle.get", #"{"id":"heating/bath"}"#).contains("claimer") {}
        _ = try daemon.output("toggle", "set", "heating/bath", "on")
        try handle.output.wait(for: "on by 0\n")
        guard chmod(daemon.socketPath, 0o666) == 0, chmod(daemon.directory["."], 0o711) == 0 else {
            throw TestFailure.system("chmod")
        }
        let other = try RunningProcess(
            "/usr/bin/setpriv",
            ["--reuid", "65534", "--regid", "65534", "--groups", "4343", "socat", "-", "UNIX-CONNECT:\(daemon.socketPath)"])
        try other.send(#"{"id":1,"method":"toggle.set","params":{"id":"heating/bath","on":false}}"# + "\n")
        try other.output.wait(for: "result")
        let go = try RunningProcess("/bin/sh", ["-c", "echo >'\(directory["go"])'; echo >'\(directory["go"])'"])
        try handle.output.wait(for: "off by 65534\n")
        #expect(try go.process.waitForExit() == .exited(0))
    }

    // MARK: - Run

    @Test func runHasTheOutputAndTheExitStatusOfItsCommand() throws {
        let result = try daemon.fascia(["run", "--title", "Update all", "--", "sh", "-c", "echo 40 %; echo oops >&2; exit 7"])
        #expect(result.status == .exited(7))
        #expect(result.output == "40 %\n" && result.error == "oops\n")
        try wait("text", "failed: oops")
        let tree = try daemon.output("tree")
        #expect(tree.contains("40 %"))
        #expect(try daemon.output("path").contains("run/update-all"))
        #expect(try !daemon.output("render").contains("disconnected"))
    }

    @Test func runIsCancelledOnThePanel() throws {
        let run = try start("run", "--", "sleep", "1000")
        try wait("screen", "run/sleep")
        _ = try daemon.output("tap", "Cancel")
        #expect(try run.process.waitForExit() == .exited(130))
        try wait("text", "cancelled")
    }

    @Test func runRefusesATitleThatIsInUse() throws {
        let run = try start("run", "--", "sleep", "1000")
        try wait("screen", "run/sleep")
        let second = try daemon.fascia(["run", "--title", "Sleep", "--", "true"])
        #expect(second.status == .exited(2))
        #expect(
            second.error == "fascia: \"Sleep\" is running already: cancel it on the panel, or give this one another title\n")
        run.process.signal(9)
        _ = try run.process.waitForExit()
        try wait("text", "(app disconnected)")
        #expect(try daemon.fascia(["run", "--title", "Sleep", "--", "true"]).status == .exited(0))
    }

    @Test func aProgramThatDoesNotExistIsReported() throws {
        let result = try daemon.fascia(["run", "--", "/no/such/program"])
        #expect(result.status == .exited(127))
        #expect(result.error.hasPrefix("fascia: cannot run /no/such/program: No such file or directory"))
    }

    // MARK: - Usage

    @Test(arguments: [
        (["handle"], "a SCREEN with NAME=COMMAND, or --id GLOB=COMMAND, is needed"),
        (["handle", "tools"], "tools needs at least one NAME=COMMAND"),
        (["handle", "tools", "df"], "\"df\" is not of the form NAME=COMMAND"),
        (["handle", "tools", "Space= "], "\"Space= \" has no command after the ="),
        (["handle", "tools", "a=true", "a=false"], "\"a\" has two commands"),
        (["handle", "--id", "a=true", "--title", "A"], "--title and --open need a SCREEN"),
        (["run"], "a command is needed after --"),
        (["on", "value:a"], "a command is needed after --"),
        (["on", "value:a", "--max", "2", "--", "true"], "--max needs --mode parallel"),
        (["on", "value:a", "--max", "0", "--mode", "parallel", "--", "true"], "--max must be at least 1"),
        (["on", "value:a", "--debounce", "100000", "--", "true"], "--debounce must be between 0 and 86400 seconds"),
        (["on", "value:a", "--since", "x:1", "--state", "f", "--", "true"], "give either --since or --state"),
    ])
    func wrongUsageSaysWhatIsNeeded(arguments: [String], message: String) throws {
        let result = try daemon.fascia(arguments)
        #expect(result.status == .exited(2) && result.error.contains(message), "\(result.error)")
    }
}
