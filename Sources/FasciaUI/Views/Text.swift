import FasciaModel

/// Words.
public struct Text: Equatable, Sendable {
    /// A part with one look.
    struct Run: Hashable, Sendable {
        var text: String
        var modifiers: [FasciaModel.Modifier] = []
    }

    var runs: [Run]
    var string: String { runs.map(\.text).joined() }

    public init(_ key: LocalizedStringKey) { runs = [Run(text: key.text)] }
    public init(verbatim content: String) { runs = [Run(text: content)] }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { runs = [Run(text: String(content))] }

    public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatInput: Equatable, Format.FormatOutput == String {
        runs = [Run(text: format.format(input))]
    }

    public static func + (left: Text, right: Text) -> Text {
        var text = left
        text.runs += right.runs
        return text
    }

    func with(_ modifier: FasciaModel.Modifier) -> Text {
        var text = self
        for index in text.runs.indices { text.runs[index].modifiers.append(modifier) }
        return text
    }

    public func bold(_ isActive: Bool = true) -> Text { with(.bold(isActive)) }
    public func italic(_ isActive: Bool = true) -> Text { with(.italic(isActive)) }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { with(.underline(isActive)) }

    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        with(.strikethrough(isActive))
    }

    public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { with($0.modifier) } ?? self }
    public func font(_ font: Font?) -> Text { font.map { font in font.modifiers.reduce(self) { $0.with($1) } } ?? self }
    public func foregroundColor(_ color: Color?) -> Text { color.map { with(.foreground($0.named)) } ?? self }
    public func monospaced(_ isActive: Bool = true) -> Text { self }
    public func monospacedDigit() -> Text { self }
    public func kerning(_ kerning: CGFloat) -> Text { self }
    public func tracking(_ tracking: CGFloat) -> Text { self }
}

extension Text: View {
    public typealias Body = Never
}

extension Text: Primitive {
    func update(_ place: Place) {
        place.lower { [self, address = place.address] in [node(address)] }
    }

    /// What all its parts have in common holds for the whole: a node of text has one look.
    private func node(_ address: String) -> Node {
        let visible = runs.filter { !$0.text.isEmpty }
        let common = (visible.first?.modifiers ?? []).filter { modifier in
            visible.allSatisfy { $0.modifiers.contains(modifier) }
        }
        return Node(.text(TextContent(string)), id: address, modifiers: common)
    }
}
