import FasciaYAML
import Testing

@testable import FasciaPanel

/// The rules of a file, after an edit.
@Suite struct RuleTests {
    private func rules(_ text: String) throws -> [String: PanelRules.Numbered] { PanelRules.named(try parsed(text)) }

    private func parsed(_ text: String) throws -> [PanelRule] {
        let outcome = PanelParser.parse(path: "box.yaml") { (_: String) throws(Problem) in
            "panel: box\nscreens:\n  home: []\nrules:\n" + text
        }
        return try #require(outcome.file, "\(outcome.problems)").rules
    }

    /// What runs for it, or waits, goes on.
    @Test func aRuleAtAnotherPlaceIsTheSame() throws {
        let rule = "  - on: value:a\n    run: [x]\n"
        let (before, after) = (try rules(rule), try rules("  - on: value:b\n    run: [y]\n" + rule))
        for (key, rule) in before { #expect(after[key] == rule) }
        #expect(after.count == 2)
    }

    /// A rule is known by its number: changes of another one are not its own.
    @Test func aRuleAtAnotherPlaceKeepsItsNumber_whichNoOtherOneHas() throws {
        let (rule, other) = ("  - on: value:a\n    run: [x]\n", "  - on: value:b\n    run: [y]\n")
        let table = RuleTable()
        let text = try #require(table.update(try parsed(rule)).keys.first)
        let after = table.update(try parsed(other + rule))
        #expect(after[text]?.number == 1)
        #expect(after.values.map(\.number).sorted() == [1, 2])
        // Where it stands now.
        #expect(table.place { $0 == 1 }?.line == 7)
        #expect(table.place { $0 == 2 }?.line == 5)
        // One that has gone leaves its number.
        #expect(table.update(try parsed(other)).values.map(\.number) == [2])
        #expect(table.update(try parsed(other + rule)).values.map(\.number).sorted() == [2, 3])
    }

    @Test(arguments: [
        "  - on: value:b\n    run: [x]\n", "  - on: value:a\n    run: [x, y]\n",
        "  - on: value:a\n    run: [x]\n    mode: single\n",
        "  - on: value:a\n    run: [x]\n    debounce: 1s\n",
    ])
    func aRuleThatSaysSomethingElseIsAnother(_ other: String) throws {
        let before = try rules("  - on: value:a\n    run: [x]\n")
        #expect(try rules(other).keys.allSatisfy { before[$0] == nil })
    }

    @Test func equalRulesAreTwo() throws {
        #expect(try rules("  - on: value:a\n    run: [x]\n  - on: value:a\n    run: [x]\n").count == 2)
    }
}
