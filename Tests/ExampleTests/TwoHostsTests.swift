import FasciaDocument
import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Counter
@testable import Gallery
@testable import Height
@testable import Pizza
@testable import Rainbow
@testable import Standups
@testable import Tree

/// The same views, laid out in this process and by the daemon, result in the same cells.
@Suite(.mustEnd) struct TwoHostsTests {
    /// Performs the same inputs in both, and compares the pictures after each.
    private func compare(
        _ example: String, _ taps: [String] = [], sets: KeyValuePairs<String, JSON> = [:],
        _ sourceLocation: SourceLocation = #_sourceLocation, _ make: @MainActor @Sendable () -> Snapshot
    ) async throws {
        // Only the views need the main actor. The rest blocks while it waits for processes.
        let snapshot = await make()
        let (columns, rows) = await (snapshot.columns, snapshot.rows)
        let panel = try TestPanel()
        let app = try panel.start(example, shows: example.lowercased())
        func same(_ step: String) async throws {
            let here = await snapshot.picture
            #expect(
                try panel.text(columns: columns, rows: rows) == here.plainText, "\(step)",
                sourceLocation: sourceLocation)
            #expect(
                try panel.colours(columns: columns, rows: rows)
                    == here.styledText(colors: .trueColor), "\(step), in colour", sourceLocation: sourceLocation)
        }
        try await same("at first")
        for label in taps {
            try await snapshot.tap(label)
            try panel.tap(label)
            try await same(label)
        }
        for (label, value) in sets {
            try await snapshot.set(label, to: value)
            try panel.script.call("ui.set", ["node": .string(label), "value": value])
            try await same("\(label) set to \(value)")
        }
        #expect(!app.process.hasEnded)
    }

    @Test func counter() async throws {
        try await compare("Counter", ["More", "Less"]) {
            Snapshot(CounterView(), columns: 60, rows: 16, title: "Counter")
        }
    }

    @Test func pizza() async throws {
        let taps = ["All toppings", "Ham", "Ham", "All extras", "Chili"]
        try await compare("Pizza", taps) {
            Snapshot(PizzaView(), columns: 70, rows: 24, title: "Pizza")
        }
    }

    @Test func rainbow() async throws {
        let taps = ["Next", "Next", "Modal", "Close", "End", "Root"]
        try await compare("Rainbow", taps) {
            Snapshot(RainbowView(), columns: 60, rows: 12, title: "Rainbow")
        }
    }

    @Test func standups() async throws {
        let taps = ["Design", "Daily", "Duplicate", "Engineering", "Delete"]
        try await compare("Standups", taps) {
            Snapshot(StandupsView(model: StandupsModel()), columns: 80, rows: 18, title: "Standups")
        }
    }

    @Test func tree() async throws {
        try await compare("Tree", ["Add bread", "Sell fruit"]) {
            Snapshot(MarketView(), columns: 50, rows: 24, title: "Tree")
        }
    }

    @Test func gallery() async throws {
        let taps = ["Light", "Light, as a button"]
        let sets: KeyValuePairs<String, JSON> = ["Size": "Large", "Count": 7, "Volume": 0.75, "Name": "Ada"]
        try await compare("Gallery", taps, sets: sets) {
            Snapshot(GalleryView(), columns: 80, rows: 40, title: "Gallery")
        }
    }

    /// Wheels are set, not tapped.
    @Test func height() async throws {
        let sets: KeyValuePairs<String, JSON> = ["Metres": "2", "Centimetres": "07", "Unit": "yd"]
        try await compare("Height", sets: sets) {
            Snapshot(HeightView(), columns: 60, rows: 12, title: "Height")
        }
    }
}
