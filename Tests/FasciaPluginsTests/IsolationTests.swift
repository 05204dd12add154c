import FasciaDocument
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// Plugins in processes of their own, as the daemon loads them.
@Suite struct IsolationTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    func loader(unconfined: Set<String> = [], patience: Duration = .seconds(60)) -> PluginLoader {
        PluginLoader(
            searchPath: [folder.path], hostVersion: "9.8.7",
            isolation: PluginIsolation(unconfined: unconfined, patience: patience), services: .sample(listener))
    }

    func misbehaving(patience: Duration = .seconds(60)) throws -> PluginLoader {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"
        try folder.build(source, to: "misbehaving.so", ["-Wno-unused-result"])
        return loader(patience: patience)
    }

    func texts(_ style: PluginStyle, _ control: Control) -> [String] {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 9))
        style.draw(control, into: &canvas)
        return canvas.operations.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
    }

    func texts(_ style: PluginStyle, _ label: String) -> [String] { texts(style, Control(kind: .toggle, label: label)) }

    /// Draws new controls, whose answers are not kept, until the plugin draws one.
    func waitUntilItRuns(_ style: PluginStyle) {
        while texts(style, "attempt \(UUID())") != ["done 0"] { sched_yield() }
    }

    @Test func aPluginRunsInAProcessOfItsOwn() throws {
        try folder.plugin("sample.so", ["START": "greet"])
        var loader = loader()
        let plugin = try loader.load("sample")
        #expect(plugin.version == "2.1")
        #expect(plugin.path == folder.path + "/sample.so")
        #expect(listener.messages == ["9.8.7"])
        let info = try #require(loader.list().first)
        #expect(info.isConfined)
        #expect(info.confinement.contains("memory") && info.confinement.contains("sockets"))
        #expect(plugin.styles[0].picture(Control(kind: .toggle, label: "x")) == "sample   ")
    }

    @Test func onlyANamedPluginIsNotConfined() throws {
        try folder.plugin()
        var loader = loader(unconfined: ["sample"])
        _ = try loader.load("sample")
        let info = try #require(loader.list().first)
        #expect(!info.isConfined)
        #expect(!info.confinement.contains("memory") && !info.confinement.contains("sockets"))
    }

    @Test func aCrashCostsOneFrame_andTheProcessIsStartedAgain() throws {
        var loader = try misbehaving()
        let style = try loader.load("misbehaving").styles[0]
        #expect(texts(style, "segfault") == ["built in"])
        #expect(listener.messages.count == 1)
        #expect(listener.messages[0].hasPrefix("plugin \"misbehaving\" "))
        #expect(listener.messages[0].hasSuffix("; the default styles take its place until it works again"))
        waitUntilItRuns(style)
        #expect(listener.messages.count == 1)
    }

    @Test func afterThreeFailuresItIsNotUsedAnyMore_untilItIsReloaded() throws {
        var loader = try misbehaving()
        let style = try loader.load("misbehaving").styles[0]
        for failure in 1...3 {
            waitUntilItRuns(style)
            #expect(texts(style, "segfault") == ["built in"])
            #expect(listener.messages.count == (failure < 3 ? failure : 4))
        }
        #expect(
            listener.messages.last
                == "plugin \"misbehaving\" is not used any more: it failed 3 times in a minute; fascia plugin reload misbehaving "
                + "starts it again")
        // Its sizes are no longer used, either; that is told once.
        let process = try loader.load("misbehaving").process
        #expect(process.isRecovering && process.recover())
        #expect(texts(style, "fine") == ["built in"])
        #expect(!process.isRecovering)
        #expect(
            loader.list().first?.error
                == "it failed 3 times in a minute; fascia plugin reload misbehaving starts it again")
        let reloaded = try loader.reload("misbehaving").styles[0]
        #expect(texts(reloaded, "fine") == ["done 0"])
        #expect(loader.list().first?.error == nil)
    }

    /// The loop never ends, so the time limit is always reached.
    @Test func anEndlessLoopCostsOneFrame() throws {
        var loader = try misbehaving(patience: .seconds(3))
        let style = try loader.load("misbehaving").styles[0]
        #expect(texts(style, "loop") == ["built in"])
        #expect(
            listener.messages == [
                "plugin \"misbehaving\" did not answer in time; the default styles take its place until it works again"
            ])
        waitUntilItRuns(style)
    }

    @Test func aRefusedDrawingIsAFaultOfThatControlOnly() throws {
        var loader = try misbehaving()
        let style = try loader.load("misbehaving").styles[0]
        #expect(texts(style, "draw escapes") == ["built in"])
        #expect(
            listener.messages == [
                "toggle style \"misbehaving\" of plugin \"misbehaving\": it drew text with control characters in it for "
                    + "\"draw escapes\"; the default style takes its place"
            ])
        #expect(texts(style, "fine") == ["done 0"])
    }

    @Test func theControlsOfAFrameAreCollected() throws {
        var loader = try misbehaving()
        let plugin = try loader.load("misbehaving")
        let process = plugin.process
        let controls = (0..<700).map { Control(kind: .toggle, label: "control \($0)") }
        let unknown = { controls.filter { plugin.styles[0].measure($0, proposal: ProposedCells()) == BuiltIn.size } }
        process.collect(isLayout: true)
        // The first ones are asked about at once.
        #expect(unknown().count == 696)
        #expect(process.answerCollected())
        process.collect(isLayout: true)
        #expect(unknown().isEmpty)
        #expect(!process.answerCollected())
    }

    /// The rows of a list are laid out when they are painted, and that layout is not repeated.
    @Test func sizesAreNotCollectedWhileAFrameIsPainted() throws {
        var loader = try misbehaving()
        let plugin = try loader.load("misbehaving")
        plugin.process.collect(isLayout: false)
        for index in 0..<10 {
            let control = Control(kind: .toggle, label: "row \(index)")
            #expect(plugin.styles[0].measure(control, proposal: ProposedCells()) != BuiltIn.size)
        }
        #expect(!plugin.process.answerCollected())
    }

    /// A plugin that does not answer is looked up, too.
    @Test func theEntriesThatAreKeptHaveABound() {
        var cache = AnswerCache()
        for index in 0..<3 * AnswerCache.maximumEntries / 2 {
            _ = cache.entry(style: 0, Control(kind: .toggle, label: "\(index)"))
            #expect(cache.count <= AnswerCache.maximumEntries)
        }
        let known = cache.entry(style: 0, Control(kind: .toggle, label: "known"))
        #expect(cache.entry(style: 0, Control(kind: .toggle, label: "known")) === known)
        cache.removeAll(of: 0)
        #expect(cache.count == 0)
    }

    @Test func theTextsThatAreKeptHaveABound() {
        let text = String(repeating: "x", count: 100_000)
        func count(_ change: (inout Control, String) -> Void) -> Int {
            var cache = AnswerCache()
            for index in 0..<200 {
                var control = Control(kind: .menu, label: "Menu")
                change(&control, text + "\(index)")
                _ = cache.entry(style: 0, control)
            }
            return cache.count
        }
        #expect(count { $0.label = $1 } < 50)
        #expect(count { $0.options = [$1] } < 50)
        #expect(count { $0.parameters = ["text": .string($1)] } < 50)
        #expect(count { $0.value = String($1.suffix(3)) } == 200)
    }

    @Test func theAnswersThatAreKeptHaveABound() throws {
        var loader = try misbehaving()
        let style = try loader.load("misbehaving").styles[0]
        #expect(texts(style, "count the calls") == ["done 1"])
        #expect(texts(style, "count the calls") == ["done 1"])
        // Each is 160 KiB.
        for index in 0..<30 { _ = texts(style, Control(kind: .toggle, label: "draw the most", value: "\(index)")) }
        #expect(texts(style, "count the calls") == ["done 2"])
    }

    @Test func reportsHaveABound() throws {
        var loader = try misbehaving()
        let style = try loader.load("misbehaving").styles[0]
        for index in 0..<20 { _ = texts(style, Control(kind: .toggle, label: "report without end", value: "\(index)")) }
        let last = "plugin \"misbehaving\" reports more than 100 times in a minute; the rest is left out"
        #expect(listener.messages == Array(repeating: "again", count: 100) + [last])
    }

    @Test func reloadUsesANewBuild() throws {
        try folder.plugin("sample.so", ["VERSION": "\"1\""])
        var loader = loader()
        #expect(try loader.load("sample").version == "1")
        try folder.plugin("new.so", ["VERSION": "\"2\"", "DRAW": #"canvas->text(canvas, 0, 0, text("new"), 0);"#])
        try replace("sample.so", with: "new.so")
        let plugin = try loader.reload("sample")
        #expect(plugin.version == "2")
        #expect(texts(plugin.styles[0], "x") == ["new"])
    }

    @Test func aNewBuildThatCannotBeLoadedChangesNothing() throws {
        try folder.plugin()
        var loader = loader()
        let before = try loader.load("sample").styles[0]
        try folder.write("half a file", to: "new.so")
        try replace("sample.so", with: "new.so")
        #expect(throws: PluginError.self) { try loader.reload("sample") }
        #expect(loader.isLoaded("sample"))
        #expect(texts(before, "x") == ["sample"])
    }

    @Test(arguments: ["segfault", "sleep through alarms"])
    func systemdMayStartTheProcess(_ what: String) throws {
        _ = try misbehaving()
        let activation = try SocketActivation(in: folder)
        // What never answers reaches the limit, and what ends does not.
        let isolation = PluginIsolation(service: activation.socket, patience: .seconds(what == "segfault" ? 60 : 2))
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1", isolation: isolation, services: .sample(listener))
        let style = try loader.load("misbehaving").styles[0]
        #expect(texts(style, "fine") == ["done 0"])
        #expect(texts(style, what) == ["built in"])
        waitUntilItRuns(style)
    }

    @Test func withoutTheServiceNoPluginIsLoaded() throws {
        try folder.plugin()
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1",
            isolation: PluginIsolation(programs: [], service: "/nowhere/host.sock"), services: .sample(listener))
        let error = #expect(throws: PluginError.self) { try loader.load("sample") }
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: it cannot be started: /nowhere/host.sock: No such file or directory")
    }

    private func replace(_ file: String, with new: String) throws {
        #expect(rename("\(folder.path)/\(new)", "\(folder.path)/\(file)") == 0)
    }

    @Test func aPluginThatCrashesWhileItIsLoadedIsRefused() throws {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"
        try folder.build(source, to: "misbehaving.so", ["-DAT_LOAD=\"segfault\"", "-Wno-unused-result"])
        var loader = loader()
        let error = #expect(throws: PluginError.self) { try loader.load("misbehaving") }
        #expect(error?.reason == .hostFailed)
        #expect(error?.message.hasPrefix("plugin \"misbehaving\" is not loaded: it ") == true)
    }

    private func check(_ file: String) throws -> PluginCheck {
        let isolation = PluginIsolation(patience: .seconds(60))
        return try PluginCheck(path: folder.path + "/" + file, isolation: isolation, hostVersion: "1")
    }

    @Test func aCheckTriesAllStatesAndSizes() throws {
        let isolation = PluginIsolation(patience: .seconds(60))
        let check = try PluginCheck(path: HostTests.products + "/libneon.so", isolation: isolation, hostVersion: "1")
        #expect(check.faults == [])
        #expect(check.tries == 6 * check.pictures.count)
        let on = check.pictures.first { $0.style == "toggle neon" && $0.control == "on" }
        #expect(on?.lines == ["  ON  ●  Label"])
    }

    @Test func aCheckSaysWhatIsWrong() throws {
        try folder.plugin("sample.so", ["DRAW": "if (control->is_focused(control)) *(volatile int *)8 = 1;"])
        let crashes = try check("sample.so").faults
        #expect(
            crashes.first?.hasPrefix("toggle sample, focused, its ideal size: plugin \"sample\" was ended by signal 11") == true)
        #expect(crashes.count == 6)
        try folder.plugin(
            "sample.so", ["DRAW": #"if (!control->unicode(control)) canvas->text(canvas, 0, 0, text("\x1b"), 0);"#])
        let escapes = try check("sample.so").faults
        #expect(
            escapes.first
                == "toggle sample, ASCII, its ideal size: toggle style \"sample\" of plugin \"sample\": it drew text with control "
                + "characters in it for \"Label\"; the default style takes its place")
        #expect(escapes.count == 6)
    }

    @Test func aFileThatCannotBeAPluginIsNotChecked() {
        let error = #expect(throws: PluginError.self) { try check("plugin.txt") }
        #expect(
            error?.message
                == "\(folder.path)/plugin.txt cannot be a plugin: a plugin's file is called NAME.so or libNAME.so")
    }

    @Test func withoutTheHostNoPluginIsLoaded() throws {
        try folder.plugin()
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1", isolation: PluginIsolation(programs: ["/nowhere/host"]),
            services: .sample(listener))
        let error = #expect(throws: PluginError.self) { try loader.load("sample") }
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: there is no fascia-plugin-host to run it in; looked for /nowhere/host")
    }
}
