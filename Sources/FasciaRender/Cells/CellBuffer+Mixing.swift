import FasciaDocument

/// A copy of a part of a frame.
struct CellSnapshot {
    let columns: Range<Int>
    let rows: [(row: Int, cells: CellRow)]
}

/// Transparency.
extension CellBuffer {
    func copy(_ rect: CellRect) -> CellSnapshot {
        let area = rect.intersection(CellRect(origin: CellPoint(column: 0, row: 0), size: size))
        guard !area.isEmpty else { return CellSnapshot(columns: 0..<0, rows: []) }
        return CellSnapshot(
            columns: area.minColumn..<area.maxColumn,
            rows: (area.minRow..<area.maxRow).map { ($0, rows[$0]) })
    }

    /// Replaces each cell of the patch's area that has changed since the copy by the result of `choose`.
    mutating func replace(
        _ patch: CellSnapshot, _ choose: (_ column: Int, _ row: Int, _ old: Cell, _ new: Cell) -> Cell
    ) {
        for (row, cells) in patch.rows {
            for column in patch.columns {
                let (old, new) = (cells[column], self[column: column, row: row])
                if new != old { set(choose(column, row, old, new), column: column, row: row) }
            }
            repairWideCharacters(row: row, from: patch.columns.lowerBound - 1, to: patch.columns.upperBound)
        }
    }

    /// Blends the saved cells with the current ones.
    ///
    /// - Parameter blends: whether the terminal has enough colours to mix them. Without them, faint content is dim.
    mutating func mix(over patch: CellSnapshot, opacity: Double, blends: Bool) {
        let scheme = scheme
        replace(patch) { _, _, old, new in
            guard blends else {
                var cell = new
                if opacity < 0.5 { cell.style.background = old.style.background }
                if opacity < 0.75 { cell.style.attributes.insert(.dim) }
                return cell
            }
            return new.mixed(over: old, opacity, scheme)
        }
    }

    /// Blends a translucent colour over an area.
    mutating func tint(_ rect: CellRect, _ color: RGB, clip: CellRect) {
        let part = Double(color.alpha) / 255
        let area = rect.intersection(clip).intersection(CellRect(origin: CellPoint(column: 0, row: 0), size: size))
        guard !area.isEmpty else { return }
        let over = Cell(" ", style: CellStyle(background: color.opaque))
        // Most cells are as the one before.
        var last = (old: Cell.blank, new: over.mixed(over: .blank, part, scheme))
        for row in area.minRow..<area.maxRow {
            for column in area.minColumn..<area.maxColumn {
                let old = self[column: column, row: row]
                if old != last.old { last = (old, over.mixed(over: old, part, scheme)) }
                set(last.new, column: column, row: row)
            }
            repairWideCharacters(row: row, from: area.minColumn - 1, to: area.maxColumn)
        }
    }
}

extension Cell {
    /// Blends this cell over `old`. Letters of `old` show through where this cell is blank.
    func mixed(over old: Cell, _ opacity: Double, _ scheme: TerminalScheme) -> Cell {
        var cell = self
        let behind = scheme.assumedBackground
        if style.background != old.style.background {
            cell.style.background = (old.style.background ?? behind).mixed(with: style.background ?? behind, opacity)
        }
        let isBlank = text == " " && style.attributes.isDisjoint(with: [.inverse, .underline, .strikethrough])
        if isBlank, old.text != " " {
            cell.text = old.text
            cell.style.attributes = old.style.attributes
            cell.style.foreground = (old.style.foreground ?? scheme.assumedForeground)
                .mixed(with: style.background ?? behind, opacity)
        } else if let color = style.foreground {
            cell.style.foreground = (cell.style.background ?? behind).mixed(with: color, opacity)
        } else if opacity < 0.75 {
            // The terminal's default colour is unknown and cannot be mixed; dim it instead.
            cell.style.attributes.insert(.dim)
        }
        return cell
    }
}

extension RGB {
    var opaque: RGB { RGB(red, green, blue) }

    /// Mixes in `part` of `other`, from 0 to 1.
    func mixed(with other: RGB, _ part: Double) -> RGB {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
            UInt8(min(max(0, (Double(one) + (Double(other) - Double(one)) * part).rounded()), 255))
        }
        return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
