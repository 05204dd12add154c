import CFasciaPlugin
import FasciaRender

/// What a style is asked about a control.
struct StyleQuestion: Sendable {
    /// The index in the plugin's list.
    let style: UInt32
    /// Of the canvas; if the control is measured, the proposed size.
    let size: fascia_size
    /// Whether the control is measured first, and drawn in the size that it takes.
    var isMeasured = false
    /// In which it is drawn.
    let colorDepth: Int

    /// The size of the canvas; `nil` for the size that the control takes.
    var canvas: CellSize? { isMeasured ? nil : CellSize(columns: Int(size.columns), rows: Int(size.rows)) }
}
