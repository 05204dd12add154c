import NIOCore

/// Cuts what comes into lines, without their line feeds.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// A daemon that sends more without a line feed is none.
    static let longestLine = 256 * 1024 * 1024

    struct LineTooLong: Error {}

    /// How much of the buffer is known to have no line feed.
    private var scanned = 0

    mutating func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
        let unread = buffer.readableBytesView.dropFirst(scanned)
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.readableBytes
            guard scanned <= Self.longestLine else { throw LineTooLong() }
            return nil
        }
        scanned = 0
        let line = buffer.readSlice(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        return line
    }

    /// A line that was cut off by the end of the connection says nothing.
    mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
        try decode(buffer: &buffer)
    }
}
