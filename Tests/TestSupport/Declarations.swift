import FasciaDocument
import FasciaModel

// Short declarations for tests.

extension OptionDeclaration: ExpressibleByUnicodeScalarLiteral {}
extension OptionDeclaration: ExpressibleByExtendedGraphemeClusterLiteral {}
extension OptionDeclaration: ExpressibleByStringLiteral {
    /// `"ham"` is an option that is off, `"+ham"` is on, `"-ham"` is disabled, and `"-+ham"` is both.
    public init(stringLiteral text: String) {
        let id = text.drop { $0 == "+" || $0 == "-" }
        let marks = text.prefix(text.count - id.count)
        self.init(id: String(id), on: marks.contains("+") ? true : nil, disabled: marks.contains("-") ? true : nil)
    }
}

extension PickerElement: ExpressibleByUnicodeScalarLiteral {}
extension PickerElement: ExpressibleByExtendedGraphemeClusterLiteral {}
extension PickerElement: ExpressibleByStringLiteral {
    /// An element whose label is its id.
    public init(stringLiteral id: String) { self.init(id: id, label: id) }
}
