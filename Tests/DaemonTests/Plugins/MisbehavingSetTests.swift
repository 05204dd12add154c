import FasciaDocument
import Foundation
import TestSupport
import Testing

/// All misbehaving plugins, one after the other, in one daemon with two terminals and a script that counts.
///
/// `FASCIA_TABLE=1` uses the time limits of a daemon and prints what each plugin has cost. With `FASCIA_PLUGIN_SERVICE` systemd
/// starts the plugins.
@Suite(.mustEnd) struct MisbehavingSetTests {
    private let isMeasured = ProcessInfo.processInfo.environment["FASCIA_TABLE"] != nil
    private let directory: TemporaryDirectory
    private let plugins: TemporaryDirectory
    private let daemon: DaemonProcess
    private let client: JSONClient
    private let baseline: JSON
    private var place: String { plugins["misbehaving.so"] }
    private let fine = Misbehaviour(name: "fine", label: "fine", cost: .nothing)

    init() throws {
        directory = try TemporaryDirectory()
        plugins = try TemporaryDirectory()
        // Longer than a plugin takes on a busy machine, and shorter than an endless loop.
        var arguments = isMeasured ? [] : ["--plugin-timeout", "1"]
        if let service = ProcessInfo.processInfo.environment["FASCIA_PLUGIN_SERVICE"] {
            arguments += ["--plugin-service", service]
        }
        let environment = ["FASCIA_PLUGIN_PATH": plugins.path]
        let first = try DaemonProcess(in: directory, arguments: arguments, environment: environment)
        let declaring = try first.client()
        try fine.build(in: plugins, plugins["misbehaving.so"])
        try declaring.call("plugin.load", ["id": "misbehaving"])
        try declaring.call("toggle.declare", ["group": ["id": "room", "options": [["id": "lamp"]]]])
        try declaring.call("screen.put", Self.screen("base", "lamp", [:]))
        try declaring.call("screen.put", Self.screen("fine", "fine", ["toggleStyle": "misbehaving"]))
        try declaring.call("nav.set", ["path": [["screen": "base"]]])
        try first.terminate()
        baseline = try Self.export(directory)
        daemon = try DaemonProcess(in: directory, arguments: arguments, environment: environment)
        client = try daemon.client()
    }

    private static func screen(_ id: String, _ label: String, _ environment: JSON) -> JSON {
        let toggle: JSON = ["kind": "toggle", "bind": "room/lamp", "label": .string(label)]
        let nodes: JSON = [["kind": "text", "text": .string("screen \(id)")], toggle]
        return ["screen": ["id": .string(id), "body": ["kind": "vstack", "children": nodes], "environment": environment]]
    }

    /// The state, without what counts its changes, and the value that the script counts.
    private static func export(_ directory: TemporaryDirectory) throws -> JSON {
        let text = try runProcess(
            Products.executable("fasciad"), ["state", "export", "--state", directory["state"]]
        ).checked().output
        var state = try JSON(parsing: text).objectValue ?? [:]
        for name in ["revision", "lastEntry", "values", "stacks"] { state[name] = nil }
        return .object(state)
    }

    /// A terminal, and what it shows.
    private final class Viewer {
        let client: JSONClient
        private(set) var screen: ShownScreen
        private(set) var frames: [String] = []

        init(_ daemon: DaemonProcess, columns: Int, rows: Int) throws {
            client = try daemon.client()
            screen = ShownScreen(columns: columns, rows: rows)
            _ = try client.attach(columns, rows)
            try wait { $0.contains("screen base") }
        }

        func wait(until holds: (String) -> Bool) throws {
            do {
                while !holds(screen.text) { try show(client.notification("terminal.frame")) }
            } catch { throw TestFailure("\(error); the terminal shows:\n\(screen.text)") }
        }

        /// Shows the frames that were sent before now.
        func update() throws {
            _ = try client.sync()
            for message in client.takeNotifications() { show(message["params"] ?? [:]) }
        }

        private func show(_ frame: JSON) {
            screen.show(frame["data"]?.stringValue ?? "")
            frames.append(screen.text)
        }

        func takeFrames() -> [String] {
            defer { frames = [] }
            return frames
        }
    }

    /// What the daemon's process uses.
    private struct Resources {
        var memory, descriptors, threads, children: Int

