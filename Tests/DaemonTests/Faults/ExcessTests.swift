import FasciaModel
import TestSupport
import Testing

/// Screens that are too much: they are shown in a simpler way, their author is told, and nobody else waits.
@Suite(.mustEnd) struct ExcessTests {
    @Test func veilsOverEachOtherAreSaidOnceAndHoldNobodyUp() throws {
        let daemon = try DaemonProcess()
        let (app, watcher, user) = (try daemon.client(), try daemon.client(), try daemon.client())
        try watcher.watch(["topics": ["issue:excessive"]])
        func put(_ count: Int) throws {
            let veil: JSON = ["kind": "color", "color": ["color": "red", "opacity": 0.3]]
            let stack: JSON = ["kind": "zstack", "children": .array(Array(repeating: veil, count: count))]
            try app.call("screen.put", ["screen": ["id": "veils", "body": stack]])
        }
        try put(1_500)
        try user.call("nav.set", ["path": [["screen": "veils"]]])
        try user.call("terminal.attach", ["columns": 200, "rows": 60, "colors": "true"])
        let event = try watcher.notification()
        #expect(event[at: "changes/0/severity"] == "error")
        #expect(event[at: "changes/0/breadcrumbs/screen"] == "veils")
        #expect(
            event[at: "changes/0/message"]?.stringValue
                == "screen \"veils\" is too much to paint, and is shown without mixed colours: put fewer large shapes "
                + "that show through over each other")
        // Each picture of it would say it again.
        try user.call("value.set", ["key": "a", "value": 1])
        try watcher.call("sync")
        #expect(watcher.takeNotifications() == [])
        // Another screen of that name may be as bad.
        try put(1_400)
        #expect(try watcher.notification()[at: "changes/0/reason"] == "excessive")
        try put(3)
        try watcher.call("sync")
        #expect(watcher.takeNotifications() == [])
    }

    @Test func whatIsTooMuchToLayOutIsNamed() throws {
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
                == "screen \"long\" is too much to lay out, and is not laid out as it is meant: put fewer flexible "
                + "stacks, grids and frames into each other, and long texts into a list")
    }
}
