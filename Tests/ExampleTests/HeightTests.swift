import FasciaUI
import TestSupport
import Testing

@testable import Height

@Suite(.mustEnd) struct HeightTests {
    @Test func wheelsAreSetByScripts() async throws {
        let panel = try TestPanel()
        let app = try panel.start("Height", shows: "height")
        let pilot = try await panel.pilot()
        try await pilot.expect(.text("Nothing chosen"))
        try await pilot.set("Centimetres", to: "07")
        _ = try panel.fascia("set", "Unit", "yd").checked()
        try await pilot.wait(for: .text("Chosen: 1,07 yd"))
        #expect(!app.process.hasEnded)
    }
}
