import FasciaModel

extension View {
    public func lineLimit(_ number: Int?) -> some View {
        modifier(NodeModifier(modifiers: number.map { [.lineLimit(max(1, $0))] } ?? []))
    }

    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lineLimit(limit.upperBound) }
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(limit.upperBound) }
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lineLimit(limit) }

    /// Where the lines of each text in it stand that are shorter than its longest.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        let alignment: FasciaModel.TextAlignment = switch alignment {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
        return node(.textAlignment(alignment))
    }

    /// Where each text in it is cut that does not fit.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        let mode: Truncation = switch mode {
        case .head: .head
        case .middle: .middle
        case .tail: .tail
        }
        return node(.truncation(mode))
    }

    /// All texts in it in capitals, or in small letters.
    public func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }

    // A cell has one font, one size and one line.
    public func lineSpacing(_ spacing: CGFloat) -> some View { self }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func monospaced(_ isActive: Bool = true) -> some View { self }
    public func monospacedDigit() -> some View { self }
    public func fontDesign(_ design: Font.Design?) -> some View { self }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func allowsTightening(_ flag: Bool) -> some View { self }
    public func textSelection(_ selectability: TextSelectability) -> some View { self }
}

public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }

public struct TextSelectability: Hashable, Sendable {
    public static let enabled = TextSelectability()
    public static let disabled = TextSelectability()
}

extension Text {
    public enum TruncationMode: Hashable, Sendable { case head, middle, tail }
    public enum Case: Hashable, Sendable { case uppercase, lowercase }
}

private struct TextCaseKey: EnvironmentKey { static var defaultValue: Text.Case? { nil } }

extension EnvironmentValues {
    public var textCase: Text.Case? {
        get { self[TextCaseKey.self] }
        set { self[TextCaseKey.self] = newValue }
    }
}
