import DequeModule
import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc

/// One connection: its peer, its watches and terminals, and its unsent output.
///
/// Belongs to the event loop, like all mutable state of the daemon.
final class Client {
    let id: Int
    private(set) var peer: Peer
    /// What it may do. It changes with the access file.
    var permit: Permit
    var role: Role { permit.role }
    /// The name of its user; the number for one without a name.
    private(set) lazy var userName = name(of: peer.userID)
    /// Whether it has sent any request but `daemon.hello`.
    var hasBegun = false
    /// Why it may not act for whom it said; nothing is done for it then.
    var refusal: WireError?
    /// Contains the client's name from `daemon.hello`, otherwise the name of its process.
    private(set) var origin: Cause.Origin
    /// Why it makes its changes, from `daemon.hello`.
    var reason: String?
    var watches: [Watch] = []
    var terminals: [Terminal] = []
    /// A request with a deferred reply (`ui.wait`, `action.send`). Later requests wait for it, because replies keep the
    /// order of the requests.
    var unanswered: (id: RequestID, method: String)?
    /// The requests and notifications whose replies are sent later (`Clients.answerLater`).
    var awaitedReplies = 0
    /// Set while the next request waits for room in the journal (backpressure).
    var isBackpressured = false
    /// Whether a watch replays events from disk: requests wait until the watch has reached the events in memory.
    var isReplaying: Bool { watches.contains { $0.isReplaying } }
    /// The batch being executed. It pauses while requests wait or there is too much unsent output.
    var batch: Batch?
    /// Lines that arrived while a request was waiting.
    private var deferred: Deque<[UInt8]> = []
    private var deferredBytes = 0
    /// Whether the client is queued for the next flush.
    var isQueued = false

    /// Output for the next flush: replies and events in the order in which they occurred.
    var output = JSONWriter()
    /// The connection; `nil` once it is closed.
    var transport: (any ClientTransport)?

    /// Bytes of unsent output beyond which the client's requests wait, which bounds the memory for their replies.
    static let outputLimit = 262_144

    init(id: Int, peer: Peer, permit: Permit) {
        self.id = id
        self.peer = peer
        self.permit = permit
        origin = peer.origin(client: id, name: Peer.commandName(of: peer.pid) ?? "unknown")
    }

    convenience init(id: Int, peer: Peer, role: Role) { self.init(id: id, peer: peer, permit: Permit(role: role)) }

    /// Whether it is the same connection, or another one of the same process for the same user. Processes in another container
    /// have the number 0.
    func isSameProgram(as other: Client) -> Bool {
        self === other
            || peer.pid > 0 && peer.pid == other.peer.pid && peer.uid == other.peer.uid && peer.userID == other.peer.userID
    }

    func introduce(as name: String) { origin = peer.origin(client: id, name: name) }

    /// Acts for somebody from now on, with the rights that this leaves.
    func act(for user: Identity, named name: String, _ permit: Permit) {
        (peer.actsFor, self.permit) = (user, permit)
        (userName, origin) = (name, peer.origin(client: id, name: origin.name))
    }

    /// A program that has said in vain for whom it acts may do nothing any more: what it has sent behind would be done in its own
    /// name. Only for `daemon.hello` with `actFor`, whatever has refused it.
    func noteRefusal(of method: String, _ params: JSON, _ error: WireError) {
        // A version that is not spoken is found after the user was taken: it acts for the user then.
        guard method == "daemon.hello", params["actFor"] ?? .null != .null, error.reason != Refusal.Reason.version.rawValue else {
            return
        }
        refusal = error
    }

    /// Its user has another name by now.
    func rename(to name: String) { userName = name }

    /// The name of the user who runs the program.
    var programUserName: String { name(of: peer.uid) }

    private func name(of uid: UInt32) -> String { UserNames().knownName(of: Int(uid)) ?? String(uid) }

    var deferredLines: [[UInt8]] { Array(deferred) }

    private var isBlocked: Bool { unanswered != nil || isBackpressured || isReplaying }

    /// Whether the next member of a batch can be executed.
    var canContinueBatch: Bool { batch != nil && !isBlocked }

    /// Whether the next line has to be deferred.
    var mustDefer: Bool { isBlocked || !deferred.isEmpty }

    /// Whether a deferred line can be executed.
    var hasDeferred: Bool { !isBlocked && !deferred.isEmpty }

    /// Whether more lines can be deferred. Otherwise the socket is not read.
    var acceptsLines: Bool { !isBlocked || deferredBytes < Client.outputLimit }

