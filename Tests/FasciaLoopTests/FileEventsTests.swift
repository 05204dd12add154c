import TestSupport
import Testing

@testable import FasciaLoop

@Suite struct FileEventsTests {
    @Test func theLossOfEventsIsTold() throws {
        let directory = try TemporaryDirectory()
        let events = try FileEvents()
        let watch = try #require(events.watch(directory.path, for: .written))
        try directory.write("", to: "a")
        #expect(events.take() == [FileEvents.Event(watch: watch, name: "a")])
        try directory.writeUntilEventsAreLost()
        let isLoss = events.take().contains(where: \.isLoss)
        #expect(isLoss)
    }
}
