import FasciaDocument
import FasciaModel
import Foundation
import Glibc
import TestSupport
import Testing

/// On a full, failing or slow disk changes are refused, queries and watches continue, no acknowledged change is lost,
/// and the daemon recovers by itself.
@Suite(.mustEnd, .serialized) struct DiskTests {
    private let directory: TemporaryDirectory
    private var faults: String { directory["faults"] }

    init() throws {
        directory = try TemporaryDirectory()
        #expect(mkdir(directory["state"], 0o700) == 0)
    }

    private static let text = JSON.string(String(repeating: "x", count: 60_000))

    /// Sets values until one is refused.
    ///
    /// - Returns: The number of values set, and the error.
    private func fill(_ client: JSONClient) throws -> (count: Int, refusal: JSON) {
        for number in 0..<2_000 {
            let id = try client.send("value.set", ["key": .string("k\(number)"), "value": Self.text])
            let reply = try client.reply(to: id)
            if let error = reply["error"] { return (number, error) }
        }
        throw TestFailure("it was never full")
    }

    /// Polls `daemon.status` until a condition holds.
    private func wait(_ what: String, _ client: JSONClient, until holds: (JSON) -> Bool) throws {
        let deadline = Deadline.standard
        var status = JSON.null
        while deadline.millisecondsLeft > 0 {
            status = try client.call("daemon.status")
            if holds(status) { return }
        }
        throw TestFailure("not in time: \(what): \(status["journal"] ?? .null)")
    }

    private func values(_ client: JSONClient) throws -> Int {
        try client.call("value.get", ["prefix": "k"])["values"]?.objectValue?.members.count ?? 0
    }

    // MARK: - Full

    @Test(.enabled(if: SmallDisk.isAllowed, "mount namespaces are not allowed here")) func aFullDisk() throws {
        let disk = try SmallDisk(at: directory["state"], megabytes: 64)
        let daemon = try DaemonProcess(in: directory, on: disk)
        let (client, watcher) = (try daemon.client(), try daemon.client())
        try watcher.watch()
        try client.call("value.set", ["key": "first", "value": 1, "durable": true])
        try disk.fill()

        let (count, refusal) = try fill(client)
        #expect(count > 10, "there was room in the write-ahead log")
        #expect(refusal.reason == "unavailable")
        #expect(refusal.message?.contains("the journal cannot be written, so nothing was changed: ") == true)
        #expect(
            refusal.message?.hasSuffix("cannot allocate space for \(directory["state"])/journal.db-wal: No space left on device")
                == true)
        try daemon.log.wait(for: "the journal cannot be written: changes are refused until it can")
        // Queries and watches continue, and the status contains the failure.
        #expect(try values(client) == count)
        for _ in 0...count { _ = try watcher.notification() }
        let other = try daemon.client()
        #expect(try other.call("watch.start", ["snapshot": true])["snapshot"] != nil)
        try wait("the failure", client) { $0[at: "journal/failure"]?.stringValue?.contains("No space left") == true }
        // A daemon started on the full disk finds all values.
        try daemon.kill9()
        let next = try DaemonProcess(in: directory, on: disk)
        let again = try next.client()
        #expect(try values(again) == count)
        #expect(try again.call("value.get", ["key": "first"])[at: "values/first"] == 1)

