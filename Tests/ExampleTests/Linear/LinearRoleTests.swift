import FasciaDocument
import TestSupport
import Testing

/// What the renderer `linear` says about each role: its name, role and value.
@Suite(.mustEnd) struct LinearRoleTests {
    private static let tap: JSON = ["method": "nav.pop"]
    private static let sizes: JSON = [
        ["id": "s", "label": "Small"], ["id": "m", "label": "Medium"], ["id": "l", "label": "Large"],
    ]

    @Test func texts() throws {
        let rows: [(JSON, String)] = [
            (["kind": "text", "text": "Hello  there\nyou"], "Hello there you"),
            (["kind": "text", "runs": [["text": "Two "], ["text": "parts", "bold": true]]], "Two parts"),
            (["kind": "text", "text": "News", "modifiers": [["accessibilityRole": "header"]]], "News, heading level 2"),
            (["kind": "text", "text": "Manual", "modifiers": [["accessibilityRole": "link"]]], "Manual, link"),
            (["kind": "image", "systemName": "star.fill"], "star.fill, image"),
            (["kind": "image", "systemName": "star", "modifiers": [["accessibilityLabel": "Favourite"]]], "Favourite, image"),
            (["kind": "value", "bind": "temperature", "label": "Outside"], "Outside, 21"),
            (["kind": "text", "bind": "nowhere"], "no value \"nowhere\", warning"),
        ]
        let spoken = try SpokenPanel()
        try spoken.script.call("value.set", ["key": "temperature", "value": 21])
        #expect(try spoken.lines(about: rows.map(\.0)) == rows.map(\.1))
    }

    @Test func whatIsOnlySeenIsNotSaid() throws {
        let lines = try SpokenPanel().lines(about: [
            ["kind": "divider"], ["kind": "spacer"], ["kind": "color", "color": "red"], ["kind": "empty"],
            ["kind": "shape", "shape": "circle"],
            ["kind": "text", "text": "decoration", "modifiers": [["accessibilityHidden": true]]],
            ["kind": "toggle", "state": "on", "label": "hidden", "tap": Self.tap, "modifiers": [["hidden": true]]],
        ])
        #expect(lines == [])
    }

    @Test func controls() throws {
        let rows: [(JSON, String)] = [
            (["kind": "toggle", "state": "on", "label": "Lamp", "tap": Self.tap], "Lamp, switch, on"),
            (["kind": "toggle", "state": "mixed", "label": "Lamps", "tap": Self.tap], "Lamps, switch, mixed"),
            (["kind": "button", "label": "Save", "tap": Self.tap], "Save, button"),
            (["kind": "button", "label": "Lamps", "value": "2 of 3 on", "tap": Self.tap], "Lamps, button, 2 of 3 on"),
            (["kind": "button", "label": "Wipe", "role": "destructive", "tap": Self.tap], "Wipe, button, destructive"),
            (["kind": "button", "label": "Disks", "open": true, "tap": Self.tap], "Disks, button, open"),
            (["kind": "textField", "text": "Ada", "label": "Name", "tap": Self.tap], "Name, text field, Ada"),
            (
                ["kind": "textField", "text": "", "label": "Name", "prompt": "First and last", "tap": Self.tap],
                "Name, text field, empty, First and last"
            ),
            (["kind": "textField", "text": "", "prompt": "Search", "tap": Self.tap], "Search, text field, empty"),
            (
                ["kind": "textField", "text": "a\nb", "label": "Notes", "lines": [2, 5], "tap": Self.tap], "Notes, text area, a b"
            ),
            (
                ["kind": "slider", "value": 0.4, "label": "Volume", "format": "percent", "tap": Self.tap],
                "Volume, slider, 40 percent"
            ),
            (["kind": "stepper", "value": 3, "label": "Seats", "tap": Self.tap], "Seats, stepper, 3"),
            (["kind": "stepper", "value": 0, "label": "Seats", "range": [0, 9], "tap": Self.tap], "Seats, stepper, 0, minimum"),
            (["kind": "stepper", "value": 9, "label": "Seats", "range": [0, 9], "tap": Self.tap], "Seats, stepper, 9, maximum"),
            (["kind": "progress", "value": 0.25, "label": "Copying"], "Copying, progress indicator, 25 percent"),
            (["kind": "progress", "label": "Searching"], "Searching, progress indicator, in progress"),
            (
                ["kind": "gauge", "value": 71, "range": [0, 100], "label": "Battery", "format": "percent"],
                "Battery, gauge, 71 percent"
            ),
            (["kind": "sparkline", "values": [1, 3, 2], "label": "Load"], "Load, chart, 2 (1 to 3)"),
            (["kind": "chart", "values": [1, 3, 2], "label": "Load"], "Load, chart, 2 (1 to 3)"),
        ]
        #expect(try SpokenPanel().lines(about: rows.map(\.0)) == rows.map(\.1))
    }

