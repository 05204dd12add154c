import FasciaUI
import TestSupport
import Testing

@testable import Gallery

@MainActor @Suite struct GalleryTests {
    /// Values that a script sets arrive in the app's views, of each kind.
    @Test func everyControlTakesAValue() throws {
        let panel = try TestPanel()
        let app = try panel.start("Gallery", shows: "gallery")
        try panel.tap("Light")
        try panel.script.call("ui.set", ["node": "Size", "value": "Large"])
        try panel.script.call("ui.set", ["node": "Count", "value": 7])
        try panel.script.call("ui.set", ["node": "Volume", "value": 0.75])
        try panel.script.call("ui.set", ["node": "Name", "value": "Ada"])
        try panel.script.call("ui.set", ["node": "Password", "value": "abc"])
        let text = try panel.text(columns: 80, rows: 60)
        #expect(text.contains("Light on, Large"))
        #expect(text.contains("Count 7, volume 0.75"))
        #expect(text.contains("Hello Ada, 3 letters"))
        #expect(!app.process.hasEnded)
    }
}
