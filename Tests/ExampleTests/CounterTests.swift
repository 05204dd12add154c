import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Counter

@Suite(.mustEnd) struct CounterTests {
    @MainActor @Test func itCounts() throws {
        let snapshot = Snapshot(CounterView(), columns: 60, rows: 16)
        try snapshot.tap("More")
        try snapshot.tap("More")
        try snapshot.tap("Less")
        #expect(snapshot.text.contains("Taps: 1"))
        #expect(snapshot.text.contains("Total: 2"))
    }

    @Test func appStorageSurvivesTheApp() throws {
        let panel = try TestPanel()
        var app: RunningProcess? = try panel.start("Counter", shows: "counter")
        try panel.tap("More")
        try panel.tap("More")
        #expect(try panel.text().contains("Taps: 2"))
        app?.process.signal(9)
        try app?.process.waitForExit()
        app = nil
        try panel.wait(orphaned: true, "counter")
        app = try panel.start("Counter", shows: "counter")
        try panel.wait(node: "Taps: 0")
        #expect(try panel.text().contains("Total: 2"))
        try panel.tap("More")
        #expect(try panel.text().contains("Total: 3"))
        #expect(try panel.path == ["counter"], "its window is there once")
    }

    @Test func scriptSetsTheValue_appIsUpdated() throws {
        let panel = try TestPanel()
        let app = try panel.start("Counter", shows: "counter")
        #expect(try panel.fascia("value", "set", "counter/total", "41").status == .exited(0))
        try panel.wait(node: "Total: 41")
        #expect(try panel.fascia("tap", "More").status == .exited(0))
        #expect(try panel.script.call("value.get", ["key": "counter/total"]) == ["values": ["counter/total": 42]])
        #expect(!app.process.hasEnded)
    }

    @Test func twoTerminalsShowOneCounter() throws {
        let panel = try TestPanel()
        let app = try panel.start("Counter", shows: "counter")
        let (one, two) = (try panel.terminal(), try panel.terminal(columns: 40, rows: 12))
        try one.output.wait(for: "Taps: 0")
        try two.output.wait(for: "Taps: 0")
        // The first button is focused.
        try one.type("\r")
        try one.output.wait("the new count") { $0.contains("Total: 1") || $0.hasSuffix("1") }
        try panel.wait(node: "Total: 1")
        #expect(!app.process.hasEnded)
    }
}
