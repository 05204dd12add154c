import FasciaModel
import FasciaWire
import Glibc
import Logging
import NIOCore

/// Bytes in, lines to the core; the core's output to bytes. Knows nothing of what the lines say.
///
/// Memory stays bounded whatever the peer does: a line over the limit is not kept; a peer that does not read its
/// replies is not read either, so that its own requests pile up at its own end.
final class ConnectionHandler: ChannelDuplexHandler, ClientTransport {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let core: Core
    private let client: Client
    private var context: ChannelHandlerContext?
    private var input = ByteBuffer()
    private var splitter: LineSplitter
    private var isProcessing = false
    /// The peer has said all it will say; it may still read.
    private var inputEnded = false
    private var isReadHeld = false
    private var stall: Scheduled<Void>?

    init(core: Core, client: Client) {
        self.core = core
        self.client = client
        splitter = LineSplitter(limit: core.settings.lineLimit)
    }

    // MARK: - Input

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        client.transport = self
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if input.readableBytes == 0 { input = bytes } else { input.writeBuffer(&bytes) }
        process()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            inputEnded = true
            process()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        client.transport = nil
        core.disconnected(client)
        core.flush()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the peer is an ordinary way to leave.
        core.logger.debug("connection failed", metadata: ["client": "\(client.id)", "error": "\(error)"])
        context.close(promise: nil)
    }

    /// Holds reading back while there are lines that cannot be answered yet.
    func read(context: ChannelHandlerContext) {
        if mayProcess { context.read() } else { isReadHeld = true }
    }

    private var mayProcess: Bool { client.acceptsOutput && !client.isWaiting }

    private func process() {
        guard !isProcessing, context != nil else { return }
        isProcessing = true
        processLines()
        isProcessing = false
        core.flush()
        guard let context else { return }
        if mayProcess {
            if isReadHeld {
                isReadHeld = false
                context.read()
            }
            if inputEnded { finish() }
        }
    }

    private func processLines() {
        while mayProcess {
            var isWaitingForMore = false
            let consumed = input.withUnsafeReadableBytes { unread in
                var offset = 0
                while mayProcess {
                    let rest = UnsafeRawBufferPointer(rebasing: unread[offset...])
                    switch splitter.next(rest) {
                    case .line(let length, let consumed):
                        core.receive(UnsafeRawBufferPointer(rebasing: rest[..<length]), from: client)
                        offset += consumed
                    case .tooLong(let consumed):
                        core.refuseLongLine(of: client)
                        offset += consumed
                    case .incomplete(let consumed):
                        isWaitingForMore = true
                        return offset + consumed
                    }
                }
                return offset
            }
            input.moveReaderIndex(forwardBy: consumed)
            if isWaitingForMore || input.readableBytes == 0 { break }
        }
        // A buffer that has held a long line is given back.
        if input.readableBytes == 0 { input = ByteBuffer() } else { input.discardReadBytes() }
    }

    /// The peer has closed its side and all its lines are answered. A last line without its end counts as a line.
    private func finish() {
        if input.readableBytes > 0 {
            let rest = input
            input = ByteBuffer()
            rest.withUnsafeReadableBytes { core.receive($0, from: client) }
            core.flush()
        }
        // Whoever watches or shows the panel still reads.
        guard client.watches.isEmpty, client.terminals.isEmpty, !client.isWaiting, client.output.bytes.isEmpty else {
            return
        }
        close()
    }

    // MARK: - Output

    var isWritable: Bool { context?.channel.isWritable == true }

    func flush() {
        guard let context, !client.output.bytes.isEmpty else { return }
        guard context.channel.isWritable else {
            holdBack(context)
            return
        }
        var buffer = context.channel.allocator.buffer(capacity: client.output.bytes.count)
        buffer.writeBytes(client.output.bytes)
        client.output.bytes.removeAll(keepingCapacity: client.output.bytes.count < Client.outputLimit)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        if !context.channel.isWritable { holdBack(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        stall?.cancel()
        stall = nil
        flush()
        core.reads(client)
        process()
    }

    func resume() { process() }

    /// Closes once the kernel has taken what was written.
    private func close() {
        guard let context else { return }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }

    func closeNow() -> EventLoopFuture<Void>? {
        guard let context else { return nil }
        flush()
        // Whoever does not read does not keep the daemon from ending.
        return context.channel.close()
    }

    /// The peer does not read: it is left alone for a while, and then it goes.
    private func holdBack(_ context: ChannelHandlerContext) {
        guard stall == nil else { return }
        let patience = core.settings.stallLimit
        stall = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [weak self] in
            guard let self, let context = self.context else { return }
            self.core.logger.warning(
                "closing a connection that has not read for \(patience.nanoseconds / 1_000_000_000) s",
                metadata: [
                    "client": "\(self.client.id)", "pid": "\(self.client.peer.pid)", "command": "\(self.client.name)",
                ])
            context.close(promise: nil)
        }
    }
}
