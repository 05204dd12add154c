import FasciaModel
import TestSupport
import Testing

/// A daemon that dies at a certain place; a debug build does so when it is told to.
@Suite(.mustEnd) struct FaultTests {
    /// Whatever was answered is there afterwards, and what is there is a whole number of changes.
    @Test(arguments: [
        "append.before", "append.after", "commit.before", "commit.after", "reply.before", "reply.after", "store.before",
        "store.after",
    ])
    func whatWasAnsweredIsThereAfterwards(_ point: String) throws {
        let directory = try TemporaryDirectory()
        // Many records at once are stored, so that it is not often.
        let count = point.hasPrefix("store") ? 1 : 3
        let daemon = try DaemonProcess(in: directory, environment: ["FASCIA_FAULT": "\(point):\(count)"])
        let client = try daemon.client()
        var answered = 0
        do {
            for number in 1...10_000 {
                try client.call("value.set", ["key": "n", "value": .int(number), "durable": .bool(number % 2 == 0)])
                answered = number
            }
        } catch {}
        #expect(try daemon.process.waitForExit() == .signalled(9))
        let again = try DaemonProcess(in: directory)
        let found = try again.client().call("history.get", ["limit": 10_000])["events"]?.arrayValue ?? []
        #expect(found.count == answered || found.count == answered + 1, "\(answered) answered, \(found.count) found")
        #expect(found.map { $0["revision"] } == (1...max(1, found.count)).map { .int($0) } || found.isEmpty)
    }

    @Test func theStatusTellsOfTheJournal() throws {
        let (daemon, client) = try Fixture.panel()
        try client.call("value.set", ["key": "n", "value": 1, "durable": true])
        let journal = try #require(try client.call("daemon.status")["journal"])
        #expect(journal["kept"] == true)
        #expect(journal["lag"] == 0)
        #expect(journal["tailCapacity"] == 8_388_608)
        #expect(journal["failure"] == nil)
        #expect(journal["snapshot"] == nil)
        try daemon.terminate()
        let again = try DaemonProcess(in: daemon.directory, arguments: ["--ephemeral"])
        #expect(try again.client().call("daemon.status")["journal"] == ["kept": false])
    }
}
