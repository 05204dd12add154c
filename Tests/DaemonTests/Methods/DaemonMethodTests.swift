import FasciaDocument
import Glibc
import TestSupport
import Testing

/// `daemon.*`, `sync`, and the parameters of all mutations.
@Suite struct DaemonMethodTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test func helloTellsWhoIsWho() throws {
        let hello = try client.call("daemon.hello", ["protocol": ["min": 1, "max": 3], "name": "a test"])
        #expect(hello["protocol"] == 1)
        #expect(hello["server"]?.stringValue?.hasPrefix("fasciad/") == true)
        #expect(hello["epoch"]?.stringValue?.isEmpty == false)
        #expect(hello["revision"] == 1)
        let peer = hello["peer"]
        #expect(peer?["uid"] == .int(Int(getuid())) && peer?["gid"] == .int(Int(getgid())))
        #expect(peer?["pid"] == .int(Int(getpid())) && peer?["role"] == "admin")
        #expect(peer?["groups"]?.arrayValue?.contains(.int(Int(getgid()))) == true)
        let limits = try #require(hello["limits"]?.objectValue)
        #expect(limits["lineBytes"] == 1_048_576)
        #expect(limits["depth"] == 256)
        #expect(limits["valueBytes"] == 65_536)
        for name in ["onceKeys", "undoSteps"] { #expect(limits[name] == 10_000) }
        for name in ["onceBytes", "undoBytes"] { #expect(limits[name] == 16_777_216) }
        #expect(limits["actions"] == 64 && limits["actionsOfAllClients"] == 1_000)
        #expect(limits.members.allSatisfy { $0.value.intValue ?? 0 > 0 })
    }

    @Test func helloNeedsAVersionInCommon() throws {
        let error = try client.failure("daemon.hello", ["protocol": ["min": 2, "max": 4]])
        #expect(error["code"] == -32011)
        #expect(
            error["data"] == [
                "reason": "version", "server": ["min": 1, "max": 1], "client": ["min": 2, "max": 4],
            ])
        #expect(error.message?.contains("protocol 1") == true)
        #expect(error.message?.contains("2 to 4") == true)
        // `daemon.hello` is optional: other requests work after it has failed.
        #expect(try client.sync() == 1)
    }

    @Test func statusTellsHowTheDaemonIs() throws {
        try client.watch()
        try client.call("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"])
        try client.call("value.set", ["key": "k", "value": 1])
        try client.call("screen.put", Fixture.screen("s"))
        try client.call("nav.push", ["screen": "s"])
        try client.call("nav.target", ["name": "t", "path": [["screen": "s"]]])
        let status = try client.call("daemon.status")
        #expect(status["pid"] == .int(Int(daemon.id)))
        #expect(status["revision"] == 5)
        #expect(status["version"]?.stringValue?.isEmpty == false)
        #expect(try #require(status["uptime"]?.doubleValue) >= 0)
        #expect(try #require(status["memory"]?.intValue) > 1_000_000)
        #expect(status["plugins"]?.arrayValue != nil)
        let expected: [String: Int] = [
            "clients": 1, "terminals": 1, "watches": 1, "stacks": 1, "entries": 2, "targets": 1, "groups": 1,
            "options": 3, "pickers": 0, "values": 1, "screens": 1, "events": 5, "issues": 0, "unimplemented": 0, "waits": 0,
        ]
        for (name, count) in expected { #expect(status[at: "counts/\(name)"] == .int(count), "\(name)") }
    }

    /// The status says what was found when plugins were last listed, so that asking for it reads no files.
    @Test func statusReadsNoFilesOfPlugins() throws {
        let folder = try TemporaryDirectory()
        let daemon = try DaemonProcess(environment: ["FASCIA_PLUGIN_PATH": folder.path])
        let client = try daemon.client()
        func isListed(_ method: String) throws -> Bool {
            try #require(try client.call(method)["plugins"]?.arrayValue).contains { $0["id"] == "torn" }
        }
        #expect(try !isListed("daemon.status"))
        try folder.write("no shared object", to: "torn.so")
        try folder.write("{}", to: "torn.json")
        #expect(try !isListed("daemon.status"))
        #expect(try isListed("plugin.list"))
        #expect(try isListed("daemon.status"))
    }

    @Test func reloadDoesWhatSIGHUPDoes() throws {
        try client.call("daemon.reload")
        try daemon.notification(with: "RELOADING")
        try daemon.notification(with: "READY")
        #expect(try client.sync() == 1, "the state is as it was")
    }

    @Test func shutdownIsAnsweredAndEndsTheDaemon() throws {
        try client.call("daemon.shutdown")
        #expect(try client.lines.receiveLineOrEnd() == nil)
        #expect(try daemon.process.waitForExit() == .exited(0))
        #expect(access(daemon.socketPath, F_OK) != 0)
    }
}
