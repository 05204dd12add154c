import CLinux
import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc
import Logging

/// Bytes in, lines to the core; the core's output to bytes. Knows nothing of what the lines say.
///
/// Memory stays bounded whatever the peer does: a line over the limit is not kept; a peer that does not read its
/// replies is not read either, so that its own requests pile up at its own end.
final class Connection: EventHandler, ClientTransport {
    private let core: Core
    private let client: Client
    private let descriptor: Int32
    private let buffer: ReadBuffer
    /// What has been read and not been looked at: the beginning of a line, or lines that have to wait.
    private var input: [UInt8] = []
    private var splitter: LineSplitter
    private var output = UnsentBytes()
    private var interest = usual
    /// What a connection is watched for that reads what it is sent.
    private static let usual: Interest = [.readable, .ended, .edgeTriggered]
    /// Maximum number of lines that are carried out in one event loop turn.
    private static let maximumLines = 64
    private var isProcessing = false
    /// There are lines (or the rest of a batch) that could not be looked at, because there was too much to send.
    private var isHeldUp = false
    /// It has used its turn up, and goes on when the others have had theirs.
    private var isYielding = false
    /// The peer has said all it will say; it may still read.
    private var inputEnded = false
    /// The peer has closed its connection: nobody hears what is said, but what it had sent before is still done.
    private var isUnheard = false
    private var isClosed = false
    /// Runs while there is more to send than is kept for a peer that reads.
    private var stall: Timer?
    private var lastSent = Moment.now

    /// Takes over a connected socket.
    ///
    /// - Parameter session: the unread and unsent bytes that the previous process left; `nil` for a new connection.
    init(
        descriptor: Int32, client: Client, core: Core, buffer: ReadBuffer, session: ClientSession? = nil
    ) throws(LoopError) {
        self.descriptor = descriptor
        self.client = client
        self.core = core
        self.buffer = buffer
        splitter = LineSplitter(limit: core.settings.lineLimit, isInsideOverlongLine: session?.isInsideOverlongLine ?? false)
        if let session {
            input = session.input
            output.keep(session.output, from: 0)
            if !output.isEmpty { interest.insert(.writable) }
        }
        try core.loop.add(descriptor, for: interest, self)
        client.transport = self
        if !isWritable { holdBack() }
    }

