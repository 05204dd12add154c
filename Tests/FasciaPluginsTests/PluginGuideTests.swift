import CFasciaPlugin
import FasciaPluginKit
import Testing

/// The style that docs/plugins.md shows.
@Suite struct PluginGuideTests {
    @Test func theStyleIsOneOfThePlugin() throws {
        let plugin = FasciaPlugin(id: "plain", version: "1.0", styles: [PlainToggle()])
        let table = try #require(plugin.table.pointee.get_extension(plugin.table, FASCIA_EXTENSION_STYLE))
        // The type that the header defines for this extension id.
        let styles = table.assumingMemoryBound(to: fascia_style_extension.self).pointee
        #expect(styles.count == 1)
        #expect(styles.styles[0]?.pointee.kind == FASCIA_CONTROL_TOGGLE)
    }
}

struct PlainToggle: FasciaStyle {
    let kind = ControlKind.toggle
    let name = "plain"

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
        Size(columns: control.width(of: control.label) + 5, rows: 1)
    }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        // The first cell is for the daemon's marks.
        let text = (control.state == .on ? " [x] " : " [ ] ") + control.label
        try canvas.text(text, column: 0, row: 0, look: CellLook(attributes: control.isFocused ? .inverse : []))
    }
}
