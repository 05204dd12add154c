@testable import FasciaDocument

extension FixtureTests.Scenario {
    static let all = texts + shapes + containers + effects + controls + data

    private typealias Scenario = FixtureTests.Scenario

    private static func column(_ children: [JSON]) -> JSON {
        ["kind": "vstack", "alignment": "leading", "children": .array(children)]
    }

    private static func text(_ words: String, _ modifiers: JSON...) -> JSON {
        ["kind": "text", "text": .string(words), "modifiers": .array(modifiers)]
    }

    private static func sized(_ node: JSON, _ columns: Int, _ rows: Int) -> JSON {
        var object = node.objectValue ?? [:]
        let frame: JSON = ["frame": ["width": .int(columns), "height": .int(rows), "unit": "cells"]]
        object["modifiers"] = .array((node["modifiers"]?.arrayValue ?? []) + [frame])
        return .object(object)
    }

    private static func button(_ label: String) -> JSON {
        ["kind": "button", "label": .string(label), "emit": "onTap"]
    }

    private static let texts = [
        Scenario(
            "text", rows: 9,
            column([
                text("plain"), text("bold", ["bold": true]), text("italic", ["italic": true]),
                text("struck and underlined", ["underline": true], ["strikethrough": true]),
                text("dim", ["dim": true]),
                text("orange on indigo", ["foreground": "orange"], ["background": "indigo"]),
                text("secondary", ["foreground": "secondary"]),
            ])),
        Scenario(
            "text-wrapped", columns: 16, rows: 12,
            column([
                text("centred words that wrap to lines", ["textAlignment": "center"], ["border": "gray"]),
                text("cut at its head", ["lineLimit": 1], ["truncation": "head"], ["frame": ["width": 80]]),
                text("cut in its middle", ["lineLimit": 1], ["truncation": "middle"], ["frame": ["width": 80]]),
                text("cut at its tail", ["lineLimit": 1], ["truncation": "tail"], ["frame": ["width": 80]]),
            ])),
        Scenario(
            "text-runs", columns: 20,
            [
                "kind": "text",
                "runs": [
                    ["text": "Some "], ["text": "bold and", "bold": true], ["text": " red", "foreground": "red"],
                    ["text": " words, wrapped together", "italic": true],
                ],
            ]),
        Scenario(
            "text-wide", columns: 20, rows: 8,
            column([text("世界 and e\u{301}"), text("👨‍👩‍👧‍👦 ❤️ 🇩🇪"), text("tab\tbed"), text("한국어 क्षि"), text("世界世界世界世界世界世")])),
        Scenario(
            "image",
            [
                "kind": "hstack",
                "children": .array(
                    ["star.fill", "trash", "chevron.right", "checkmark.circle", "no.such.symbol"].map {
                        ["kind": "image", "systemName": .string($0)]
                    }),
            ]),
    ]

    private static let shapes = [
        Scenario(
            "shape-fill", columns: 44, rows: 6,
            [
                "kind": "hstack",
                "children": .array(
                    ["rectangle", "roundedRectangle", "capsule", "circle", "ellipse"].map {
                        sized(["kind": "shape", "shape": .string($0), "cornerRadius": 16, "fill": "blue"], 8, 3)
                    }),
            ]),
        Scenario(
            "shape-stroke", columns: 44, rows: 8,
            column([
                [
                    "kind": "hstack",
                    "children": .array(
                        ["rectangle", "roundedRectangle", "capsule", "circle", "ellipse"].map {
                            sized(["kind": "shape", "shape": .string($0), "stroke": "green"], 8, 3)
                        }),
                ],
                [
                    "kind": "hstack",
                    "children": [
                        sized(["kind": "shape", "shape": "rectangle", "stroke": "red", "lineWidth": 4], 8, 3),
                        sized(["kind": "shape", "shape": "capsule", "stroke": "red", "fill": "yellow"], 8, 3),
                        sized(["kind": "shape", "shape": "circle", "fill": "red"], 1, 1),
                        sized(["kind": "shape", "shape": "circle", "stroke": "red"], 1, 1),
                        sized(["kind": "shape", "shape": "capsule", "stroke": "red"], 6, 1),
                        sized(["kind": "shape", "shape": "rectangle"], 4, 1),
                    ],
                ],
            ])),
        Scenario(
            "color", columns: 24, rows: 5,
            [
                "kind": "hstack", "spacing": 0,
                "children": .array(
                    ["red", "orange", "yellow", "green", "blue", "purple", "#123456", "clear"].map {
                        sized(["kind": "color", "color": .string($0)], 3, 2)
                    }),
            ]),
    ]