    @Test func pickersHaveAPosition() throws {
        func picker(_ members: JSON.Object) -> JSON {
            var picker: JSON.Object = ["kind": "picker", "label": "Size", "options": Self.sizes, "tap": Self.tap]
            for (name, value) in members.members { picker[name] = value }
            return .object(picker)
        }
        let rows = ["menu", "wheel", "segmented"].map { picker(["selection": "m", "style": .string($0)]) }
        let spoken = try SpokenPanel()
        #expect(try spoken.lines(about: rows) == Array(repeating: "Size, picker, Medium, 2 of 3", count: 3))
        #expect(
            try spoken.lines(about: [
                picker([:]), picker(["initial": "l"]), picker(["options": [], "style": "menu"]),
            ]) == [
                "Size, picker, not selected, 3 options", "Size, picker, Large, not selected, 3 options",
                "Size, picker, no options, unavailable",
            ])
        #expect(
            try spoken.lines(about: [picker(["selection": "m", "style": "inline"])]) == [
                "Size, picker, Medium, 2 of 3", "Small, option, not selected, 1 of 3", "Medium, option, selected, 2 of 3",
                "Large, option, not selected, 3 of 3",
            ])
    }

    @Test func aGroupSaysHowManyOfItsSwitchesAreOn() throws {
        let spoken = try SpokenPanel()
        let options: JSON = [["id": "door", "title": "Door"], ["id": "desk", "title": "Desk"]]
        try spoken.script.call("toggle.declare", ["group": ["id": "lamps", "title": "Lamps", "options": options]])
        try spoken.script.call("toggle.set", ["id": "lamps/desk", "on": true])
        #expect(
            try spoken.lines(about: [["kind": "group", "bind": "lamps"]]) == [
                "Lamps, switch, mixed, 1 of 2 on", "Door, switch, off", "Desk, switch, on",
            ])
    }

    /// Of a row that is tapped as a whole, its parts are not said again; controls in it are.
    @Test func aRowThatIsTappedIsOneButton() throws {
        let parts: [JSON] = [
            ["kind": "text", "text": "Ada"], ["kind": "text", "text": "Lovelace"],
            ["kind": "button", "label": "Delete", "tap": Self.tap],
        ]
        let plain: JSON.Object = ["kind": "hstack", "children": .array(parts)]
        func row(_ modifiers: JSON...) -> JSON {
            var row = plain
            row["modifiers"] = .array(modifiers)
            return .object(row)
        }
        let tap: JSON = ["tap": ["tap": Self.tap]]
        let spoken = try SpokenPanel()
        #expect(try spoken.lines(about: [row(tap)]) == ["Ada Lovelace Delete, button", "Delete, button"])
        #expect(try spoken.lines(about: [row(["accessibilityLabel": "A. L."], tap)]) == ["A. L., button", "Delete, button"])
        #expect(
            try spoken.lines(about: [row(["accessibilityRole": "header"])]) == [
                "Ada Lovelace Delete, heading level 2", "Delete, button",
            ])
        #expect(
            try spoken.lines(about: [row(["accessibilityLabel": "Person"])]) == [
                "Person, group", "Ada", "Lovelace", "Delete, button",
            ])
        #expect(try spoken.lines(about: [["kind": "text", "text": "Ada", "modifiers": [tap]]]) == ["Ada, button"])
        #expect(
            try spoken.lines(about: [["kind": "text", "text": "Ada", "modifiers": [["accessibilityRole": "header"], tap]]])
                == ["Ada, heading level 2, button"])
        // The mark of a selected row of FasciaUI.
        let selected: JSON = ["kind": "hstack", "modifiers": [tap], "children": [["kind": "text", "text": "▸"], parts[0]]]
        #expect(try spoken.lines(about: [selected]) == ["Ada, button, selected"])
    }

    @Test func whatLiesOverATextIsSaidAfterIt() throws {
        let badge: JSON = ["overlay": ["node": ["kind": "text", "text": "3"]]]
        #expect(try SpokenPanel().lines(about: [["kind": "text", "text": "Mail", "modifiers": [badge]]]) == ["Mail", "3"])
    }
}
