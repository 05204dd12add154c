import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Tree

@Suite(.mustEnd) struct TreeTests {
    @Test func theTreeFollowsTheDictionary() async throws {
        let panel = try TestPanel()
        let app = try panel.start("Tree", shows: "tree")
        let snapshot = await Snapshot(MarketView(), columns: 60, rows: 24, title: "Tree")
        let shown = await snapshot.text
        #expect(try panel.text(rows: 24) == shown)
        for button in ["Add bread", "Sell fruit"] {
            try panel.tap(button)
            try await snapshot.tap(button)
            let shown = await snapshot.text
            #expect(try panel.text(rows: 24) == shown)
        }
        let last = await snapshot.text
        #expect(last.contains("Rye") && !last.contains("Pear"))
        #expect(!app.process.hasEnded)
    }
}
