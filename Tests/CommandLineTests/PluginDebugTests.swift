import Foundation
import TestSupport
import Testing

/// `fascia plugin debug`, and `check` with `--replay`.
@Suite(.mustEnd) struct PluginDebugTests {
    let directory: TemporaryDirectory
    private let plugin: String

    init() throws {
        directory = try TemporaryDirectory()
        plugin = directory["misbehaving.so"]
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .path
        _ = try runProcess(
            "/usr/bin/env",
            [
                "cc", "-std=gnu11", "-g", "-w", "-shared", "-fPIC", "-I", root + "/Sources/CFasciaPlugin/include", "-o", plugin,
                root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c",
            ]
        ).checked()
    }

    private func fascia(_ arguments: [String], input: String = "\n") throws -> ProcessResult {
        try runProcess(
            Products.executable("fascia"), ["plugin"] + arguments, input: input,
            environment: ["FASCIA_PLUGIN_PATH": directory.path])
    }

    /// A daemon whose plugin crashes.
    private func crash() throws -> String {
        let daemon = try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", "60"], environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        try client.call("plugin.load", ["id": "misbehaving"])
        try client.call("environment.set", ["values": ["toggleStyle": "misbehaving"]])
        try client.show("segfault")
        let file = daemon.statePath + "/plugins/misbehaving.replay"
        try daemon.log.wait(for: "to see it again: fascia plugin check --replay \(file) \(plugin)")
        try daemon.terminate()
        return file
    }

    private let fault =
        "fascia plugin: toggle misbehaving, \"segfault\", in 80 columns: plugin \"misbehaving\" was ended by signal 11 "
        + "(Segmentation fault)\n"

    @Test func aCheckReplaysWhatTheDaemonHasKept() throws {
        let file = try crash()
        let replay = try fascia(["check", "--replay", file, plugin])
        #expect(replay.status == .exited(1))
        #expect(replay.output == "when it was kept, plugin \"misbehaving\" was ended by signal 11 (Segmentation fault)\n")
        #expect(replay.error == fault)
        let refused = try fascia(["check", "--replay", plugin, plugin])
        #expect(refused.error == "fascia plugin: \(plugin) is no replay file: it does not begin with \"fascia replay 1\"\n")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsTheWaitForADebugger(_ signal: Int32) throws {
        let debug = try RunningProcess(Products.executable("fascia"), ["plugin", "debug", plugin])
        try debug.error.wait(for: "or press Enter here to go on without one\n")
        debug.process.signal(signal)
        #expect(try debug.process.waitForExit() == .signalled(signal))
    }

    @Test func aPluginCanBeNamed() throws {
        let gallery = try fascia(["gallery", "misbehaving"]).checked()
        #expect(gallery.output.hasPrefix("toggle misbehaving\n"), "\(gallery.output)")
        #expect(try fascia(["check", "none"]).error.hasPrefix("fascia plugin: no plugin \"none\": looked for none.so"))
    }

    @Test func aPluginWithoutStylesHasNothingToCheck() throws {
        let check = try fascia(["check", Products.directory + "/liblinear.so"]).checked()
        #expect(check.output == "it has no styles to try; fascia render --renderer NAME tries a renderer\n")
    }

    @Test func anEphemeralDaemonKeepsNothing() throws {
        let daemon = try DaemonProcess(
            in: directory, arguments: ["--ephemeral", "--plugin-timeout", "60"],
            environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        try client.call("plugin.load", ["id": "misbehaving"])
        try client.call("environment.set", ["values": ["toggleStyle": "misbehaving"]])
        try client.show("segfault")
        try daemon.log.wait(for: "the default styles take its place until it works again")
        #expect(!daemon.log.text.contains("to see it again"))
        #expect(!FileManager.default.fileExists(atPath: daemon.statePath))
    }

    /// Enter is pressed.
    @Test func itWaitsBeforeItLoadsThePlugin() throws {
        let debugged = try fascia(["debug", "misbehaving"])
        #expect(debugged.status == .exited(0))
        #expect(debugged.output == "114 pictures, and nothing is wrong\n")
        let lines = debugged.error.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.wholeMatch(of: /process ([0-9]+) waits for a debugger: gdb -p \1/) != nil)
        #expect(lines.last == "then \"continue\" in the debugger; or press Enter here to go on without one")
    }

    @Test func aDebuggerSeesTheCrash() throws {
        let file = try crash()
        // Its standard input has ended, so it waits for a debugger.
        let running = try RunningProcess(
            Products.executable("fascia"), ["plugin", "debug", "--replay", file, plugin], environment: [:])
        try running.error.wait(for: "press Enter here")
        let process = try #require(running.error.text.firstMatch(of: /gdb -p ([0-9]+)/)?.1)
        let gdb = try runProcess(
            "/usr/bin/gdb", ["-nx", "-batch", "-p", String(process), "-ex", "continue", "-ex", "backtrace"])
        #expect(gdb.output.contains("Program received signal SIGSEGV"), "\(gdb.output)\(gdb.error)")
        #expect(gdb.output.contains("in misbehave (what="), "\(gdb.output)\(gdb.error)")
        #expect(try running.process.waitForExit() == .exited(1))
        try running.error.wait(for: "was ended by signal 11 (Segmentation fault)")
    }

    @Test func aPluginThatIsNotThereIsNotDebugged() throws {
        let refused = try fascia(["debug", "nothing"])
        #expect(refused.status == .exited(1))
        #expect(refused.error.hasPrefix("fascia plugin: no plugin \"nothing\": looked for nothing.so and libnothing.so in "))
    }
}

extension JSONClient {
    fileprivate func show(_ label: String) throws {
        try call("toggle.declare", ["group": ["id": "room", "options": [["id": "lamp"]]]])
        try call(
            "screen.put", ["screen": ["id": "room", "body": ["kind": "toggle", "bind": "room/lamp", "label": .string(label)]]])
        try call("nav.set", ["path": [["screen": "room"]]])
        try call("ui.render")
    }
}
