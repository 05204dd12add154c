import CLinux
import FasciaLoop
import FasciaWire
import Glibc
import Logging

/// Splits the bytes of a socket into lines for the line processor and sends the client's output. Does not interpret the lines.
///
/// Memory is bounded: an overlong line is not stored, and a peer that does not read its replies is not read from, so
/// that its requests queue in its own socket.
final class ClientConnection: EventHandler, ClientTransport {
    private let owner: Connections
    private let client: Client
    private let descriptor: Int32
    /// Whether the peer may have attached descriptors to its bytes.
    private let mayHaveDescriptors: Bool
    /// Unprocessed input: the beginning of a line, or lines that have to wait.
    private var input: [UInt8] = []
    private var scanner: LineScanner
    private var output = UnsentBytes()
    private var interest = usual
    /// The interest of a connection whose peer reads its output.
    private static let usual: Interest = [.readable, .ended, .edgeTriggered]
    /// Maximum number of lines that are executed in one event loop turn.
    private static let maximumLines = 64
    private var work = Work.idle
    private var peer = Reach.there
    /// The peer has closed its sending side. It may still read.
    private var inputEnded = false
    /// The timeout for a peer that does not read; runs while unsent output exceeds the limit.
    private var stall: Timer?
    private var lastSent = Moment.now

    private enum Work {
        case idle
        /// Lines are being executed further up the stack.
        case processing
        /// The rest goes on in a later turn of the loop, which is asked for.
        case yielded
    }

    private enum Reach {
        case there
        /// It has closed the connection. Output is dropped, but the lines received before are still executed.
        case gone
        /// The socket is closed.
        case closed
    }

    private var isClosed: Bool { peer == .closed }

    /// Takes ownership of a connected socket.
    ///
    /// - Parameter session: The unread and unsent bytes that the previous process handed over; `nil` for a new
    ///   connection.
    init(
        descriptor: Int32, client: Client, owner: Connections, session: ClientSession? = nil
    ) throws(LoopError) {
        self.descriptor = descriptor
        mayHaveDescriptors = !AttachedDescriptors.areRefused(by: descriptor)
        self.client = client
        self.owner = owner
        scanner = LineScanner(limit: owner.settings.lineLimit, isInsideOverlongLine: session?.isInsideOverlongLine ?? false)
        if let session {
            input = session.input
            output.keep(session.output, from: 0)
            if !output.isEmpty { interest.insert(.writable) }
        }
        try owner.loop.add(descriptor, for: interest, self)
        client.transport = self
        if !isWritable { startStallTimer() }
    }

