import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct ConnectionLimitsTests {
    private let parts: Parts
    private let standups: Standups
    private let (client, handler): (Client, Client)
    private let replies = Replies()

    private final class Replies {
        var kept: [(Reply) -> Void] = []
    }

    init() throws {
        parts = try Parts()
        standups = try Standups(parts)
        (client, handler) = (standups.child, standups.parent)
    }

    @Test(arguments: LimitedResource.allCases) func everyResourceIsLimited(_ resource: LimitedResource) throws {
        let limit = parts.settings.connection[resource]
        try use(resource, limit)
        let error = #expect(throws: (any Error).self) { try use(resource, 1) }
        let refusal = error as? WireError ?? (error as? Refusal).map { WireError($0) }
        #expect(refusal?.data == ["limit": .string(resource.rawValue), "value": .int(limit)])
        if resource == .names { try use(resource, 1, by: parts.client()) }
        try free(resource)
        try use(resource, 1)
    }

    private func use(_ resource: LimitedResource, _ count: Int, by other: Client? = nil) throws {
        let client = other ?? client
        switch resource {
        case .filterBytes: for _ in 1...max(1, count / 16_384) { try watch(bytes: 16_384, client) }
        case .viewBytes: for _ in 1...max(1, count / 8_192) { try attach(viewBytes: min(count, 8_192), client) }
        case .replies:
            for _ in 1...count { replies.kept.append(try parts.clients.answerLater(Request("action.send", client, id: nil))) }
        case .watches: for _ in 1...count { _ = try parts.watches.start(WatchStart(), client) }
        case .terminals:
            var attach = TerminalAttach()
            (attach.columns, attach.rows) = (1, 1)
            for _ in 1...count { _ = try parts.terminals.add(attach, of: client) }
        case .names: try standups.bind(.screen("list"), (1...count).map { "on\(count)of\($0)" }, to: client)
        case .actions: for _ in 1...count { _ = try standups.send(by: client) }
        case .requests: for _ in 1...count { _ = try standups.send(by: parts.client()) }
        case .queuedBytes:
            _ = try standups.send(by: client)
            handler.output.bytes += [UInt8](repeating: 32, count: count)
        }
    }

    /// Watches a topic that counts so much.
    private func watch(bytes: Int, _ client: Client) throws {
        var start = WatchStart()
        // A topic without wildcards takes its text twice, and 280 bytes.
        let text = "value:" + String(repeating: "x", count: (bytes - 280) / 2 - 6)
        start.topics = TopicFilter([text])
        _ = try parts.watches.start(start, client)
    }

    /// Attaches a terminal with a view state of so many bytes.
    private func attach(viewBytes bytes: Int, _ client: Client) throws {
        var attach = TerminalAttach()
        (attach.columns, attach.rows) = (1, 1)
        func fill(_ count: Int) {
            let screen = String(repeating: "s", count: count)
            attach.resume = TerminalViewState(entries: [.init(entry: EntryID("e1"), screen: screen, depth: 0)])
        }
        fill(0)
        fill(max(0, bytes - attach.viewBytes))
        _ = try parts.terminals.add(attach, of: client)
    }

    /// Frees one of a resource.
    private func free(_ resource: LimitedResource) throws {
        switch resource {
        case .replies: replies.kept.removeLast()
        case .filterBytes, .watches: _ = try parts.watches.stop(1, client)
        case .terminals, .viewBytes: parts.terminals.remove(client.terminals[0])
        case .names: _ = parts.apps.unbind(.screen("list"), names: ["on10000of1"], Request("action.unbind", client))
        case .actions, .requests:
            let first = try #require(try handler.received().first?["id"]?.intValue)
            parts.requests.receive(.result([:]), id: RequestID(first), from: handler)
        case .queuedBytes: handler.output.bytes = []
        }
    }
}
