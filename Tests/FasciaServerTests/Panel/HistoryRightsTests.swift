import FasciaDocument
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// What happens to somebody while the journal is read for them.
@Suite(.mustEnd) struct HistoryRightsTests {
    private let parts: Parts
    private let gate: JournalGate
    private let client: Client
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        parts = try Parts(store: StoreSettings(directory: directory.path))
        gate = try #require(parts.gate)
        client = parts.client()
        try gate.start()
        for key in ["m", "n"] { try parts.set(key, 1) }
        #expect(try parts.history.get(HistoryGet(), Request("history.get", client)).isLater)
    }

    @Test func rightsThatChangeMeanwhileCount() throws {
        client.permit = try AccessBench.permit("grant:\n  - {user: bob, role: viewer, on: [\"value:m\"]}")
        gate.commit {}
        try parts.run { client.hasOutput }
        let events = try client.message()[at: "result/events"]?.arrayValue ?? []
        #expect(events.count == 1 && events[0].text.contains("\"m\""), "\(events.map(\.text))")
        gate.close()
    }

    @Test func nothingMoreIsReadForSomebodyWhoHasGone() throws {
        parts.disconnect(client)
        // What is read for others comes behind it.
        let other = parts.client()
        #expect(try parts.history.get(HistoryGet(), Request("history.get", other)).isLater)
        gate.commit {}
        try parts.run { other.hasOutput }
        #expect(!client.hasOutput)
        gate.close()
    }
}