        #expect(try again.failure("value.set", ["key": "k\(count)", "value": Self.text]).reason == "unavailable")
        try next.log.wait(for: "the journal cannot be written: changes are refused until it can")
        try disk.makeRoom()
        try next.log.wait(for: "the journal can be written again")
        try wait("the disk again", again) { $0[at: "journal/failure"] == nil }
        #expect(try again.call("value.set", ["key": "k\(count)", "value": 1, "durable": true]).changed == true)
        try next.kill9()
        let last = try DaemonProcess(in: directory, on: disk)
        #expect(try values(last.client()) == count + 1)
        #expect(try last.fascia(["issues"]).output == "")
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "mount namespaces are not allowed here")) func aDiskWithoutRoomAtTheStart() throws {
        let disk = try SmallDisk(at: directory["state"], megabytes: 1)
        try disk.fill()
        do {
            _ = try DaemonProcess(in: directory, on: disk)
            Issue.record("it started")
        } catch {
            let message = "\(error)"
            #expect(message.contains("No space left on device") || message.contains("disk is full"), "\(message)")
        }
    }

    // MARK: - Broken

    private func daemon() throws -> DaemonProcess {
        try DaemonProcess(in: directory, environment: ["FASCIA_DISK_FAULT": faults])
    }

    /// Acknowledged changes are committed and survive a kill, although syncing fails.
    @Test func aDiskThatFails() throws {
        let daemon = try daemon()
        let (client, watcher) = (try daemon.client(), try daemon.client())
        try watcher.watch()
        try client.call("value.set", ["key": "k0", "value": 0, "durable": true])
        _ = try watcher.notification()
        try directory.write("sync \(EIO)\n", to: "faults")
        // A durable request waits, whereas watchers get the event.
        let waiting = try daemon.client()
        let id = try waiting.send("value.set", ["key": "k1", "value": 1, "durable": true])
        #expect(try watcher.notification()[at: "changes/0/id"] == "k1")
        try daemon.log.wait(for: "the journal cannot be written: changes are refused until it can")
        let refusal = try client.failure("value.set", ["key": "k2", "value": 2])
        #expect(refusal.reason == "unavailable")
        #expect(refusal.message?.hasSuffix("cannot write \(daemon.statePath)/journal.db-wal: Input/output error") == true)
        #expect(try values(client) == 2)
        #expect(
            try client.call("daemon.status")[at: "journal/failure"]
                == .string("cannot write \(daemon.statePath)/journal.db-wal: Input/output error"))
        let status = "changes are refused: cannot write \(daemon.statePath)/journal.db-wal: Input/output error; "
        while try daemon.notification()["STATUS"]?.hasPrefix(status) != true {}
        // It does not wait for a disk that fails for ever.
        let error = try waiting.reply(to: id)["error"]
        #expect(error?["message"]?.stringValue?.hasPrefix("the change was made, and is not on the disk, ") == true)
        #expect(unlink(faults) == 0)
        try daemon.log.wait(for: "the journal can be written again")
        #expect(try waiting.call("value.set", ["key": "k1", "value": 1, "durable": true]).changed == false)
        #expect(try client.call("value.set", ["key": "k2", "value": 2]).changed == true)
        try daemon.kill9()
        let next = try self.daemon()
        #expect(try values(next.client()) == 3)
    }

    /// A change that goes back meanwhile is carried out as soon as that can be recorded.
    @Test func aDiskThatFailsWhenARevertIsDue() throws {
        let daemon = try daemon()
        let user = try daemon.client()
        try user.call("toggle.declare", Services.declaration)
        let agent = try Agent(daemon, ["services/**"])
        try agent.report("services/nginx", false)
        try user.call("toggle.set", ["id": "services/nginx", "on": true, "revert": ["within": 30]])
        try agent.carryOutNext()
        _ = try agent.client.sync()
        try directory.write("sync \(EIO)\n", to: "faults")
        // It may already be refused.
        _ = try user.reply(to: user.send("value.set", ["key": "k0", "value": 0, "durable": false]))
        try daemon.log.wait(for: "the journal cannot be written: changes are refused until it can")
        let deadline: JSON = ["for": ["value": "none", "equals": 1], "timeout": 30.1]
        #expect(try user.failure("ui.wait", deadline).reason == "timeout")
        #expect(try user.condition("services/nginx") == "on unconfirmed")
        #expect(unlink(faults) == 0)
        #expect(try agent.carryOutNext()["to"] == false)
        _ = try agent.client.sync()
        #expect(try user.condition("services/nginx") == "off")
    }

    /// On a slow disk only durable requests wait.
    @Test func aDiskThatTakesItsTime() throws {
        let daemon = try daemon()
        let (client, waiting) = (try daemon.client(), try daemon.client())
        for number in 0..<3 { try client.call("value.set", ["key": "k0", "value": .int(number), "durable": true]) }
        #expect(mkfifo(faults + ".gate", 0o600) == 0)
        for round in 1...3 {
            try directory.write("wait 1\n", to: "faults")
            let id = try waiting.send("value.set", ["key": "k1", "value": .int(round), "durable": true])
            let other = try daemon.client()
            #expect(try other.call("value.set", ["key": .string("k\(round + 1)"), "value": 1]).changed == true)
            let late = try other.send("value.set", ["key": "late", "value": .int(round), "durable": true])
            #expect(try values(client) == round + 2)
            #expect(unlink(faults) == 0)
            // Opened for reading and writing, so that no sync blocks at the gate before both replies have arrived.
            let gate = open(faults + ".gate", O_RDWR)
            #expect(gate >= 0)
            #expect(try waiting.reply(to: id)["result"]?.changed == true)
            #expect(try other.reply(to: late)["result"]?.changed == true)
            close(gate)
        }
        try daemon.terminate()
        let next = try self.daemon()
        #expect(try values(next.client()) == 5)
    }

    /// Changes that were committed but never synced survive a kill of the process.
    @Test func aKillWhileTheDiskFails() throws {
        let daemon = try daemon()
        let client = try daemon.client()
        // What the start has written is synced: a sync of that would fail before the change.
        try client.call("value.set", ["key": "k1", "value": 1, "durable": true])
        try directory.write("sync \(EIO)\n", to: "faults")
        try client.call("value.set", ["key": "k0", "value": 0, "durable": false])
        try daemon.log.wait(for: "the journal cannot be written")
        try daemon.kill9()
        #expect(unlink(faults) == 0)
        let next = try self.daemon()
        #expect(try values(next.client()) == 2)
        #expect(try next.fascia(["issues"]).output == "")
    }

    /// The final snapshot is complete even if each write accepts only a few bytes.
    @Test func aDiskThatTakesLittleAtATime() throws {
        try directory.write("short 4093\n", to: "faults")
        let daemon = try daemon()
        let options = (0..<9_000).map { JSON.object(["id": .string("option-with-a-long-name-of-some-more-letters-\($0)")]) }
        try daemon.client().call("toggle.declare", ["group": ["id": "many", "options": .array(options)]])
        try daemon.terminate()
        let next = try self.daemon()
        #expect(try next.client().call("daemon.status")[at: "counts/options"] == 9_000)
        #expect(try next.fascia(["issues"]).output == "")
    }
}
