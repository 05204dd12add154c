import FasciaModel
import FasciaWire

/// The state of one connection that the next process needs to continue it.
///
/// It never contains a started request: those are answered before the hand-over.
struct ClientSession: Sendable {
    /// The client's number; the name of its stored descriptor contains it.
    var client = 0
    /// The name that the client gave in `daemon.hello`.
    var name: String?
    /// Why it makes its changes.
    var reason: String?
    /// The unit of its program when it connected.
    var unit: String?
    /// The accounts with which its person had logged in then; `nil` if an earlier version has handed it over.
    var logins: [Int]?
    /// The access file that has given its rights; `nil` if the groups have.
    var access: String?
    /// The fingerprint of these rights; `nil` if an earlier version has handed it over.
    var rights: String?
    /// The number of the user for whom it acts.
    var actsFor: Int?
    /// Its name.
    var user: String?
    /// Whether it can no longer say for whom.
    var hasBegun = true
    /// Why it may do nothing.
    var refusal: WireError?
    /// The unread bytes begin inside a line that is over the limit.
    var isInsideOverlongLine = false
    /// The lines that were deferred while a request was pending; an empty one stands for a line over the limit.
    var deferred: [[UInt8]] = []
    /// Received bytes that were not started: complete lines, then an incomplete one.
    var input: [UInt8] = []
    /// Bytes that are not sent yet.
    var output: [UInt8] = []
    var watches: [WatchRecord] = []
    var terminals: [TerminalRecord] = []
    var bindings: [BindingRecord] = []
    /// The entries that the client pushed, whose actions it may handle.
    var children: [EntryID] = []
    /// The screens that the client was the last to publish.
    var screens: [String] = []
    /// The groups, pickers and values that the client was the last to declare.
    var declared: [UndoConstraints.Subject] = []
    /// The changes that the client carries out.
    var carryOuts: [CarryOutRecord] = []
    /// The questions that the client has asked; `nil` if an earlier version has handed it over.
    var questions: [String]?

    struct WatchRecord: Hashable, Sendable {
        var id = 0
        var topics: [String] = []
        var coalesce = false
        /// The last revision that was sent to the subscriber.
        var revision = 0
    }

    struct TerminalRecord: Hashable, Sendable {
        var id = 0
        /// The parameters of `terminal.attach`, with the terminal's place in `resume`.
        var attach = TerminalAttach()
        /// The number of the last frame that was sent.
        var frame = 0
        /// Whether that frame shows the panel as it was handed over.
        var isCurrent = false
    }

    struct BindingRecord: Hashable, Sendable {
        var screen: String?
        var entry: EntryID?
        var names: [String] = []
    }

    struct CarryOutRecord: Hashable, Sendable {
        /// The id of the request to the client.
        var request = 0
        var thing = ""
        /// The revision that began the change.
        var begun = 0
    }

    init() {}

    /// Whether the client had these rights.
    func has(_ permit: Permit) -> Bool {
        access == permit.file && (rights == nil || rights == permit.rights.fingerprint)
    }

    /// The session without the watches, terminals and bindings.
    init(_ connection: HandedOverConnection, of client: Client) {
        self.client = client.id
        (name, reason, access) = (client.origin.name, client.reason, client.permit.file)
        rights = client.permit.rights.fingerprint
        (unit, logins) = (client.peer.unit, client.peer.logins.sorted().map(Int.init))
        (actsFor, hasBegun, refusal) = (client.peer.actsFor.map { Int($0.uid) }, client.hasBegun, client.refusal)
        user = actsFor == nil ? nil : client.userName
        isInsideOverlongLine = connection.isInsideOverlongLine
        deferred = client.deferredLines
        input = connection.input
        output = connection.output
    }
}
