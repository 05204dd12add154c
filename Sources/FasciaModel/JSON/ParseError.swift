/// Text that is not JSON: what is wrong, and where.
public struct ParseError: Error, Hashable, Sendable {
    /// Bytes from the beginning of the text.
    public var offset: Int
    public var message: String

    /// Nothing but a number is wrong, which is too large.
    public var isOutOfRange: Bool

    public init(offset: Int, message: String, isOutOfRange: Bool = false) {
        self.offset = offset
        self.message = message
        self.isOutOfRange = isOutOfRange
    }
}
