import FasciaDocument

extension View {
    /// The maximum number of lines of each text inside; `nil` for no limit.
    public func lineLimit(_ number: Int?) -> some View { environment(\.lineLimit, number) }

    /// The number of lines of a growing text field. The upper bound also limits texts.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { environment(\.lineRange, limit) }
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(1...max(1, limit.upperBound)) }
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        lineLimit(limit.lowerBound...max(limit.lowerBound, TextFieldContent.maximumLines))
    }
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        lineLimit((reservesSpace ? limit : 1)...max(1, limit))
    }

    /// The alignment of the lines of each text inside.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        environment(\.multilineTextAlignment, alignment)
    }

    /// Where each text inside is truncated if it does not fit.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { environment(\.truncationMode, mode) }

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
    @Entry public var multilineTextAlignment: TextAlignment = .leading
    @Entry public var truncationMode: Text.TruncationMode = .tail
    @Entry var lineRange: ClosedRange<Int>?

    /// The maximum number of lines of a text here; `nil` for no limit.
    public var lineLimit: Int? {
        get { lineRange?.upperBound }
        set { lineRange = newValue.map { 1...max(1, $0) } }
    }
}

// MARK: - Texts to the renderer

extension EnvironmentValues {
    /// What tells the renderer of a value that was set by this path, inside of what has other values.
    @MainActor func drawnAs(
        _ path: PartialKeyPath<EnvironmentValues>, in outer: EnvironmentValues
    ) -> [FasciaDocument.Modifier] {
        switch path {
        case \EnvironmentValues.font: font?.modifiers ?? []
        case \EnvironmentValues.multilineTextAlignment: [.textAlignment(multilineTextAlignment.model)]
        case \EnvironmentValues.truncationMode: [.truncation(truncationMode.model)]
        case \EnvironmentValues.lineLimit, \EnvironmentValues.lineRange:
            // No limit inside a limited view needs an explicit maximum, which overrides the outer limit.
            if let lineRange {
                [.lineLimit(max(1, lineRange.upperBound))]
            } else {
                outer.lineRange == nil ? [] : [.lineLimit(.max)]
            }
        default: []
        }
    }
}

extension TextAlignment {
    fileprivate var model: LineAlignment {
        switch self {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}

extension Text.TruncationMode {
    fileprivate var model: Truncation {
        switch self {
        case .head: .head
        case .middle: .middle
        case .tail: .tail
        }
    }
}

extension ClosedRange<Int> {
    /// The lines of a text field, within what one can have.
    var fieldLines: ClosedRange<Int> {
        let most = TextFieldContent.maximumLines
        return Swift.min(Swift.max(lowerBound, 1), most)...Swift.min(Swift.max(upperBound, 1), most)
    }
}
