import FasciaModel
import FasciaWire

/// One connection: who is at the other end, what it watches and shows, and what it has yet to be sent.
///
/// Belongs to the event loop, like everything else that the daemon changes.
final class Client {
    let id: Int
    let peer: Peer
    let role: Role
    /// What it calls itself (`daemon.hello`), else the name of its command.
    var name: String
    var watches: [Watch] = []
    var terminals: [Terminal] = []
    /// Waits for something (`ui.wait`): its next request is not looked at before this one is answered, because replies
    /// come in the order of the requests.
    var isWaiting = false
    /// The batch that is being answered: it goes on when there is room again for the events that it causes.
    var batch: Batch?
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
        name = Peer.commandName(of: peer.pid) ?? "unknown"
    }

    /// More may be written for it now.
    var acceptsOutput: Bool {
        output.bytes.count < Client.outputLimit && transport?.isWritable == true
    }

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
}
