import TestSupport
import Testing

/// An upgrade that changes a rule of the model: the new version still serves a state that its rules would refuse. Lower
/// limits stand in for the changed rule.
@Suite(.mustEnd) struct RuleChangeTests {
    private static let stricter = ["FASCIA_SMALL": "depth=2,values=3,valueBytes=10,groups=1,screens=1"]

    /// Checks that `fascia state` with the new limits finds no damage and exports the same state.
    private func expectSound(_ daemon: DaemonProcess, export: String) throws {
        func state(_ command: String) throws -> String {
            try runProcess(
                Products.executable("fascia"), ["state", command, "--state", daemon.statePath], environment: Self.stricter
            ).checked().output
        }
        #expect(try state("check").hasSuffix("sound     no damage found\n"))
        #expect(try state("export") == export)
    }

    private func panel(_ daemon: DaemonProcess) throws -> Replica { try SavedState.panel(daemon.client()).panel }

    /// After a kill the rows are replayed; after an orderly end the snapshot is read.
    @Test(arguments: [true, false]) func aStateThatTheNewRuleRefusesIsServed(isKilled: Bool) throws {
        let (before, client) = try Fixture.panel()
        try client.call("toggle.declare", ["group": ["id": "more", "options": [["id": "a"]]]])
        for number in 0..<5 {
            try client.call("nav.push", ["screen": .string("s\(number)")])
            try client.call("screen.put", Fixture.screen("s\(number)", ["kind": "text", "text": "Hello"]))
            try client.call("value.set", ["key": .string("k\(number)"), "value": "longer than ten bytes"])
        }
        let events = try client.call("history.get", ["since": 0, "limit": 1_000])["events"]
        let old = try panel(before)
        let export = try runProcess(
            Products.executable("fascia"), ["state", "export", "--state", before.statePath]
        ).checked().output
        if isKilled { try before.kill9() } else { #expect(try before.terminate() == .exited(0)) }

        // The new rule applies to new commands, and no earlier state is refused, damaged or lost.
        let after = try DaemonProcess(in: before.directory, environment: Self.stricter)
        let late = try after.client()
        #expect(try panel(after) == old)
        #expect(try late.call("history.get", ["since": 0, "limit": 1_000])["events"] == events)
        #expect(!after.log.text.contains("damaged"), "\(after.log.text)")
        #expect(try late.failure("value.set", ["key": "new", "value": 1]).reason == "limit")
        #expect(try late.failure("value.set", ["key": "k1", "value": "longer than ten bytes, too"]).reason == "limit")
        #expect(try late.failure("nav.push", ["screen": "s9"]).reason == "limit")
        #expect(try late.failure("toggle.declare", ["group": ["id": "third", "options": [["id": "a"]]]]).reason == "limit")
        try expectSound(after, export: export)
        try after.kill9()
        try expectSound(after, export: export)

        // Changes within the new rule are kept with the rest, and the old version accepts the result.
        let again = try DaemonProcess(in: before.directory, environment: Self.stricter)
        try again.client().call("value.set", ["key": "k1", "value": 1])
        try again.client().call("nav.pop")
        let new = try panel(again)
        try again.kill9()
        let back = try DaemonProcess(in: before.directory)
        #expect(try panel(back) == new)
        #expect(!back.log.text.contains("damaged"), "\(back.log.text)")
        try back.client().call("nav.push", ["screen": "s9"])
        try back.client().call("value.set", ["key": "new", "value": "longer than ten bytes"])
    }
}
