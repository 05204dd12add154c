import FasciaUI
import TestSupport
import Testing

@testable import Height

@MainActor @Suite struct HeightTests {
    @Test func wheelsAreSetByScripts() throws {
        let panel = try TestPanel()
        let app = try panel.start("Height", shows: "height")
        #expect(try panel.text().contains("Nothing chosen"))
        try panel.script.call("ui.set", ["node": "Centimetres", "value": "07"])
        #expect(try panel.fascia("set", "Unit", "yd").status == .exited(0))
        #expect(try panel.text().contains("Chosen: 1,07 yd"))
        #expect(!app.process.hasEnded)
    }
}
