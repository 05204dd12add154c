import FasciaDocument
import FasciaPlugins
import FasciaStore
import Logging
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct TurnTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Nothing happens between the two turns, which may be hours apart.
    @Test func aChangeHasTheTimeOfItsOwnTurn_evenIfTheEndOfTheLastOneWasRecorded() throws {
        let (state, _) = try InitialState.open(StoreSettings(directory: directory.path), Settings(), disk: .system)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try InProcessServer(plugins: PluginSet(paths: [], logger: logger), logger: logger) { $0 = state }
        let app = LocalPeer(server.connect())
        try app.call("screen.put", ["screen": ["id": "s", "body": ["kind": "empty"]]])
        // The turn ends with a row that says which screens have an app.
        try app.call("action.bind", ["screen": "s", "names": ["go"]])
        let bound = Journal.now.milliseconds
        while Journal.now.milliseconds == bound {}
        let begin = Journal.now.milliseconds
        try app.call("value.set", ["key": "v", "value": 1])
        let history = server.core.live.history
        #expect(try #require(history[history.last]).time.milliseconds >= begin)
    }
}
