import FasciaDocument
import Foundation
import TestSupport
import Testing

/// A plugin that misbehaves costs the built-in style in one frame, and nothing else of the daemon.
@Suite(.mustEnd) struct MisbehavingPluginTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let client: JSONClient

    /// Longer than a plugin takes on a busy machine.
    init() throws { try self.init(patience: "60") }

    private init(patience: String) throws {
        directory = try TemporaryDirectory()
        try Self.build(directory["misbehaving.so"])
        daemon = try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", patience], environment: ["FASCIA_PLUGIN_PATH": directory.path])
        client = try daemon.client()
    }

    private static func build(_ path: String, _ macros: [String] = []) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let compiler = ["cc", "-std=gnu11", "-shared", "-fPIC", "-I", root + "/Sources/CFasciaPlugin/include"]
        let files = ["-o", path, root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"]
        _ = try runProcess("/usr/bin/env", compiler + ["-w"] + macros + files).checked()
    }

    private func show(_ labels: [String]) throws -> String {
        let toggles = labels.map { ["kind": "toggle", "bind": "room/lamp", "label": .string($0)] as JSON }
        try client.call("screen.put", ["screen": ["id": "room", "body": ["kind": "vstack", "children": .array(toggles)]]])
        try client.call("nav.set", ["path": [["screen": "room"]]])
        return try client.call("ui.render", ["renderer": "text", "columns": 60, "rows": 14])["data"]?.stringValue ?? ""
    }

    private func prepare() throws {
        try client.call("plugin.load", ["id": "misbehaving"])
        try client.call("toggle.declare", ["group": ["id": "room", "options": [["id": "lamp"]]]])
        try client.call("environment.set", ["values": ["toggleStyle": "misbehaving"]])
    }

    @Test func aPluginIsIsolatedAndConfined() throws {
        try prepare()
        let plugin = try #require(try client.call("plugin.list")[at: "plugins/0"])
        #expect(plugin["isolation"] == "process")
        #expect(plugin["confinement"]?.arrayValue?.contains("sockets") == true)
        #expect(try show(["fine"]).contains("done 0"))
    }

    @Test func aStyleOfTwoPluginsIsStillThereWhenOneOfThemIsUnloaded() throws {
        try prepare()
        try Self.build(directory["second.so"], ["-DID=\"second\""])
        for gone in ["second", "misbehaving"] {
            try client.call("plugin.load", ["id": "second"])
            #expect(try show(["fine"]).contains("done 0"))
            try client.call("plugin.unload", ["id": .string(gone)])
            #expect(try show(["fine"]).contains("done 0"), "without \(gone)")
        }
    }

    @Test(arguments: ["segfault", "abort", "exit", "close the socket", "write to the socket"])
    func theBuiltInStyleTakesItsPlaceInTheSameFrame(_ what: String) throws { try checkThatTheBuiltInStyleTakesThePlace(of: what) }

    /// The loop never ends, so the time limit is always reached.
    @Test func theBuiltInStyleTakesThePlaceOfAnEndlessLoop() throws {
        try MisbehavingPluginTests(patience: "3").checkThatTheBuiltInStyleTakesThePlace(of: "loop")
    }

    private func checkThatTheBuiltInStyleTakesThePlace(of what: String) throws {
        try prepare()
        #expect(try show([what]).contains(what.prefix(5)))
        try daemon.log.wait(for: "the default styles take its place until it works again")
        #expect(try client.call("value.set", ["key": "k", "value": 1]).changed == true)
    }

    /// The processes of the daemon's plugins.
    private var hosts: [pid_t] { hosts(of: daemon) }

    /// Nothing else happens that would draw the picture again.
    @Test func aPluginThatRunsAgainDraws() throws {
        try prepare()
        let host = try #require(hosts.first)
        kill(host, SIGKILL)
        #expect(try show(["fine"]).contains("fine"))
        try client.call("ui.wait", ["for": ["text": "done 0"], "timeout": 3_600])
        #expect(hosts.count == 1 && hosts.first != host)
    }

    /// What the user does not see in a log is told in the panel.
    @Test func aFailureIsAnIssueUntilThePluginWorks() throws {
        try prepare()
        #expect(try show(["segfault"]).contains("segfault"))
        let issues = try client.call("daemon.status")["issues"]?.arrayValue ?? []
        #expect(issues.map { $0["reason"] } == ["style"])
        #expect(issues.first?[at: "breadcrumbs/plugin"] == "misbehaving")
        try client.call("screen.remove", ["id": "room"])
        while try client.call("daemon.status")["issues"]?.arrayValue != [] {}
    }

    @Test func aNewBuildIsLoaded_andAHalfWrittenOneIsNot() throws {
        try prepare()
        let before = hosts
        try Data("half".utf8).write(to: URL(filePath: directory["half.so"]))
        #expect(rename(directory["half.so"], directory["misbehaving.so"]) == 0)
        try daemon.log.wait(for: "the new build of plugin \"misbehaving\" is not used: ")
        #expect(try client.call("daemon.status")["issues"]?.arrayValue?.map { $0[at: "breadcrumbs/plugin"] } == ["misbehaving"])
        #expect(try client.call("plugin.list")[at: "plugins/0/error"]?.stringValue?.contains("the dynamic linker says") == true)
        #expect(try show(["fine"]).contains("done 0"))
        #expect(hosts == before)
        try Self.build(directory["new.so"])
        #expect(rename(directory["new.so"], directory["misbehaving.so"]) == 0)
        try daemon.log.wait(for: "plugin reloaded")
        #expect(try client.call("daemon.status")["issues"] == [])
        #expect(try show(["fine"]).contains("done 0"))
        #expect(hosts.count == 1 && hosts != before)
    }

    /// A daemon whose plugin is loaded until it is killed, or for a minute.
    private func sleepingDaemon() throws -> DaemonProcess {
        let directory = try TemporaryDirectory()
        try Self.build(directory["misbehaving.so"], ["-DAT_LOAD=\"sleep through alarms\""])
        return try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", "60"], environment: ["FASCIA_PLUGIN_PATH": directory.path])
    }

    private func loadingDaemon() throws -> (daemon: DaemonProcess, loading: JSONClient, request: Int) {
        let daemon = try sleepingDaemon()
        let client = try daemon.client()
        return (daemon, client, try client.send("plugin.load", ["id": "misbehaving"]))
    }

    private func hosts(of daemon: DaemonProcess) -> [pid_t] {
        let children = try? String(contentsOfFile: "/proc/\(daemon.id)/task/\(daemon.id)/children", encoding: .utf8)
        return (children ?? "").split(separator: " ").compactMap { pid_t($0) }
    }

    @Test func othersAreAnsweredWhileAPluginIsLoaded() throws {
        let (daemon, loading, request) = try loadingDaemon()
        let other = try daemon.client()
        var starting: [pid_t] = []
        while starting.isEmpty {
            // A daemon that waits for the plugin answers when the plugin has failed, and it has no process then.
            try other.call("value.set", ["key": "k", "value": 1])
            starting = hosts(of: daemon)
        }
        let unloaded = try other.failure("plugin.unload", ["id": "misbehaving"])
        #expect(unloaded.message == "plugin \"misbehaving\" is not loaded; loaded are: none")
        for host in starting { kill(host, SIGKILL) }
        let reply = try loading.reply(to: request)
        #expect(
            reply["error"]?.message == "plugin \"misbehaving\" is not loaded: it was ended by signal 9 (Killed)", "\(reply.text)")
    }

    @Test func nothingIsRenderedForClientsThatHaveGone() throws {
        let daemon = try sleepingDaemon()
        let other = try daemon.client()
        func render() throws -> JSONClient {
            let client = try daemon.client()
            _ = try client.send("ui.render", ["renderer": "misbehaving"])
            return client
        }
        func wait(forClients count: JSON) throws { while try other.call("daemon.status")[at: "counts/clients"] != count {} }
        var clients = try (0..<6).map { _ in try render() }
        try wait(forClients: 7)
        // Of one plugin, so that others have places, too.
        while hosts(of: daemon).count < 2 { try other.call("sync") }
        let running = Set(hosts(of: daemon))
        // The last one waits for a place.
        clients.removeLast()
        try wait(forClients: 6)
        #expect(Set(hosts(of: daemon)) == running)
        // The next one gets the place of the first one.
        clients.removeFirst()
        try wait(forClients: 5)
        #expect(hosts(of: daemon).count == 2 && Set(hosts(of: daemon)) != running)
        clients = []
        try wait(forClients: 1)
        #expect(hosts(of: daemon) == [])
    }

    /// So the last build is the one in use.
    @Test func theLoadsOfOnePluginFollowEachOther() throws {
        let (daemon, first, request) = try loadingDaemon()
        let second = try daemon.client()
        while hosts(of: daemon).isEmpty { try second.call("sync") }
        let other = try second.send("plugin.load", ["id": "misbehaving"])
        // It does not start while the first one is loaded.
        let third = try daemon.client()
        try third.call("sync")
        #expect(hosts(of: daemon).count == 1)
        try Self.build(daemon.directory["new.so"])
        #expect(rename(daemon.directory["new.so"], daemon.directory["misbehaving.so"]) == 0)
        for host in hosts(of: daemon) { kill(host, SIGKILL) }
        #expect(try first.reply(to: request)["error"] != nil)
        #expect(try second.reply(to: other)[at: "result/changed"] == true)
        #expect(hosts(of: daemon).count == 1)
    }

    @Test func requestsThatArriveWhileAPluginIsLoadedShareTheNextLoad() throws {
        let (daemon, first, request) = try loadingDaemon()
        while hosts(of: daemon).isEmpty { try client(of: daemon).call("sync") }
        let others = try (0..<5).map { _ in try client(of: daemon) }
        let requests = try others.map { try $0.send("plugin.load", ["id": "misbehaving"]) }
        try client(of: daemon).call("sync")
        try Self.build(daemon.directory["new.so"])
        #expect(rename(daemon.directory["new.so"], daemon.directory["misbehaving.so"]) == 0)
        for host in hosts(of: daemon) { kill(host, SIGKILL) }
        #expect(try first.reply(to: request)["error"] != nil)
        for (other, request) in zip(others, requests) {
            #expect(try other.reply(to: request)[at: "result/changed"] == true)
        }
        try daemon.log.wait(for: "plugin loaded")
        try daemon.terminate()
        #expect(
            daemon.log.text.components(separatedBy: "plugin loaded").count == 2 && !daemon.log.text.contains("plugin reloaded"),
            "\(daemon.log.text)")
    }

    private func client(of daemon: DaemonProcess) throws -> JSONClient { try daemon.client() }

    @Test func aPluginThatIsUnloadedIsNotReloaded() throws {
        try prepare()
        let before = hosts
        try Self.build(directory["new.so"], ["-DAT_LOAD=\"sleep through alarms\""])
        // No new build that the daemon notices by itself.
        #expect(
            rename(directory["misbehaving.so"], directory["old.so"]) == 0
                && link(directory["new.so"], directory["misbehaving.so"]) == 0)
        let other = try daemon.client()
        let request = try other.send("plugin.reload", ["id": "misbehaving"])
        while hosts.count == before.count { try client.call("sync") }
        try client.call("plugin.unload", ["id": "misbehaving"])
        #expect(
            try other.reply(to: request)["error"]?.message == "plugin \"misbehaving\" is not loaded: it was unloaded meanwhile")
        #expect(try client.call("plugin.list")[at: "plugins/0/loaded"] == false)
    }

    @Test func aPluginCannotBeLoadedInABatch() throws {
        try client.send([["id": 1, "method": "plugin.load", "params": ["id": "misbehaving"]], ["id": 2, "method": "sync"]])
        let replies = try client.receive()
        #expect(replies[at: "0/error/message"]?.stringValue?.contains("cannot be part of a batch") == true, "\(replies.text)")
    }

    @Test func whatItPrintsIsKept() throws {
        try prepare()
        #expect(try client.call("plugin.log", ["id": "misbehaving"])["text"] == "")
        #expect(try show(["write to standard output"]).contains("done 7"))
        // It is drawn with the focus and, in advance, without.
        #expect(try client.call("plugin.log", ["id": "misbehaving"])["text"]?.stringValue?.hasPrefix("printedprinted") == true)
        let error = #expect(throws: (any Error).self) { try client.call("plugin.log", ["id": "none"]) }
        #expect("\(String(describing: error))".contains("plugin \\\"none\\\" is not loaded; loaded are: misbehaving"))
    }

    /// More than the pipe takes.
    @Test func printingNeverWaits() throws {
        try prepare()
        #expect(try show(["print without end"]).contains("done 0"))
        #expect(try client.call("plugin.log", ["id": "misbehaving"])["text"]?.stringValue?.utf8.count == 65_536)
    }
}
