import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// A message from a plugin's host, whose counts, offsets and lengths are checked.
struct HostAnswer {
    /// Valid as long as the buffer that it was received into.
    private let bytes: UnsafeRawBufferPointer
    private let firstText: Int
    let header: plugin_host_header

    struct Report: Hashable {
        var severity: PluginIssue.Severity
        var text: String
    }

    struct Loaded: Hashable {
        var problem = PLUGIN_HOST_LOADED
        var message = ""
        var version = ""
        var styles: [Style] = []
        /// What its renderer reads, if it has one.
        var input = RendererInput.nodes
        var hasRenderer = false
        var reports: [Report] = []
    }

    struct Style: Hashable {
        var kind: UInt32
        var name: String
        var isToldOfSelections: Bool
    }

    struct Drawn {
        var answers: [StyleAnswer]
        var reports: [Report]
        /// The length of the message in bytes.
        var bytes: Int
    }

    struct Rendered {
        var status: Int32
        var hasMore: Bool
        var part: [UInt8]
        /// Empty if the plugin has no renderer.
        var mediaType: String
        var reports: [Report]
    }

    /// - Parameter bytes: aligned to 8 bytes.
    /// - Throws: `nonsense` if an offset or a length is not valid.
    init(_ bytes: UnsafeRawBufferPointer) throws(HostFailure) {
        if let problem = plugin_host_check(bytes.baseAddress, bytes.count) {
            throw .nonsense(String(cString: problem))
        }
        self.bytes = bytes
        firstText = plugin_host_texts(bytes.baseAddress)
        header = bytes.load(as: plugin_host_header.self)
    }

    /// What the host's tests found to hold.
    func holds() -> UInt32 { bytes.load(as: plugin_host_hello.self).holds }

    func loaded() -> Loaded {
        let head = bytes.load(as: plugin_host_loaded.self)
        var place = MemoryLayout<plugin_host_loaded>.size
        let styles = array(plugin_host_style.self, head.header.count, &place)
        let reports = array(plugin_host_report.self, head.report_count, &place)
        return Loaded(
            problem: head.problem, message: lenient(head.message), version: lenient(head.version),
            styles: styles.map {
                Style(
                    kind: $0.kind, name: lenient($0.name),
                    isToldOfSelections: $0.flags & PLUGIN_HOST_STYLE_SELECTED != 0)
            }, input: head.flags & PLUGIN_HOST_RENDERER_CELLS != 0 ? .cells : .nodes,
            hasRenderer: head.flags & PLUGIN_HOST_HAS_RENDERER != 0, reports: reports.map(report))
    }

    /// - Parameter canvases: the size of each canvas; `nil` for the size that the control takes.
    func drawn(_ canvases: [CellSize?]) -> Drawn {
        let head = bytes.load(as: plugin_host_drawn.self)
        var place = MemoryLayout<plugin_host_drawn>.size
        let drawings = array(plugin_host_drawing.self, head.header.count, &place)
        let operations = array(plugin_host_operation.self, head.operation_count, &place)
        let reports = array(plugin_host_report.self, head.report_count, &place).map(report)
        let answers = zip(drawings, canvases).map { drawing, canvas in
            let (columns, rows) = (Int(drawing.columns), Int(drawing.rows))
            let measurement = StyleMeasurement(status: drawing.measured, columns: columns, rows: rows)
            let (first, count) = (Int(drawing.first_operation), Int(drawing.operation_count))
            var canvas = CheckedCanvas(size: canvas ?? CellSize(columns: columns, rows: rows))
            for operation in operations[first..<first + count] { draw(operation, on: &canvas) }
            let refusal = drawing.refusal.length > 0 ? lenient(drawing.refusal) : canvas.refusal
            return StyleAnswer(
                measurement: measurement,
                drawing: StyleDrawing(
                    status: drawing.status, refusal: refusal, operations: canvas.canvas.operations, parts: canvas.parts))
        }
        return Drawn(answers: answers, reports: reports, bytes: bytes.count)
    }

    func rendered() -> Rendered {
        let head = bytes.load(as: plugin_host_rendered.self)
        var place = MemoryLayout<plugin_host_rendered>.size
        let reports = array(plugin_host_report.self, head.report_count, &place).map(report)
        return Rendered(
            status: head.status, hasMore: head.more != 0, part: Array(slice(head.part)), mediaType: lenient(head.media_type),
            reports: reports)
    }

    private func draw(_ operation: plugin_host_operation, on canvas: inout CheckedCanvas) {
        let style = CellStyle(
            abi: fascia_cell_style(
                foreground: operation.foreground, background: operation.background, attributes: operation.attributes))
        let rect = fascia_rect(
            column: operation.column, row: operation.row, columns: operation.columns, rows: operation.rows)
        let text = slice(operation.text)
        switch operation.kind {
        case PLUGIN_HOST_DRAW_TEXT: canvas.text(text, column: rect.column, row: rect.row, style)
        case PLUGIN_HOST_DRAW_FILL: canvas.fill(rect, text, style)
        case PLUGIN_HOST_DRAW_BOX: canvas.box(rect, style)
        case PLUGIN_HOST_DRAW_REGION: canvas.region(rect, operation.attributes, option: operation.foreground)
        default: canvas.refuse("an operation that this host does not know")
        }
    }

    private func report(_ report: plugin_host_report) -> Report {
        let severity: PluginIssue.Severity =
            switch report.severity {
            case FASCIA_SEVERITY_INFO: .info
            case FASCIA_SEVERITY_WARNING: .warning
            default: .error
            }
        return Report(severity: severity, text: lenient(report.text))
    }

    private func array<Struct: BitwiseCopyable>(_ type: Struct.Type, _ count: UInt32, _ place: inout Int) -> [Struct] {
        let stride = MemoryLayout<Struct>.stride
        defer { place += Int(count) * stride }
        return (0..<Int(count)).map { bytes.load(fromByteOffset: place + $0 * stride, as: type) }
    }

    private func slice(_ text: plugin_host_text) -> UnsafeRawBufferPointer {
        let start = firstText + Int(text.offset)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(text.length)])
    }

    /// A text for people; bytes that are not UTF-8 are replaced.
    private func lenient(_ text: plugin_host_text) -> String { String(decoding: slice(text), as: UTF8.self) }
}
