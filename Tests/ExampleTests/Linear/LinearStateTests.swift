import FasciaDocument
import TestSupport
import Testing

/// What the renderer `linear` says about states.
@Suite(.mustEnd) struct LinearStateTests {
    private static let tap: JSON = ["method": "nav.pop"]

    @Test func whatCannotBeOperatedIsUnavailable() throws {
        let disabled: JSON = [["disabled": true]]
        let rows: [(JSON, String)] = [
            (["kind": "button", "label": "Save", "tap": Self.tap, "modifiers": disabled], "Save, button, unavailable"),
            (["kind": "button", "label": "Idle"], "Idle, button, unavailable"),
            (
                ["kind": "slider", "value": 0.4, "label": "Volume", "format": "percent", "tap": Self.tap, "modifiers": disabled],
                "Volume, slider, 40 percent, unavailable"
            ),
            (["kind": "textField", "text": "a", "label": "Name"], "Name, text field, a, unavailable"),
            // Nobody can operate it anyway.
            (["kind": "text", "text": "Read", "modifiers": disabled], "Read"),
            (["kind": "gauge", "value": 0.5, "label": "Level", "modifiers": disabled], "Level, gauge, 0.5"),
        ]
        #expect(try SpokenPanel().lines(about: rows.map(\.0)) == rows.map(\.1))
    }

    @Test func everyConditionIsSaidWithItsReason() throws {
        let spoken = try SpokenPanel()
        let options = ["Pending", "Failed", "Unknown", "Stale", "Sure"].map { ["id": .string($0), "title": .string($0)] as JSON }
        try spoken.script.call("toggle.declare", ["group": ["id": "lamps", "title": "Lamps", "options": .array(options)]])
        let component: JSON = ["id": "name", "elements": [["id": "red"], ["id": "blue"]]]
        try spoken.script.call("picker.declare", ["picker": ["id": "color", "title": "Colour", "components": [component]]])
        try spoken.show([["kind": "group", "bind": "lamps"], ["kind": "picker", "bind": "color"]])
        let agent = try spoken.panel.daemon.client()
        try agent.call("bind.claim", ["ids": ["lamps/**", "picker:color/name"], "timeout": 3_600])
        // Of a group it is known how many of its switches count as on.
        #expect(try spoken.lines()[1] == "Lamps, switch, off, 0 of 5 on, unknown")
        for name in ["Pending", "Failed", "Stale", "Sure"] {
            try agent.call("toggle.set", ["id": .string("lamps/" + name), "on": false])
        }
        try agent.call("bind.report", ["id": "lamps/Stale", "stale": "the bus is gone"])
        try spoken.script.call("toggle.set", ["id": "lamps/Failed", "on": true])
        let id = try #require(try agent.receive()["id"])
        try agent.send(["jsonrpc": "2.0", "id": id, "error": ["code": 1, "message": "the bulb is broken"]])
        try agent.call("sync")
        try spoken.script.call("toggle.set", ["id": "lamps/Pending", "on": true])
        try agent.call("bind.progress", ["id": "lamps/Pending", "fraction": 0.4, "message": "warms up"])
        let lines = try spoken.lines()
        #expect(lines.contains("Pending, switch, on, pending: 40 percent: warms up"), "\(lines)")
        #expect(lines.contains("Failed, switch, off, failed: the bulb is broken"), "\(lines)")
        #expect(lines.contains("Unknown, switch, unknown"), "\(lines)")
        #expect(lines.contains("Stale, switch, off, stale: the bus is gone"), "\(lines)")
        #expect(lines.contains("Sure, switch, off"), "\(lines)")
        #expect(lines.contains("Colour, picker, 2 options, unknown"), "\(lines)")
    }

    @Test func theFocusOfATerminalIsSaid() throws {
        let spoken = try SpokenPanel()
        try spoken.show(["First", "Second"].map { ["kind": "button", "label": .string($0), "tap": Self.tap] })
        let terminal = try #require(
            try spoken.script.call("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"])["terminal"])
        try spoken.script.call("terminal.key", ["terminal": terminal, "key": "down"])
        #expect(
            try spoken.lines(["terminal": terminal]) == ["Room, heading level 1", "First, button", "Second, button, focused"])
        #expect(try spoken.lines() == ["Room, heading level 1", "First, button", "Second, button"])
    }

    /// Not even how long it is.
    @Test func aSecretIsNotSaid() throws {
        let spoken = try SpokenPanel()
        try spoken.script.call("value.declare", ["key": "pin", "kind": "string", "secret": true])
        try spoken.script.call("value.set", ["key": "pin", "value": "1234"])
        let rows: [(JSON, String)] = [
            (
                ["kind": "textField", "text": "hunter2", "label": "Password", "secure": true, "tap": Self.tap],
                "Password, secure text field, filled in"
            ),
            (
                ["kind": "textField", "text": "", "label": "Password", "secure": true, "tap": Self.tap],
                "Password, secure text field, empty"
            ),
            (["kind": "textField", "bind": "pin", "label": "PIN"], "PIN, secure text field, filled in"),
            (["kind": "value", "bind": "pin", "label": "PIN"], "PIN, hidden"),
            (["kind": "text", "bind": "pin"], "hidden"),
            (["kind": "button", "label": "PIN", "bind": "pin", "tap": Self.tap], "PIN, button"),
        ]
        #expect(try spoken.lines(about: rows.map(\.0)) == rows.map(\.1))
    }
}
