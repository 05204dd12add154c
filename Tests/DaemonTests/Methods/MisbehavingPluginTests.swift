import FasciaDocument
import Foundation
import TestSupport
import Testing

/// A plugin that misbehaves costs the built-in style in one frame, and nothing else of the daemon.
@Suite(.mustEnd) struct MisbehavingPluginTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        directory = try TemporaryDirectory()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let compiler = ["cc", "-std=gnu11", "-shared", "-fPIC", "-I", root + "/Sources/CFasciaPlugin/include"]
        let files = ["-o", directory["misbehaving.so"], root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"]
        _ = try runProcess("/usr/bin/env", compiler + ["-w"] + files).checked()
        // Longer than a plugin takes on a busy machine, and shorter than an endless loop.
        daemon = try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", "1"], environment: ["FASCIA_PLUGIN_PATH": directory.path])
        client = try daemon.client()
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

    @Test(arguments: ["segfault", "loop", "abort", "exit", "close the socket", "write to the socket"])
    func theBuiltInStyleTakesItsPlaceInTheSameFrame(_ what: String) throws {
        try prepare()
        #expect(try show([what]).contains(what.prefix(5)))
        try daemon.log.wait(for: "the default styles take its place until it works again")
        #expect(try client.call("value.set", ["key": "k", "value": 1]).changed == true)
    }
}
