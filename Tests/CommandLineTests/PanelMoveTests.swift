import FasciaDocument
import Glibc
import TestSupport
import Testing

/// What moves from one panel file to another while both are shown.
@Suite(.mustEnd) struct PanelMoveTests {
    private let daemon: DaemonProcess
    private let directory: TemporaryDirectory

    init() throws {
        daemon = try DaemonProcess()
        directory = try TemporaryDirectory()
    }

    private var lamp: String {
        "    - {switch: lamps/lamp, title: Lamp, on: [touch, \(directory.path)/lamp], off: [rm, \(directory.path)/lamp], "
            + "status: [test, -e, \(directory.path)/lamp], every: 1h}\n"
    }

    /// Replaces a panel file.
    private func write(_ panel: String, _ screens: String...) throws -> String {
        let text = "panel: \(panel)\nscreens:\n" + screens.joined()
        let new = try directory.write(text, to: panel + ".new")
        let file = directory.path + "/\(panel).yaml"
        #expect(rename(new, file) == 0)
        return file
    }

    private func agent(_ file: String) throws -> RunningProcess {
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try agent.output.wait(for: "running\n")
        return agent
    }

    @Test(arguments: [true, false]) func aRowMoves_whicheverFileIsSavedFirst(_ isAddedFirst: Bool) throws {
        let first = try agent(write("first", "  one:\n    - text: first\n", lamp))
        let second = try agent(write("second", "  two:\n    - text: second\n"))
        func add() throws { _ = try write("second", "  two:\n    - text: second\n", lamp) }
        func remove() throws { _ = try write("first", "  one:\n    - text: first\n") }
        if isAddedFirst {
            try add()
            #expect(try second.error.wait(for: "before the edit").contains("lamps/lamp\" is claimed by fascia panel first"))
            try remove()
        } else {
            try remove()
            try first.output.wait(for: "the edit is in force")
            try add()
        }
        try second.output.wait(for: "the edit is in force")
        try first.output.wait(for: "the edit is in force")
        try checkLamp(isCarriedOutBy: "fascia panel second")
        // Nothing is wrong any longer.
        #expect(try daemon.client().call("daemon.status")["issues"] == [])
    }

    /// Its agent was ended before its file was saved, and finds nothing to let go of.
    @Test func aRowMoves_fromAFileWhoseAgentWasEnded() throws {
        let first = try agent(write("first", "  one:\n    - text: first\n", lamp))
        let second = try agent(write("second", "  two:\n    - text: second\n"))
        _ = try write("second", "  two:\n    - text: second\n", lamp)
        try second.error.wait(for: "lamps/lamp\" is claimed by fascia panel first")
        first.process.signal(SIGTERM)
        _ = try first.process.waitForExit()
        let again = try agent(write("first", "  one:\n    - text: first\n"))
        try second.output.wait(for: "the edit is in force")
        try checkLamp(isCarriedOutBy: "fascia panel second")
        _ = again
    }

    /// The second list has been refused by then, and has the same rows as before.
    @Test func aRowMovesFromAListToAnother() throws {
        func list(_ name: String) -> String {
            "    - {each: {from: [cat, \(directory.path)/\(name)], id: line}, value: \"lamps/{line}\", "
                + "set: [\"true\"], status: [echo, x], every: 1h}\n"
        }
        func show(_ screen: String) throws {
            _ = try daemon.fascia(["push", screen]).checked()
            _ = try daemon.fascia(["wait", "node", "lamps/b", "--timeout", "inf"]).checked()
        }
        try directory.write("a\nb\n", to: "rows1")
        try directory.write("c\nb\n", to: "rows2")
        let first = try agent(write("first", "  one:\n", list("rows1")))
        try show("one")
        let second = try agent(write("second", "  two:\n", list("rows2")))
        try second.error.wait(for: "\"value:lamps/b\" is claimed by fascia panel first")
        try directory.write("a\n", to: "rows1")
        _ = try daemon.fascia(["poll", "one"]).checked()
        try show("two")
        // Nothing is wrong any longer.
        let client = try daemon.client()
        while try client.call("daemon.status")["issues"] != [] {}
        _ = first
    }

    @Test func aScreenMovesWithItsRows() throws {
        let (one, two) = ("  one:\n    - text: first\n", "  two:\n    - text: second\n")
        let first = try agent(write("first", one, "  lamps:\n", lamp))
        let second = try agent(write("second", two))
        _ = try write("second", two, "  lamps:\n", lamp)
        try second.error.wait(for: "before the edit")
        _ = try write("first", one)
        try second.output.wait(for: "the edit is in force")
        try first.output.wait(for: "the edit is in force")
        try checkLamp(isCarriedOutBy: "fascia panel second")
        _ = try daemon.fascia(["push", "lamps"]).checked()
        #expect(try daemon.fascia(["render"]).checked().output.contains("Lamp"))
    }

    /// Who is started again finds what it had.
    @Test func anEditDoesNotTakeWhatItsOwnerOnlyLeaves() throws {
        let file = try write("first", "  one:\n    - text: first\n", lamp)
        let first = try agent(file)
        let second = try agent(write("second", "  two:\n    - text: second\n"))
        _ = try write("second", "  two:\n    - text: second\n", lamp)
        try second.error.wait(for: "before the edit")
        first.process.signal(SIGTERM)
        #expect(try first.process.waitForExit() == .exited(0))
        let again = try agent(file)
        try checkLamp(isCarriedOutBy: "fascia panel first")
        _ = again
    }

    private func checkLamp(isCarriedOutBy claimer: String) throws {
        let set = try daemon.fascia(["toggle", "set", "lamps/lamp", "on", "--wait", "--timeout", "600"])
        #expect(set.status == .exited(0), "\(set)")
        #expect(access(directory.path + "/lamp", F_OK) == 0)
        let state = try daemon.client().call("toggle.get", ["id": "lamps/lamp"])
        #expect(state[at: "condition/claimer"]?.stringValue?.hasPrefix(claimer + " ") == true, "\(state.text)")
    }
}
