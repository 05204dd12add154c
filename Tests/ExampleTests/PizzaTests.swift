import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Pizza

@Suite(.mustEnd) struct PizzaTests {
    @MainActor @Test func theMasterAndItsOptionsStayInStep_byHand() async throws {
        let pilot = Pilot(PizzaView(), columns: 60, rows: 24)
        try await pilot.tap("All toppings")
        try await pilot.expect(values: ["Olives": "on"])
        try await pilot.tap("Ham")
        try await pilot.expect(values: ["All toppings": "off"])
        try await pilot.tap("Ham")
        try await pilot.expect(values: ["All toppings": "on"])
    }

    @Test func theSameAtTheDaemon_andWithMultiToggle() async throws {
        let panel = try TestPanel()
        let app = try panel.start("Pizza", shows: "pizza")
        let pilot = try await panel.pilot(rows: 24)
        try await pilot.tap("Cheese", "Ham", "Olives")
        try await pilot.expect(values: ["All toppings": "on"])
        try await pilot.expect(.text("With Basil"))
        try await pilot.tap("All extras")
        try await pilot.expect(.text("With Basil, Chili, Garlic"))
        try await pilot.tap("All extras")
        try await pilot.expect(.text("No extras"))
        #expect(!app.process.hasEnded)
    }

    /// A script sets a toggle by its label. Setting the current value changes nothing.
    @Test func aScriptSetsASwitch() throws {
        let panel = try TestPanel()
        let app = try panel.start("Pizza", shows: "pizza")
        for _ in 1...2 {
            #expect(try panel.fascia("set", "Olives", "true").status == .exited(0))
            #expect(try panel.text(rows: 24).contains("Olives"))
        }
        #expect(!app.process.hasEnded)
    }
}