    func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) { drain() }
        let isGone = readiness.contains(.hungUp) || readiness.contains(.failed)
        if readiness.contains(.readable), !inputEnded, mayProcess {
            // Only news is reported: what is left has to be asked for again.
            let mayBeMore = read() || readiness.contains(.ended)
            if inputEnded, isGone { hangUp() } else if !inputEnded, mayBeMore { ask() }
            return
        }
        // To be asked for when it may be read: as if nothing had been asked for until now.
        if readiness.contains(.readable) { interest.remove(.readable) }
        // Nothing can be sent any more, so nothing needs to wait for being sent.
        if isGone { hangUp() }
    }

    // MARK: - Input

    /// Returns whether there may be more to read.
    private func read() -> Bool {
        let space = buffer.bytes
        let count = Glibc.recv(descriptor, space.baseAddress, space.count, 0)
        guard count > 0 else {
            if count == 0 {
                inputEnded = true
                process()
            } else if !isPassing(errno) {
                // Reset: it has gone and left unread what it was sent.
                isUnheard = true
                leave()
            } else {
                return errno == EINTR
            }
            return false
        }
        let bytes = UnsafeRawBufferPointer(rebasing: space[..<count])
        if input.isEmpty {
            // The usual case: whole lines, which need not be kept.
            isProcessing = true
            let consumed = processLines(bytes)
            isProcessing = false
            if consumed < count { input.append(contentsOf: bytes[consumed...]) }
            reconcile()
        } else {
            input.append(contentsOf: bytes)
            process()
        }
        return count == space.count
    }

    private var mayProcess: Bool { !isYielding && isWritable && client.hasRoom && client.acceptsLines }

    /// Goes on with what has been kept.
    private func process() {
        guard !isProcessing, !isYielding, !isClosed else { return }
        isProcessing = true
        let consumed = input.withUnsafeBytes { processLines($0) }
        isProcessing = false
        // A buffer that has held a long line is given back.
        if consumed == input.count { input = [] } else { input.removeFirst(consumed) }
        reconcile()
    }

    /// Returns how many bytes are not needed any more.
    private func processLines(_ unread: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        var lines = 0
        isHeldUp = false
        while mayProcess {
            guard offset < unread.count || client.batch != nil || client.hasDeferred else { return offset }
            // A spent turn still carries out one line of each connection.
            guard lines == 0 || lines < Self.maximumLines && !core.loop.isTurnSpent else {
                yield()
                return offset
            }
            lines += 1
            let isDone: Bool
            if client.batch != nil {
                isDone = core.continueBatch(of: client)
            } else if client.hasDeferred {
                isDone = core.receiveDeferred(from: client)
            } else {
                let rest = UnsafeRawBufferPointer(rebasing: unread[offset...])
                let step = splitter.next(rest)
                switch step {
                case .line(let length, _):
                    isDone = core.receive(UnsafeRawBufferPointer(rebasing: rest[..<length]), from: client)
                case .tooLong:
                    core.refuseLongLine(of: client)
                    isDone = true
                case .incomplete: return offset + step.consumed
                }
                if isDone { offset += step.consumed }
            }
            guard isDone else {
                yield()
                return offset
            }
        }
        isHeldUp = true
        return offset
    }

    /// After some lines: sends what they have caused, and looks whether there may be more.
    private func reconcile() {
        // The usual case: it is sent with all that others are sent, and there is nothing else to do.
        guard isHeldUp || inputEnded || !mayProcess || interest != Self.usual else { return }
        core.flush()
        if isHeldUp, mayProcess {
            // All of it could be sent at once: then nothing else will wake us.
            return yield()
        }
        if inputEnded, mayProcess { finish() }
        watch()
    }

    private func yield() {
        isYielding = true
        core.loop.yield { [self] in
            isYielding = false
            process()
            // To hear once more that nobody is there, when nothing is left to do.
            if isUnheard { ask() }
        }
    }

    /// The peer has closed its side and all its lines are answered. A last line without its end counts as a line.
    private func finish() {
        if splitter.endsInLongLine() {
            core.refuseLongLine(of: client)
            core.flush()
        } else if !input.isEmpty {
            let rest = input
            input = []
            guard rest.withUnsafeBytes({ core.receive($0, from: client) }) else {
                input = rest
                return yield()
            }
            core.flush()
            // A batch goes on in its next turn.
            if client.batch != nil { return yield() }
        }
        // Whoever watches or shows the panel still reads.
        guard client.watches.isEmpty, client.terminals.isEmpty, !client.mustDefer, client.batch == nil,
            client.output.bytes.isEmpty, unsent == 0
        else { return }
        leave()
    }

    func resume() { process() }

    // MARK: - Output

    /// Less for one that has had too much than for one that has not: it has to read something to speak of first.
    var isWritable: Bool { !isClosed && unsent < (stall == nil ? 131_072 : 65_536) }

    /// How many bytes the kernel has not taken.
    private var unsent: Int { output.count }

    func flush() {
        guard client.awaitsDurability else { return flushAll() }
        // What is behind a reply that waits for the disk waits with it.
        let all = client.output.bytes.count
        let rest = client.takeHeld()
        flushAll()
        client.putBack(held: rest, sent: all - rest.count - client.output.bytes.count)
    }

    private func flushAll() {
        guard !isClosed, !client.output.bytes.isEmpty else { return }
        if isUnheard { return client.dropOutput() }
        if output.isEmpty {
            // Taken out meanwhile, so that nobody has to take hold of it where it is.
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
        if !isWritable { holdBack() }
    }

    /// Keeps what the kernel has not taken.
    ///
    /// - Parameter sent: what `send` has returned.
    private func keep(from sent: Int) {
        guard sent >= 0 || isPassing(errno) else { return hangUp() }
        output.keep(client.output.bytes, from: max(0, sent))
        watch()
    }

    /// The peer has read: sends more of what was kept.
    private func drain() {
        while !isClosed, !output.isEmpty {
            let sent = output.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else {
                if !isPassing(errno) { hangUp() }
                break
            }
            lastSent = .now
            output.drop(sent)
        }
        guard !isClosed, isWritable else { return }
        stall?.cancel()
        stall = nil
        flush()
        core.reads(client)
        process()
    }

    /// Asks the loop for what there is to do now, and for nothing else.
    private func watch() {
        guard !isClosed else { return }
        var wanted: Interest = [.ended, .edgeTriggered]
        if !inputEnded, mayProcess { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != interest else { return }
        interest = wanted
        ask()
    }

    /// Asks for what there is to do, even if it has been reported.
    private func ask() {
        guard !isClosed else { return }
        do throws(LoopError) { try core.loop.change(descriptor, to: interest) } catch {
            core.logger.error("cannot watch a connection", metadata: ["client": "\(client.id)", "error": "\(error)"])
            leave()
        }
    }

    /// The peer does not read: it is left alone for a while, and then it goes.
    private func holdBack() {
        guard stall == nil, !isClosed else { return }
        lastSent = .now
        stall = core.loop.schedule(in: core.settings.stallLimit) { [self] in waitForReader() }
    }

    private func waitForReader() {
        let patience = core.settings.stallLimit
        let end = lastSent.advanced(by: patience)
        guard end <= .now else {
            // It has read some of it since.
            stall = core.loop.schedule(at: end) { [self] in waitForReader() }
            return
        }
        core.logger.warning(
            "closing a connection that has not read for \(patience.components.seconds) s",
            metadata: ["client": "\(client.id)", "pid": "\(client.peer.pid)", "command": "\(client.origin.name ?? "unknown")"])
        leave()
    }

    // MARK: - The end

    /// The peer is gone. What it had sent by then counts; it need not have waited for the answers.
    private func hangUp() {
        guard !isClosed, !isUnheard else {
            if !isYielding { leave() }
            return
        }
        isUnheard = true
        output = UnsentBytes()
        client.dropOutput()
        stall?.cancel()
        stall = nil
        core.loop.perform { [self] in
            process()
            // To hear once more that nobody is there, when nothing is left to do.
            ask()
        }
    }

    func closeNow() {
        flush()
        leave()
    }

    func handOver() -> (descriptor: Int32, session: ClientSession)? {
        guard !isClosed, !isUnheard else { return nil }
        var session = ClientSession(of: client, core)
        session.isInsideOverlongLine = splitter.isInsideOverlongLine
        session.input = input
        session.output = output.withUnsafeBytes { Array($0) } + client.output.bytes
        return (descriptor, session)
    }

    private func leave() {
        guard !isClosed else { return }
        isClosed = true
        stall?.cancel()
        stall = nil
        core.loop.remove(descriptor)
        // The service manager may hold a duplicate of a connection that an earlier process handed over: without this
        // the peer would see no end of it.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        client.transport = nil
        // Not from here: this may run in the midst of this client's own lines.
        core.loop.perform { [core, client] in
            core.disconnected(client)
            core.flush()
        }
    }

    private func isPassing(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }
}
