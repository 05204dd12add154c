import TestSupport
import Testing

/// A request that crashes the daemon is not repeated.
@Suite(.mustEnd) struct PoisonTests {
    /// A request that crashes the daemon is not carried out by a later process, even though its connection was handed
    /// over before.
    @Test func aRequestThatKillsTheDaemonIsNotCarriedOutAgain() throws {
        let manager = try ServiceManager(environment: ["FASCIA_FAULT": "commit.before:3"])
        let client = try manager.client()
        for number in 1...2 { try client.call("value.set", ["key": "n", "value": .int(number)]) }
        try client.send("value.set", ["key": "n", "value": 3])
        #expect(try client.lines.receiveLineOrEnd() == nil)
        try manager.waitForEnd()
        try manager.start()
        let other = try manager.client()
        #expect(try other.call("value.get", ["key": "n"])[at: "values/n"] == 2)
        #expect(try other.sync() == 2)
    }
}
