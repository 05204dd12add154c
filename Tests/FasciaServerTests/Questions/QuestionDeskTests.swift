import FasciaModel
import FasciaStore
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct QuestionDeskTests {
    /// That its first asker has gone cannot be recorded while the disk is full; by then another one asks it.
    @Test func questionAskedAgainBeforeTheDiskHasSpaceIsNotWithdrawn() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        var store = StoreSettings(directory: directory.path)
        store.reserveBytes = 0
        let parts = try Parts(store: store, disk: disk.disk)
        let (first, second) = (parts.client(), parts.client())
        let open = Command.question(.open(QuestionRequest("q", QuestionContent(.confirm))))
        try parts.apply("ask.open", ["kind": "confirm", "id": "q"], by: first)
        parts.questions.executed(open, by: first)
        disk.isFull = true
        parts.questions.remove(first)
        #expect(parts.live.panel.question("q") != nil, "that cannot be recorded yet")
        parts.questions.executed(open, by: second)
        disk.isFull = false
        parts.live.retryUnrecorded()
        #expect(parts.live.panel.question("q")?.isOpen == true)
        parts.questions.remove(second)
        #expect(parts.live.panel.question("q") == nil, "it goes with its last asker")
    }
}
