/// Why a text is not valid JSON, and where.
public struct ParseError: Error, Hashable, Sendable {
    /// In bytes from the start of the text.
    public var offset: Int
    public var message: String

    public init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }
}
