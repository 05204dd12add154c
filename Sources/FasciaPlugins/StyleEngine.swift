import CFasciaPlugin
import FasciaRender
import FasciaScene

/// What measures and draws for a plugin's style: its code in this process, or its host.
protocol StyleEngine: Sendable {
    /// - Parameter columns: the proposed columns; `nil` asks for the ideal size. Rows are never proposed: the height of a
    ///   control follows from its width.
    /// - Returns: `nil` if the plugin is not available now.
    func measure(_ control: Control, columns: Int?) -> StyleMeasurement?
    /// - Returns: `nil` if the plugin is not available now.
    func draw(_ control: Control, size: CellSize) -> StyleDrawing?
}

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
}

/// A style whose code is in this process.
struct InProcessStyle: StyleEngine {
    private let style: StaticTable<fascia_style>
    private let host: PluginHost
    private let services: StyleServices

    init(_ style: PluginTable.Style, host: PluginHost, services: StyleServices) {
        self.style = StaticTable(pointer: style.pointer)
        self.host = host
        self.services = services
    }

    func measure(_ control: Control, columns: Int?) -> StyleMeasurement? {
        let proposal = fascia_size(proposedColumns: columns)
        return host.call {
            var size = fascia_size(columns: FASCIA_UNSPECIFIED, rows: FASCIA_UNSPECIFIED)
            let status = ControlBridge(control, services).lend(host: host.table) { control in
                style.pointer.pointee.measure(style.pointer, control, proposal, &size)
            }
            return StyleMeasurement(status: status, columns: Int(size.columns), rows: Int(size.rows))
        }
    }

    func draw(_ control: Control, size: CellSize) -> StyleDrawing? {
        // The plugin draws on a canvas of its own, so that a failure halfway leaves nothing behind.
        host.call {
            let bridge = CanvasBridge(size: size, services)
            let status = ControlBridge(control, services).lend(host: host.table) { control in
                bridge.lend(host: host.table) { style.pointer.pointee.draw(style.pointer, control, $0) }
            }
            return StyleDrawing(status: status, refusal: bridge.refusal, operations: bridge.canvas.operations)
        }
    }
}

extension fascia_size {
    init(proposedColumns columns: Int?) {
        self.init(columns: columns.map { Int32(clamping: max(0, $0)) } ?? FASCIA_UNSPECIFIED, rows: FASCIA_UNSPECIFIED)
    }
}
