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

    /// Frees one of a resource.
    private func free(_ resource: LimitedResource) throws {
        switch resource {
        case .watches: _ = try parts.watches.stop(1, client)
        case .terminals: parts.terminals.remove(client.terminals[0])
        case .names: _ = parts.apps.unbind(.screen("list"), names: ["on10000of1"], Request("action.unbind", client))
        case .actions, .requests:
            let first = try #require(try handler.received().first?["id"]?.intValue)
            parts.requests.receive(.result([:]), id: RequestID(first), from: handler)
        case .queuedBytes: handler.output.bytes = []
        }
    }
}
