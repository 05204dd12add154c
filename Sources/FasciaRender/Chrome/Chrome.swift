import FasciaDocument

/// The parts of a terminal's screen around and over the scene.
public struct Chrome: Hashable, Sendable {
    public var footer: Footer?
    public var banner: Banner?
    /// Above the other banner.
    public var countdown: Banner?
    /// A question over the picture of this terminal.
    public var sheet: Sheet?

    /// A part of another picture.
    public struct Sheet: Hashable, Sendable {
        public var picture: CellBuffer
        /// Where it is; the rest of the picture below recedes.
        public var frame: CellRect

        public init(picture: CellBuffer, frame: CellRect) { (self.picture, self.frame) = (picture, frame) }
    }

    public init(footer: Footer? = nil, banner: Banner? = nil, countdown: Banner? = nil) {
        self.footer = footer
        self.banner = banner
        self.countdown = countdown
    }

    /// The rows that banners cover: the lowest ones, or the first ones where the focus would be under them. A key must not
    /// operate what cannot be seen.
    ///
    /// - Parameter focus: where the focus is in sight; `nil` without one.
    public func bannerRows(in size: CellSize, focus: CellRect?) -> Range<Int> {
        let count = [banner, countdown].compactMap(\.self).reduce(0) { rows, banner in
            rows + banner.lines(in: size).suffix(size.rows - rows).count
        }
        let lowest = size.rows - count..<size.rows
        guard let focus, !focus.isEmpty, focus.maxRow > lowest.lowerBound, focus.minRow >= count else { return lowest }
        return 0..<count
    }
}

extension Renderer {
    /// Paints the frame of one terminal with its chrome. A footer adds a row below the layout.
    public func paint(
        _ layout: SceneLayout, _ display: DisplayState, _ chrome: Chrome,
        _ profile: TerminalCapabilities
    ) -> CellBuffer {
        let theme = layout.top?.theme ?? Theme()
        let roles = theme.roles(profile.colors, profile.scheme)
        let input = PaintInput(layout, display, profile.colors, profile.scheme)
        var cells = Painter.paint(input, styles: styles, work: work, overBudget: overBudget)
        if let sheet = chrome.sheet { cells.cover(with: sheet, blends: input.supportsBlending) }
        cells.add(chrome, roles, profile, focus: layout.focusRect(display))
        if roles.surface != CellStyle() {
            cells.apply(roles.surface, CellRect(origin: CellPoint(column: 0, row: 0), size: cells.size))
        }
        return cells
    }
}

extension SceneLayout {
    /// Where the focus is in sight; `nil` without one.
    public func focusRect(_ display: DisplayState) -> CellRect? {
        guard let top, let focus = display.focus else { return nil }
        var scroll = display.scroll
        let layer = top.windowed(&scroll)
        return layer.stop(of: focus).map { layer.visibleRect(of: $0, scroll) }
    }
}

extension CellBuffer {
    fileprivate mutating func cover(with sheet: Chrome.Sheet, blends: Bool) {
        dim(CellRect(origin: CellPoint(column: 0, row: 0), size: size), blends: blends)
        let frame = sheet.frame.intersection(CellRect(origin: CellPoint(column: 0, row: 0), size: size))
        guard !frame.isEmpty else { return }
        // What it covers does not move.
        isAnimated = sheet.picture.isAnimated
        for row in frame.minRow..<frame.maxRow {
            for column in frame.minColumn..<frame.maxColumn {
                set(sheet.picture[column: column, row: row], column: column, row: row)
            }
            repairWideCharacters(row: row, from: frame.minColumn, to: frame.maxColumn - 1)
        }
    }

    mutating func add(_ chrome: Chrome, _ roles: ColorRoles, _ profile: TerminalCapabilities, focus: CellRect?) {
        var end = chrome.bannerRows(in: size, focus: focus).upperBound
        for banner in [chrome.banner, chrome.countdown].compactMap({ $0 }) {
            end = write(banner, roles, above: end, unicode: profile.unicode)
        }
        guard let footer = chrome.footer else { return }
        addRow()
        write(footer, roles, unicode: profile.unicode)
    }

    /// Sets the colours of cells that have the terminal's.
    mutating func apply(_ surface: CellStyle, _ rect: CellRect) {
        restyle(rect) { style in
            style.background = style.background ?? surface.background
            style.foreground = style.foreground ?? surface.foreground
        }
    }

    /// - Returns: its first row.
    fileprivate mutating func write(_ banner: Banner, _ roles: ColorRoles, above end: Int, unicode: Bool) -> Int {
        let style = roles.notice(isIssue: banner.isIssue)
        let lines = banner.lines(in: size).suffix(end)
        let rect = CellRect(column: 0, row: end - lines.count, columns: size.columns, rows: lines.count)
        clear(rect)
        fill(rect, " ", style: style, clip: rect)
        for (row, line) in lines.enumerated() {
            var style = style
            if row == 0 { style.attributes.insert(.bold) }
            write(
                unicode ? line : TextWidth.ascii(line), column: min(1, max(0, size.columns - 1)),
                row: rect.minRow + row, style: style, clip: rect)
        }
        return rect.minRow
    }

    fileprivate mutating func write(_ footer: Footer, _ roles: ColorRoles, unicode: Bool) {
        let row = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        fill(row, " ", style: roles.chrome, clip: row)
        for part in footer.parts(columns: size.columns) {
            func put(_ text: String, _ style: CellStyle, at column: Int) {
                write(unicode ? text : TextWidth.ascii(text), column: column, row: row.minRow, style: style, clip: row)
            }
            switch part.kind {
            case .name: put(part.text, roles.chrome.adding(.bold), at: part.column)
            case .words: put(part.text, roles.chrome, at: part.column)
            case .issue: put(part.text, roles.notice(isIssue: true).adding(.bold), at: part.column)
            case .key(let hint):
                put(hint.key, roles.key, at: part.column)
                put(hint.meaning, roles.chrome, at: part.column + TextWidth.of(hint.key) + 1)
            }
        }
    }
}

extension ColorRoles {
    /// The style of a banner: an issue is purple where there are colours.
    func notice(isIssue: Bool) -> CellStyle {
        guard isIssue, accent.foreground != nil, let purple = SystemColors.rgb(NamedColor("purple")) else {
            return CellStyle(attributes: .inverse)
        }
        return CellStyle(foreground: SystemColors.contrast(to: purple), background: purple)
    }
}
