import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// What a plugin did not survive is kept, and can be asked again.
@Suite struct ReplayTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    private var file: String { folder.path + "/kept/misbehaving.replay" }
    private var plugin: String { folder.path + "/misbehaving.so" }

    private func loader(patience: Duration = .seconds(60)) throws -> PluginLoader {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"
        try folder.build(source, to: "misbehaving.so", ["-Wno-unused-result"])
        var isolation = PluginIsolation(patience: patience)
        isolation.replays = folder.path + "/kept"
        return PluginLoader(searchPath: [folder.path], hostVersion: "1", isolation: isolation, services: .sample(listener))
    }

    /// Draws controls with these labels in one message.
    private func draw(_ labels: [String], patience: Duration = .seconds(60)) throws {
        var loader = try loader(patience: patience)
        let loaded = try loader.load("misbehaving")
        loaded.process.collect(isLayout: true)
        // The first ones are asked about at once.
        for label in (1...4).map({ "before \($0)" }) + labels {
            var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
            loaded.styles[0].draw(Control(kind: .toggle, label: label, value: "v", state: .on), into: &canvas)
        }
        _ = loaded.process.answerCollected()
    }

    private func replay(patience: Duration = .seconds(60), findsControl: Bool = true) throws -> PluginReplay {
        try PluginReplay(
            file: file, path: plugin, isolation: PluginIsolation(patience: patience), hostVersion: "1", findsControl: findsControl
        )
    }

    private let died = "plugin \"misbehaving\" was ended by signal 11 (Segmentation fault)"

    @Test func aCrashLeavesItsQuestionBehind() throws {
        try draw(["fine", "segfault", "fine too"])
        #expect(
            listener.messages == [
                "\(died); the default styles take its place until it works again; to see it again: fascia plugin check --replay "
                    + "\(file) \(plugin)"
            ])
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let replay = try replay()
        #expect(
            replay.lines == [
                "when it was kept, \(died)", "toggle misbehaving, \"fine\", with \"v\", 20x1, on:\n  done 0              ",
            ])
        #expect(replay.fault == "toggle misbehaving, \"segfault\", with \"v\", 20x1, on: \(died)")
        #expect(try self.replay(findsControl: false).fault == "asked about 3 controls at once, \(died)")
    }

    @Test func aRepairedPluginAnswers() throws {
        try draw(["segfault"])
        try folder.plugin("sample.so", ["ID": "\"misbehaving\"", "NAME": "\"misbehaving\"", "COLUMNS": "20"])
        #expect(rename(folder.path + "/sample.so", plugin) == 0)
        let replay = try replay()
        #expect(replay.fault == nil)
        #expect(replay.lines.last == "toggle misbehaving, \"segfault\", with \"v\", 20x1, on:\n  sample              ")
    }

    /// The loop never ends, so the time limit is always reached.
    @Test func aLateAnswerAndNonsenseAreKeptToo() throws {
        try draw(["loop"], patience: .seconds(3))
        #expect(
            try replay(patience: .seconds(3)).fault
                == "toggle misbehaving, \"loop\", with \"v\", 20x1, on: plugin \"misbehaving\" did not answer in time")
        try draw(["write to the socket"])
        #expect(try replay().lines[0].hasSuffix("the length of the message is not the one in its header"))
    }

    @Test func whatIsMeasuredIsReplayed() throws {
        var loader = try loader()
        _ = try loader.load("misbehaving").styles[0].measure(
            Control(kind: .toggle, label: "measure segfault"), proposal: ProposedCells())
        #expect(try replay().fault == "toggle misbehaving, \"measure segfault\", in its ideal size: \(died)")
    }

    @Test func aRefusedDrawingIsWrong() throws {
        try draw(["segfault"])
        try folder.plugin(
            "sample.so",
            ["ID": "\"misbehaving\"", "NAME": "\"misbehaving\"", "DRAW": #"canvas->text(canvas, 0, 0, text("\x1b"), 0);"#])
        #expect(rename(folder.path + "/sample.so", plugin) == 0)
        #expect(
            try replay().fault
                == "toggle misbehaving, \"segfault\", with \"v\", 20x1, on: it drew text with control characters in it")
    }

    @Test func aStyleThatIsGoneIsNamed() throws {
        try draw(["segfault"])
        try folder.plugin("sample.so", ["ID": "\"misbehaving\"", "NAME": "\"other\""])
        #expect(rename(folder.path + "/sample.so", plugin) == 0)
        let replay = try replay()
        #expect(replay.fault == nil)
        #expect(
            replay.lines.last == "toggle misbehaving, \"segfault\", with \"v\", 20x1, on: the plugin has no such style any more")
    }

    /// What it prints has a reader.
    @Test func aPluginThatPrintsSurvives() throws {
        _ = try loader()
        var question = HostQuestion()
        _ = question.add(
            Control(kind: .toggle, label: "write to standard output"),
            StyleQuestion(style: 0, task: .measure(columns: 30), colorDepth: 24), .sample(listener))
        let styles = [HostAnswer.Style(kind: 1, name: "misbehaving", isToldOfSelections: false)]
        mkdir(folder.path + "/kept", 0o700)
        #expect(ReplayFile(question.bytes(type: PLUGIN_HOST_DRAW, serial: 1), styles, outcome: "").write(to: file))
        #expect(try replay().fault == nil)
    }

    @Test func aControlIsShownInTheSizeThatItTakes() throws {
        _ = try loader()
        func replay(_ label: String, columns: Int?) throws -> PluginReplay {
            var question = HostQuestion()
            _ = question.add(
                Control(kind: .toggle, label: label),
                StyleQuestion(style: 0, task: .measure(columns: columns), colorDepth: 24), .sample(listener))
            let styles = [HostAnswer.Style(kind: 1, name: "misbehaving", isToldOfSelections: false)]
            mkdir(folder.path + "/kept", 0o700)
            #expect(ReplayFile(question.bytes(type: PLUGIN_HOST_DRAW, serial: 1), styles, outcome: "").write(to: file))
            return try self.replay()
        }
        let fine = try replay("fine", columns: 30)
        #expect(fine.fault == nil)
        #expect(fine.lines.last == "toggle misbehaving, \"fine\", in 30 columns: takes 20x1\n  done 0              ")
        #expect(
            try replay("measure 99", columns: nil).fault
                == "toggle misbehaving, \"measure 99\", in its ideal size: measure failed with status 99")
        #expect(
            try replay("measure too much", columns: 30).fault
                == "toggle misbehaving, \"measure too much\", in 30 columns: measure gave 2147483647x-1")
    }

    // MARK: - Selections

    private func remembering(_ macros: [String] = []) throws {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Remembering/remembering.c"
        try folder.build(source, to: "new.so", macros + ["-w"])
        #expect(rename(folder.path + "/new.so", folder.path + "/remembering.so") == 0)
    }

    @Test func aSelectionIsReplayed() throws {
        try remembering(["-DSELECTED_CRASHES"])
        var isolation = PluginIsolation(patience: .seconds(60))
        isolation.replays = folder.path + "/kept"
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1", isolation: isolation, services: .sample(listener))
        let style = try #require(try loader.load("remembering").styles.first { $0.kind == .picker })
        let picker = Control(kind: .picker, label: "Size", value: "Small")
        style.willSelect(1, of: picker)
        _ = style.measure(picker, proposal: ProposedCells())
        #expect(listener.messages.first?.contains("remembering.replay") == true)
        let file = folder.path + "/kept/remembering.replay"
        func replay() throws -> PluginReplay {
            try PluginReplay(
                file: file, path: folder.path + "/remembering.so", isolation: PluginIsolation(patience: .seconds(60)),
                hostVersion: "1")
        }
        let question = ReplayFile(
            selection(), [HostAnswer.Style(kind: 3, name: "remembering", isToldOfSelections: true)], outcome: "was told")
        #expect(question.write(to: file))
        try remembering()
        #expect(
            try replay().lines.last?.hasPrefix(
                "picker remembering, \"Size\", with \"Small\", option 1 selected: takes ") == true)
        try remembering(["-DSELECTED_CRASHES"])
        #expect(
            try replay().fault
                == "picker remembering, \"Size\", with \"Small\", option 1 selected: plugin \"remembering\" was ended by signal 6 (Aborted)"
        )
    }

    private func selection() -> [UInt8] {
        var question = HostQuestion()
        _ = question.add(
            Control(kind: .picker, label: "Size", value: "Small"),
            StyleQuestion(style: 0, task: .select(option: 1), colorDepth: 24), .sample(listener))
        return question.bytes(type: PLUGIN_HOST_SELECTED, serial: 0)
    }

    // MARK: - Files

    /// A password is kept as bullets.
    @Test func aPasswordIsNotKept() throws {
        var control = Control(kind: .toggle, label: "segfault", value: "secret")
        control.field = TextFieldState(label: "segfault", text: "secret", isSecure: true)
        var loader = try loader()
        var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
        try loader.load("misbehaving").styles[0].draw(control, into: &canvas)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(bytes.range(of: Data("segfault".utf8)) != nil)
        #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }

    @Test func aMalformedFileIsRefused() throws {
        try draw(["segfault"])
        let valid = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let message = try #require(valid.split(separator: 10, maxSplits: 3).last).startIndex
        func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
        func change(_ offset: Int, _ number: UInt8) -> [UInt8] {
            var bytes = valid
            bytes[message + offset] = number
            return bytes
        }
        let label = MemoryLayout<plugin_host_question>.size + MemoryLayout<plugin_host_control>.size
        let cases: [([UInt8], String)] = [
            ([], "it does not begin with \"fascia replay 1\""),
            (Array("fascia replay 2\n".utf8), "it does not begin with \"fascia replay 1\""),
            (Array("fascia replay 1\nwas ended\n".utf8), "it is cut short"),
            (Array("fascia replay 1\n\nx\n".utf8), "\"x\" is no style"),
            (Array("fascia replay 1\n\n1:a/b\n".utf8), "\"1:a/b\" is no style"),
            (Array(valid[..<message]), "its message is not a question about controls"),
            (change(4, UInt8(PLUGIN_HOST_LOAD)), "its message is not a question about controls"),
            (Array(valid.dropLast()), "the length of the message is not the one in its header"),
            (change(12, 2), "the message is shorter than its arrays"),
            (change(12, 0), "it is about no controls"),
            (change(24, 1), "a control has a style that is not listed"),
            (change(label, 0xFF), "a text is not UTF-8"),
            ([UInt8](repeating: 120, count: 300_000), "it has more than 262144 bytes"),
        ]
        for (bytes, why) in cases {
            try write(bytes)
            let error = #expect(throws: PluginError.self, "\(why)") { try replay() }
            #expect(error?.message == "\(file) is no replay file: \(why)")
        }
        unlink(file)
        #expect(throws: PluginError(.malformed, "\(file) cannot be read: No such file or directory")) { try replay() }
    }
}
