import FasciaUI
import TestSupport
import Testing

@testable import Pizza

@MainActor @Suite struct PizzaTests {
    @Test func theMasterAndItsOptionsStayInStep_byHand() throws {
        let snapshot = Snapshot(PizzaView(), columns: 60, rows: 24)
        try snapshot.tap("All toppings")
        #expect(snapshot.text.contains("[✓] Olives"))
        try snapshot.tap("Ham")
        #expect(snapshot.text.contains("[ ] All toppings"))
        try snapshot.tap("Ham")
        #expect(snapshot.text.contains("[✓] All toppings"))
    }

    @Test func theSameAtTheDaemon_andWithMultiToggle() throws {
        let panel = try TestPanel()
        let app = try panel.start("Pizza", shows: "pizza")
        for topping in ["Cheese", "Ham", "Olives"] { try panel.tap(topping) }
        #expect(try panel.text(rows: 24).contains("[✓] All toppings"))
        #expect(try panel.text(rows: 24).contains("With Basil"))
        try panel.tap("All extras")
        #expect(try panel.text(rows: 24).contains("With Basil, Chili, Garlic"))
        try panel.tap("All extras")
        #expect(try panel.text(rows: 24).contains("No extras"))
        #expect(!app.process.hasEnded)
    }

    /// A switch of an app's is set by its label; setting it to what it is changes nothing.
    @Test func aScriptSetsASwitch() throws {
        let panel = try TestPanel()
        let app = try panel.start("Pizza", shows: "pizza")
        for _ in 1...2 {
            #expect(try panel.fascia("set", "Olives", "true").status == .exited(0))
            #expect(try panel.text(rows: 24).contains("[✓] Olives"))
        }
        #expect(!app.process.hasEnded)
    }
}
