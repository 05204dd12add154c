import TestSupport
import Testing

@testable import FasciaClient

@Suite(.mustEnd) struct FileWatchTests {
    /// One of the lost events may have been wanted.
    @Test func theLossOfEventsEndsAWait() async throws {
        let directory = try TemporaryDirectory()
        let watch = try FileWatch { _ in false }
        watch.events.watch(directory.path, for: .written)
        try directory.writeUntilEventsAreLost()
        try await watch.wait()
    }
}
