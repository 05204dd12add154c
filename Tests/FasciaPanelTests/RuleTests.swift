import FasciaYAML
import Testing

@testable import FasciaPanel

/// The rules of a file, after an edit.
@Suite struct RuleTests {
    private func rules(_ text: String) throws -> [String: PanelRules.Numbered] {
        let outcome = PanelParser.parse(path: "box.yaml") { (_: String) throws(Problem) in
            "panel: box\nscreens:\n  home: []\nrules:\n" + text
        }
        return PanelRules.named(try #require(outcome.file, "\(outcome.problems)").rules)
    }

    /// What runs for it, or waits, goes on.
    @Test func aRuleAtAnotherPlaceIsTheSame() throws {
        let rule = "  - on: value:a\n    run: [x]\n"
        let (before, after) = (try rules(rule), try rules("  - on: value:b\n    run: [y]\n" + rule))
        for (key, rule) in before { #expect(after[key] == rule) }
        #expect(after.count == 2)
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
