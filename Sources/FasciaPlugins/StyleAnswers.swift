import CFasciaPlugin
import CPluginHost
import FasciaRender

/// What a style answers about a control.
struct StyleAnswer {
    /// Valid only if the control was measured.
    var measurement: StyleMeasurement
    /// Not valid if measuring the control failed.
    var drawing: StyleDrawing

    /// For a control that does not fit into a message.
    static let tooLong = StyleAnswer(
        measurement: StyleMeasurement(status: FASCIA_LIMIT, columns: 0, rows: 0),
        drawing: StyleDrawing(status: FASCIA_LIMIT, operations: []))
}

/// What a style answers when it measures a control.
struct StyleMeasurement: Hashable {
    static let largest = Int(PLUGIN_HOST_LARGEST)
    var status: fascia_status
    var columns: Int
    var rows: Int

    var isValid: Bool { status == FASCIA_OK && isAllowed }
    var size: CellSize? { isValid ? CellSize(columns: columns, rows: rows) : nil }
    var isAllowed: Bool { (0...Self.largest).contains(columns) && (0...Self.largest).contains(rows) }
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
