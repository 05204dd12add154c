import TestSupport
import Testing

/// Crashes at named fault points, which debug builds trigger on request.
@Suite(.mustEnd) struct FaultTests {
    /// Every acknowledged change is there after a crash, and no change is there in part.
    @Test(arguments: [
        "commit.before", "commit.after", "sync.before", "sync.after", "reply.before", "reply.after", "checkpoint.before",
        "checkpoint.after", "snapshot.before", "snapshot.after", "snapshot.dropped",
    ])
    func answeredChangesSurviveFaults(_ point: String) throws {
        let directory = try TemporaryDirectory()
        let environment = ["FASCIA_FAULT": "\(point):3", "FASCIA_SMALL": "checkpoint=20000,snapshot=20"]
        let daemon = try DaemonProcess(in: directory, environment: environment)
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
        #expect(journal["bytes"]?.intValue ?? 0 > 0)
        #expect(journal["failure"] == nil)
        #expect(journal["snapshot"] == nil)
        try daemon.terminate()
        let again = try DaemonProcess(in: daemon.directory, arguments: ["--ephemeral"])
        #expect(try again.client().call("daemon.status")["journal"] == ["kept": false])
    }
}
