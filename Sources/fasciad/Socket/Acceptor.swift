import FasciaModel
import FasciaWire
import Glibc
import NIOCore
import NIOPosix

/// Makes a client of every connection to the listening socket.
enum Acceptor {
    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - descriptor: a bound socket, which the channel takes over.
    ///   - core: confined to `loop`, on which all the connections run, too.
    static func listen(
        on descriptor: Int32, loop: any EventLoop, core: NIOLoopBound<Core>
    ) async throws -> any Channel {
        try await ServerBootstrap(group: loop)
            // A burst of clients waits in the kernel's queue; the kernel caps this at net.core.somaxconn.
            .serverChannelOption(.backlog, value: 4_096)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Writable again as soon as the peer has read anything to speak of: that is how one that reads slowly
            // differs from one that does not read.
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 65_536, high: 131_072))
            .childChannelInitializer { channel in
                guard let provider = channel as? any SocketOptionProvider else {
                    return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
                }
                let credentials: EventLoopFuture<Peer.Credentials> = provider.unsafeGetSocketOption(
                    level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET),
                    name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
                return credentials.flatMapThrowing { credentials in
                    try core.value.accept(Peer(credentials), channel: channel)
                }
            }
            .withBoundSocket(descriptor)
            .get()
    }
}

extension Core {
    /// Gives a new connection its client, or says why there is no room for it and closes it.
    func accept(_ peer: Peer, channel: any Channel) throws {
        guard let client = connected(peer) else {
            logger.warning(
                "no room for another connection",
                metadata: ["pid": "\(peer.pid)", "limit": "\(settings.clientLimit)"])
            var writer = JSONWriter()
            writer.reply(
                id: .null,
                error: WireError(
                    Refusal(
                        .limit,
                        "\(settings.clientLimit) connections are open, which is the limit: close one, or start "
                            + "fasciad with a higher --max-clients",
                        details: ["limit": "clients", "value": .int(settings.clientLimit)])))
            channel.writeAndFlush(ByteBuffer(bytes: writer.bytes)).whenComplete { _ in channel.close(promise: nil) }
            return
        }
        try channel.pipeline.syncOperations.addHandler(ConnectionHandler(core: self, client: client))
    }
}
