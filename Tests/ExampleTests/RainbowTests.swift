import FasciaUI
import TestSupport
import Testing

@testable import Rainbow

@MainActor @Suite struct RainbowTests {
    @Test func itGoesThroughTheColours() throws {
        let snapshot = Snapshot(RainbowView(), columns: 60, rows: 16)
        for _ in 1..<7 { try snapshot.tap("Next") }
        #expect(snapshot.text.contains("7 of 7"))
        try snapshot.tap("Back")
        #expect(snapshot.text.contains("6 of 7"))
        try snapshot.tap("Root")
        #expect(snapshot.text.contains("1 of 7"))
        try snapshot.tap("End")
        #expect(snapshot.text.contains("7 of 7"))
        try snapshot.tap("Modal")
        #expect(snapshot.text.contains("Over purple"))
        try snapshot.tap("Close")
        #expect(snapshot.text.contains("7 of 7"))
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
        // The same command from a script and from the app.
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

    /// A state is a target of the daemon's, and whoever names it gets its screens.
    @Test func aScriptGoesToAStateOfTheApps() throws {
        let panel = try TestPanel()
        let app = try panel.start("Rainbow", shows: "rainbow")
        #expect(try panel.fascia("next", "rainbow/end").status == .exited(0))
        try panel.wait(node: "7 of 7")
        #expect(try panel.fascia("tap", "Back").status == .exited(0))
        #expect(try panel.path == ["rainbow"])
        #expect(!app.process.hasEnded)
    }

    @Test func keysInATerminal() throws {
        let panel = try TestPanel()
        let app = try panel.start("Rainbow", shows: "rainbow")
        let terminal = try panel.terminal()
        try terminal.output.wait(for: "1 of 7")
        // Back cannot be pressed on the first screen: Next has the focus.
        try terminal.type("\r")
        try panel.wait(node: "2 of 7")
        try terminal.type("\u{1B}")
        try panel.wait(node: "1 of 7")
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(!app.process.hasEnded)
    }
}
