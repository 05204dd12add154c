import FasciaPluginKit
import Synchronization

/// Pickers with the selection on the colour of the tint. What was selected before stays beside it, until the next selection.
struct PrimaryPicker: FasciaStyle {
    let kind: ControlKind
    let name = "primary"

    var isToldOfSelections: Bool { true }

    func selected(_ control: StyledControl, option: Int) {
        let before = kind == .segments ? control.selected.map { control.options[$0] } ?? "" : control.value
        Memory.shared.withLock { $0[control.label] = before }
    }

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
        let label = control.label.isEmpty ? 0 : control.width(of: control.label) + 2
        let ideal = 1 + label + pieces(control).reduce(0) { $0 + control.width(of: $1.text) } + 1
        if control.isRow, let columns = proposal.columns { return Size(columns: max(columns, 2), rows: 1) }
        return Size(columns: min(ideal, proposal.columns ?? ideal), rows: 1)
    }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let focus = control.isFocused ? (control.unicode ? "›" : ">") : " "
        let words = CellLook(attributes: control.isFocused ? .bold : control.isEnabled ? [] : .dim)
        try canvas.text(focus + control.label, column: 0, row: 0, look: words)
        let pieces = pieces(control)
        let columns = pieces.reduce(0) { $0 + control.width(of: $1.text) }
        let end = canvas.size.columns - 1
        var column = control.label.isEmpty ? 1 : control.width(of: control.label) + 3
        column = control.isRow ? end - columns : min(column, max(1, end - columns))
        for piece in pieces {
            try canvas.text(piece.text, column: column, row: 0, look: piece.look)
            let size = Size(columns: control.width(of: piece.text), rows: 1)
            if let option = piece.option { try canvas.region(.option(option), column: column, size: size) }
            column += size.columns
        }
    }

    private struct Piece {
        var text: String
        var look: CellLook
        var option: Int?
    }

    private func pieces(_ control: StyledControl) -> [Piece] {
        let tint = control.tint ?? CellColor(rgb: 0x0A84FF)
        // Without colours, brackets mark the selection.
        let hasColors = control.colorDepth > 0
        let selected = CellLook(foreground: tint.contrast, background: tint, attributes: .bold)
        func chip(_ text: String, option: Int? = nil) -> Piece {
            hasColors
                ? Piece(text: " \(text) ", look: selected, option: option)
                : Piece(text: "[\(text)]", look: CellLook(attributes: .bold), option: option)
        }
        let before = Memory.shared.withLock { $0[control.label] } ?? ""
        let past = before.isEmpty ? [] : [Piece(text: "was \(before)  ", look: CellLook(attributes: .dim))]
        switch kind {
        case .option:
            let mark = control.unicode ? (control.state == .on ? "●" : "○") : (control.state == .on ? "(*)" : "( )")
            return [Piece(text: mark, look: CellLook(foreground: tint, attributes: .bold))]
        case .segments:
            return past
                + control.options.enumerated().map {
                    $0 == control.selected ? chip($1, option: $0) : Piece(text: " \($1) ", look: CellLook(), option: $0)
                }
        default: return past + [chip(control.value)]
        }
    }
}

/// What was selected before, by the labels of the pickers.
private enum Memory {
    static let shared = Mutex<[String: String]>([:])
}

extension CellColor {
    /// Black or white, whichever is easier to read on this colour.
    fileprivate var contrast: CellColor {
        let (red, green, blue) = (rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF)
        return CellColor(rgb: 299 * red + 587 * green + 114 * blue > 140_000 ? 0x000000 : 0xFFFFFF)
    }
}
