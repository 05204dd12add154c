import FasciaDocument
import FasciaRender
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct FinderTests {
    /// While a palette is open, only new things make the index again: a panel may change all the time.
    @Test func anOpenPaletteSearchesAgainOnlyForNewThings() throws {
        let parts = try Parts()
        let gestures = Gestures(
            live: parts.live, clients: parts.clients, screens: parts.screens, executor: parts.executor, actions: parts.actions,
            rows: parts.rows)
        let finder = Finder(live: parts.live, gestures: gestures)
        func search(wasOpen: Bool) -> [String] {
            var palette = FindPalette()
            palette.text = "load"
            return finder.updated(palette, stack: "main", wasOpen: wasOpen).rows.map { "\($0.title) \($0.state)" }
        }
        finder.note(try parts.apply("value.set", ["key": "load", "value": 1]))
        #expect(search(wasOpen: false) == ["load 1"])
        finder.note(try parts.apply("value.set", ["key": "load", "value": 2]))
        #expect(search(wasOpen: true) == ["load 1"], "the palette itself shows the current state")
        finder.note(try parts.apply("value.set", ["key": "loader", "value": 3]))
        #expect(search(wasOpen: true) == ["load 2", "loader 3"])
        finder.note(try parts.apply("value.set", ["key": "load", "value": 4]))
        #expect(search(wasOpen: false) == ["load 4", "loader 3"])
    }
}
