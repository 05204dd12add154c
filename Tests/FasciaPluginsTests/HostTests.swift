import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// `fascia-plugin-host` with a plugin that misbehaves.
@Suite struct HostTests {
    let folder = try! TemporaryFolder()

    /// The build directory, where the test program is.
    static let products = URL(
        fileURLWithPath: try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    ).deletingLastPathComponent().path

    /// Builds the plugin, and returns its path.
    func misbehaving(_ macros: [String] = []) throws -> String {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"
        try folder.build(source, to: "misbehaving.so", macros + ["-Wno-unused-result"])
        return folder.path + "/misbehaving.so"
    }

    func host(_ path: String, plugin: String = "misbehaving", libraries: [CInt] = [], output: CInt = 1) throws -> HostProcess {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        return try HostProcess(
            .program(Self.products + "/fascia-plugin-host"), files: [file] + libraries, plugin: plugin, path: path,
            version: "9.8.7", output: output)
    }

    /// A host whose plugin is loaded.
    func started(_ path: String, plugin: String = "misbehaving", libraries: [CInt] = [], output: CInt = 1) throws -> HostProcess {
        let host = try host(path, plugin: plugin, libraries: libraries, output: output)
        let loaded = try host.start(milliseconds: Self.patience).loaded
        try #require(loaded.problem == PLUGIN_HOST_LOADED, "\(loaded.message)")
        return host
    }

    /// Longer than any answer takes.
    static let patience: CInt = 60_000
    let services = StyleServices.sample(Listener())

    func question(_ labels: [String], value: String = "", isMeasured: Bool = false) -> HostQuestion {
        var question = HostQuestion()
        for label in labels {
            let control = Control(kind: .toggle, label: label, value: value)
            let task: StyleQuestion.Task = isMeasured ? .measure(columns: 20) : .draw(CellSize(columns: 20, rows: 3))
            let isAdded = question.add(control, StyleQuestion(style: 0, task: task, colorDepth: 24), services)
            #expect(isAdded)
        }
        return question
    }

    @discardableResult
    func draw(
        _ host: HostProcess, _ labels: [String], value: String = "", milliseconds: CInt = patience
    ) throws(HostFailure) -> HostAnswer.Drawn {
        let sizes = labels.map { _ in CellSize(columns: 20, rows: 3) }
        try host.ask(question(labels, value: value))
        return try host.drawn(sizes, milliseconds: milliseconds)
    }

    @discardableResult
    func measure(_ host: HostProcess, _ labels: [String]) throws(HostFailure) -> HostAnswer.Drawn {
        try host.ask(question(labels, isMeasured: true))
        return try host.drawn(labels.map { _ in nil }, milliseconds: Self.patience)
    }

    /// The text that the plugin draws for a control.
    func said(_ host: HostProcess, _ label: String, value: String = "") throws -> String? {
        let drawing = try #require(try draw(host, [label], value: value).answers.first).drawing
        guard case .text(let text, _, _)? = drawing.operations.first else { return nil }
        return text
    }

    @Test func oneMessageMeasuresAndDrawsTheControlsOfAFrame() throws {
        let host = try started(misbehaving())
        let labels = (0..<300).map { "control \($0)" }
        let measured = try measure(host, labels)
        #expect(measured.answers.map(\.measurement.columns) == Array(repeating: 20, count: 300))
        #expect(measured.answers.map(\.drawing.operations.count) == Array(repeating: 1, count: 300))
        #expect(try draw(host, labels).answers.count == 300)
    }

    /// Each test of the confinement gives the same result as a plugin that tries it.
    @Test func whatItReportsToHoldIsRefused() throws {
        let host = try host(misbehaving())
        let holds = try host.start(milliseconds: Self.patience).holds
        try folder.write("secret", to: "state")
        let tried: [(UInt32, String)] = [
            (PLUGIN_HOST_HOLDS_MEMORY, "allocate"), (PLUGIN_HOST_HOLDS_MEMORY, "raise the limits"),
            (PLUGIN_HOST_HOLDS_PROCESSES, "fork"), (PLUGIN_HOST_HOLDS_THREADS, "start a thread"),
            (PLUGIN_HOST_HOLDS_PROGRAMS, "start a program"), (PLUGIN_HOST_HOLDS_SOCKETS, "connect"),
            (PLUGIN_HOST_HOLDS_FILES, "open"), (PLUGIN_HOST_HOLDS_FILES, "create"), (PLUGIN_HOST_HOLDS_FILES, "remove"),
            (PLUGIN_HOST_HOLDS_SIGNALS, "kill the daemon"), (PLUGIN_HOST_HOLDS_OTHERS, "read the daemon"),
        ]
        for (bit, what) in tried where holds & bit != 0 {
            #expect(try said(host, what, value: folder.path + "/state") == "refused", "\(what)")
        }
        // Landlock is the only part that a kernel or a container may lack.
        #expect(holds | PLUGIN_HOST_HOLDS_FILES == PLUGIN_HOST_HOLDS_ALL)
        #expect(try String(contentsOfFile: folder.path + "/state", encoding: .utf8) == "secret")
    }

