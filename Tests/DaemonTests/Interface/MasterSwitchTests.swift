import FasciaDocument
import TestSupport
import Testing

/// The four rules of a master switch, with three ways to operate it: a key in a terminal, the command line, and a JSON
/// request. Each change is a single event with all changed options and the group.
@Suite struct MasterSwitchTests {
    enum Way: CaseIterable {
        case keys, commandLine, line
    }

    enum Behaviour: CaseIterable {
        case masterOnTurnsEveryChildOn, masterOffTurnsEveryChildOff, aChildGoingOffTakesTheMasterOff
        case theLastChildGoingOnTakesTheMasterOn
    }

    /// The options that are on before, the switch that is operated, and the changes of the event.
    private struct Case {
        var before: Set<String>
        /// 0 is the master; 1 and 2 are its options.
        var row: Int
        var changes: [JSON]
    }

    private func example(_ behaviour: Behaviour) -> Case {
        func option(_ name: String, _ to: Bool, _ why: String) -> JSON {
            ["kind": "option", "id": .string("extras/" + name), "from": .bool(!to), "to": .bool(to), "why": .string(why)]
        }
        func group(_ from: String, _ to: String) -> JSON {
            ["kind": "group", "id": "extras", "from": .string(from), "to": .string(to)]
        }
        return switch behaviour {
        case .masterOnTurnsEveryChildOn:
            Case(before: [], row: 0, changes: [option("a", true, "group"), option("b", true, "group"), group("off", "on")])
        case .masterOffTurnsEveryChildOff:
            Case(
                before: ["a", "b"], row: 0,
                changes: [option("a", false, "group"), option("b", false, "group"), group("on", "off")])
        case .aChildGoingOffTakesTheMasterOff:
            Case(before: ["a", "b"], row: 2, changes: [option("b", false, "direct"), group("on", "mixed")])
        case .theLastChildGoingOnTakesTheMasterOn:
            Case(before: ["a"], row: 2, changes: [option("b", true, "direct"), group("mixed", "on")])
        }
    }

    @Test(arguments: Behaviour.allCases, Way.allCases)
    func eachIsOneEvent(behaviour: Behaviour, way: Way) throws {
        let example = example(behaviour)
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let options = ["a", "b"].map { JSON.object(["id": .string($0), "on": .bool(example.before.contains($0))]) }
        try client.call("toggle.declare", ["group": ["id": "extras", "options": .array(options)]])
        try client.call("screen.put", Fixture.screen("s", ["kind": "group", "bind": "extras"]))
        try client.call("nav.set", ["path": [["screen": "s"]]])
        let watcher = try daemon.client()
        try watcher.watch()

        let id = ["extras", "extras/a", "extras/b"][example.row]
        switch way {
        case .keys:
            let terminal = try client.attach(40, 10)
            for _ in 0..<example.row { try client.call("terminal.key", ["terminal": terminal, "key": "down"]) }
            try client.call("terminal.key", ["terminal": terminal, "key": "space"])
        case .commandLine: _ = try daemon.fascia(["toggle", "flip", id]).checked()
        case .line: try client.call("toggle.flip", ["id": .string(id)])
        }
        #expect(try watcher.notification()["changes"] == .array(example.changes))
        // There are no other events.
        _ = try watcher.sync()
        #expect(watcher.takeNotifications().isEmpty)
    }
}
