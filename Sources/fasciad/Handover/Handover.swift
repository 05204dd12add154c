import FasciaHandover
import FasciaSystemd
import Glibc
import Logging

/// Lets connections outlive this process: the service manager keeps their descriptors, and the memory in which they
/// leave what the next process has to know.
final class Handover {
    private let memory: HandoverMemory
    private let pipe: HandoverPipe
    private let store: DescriptorStore
    private let logger: Logger
    /// Those with whom something has happened since the last commit.
    private var touched: [Client] = []
    private var committedRevision = -1

    private static let memoryName = "memory"
    private static let pipeNames = (reader: "pipe-out", writer: "pipe-in")
    private static let connectionPrefix = "connection-"

    /// A connection of the process before this one.
    struct Heir {
        var descriptor: Int32
        var slot: HandoverSlot
    }

    /// Nothing is there yet.
    init(store: DescriptorStore, logger: Logger) throws(HandoverError) {
        self.store = store
        self.logger = logger
        memory = try HandoverMemory()
        pipe = try HandoverPipe(for: memory)
        store.keep(memory.descriptor, as: Self.memoryName)
        store.keep(pipe.reader, as: Self.pipeNames.reader)
        store.keep(pipe.writer, as: Self.pipeNames.writer)
    }

    private init(memory: HandoverMemory, pipe: HandoverPipe, store: DescriptorStore, logger: Logger) {
        (self.memory, self.pipe, self.store, self.logger) = (memory, pipe, store, logger)
    }

    /// Takes over what the process before has left, or begins anew where that cannot be read.
    ///
    /// - Returns: the connections to go on with.
    static func take(
        _ stored: [StoredDescriptor], store: DescriptorStore, logger: Logger
    ) throws(HandoverError) -> (handover: Handover, heirs: [Heir]) {
        var named: [String: Int32] = [:]
        for kept in stored {
            if let twice = named.updateValue(kept.descriptor, forKey: kept.keptAs) { close(twice) }
        }
        if let memory = named[memoryName], let reader = named[pipeNames.reader], let writer = named[pipeNames.writer] {
            let connections = named.compactMap { name, descriptor in slotIndex(name).map { ($0, descriptor) } }
            do {
                let memory = try HandoverMemory(of: memory, slots: connections.map(\.0))
                let pipe = HandoverPipe(reader: reader, writer: writer, of: memory)
                let handover = Handover(memory: memory, pipe: pipe, store: store, logger: logger)
                let heirs = connections.sorted { $0.0 < $1.0 }.compactMap { index, descriptor in
                    memory.slot(index).map { Heir(descriptor: descriptor, slot: $0) }
                }
                return (handover, heirs)
            } catch {
                logger.error("the connections of the process before are lost", metadata: ["error": "\(error)"])
            }
        }
        for (name, descriptor) in named {
            store.forget(name)
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }
        return (try Handover(store: store, logger: logger), [])
    }

    /// What all connections shared at the last commit of the process before; `nil` for the first process.
    var shared: HandoverShared? { HandoverShared(memory.shared) }

    /// The longest line for which there is room.
    static var longestLine: Int { HandoverMemory.longestLine }
    /// The most watches of one connection whose places can be kept.
    var mostWatches: Int { memory.mostMarks }

    // MARK: - Connections

    /// A place for a new connection; `nil` where there is none, and then it ends with this process.
    func open(_ descriptor: Int32, for client: Client) -> HandoverSlot? {
        do throws(HandoverError) {
            let slot = try memory.open(owner: client.id)
            store.keep(descriptor, as: Self.name(of: slot))
            return slot
        } catch {
            logger.warning(
                "a connection will not outlive this process",
                metadata: ["client": "\(client.id)", "error": "\(error)"])
            return nil
        }
    }

    /// The connection is about to be closed: the manager has a duplicate, without which the peer would see no end.
    func end(_ slot: HandoverSlot, _ descriptor: Int32) {
        store.forget(Self.name(of: slot))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// What came of the end of the connection is done.
    func release(_ slot: HandoverSlot) { memory.close(slot) }

    /// Sends what counts. 0 when all of it is sent, else the `errno` for which it is not.
    func send(_ slot: HandoverSlot, to descriptor: Int32) -> Int32 { pipe.send(slot, to: descriptor) }

    // MARK: - Commits

    func touch(_ client: Client) {
        guard client.slot != nil, !client.isTouched else { return }
        client.isTouched = true
        touched.append(client)
    }

    /// Makes everything count that has been done. Nothing may be sent before.
    func commit(_ core: Core) {
        guard !touched.isEmpty || core.panel.revision != committedRevision else { return }
        var slots: [HandoverSlot] = []
        for client in touched {
            client.isTouched = false
            guard let slot = client.slot else { continue }
            keepSession(of: client, in: slot, core)
            slot.place.marks = client.watches.map(\.revision)
            if !client.output.bytes.isEmpty, slot.hasRoom(for: client.output.bytes.count) {
                client.output.bytes.withUnsafeBytes { slot.append($0) }
                client.output.bytes.removeAll(keepingCapacity: client.output.bytes.count < Client.outputLimit)
            }
            slots.append(slot)
        }
        touched.removeAll(keepingCapacity: true)
        memory.commit(slots, shared: core.shared.numbers)
        committedRevision = core.panel.revision
    }

    private func keepSession(of client: Client, in slot: HandoverSlot, _ core: Core) {
        let version = ClientSession.Version(client, core)
        guard client.keptSession != version else { return }
        client.keptSession = version
        if !slot.keepSession(ClientSession(of: client, core).encoded) {
            logger.warning("what a connection shows and binds is too much to be kept", metadata: ["client": "\(client.id)"])
        }
    }

    // MARK: - Names

    private static func name(of slot: HandoverSlot) -> String { connectionPrefix + String(slot.index) }

    private static func slotIndex(_ name: String) -> Int? {
        name.hasPrefix(connectionPrefix) ? Int(name.dropFirst(connectionPrefix.count)) : nil
    }
}

/// The numbers that all connections share.
struct HandoverShared: Equatable {
    /// How far the panel had come; what the journal has beyond it was never told to anybody.
    var revision: Int
    // No number is given twice, whichever process gives it.
    var lastClient: Int
    var lastWatch: Int
    var lastTerminal: Int
    var lastRequest: Int

    var numbers: [Int] { [revision, lastClient, lastWatch, lastTerminal, lastRequest] }
}

extension HandoverShared {
    /// `nil` where there are none.
    init?(_ numbers: [Int]) {
        guard numbers.count >= 5 else { return nil }
        (revision, lastClient, lastWatch) = (numbers[0], numbers[1], numbers[2])
        (lastTerminal, lastRequest) = (numbers[3], numbers[4])
    }
}
