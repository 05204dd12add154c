import FasciaModel
import FasciaWire

/// What the next process has to know of a connection in order to continue it.
///
/// It never contains a request that was started: those are answered before the hand-over.
struct ClientSession: Sendable {
    /// The client's number, which is also in the name of its stored descriptor.
    var client = 0
    /// What the client calls itself.
    var name: String?
    /// The unread bytes begin within a line that is too long.
    var isSkipping = false
    /// The lines that were put aside while the client waited; an empty one stands for a line that was too long.
    var deferred: [[UInt8]] = []
    /// Bytes that were received and belong to no complete line, or to lines that were not started.
    var input: [UInt8] = []
    /// Bytes that the peer has not taken.
    var output: [UInt8] = []
    var watches: [WatchRecord] = []
    var terminals: [TerminalRecord] = []
    var bindings: [BindingRecord] = []
    /// The entries that it has pushed, whose actions it may handle.
    var children: [EntryID] = []
    /// The screens that it published last.
    var screens: [String] = []
    /// The groups, pickers and values that it declared last.
    var declared: [UndoTerms.Subject] = []

    struct WatchRecord: Hashable, Sendable {
        var id = 0
        var topics: [String] = []
        var coalesce = false
        /// The last revision that it was told of.
        var revision = 0
    }

    struct TerminalRecord: Hashable, Sendable {
        var id = 0
        /// With its place, as its own client would send it.
        var attach = TerminalAttach()
    }

    struct BindingRecord: Hashable, Sendable {
        var screen: String?
        var entry: EntryID?
        var names: [String] = []
    }

    init() {}

    /// The session without its bytes, which the connection adds.
    init(of client: Client, _ core: Core) {
        self.client = client.id
        name = client.origin.name
        deferred = client.deferredLines
        watches = client.watches.map {
            WatchRecord(id: $0.id, topics: $0.topics.patterns, coalesce: $0.coalesce, revision: $0.revision)
        }
        terminals = client.terminals.map { terminal in
            var attach = terminal.attach
            // Places that the terminal has not come back to yet follow those that it shows.
            attach.resume = TerminalPlace(entries: core.place(of: terminal).entries + terminal.places)
            return TerminalRecord(id: terminal.id, attach: attach)
        }
        bindings = core.actions.bindings.all(of: client.id).map { scope, names in
            switch scope {
            case .screen(let screen): BindingRecord(screen: screen, names: names.sorted())
            case .entry(let entry): BindingRecord(entry: entry, names: names.sorted())
            }
        }
        children = core.actions.bindings.children(of: client.id)
        screens = core.actions.publishers.filter { $0.value == client.id }.map(\.key)
        declared = core.actions.declarers.filter { $0.value == client.id }.map(\.key)
    }
}
