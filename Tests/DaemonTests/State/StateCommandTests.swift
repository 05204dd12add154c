import FasciaDocument
import FasciaModel
import FasciaWire
import Foundation
import TestSupport
import Testing

/// `fascia state`: checking, exporting and importing a state, with and without a running daemon.
@Suite(.mustEnd) struct StateCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func state(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> ProcessResult {
        try runProcess(Products.executable("fascia"), ["state"] + arguments, input: input, environment: environment)
    }

    private func expectFailure(
        _ result: ProcessResult, _ code: Int32, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == .exited(code), sourceLocation: sourceLocation)
        #expect(result.error.contains(message), "\(result.error)", sourceLocation: sourceLocation)
        #expect(result.error.hasPrefix("fascia state: "), "\(result.error)", sourceLocation: sourceLocation)
    }

    private func panel() throws -> DaemonProcess {
        let (daemon, client) = try Fixture.panel()
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        try client.call("nav.push", ["screen": "a", "args": ["x": 1.0]])
        try client.call("screen.put", Fixture.screen("a", ["kind": "text", "text": "Hello"]))
        try client.call("value.set", ["key": "n", "value": 7, "durable": true])
        return daemon
    }

    private func snapshot(_ daemon: DaemonProcess) throws -> JSON? {
        try daemon.client().call("watch.start", ["snapshot": true])["snapshot"]
    }

    private func execute(_ sql: String, _ daemon: DaemonProcess) throws {
        let program = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        _ = try runProcess("/usr/bin/python3", ["-c", program, daemon.statePath + "/journal.db", sql]).checked()
    }

    // MARK: - Checking

    @Test func besideADaemon() throws {
        let daemon = try panel()
        let result = try state("check", "--state", daemon.statePath).checked()
        #expect(result.output.contains("state     \(daemon.statePath)\ndaemon    pid \(daemon.id), fasciad\nepoch     "))
        #expect(result.output.contains("\nrevision  5\n"))
        #expect(result.output.contains("panel     1 stack, 1 group, 3 options, 0 pickers, 1 value, 1 screen\n"))
        #expect(result.output.hasSuffix("sound     no damage found\n"))
    }

    @Test func withoutADaemon() throws {
        let daemon = try panel()
        let epoch = try #require(try daemon.client().call("daemon.hello")["epoch"])
        try daemon.terminate()
        let line = try state("check", "--json", environment: ["STATE_DIRECTORY": daemon.statePath]).checked().output
        let json = try JSONParser.parse(line)
        #expect(json["state"] == .string(daemon.statePath))
        #expect(json["daemon"] == .null)
        #expect(json["epoch"] == epoch)
        #expect(json["revision"] == 5)
        #expect(json["revisions"] == [1, 5])
        #expect(json["snapshots"]?[0]?["revision"] == 5)
        #expect(json["problems"] == [])
        #expect(json["historyProblems"] == [])
        #expect(json["setAside"] == [])
    }

    @Test func damageIsSaidAndNothingIsChanged() throws {
        let daemon = try panel()
        try daemon.kill9()
        try FileManager.default.removeItem(atPath: daemon.statePath + "/journal.db")
        let result = try state("check", "--state", daemon.statePath)
        expectFailure(result, 1, "the state in \(daemon.statePath) is damaged: \(daemon.statePath)/journal.db is missing")
        #expect(result.error.contains("A daemon that starts with it sets unreadable files aside and deletes nothing"))
        #expect(result.output.contains("damaged   \(daemon.statePath)/journal.db is missing"))
        expectFailure(try state("export", "--state", daemon.statePath), 1, "is damaged: ")
        _ = try state("export", "--damaged", "--state", daemon.statePath).checked()
    }

    @Test func whereThereIsNoState() throws {
        expectFailure(try state("check", "--state", directory.path), 1, "there is no state in \(directory.path)")
        expectFailure(
            try state("check", "--state", directory["none"]), 1,
            "cannot read the state directory \(directory["none"]): No such file or directory")
    }

    @Test func wrongArguments() throws {
        let empty = try state("check", "--state", "")
        #expect(empty.status == .exited(2))
        #expect(empty.error.contains("--state must not be empty: leave it out for the default"))
        let output = try state("export", "--output", "")
        #expect(output.status == .exited(2))
        #expect(output.error.contains("--output must not be empty: leave it out for standard output"))
        #expect(try state("frob").status == .exited(2))
        #expect(try state("import").error.contains("Missing expected argument '<file>'"))
        #expect(try state("--help").checked().output.contains("USAGE: fascia state <check | events | export | import>"))
    }

    // MARK: - What has happened

    private func lines(_ result: ProcessResult) throws -> [JSON] {
        try result.output.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    }

    /// `fascia state events` prints the same events as `history.get`, while the daemon runs and after its end.
    @Test func events() throws {
        let daemon = try panel()
        let told = try #require(try daemon.client().call("history.get")["events"]?.arrayValue)
        #expect(told.count == 5)
        #expect(try lines(state("events", "--state", daemon.statePath).checked()) == told)
        try daemon.kill9()
        #expect(try lines(state("events", "--state", daemon.statePath).checked()) == told)
        #expect(try lines(state("events", "--since", "3", "--state", daemon.statePath).checked()) == Array(told[3...]))
        let some = try lines(
            state("events", "--topic", "option:extras/*", "--topic", "value:*", "--state", daemon.statePath).checked())
        #expect(some.map { $0["revision"] } == [2, 5])
        #expect(some.first?["changes"]?.arrayValue?.count == 1, "the group is another topic")
        #expect(some.first?[at: "cause/method"] == "toggle.set")
    }

    @Test func eventsOfADamagedState() throws {
        let daemon = try panel()
        try daemon.terminate()
        try execute("UPDATE journal SET changes = '[]' WHERE revision = 2", daemon)
        let result = try state("events", "--state", daemon.statePath)
        #expect(try lines(result).map { $0["revision"] } == [1, 3, 4, 5], "what can be read is printed")
        expectFailure(result, 1, "the checksum of the row of revision 2 is wrong")
        // Only the event is damaged: the state is in a snapshot.
        expectFailure(try state("check", "--state", daemon.statePath), 1, "the checksum of the row of revision 2 is wrong")
        let text = try state("export", "--state", daemon.statePath).checked().output
        #expect(text.contains("\"revision\":5"))
        let wrong = try state("events", "--since=-1")
        #expect(wrong.status == .exited(2))
        #expect(wrong.error.contains("--since must be a revision, 0 or more, not -1"))
    }

    // MARK: - Exporting and importing

    @Test func exportImportExport() throws {
        let daemon = try panel()
        let before = try snapshot(daemon)
        let first = try state("export", "--state", daemon.statePath).checked().output
        _ = try state("import", "-", "--state", directory["state"], input: first).checked()
        #expect(try state("export", "--state", directory["state"]).checked().output == first)
        let other = try DaemonProcess(in: directory)
        #expect(try snapshot(other) == before)
        #expect(try other.client().call("toggle.set", ["id": "extras/ham", "on": false]).revision == 6)
        #expect(try other.client().call("daemon.hello")["epoch"] != daemon.client().call("daemon.hello")["epoch"])
    }

    /// Nobody carries out what an imported state binds, until its agent is back.
    @Test func whatWasBoundIsRefusedUntilItsAgentIsBack() throws {
        let daemon = try panel()
        let agent = try Agent(daemon, ["extras/**"], ["retry": true])
        try agent.client.call("toggle.set", ["id": "extras/ham", "on": true])
        let text = try state("export", "--state", daemon.statePath).checked().output
        try daemon.terminate()
        _ = try state("import", "-", "--force", "--state", daemon.statePath, input: text).checked()
        let next = try DaemonProcess(in: daemon.directory)
        let user = try next.client()
        let error = try user.failure("toggle.set", ["id": "extras/ham", "on": false])
        #expect(error.reason == "unavailable")
        #expect(
            error["message"]?.stringValue?.hasSuffix(
                "has to come back, because the state was imported: start it again") == true, "\(error.text)")
        #expect(try Set(user.condition("extras/ham").split(separator: " ")) == ["on", "stale", "unknown"])
        let back = try Agent(next, ["extras/**"])
        try user.send("toggle.set", ["id": "extras/ham", "on": false])
        #expect(try back.carryOut().params["to"] == false)
    }

    /// After an import, an earlier cursor belongs to another epoch and gets a gap.
    @Test func aWatchOfBeforeIsToldOfTheGap() throws {
        let daemon = try panel()
        let cursor = try #require(try daemon.client().call("watch.start")["cursor"])
        let text = try state("export", "--state", daemon.statePath).checked().output
        try daemon.terminate()
        let result = try state("import", "-", "--force", "--state", daemon.statePath, input: text).checked()
        #expect(result.output.hasPrefix("the previous state is in \(daemon.statePath)/replaced-"))
        let next = try DaemonProcess(in: daemon.directory)
        let client = try next.client()
        try client.watch(["since": cursor])
        let gap = try client.notification("event.gap")
        #expect(gap["from"] == cursor)
        #expect(gap["snapshot"] != nil)
    }

    @Test func aFileIsWrittenWholeOrNotAtAll() throws {
        let daemon = try panel()
        let file = directory["state.json"]
        #expect(try state("export", "--state", daemon.statePath, "--output", file).checked().output == "")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == (try state("export", "--state", daemon.statePath).checked().output))
        expectFailure(
            try state("export", "--state", daemon.statePath, "--output", directory["none/x"]), 1,
            "cannot create \(directory["none/x.new"]): No such file or directory")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["state.json"])
    }

    @Test func aDaemonsStateIsNotReplacedUnderIt() throws {
        let daemon = try panel()
        let text = try state("export", "--state", daemon.statePath).checked().output
        expectFailure(
            try state("import", "-", "--force", "--state", daemon.statePath, input: text), 4,
            "the state directory \(daemon.statePath) is in use by another fasciad (pid \(daemon.id), fasciad): stop that one, or choose another path"
        )
        #expect(try daemon.client().sync() == 5)
        try daemon.terminate()
        expectFailure(
            try state("import", "-", "--state", daemon.statePath, input: text), 1,
            "\(daemon.statePath) already contains a state: choose another directory, or use --force to set it aside")
    }

    @Test func invalidExportIsRefused() throws {
        let target = directory["state"]
        expectFailure(
            try state("import", "-", "--state", target, input: "{}"), 1,
            "standard input is not an exported state: /format: expected \"fascia.state\"")
        let wrong = String(decoding: StateDocument(Panel().contents, apps: []).text, as: UTF8.self)
            .replacing("\"orphaned\":[]", with: "\"orphaned\":[\"gone\"]")
        let file = try directory.write(wrong, to: "wrong.json")
        expectFailure(try state("import", file, "--state", target), 1, "\(file) is not a valid state: no screen \"gone\"")
        expectFailure(
            try state("import", directory["none"], "--state", target), 1, "cannot read \(directory["none"]): No such file")
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func theStateOfANewerVersion() throws {
        let daemon = try panel()
        try daemon.terminate()
        try execute("PRAGMA user_version = 2", daemon)
        try execute("UPDATE panel SET version = 2", daemon)
        expectFailure(try state("check", "--state", daemon.statePath), 5, "was written by a newer fasciad (version 2")
    }

    // MARK: - Other users

    /// A state that root imports belongs to the owner of the directory, whose daemon must be able to read it.
    @Test(.enabled(if: geteuid() == 0)) func rootDoesAsTheOwnerWould() throws {
        let target = directory["state"]
        #expect(chmod(directory.path, 0o755) == 0)
        #expect(mkdir(target, 0o700) == 0)
        #expect(chown(target, 65_534, 65_534) == 0)
        let text = String(decoding: StateDocument(Panel().contents, apps: []).text, as: UTF8.self)
        _ = try state("import", "-", "--state", target, input: text).checked()
        _ = try state("check", "--state", target).checked()
        for name in try FileManager.default.contentsOfDirectory(atPath: target) {
            var status = stat()
            #expect(stat(target + "/" + name, &status) == 0)
            #expect(status.st_uid == 65_534, "\(name)")
        }
    }
}
