import FasciaDocument
import Foundation
import TestSupport
import Testing

/// What happens in the panel reaches the style of a plugin, and what a user does in its drawing reaches the panel.
@Suite(.mustEnd) struct PluginStyleTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        directory = try TemporaryDirectory()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let compiler = ["cc", "-std=gnu11", "-shared", "-fPIC", "-I", root + "/Sources/CFasciaPlugin/include"]
        let source = root + "/Tests/FasciaPluginsTests/Remembering/remembering.c"
        _ = try runProcess("/usr/bin/env", compiler + ["-o", directory["remembering.so"], source]).checked()
        daemon = try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", "60"], environment: ["FASCIA_PLUGIN_PATH": directory.path])
        client = try daemon.client()
        try client.call("plugin.load", ["id": "remembering"])
        try client.call(
            "environment.set", ["values": ["pickerStyle": "remembering", "sliderStyle": "remembering"]])
    }

    /// - Returns: the terminal that shows it.
    @discardableResult
    private func show(_ node: JSON) throws -> JSON {
        try client.call("screen.put", ["screen": ["id": "try", "body": node]])
        try client.call("nav.set", ["path": [["screen": "try"]]])
        return try #require(try client.call("terminal.attach", ["columns": 40, "rows": 6, "colors": "none"])["terminal"])
    }

    @Test func aStyleIsToldOfAPick() throws {
        let sizes = ["S", "M", "L"].map { ["id": .string($0), "label": .string($0)] as JSON }
        try client.call("picker.declare", ["picker": ["id": "size", "components": [["id": "size", "elements": .array(sizes)]]]])
        try show(["kind": "picker", "bind": "size", "style": "wheel"])
        try client.call("ui.wait", ["for": ["text": "0:none"], "timeout": 3_600])
        try client.call("picker.pick", ["id": "size/size", "element": "L"])
        try client.call("ui.wait", ["for": ["text": "1:L now L"], "timeout": 3_600])
        // It is selected already.
        try client.call("picker.pick", ["id": "size/size", "element": "L"])
        try client.call("picker.pick", ["id": "size/size", "element": "M"])
        try client.call("ui.wait", ["for": ["text": "2:M now M"], "timeout": 3_600])
    }

    /// The other picker is on the same screen, and has not changed.
    @Test func allControlsOfAStyleThatIsToldOfASelectionAreMeasuredAgain() throws {
        let options = ["narrow", "wide"].map { ["id": .string($0), "label": .string($0)] as JSON }
        for id in ["a", "b"] {
            try client.call(
                "picker.declare", ["picker": ["id": .string(id), "components": [["id": "size", "elements": .array(options)]]]])
        }
        let pickers = ["a", "b"].map { ["kind": "picker", "bind": .string($0), "style": "wheel"] as JSON }
        let terminal = try show(["kind": "vstack", "children": .array(pickers)])
        func starts() throws -> [Int] {
            let picture = try client.call("ui.render", ["renderer": "text", "terminal": terminal])["data"]?.stringValue ?? ""
            return picture.split(separator: "\n").filter { $0.contains(" now ") }.map { $0.prefix { $0 == " " }.count }
        }
        #expect(try starts() == [5, 5])
        try client.call("picker.pick", ["id": "a/size", "element": "wide"])
        #expect(try starts() == [0, 0])
    }

    /// The app writes the selection when it gets the action.
    @Test func aStyleIsToldOfASelectionBeforeItsAppWritesIt() throws {
        let options = ["S", "M"].map { ["id": .string($0), "label": .string($0)] as JSON }
        try show(["kind": "picker", "id": "p", "options": .array(options), "selection": "S", "style": "wheel", "emit": "chosen"])
        try client.call("ui.wait", ["for": ["text": "0:none now S"], "timeout": 3_600])
        _ = try? client.call("ui.set", ["node": "p", "value": "M"])
        try client.call("ui.wait", ["for": ["text": "1:M now S"], "timeout": 3_600])
    }

    @Test func aStyleWhosePluginIsNotLoadedAfterARestartIsAnIssue() throws {
        #expect(try daemon.terminate() == .exited(0))
        let daemon = try DaemonProcess(in: directory, environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        func issues() throws -> [JSON] { try client.call("daemon.status")["issues"]?.arrayValue ?? [] }
        #expect(try issues().map { $0[at: "breadcrumbs/styles"] } == [["remembering", "remembering"]])
        try client.call("plugin.load", ["id": "remembering"])
        #expect(try issues() == [])
    }

    @Test func aClickInARegionSetsASlider() throws {
        try client.call("value.set", ["key": "volume", "value": 0])
        let terminal = try show(["kind": "slider", "bind": "volume", "range": [0, 10]])
        let picture = try client.call("ui.render", ["renderer": "text", "columns": 40, "rows": 6])["data"]?.stringValue ?? ""
        let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("at 0 %") })
        let start = try #require(lines[row].range(of: "at 0 %")).lowerBound
        let column = lines[row].distance(from: lines[row].startIndex, to: start) + 10
        for (offset, value) in [(5, 5), (10, 10), (0, 0)] {
            try client.call(
                "terminal.mouse",
                ["terminal": terminal, "kind": "press", "column": .int(column + offset), "row": .int(row)])
            #expect(try client.call("value.get", ["key": "volume"])[at: "values/volume"] == .int(value))
        }
    }
}
