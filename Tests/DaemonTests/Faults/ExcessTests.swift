import FasciaDocument
import TestSupport
import Testing

/// Screens that are too expensive to draw or lay out are refused or simplified, their author gets an issue, and other
/// clients need not wait.
@Suite(.mustEnd) struct ExcessTests {
    /// A later change that is too much must not leave the old picture.
    @Test func moreAreasOverEachOtherThanAPictureHasTimeForAreDrawnPlain() throws {
        let daemon = try DaemonProcess()
        let (client, watcher) = (try daemon.client(), try daemon.client())
        try watcher.watch(["topics": ["issue:excessive"]])
        let veil: JSON = ["kind": "color", "color": ["color": "red", "opacity": 0.3]]
        func put(_ count: Int, _ words: String) throws {
            let children = Array(repeating: veil, count: count) + [["kind": "text", "text": .string(words)]]
            let body: JSON = ["kind": "zstack", "children": .array(children)]
            try client.call("screen.put", ["screen": ["id": "veils", "body": body]])
        }
        func picture() throws -> String {
            try client.call("ui.render", ["renderer": "text", "columns": 80, "rows": 24])["data"]?.stringValue ?? ""
        }
        try put(5, "few veils")
        try client.call("nav.set", ["path": [["screen": "veils"]]])
        #expect(try picture().contains("few veils"))
        try put(1_000, "many veils")
        #expect(try picture().contains("many veils"))
        #expect(
            try watcher.notification()[at: "changes/0/message"]?.stringValue
                == "screen \"veils\" draws too many areas over each other, and the last ones are drawn plain: use fewer colours, "
                + "shapes and translucent layers on top of each other")
        #expect(
            try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "a test"])[at: "limits/overdraw"] == 20)
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
