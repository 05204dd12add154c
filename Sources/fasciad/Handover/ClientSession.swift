import FasciaModel
import FasciaRender
import FasciaWire
import FoundationEssentials

/// What the next process has to know of a connection beside its lines and bytes.
struct ClientSession: Codable {
    /// What it called itself; `nil` where it did not.
    var name: String?
    var watches: [WatchRecord]
    var terminals: [TerminalRecord]
    var bindings: [BindingRecord]
    /// The entries whose parent it is.
    var children: [String]
    /// The screens that it published last.
    var screens: [String]
    /// What it declared last.
    var declared: [UndoTerms.Subject]
    /// The request for whose answer it waits.
    var waiting: Data?
    /// The lines that came meanwhile.
    var deferred: [Data]
    /// The batch that is being answered.
    var batch: BatchRecord?

    /// Up to which revision each has been told stands beside it, in the marks of the slot.
    struct WatchRecord: Codable {
        var id: Int
        var topics: [String]
        var coalesce: Bool
    }

    struct TerminalRecord: Codable {
        var id: Int
        var attach: TerminalAttach
        var presentation: Presentation
    }

    struct BindingRecord: Codable {
        var screen: String?
        var entry: String?
        var names: [String]
    }

    struct BatchRecord: Codable {
        var line: Data
        var done: Int
        var replies: Data
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

    init(of client: Client, _ core: Core) {
        name = client.origin.name
        watches = client.watches.map {
            WatchRecord(id: $0.id, topics: $0.topics.patterns, coalesce: $0.coalesce)
        }
        terminals = client.terminals.map {
            TerminalRecord(id: $0.id, attach: $0.attach, presentation: $0.presentation)
        }
        bindings = core.actions.bindings.all(of: client.id).map { scope, names in
            switch scope {
            case .screen(let screen): BindingRecord(screen: screen, entry: nil, names: names.sorted())
            case .entry(let entry): BindingRecord(screen: nil, entry: entry.rawValue, names: names.sorted())
            }
        }
        children = core.actions.bindings.children(of: client.id).map(\.rawValue)
        screens = core.actions.publishers.filter { $0.value == client.id }.map(\.key)
        declared = core.actions.declarers.filter { $0.value == client.id }.map(\.key)
        waiting = client.waitingLine.map { Data($0) }
        deferred = client.deferredLines.map { Data($0) }
        batch = client.batch.map { BatchRecord(line: Data($0.line), done: $0.done, replies: Data($0.replies.bytes)) }
    }

    /// `nil` where it cannot be read.
    init?(_ bytes: [UInt8]) {
        guard let session = try? JSONDecoder().decode(ClientSession.self, from: Data(bytes)) else { return nil }
        self = session
    }

    /// Empty where it cannot be written: a number that is none, say.
    var encoded: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }
}
