import FasciaDocument

extension View {
    /// The maximum number of lines of each text inside; `nil` for no limit.
    public func lineLimit(_ number: Int?) -> some View { modifier(LineLimitModifier(range: number.map { 1...max(1, $0) })) }

    /// The number of lines of a growing text field. The upper bound also limits texts.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { modifier(LineLimitModifier(range: limit)) }
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(1...max(1, limit.upperBound)) }
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        lineLimit(limit.lowerBound...max(limit.lowerBound, TextFieldContent.maximumLines))
    }
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        lineLimit((reservesSpace ? limit : 1)...max(1, limit))
    }

    /// The alignment of the lines of each text inside.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        let alignment: LineAlignment =
            switch alignment {
            case .leading: .leading
            case .center: .center
            case .trailing: .trailing
            }
        return node(.textAlignment(alignment))
    }

    /// Where each text inside is truncated if it does not fit.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        let mode: Truncation =
            switch mode {
            case .head: .head
            case .middle: .middle
            case .tail: .tail
            }
        return node(.truncation(mode))
    }

    /// Shows all texts inside in upper or lower case.
    public func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }

    // A cell has one font and one size.
}

public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }

public struct TextSelectability: Hashable, Sendable {
    public static let enabled = TextSelectability(), disabled = TextSelectability()
}

extension Text {
    public enum TruncationMode: Hashable, Sendable { case head, middle, tail }
    public enum Case: Hashable, Sendable { case uppercase, lowercase }
}

extension EnvironmentValues {
    @Entry public var textCase: Text.Case?
}

/// Sets the maximum number of lines of texts, and the range for text fields.
private struct LineLimitModifier: ViewModifier, PrimitiveModifier {
    let range: ClosedRange<Int>?

    func update(_ viewNode: ViewNode, content: any View) {
        var environment = viewNode.environment
        let most = TextFieldContent.maximumLines
        environment.lineRange = range.map { min(max($0.lowerBound, 1), most)...min(max($0.upperBound, 1), most) }
        viewNode.updatePassthrough(content, environment: environment)
        // `lineLimit(nil)` inside a limited view needs an explicit maximum, which overrides the outer limit.
        let isLifted = viewNode.environment.lineRange != nil
        let limit = range.map { max(1, $0.upperBound) } ?? (isLifted ? .max : nil)
        viewNode.setLowering { [unowned viewNode] in
            viewNode.childNodes.map { node in limit.map { node.with([.lineLimit($0)]) } ?? node }
        }
    }
}

extension EnvironmentValues {
    @Entry var lineRange: ClosedRange<Int>?

    /// The maximum number of lines of a text here; `nil` for no limit.
    public var lineLimit: Int? {
        get { lineRange?.upperBound }
        set { lineRange = newValue.map { 1...max(1, $0) } }
    }
}
