import CFasciaPlugin
import FasciaRender

/// Implements the C canvas for one call of a plugin.
final class CanvasBridge {
    private static let maximumOperations = 4096

    private(set) var canvas: Canvas
    /// The first refused operation, for the report; `nil` if all were accepted.
    private(set) var refusal: String?
    private let services: StyleServices

    init(size: CellSize, _ services: StyleServices) {
        canvas = Canvas(size: size)
        self.services = services
    }

    /// Passes the C canvas to `body`. The pointer is valid during the call only.
    func lend<Result>(host: StaticTable<fascia_host>, _ body: (UnsafePointer<fascia_canvas>) -> Result) -> Result {
        withExtendedLifetime(self) {
            let table = fascia_canvas(
                struct_size: UInt32(MemoryLayout<fascia_canvas>.size), reserved: 0,
                host_data: Unmanaged.passUnretained(self).toOpaque(), host: host.pointer,
                size: { CanvasBridge.of($0)?.size ?? fascia_size() },
                text: { CanvasBridge.of($0)?.text(column: $1, row: $2, $3, $4) ?? FASCIA_INVALID },
                fill: { CanvasBridge.of($0)?.fill($1, $2, $3) ?? FASCIA_INVALID },
                box: { CanvasBridge.of($0)?.box($1, $2) ?? FASCIA_INVALID },
                region: { _, _, _, _ in FASCIA_UNSUPPORTED })
            return withUnsafePointer(to: table, body)
        }
    }

    private static func of(_ canvas: UnsafePointer<fascia_canvas>?) -> CanvasBridge? {
        guard let data = canvas?.pointee.host_data else { return nil }
        return Unmanaged<CanvasBridge>.fromOpaque(data).takeUnretainedValue()
    }

    private var size: fascia_size {
        fascia_size(columns: Int32(clamping: canvas.size.columns), rows: Int32(clamping: canvas.size.rows))
    }

    func text(
        column: Int32, row: Int32, _ text: fascia_string, _ style: UnsafePointer<fascia_cell_style>?
    ) -> fascia_status {
        guard (0...fascia_string.longest).contains(text.length) else {
            let length = UInt(bitPattern: text.length)
            return refuse(FASCIA_LIMIT, "text of \(length) bytes, and \(fascia_string.longest) are allowed")
        }
        guard let text = text.text else { return refuse(FASCIA_INVALID, "text that is not UTF-8") }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            return refuse(FASCIA_INVALID, "text with control characters in it")
        }
        return operation {
            $0.text(text, at: CellPoint(column: Int(column), row: Int(row)), style: CellStyle(style))
        }
    }

    func fill(
        _ rect: fascia_rect, _ character: fascia_string, _ style: UnsafePointer<fascia_cell_style>?
    ) -> fascia_status {
        guard let rect = CellRect(rect) else { return refuse(FASCIA_INVALID, "a fill of a negative size") }
        guard let text = character.text, text.count == 1, let character = text.first,
            !text.unicodeScalars.contains(where: \.isControl), services.width(text) == 1
        else { return refuse(FASCIA_INVALID, "a fill with something else than one character of one column") }
        return operation { $0.fill(rect, with: character, style: CellStyle(style)) }
    }

    func box(_ rect: fascia_rect, _ style: UnsafePointer<fascia_cell_style>?) -> fascia_status {
        guard let rect = CellRect(rect) else { return refuse(FASCIA_INVALID, "a box of a negative size") }
        return operation { $0.box(rect, style: CellStyle(style)) }
    }

    func refuseUnknown() { _ = refuse(FASCIA_INVALID, "an operation that this host does not know") }

    private func operation(_ draw: (inout Canvas) -> Void) -> fascia_status {
        guard canvas.operations.count < Self.maximumOperations else {
            return refuse(FASCIA_LIMIT, "more than \(Self.maximumOperations) operations")
        }
        draw(&canvas)
        return FASCIA_OK
    }

    private func refuse(_ status: fascia_status, _ what: String) -> fascia_status {
        if refusal == nil { refusal = what }
        return status
    }
}

extension CellRect {
    fileprivate init?(_ rect: fascia_rect) {
        guard rect.columns >= 0, rect.rows >= 0 else { return nil }
        self.init(column: Int(rect.column), row: Int(rect.row), columns: Int(rect.columns), rows: Int(rect.rows))
    }
}

extension CellStyle {
    fileprivate init(_ style: UnsafePointer<fascia_cell_style>?) {
        guard let style = style?.pointee else { self.init(); return }
        self.init(
            foreground: RGB(abi: style.foreground), background: RGB(abi: style.background),
            attributes: Attributes(abi: style.attributes))
    }
}

extension CellStyle.Attributes {
    fileprivate init(abi bits: UInt32) {
        self = []
        if bits & FASCIA_BOLD != 0 { insert(.bold) }
        if bits & FASCIA_DIM != 0 { insert(.dim) }
        if bits & FASCIA_ITALIC != 0 { insert(.italic) }
        if bits & FASCIA_UNDERLINE != 0 { insert(.underline) }
        if bits & FASCIA_INVERSE != 0 { insert(.inverse) }
        if bits & FASCIA_STRIKETHROUGH != 0 { insert(.strikethrough) }
    }
}

extension RGB {
    fileprivate init?(abi color: fascia_color) {
        guard color != FASCIA_COLOR_DEFAULT else { return nil }
        self.init(
            UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
            UInt8(truncatingIfNeeded: color))
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1: terminals execute these instead of showing them.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
