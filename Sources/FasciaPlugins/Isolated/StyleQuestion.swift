import CFasciaPlugin
import FasciaRender

/// What a style is asked about a control.
struct StyleQuestion: Equatable, Sendable {
    /// The index of the style in the plugin's list.
    let style: UInt32
    /// The size of the canvas, or the proposed size if the control is measured.
    let size: fascia_size
    /// Whether the control is measured first, and drawn in the size that it takes.
    var isMeasured = false
    /// The colour depth that the control is drawn in.
    let colorDepth: Int

    static func == (a: StyleQuestion, b: StyleQuestion) -> Bool {
        a.style == b.style && a.size.columns == b.size.columns && a.size.rows == b.size.rows && a.isMeasured == b.isMeasured
            && a.colorDepth == b.colorDepth
    }

    /// The size of the canvas; `nil` if it is the size that the control takes.
    var canvas: CellSize? { isMeasured ? nil : CellSize(columns: Int(size.columns), rows: Int(size.rows)) }
}
