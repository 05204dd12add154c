import FasciaModel
import FasciaRender
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

/// Two hosts, one code: the same views laid out in this process and by the daemon give the same cells.
@MainActor @Suite struct TwoHostsTests {
    /// Operates both in the same way, and compares after each step.
    private func compare(
        _ example: String, _ snapshot: Snapshot, _ taps: [String] = [], sets: KeyValuePairs<String, JSON> = [:],
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let panel = try TestPanel()
        let app = try panel.start(example, shows: example.lowercased())
        func same(_ step: String) throws {
            let here = snapshot.picture
            #expect(
                try panel.text(columns: snapshot.columns, rows: snapshot.rows) == here.plainText, "\(step)",
                sourceLocation: sourceLocation)
            #expect(
                try panel.colours(columns: snapshot.columns, rows: snapshot.rows)
                    == here.styledText(colors: .trueColor), "\(step), in colour", sourceLocation: sourceLocation)
        }
        try same("at first")
        for label in taps {
            try snapshot.tap(label)
            try panel.tap(label)
            try same(label)
        }
        for (label, value) in sets {
            try snapshot.set(label, to: value)
            try panel.script.call("ui.set", ["node": .string(label), "value": value])
            try same("\(label) set to \(value)")
        }
        #expect(!app.process.hasEnded)
    }

    @Test func counter() throws {
        try compare("Counter", Snapshot(CounterView(), columns: 60, rows: 16, title: "Counter"), ["More", "Less"])
    }

    @Test func pizza() throws {
        let taps = ["All toppings", "Ham", "Ham", "All extras", "Chili"]
        try compare("Pizza", Snapshot(PizzaView(), columns: 70, rows: 24, title: "Pizza"), taps)
    }

    @Test func rainbow() throws {
        let taps = ["Next", "Next", "Modal", "Close", "End", "Root"]
        try compare("Rainbow", Snapshot(RainbowView(), columns: 60, rows: 12, title: "Rainbow"), taps)
    }

    @Test func standups() throws {
        let view = StandupsView(model: StandupsModel())
        let taps = ["Design", "Daily", "Duplicate", "Engineering", "Delete"]
        try compare("Standups", Snapshot(view, columns: 80, rows: 18, title: "Standups"), taps)
    }

    @Test func tree() throws {
        try compare("Tree", Snapshot(MarketView(), columns: 50, rows: 16, title: "Tree"), ["Add bread", "Sell fruit"])
    }

    @Test func gallery() throws {
        let taps = ["Light", "Light, as a button"]
        let sets: KeyValuePairs<String, JSON> = ["Size": "Large", "Count": 7, "Volume": 0.75, "Name": "Ada"]
        try compare("Gallery", Snapshot(GalleryView(), columns: 80, rows: 40, title: "Gallery"), taps, sets: sets)
    }

    /// Wheels are set, not tapped.
    @Test func height() throws {
        let sets: KeyValuePairs<String, JSON> = ["Metres": "2", "Centimetres": "07", "Unit": "yd"]
        try compare("Height", Snapshot(HeightView(), columns: 60, rows: 12, title: "Height"), sets: sets)
    }
}
