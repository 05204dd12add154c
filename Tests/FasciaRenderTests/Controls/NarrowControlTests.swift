import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaScene

/// The order in which narrow controls drop their parts: decoration, then words, and last the marks that tell states
/// apart.
struct NarrowControlTests {
    private func element(_ json: JSON) throws -> Element {
        try #require(try FixtureTests.scene(json)?.layers.first?.root)
    }

    /// A control, and its appearance from wide to narrow.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var node: JSON
        var pictures: [(columns: Int, picture: String)]

        init(_ name: String, _ node: JSON, _ pictures: [(Int, String)]) {
            (testDescription, self.node) = (name, node)
            self.pictures = pictures
        }
    }

    private static let options: JSON = [["id": "s", "label": "Small"], ["id": "l", "label": "Large"]]

    static let cases = [
        Case(
            "button", ["kind": "button", "label": "Delete", "emit": "x"],
            [
                (11, " [ Delete ]"), (10, " [Delete]"), (9, " [Delete]"), (8, " Delete"), (7, " Delete"),
                (6, " Dele…"), (3, "De…"), (1, "…"),
            ]),
        Case(
            "disabled button", ["kind": "button", "label": "Delete"],
            [(11, " ( Delete )"), (9, " (Delete)"), (8, " (Dele…)"), (4, " (…)"), (1, "…")]),
        Case(
            "toggle that is on", ["kind": "toggle", "label": "Light", "state": "on", "emit": "x"],
            [(10, " [✓] Light"), (9, " [✓]Light"), (8, " ✓Light"), (7, " ✓Light"), (6, " [✓]L…"), (4, " [✓]"), (1, "✓")]),
        Case(
            "toggle that is off", ["kind": "toggle", "label": "Light", "state": "off", "emit": "x"],
            [(10, " [ ] Light"), (9, " [ ]Light"), (7, " ·Light"), (6, " [ ]L…"), (1, "·")]),
        Case(
            "disabled toggle", ["kind": "toggle", "label": "Light", "state": "on"],
            [(10, " (✓) Light"), (9, " (✓)Light"), (8, " (✓)Lig…")]),
        Case(
            "wheel",
            ["kind": "picker", "label": "Size", "style": "wheel", "options": options, "selection": "l", "emit": "x"],
            [(16, " Size ‹ Large ›"), (13, " Size ‹Large›"), (12, " Si… ‹Large›"), (8, " ‹Large›"), (6, " ‹La…›")]),
        Case(
            "segments",
            [
                "kind": "picker", "label": "Size", "style": "segmented", "options": options, "selection": "l",
                "emit": "x",
            ],
            [(21, " Size  Small  [Large]"), (20, " Size ‹ Large ›"), (13, " Size ‹Large›"), (8, " ‹Large›")]),
        Case(
            "menu",
            ["kind": "picker", "label": "Size", "style": "menu", "options": options, "selection": "l", "emit": "x"],
            [
                (18, " [ Size: Large ▾ ]"), (16, " [Size: Large ▾]"), (14, " Size: Large ▾"), (13, " [ Large ▾ ]"),
                (8, " Large ▾"), (7, " Large▾"), (6, " Lar…▾"),
            ]),
        Case(
            "text field", ["kind": "textField", "label": "Name", "text": "Ada", "emit": "x"],
            [
                (13, " Name [Ada  ]"), (12, " Name [Ada ]"), (11, " Na… [Ada ]"), (10, " N… [Ada ]"), (9, " [Ada   ]"),
                (4, " Ada"), (3, "Ada"),
            ]),
        Case(
            "slider", ["kind": "slider", "label": "Volume", "value": 5, "range": [0, 10], "emit": "x"],
            [
                (18, " Volume ━━━●──   5"), (16, " Volume ━━●─   5"), (15, " Volume 5"), (9, " Volume 5"), (8, " Volu… 5"),
                (4, " 5"),
            ]),
        Case(
            "disabled slider", ["kind": "slider", "label": "Volume", "value": 5, "range": [0, 10]],
            [(13, " Volume (5)"), (9, " Vol… (5)"), (4, " (5)")]),
        Case(
            "stepper", ["kind": "stepper", "label": "Count", "value": 3, "range": [0, 3], "emit": "x"],
            [(14, " Count 3 [−| ]"), (13, " Count 3 −"), (10, " Cou… 3 −"), (6, " 3 −")]),
        Case(
            "disabled stepper",
            ["kind": "stepper", "label": "Count", "value": 3, "range": [0, 9], "emit": "x", "modifiers": [["disabled": true]]],
            [(14, " Count 3 (−|+)"), (13, " Count 3 ()")]),
        Case(
            "progress", ["kind": "progress", "label": "Done", "value": 0.5],
            [(17, " Done ━━━──  50 %"), (16, " Done ━━──  50 %"), (15, " Done 50 %"), (8, " D… 50 %")]),
        Case(
            "progress of something unknown", ["kind": "progress", "label": "Working"],
            [(14, " Working ▖"), (12, " Working ▖"), (8, " Work… ▖")]),
    ]

    @Test(arguments: cases) func controlShrinks(_ given: Case) throws {
        var control = try element(given.node)
        control.id = "control"
        let other = button("other", id: "other")
        for (columns, picture) in given.pictures {
            let column = vstack([control, other], alignment: .leading)
                .with(.frame(Frame(maxWidth: .infinity, alignment: .leading)))
            #expect(body(column, columns, 6, focus: "other")[2] == picture, "\(columns) columns")
        }
    }
}
