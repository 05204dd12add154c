/// The words of a `Text`, with values in them. Fascia does not translate: the key is what is shown.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String

    public init(_ value: String) { text = value }
    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        public mutating func appendLiteral(_ literal: String) { text += literal }
        public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }
        public mutating func appendInterpolation(_ text: Text) { self.text += text.string }

        /// - Parameter specifier: as `String(format:)` takes it: `%.2f`.
        public mutating func appendInterpolation<Value: CVarArg>(_ value: Value, specifier: String) {
            text += String(format: specifier, value)
        }

        public mutating func appendInterpolation<Value, Format: FormatStyle>(_ value: Value, format: Format)
        where Format.FormatInput == Value, Format.FormatOutput == String {
            text += format.format(value)
        }
    }
}
