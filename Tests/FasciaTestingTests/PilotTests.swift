import FasciaClient
import FasciaDocument
import FasciaUI
import Synchronization
import TestSupport
import Testing

@testable import FasciaTesting

/// The same inputs with a pilot on a view and with one on the same controls in a daemon.
@MainActor @Suite(.mustEnd) struct PilotTests {
    private struct Order: View {
        @State private var extras = false
        @State private var name = ""
        @State private var count = 1.0
        @State private var orders = 0

        var body: some View {
            Form {
                Toggle("Extras", isOn: $extras)
                TextField("Name", text: $name)
                Slider(value: $count, in: 0...10) { Text("Count") }
                Button("Order") { orders += 1 }
                Button("Never") {}.disabled(true)
                Text("Orders: \(orders)")
            }
            .navigationTitle("Pizza")
        }
    }

    private let pilot = Pilot(Order(), columns: 40, rows: 12)

    @Test func aCallThatIsNotAnsweredInTimeFails() async throws {
        let panel = InProcessPanel()
        let error = await #expect(throws: ConnectionError.self) {
            try await panel.connect().call("ui.wait", ["for": ["screen": "never"], "timeout": 60], timeout: .zero)
        }
        #expect(error?.reason == .timeout)
    }

    // MARK: - Input and output

    @Test func keysTapsAndValues() async throws {
        try await pilot.expect(focus: "Extras")
        try await pilot.press("space", "Tab")
        try await pilot.type("Ada L")
        try await pilot.paste("ovelace")
        try await pilot.press("enter")
        try await pilot.set("Count", to: 4)
        try await pilot.tap("Order", "Order")
        try await pilot.expect(values: ["Extras": "on", "Name": "Ada Lovelace", "Count": 4])
        try await pilot.expect(.text("Orders: 2"))
        try await pilot.expect(.node("Order", role: "button"))
        try await pilot.expect(.noNode("Orders: 1"))
        try await pilot.expect(.noText("Orders: 1"))
        try await pilot.expect(focus: "Name")
        let never = try #require(try await pilot.node("Never"))
        #expect(never.role == "button" && !never.isEnabled && !never.isFocused && never.value == nil)
        #expect(try await pilot.focused?.label == "Name")
        #expect(try await pilot.nodes.map(\.label).contains("Orders: 2"))
    }

    @Test func identifiersAreIds_andWhatIsHiddenIsNoNode() async throws {
        struct Named: View {
            @State private var saved = 0
            var body: some View {
                Button("Save \(saved)") { saved += 1 }.accessibilityIdentifier("save")
                Text("decoration").accessibilityHidden(true)
            }
        }
        let pilot = Pilot(Named(), columns: 40, rows: 8)
        try await pilot.tap("save")
        #expect(try await pilot.nodes.map(\.id) == ["save"])
        try await pilot.expect(.node("Save 1"))
        try await pilot.expect(.text("decoration"))
        try await pilot.expect(.noNode("decoration"))
    }

    @Test func whatCannotBeSeenIsNoNode() async throws {
        let view = VStack {
            Text("shown")
            Text("clear").opacity(0)
            Text("hidden").hidden()
            VStack { Button("inside a clear view") {} }.opacity(0)
            Text("faint").opacity(0.1)
        }
        #expect(try await Pilot(view, columns: 40, rows: 8).nodes.map(\.label) == ["shown", "faint"])
    }

    @Test func theWholePicture_theMouse_andAnotherSize() async throws {
        try await pilot.click(column: 2, row: 3)
        try await pilot.resize(columns: 30, rows: 9)
        try await pilot.expect(
            picture: """
                            Pizza

                ›Extras                  ━━●
                 [Name                     ]
                 Count     ━●────────
                 Order                     ↵
                 (Never)
                 Orders: 0
                """)
    }

    /// Waiting ends with the awaited change, whichever thread makes it.
    @Test func waitsForLaterChanges() async throws {
        final class Model: ObservableObject, Sendable {
            private let stored = Mutex("before")
            var text: String { stored.withLock { $0 } }

            func set(_ text: String) {
                stored.withLock { $0 = text }
                objectWillChange.send()
            }
        }
        struct Shown: View {
            @ObservedObject var model: Model
            var body: some View { Text(model.text) }
        }
        let model = Model()
        let pilot = Pilot(Shown(model: model))
        try await pilot.expect(.text("before"))
        Thread.detachNewThread { model.set("after") }
        try await pilot.wait(for: .text("after"))
        try await pilot.wait(for: .noNode("before"))
    }

    @Test func navigationFromElsewhereIsWaitedFor() async throws {
        let snapshot = Snapshot(Text("root"))
        let pilot = Pilot(snapshot)
        let coordinator = snapshot.coordinator
        Task { coordinator.push(view: Text("pushed")) }
        try await pilot.wait(for: .node("pushed", role: "text"))
    }

    // MARK: - Failing inputs

    private func error(_ act: () async throws -> Void) async -> PilotError? {
        do { try await act() } catch { return error as? PilotError }
        return nil
    }

    @Test func failingInputThrowsWithPicture() async throws {
        let missing = try #require(await error { try await pilot.tap("Ordr") })
        #expect(missing.reason == "notFound")
        #expect(missing.message.hasPrefix("no node \"Ordr\" on screen"))
        #expect(missing.place.hasPrefix("FasciaTestingTests/PilotTests.swift:"))
        #expect(missing.description.contains("The screen showed:\n    │                 Pizza"))
        #expect(await error { try await pilot.tap("Never") }?.reason == "refused")
        #expect(await error { try await pilot.paste("x") }?.reason == "refused")
        #expect(await error { try await pilot.set("Count", to: "much") }?.reason == "invalid")
        let key = try #require(await error { try await pilot.press("entr") })
        #expect(key.message.hasPrefix("unknown key \"entr\"; known keys: backspace, backtab,"))
        let stack = try await pilot.call("nav.get", ["stack": "main"])
        #expect(stack["layers"]?.arrayValue?.count == 1)
    }

    @Test func waitTimeoutThrows() async throws {
        let waited = try #require(
            await error { try await pilot.wait(for: .node("Extras", role: "toggle", value: "on"), within: .zero) })
        #expect(waited.reason == "timeout")
        #expect(waited.message == "timed out after 0.0 seconds waiting for a toggle \"Extras\" that shows on")
    }

    // MARK: - Failing expectations

    private func issues(_ act: () async throws -> Void) async -> [String] {
        let reported = Reported()
        await withKnownIssue(isIntermittent: true) {
            do { try await act() } catch { Testing.Issue.record(error) }
        } matching: { issue in
            reported.add("\(issue)")
            return true
        }
        return reported.all
    }

    private final class Reported: @unchecked Sendable {
        // @unchecked: the issues of one test are reported one at a time, on the main actor.
        private(set) var all: [String] = []
        func add(_ issue: String) { all.append(issue) }
    }

    @Test func failedExpectationFailsTheTestWithPicture() async throws {
        let cases: [(String, () async throws -> Void)] = [
            ("expected \"Orders: 7\" in the picture", { try await pilot.expect(.text("Orders: 7")) }),
            ("expected \"Orders: 0\" not in the picture", { try await pilot.expect(.noText("Orders: 0")) }),
            ("expected a node \"Nothing\"", { try await pilot.expect(.node("Nothing")) }),
            ("expected no button \"Order\"", { try await pilot.expect(.noNode("Order", role: "button")) }),
            ("expected \"Count\" to show 2, but it shows 1", { try await pilot.expect(values: ["Count": 2]) }),
            ("expected \"Order\" to show 2, but it shows nothing", { try await pilot.expect(values: ["Order": 2]) }),
            ("expected \"None\" to show 2, but there is no such node", { try await pilot.expect(values: ["None": 2]) }),
            ("expected the focus on \"Order\", but", { try await pilot.expect(focus: "Order") }),
            ("expected the screen to show:\n    │nothing", { try await pilot.expect(picture: "nothing") }),
        ]
        for (message, act) in cases {
            let issues = await issues(act)
            #expect(issues.count == 1 && issues[0].contains(message), "\(message): \(issues)")
            #expect(issues.first?.contains("The screen showed:\n    │                 Pizza") == true)
        }
    }

    @Test(arguments: [
        ("Enter", "enter"), ("return", "enter"), ("esc", "escape"), ("PgDn", "pagedown"), ("shift+tab", "backtab"),
        (" ", "space"), ("x", "x"), ("X", "X"), ("ctrl+l", "ctrl+l"), ("f12", "f12"), ("ctrl+up", "ctrl+up"),
        ("f13", nil), ("meta+x", nil), ("enterr", nil), ("", nil), ("ctrl+", nil),
    ])
    func theNamesOfKeys(_ name: String, _ resolved: String?) {
        #expect(KeyName.resolve(name) == resolved)
    }

    // MARK: - With a daemon

    private func panel() throws -> DaemonProcess {
        let daemon = try DaemonProcess(arguments: ["--name", "box"])
        let client = try daemon.client()
        try client.call("toggle.declare", ["group": ["id": "extras", "title": "Extras", "options": [["id": "ham"]]]])
        try client.call("value.set", ["key": "name", "value": ""])
        try client.call("value.declare", ["key": "count", "kind": "int", "initial": 1, "range": [0, 9]])
        let screen: JSON = [
            "id": "pizza", "title": "Pizza",
            "body": [
                "kind": "form",
                "children": [
                    ["kind": "toggle", "bind": "extras/ham", "label": "Ham"],
                    ["kind": "textField", "label": "Name", "bind": "name"],
                    ["kind": "stepper", "label": "Count", "bind": "count"],
                    ["kind": "button", "label": "Delete", "emit": "onDelete"],
                ],
            ],
        ]
        try client.call("screen.put", ["screen": screen])
        try client.call("nav.set", ["path": [["screen": "pizza"]]])
        return daemon
    }

    @Test func theSameAtADaemon() async throws {
        let daemon = try panel()
        let pilot = try await Pilot(socket: daemon.socketPath, columns: 40, rows: 12, status: true)
        try await pilot.expect(focus: "Ham")
        try await pilot.press("space", "down")
        try await pilot.type("a b")
        try await pilot.paste("c")
        try await pilot.press("tab")
        try await pilot.set("Count", to: 4)
        try await pilot.expect(values: ["Ham": "on", "Name": "a bc", "Count": 4])
        try await pilot.expect(focus: "Count")
        #expect(try await pilot.call("value.get", ["key": "count"]) == ["values": ["count": 4]])
        try await pilot.resize(columns: 30, rows: 9)
        try await pilot.expect(
            picture: """
                            Pizza

                 Ham                     ━━●
                 Name      [a bc           ]
                ›Count               4 [−|+]
                 Delete                    ↵


                 Right more  / find       box
                """)
        try await pilot.click(column: 2, row: 2)
        try await pilot.expect(values: ["Ham": "off"])
        let refused = try #require(await error { try await pilot.tap("Delete") })
        #expect(refused.reason == "unimplemented")
        #expect(refused.picture.contains("! no app handles onDelete"))
        #expect(!daemon.process.hasEnded)
    }

    @Test func twoPilotsSeeEachOther_andWhatOthersDo() async throws {
        let daemon = try panel()
        let one = try await Pilot(socket: daemon.socketPath, columns: 60, rows: 12, status: true)
        var two: Pilot? = try await Pilot(socket: daemon.socketPath)
        try await one.wait(for: .text("1 other here"))
        try await two?.press("enter")
        try await one.wait(for: .node("Ham", role: "toggle", value: "on"))
        two = nil
        try await one.wait(for: .noText("other"))
        let waited = try #require(await error { try await one.wait(for: .noNode("Ham"), within: .zero) })
        #expect(waited.message == "timed out after 0.0 seconds waiting for no node \"Ham\"")
        #expect(waited.picture.contains("Ham "))
        #expect(!daemon.process.hasEnded)
    }

    @Test func withoutADaemonItSaysSo() async throws {
        do {
            _ = try await Pilot(socket: "/nonexistent/s")
            Testing.Issue.record("there is no daemon there")
        } catch {
            #expect("\(error)".hasPrefix("no daemon at /nonexistent/s: start one with"))
        }
    }
}
