import FasciaDocument
import FasciaUI
import TestSupport
import Testing

@testable import Gallery

@Suite(.mustEnd) struct GalleryTests {
    /// Values of every kind that a script sets reach the app's views.
    @Test func everyControlTakesAValue() async throws {
        let panel = try TestPanel()
        let app = try panel.start("Gallery", shows: "gallery")
        let pilot = try await panel.pilot(columns: 80, rows: 60)
        try await pilot.tap("Light")
        for (label, value) in ["Size": "Large", "Count": 7, "Volume": 0.75, "Name": "Ada", "Password": "abc"]
            as KeyValuePairs<String, JSON>
        {
            try await pilot.set(label, to: value)
        }
        try await pilot.expect(.text("Light on, Large"))
        try await pilot.expect(.text("Count 7, volume 0.75"))
        try await pilot.expect(.text("Hello Ada, 3 letters"))
        #expect(!app.process.hasEnded)
    }
}
