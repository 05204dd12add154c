import FasciaModel
import FasciaWire
import NIOCore

/// What a connection is asked to send.
enum Outgoing: Sendable {
    case call(String, JSON.Object, limit: Duration?, EventLoopPromise<JSON>)
    case notification(String, JSON.Object)
    case answer(RequestID, Result<JSON, RemoteError>)
}

/// Matches answers with calls, and hands notifications on. Lives on the connection's event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Outgoing
    typealias OutboundOut = ByteBuffer

    private struct Waiting {
        var promise: EventLoopPromise<JSON>
        var limit: Scheduled<Void>?
    }

    private let path: String
    private let notifications: Notifications.Producer.Source
    private var waiting: [RequestID: Waiting] = [:]
    private var nextID = 1
    /// The reader of the notifications is behind.
    private var isBehind = false
    /// The channel wanted to read, and was not let.
    private var isReadHeld = false
    /// Why the connection ends, where more is known than that it does.
    private let ending: Ending
    /// It has spoken the protocol.
    private var hasSpoken = false
    private var isClosedByUs = false
    /// Whether the reader of the notifications answers the daemon's requests.
    private let takesRequests: Bool

    init(path: String, notifications: Notifications.Producer.Source, ending: Ending, takesRequests: Bool) {
        self.path = path
        self.ending = ending
        self.takesRequests = takesRequests
        self.notifications = notifications
    }

    // MARK: - Sending

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var writer = JSONWriter(capacity: 128)
        switch unwrapOutboundIn(data) {
        case .notification(let method, let params):
            writer.call(id: nil, method: method, params: params)
        case .answer(let id, .success(let result)): writer.reply(id: id, result: result)
        case .answer(let id, .failure(let error)): writer.reply(id: id, error: error)
        case .call(let method, let params, let limit, let result):
            guard context.channel.isActive else {
                result.fail(ending.reason ?? ConnectionError.lost(path))
                promise?.fail(ChannelError.ioOnClosedChannel)
                return
            }
            let id = RequestID(nextID)
            nextID += 1
            writer.call(id: id, method: method, params: params)
            wait(for: id, of: method, limit: limit, result, context: context)
        }
        context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: writer.bytes)), promise: promise)
        readIfHeld(context)
    }

    private func wait(
        for id: RequestID, of method: String, limit: Duration?, _ result: EventLoopPromise<JSON>,
        context: ChannelHandlerContext
    ) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let scheduled = limit.map { limit in
            context.eventLoop.scheduleTask(in: TimeAmount(limit)) {
                let this = handler.value
                this.waiting.removeValue(forKey: id)?.promise.fail(
                    ConnectionError.noAnswer(this.path, to: method, within: limit))
            }
        }
        waiting[id] = Waiting(promise: result, limit: scheduled)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        isClosedByUs = true
        context.close(mode: mode, promise: promise)
    }

    // MARK: - Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let line = unwrapInboundIn(data)
        let message = line.withUnsafeReadableBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { LineParser.parse($0) }
        }
        take(message, context: context)
    }

    private func take(_ message: Message, context: ChannelHandlerContext) {
        defer { hasSpoken = true }
        switch message {
        case .response(.null, .failure(let error)): refuse(error)
        case .response(let id, let result):
            // An answer that nobody waits for came after its time limit.
            guard let call = waiting.removeValue(forKey: id) else { return }
            call.limit?.cancel()
            call.promise.completeWith(result.mapError { $0 as any Error })
        case .call(let id, let method, let params):
            if let id, !takesRequests { return decline(id, method, context: context) }
            let notification = Notification(method: method, params: params, request: id)
            if case .stopProducing = notifications.yield(notification) { isBehind = true }
        case .batch(let messages):
            for message in messages { take(message, context: context) }
        case .invalid(_, let error), .invalidResponse(_, let error):
            let what = error.message
            fail(with: hasSpoken ? .unreadable(path, what) : .notFascia(path, what), context: context)
        }
    }

    private func decline(_ id: RequestID, _ method: String, context: ChannelHandlerContext) {
        var writer = JSONWriter()
        writer.reply(id: id, error: .methodNotFound(method))
        let reply = context.channel.allocator.buffer(bytes: writer.bytes)
        context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
    }

    /// The daemon could not read which request it refuses, or it refuses the connection as a whole.
    private func refuse(_ error: RemoteError) {
        if waiting.count == 1, let (id, call) = waiting.first {
            waiting[id] = nil
            call.limit?.cancel()
            call.promise.fail(error)
        } else if waiting.isEmpty {
            ending.set(error)
        }
    }

    /// Reading stops while the reader of the notifications is behind, so that the daemon knows. But not while a call
    /// waits: its answer comes after them, and the reader may be the one who waits for it.
    func read(context: ChannelHandlerContext) {
        if isBehind, waiting.isEmpty {
            isReadHeld = true
        } else {
            context.read()
        }
    }

    private func readIfHeld(_ context: ChannelHandlerContext) {
        guard isReadHeld else { return }
        isReadHeld = false
        context.read()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ReadingControl.CaughtUp else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        isBehind = false
        readIfHeld(context)
        promise?.succeed()
    }

    // MARK: - The end

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is LineDecoder.LineTooLong:
            fail(with: .notFascia(path, "a line of more than \(LineDecoder.longestLine) bytes"), context: context)
        // The daemon has closed its side; channelInactive follows.
        case is IOError: context.close(promise: nil)
        default: fail(with: .system(path, "\(error)"), context: context)
        }
    }

    private func fail(with error: ConnectionError, context: ChannelHandlerContext) {
        ending.set(error)
        context.close(promise: nil)
    }

    private func end() {
        ending.set(ConnectionError.lost(path))
        let error = ending.reason ?? ConnectionError.lost(path)
        let calls = waiting.values
        waiting = [:]
        for call in calls {
            call.limit?.cancel()
            call.promise.fail(error)
        }
        if isClosedByUs { notifications.finish() } else { notifications.finish(error) }
    }
}

/// Tells the connection that the reader of its notifications has caught up, or is gone.
final class ReadingControl: NIOAsyncSequenceProducerDelegate {
    struct CaughtUp: Sendable {}

    private let channel: any Channel

    init(channel: any Channel) { self.channel = channel }

    func produceMore() { channel.triggerUserOutboundEvent(CaughtUp(), promise: nil) }

    /// Nobody reads the notifications any more; they are dropped from now on.
    func didTerminate() { produceMore() }
}
