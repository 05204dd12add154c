import FasciaDocument
import TestSupport
import Testing

/// What the renderer `linear` says about screens, and about what contains other nodes.
@Suite(.mustEnd) struct LinearContainerTests {
    private static let tap: JSON = ["method": "nav.pop"]

    private func text(_ text: String) -> JSON { ["kind": "text", "text": .string(text)] }

    @Test func sectionsAreHeadings() throws {
        let inner: JSON = ["kind": "section", "title": "Inner", "children": [text("b")]]
        let section: JSON = ["kind": "section", "title": "Outer", "footer": "The end.", "children": [text("a"), inner]]
        let untitled: JSON = ["kind": "section", "footer": "Really.", "children": [text("c")]]
        let spoken = try SpokenPanel()
        try spoken.show([section, untitled])
        #expect(
            try spoken.lines() == [
                "Room, heading level 1", "Outer, heading level 2", "a", "Inner, heading level 3", "b", "The end.", "c", "Really.",
            ])
    }

    @Test func aListSaysHowManyItemsItHas() throws {
        let section: JSON = ["kind": "section", "title": "More", "footer": "The end.", "children": [text("b"), text("c")]]
        let spoken = try SpokenPanel()
        try spoken.show(body: ["kind": "list", "children": [text("a"), section]])
        #expect(
            try spoken.lines().dropFirst() == ["list, 3 items", "a", "More, heading level 2", "b", "c", "The end."])
        try spoken.show(body: [
            "kind": "list", "children": [["kind": "rows", "total": 1_000, "children": [text("a"), text("b")]]],
        ])
        #expect(try spoken.lines().dropFirst() == ["list, 1000 items", "a", "b", "998 more"])
        try spoken.show(body: ["kind": "list", "children": [text("a")]])
        #expect(try spoken.lines().dropFirst() == ["list, 1 item", "a"])
    }

    @Test func aMenuSaysHowManyItemsItHas() throws {
        let items: JSON = [["kind": "button", "label": "Open", "tap": Self.tap], ["kind": "divider"], text("b")]
        #expect(
            try SpokenPanel().lines(about: [["kind": "menu", "label": "File", "children": items]]) == [
                "File, menu, 2 items", "Open, button", "b",
            ])
    }

    @Test func aCellIsSaidWithItsHeader() throws {
        let toggle: JSON = ["kind": "toggle", "state": "on", "label": "On", "tap": Self.tap]
        let pair: JSON = ["kind": "hstack", "children": [text("1"), text("2")]]
        let rows: [JSON] = [
            ["kind": "gridRow", "children": [text("nginx"), toggle, pair]],
            [
                "kind": "section", "title": "Others",
                "children": [["kind": "gridRow", "children": [text("cron"), toggle, text("")]]],
            ],
        ]
        let columns: JSON = [["title": "Name", "id": "name"], ["title": "On", "sortable": false], ["title": "Units"]]
        let table: JSON = ["kind": "table", "columns": columns, "bind": "order", "children": .array(rows)]
        let spoken = try SpokenPanel()
        try spoken.script.call("value.set", ["key": "order", "value": "-name"])
        #expect(
            try spoken.lines(about: [table]) == [
                "table, 3 columns, 2 rows", "Name, column header, button, sorted descending", "On, column header",
                "Units, column header, button", "row 1 of 2", "Name, nginx", "On, switch, on", "Units, 1", "2",
                "Others, heading level 2", "row 2 of 2", "Name, cron", "On, switch, on", "Units, blank",
            ])
        try spoken.script.call("value.set", ["key": "order", "value": "name"])
        #expect(try spoken.lines()[2] == "Name, column header, button, sorted ascending")
    }

    @Test func aRowOfATableCanBeAButton() throws {
        let rows: JSON = [
            [
                "kind": "rows", "total": 3,
                "children": [["kind": "gridRow", "modifiers": [["tap": ["tap": Self.tap]]], "children": [text("a")]]],
            ]
        ]
        let table: JSON = ["kind": "table", "columns": [["title": "Name"]], "children": rows]
        #expect(
            try SpokenPanel().lines(about: [table]) == [
                "table, 1 column, 3 rows", "Name, column header", "row 1 of 3, button", "Name, a", "2 more",
            ])
    }

    @Test func aLogSaysItsLines() throws {
        let spoken = try SpokenPanel()
        try spoken.show([["kind": "log", "bind": "news"]])
        try spoken.script.call("log.append", ["id": "news", "lines": ["one", "two"]])
        #expect(try spoken.lines().dropFirst() == ["news, log, 2 lines", "one", "two"])
    }

    @Test func theWayBackComesFirst() throws {
        let spoken = try SpokenPanel()
        try spoken.put("Box", text("a"))
        try spoken.put("Services", text("b"))
        try spoken.script.call("nav.set", ["path": [["screen": "Box"], ["screen": "Services"]]])
        #expect(try spoken.lines() == ["Box, back button", "Services, heading level 1", "b"])
    }

    /// What is behind a modal cannot be reached.
    @Test(arguments: [("sheet", "dialog"), ("cover", "full-screen dialog"), ("alert", "alert")])
    func aModalIsAnnouncedFirst(_ modal: String, _ role: String) throws {
        let spoken = try SpokenPanel()
        try spoken.put("Box", text("behind"))
        try spoken.put("Sure?", ["kind": "button", "label": "Yes", "tap": Self.tap])
        try spoken.script.call("nav.set", ["path": [["screen": "Box"], ["screen": "Sure?", "modal": .string(modal)]]])
        #expect(try spoken.lines() == ["Sure?, \(role)", "Yes, button"])
    }
}