    @Test func aCrashEndsOnlyTheHost() throws {
        let path = try misbehaving()
        for what in [
            "segfault", "abort", "exit", "crash at exit", "recurse", "close the socket", "close everything",
            "overwrite the label", "report a wild pointer", "draw a wild pointer",
        ] {
            let host = try started(path)
            let failure = #expect(throws: HostFailure.self, "\(what)") { try draw(host, ["fine", what]) }
            guard let failure, case .ended = failure else {
                Issue.record("\(what): \(String(describing: failure))")
                continue
            }
            #expect(throws: failure) { try draw(host, ["fine"]) }
        }
        let host = try started(path)
        #expect(throws: HostFailure.self) { try measure(host, ["measure segfault"]) }
    }

    @Test(arguments: ["-DAT_LOAD=\"segfault\"", "-DAT_START=\"segfault\"", "-DAT_LOAD=\"exit\""])
    func aCrashWhileItIsLoadedEndsOnlyTheHost(_ macro: String) throws {
        let host = try host(misbehaving([macro]))
        let failure = #expect(throws: HostFailure.self) { try host.start(milliseconds: Self.patience) }
        guard case .ended? = failure else { Issue.record("\(String(describing: failure))"); return }
    }

    /// These plugins never answer, so the time limit is always reached.
    @Test(arguments: ["loop", "sleep", "sleep through alarms"])
    func anAnswerThatDoesNotComeIsLate(_ what: String) throws {
        let host = try started(misbehaving())
        #expect(throws: HostFailure.late) { try draw(host, [what], milliseconds: 20) }
    }

    /// The daemon may have ended before it could end the host.
    @Test func aCallThatDoesNotReturnEndsTheHost() throws {
        let host = try started(misbehaving())
        let failure = #expect(throws: HostFailure.self) { try draw(host, ["sleep"]) }
        guard case .ended? = failure else { Issue.record("\(String(describing: failure))"); return }
    }

    @Test(arguments: ["write to the socket", "flood the socket"])
    func aMessageOfThePluginIsNonsense(_ what: String) throws {
        let host = try started(misbehaving())
        #expect(throws: HostFailure.nonsense("the length of the message is not the one in its header")) { try draw(host, [what]) }
    }

    @Test func whatItPrintsGoesToTheOutputOnly() throws {
        let pipe = Pipe()
        let host = try started(misbehaving(), output: pipe.fileHandleForWriting.fileDescriptor)
        #expect(try said(host, "write to standard output") == "done 7")
        #expect(pipe.fileHandleForReading.availableData == Data("printedprinted".utf8))
    }

    @Test(arguments: [
        ("draw what is not UTF-8", "text that is not UTF-8"), ("draw null", "text that is not UTF-8"),
        ("draw escapes", "text with control characters in it"),
        ("draw endless text", "text of 18446744073709551615 bytes, and 65536 are allowed"),
        ("draw without end", "more than 4096 operations"), ("draw a megabyte", "more than a message holds"),
    ])
    func aRefusedDrawingHasNoOperations(_ what: String, _ refusal: String) throws {
        let host = try started(misbehaving())
        let drawings = try draw(host, ["fine", what, "fine"]).answers.map(\.drawing)
        #expect(drawings.map(\.refusal) == [nil, refusal, nil])
        #expect(drawings.map(\.operations.count) == [1, 0, 1])
    }

    @Test func drawingOutsideTheCanvasIsNoMistake() throws {
        let host = try started(misbehaving())
        let drawing = try #require(try draw(host, ["draw outside"]).answers.first).drawing
        #expect(drawing.refusal == nil && drawing.operations.count == 3)
    }

    /// The answer covers the first controls, and the daemon asks again for the others.
    @Test func aDrawingThatNeedsTooMuchRoomIsInTheNextAnswer() throws {
        let host = try started(misbehaving())
        let drawn = try draw(host, ["fine", "draw the most", "draw the most"])
        #expect(drawn.answers.map(\.drawing.operations.count) == [1, 4096])
    }

    @Test func reportsAreLimited() throws {
        let host = try started(misbehaving())
        let reports = try draw(host, ["report without end"]).reports
        #expect(reports.map(\.text) == Array(repeating: "again", count: 16))
    }

