import DequeModule
import FasciaModel
import FasciaWire
import Glibc

/// One connection: who is at the other end, what it watches and shows, and what it has yet to be sent.
///
/// Belongs to the event loop, like everything else that the daemon changes.
final class Client {
    let id: Int
    let peer: Peer
    let role: Role
    /// With what it calls itself (`daemon.hello`), else the name of its command.
    private(set) var origin: Cause.Origin
    var watches: [Watch] = []
    var terminals: [Terminal] = []
    /// A request that is answered later (`ui.wait`, `action.send`). The next request is not carried out before this one
    /// is answered, because replies come in the order of the requests.
    var unanswered: (id: RequestID, method: String)?
    /// Its next request waits for room in the journal.
    var isWaiting = false
    /// Is told what has happened before, from the disk: until it has come to the present its requests wait.
    var isRecalling = false
    /// The batch that is being answered: it goes on when there is room again for the events that it causes.
    var batch: Batch?
    /// The lines with the requests that came meanwhile.
    private var deferred: Deque<[UInt8]> = []
    private var deferredBytes = 0
    /// Its output is among what the next flush sends.
    var isQueued = false

    /// What is to be sent next. Replies and events are appended in the order in which they happen.
    var output = JSONWriter()
    /// What the transport does when there is output.
    var transport: (any ClientTransport)?

    /// Beyond this much unsent output the client's requests wait: it would have to be kept otherwise.
    static let outputLimit = 262_144

    init(id: Int, peer: Peer, role: Role) {
        self.id = id
        self.peer = peer
        self.role = role
        origin = Cause.Origin(
            client: id, name: Peer.commandName(of: peer.pid) ?? "unknown", uid: Int(peer.uid), pid: Int(peer.pid))
    }

    func call(itself name: String) {
        origin = Cause.Origin(client: id, name: name, uid: origin.uid, pid: origin.pid)
    }

    var deferredLines: [[UInt8]] { Array(deferred) }

    private var waits: Bool { unanswered != nil || isWaiting || isRecalling }

    /// Whether its next request has to be put aside.
    var mustDefer: Bool { waits || !deferred.isEmpty }

    /// Whether something was put aside that can be carried out now.
    var hasDeferred: Bool { !waits && !deferred.isEmpty }

    /// Whether there is room for more of them; until there is, it is not read.
    var acceptsLines: Bool { !waits || deferredBytes < Client.outputLimit }

    /// Puts back what was to be carried out, before everything else that waits.
    func putBack(_ line: [UInt8]) {
        deferred.prepend(line)
        deferredBytes += line.count
    }

    /// - Parameter line: an empty one stands for one that was too long.
    func deferLine(_ line: [UInt8]) {
        deferred.append(line)
        deferredBytes += line.count
    }

    /// `nil` where there is none.
    func takeDeferred() -> [UInt8]? {
        guard let line = deferred.popFirst() else { return nil }
        deferredBytes -= line.count
        return line
    }

    // MARK: - What waits for the disk

    /// From where on its output waits for the disk, and for which record, the earliest first. Places count from the
    /// first byte of the connection.
    private var holds: Deque<(place: Int, sequence: UInt64)> = []
    /// How many bytes have left `output`; only differences count.
    private var gone = 0

    var awaitsDurability: Bool { !holds.isEmpty }

    /// What is written for it from now on waits until the records before this number have reached the disk.
    func hold(until sequence: UInt64) {
        if let last = holds.last, last.sequence >= sequence { return }
        holds.append((gone + output.bytes.count, sequence))
    }

    /// The records before this number have reached the disk.
    ///
    /// - Returns: whether there is something to send now.
    func release(upTo sequence: UInt64) -> Bool {
        guard let last = holds.lastIndex(where: { $0.sequence <= sequence }) else { return false }
        holds.removeSubrange(...last)
        return true
    }

    /// Takes away what waits, and leaves what may be sent.
    func takeHeld() -> [UInt8] {
        guard let first = holds.first else { return [] }
        let rest = Array(output.bytes[(first.place - gone)...])
        output.bytes.removeSubrange((first.place - gone)...)
        return rest
    }

    /// Puts back what waits, behind what could not be sent.
    ///
    /// - Parameter sent: how much was in front of it before, and is not any more.
    func putBack(held rest: [UInt8], sent: Int) {
        output.bytes += rest
        gone += sent
    }

    /// Nobody hears what it is sent.
    func dropOutput() {
        output.bytes.removeAll()
        holds = []
    }

    /// More may be written for it now.
    var acceptsOutput: Bool { hasRoom && transport?.isWritable == true }

    /// The same but for whether its peer reads, which its transport knows.
    var hasRoom: Bool { output.bytes.count < Client.outputLimit }

    var isGone: Bool { transport == nil }
}

/// The way to a client, as the core sees it.
protocol ClientTransport: AnyObject {
    /// The peer reads what it is sent.
    var isWritable: Bool { get }
    /// Sends the client's output. Called once for a batch of lines, not once a line.
    func flush()
    /// Goes on with the requests after a wait.
    func resume()
    /// Sends what the peer takes at once and closes.
    func closeNow()
    /// What the next process continues with; `nil` where the peer has gone. Nothing is read or sent after this.
    func handOver() -> (descriptor: Int32, session: ClientSession)?
}