    /// Puts a line back in front of the other deferred lines.
    func putBack(_ line: [UInt8]) {
        deferred.prepend(line)
        deferredBytes += line.count
    }

    /// - Parameter line: Empty for a line that was too long.
    func deferLine(_ line: [UInt8]) {
        deferred.append(line)
        deferredBytes += line.count
    }

    /// The next deferred line; `nil` if there is none.
    func takeDeferred() -> [UInt8]? {
        guard let line = deferred.popFirst() else { return nil }
        deferredBytes -= line.count
        return line
    }

    // MARK: - Output that awaits durability

    /// Offsets from which the output is held, and the records that have to be durable first, in ascending order. Offsets
    /// count from the first byte written to the connection.
    private var holds: Deque<(offset: Int, sequence: UInt64)> = []
    /// The requests whose replies are held, and the records that have to be durable first.
    private var heldRequests: [(id: RequestID, sequence: UInt64)] = []
    /// Number of bytes that have left `output`. It may start anywhere, because only differences are used.
    private var flushedBytes = 0

    var awaitsDurability: Bool { !holds.isEmpty }

    /// Holds the reply to a request, and all later output, until the records before this sequence number are durable.
    func hold(_ request: RequestID?, until sequence: UInt64) {
        if let request { heldRequests.append((request, sequence)) }
        if let last = holds.last, last.sequence >= sequence { return }
        holds.append((flushedBytes + output.bytes.count, sequence))
    }

    /// Releases the output that was held for records before this sequence number.
    ///
    /// - Returns: Whether output was released.
    func release(upTo sequence: UInt64) -> Bool {
        heldRequests.removeAll { $0.sequence <= sequence }
        guard let last = holds.lastIndex(where: { $0.sequence <= sequence }) else { return false }
        holds.removeSubrange(...last)
        return true
    }

    /// Releases the output that is held, with an error in place of each reply that says that something is durable.
    func failHeld(_ error: WireError) {
        let lines = takeHeld()
        var failed = HeldReplies(heldRequests.map(\.id), error)
        (holds, heldRequests) = ([], [])
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            output.bytes += failed.replacing(line) ?? Array(line)
            output.bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Removes the held part of the output and returns it.
    func takeHeld() -> [UInt8] {
        guard let first = holds.first else { return [] }
        let rest = Array(output.bytes[(first.offset - flushedBytes)...])
        output.bytes.removeSubrange((first.offset - flushedBytes)...)
        return rest
    }

    /// Puts the held part back after the unsent output.
    ///
    /// - Parameter sent: Number of bytes of `output` that have been sent since `takeHeld`.
    func putBack(held rest: [UInt8], sent: Int) {
        output.bytes += rest
        flushedBytes += sent
    }

    /// Drops all output because the peer has closed the connection.
    func dropOutput() {
        output.bytes.removeAll()
        (holds, heldRequests) = ([], [])
    }

    /// Whether more output may be written.
    var acceptsOutput: Bool { hasRoom && transport?.isWritable == true }

    /// As `acceptsOutput`, without asking the transport whether the peer reads.
    var hasRoom: Bool { output.bytes.count < Client.outputLimit }

    var isGone: Bool { transport == nil }
}

extension Peer {
    fileprivate func origin(client: Int, name: String?) -> Cause.Origin {
        Cause.Origin(
            client: client, name: name, uid: Int(userID), pid: Int(pid), relay: actsFor == nil ? nil : Int(uid))
    }
}

/// The connection of a client, as the core sees it.
protocol ClientTransport: AnyObject {
    /// Whether the peer reads its output.
    var isWritable: Bool { get }
    /// Whether the peer has closed the connection, though that is not processed yet.
    var hasHungUp: Bool { get }
    /// Sends the client's output. Called once for several lines.
    func send()
    /// Continues with the client's requests after a wait.
    func resume()
    /// Sends what the kernel accepts without blocking, then closes the connection.
    func closeNow()
    /// Returns the connection for the next process; `nil` if the peer has closed it. Nothing may be read or sent
    /// afterwards.
    func handOver() -> HandedOverConnection?
}

extension ClientTransport {
    var hasHungUp: Bool { false }
}

/// A connection that is handed to the next process.
struct HandedOverConnection {
    var descriptor: Int32
    /// The unread bytes begin inside a line that is over the limit.
    var isInsideOverlongLine: Bool
    /// Received bytes that were not started: complete lines, then an incomplete one.
    var input: [UInt8]
    /// Bytes that are not sent yet.
    var output: [UInt8]
}