    private static let containers = [
        Scenario(
            "stacks", columns: 24, rows: 8,
            [
                "kind": "hstack", "alignment": "lastTextBaseline",
                "children": [
                    column([text("one"), text("two"), ["kind": "divider"]]), ["kind": "divider"], text("end"),
                    ["kind": "spacer"],
                    [
                        "kind": "zstack", "alignment": "topTrailing",
                        "children": [sized(["kind": "color", "color": "teal"], 6, 3), text("top")],
                    ],
                ],
            ]),
        Scenario(
            "form", columns: 24, rows: 8,
            [
                "kind": "form",
                "children": [
                    [
                        "kind": "section", "title": "Extras", "footer": "Free",
                        "children": [["kind": "group", "bind": "extras"]],
                    ],
                    ["kind": "section", "title": "More", "children": [["kind": "value", "bind": "cpu"]]],
                ],
            ]),
        Scenario(
            "list", columns: 20, rows: 8, keys: ["end", "up", "up"],
            [
                "kind": "list",
                "children": [
                    ["kind": "section", "title": "First", "children": .array((0..<4).map { button("Row \($0)") })],
                    [
                        "kind": "section", "title": "Second", "footer": "End",
                        "children": .array((4..<9).map { button("Row \($0)") }),
                    ],
                ],
            ]),
        Scenario(
            "rows", columns: 20, rows: 9, keys: ["down", "down", "down"],
            [
                "kind": "list",
                "children": [
                    text("Above"),
                    [
                        "kind": "rows", "total": 60, "known": [["first": 0, "count": 3], ["first": 5, "count": 1]],
                        "children": [button("Row 0"), button("Row 1"), button("Row 2"), button("Row 5")],
                    ],
                ],
            ]),
        Scenario(
            "scroll-vertical", columns: 20, rows: 6, keys: ["down", "down"],
            ["kind": "scroll", "children": .array((0..<9).map { text("Line \($0)") })]),
        Scenario(
            "scroll-horizontal", columns: 20, rows: 6, keys: ["right", "right"],
            ["kind": "scroll", "axes": "horizontal", "children": .array((0..<5).map { button("B\($0)") })]),
        Scenario(
            "grid", columns: 30, rows: 9,
            [
                "kind": "grid", "alignment": "leading",
                "children": [
                    [
                        "kind": "gridRow",
                        "children": [text("Name"), text("Ada", ["gridColumnAlignment": "trailing"]), text("x")],
                    ],
                    ["kind": "divider"],
                    [
                        "kind": "gridRow", "alignment": "bottom",
                        "children": [text("Born\nin"), text("1815"), text("yy")],
                    ],
                    ["kind": "gridRow", "children": [text("Two columns", ["gridCellColumns": 2]), text("z")]],
                ],
            ]),
    ]