    func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) { drain() }
        let isGone = readiness.contains(.hungUp) || readiness.contains(.failed)
        if readiness.contains(.readable), !inputEnded, mayProcess {
            // Edge-triggered: unread input is not reported again unless the descriptor is registered again.
            let mayBeMore = read() || readiness.contains(.ended)
            if inputEnded, isGone { peerClosed() } else if !inputEnded, mayBeMore { rearm() }
            return
        }
        // Not read yet: removing the interest makes `watch` register it again later, which reports the input again.
        if readiness.contains(.readable) { interest.remove(.readable) }
        // The peer is gone, so no request has to wait for output to be sent.
        if isGone { peerClosed() }
    }

    // MARK: - Input

    /// - Returns: Whether there may be more to read.
    private func read() -> Bool {
        let space = owner.buffer.bytes
        var room = space.count
        if mayHaveDescriptors {
            switch AttachedDescriptors.peek(at: descriptor, space) {
            case .descriptors:
                refuseDescriptors()
                return false
            // Bytes that have arrived since then may have some.
            case .bytes(let count): if count > 0 { room = count }
            }
        }
        let count = Glibc.recv(descriptor, space.baseAddress, room, 0)
        guard count > 0 else {
            if count == 0 {
                inputEnded = true
                process()
            } else if !isTransient(errno) {
                // Connection reset: the peer closed it with unread output.
                closeSocket()
            } else {
                return errno == EINTR
            }
            return false
        }
        let bytes = UnsafeRawBufferPointer(rebasing: space[..<count])
        if input.isEmpty {
            // Common case: only whole lines arrived, which need no copy.
            let (consumed, isPaused) = processLines(bytes)
            if consumed < count { input.append(contentsOf: bytes[consumed...]) }
            updateInterest(isPaused: isPaused)
        } else {
            input.append(contentsOf: bytes)
            process()
        }
        return count == space.count
    }

    /// Ends the connection.
    private func refuseDescriptors() {
        owner.logger.warning(
            "closing a connection that has sent descriptors",
            metadata: ["client": "\(client.id)", "pid": "\(client.peer.pid)", "command": "\(client.origin.name ?? "unknown")"])
        client.output.reply(id: .null, error: .invalidRequest("descriptors cannot be sent to the daemon: send lines only"))
        closeNow()
    }

    private var mayProcess: Bool { work != .yielded && isWritable && client.hasRoom && client.acceptsLines }

    /// Processes the stored input.
    private func process() {
        guard work == .idle, !isClosed else { return }
        let (consumed, isPaused) = input.withUnsafeBytes { processLines($0) }
        // A new array releases the memory of a long line.
        if consumed == input.count { input = [] } else { input.removeFirst(consumed) }
        updateInterest(isPaused: isPaused)
    }

    /// - Returns: The number of consumed bytes, and whether input or the rest of a batch is unprocessed because there is too much
    ///   unsent output, or a reply to wait for.
    private func processLines(_ unread: UnsafeRawBufferPointer) -> (consumed: Int, isPaused: Bool) {
        work = .processing
        defer { if work == .processing { work = .idle } }
        var offset = 0
        var lines = 0
        while mayProcess {
            guard offset < unread.count || client.canContinueBatch || client.hasDeferred else { return (offset, false) }
            // Process at least one line of each connection, even if the turn is used up.
            guard lines == 0 || lines < Self.maximumLines && !owner.loop.isTurnSpent else {
                yield()
                return (offset, false)
            }
            lines += 1
            let isDone: Bool
            if client.canContinueBatch {
                isDone = owner.lines.continueBatch(of: client)
            } else if client.hasDeferred {
                isDone = owner.lines.receiveDeferred(from: client)
            } else {
                let rest = UnsafeRawBufferPointer(rebasing: unread[offset...])
                let step = scanner.next(rest)
                switch step {
                case .line(let length, _):
                    isDone = owner.lines.receive(UnsafeRawBufferPointer(rebasing: rest[..<length]), from: client)
                case .tooLong:
                    owner.lines.refuseLongLine(of: client)
                    isDone = true
                case .incomplete: return (offset + step.consumed, false)
                }
                if isDone { offset += step.consumed }
            }
            guard isDone else {
                yield()
                return (offset, false)
            }
        }
        return (offset, true)
    }

    /// After processing lines: sends the output and updates the interest in the descriptor.
    ///
    /// - Parameter isPaused: what `processLines` has returned.
    private func updateInterest(isPaused: Bool) {
        // Common case: the output is sent with that of all other clients, and the interest stays the same.
        guard isPaused || inputEnded || !mayProcess || interest != Self.usual else { return }
        owner.host?.endTurn()
        if isPaused, mayProcess {
            // All output was sent, so no event will continue the processing.
            return yield()
        }
        if inputEnded, mayProcess { finish() }
        watch()
    }

    private func yield() {
        work = .yielded
        owner.loop.yield { [self] in
            work = .idle
            process()
            // Registering again reports the hang-up again; the connection is closed once no lines are left.
            if peer == .gone { rearm() }
        }
    }

    /// The peer has closed its sending side. Processes an unterminated last line, and closes the connection once all
    /// replies have been sent.
    private func finish() {
        if scanner.endsInLongLine() {
            owner.lines.refuseLongLine(of: client)
            owner.host?.endTurn()
        } else if !input.isEmpty {
            let rest = input
            input = []
            guard rest.withUnsafeBytes({ owner.lines.receive($0, from: client) }) else {
                input = rest
                return yield()
            }
            owner.host?.endTurn()
            // The batch continues in a yielded turn.
            if client.batch != nil { return yield() }
        }
        // A client with watches or terminals still reads.
        guard client.watches.isEmpty, client.terminals.isEmpty, !client.mustDefer, client.batch == nil,
            client.output.bytes.isEmpty, unsent == 0
        else { return }
        closeSocket()
    }

    func resume() { process() }

    var hasHungUp: Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return peer != .there || poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
    }

    // MARK: - Output

    /// Whether the peer reads its output. Hysteresis: a stalled peer must read until half of the limit is left.
    var isWritable: Bool { !isClosed && unsent < (stall == nil ? 131_072 : 65_536) }

    /// Bytes that the kernel has not accepted.
    private var unsent: Int { output.count }

    func send() {
        guard client.awaitsDurability else { return sendAll() }
        // Output after a held reply is held too, which keeps the order.
        let all = client.output.bytes.count
        let rest = client.takeHeld()
        sendAll()
        client.putBack(held: rest, sent: all - rest.count - client.output.bytes.count)
    }

    private func sendAll() {
        guard !isClosed, !client.output.bytes.isEmpty else { return }
        if peer == .gone { return client.dropOutput() }
        if output.isEmpty {
            // Moved out during the call, so that `send` reads the bytes without a copy or an exclusive access to the
            // client.
            let bytes = client.output.takeBytes()
            let sent = bytes.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            let all = bytes.count
            client.output.bytes = bytes
            if sent != all { keep(from: sent) }
        } else if isWritable {
            output.append(client.output.bytes)
        } else {
            return
        }
        client.output.bytes.removeAll(keepingCapacity: client.output.bytes.count < Client.outputLimit)
        if !isWritable { startStallTimer() }
    }

    /// Stores what the kernel has not accepted.
    ///
    /// - Parameter sent: The result of `send`.
    private func keep(from sent: Int) {
        guard sent >= 0 || isTransient(errno) else { return peerClosed() }
        output.keep(client.output.bytes, from: max(0, sent))
        watch()
    }

    /// The socket is writable again: sends stored output, then continues with requests.
    private func drain() {
        while !isClosed, !output.isEmpty {
            let sent = output.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else {
                if !isTransient(errno) { peerClosed() }
                break
            }
            lastSent = .now
            output.drop(sent)
        }
        guard !isClosed, isWritable else { return }
        stall?.cancel()
        stall = nil
        owner.host?.commit()
        send()
        owner.host?.readsAgain(client)
        process()
    }

    /// Updates the interest in the descriptor to what can be processed.
    private func watch() {
        guard !isClosed else { return }
        var wanted: Interest = [.ended, .edgeTriggered]
        if !inputEnded, mayProcess { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != interest else { return }
        interest = wanted
        rearm()
    }

    /// Registers the interest again, so that a pending edge-triggered event is reported again.
    private func rearm() {
        guard !isClosed else { return }
        do throws(LoopError) { try owner.loop.change(descriptor, to: interest) } catch {
            owner.logger.error("cannot watch a connection", metadata: ["client": "\(client.id)", "error": "\(error)"])
            closeSocket()
        }
    }

    /// Starts the timeout for a peer that does not read.
    private func startStallTimer() {
        guard stall == nil, !isClosed else { return }
        lastSent = .now
        stall = owner.loop.schedule(in: owner.settings.stallLimit) { [self] in checkStall() }
    }

    private func checkStall() {
        let patience = owner.settings.stallLimit
        let end = lastSent.advanced(by: patience)
        guard end <= .now else {
            // The peer has read something in the meantime.
            stall = owner.loop.schedule(at: end) { [self] in checkStall() }
            return
        }
        owner.logger.warning(
            "closing a connection that has not read for \(patience.components.seconds) s",
            metadata: ["client": "\(client.id)", "pid": "\(client.peer.pid)", "command": "\(client.origin.name ?? "unknown")"])
        closeSocket()
    }

    // MARK: - The end

    /// The peer has closed the connection: drops its output and executes the lines that it had sent.
    private func peerClosed() {
        guard peer == .there else {
            if work != .yielded { closeSocket() }
            return
        }
        peer = .gone
        output = UnsentBytes()
        client.dropOutput()
        stall?.cancel()
        stall = nil
        owner.loop.perform { [self] in
            process()
            // Registering again reports the hang-up again; the connection is closed once no lines are left.
            rearm()
        }
    }

    func closeNow() {
        owner.host?.commit()
        send()
        closeSocket()
    }

    func handOver() -> HandedOverConnection? {
        guard peer == .there else { return nil }
        return HandedOverConnection(
            descriptor: descriptor, isInsideOverlongLine: scanner.isInsideOverlongLine, input: input,
            output: output.withUnsafeBytes { Array($0) } + client.output.bytes)
    }

    private func closeSocket() {
        guard !isClosed else { return }
        peer = .closed
        stall?.cancel()
        stall = nil
        owner.loop.remove(descriptor)
        SocketCloser.shared.end(descriptor)
        client.transport = nil
        // Deferred because this may run while this client's own lines are being processed.
        owner.loop.perform { [owner, client] in
            owner.host?.disconnected(client)
            owner.host?.endTurn()
        }
    }

    private func isTransient(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }
}