        init(_ daemon: DaemonProcess) throws {
            let files = FileManager.default
            let process = "/proc/\(daemon.id)"
            let status = try String(contentsOfFile: process + "/status", encoding: .utf8).split(separator: "\n")
            let line = status.first { $0.hasPrefix("VmRSS:") }?.split(separator: " ")
            memory = Int(line?.dropFirst().first ?? "") ?? 0
            descriptors = try files.contentsOfDirectory(atPath: process + "/fd").count
            let tasks = try files.contentsOfDirectory(atPath: process + "/task")
            threads = tasks.count
            children = try tasks.map { try String(contentsOfFile: "\(process)/task/\($0)/children", encoding: .utf8) }
                .flatMap { $0.split(separator: " ") }.count
        }
    }

    /// Shows a screen, and waits until both terminals show it.
    private func open(_ screen: String, _ viewers: [Viewer], _ text: String = " ") throws -> Int {
        let reply = try client.call("nav.set", ["path": [["screen": .string(screen)]]])
        for viewer in viewers { try viewer.wait { $0.contains("screen \(screen)") && $0.contains(text) } }
        return try #require(reply.revision)
    }

    private func waitForLog(_ text: String, after count: Int) throws {
        try daemon.log.wait(text) { $0.components(separatedBy: text).count > count }
    }

    private func countInLog(_ text: String) -> Int { daemon.log.text.components(separatedBy: text).count }

    private static let quarantined = "is not used any more"

    /// On a busy machine a process may not start within the second that it has for a drawing.
    private func start(by method: String) throws {
        while true {
            do {
                try client.call(method, ["id": "misbehaving"])
                return
            } catch {
                guard "\(error)".contains("did not answer in time") else { throw error }
            }
        }
    }

