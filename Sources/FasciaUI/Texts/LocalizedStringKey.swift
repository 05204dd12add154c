/// The content of a `Text`, with interpolated values. Fascia does not translate: the key itself is shown.
public struct LocalizedStringKey: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The literal parts, which may contain Markdown, and the interpolated values and texts.
    private let parts: [Part]

    enum Part: Equatable, Sendable {
        case literal(String)
        case value(String)
        case text(Text)
    }

    public init(_ value: String) { parts = [.literal(value)] }
    public init(stringLiteral value: String) { parts = [.literal(value)] }
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    var runs: [Text.Run] { Markdown.runs(of: parts) }
    var text: String { runs.map(\.text).joined() }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate(set) var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.literal(literal)) }
        }

        public mutating func appendInterpolation<Value>(_ value: Value) { parts.append(.value("\(value)")) }
        /// A whole number, with its digits in groups, as in SwiftUI.
        public mutating func appendInterpolation<Value: FixedWidthInteger>(_ value: Value) {
            parts.append(.value(value.formatted()))
        }
        public mutating func appendInterpolation(_ text: Text) { parts.append(.text(text)) }
        public mutating func appendInterpolation(_ image: Image) { parts.append(.value(image.glyph)) }

        public mutating func appendInterpolation<Subject>(_ subject: Subject, formatter: Formatter) {
            appendInterpolation(Text(subject, formatter: formatter))
        }

        /// - Parameter specifier: a format for `String(format:)`: `%.2f`.
        public mutating func appendInterpolation<Value: CVarArg>(_ value: Value, specifier: String) {
            parts.append(.value(String(format: specifier, value)))
        }

        public mutating func appendInterpolation<Value, Format: FormatStyle>(_ value: Value, format: Format)
        where Format.FormatInput == Value, Format.FormatOutput == String {
            parts.append(.value(format.format(value)))
        }
    }
}

/// A text by its words: there is no table of translations.
public typealias LocalizedStringResource = LocalizedStringKey
