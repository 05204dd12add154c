import FasciaPluginKit

/// A label, a bar or a field, and a value: `Volume ━━━━●──── 5`. In rows, all bars begin in the same column.
struct BarLayout {
    let control: StyledControl
    let looks: Looks
    var label: String
    var bar: Range<Int>
    var value: Int

    /// The columns of a bar that nothing gives a width.
    private static let idealBar = 16
    /// The columns of `100 %`.
    private static let usualValue = 5

    static func size(_ control: StyledControl, _ proposal: ProposedSize) -> Size {
        let around = [words(control), control.value].filter { !$0.isEmpty }.reduce(1) { $0 + control.width(of: $1) + 1 }
        return Size(columns: max(1, proposal.columns ?? around + idealBar), rows: 1)
    }

    /// The label; outside of rows, which have room for it elsewhere, with the condition.
    private static func words(_ control: StyledControl) -> String {
        if control.isRow || control.conditionWord.isEmpty { return control.label }
        return control.label + (control.label.isEmpty ? "" : " ") + "(\(control.conditionWord))"
    }

    /// - Parameter value: the columns of what stands after the bar.
    init(_ control: StyledControl, columns: Int, value: Int) {
        self.control = control
        looks = Looks(control)
        let (start, end) = Line.span(control, columns)
        let room = max(0, end - start)
        let words = BarLayout.words(control)
        let width = control.width(of: words)
        // The value is left out before the bar is. In rows, bars also end in the same column.
        let wide = control.isRow && value > 0 ? max(value, BarLayout.usualValue) : value
        let tail = value > 0 && value + 5 <= room ? (wide + 5 <= room ? wide : value) + 1 : 0
        var head = width == 0 ? 0 : width + 1
        if control.isRow, width > 0 { head = max(room * 2 / 5, min(head, room / 2)) }
        head = max(0, min(head, room - tail - 4))
        label = Line.cut(words, to: head - 1, control)
        bar = start + head..<max(start + head, end - tail)
        self.value = tail > 0 ? end - value : -1
    }

    func drawWords(on canvas: StyleCanvas) throws(PluginFailure) {
        try Line.drawFocus(control, on: canvas)
        let start = Line.span(control, canvas.size.columns).start
        try canvas.text(label, column: start, row: 0, look: looks.label)
        let words = control.isRow ? control.conditionWord : ""
        let column = bar.lowerBound - 1 - control.width(of: words)
        let isFree = column > start + control.width(of: label)
        if isFree, !words.isEmpty {
            try canvas.text(words, column: column, row: 0, look: looks.colored(control.hasFailed ? Palette.red : Palette.amber))
        }
        if value >= 0 { try canvas.text(control.value, column: value, row: 0, look: looks.label) }
    }
}

extension StyledControl {
    /// The word for the most important condition; empty without one.
    var conditionWord: String {
        if hasFailed { return "failed" }
        if isPending { return "pending" }
        if isUnknown { return "unknown" }
        if isStale { return "stale" }
        return isUnconfirmed ? "unconfirmed" : ""
    }
}

/// A bar that glows from cyan to pink up to its fraction.
protocol BarStyle: FasciaStyle {
    /// The characters of the full part, of its end, which is empty if it has none, and of the empty part.
    func glyphs(_ control: StyledControl) -> (full: Character, knob: String, empty: Character)
}

extension BarStyle {
    var name: String { "neon" }

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size { BarLayout.size(control, proposal) }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let layout = BarLayout(control, columns: canvas.size.columns, value: control.width(of: control.value))
        try layout.drawWords(on: canvas)
        let (full, knob, empty) = glyphs(control)
        let columns = layout.bar.count
        guard columns > 0 else { return }
        try canvas.fill(
            column: layout.bar.lowerBound, size: Size(columns: columns, rows: 1), with: empty, look: layout.looks.quiet)
        for lit in lit(control, columns) {
            try Glow.fill(
                layout.bar.lowerBound + lit.lowerBound, 0, lit.count, of: columns, from: lit.lowerBound, full, control, on: canvas
            )
        }
        guard !knob.isEmpty, let fraction = control.fraction else { return }
        let place = Int((fraction * Double(columns - 1)).rounded())
        let look = layout.looks.colored(control.tint ?? Palette.glow(fraction), .bold)
        try canvas.text(knob, column: layout.bar.lowerBound + min(max(place, 0), columns - 1), row: 0, look: look)
        if control.isEnabled, kind == .slider {
            try canvas.region(.range, column: layout.bar.lowerBound, size: Size(columns: columns, rows: 1))
        }
    }

    /// The part that is full; of an unknown fraction, a light that wanders.
    private func lit(_ control: StyledControl, _ columns: Int) -> [Range<Int>] {
        if let fraction = control.fraction {
            let full = fraction * Double(columns)
            return [0..<min(max(Int(full.rounded()), 0), columns)]
        }
        guard let step = control.animationStep else { return stride(from: 1, to: columns, by: 3).map { $0..<$0 + 1 } }
        let length = max(1, columns / 4)
        let start = step % max(1, columns)
        return [start..<min(columns, start + length), 0..<max(0, start + length - columns)]
    }
}

struct NeonSlider: BarStyle {
    let kind = ControlKind.slider

    func glyphs(_ control: StyledControl) -> (full: Character, knob: String, empty: Character) {
        guard control.isEnabled else { return control.unicode ? ("╌", "○", "╌") : ("-", "o", "-") }
        return control.unicode ? ("━", "●", "─") : ("=", "O", "-")
    }
}

struct NeonProgress: BarStyle {
    let kind = ControlKind.progress

    func glyphs(_ control: StyledControl) -> (full: Character, knob: String, empty: Character) {
        control.unicode ? ("▰", "", "▱") : ("#", "", ".")
    }
}

struct NeonGauge: BarStyle {
    let kind = ControlKind.gauge

    func glyphs(_ control: StyledControl) -> (full: Character, knob: String, empty: Character) {
        control.unicode ? ("▮", "", "▯") : ("|", "", ".")
    }
}

/// Lines that change their colour along the way.
enum Glow {
    /// The most colours of one line: a canvas takes a limited number of operations.
    private static let maximumColors = 64

    /// Fills a part of a row.
    ///
    /// - Parameters:
    ///   - of: the columns of the whole line.
    ///   - from: where the part begins in it.
    static func fill(
        _ column: Int, _ row: Int, _ columns: Int, of all: Int, from: Int = 0, _ character: Character, _ control: StyledControl,
        on canvas: StyleCanvas
    ) throws(PluginFailure) {
        let step = max(1, all / maximumColors)
        var place = 0
        while place < columns {
            let color = control.tint ?? Palette.glow(Double(from + place) / Double(max(1, all - 1)))
            let run = min(step, columns - place)
            try canvas.fill(
                column: column + place, row: row, size: Size(columns: run, rows: 1), with: character,
                look: Looks(control).colored(color, .bold))
            place += run
        }
    }
}
