/// Text that is not JSON: what is wrong, and where.
public struct ParseError: Error, Hashable, Sendable {
    /// Bytes from the beginning of the text.
    public var offset: Int
    public var message: String

    public init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }
}
