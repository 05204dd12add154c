import FasciaDocument

/// A text.
public struct Text: Equatable, Sendable {
    /// A part with a uniform style.
    struct Run: Equatable, Sendable {
        var text: String
        var modifiers: [FasciaDocument.Modifier] = []
        /// The style, whose colour may depend on the environment.
        var style: Style?
        /// What the text says changes with the time.
        var clock: Clock?
    }

    struct Style: Equatable, Sendable {
        let style: any ShapeStyle
        static func == (left: Style, right: Style) -> Bool { isEqualIfEquatable(left.style, right.style) }
    }

    /// A date that is shown relative to now.
    struct Clock: Equatable, Sendable {
        var date: Date
        var style: DateStyle
        /// The times between which it goes on.
        var interval: ClosedRange<Date>?
        var stop: Date?

        var text: String {
            let now = min(Date(), stop ?? .distantFuture)
            return style.text(date, now: interval.map { min(max(now, $0.lowerBound), $0.upperBound) } ?? now)
        }

        /// Whether it says something else in a while.
        var isRunning: Bool { interval.map { Date() < $0.upperBound } ?? true && stop == nil }
    }

    var runs: [Run]
    var string: String { runs.map(\.text).joined() }

    init(runs: [Run]) { self.runs = runs }

    /// A literal may contain Markdown: `**bold**`, `*italic*`, `~~struck~~`.
    public init(_ key: LocalizedStringKey) { runs = key.runs }
    public init(verbatim content: String) { runs = [Run(text: content)] }
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { runs = [Run(text: String(content))] }
    public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatInput: Equatable, Format.FormatOutput == String {
        runs = [Run(text: format.format(input))]
    }
    public init<Subject>(_ subject: Subject, formatter: Formatter) { self.init(verbatim: formatter.string(for: subject) ?? "") }
    @_disfavoredOverload public init(_ image: Image) { runs = [Run(text: image.glyph)] }

    public static func + (left: Text, right: Text) -> Text { Text(runs: left.runs + right.runs) }

    func with(_ modifier: FasciaDocument.Modifier) -> Text {
        var text = self
        for index in text.runs.indices { text.runs[index].modifiers.append(modifier) }
        return text
    }

    public func bold(_ isActive: Bool = true) -> Text { with(.bold(isActive)) }
    public func italic(_ isActive: Bool = true) -> Text { with(.italic(isActive)) }
    public func underline(
        _ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { with(.underline(isActive)) }
    public func strikethrough(
        _ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { with(.strikethrough(isActive)) }

    public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { with($0.modifier) } ?? self }
    public func font(_ font: Font?) -> Text { font.map { font in font.modifiers.reduce(self) { $0.with($1) } } ?? self }
    public func foregroundColor(_ color: Color?) -> Text { color.map { foregroundStyle($0) } ?? self }

    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        var text = self
        // The style set first is the innermost one, and wins.
        for index in text.runs.indices where text.runs[index].style == nil {
            text.runs[index].style = Style(style: style)
        }
        return text
    }
}

@available(*, deprecated, message: "has no effect in a terminal: a cell has one font")
extension Text {
    public func monospaced(_ isActive: Bool = true) -> Text { self }
    public func monospacedDigit() -> Text { self }
    public func fontDesign(_ design: Font.Design?) -> Text { self }
    public func kerning(_ kerning: CGFloat) -> Text { self }
    public func tracking(_ tracking: CGFloat) -> Text { self }
    public func baselineOffset(_ offset: CGFloat) -> Text { self }
}

extension Text: View, Primitive {
    func update(_ viewNode: ViewNode) {
        var text = self
        if runs.contains(where: { $0.clock != nil }) {
            for index in runs.indices { if let clock = runs[index].clock { text.runs[index].text = clock.text } }
            if runs.contains(where: { $0.clock?.isRunning == true }) { viewNode.stored(Ticker()).follow(viewNode) }
        }
        let node = text.node(in: viewNode.environment, id: viewNode.address)
        viewNode.setLowering { [node] }
    }

    /// The text as it looks in an environment.
    @MainActor func node(in environment: EnvironmentValues, id: String? = nil) -> Node {
        var text = cased(environment.textCase).colored(in: environment)
        if environment.redactionReasons.contains(.placeholder) {
            for index in text.runs.indices { text.runs[index].text = String(text.runs[index].text.map { $0 == " " ? " " : "░" }) }
        }
        return text.node(id)
    }

    @MainActor private func colored(in environment: EnvironmentValues) -> Text {
        var text = self
        for index in text.runs.indices {
            guard let style = text.runs[index].style?.style else { continue }
            text.runs[index].style = nil
            text.runs[index].modifiers.append(.foreground(style.resolvedColor(in: environment).model))
        }
        return text
    }

    private func cased(_ textCase: Case?) -> Text {
        guard let textCase else { return self }
        var text = self
        for index in runs.indices {
            let words = runs[index].text
            text.runs[index].text = textCase == .uppercase ? words.uppercased() : words.lowercased()
        }
        return text
    }

    /// If all parts have the same style, the node has it; otherwise each run keeps its own.
    private func node(_ address: String?) -> Node {
        var visible: [Run] = []
        for run in runs where !run.text.isEmpty {
            if visible.last?.modifiers == run.modifiers {
                visible[visible.count - 1].text += run.text
            } else {
                visible.append(run)
            }
        }
        guard visible.count > 1 else {
            return Node(.text(TextContent(string)), id: address, modifiers: visible.first?.modifiers ?? [])
        }
        return Node(.text(TextContent(runs: visible.map(\.node))), id: address)
    }
}

extension Text.Run {
    /// The modifier applied first is the innermost one, and wins.
    fileprivate var node: TextRun {
        var run = TextRun(text)
        for modifier in modifiers.reversed() {
            switch modifier {
            case .bold(let value): run.bold = value
            case .italic(let value): run.italic = value
            case .underline(let value): run.underline = value
            case .strikethrough(let value): run.strikethrough = value
            case .dim(let value): run.dim = value
            case .foreground(let color): run.foreground = color
            default: break
            }
        }
        return run
    }
}
