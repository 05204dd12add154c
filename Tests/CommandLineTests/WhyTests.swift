import FasciaDocument
import Glibc
import TestSupport
import Testing

@testable import FasciaCommandLine

/// `fascia why`.
@Suite(.mustEnd) struct WhyTests {
    private let daemon = try! DaemonProcess()

    private func why(_ id: String) throws -> ProcessResult { try daemon.fascia(["why", id]) }

    /// Without times, numbers and names that differ.
    private func lines(_ result: ProcessResult) -> [String] {
        result.output.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ").replacing(/\(pid \d+\)/, with: "(pid N)")
                .replacing(/when .*, revision/, with: "when T, revision").replacing(/by \S+ \(/, with: "by PROGRAM (")
        }
    }

    @Test func itTellsWhoChangedItAndWhatChangedWithIt() throws {
        let client = try daemon.client()
        try client.call("daemon.hello", ["name": "someone"])
        try client.call(
            "toggle.declare",
            ["group": ["id": "mode", "rules": ["exclusive": true], "options": [["id": "a", "on": true], ["id": "b"]]]])
        try client.call("toggle.set", ["id": "mode/b", "on": true])
        try client.call("value.set", ["key": "other", "value": 1])
        let user = try #require(UserLookup.knownName(of: Int(geteuid())))
        #expect(
            try lines(why("mode/b")) == [
                "mode/b off → on", "when T, revision 2", "who \(user), by PROGRAM (pid N)", "request toggle.set",
                "with it mode/a on → off (exclusive)",
            ])
        #expect(try lines(why("mode/a")).contains("because another one of its exclusive group was turned on"))
        #expect(try lines(why("option:mode/b")).first == "mode/b off → on")
        #expect(try lines(why("value:other")).contains("request value.set"))
    }

    /// The option of each command that changes something, and of those that operate what a screen shows.
    @Test func itTellsTheReasonThatWasGiven() throws {
        let client = try daemon.client()
        let row: JSON = ["kind": "toggle", "bind": "g/a", "id": "row"]
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        try client.call("screen.put", ["screen": ["id": "home", "body": row]])
        try client.call("nav.set", ["path": [["screen": "home"]]])
        for command in [["toggle", "set", "g/a", "on"], ["tap", "row"], ["set", "row", "true"]] {
            #expect(try daemon.fascia(command + ["--reason", "\(command[0]) it"]).status == .exited(0), "\(command)")
            #expect(try lines(why("g/a")).contains("reason \(command[0]) it"), "\(command)")
        }
        #expect(try daemon.fascia(["history", "g/a"]).output.contains(", because \"tap it\": g/a on → off"))
    }

    @Test func itTellsWhatBecameOfAChange() throws {
        let client = try daemon.client()
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        let agent = try daemon.client()
        try agent.call("bind.claim", ["ids": ["g/a"]])
        try agent.call("bind.report", ["id": "g/a", "value": false])
        try client.call("toggle.set", ["id": "g/a", "on": true])
        try agent.call("bind.report", ["id": "g/a", "value": false, "failed": "no such unit"])
        let text = try lines(why("g/a"))
        #expect(text.first == "g/a on → off (revert)", "\(text)")
        #expect(text.contains { $0.hasPrefix("then g/a") && $0.contains("no such unit") }, "\(text)")
        #expect(text.contains { $0.hasPrefix("before g/a off → on, ") }, "\(text)")
    }

    @Test func whatNothingHasChangedIsSaid() throws {
        let result = try why("nothing")
        #expect(result.status == .exited(1))
        #expect(result.error.hasSuffix("fascia: nothing has changed \"nothing\", as far as the journal knows\n"))
    }
}
