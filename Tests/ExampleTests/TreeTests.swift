import FasciaUI
import TestSupport
import Testing

@testable import Tree

@MainActor @Suite struct TreeTests {
    @Test func theTreeFollowsTheDictionary() throws {
        let panel = try TestPanel()
        let app = try panel.start("Tree", shows: "tree")
        let snapshot = Snapshot(MarketView(), columns: 60, rows: 16, title: "Tree")
        #expect(try panel.text() == snapshot.text)
        for button in ["Add bread", "Sell fruit"] {
            try panel.tap(button)
            try snapshot.tap(button)
            #expect(try panel.text() == snapshot.text)
        }
        #expect(snapshot.text.contains("Rye") && !snapshot.text.contains("Pear"))
        #expect(!app.process.hasEnded)
    }
}
