import FasciaClient
import FasciaDocument
import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaCommandLine

/// Linear mode: on pipes against a real daemon, and its parts alone.
@Suite(.mustEnd) struct LinearTests {
    private func linear(_ daemon: DaemonProcess, _ arguments: [String] = [], _ lines: String...) throws -> ProcessResult {
        try daemon.fascia(
            ["attach", "--linear"] + arguments, input: lines.map { $0 + "\n" }.joined(),
            environment: ["LANG": "C.UTF-8"])
    }

    private func pizza() throws -> DaemonProcess {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("path", "home", "pizza")
        return daemon
    }

    @Test func operableNodesAreNumbered() throws {
        let result = try linear(try pizza(), [], "q")
        #expect(result.status == .exited(0))
        #expect(
            result.output == """
                Screen: The box, Pizza
                What is on it:
                1. Extras, switch: partly on
                2. Cheese, switch: on
                3. Ham, switch: off
                4. Mushrooms, switch: off
                5. Olives, switch: off, disabled
                Order:
                Ordered so far, value: 0
                6. One pizza, button
                7. None after all, button

                """)
        #expect(!result.output.contains("\u{1B}"))
    }

    /// It navigates by itself, and its stack goes with it.
    @Test func itMayHaveAStackOfItsOwn() throws {
        let daemon = try pizza()
        let path = try daemon.output("path")
        let result = try linear(daemon, ["--own"], "Pizza", "Ham", "q")
        #expect(result.status == .exited(0))
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "Screen: The box")
        #expect(lines.contains("Screen: The box, Pizza") && lines.contains("Ham: on"), "\(lines)")
        #expect(try daemon.output("path") == path)
        let client = try daemon.client()
        while try client.call("watch.start", ["snapshot": true])[at: "snapshot/stacks"]?.arrayValue?.count != 1 {}
    }

    @Test func aMissingScreenShowsAPlaceholder() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("push", "later")
        #expect(
            try linear(daemon, [], "q").output == """
                Screen: The box, later
                The screen "later" has not been published yet. It appears here when a program publishes it, or fascia \
                screen put.

                """)
    }

    @Test func numbersAndLabelsOperateNodes() throws {
        let daemon = try pizza()
        let result = try linear(daemon, [], "3", "cheese = off", "mush", "5", "One", "99", "nothing", "b", "b")
        #expect(
            result.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(11).joined(separator: "\n")
                == """
                Ham: on
                Cheese: off
                Mushrooms: on
                Refused: node "0.0.0:olives" (Olives) is disabled
                Ordered so far: 1
                Nothing on this screen has the number 99: Enter lists the screen.
                Nothing on this screen is called nothing: Enter lists the screen.
                Screen: The box
                Machine:
                Memory, gauge: 41 %
                Disk, gauge: 63 %
                Load, sparkline: 0.42
                Up, value: 3 d 4 h
                Manage:
                1. Services, button: 2 of 5 on
                2. Settings, button
                3. Log, button
                4. Disks, button: 4
                5. Restart…, button
                Play:
                6. Pizza, button
                7. Rainbow, button
                Theme, menu
                8. Default, button
                9. High contrast, button
                10. Catppuccin, button
                11. Dracula, button
                12. Gruvbox, button
                13. Nord, button
                14. Solarized, button
                This is the first screen: there is nothing to go back to.

                """)
        #expect(result.status == .exited(0))
    }

    /// A master switch and the options that change with it are announced on one line each.
    @Test func dependentChangesAreAnnounced() throws {
        let result = try linear(try pizza(), [], "2 off", "1 on", "1 maybe", "6 = x", "2 on")
        let announced = result.output.split(separator: "\n").dropFirst(11)
        #expect(
            Array(announced) == [
                "Extras: off", "Cheese: off", "Extras: partly on", "Cheese: on", "Ham: on", "Mushrooms: on",
                "Extras, switch: partly on: type 1, or 1 on or 1 off", "One pizza, button: type 6", "Nothing changed.",
            ])
    }

    @Test func changesByOthersAreAnnounced() throws {
        let daemon = try pizza()
        let linear = try RunningProcess(
            Products.executable("fascia"), ["attach", "--linear"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try linear.output.wait(for: "7. None after all, button\n")
        _ = try daemon.output("toggle", "set", "extras/ham", "on")
        try linear.output.wait(for: "\nHam: on\n")
        _ = try daemon.output("toggle", "enable", "extras/olives")
        try linear.output.wait(for: "\nOlives: enabled\n")
        _ = try daemon.output("modal", "confirm", "--style", "alert")
        try linear.output.wait(for: "\nScreen: The box, Pizza, ")
        try linear.send("b\n")
        try linear.output.wait("the pizza again") { $0.ranges(of: "Screen: The box, Pizza\n").count == 2 }
        try linear.send("?\n")
        try linear.output.wait(for: LinearCommand.instructions)
        try linear.send("q\n")
        #expect(try linear.process.waitForExit() == .exited(0))
    }

    @Test func changesThatAreDoneNeedNoConfirmation() {
        var changes = UnconfirmedChanges()
        func change(_ kind: JSON, _ id: JSON) -> JSON { ["kind": kind, "id": id, "back": "a b", "within": 20] }
        #expect(changes.receive(change("unconfirmed", "one")) == "one goes back to a b in 20 s: type keep to keep it.")
        _ = changes.receive(change("unconfirmed", "two"))
        #expect(changes.latest == "two")
        #expect(changes.receive(change("reverted", "two")) == nil && changes.latest == "one")
        #expect(changes.receive(change("pending", "one")) == nil && changes.latest == "one")
        #expect(changes.receive(change("confirmed", "one")) == nil && changes.latest == nil)
        let secret: JSON = ["kind": "unconfirmed", "id": "key", "within": 20, "secret": true]
        #expect(changes.receive(secret) == "key goes back in 20 s: type keep to keep it.")
    }

    /// What is left of a pipe's lines must not count as done.
    @Test func aConnectionThatIsLostAfterTheInputIsAFailure() {
        var session = LinearSession(stack: "main", daemonName: "/s", operates: true)
        let actions = session.handle(.connected)
        for case .send(let method, _, let id?) in actions where method.hasPrefix("nav.") || method.hasPrefix("ui.") {
            _ = session.handle(.message(.response(id: RequestID(id), .success([:]))))
        }
        // The other requests are still unanswered, so that it waits.
        let waiting = session.handle(.line("3")) + session.handle(.inputEnded)
        #expect(waiting.isEmpty)
        let error = ConnectionError(.system, path: "/s", "lost")
        let ended = session.handle(.connectionLost(error))
        #expect(ended == [.finish(.noDaemon(error))])
    }

    @Test func aConnectionThatIsLostBeforeItsFirstAnswerIsMadeAgain() {
        var session = LinearSession(stack: "main", daemonName: "/s", operates: true)
        _ = session.handle(.connected)
        let lost = session.handle(.connectionLost(ConnectionError(.connectionLost, path: "/s", "lost")))
        #expect(lost.prefix(2) == [.disconnect, .print("Connection lost: waiting for a daemon at /s.")])
        #expect(session.handle(.timerFired) == [.connect])
        #expect(session.handle(.connectionLost(ConnectionError(.noSocket, path: "/s", "none"))).first == .disconnect)
    }

    @Test func lostConnectionsAreAnnounced() throws {
        let daemon = try pizza()
        let linear = try RunningProcess(
            Products.executable("fascia"), ["attach", "--linear"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try linear.output.wait(for: "7. None after all, button\n")
        try daemon.kill9()
        try linear.output.wait(for: "Connection lost: waiting for a daemon at \(daemon.socketPath).\n")
        try linear.send("3\n")
        try linear.output.wait("an answer") { $0.ranges(of: "Connection lost").count == 2 }
        try FileManager.default.removeItem(atPath: daemon.statePath)
        let next = try DaemonProcess(in: daemon.directory)
        try linear.output.wait(for: "Reconnected.\n")
        _ = try next.fascia(["batch", SamplePanel.directory + "/panel.jsonl"]).checked()
        try linear.output.wait("the box") { text in
            text.ranges(of: "Reconnected").last.map { text[$0.upperBound...].contains("Pizza, button") } ?? false
        }
        try linear.send("q\n")
        #expect(try linear.process.waitForExit() == .exited(0))
    }

    @Test func viewModeDoesNotOperate() throws {
        let daemon = try pizza()
        let result = try linear(daemon, ["--read-only"], "3", "b", "l")
        let announced = result.output.split(separator: "\n").dropFirst(11)
        #expect(
            announced.prefix(2).allSatisfy {
                $0 == "This terminal is view-only: attach without --read-only to operate the panel."
            })
        #expect(announced.dropFirst(2).first == "Screen: The box, Pizza")
        #expect(try daemon.output("get", "extras/ham") == "off")
        #expect(try linear(daemon, ["--mode", "view"], "3").output.contains("view-only"))
    }

    @Test func withoutUTF8TheOutputIsASCII() throws {
        let daemon = try SamplePanel.start()
        let result = try daemon.fascia(["attach", "--linear"], environment: ["LC_ALL": "C"])
        #expect(result.output.contains("5. Restart..., button"))
        #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func theUsualSignsHaveAnASCIISpelling() {
        #expect("“Größe” → 3–5 …".onlyASCII == "\"Groesse\" -> 3-5 ...")
        #expect("pizza 🍕".onlyASCII == "pizza ?")
    }

    @Test func connectionAndStackErrors() throws {
        let directory = try TemporaryDirectory()
        let result = try runProcess(
            Products.executable("fascia"), ["attach", "--linear"], environment: ["FASCIA_SOCKET": directory["none"]])
        #expect(result.status == .exited(3) && result.error.hasPrefix("fascia: no daemon at "))
        let other = try linear(try SamplePanel.start(), ["--stack", "side"])
        #expect(other.status == .exited(1) && other.error.hasPrefix("fascia: notFound: no stack \"side\""))
    }

    /// A terminal without cursor control gets linear mode automatically.
    @Test func aDumbTerminal() throws {
        let daemon = try pizza()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "TERM": "dumb", "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "fascia: TERM is \"dumb\": using lines, as with --linear\r\n")
        try terminal.output.wait(for: "7. None after all, button\r\n")
        try terminal.type("3\r")
        try terminal.output.wait(for: "Ham: on\r\n")
        try terminal.type("q\r")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(try !terminal.output.waitForEnd().contains("\u{1B}"))
    }

    @Test func withoutATerminalAttachPrintsAPictureAndAHint() throws {
        let daemon = try pizza()
        let result = try daemon.fascia(["attach"], environment: ["COLUMNS": "40", "LINES": "5"])
        #expect(result.status == .exited(0))
        #expect(try result.output == daemon.fascia(["render", "--columns", "40", "--rows", "5"]).checked().output)
        #expect(
            result.error
                == "fascia: without a terminal, attach only prints a picture: run it in a terminal, or use "
                + "\"fascia attach --linear\"\n"
        )
        let nobody = try daemon.fascia(["attach", "--stack", "side"])
        #expect(nobody.status == .exited(1))
    }

    // MARK: - The parts

    @Test(arguments: [
        ("", LinearCommand.list), (" l ", .list), ("m", .more), ("b", .back), ("back", .back), ("keep", .keep), ("?", .help),
        ("q", .quit), ("3", .operate(name: "3", argument: nil)), ("3 off", .operate(name: "3", argument: "off")),
        ("3=off", .operate(name: "3", argument: "off")), ("12 a = b", .operate(name: "12", argument: "a = b")),
        ("Cheese", .operate(name: "Cheese", argument: nil)),
        ("One pizza", .operate(name: "One pizza", argument: nil)),
        ("Full name = Ada L", .operate(name: "Full name", argument: "Ada L")), ("5 +", .operate(name: "5", argument: "+")),
        ("q = 1", .operate(name: "q", argument: "1")),
    ])
    func aLineIsACommand(_ line: String, _ command: LinearCommand) {
        #expect(LinearCommand(line) == command)
    }

    private func node(_ text: String) throws -> LinearNode { try #require(LinearNode(try JSON(parsing: text))) }

    @Test func nodeDescriptions() throws {
        let lines = [
            (#"{"id":"a","role":"textField","label":"Name","value":"","enabled":true,"set":"text"}"#, "Name, text field: empty"),
            (
                #"{"id":"a","role":"textField","label":"Key","value":"abc","enabled":true,"set":"text","secure":true}"#,
                "Key, secret text: hidden"
            ),
            (
                #"{"id":"a","role":"slider","label":"","value":0.5,"enabled":false,"set":"number"}"#,
                "slider: 0.5, disabled"
            ),
            (#"{"id":"a","role":"progress","label":"P","value":5,"fraction":0.05,"enabled":true}"#, "P, progress: 5 percent"),
            (#"{"id":"a","role":"progress","label":"P","value":1e300,"fraction":1,"enabled":true}"#, "P, progress: 100 percent"),
            (#"{"id":"a","role":"progress","label":"P","value":1e300,"enabled":true}"#, "P, progress: 1e+300"),
            (#"{"id":"a","role":"option","label":"S","value":"on","enabled":true,"tap":true}"#, "S, option: selected"),
            (#"{"id":"a","role":"picker","label":"P","value":"","enabled":true,"set":"option"}"#, "P, choice: nothing selected"),
            (#"{"id":"a","role":"text","label":"a\u001b[2Jb","enabled":true}"#, "a\\x1b[2Jb"),
            (
                #"{"id":"a","role":"toggle","label":"S","value":"off","conditions":["failed"],"notes":["a\u001b]0;b\u0007\u009bm"]}"#,
                "S, switch: off, failed, a\\x1b]0;b\\x07\\x9bm"
            ),
            (#"{"id":"a","role":"stack","label":"More","enabled":true,"tap":true}"#, "More, group"),
            (#"{"id":"a","role":"stack","label":"▸ More","enabled":true,"tap":true}"#, "More, group: closed"),
            (#"{"id":"a","role":"stack","label":"▾ More","enabled":true,"tap":true}"#, "More, group: open"),
        ]
        for (text, words) in lines { #expect(try node(text).description == words) }
        #expect(
            try node(
                #"{"id":"a","role":"slider","label":"V","value":1,"enabled":true,"set":"number","range":[0,10],"increment":true}"#
            )
            .helpText(name: "4") == "type 4 and a number from 0 to 10, or 4 + or 4 -")
        #expect(
            try node(
                #"{"id":"a","role":"picker","label":"V","value":"","enabled":true,"set":"option","options":[{"id":"s","label":"S"},{"id":"l","label":"L"}]}"#
            )
            .helpText(name: "4") == "type 4 and one of S, L")
    }

    @Test func whatIsUnknownOrNotSelectedHasNoValue() throws {
        let lines = [
            (
                #"{"id":"a","role":"toggle","label":"T","value":"off","conditions":["unknown"],"enabled":true}"#,
                "T, switch: unknown"
            ),
            (
                #"{"id":"a","role":"toggle","label":"T","value":"on","conditions":["stale"],"notes":["it ended"],"enabled":true}"#,
                "T, switch: on, stale, it ended"
            ),
            (
                #"{"id":"a","role":"picker","label":"P","value":"19","options":[{"id":"19","label":"19"}],"selection":null,"enabled":true}"#,
                "P, choice: nothing selected"
            ),
            (#"{"id":"a","role":"text","label":"42","conditions":["stale"],"enabled":true}"#, "42 (stale)"),
            (#"{"id":"a","role":"gauge","label":"G","value":40,"shown":"40 %","enabled":true}"#, "G, gauge: 40 %"),
        ]
        for (text, words) in lines { #expect(try node(text).description == words) }
    }

    /// It is a state that none of the choices is.
    @Test func aHintNamesOnlyChoices() throws {
        let picker = try node(
            #"{"id":"a","role":"picker","label":"V","value":"","enabled":true,"set":"option","options":[{"id":"a","label":"a"},{"id":"c","label":"c (not among the choices)"}]}"#
        )
        #expect(picker.helpText(name: "6") == "type 6 and one of a")
    }

    @Test func textsInsideAGroupAreNotRepeated() throws {
        func text(_ id: String, _ words: String) throws -> LinearNode {
            try node("{\"id\":\"\(id)\",\"role\":\"text\",\"label\":\"\(words)\",\"enabled\":true}")
        }
        var screen = LinearScreen()
        let group = try node(#"{"id":"a","role":"stack","label":"▸ More or less","enabled":true,"tap":true}"#)
        let nodes = try [group, text("b", "▸"), text("c", "More"), text("d", "or less"), text("e", "More")]
        #expect(screen.update(nodes, path: "P", entry: "e1") == ["Screen: P", "1. More or less, group: closed", "More"])
        let opened = try node(#"{"id":"a","role":"stack","label":"▾ More or less","enabled":true,"tap":true}"#)
        #expect(
            screen.update([opened] + nodes.dropFirst(), path: "P", entry: "e1") == ["More or less: open"])
        #expect(screen.find("more").map(\.id) == ["a"])
    }

    @Test func aLabelMayLookLikeANumberAndAValue() throws {
        func button(_ label: String) throws -> LinearNode {
            try node("{\"id\":\"\(label)\",\"role\":\"button\",\"label\":\"\(label)\",\"enabled\":true,\"tap\":true}")
        }
        var screen = LinearScreen()
        _ = screen.update([try button("A"), try button("2 GB"), try button("x = y")], path: "P", entry: "e1")
        for (line, label) in [("2 GB", "2 GB"), (" 2 gb ", "2 gb"), ("x = y", "x = y")] {
            #expect(LinearCommand(line, on: screen) == .operate(name: label, argument: nil))
            #expect(screen.find(label).count == 1)
        }
        #expect(LinearCommand("2 TB", on: screen) == .operate(name: "2", argument: "TB"))
        #expect(LinearCommand("2 = GB", on: screen) == .operate(name: "2", argument: "GB"))
        #expect(LinearCommand("q", on: screen) == .quit)
    }

    @Test func numbersAreStableAndLongListsArePaged() throws {
        func button(_ id: Int) throws -> LinearNode {
            try node("{\"id\":\"\(id)\",\"role\":\"button\",\"label\":\"b\(id)\",\"enabled\":true,\"tap\":true}")
        }
        var screen = LinearScreen()
        let first = screen.update([try button(1), try button(2)], path: "P", entry: "e1")
        #expect(first == ["Screen: P", "1. b1, button", "2. b2, button"])
        let second = screen.update([try button(3), try button(2)], path: "P", entry: "e1")
        #expect(second == ["new: 3. b3, button", "removed: b1, button"])
        #expect(screen.find("2").map(\.id) == ["2"] && screen.find("1") == [] && screen.find("B3").map(\.id) == ["3"])
        #expect(screen.find("b").count == 2)
        let many = screen.update(try (0..<250).map { try button($0) }, path: "Q", entry: "e2")
        #expect(many.count == 102 && many.last == "150 more: type m")
        #expect(screen.more().count == 101)
        #expect(screen.more().count == 50)
        #expect(screen.more() == ["End of the list."])
        // A list of many changes is a new list.
        let changed = screen.update(try (300..<500).map { try button($0) }, path: "Q", entry: "e2")
        #expect(changed.last == "100 more: type m")
        #expect(screen.more().first?.hasSuffix("b400, button") == true)
    }

    /// Nodes without words are not lines, and do not count as lines.
    @Test func thePartsOfALongListDoNotOverlap() throws {
        let nodes = try (0..<240).map { number in
            try node(
                "{\"id\":\"\(number)\",\"role\":\"text\",\"label\":\"\(number % 2 == 0 ? "t\(number)" : "")\",\"enabled\":true}")
        }
        var screen = LinearScreen()
        let first = screen.update(nodes, path: "P", entry: "e1")
        #expect(first.count == 102 && first.last == "20 more: type m")
        let second = screen.more()
        #expect(second.count == 20 && second.first == "t200")
    }
}
