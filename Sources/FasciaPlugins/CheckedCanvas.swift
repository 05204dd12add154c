import CFasciaPlugin
import FasciaRender

/// A canvas for the operations of a plugin, which are checked again: its process may have been taken over.
struct CheckedCanvas {
    private static let maximumOperations = 4096
    /// The longest text, in bytes.
    private static let longest = 64 << 10

    private(set) var canvas: Canvas
    private(set) var parts: [ControlPart] = []
    /// The first refused operation, for the report; `nil` if all were accepted.
    private(set) var refusal: String?

    init(size: CellSize) { canvas = Canvas(size: size) }

    mutating func text(_ text: UnsafeRawBufferPointer, column: Int32, row: Int32, _ style: CellStyle) {
        guard let text = read(text) else { return }
        add { $0.text(text, at: CellPoint(column: Int(column), row: Int(row)), style: style) }
    }

    mutating func fill(_ rect: fascia_rect, _ character: UnsafeRawBufferPointer, _ style: CellStyle) {
        guard let rect = CellRect(rect) else { return refuse("a fill of a negative size") }
        guard let text = read(character) else { return }
        guard text.count == 1, let character = text.first, TextWidth.of(text) == 1 else {
            return refuse("a fill with something else than one character of one column")
        }
        add { $0.fill(rect, with: character, style: style) }
    }

    mutating func box(_ rect: fascia_rect, _ style: CellStyle) {
        guard let rect = CellRect(rect) else { return refuse("a box of a negative size") }
        add { $0.box(rect, style: style) }
    }

    mutating func region(_ rect: fascia_rect, _ region: fascia_region, option: UInt32) {
        guard let rect = CellRect(rect) else { return refuse("a region of a negative size") }
        guard let meaning = ControlPart.Meaning(region, option: option) else { return refuse("an unknown region") }
        guard parts.count < Self.maximumOperations else { return refuse("more than \(Self.maximumOperations) operations") }
        parts.append(ControlPart(rect, meaning))
    }

    mutating func refuse(_ what: String) { if refusal == nil { refusal = what } }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= Self.longest else {
            refuse("text of \(bytes.count) bytes, and \(Self.longest) are allowed")
            return nil
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            refuse("text that is not UTF-8")
            return nil
        }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            refuse("text with control characters in it")
            return nil
        }
        return text
    }

    private mutating func add(_ draw: (inout Canvas) -> Void) {
        guard canvas.operations.count < Self.maximumOperations else {
            return refuse("more than \(Self.maximumOperations) operations")
        }
        draw(&canvas)
    }
}

extension CellRect {
    fileprivate init?(_ rect: fascia_rect) {
        guard rect.columns >= 0, rect.rows >= 0 else { return nil }
        self.init(column: Int(rect.column), row: Int(rect.row), columns: Int(rect.columns), rows: Int(rect.rows))
    }
}

extension ControlPart.Meaning {
    fileprivate init?(_ region: fascia_region, option: UInt32) {
        switch region {
        case FASCIA_REGION_RANGE: self = .range
        case FASCIA_REGION_OPTION: self = .option(Int(option))
        case FASCIA_REGION_DECREMENT: self = .decrement
        case FASCIA_REGION_INCREMENT: self = .increment
        case FASCIA_REGION_TEXT: self = .text
        default: return nil
        }
    }
}

extension CellStyle {
    init(abi style: fascia_cell_style) {
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
