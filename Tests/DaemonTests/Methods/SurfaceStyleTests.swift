import FasciaDocument
import Foundation
import TestSupport
import Testing

/// What lies behind content, drawn by a plugin in C, as terminals show it.
@Suite(.mustEnd) struct SurfaceStyleTests {
    @Test func aPluginDrawsAllSurfaces() throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: Products.directory + "/libascii.so", toPath: directory["libascii.so"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory["libascii.so"])
        let daemon = try DaemonProcess(
            in: directory, arguments: ["--plugin-timeout", "60", "--plugin", "ascii"],
            environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        let kinds = ["section", "listRow", "table", "modal", "titleBar"]
        try client.call("environment.set", ["values": .object(JSON.Object(kinds.map { ($0 + "Style", "ascii") }))])
        let row: JSON = ["kind": "text", "text": "Tapped", "modifiers": [["frame": ["width": 80]], ["tap": ["emit": "tapped"]]]]
        let table: JSON = [
            "kind": "table", "columns": [["title": "Name"]],
            "children": [["kind": "gridRow", "children": [["kind": "text", "text": "one"]]]],
        ]
        let rooms: JSON = ["kind": "section", "title": "Rooms", "children": [row]]
        let screens: [(String, String, JSON)] = [
            ("home", "Home", ["kind": "form", "children": [rooms]]), ("files", "Files", table),
            ("sure", "Sure?", ["kind": "text", "text": "Really"]),
        ]
        for (id, title, body) in screens {
            try client.call("screen.put", ["screen": ["id": .string(id), "title": .string(title), "body": body]])
        }
        let terminal = try #require(
            try client.call("terminal.attach", ["columns": 40, "rows": 14, "colors": "none"])["terminal"])
        func shown() throws -> [String] {
            let text = try client.call("ui.render", ["terminal": terminal, "renderer": "text"])["data"]?.stringValue ?? ""
            return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        try client.call("nav.set", ["path": [["screen": "home"]]])
        let home = try shown()
        #expect(home[0].hasPrefix("================= Home ===="))
        #expect(home.contains { $0.contains("+- Rooms ---") } && home.contains { $0.contains("+------") }, "\(home)")
        #expect(home.contains { $0.contains("|") && $0.contains("Tapped") && $0.contains(">") }, "\(home)")
        try client.call("nav.push", ["screen": "files"])
        let files = try shown()
        #expect(files[0].hasPrefix("›< Home ======== Files ===="), "\(files)")
        #expect(files.contains { $0.contains("|Name                                 |") }, "\(files)")
        for (style, top) in [("sheet", "+======"), ("alert", "#######")] {
            try client.call("nav.modal", ["screen": "sure", "style": .string(style)])
            let modal = try shown()
            #expect(modal.contains { $0.contains(top) } && modal.contains { $0.contains("Really") }, "\(modal)")
        }
    }
}