    /// A style measures its texts as the daemon draws them.
    @Test func textIsAsWideAsTheDaemonDrawsIt() throws {
        let host = try started(misbehaving())
        for text in [
            "plain", "Käse", "e\u{301}", "漢字", "👩‍👩‍👧", "🇩🇪🇪🇺", "🇩", "❤️", "1️⃣", "👍🏽", "각", "\u{1100}\u{1161}\u{11A8}", "क्ष", "नि",
            "\u{200B}\u{301}", "a\u{AD}b", "กำ", "ﾊﾞ", "\u{600}1", "👩\u{200D}a",
        ] { #expect(try said(host, "width", value: text) == "done \(TextWidth.of(text))", "\(text)") }
    }

    @Test func aPluginInSwiftRunsConfined() throws {
        let path = Self.products + "/libneon.so"
        let libraries = try PluginFiles(PluginLibraries(plugin: "neon", path: path, user: geteuid(), more: []).found)
        let host = try host(path, plugin: "neon", libraries: libraries.descriptors)
        let (_, loaded) = try host.start(milliseconds: Self.patience)
        #expect(loaded.message == "")
        #expect(loaded.version == "1.0.0")
        #expect(loaded.styles.count == Control.Kind.allCases.count)
        #expect(try draw(host, ["Cheese"]).answers.first?.drawing.operations.isEmpty == false)
    }

    @Test func aFileThatCannotBeUsedIsExplained() throws {
        try folder.write("text", to: "misbehaving.so")
        let text = try host(folder.path + "/misbehaving.so").start(milliseconds: Self.patience).loaded
        #expect(text.problem == PLUGIN_HOST_NOT_A_SHARED_OBJECT)
        #expect(text.message.contains("the dynamic linker says: "))
        let other = try host(misbehaving(), plugin: "other").start(milliseconds: Self.patience).loaded
        #expect(other.problem == PLUGIN_HOST_ID_MISMATCH)
        #expect(
            other.message
                == "\(folder.path)/misbehaving.so holds the plugin \"misbehaving\", not \"other\": call the file misbehaving.so "
                + "or libmisbehaving.so")
    }

    @Test func aHostThatIsNotThereIsNotStarted() throws {
        let failure = #expect(throws: HostFailure.self) {
            try HostProcess(
                .program("/nowhere/host"), files: [0], plugin: "p", path: "p", version: "1", output: 1)
        }
        #expect(failure?.words == "cannot be started: /nowhere/host: No such file or directory")
    }

    @Test func theEndOfAProcessIsPutInWords() {
        #expect(HostFailure.ended(status: 11).words == "was ended by signal 11 (Segmentation fault)")
        #expect(HostFailure.ended(status: 2 << 8).words == "ended with status 2")
    }

    /// The daemon cannot end the process that systemd starts, so that one ends the host.
    @Test func theHostEndsWithTheConnection() throws {
        let path = try misbehaving()
        let activation = try SocketActivation(in: folder)
        var (source, end): (CInt, CInt) = (-1, -1)
        plugin_host_pipe(&source, &end)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        try {
            let host = try HostProcess(
                .service(socket: activation.socket), files: [file], plugin: "misbehaving", path: path, version: "1", output: end)
            _ = try host.start(milliseconds: Self.patience)
            #expect(throws: HostFailure.late) { try draw(host, ["sleep through alarms"], milliseconds: 20) }
        }()
        close(end)
        // The output ends when no process has it open any more.
        var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
        while poll(&wait, 1, -1) < 0 {}
        #expect(wait.revents == POLLHUP)
        close(source)
    }

    /// A plugin of any Swift version can be loaded, because the host has no Swift in it.
    @Test func theHostNeedsOnlyTheCLibrary() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/readelf")
        process.arguments = ["--dynamic", Self.products + "/fascia-plugin-host"]
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said.contains("[libc.so.6]"))
        #expect(!said.contains("[libswift"), "\(said)")
    }
}

/// systemd's own tool, which listens on a socket and starts the host for each connection.
final class SocketActivation {
    let socket: String
    private let process = Process()
    private let errors = Pipe()

    init(in folder: TemporaryFolder) throws {
        socket = folder.path + "/host.sock"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-socket-activate")
        process.arguments = [
            "--accept", "--seqpacket", "--listen", socket, HostTests.products + "/fascia-plugin-host", "--guard",
        ]
        process.standardError = errors
        try process.run()
        var said = ""
        while !said.contains("Listening on") {
            let data = errors.fileHandleForReading.availableData
            try #require(!data.isEmpty, "\(said)")
            said += String(decoding: data, as: UTF8.self)
        }
    }

    // It ignores other signals.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