    private static let effects = [
        Scenario(
            "opacity", columns: 24, rows: 6,
            [
                "kind": "zstack",
                "children": [
                    text("words beneath\nthem all"),
                    sized(["kind": "color", "color": ["color": "red", "opacity": 0.5]], 8, 3),
                    text("faint", ["foreground": "green"], ["opacity": 0.4]),
                ],
            ]),
        Scenario(
            "clip", columns: 24, rows: 6,
            [
                "kind": "hstack",
                "children": [
                    sized(["kind": "color", "color": "blue", "modifiers": [["cornerRadius": 16]]], 8, 3),
                    text("abcdefgh\nabcdefgh\nabcdefgh", ["background": "brown"], ["clip": "ellipse"]),
                ],
            ]),
        Scenario(
            "background-overlay", columns: 24, rows: 7,
            text(
                "Hello", ["padding": 8],
                [
                    "background": [
                        "node": ["kind": "shape", "shape": "capsule", "fill": "blue"], "alignment": "center",
                    ]
                ], ["padding": 16],
                ["overlay": ["node": ["kind": "shape", "shape": "roundedRectangle", "stroke": "orange"]]],
                ["overlay": ["node": text("3", ["background": "red"]), "alignment": "topTrailing"]])),
        Scenario(
            "placed", columns: 24, rows: 7,
            [
                "kind": "zstack", "alignment": "topLeading",
                "children": [
                    text("here", ["offset": ["x": 3, "y": 2, "unit": "cells"]]),
                    text("there", ["position": ["x": 18, "y": 1, "unit": "cells"]]), text("hidden", ["hidden": true]),
                    text("over", ["zIndex": 1]), text("under"),
                ],
            ]),
    ]

    private static let options: JSON = [["id": "a", "label": "One"], ["id": "b", "label": "Two"]]

    private static let controls = [
        Scenario(
            "button", rows: 8, keys: ["down"],
            column([
                button("Plain"), button("Focused"), ["kind": "button", "label": "Disabled"],
                ["kind": "button", "label": "Delete", "role": "destructive", "emit": "onDelete"],
                [
                    "kind": "button", "label": "Tinted", "emit": "onTap",
                    "modifiers": [["environment": ["tint": "mint"]]],
                ],
            ])),
        Scenario(
            "toggle", rows: 9,
            column(
                ["on", "off", "mixed"].flatMap { state -> [JSON] in
                    [
                        ["kind": "toggle", "label": .string(state), "state": .string(state), "emit": "onToggle"],
                        ["kind": "toggle", "label": .string(state + ", disabled"), "state": .string(state)],
                    ]
                } + [["kind": "toggle", "bind": "extras/ham", "modifiers": [["environment": ["tint": "green"]]]]])),
        Scenario(
            "picker", rows: 12,
            column(
                [["kind": "picker", "bind": "height/unit"]]
                    + ["automatic", "menu", "segmented", "inline", "wheel"].map {
                        [
                            "kind": "picker", "label": .string($0), "style": .string($0), "options": options,
                            "selection": "b", "emit": "onPick",
                        ]
                    })),
        Scenario(
            "text-field", rows: 7,
            column([
                ["kind": "textField", "label": "Name", "text": "Ada", "emit": "onName"],
                ["kind": "textField", "text": "", "prompt": "Your name", "emit": "onName"],
                ["kind": "textField", "label": "Word", "text": "secret", "secure": true, "emit": "onWord"],
                ["kind": "textField", "label": "Disabled", "text": "x"],
            ])),
        Scenario(
            "numbers", columns: 40, rows: 9,
            column([
                ["kind": "slider", "label": "Volume", "value": 3, "range": [0, 10], "emit": "onVolume"],
                ["kind": "stepper", "label": "Count", "value": 3, "range": [0, 3], "emit": "onCount"],
                ["kind": "progress", "label": "Done", "value": 0.25], ["kind": "progress", "label": "Working"],
                ["kind": "gauge", "label": "Load", "value": 0.7, "text": "70 %"],
            ])),
        Scenario(
            "menu", rows: 9, keys: ["enter", "down"],
            [
                "kind": "menu", "label": "Actions",
                "children": [button("Copy"), button("Delete"), ["kind": "button", "label": "None"]],
            ]
        ),
    ]
}
