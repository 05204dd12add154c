@testable import FasciaDocument

/// Numbers over time, tables and logs.
extension FixtureTests.Scenario {
    static let data = [
        FixtureTests.Scenario(
            "plots", columns: 40, rows: 12,
            [
                "kind": "form",
                "children": [
                    ["kind": "sparkline", "values": [3, 5, 4, 8, 13, 9, 6, 7], "label": "Load", "range": [0, 16]],
                    ["kind": "chart", "values": [2, 4, 3, 6, 9, 7, 8], "label": "Requests", "rows": 5],
                ],
            ]),
        FixtureTests.Scenario(
            "table", columns: 40, rows: 8, keys: ["down"],
            [
                "kind": "table", "bind": "order",
                "columns": [["title": "Name", "weight": 2], ["title": "Size", "alignment": "trailing"], ["title": "On"]],
                "children": [row("notes", 1_200, "yes"), row("a name that is too long", 31_400_000, "no")],
            ]),
        FixtureTests.Scenario("log", columns: 40, rows: 5, ["kind": "log", "bind": "web"]),
    ]

    private static func row(_ name: String, _ bytes: Int, _ state: String) -> JSON {
        [
            "kind": "gridRow",
            "children": [
                ["kind": "text", "text": .string(name)], ["kind": "text", "value": .int(bytes), "format": "bytes"],
                ["kind": "text", "text": .string(state)],
            ],
            "modifiers": [["tap": ["emit": "onTap"]]],
        ]
    }
}
