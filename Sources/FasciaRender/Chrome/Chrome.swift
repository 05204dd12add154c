import FasciaDocument

/// The parts of a terminal's screen around and over the scene.
public struct Chrome: Hashable, Sendable {
    public var status: StatusLine?
    public var banner: Banner?

    public init(status: StatusLine? = nil, banner: Banner? = nil) {
        self.status = status
        self.banner = banner
    }
}

extension Renderer {
    /// Paints the frame of one terminal with its chrome. A status line adds a row below the layout.
    public func paint(
        _ layout: SceneLayout, _ display: DisplayState, _ chrome: Chrome,
        _ profile: TerminalCapabilities
    ) -> CellBuffer {
        let theme = layout.top?.theme ?? Theme()
        let input = PaintInput(layout, display, profile.colors, theme.scheme ?? profile.scheme)
        var cells = Painter.paint(input, styles: styles, work: work)
        cells.add(chrome, theme, profile)
        if profile.colors != .none, let scheme = theme.scheme, scheme != profile.scheme {
            cells.applyScheme(scheme, CellRect(origin: CellPoint(column: 0, row: 0), size: cells.size))
        }
        return cells
    }
}

extension CellBuffer {
    mutating func add(_ chrome: Chrome, _ theme: Theme, _ profile: TerminalCapabilities) {
        if let banner = chrome.banner { write(banner, unicode: profile.unicode) }
        guard let status = chrome.status else { return }
        addRow()
        write(status, theme, unicode: profile.unicode)
    }

    /// Sets default colours for a screen whose colour scheme differs from the terminal's.
    mutating func applyScheme(_ scheme: TerminalCapabilities.Scheme, _ rect: CellRect) {
        restyle(rect) { style in
            style.background = style.background ?? scheme.assumedBackground
            style.foreground = style.foreground ?? scheme.assumedForeground
        }
    }

    fileprivate mutating func write(_ banner: Banner, unicode: Bool) {
        let purple = banner.isIssue ? SystemColors.rgb(NamedColor("purple")) : nil
        let style =
            purple.map { CellStyle(foreground: SystemColors.contrast(to: $0), background: $0) }
            ?? CellStyle(attributes: .inverse)
        let lines = banner.lines(in: size).suffix(size.rows)
        let rect = CellRect(column: 0, row: size.rows - lines.count, columns: size.columns, rows: lines.count)
        clear(rect)
        fill(rect, " ", style: style, clip: rect)
        for (row, line) in lines.enumerated() {
            var style = style
            if row == 0 { style.attributes.insert(.bold) }
            write(
                unicode ? line : TextWidth.ascii(line), column: min(1, max(0, size.columns - 1)),
                row: rect.minRow + row, style: style, clip: rect)
        }
    }

    fileprivate mutating func write(_ status: StatusLine, _ theme: Theme, unicode: Bool) {
        let row = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        fill(row, " ", style: theme.style(), clip: row)
        var column = 1
        func put(_ text: String, _ style: CellStyle, at place: Int) {
            write(unicode ? text : TextWidth.ascii(text), column: place, row: row.minRow, style: style, clip: row)
        }
        for (index, part) in status.parts(columns: size.columns).enumerated() {
            if part.kind == .hint {
                put(part.text, theme.style(.dim), at: size.columns - 1 - TextWidth.of(part.text))
                continue
            }
            if index > 0 {
                put(StatusLine.separator, theme.style(.dim), at: column)
                column += StatusLine.separator.count
            }
            var style = theme.style(.dim)
            switch part.kind {
            case .name: style = theme.accented(.bold)
            case .issue:
                style = theme.style(.bold)
                style.foreground = SystemColors.rgb(NamedColor("purple"))
            case .words, .hint: break
            }
            put(part.text, style, at: column)
            column += TextWidth.of(part.text)
        }
    }
}
