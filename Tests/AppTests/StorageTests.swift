import TestSupport
import Testing

@testable import FasciaUI

/// `@AppStorage` of an app with a daemon, while its own and other clients' writes are pending.
@MainActor @Suite(.mustEnd) struct StorageTests {
    private struct Values: View {
        @AppStorage("a") private var a: Int?
        @AppStorage("b") private var b: Int?
        @AppStorage("own") private var own = 0
        @AppStorage("round") private var round = 0
        var body: some View { Text("a \(text(a)) b \(text(b)) own \(own) round \(round)") }
        private func text(_ value: Int?) -> String { value.map(String.init) ?? "none" }
    }

    private func count(_ app: HostedApp, _ key: String) {
        let values = app.host.storedValues
        values.set(key, .int((values.value(key)?.intValue ?? 0) + 1))
    }

    // MARK: - Writes that follow each other

    @Test func eventsOlderThanAPendingWriteAreIgnored() {
        let storage = DaemonStorage()
        var sent: [DaemonStorage.Write] = []
        storage.send = { sent.append($0) }
        #expect(storage.applyInitialSnapshot(["n": 0], revision: 1, isNew: false) == ["n"])
        storage.set("n", 1)
        storage.set("n", 2)
        #expect(!storage.applyEvent("n", 1, revision: 2), "the first write comes back")
        #expect(storage.value("n") == 2)
        #expect(!storage.applyAnswer(sent[0], revision: 2) && !storage.applyAnswer(sent[1], revision: 3))
        #expect(!storage.applyEvent("n", 2, revision: 3))
        #expect(storage.applyEvent("n", 7, revision: 4), "somebody else's is newer than all of them")
        #expect(!storage.applyEvent("n", 2, revision: 3), "what is older than what is known changes nothing")
        #expect(storage.value("n") == 7)
    }

    @Test func externalWriteIsShownAfterOwnAnswer() {
        let storage = DaemonStorage()
        var sent: [DaemonStorage.Write] = []
        storage.send = { sent.append($0) }
        _ = storage.applyInitialSnapshot([:], revision: 1, isNew: false)
        storage.set("n", 1)
        #expect(!storage.applyEvent("n", 1, revision: 2) && !storage.applyEvent("n", 9, revision: 3))
        #expect(storage.value("n") == 1)
        #expect(storage.applyAnswer(sent[0], revision: 2))
        #expect(storage.value("n") == 9)
    }

    @Test func changesInQuickSuccessionAllCount() async throws {
        let app = try await HostedApp { Values() }
        for _ in 1...1_000 {
            count(app, "own")
            await Task.yield()
        }
        try await app.wait(node: "a none b none own 1,000 round 0")
        try await app.wait(["value": "own", "equals": 1_000])
    }

    // MARK: - Writes that are refused

    @Test func aRefusedWriteGivesTheDaemonsValueBack_andIsReported() async throws {
        let app = try await HostedApp { Values() }
        try await app.call("value.declare", ["key": "a", "kind": "int", "initial": 2, "range": [0, 3]])
        try await app.wait(node: "a 2 b none own 0 round 0")
        count(app, "a")
        count(app, "a")
        count(app, "a")
        #expect(app.host.storedValues.value("a") == 5, "it is shown at once")
        try await app.wait(node: "a 3 b none own 0 round 0")
        #expect(app.host.issues.reported.allSatisfy { $0.hasPrefix("the value \"a\" was not stored: ") })
        #expect(app.host.issues.reported.count == 2)
        try await app.run { script in while try script.call("daemon.status")[at: "issues/1"] == nil {} }
        // Later writes succeed.
        app.host.storedValues.set("a", 1)
        try await app.wait(["value": "a", "equals": 1])
        try await app.wait(node: "a 1 b none own 0 round 0")
    }

    // MARK: - Against a model

    /// A random step. The ranges of their values tell the app's writes from the script's.
    private enum Step {
        case set(String, Int)
        case remove(String)
    }

    private nonisolated static func step(_ random: inout Seeded, from first: Int) -> Step {
        let key = Bool.random(using: &random) ? "a" : "b"
        return Int.random(in: 0...4, using: &random) == 0
            ? .remove(key) : .set(key, first + Int.random(in: 0...3, using: &random))
    }

    /// Performs random steps in the app. The app must see each of them immediately.
    private func runApp(_ app: HostedApp, _ random: inout Seeded) async {
        let values = app.host.storedValues
        for _ in 1...Int.random(in: 1...30, using: &random) {
            switch Self.step(&random, from: 100) {
            case .set(let key, let value):
                values.set(key, .int(value))
                #expect(values.value(key) == .int(value))
            case .remove(let key):
                values.set(key, nil)
                #expect(values.value(key) == nil)
            }
            count(app, "own")
            if Bool.random(using: &random) { await Task.yield() }
        }
    }

    private nonisolated static func runScript(_ script: JSONClient, _ random: inout Seeded) throws {
        for _ in 1...Int.random(in: 1...30, using: &random) {
            switch step(&random, from: 200) {
            case .set(let key, let value): try script.call("value.set", ["key": .string(key), "value": .int(value)])
            case .remove(let key): _ = try script.reply(to: try script.send("value.remove", ["key": .string(key)]))
            }
        }
    }

    /// Checks that the app shows the daemon's values, and that no write of the app's counter is lost.
    private func compare(_ app: HostedApp, _ script: JSONClient, own: Int) async throws {
        let shown = try await app.run { _ in
            try script.call("ui.wait", ["for": ["value": "own", "equals": .int(own)], "timeout": 3_600])
            let values = try script.call("value.get")["values"]
            func text(_ key: String) -> String { values?[key]?.intValue.map(String.init) ?? "none" }
            // This event comes after all others, so the app has received them when it shows this value.
            try script.call("value.set", ["key": "round", "value": .int(own)])
            let shown = "a \(text("a")) b \(text("b")) own \(own) round \(own)"
            try script.call("ui.wait", ["for": ["node": .string(shown)], "timeout": 3_600])
            return shown
        }
        let values = app.host.storedValues
        func text(_ key: String) -> String { values.value(key)?.intValue.map(String.init) ?? "none" }
        #expect("a \(text("a")) b \(text("b")) own \(text("own")) round \(text("round"))" == shown)
    }

    @Test(arguments: 1...5) func concurrentWritersConverge(_ seed: UInt64) async throws {
        let app = try await HostedApp { Values() }
        var random = Seeded(seed)
        for round in 1...10 {
            let scripted = UInt64(round) &* 1_000 &+ seed
            async let script: Void = app.run { script in
                var random = Seeded(scripted)
                try Self.runScript(script, &random)
            }
            await runApp(app, &random)
            try await script
            try await compare(app, app.script, own: app.host.storedValues.value("own")?.intValue ?? 0)
        }
        #expect(app.host.issues.reported.isEmpty)
    }

    @Test func pendingWritesAreAppliedOnceAfterACrash() async throws {
        let app = try await HostedApp { Values() }
        var random = Seeded(7)
        var daemon = app.daemon
        for _ in 1...5 {
            await runApp(app, &random)
            let killed = daemon
            daemon = try await app.run { _ in
                _ = try killed.kill9()
                return try DaemonProcess(in: killed.directory)
            }
            await runApp(app, &random)
            let script = try daemon.client()
            try await compare(app, script, own: app.host.storedValues.value("own")?.intValue ?? 0)
        }
        #expect(app.host.issues.reported.isEmpty)
    }
}
