import FasciaDocument
import TestSupport
import Testing

/// Screens that are too expensive to draw or lay out are refused or simplified, their author gets an issue, and other
/// clients need not wait.
@Suite(.mustEnd) struct ExcessTests {
    @Test func moreAreasOverEachOtherThanAPictureHasTimeForAreRefused() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let veil: JSON = ["kind": "color", "color": ["color": "red", "opacity": 0.3]]
        func screen(_ kind: String, _ count: Int) -> JSON {
            let body: JSON = ["kind": .string(kind), "children": .array(Array(repeating: veil, count: count))]
            return ["screen": ["id": "veils", "body": body]]
        }
        try client.call("screen.put", screen("zstack", 10))
        let error = try client.failure("screen.put", screen("zstack", 11))
        #expect(error.reason == "limit")
        #expect(error.message == "screen \"veils\" has 22 overlapping areas, but at most 20 are allowed")
        #expect(
            try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "a test"])[at: "limits/overdraw"] == 20)
        try client.call("screen.put", screen("vstack", 1_000))
    }

    @Test func excessiveLayoutNamesTheScreen() throws {
        let daemon = try DaemonProcess()
        let (app, watcher) = (try daemon.client(), try daemon.client())
        try watcher.watch(["topics": ["issue:excessive"]])
        let long = String(repeating: "many words ", count: 5_000)
        try app.call("value.set", ["key": "long", "value": .string(long)])
        let text: JSON = ["kind": "value", "bind": "long"]
        try app.call(
            "screen.put",
            ["screen": ["id": "long", "body": ["kind": "vstack", "children": .array(Array(repeating: text, count: 99))]]])
        try app.call("nav.set", ["path": [["screen": "long"]]])
        try app.call("ui.render", ["columns": 80, "rows": 24])
        #expect(
            try watcher.notification()[at: "changes/0/message"]?.stringValue
                == "screen \"long\" is too expensive to lay out and is shown simplified: nest fewer flexible "
                + "stacks, grids and frames, and put long texts into a list")
    }
}