    /// Lets a plugin misbehave.
    ///
    /// - Returns: for each terminal, how many frames were in the built-in style; the revisions that were made.
    private func run(_ what: Misbehaviour, _ viewers: [Viewer]) throws -> (frames: [Int], revisions: [Int]) {
        try what.build(in: plugins, place)
        guard what.cost != .refused else {
            let error = try client.failure("plugin.load", ["id": "misbehaving"])
            #expect(error.message?.contains("misbehaving") == true, "\(what.name): \(error.text)")
            return ([0, 0], [])
        }
        try start(by: "plugin.load")
        let put = try client.call("screen.put", Self.screen("what", what.label, ["toggleStyle": "misbehaving"]))
        var revisions = [try #require(put.revision), try open("fine", viewers, "done 0")]
        let earlier = countInLog(Self.quarantined)
        for viewer in viewers { _ = viewer.takeFrames() }
        revisions.append(try open("what", viewers))
        if what.cost == .process { try waitForLog(Self.quarantined, after: earlier) }
        for viewer in viewers { try viewer.update() }
        let frames = viewers.map { longestRun($0.takeFrames()) { $0.contains(what.label.prefix(8)) } }
        if what.isConfined { for viewer in viewers { #expect(viewer.screen.text.contains("refused"), "\(what.name)") } }
        if what.cost == .process { try start(by: "plugin.reload") }
        revisions.append(try open("fine", viewers, "done 0"))
        try client.call("plugin.unload", ["id": "misbehaving"])
        revisions.append(try open("base", viewers, "[ ]"))
        return (frames, revisions)
    }

    /// How many frames follow each other in the built-in style, which shows the label: then the plugin draws again, or is not
    /// used any more.
    private func longestRun(_ frames: [String], _ isBuiltIn: (String) -> Bool) -> Int {
        var (run, longest) = (0, 0)
        for frame in frames {
            run = isBuiltIn(frame) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    @Test func noPluginCostsMoreThanAFrameInTheBuiltInStyle() throws {
        let viewers = [try Viewer(daemon, columns: 40, rows: 12), try Viewer(daemon, columns: 90, rows: 30)]
        let script = try CountingScript(daemon.client())
        var revisions = try run(fine, viewers).revisions
        let pictures = viewers.map(\.screen.text)
        var table = Table()
        script.waitForAnswers(2_000)
        let before = try Resources(daemon)
        var last = before
        _ = script.takeLongest()
        script.waitForAnswers(2_000)
        table.add("(no plugin)", "", [0, 0], script.takeLongest(), 0)
        for what in Misbehaviour.all(daemon: daemon.id, socket: daemon.socketPath, state: daemon.statePath) {
            let result = try run(what, viewers)
            revisions += result.revisions
            for (viewer, picture) in zip(viewers, pictures) { #expect(viewer.screen.text == picture, "\(what.name)") }
            script.waitForAnswers(10)
            let now = try Resources(daemon)
            table.add(what.name, what.cost.rawValue, result.frames, script.takeLongest(), now.memory - last.memory)
            last = now
            guard !isMeasured else { continue }
            let allowed =
                switch what.cost {
                case .refused, .nothing: 0...0
                case .control: 1...1
                // The second one is that in which the plugin is not used any more: the control may have another size then.
                case .process: 1...2
                }
            #expect(result.frames.allSatisfy(allowed.contains), "\(what.name): \(result.frames)")
        }
        revisions.append(try #require(try client.call("screen.remove", ["id": "what"]).revision))
        script.waitForAnswers(2)
        let (_, others) = try script.stop()
        #expect(others == revisions)
        // The last process ends when nothing refers to it.
        while try Resources(daemon).children > before.children { _ = try client.sync() }
        let after = try Resources(daemon)
        #expect(after.descriptors == before.descriptors)
        #expect(after.threads == before.threads && after.children == before.children)
        #expect(after.memory < before.memory + 64 << 10, "KiB")
        if isMeasured { print(table.text) }
        try daemon.terminate()
        #expect(try Self.export(directory) == baseline)
    }

    /// It is asked about the controls of the last frames first.
    @Test func aBuildThatCrashesAfterItsReloadCostsNoFrame() throws {
        let viewers = [try Viewer(daemon, columns: 40, rows: 12), try Viewer(daemon, columns: 90, rows: 30)]
        try fine.build(in: plugins, place)
        try client.call("plugin.load", ["id": "misbehaving"])
        _ = try open("fine", viewers, "done 0")
        for viewer in viewers { _ = viewer.takeFrames() }
        try Misbehaviour(name: "", label: "", macros: ["FINE=\"segfault\""], cost: .process).build(in: plugins, place)
        try daemon.log.wait(for: "so the build before it stays")
        for viewer in viewers {
            try viewer.update()
            #expect(!viewer.takeFrames().contains { $0.contains("[ ]") })
            #expect(viewer.screen.text.contains("done 0"))
        }
        try fine.build(in: plugins, place)
        try daemon.log.wait(for: "plugin reloaded")
        for viewer in viewers { try viewer.wait { $0.contains("done 0") } }
    }

    /// It is opened once, so what is checked is what is loaded.
    @Test func aFileThatIsSwappedWhileItIsLoadedIsOneOrTheOther() throws {
        let script = try CountingScript(daemon.client())
        for (name, macros) in [("good", []), ("null", ["TABLE=NULL"]), ("crash", ["AT_LOAD=\"segfault\""])] {
            try Misbehaviour(name: name, label: "", macros: macros, cost: .nothing).build(in: plugins, plugins[name])
        }
        try FileManager.default.copyItem(atPath: plugins["good"], toPath: plugins["half"])
        #expect(truncate(plugins["half"], 9_000) == 0)
        let swap = try RunningProcess(
            "/bin/sh",
            [
                "-c",
                "while :; do for f in good null crash half; do ln -f $f next && mv -f next misbehaving.so || exit; done; done",
            ],
            directory: plugins.path)
        defer { swap.process.signal(SIGKILL) }
        var (loaded, refused) = (0, 0)
        while loaded < 5 || refused < 15 {
            let reply = try client.reply(to: client.send("plugin.load", ["id": "misbehaving"]))
            if reply["error"] == nil { loaded += 1 } else { refused += 1 }
            if reply["error"] == nil { try client.call("plugin.unload", ["id": "misbehaving"]) }
        }
        _ = try script.stop()
    }
}

/// What each plugin has cost.
private struct Table {
    private var rows = [["plugin", "cost", "frames", "longest answer", "memory"]]

    mutating func add(_ name: String, _ cost: String, _ frames: [Int], _ longest: Duration, _ memory: Int) {
        let milliseconds = Double(Int(longest / .milliseconds(1) * 100)) / 100
        rows.append([name, cost, frames.map(String.init).joined(separator: ", "), "\(milliseconds) ms", "\(memory) KiB"])
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            "| " + zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}
