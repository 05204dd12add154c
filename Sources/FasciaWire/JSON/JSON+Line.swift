import FasciaDocument

extension JSON {
    /// The JSON text on one line; nonprintable characters are escaped.
    package var line: String {
        var writer = JSONWriter()
        writer.write(self)
        return Printable.json(writer.text)
    }

    /// A string without quotes, a whole number without a fraction, anything else as JSON: for people and shell variables.
    package var plain: String {
        if case .double = self { return displayText }
        return stringValue ?? line
    }
}
