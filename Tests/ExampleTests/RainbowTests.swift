import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Rainbow

@Suite(.mustEnd) struct RainbowTests {
    @MainActor @Test func itGoesThroughTheColours() async throws {
        let snapshot = Snapshot(RainbowView(), columns: 60, rows: 16)
        let pilot = Pilot(snapshot)
        try await pilot.tap("Next", "Next", "Next", "Next", "Next", "Next")
        for (label, shown) in [
            ("Back", "6 of 7"), ("Root", "1 of 7"), ("End", "7 of 7"), ("Modal", "Over purple"), ("Close", "7 of 7"),
        ] {
            try await pilot.tap(label)
            try await pilot.expect(.text(shown))
        }
        #expect(snapshot.issues == [])
    }

    @Test func itIsTheDaemonsStack() throws {
        let panel = try TestPanel()
        let app = try panel.start("Rainbow", shows: "rainbow")
        for number in 2...7 {
            try panel.tap("Next")
            #expect(try panel.text().contains("\(number) of 7"))
        }
        #expect(try panel.path == ["rainbow"] + (1...6).map { "rainbow/view/\($0)" })
        // A script and the app can both pop.
        #expect(try panel.fascia("pop").status == .exited(0))
        #expect(try panel.text().contains("6 of 7"))
        try panel.tap("Back")
        #expect(try panel.text().contains("5 of 7"))
        try panel.tap("Root")
        #expect(try panel.path == ["rainbow"])
        try panel.tap("End")
        #expect(try panel.path == ["rainbow", "rainbow/state/end/0"])
        try panel.tap("Modal")
        #expect(try panel.text().contains("Over purple"))
        try panel.tap("Close")
        #expect(try panel.text().contains("7 of 7"))
        #expect(!app.process.hasEnded)
    }

    /// An app's state is a target of the daemon, so a script can go there.
    @Test func aScriptGoesToAStateOfTheApps() throws {
        let panel = try TestPanel()
        let app = try panel.start("Rainbow", shows: "rainbow")
        #expect(try panel.fascia("next", "rainbow/end").status == .exited(0))
        try panel.wait(node: "7 of 7")
        #expect(try panel.fascia("tap", "Back").status == .exited(0))
        #expect(try panel.path == ["rainbow"])
        #expect(!app.process.hasEnded)
    }

    @Test func keysInATerminal() async throws {
        let panel = try TestPanel()
        let app = try panel.start("Rainbow", shows: "rainbow")
        let pilot = try await panel.pilot()
        // On the first screen Back is disabled, so Next is focused.
        try await pilot.expect(focus: "Next")
        try await pilot.press("enter")
        try await pilot.wait(for: .text("2 of 7"))
        try await pilot.press("escape")
        try await pilot.wait(for: .text("1 of 7"))
        try await pilot.expect(focus: "Next")
        #expect(!app.process.hasEnded)
    }
}
