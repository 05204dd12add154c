import CFasciaPlugin
import FasciaRender

/// What a style answers when it measures a control.
struct StyleMeasurement: Hashable {
    var status: fascia_status
    var columns: Int
    var rows: Int
}

/// What a style answers when it draws a control.
struct StyleDrawing: Hashable {
    var status: fascia_status
    /// The first refused operation, in words; `nil` if all were accepted.
    var refusal: String?
    var operations: [Canvas.Operation]
    /// What clicks in its parts do.
    var parts: [ControlPart] = []
}
