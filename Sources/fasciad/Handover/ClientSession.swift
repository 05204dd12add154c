import FasciaModel
import FasciaWire

/// What the next process has to know of a connection beside its lines and bytes.
///
/// It stands as JSON in the memory that the service manager keeps. The next process may be of another version, so that
/// everything has a default and what cannot be read counts as left out: see `ClientSession+Schema`.
struct ClientSession: Sendable {
    /// What it called itself; `nil` where it did not.
    var name: String?
    var watches: [WatchRecord] = []
    var terminals: [TerminalRecord] = []
    var bindings: [BindingRecord] = []
    /// The entries whose parent it is.
    var children: [EntryID] = []
    /// The screens that it published last.
    var screens: [String] = []
    /// What it declared last.
    var declared: [UndoTerms.Subject] = []
    /// The request for whose answer it waits.
    var waiting: [UInt8]?
    /// The lines that came meanwhile.
    var deferred: [[UInt8]] = []
    /// The batch that is being answered.
    var batch: BatchRecord?

    struct WatchRecord: Hashable, Sendable {
        var id = 0
        var topics: [String] = ["**"]
        var coalesce = false
        /// Up to which revision it has been told stands beside the session, in this one of the marks of the slot.
        var mark: Int?
    }

    struct TerminalRecord: Hashable, Sendable {
        var id = 0
        /// With where it is, as its own client would say it.
        var attach = TerminalAttach()
    }

    struct BindingRecord: Hashable, Sendable {
        var screen: String?
        var entry: EntryID?
        var names: [String] = []
    }

    struct BatchRecord: Hashable, Sendable {
        var line: [UInt8] = []
        var done = 0
        var replies: [UInt8] = []
    }

    /// Is another one whenever a session may be another one.
    struct Version: Equatable {
        private var client: Int
        private var desk: Int

        init(_ client: Client, _ core: Core) {
            self.client = client.sessionVersion
            desk = core.actions.version
        }
    }

    init() {}

    init(of client: Client, _ core: Core) {
        name = client.origin.name
        watches = client.watches.enumerated().map {
            WatchRecord(id: $1.id, topics: $1.topics.patterns, coalesce: $1.coalesce, mark: $0)
        }
        terminals = client.terminals.map { terminal in
            var attach = terminal.attach
            // What has not been shown to it again yet comes after what has.
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
        waiting = client.waitingLine
        deferred = client.deferredLines
        batch = client.batch.map { BatchRecord(line: $0.line, done: $0.done, replies: $0.replies.bytes) }
    }
}
