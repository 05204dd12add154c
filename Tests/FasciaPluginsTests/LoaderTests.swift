import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

@Suite struct LoaderTests {
    let folder = try! TemporaryFolder()

    @Test func aPluginIsFoundByNameAndGivesItsStyles() throws {
        let path = try folder.plugin()
        var loader = folder.loader()
        let plugin = try loader.load("sample")
        #expect(plugin.path == path)
        #expect(plugin.version == "2.1")
        #expect(plugin.styles.map(\.kind) == [.toggle])
        #expect(plugin.styles.map(\.name) == ["sample"])
        #expect(loader.isLoaded("sample"))
        var registry = StyleRegistry()
        for style in plugin.styles { registry[style.kind, style.name] = style }
        #expect(registry.names(of: .toggle) == ["sample"])
    }

    @Test func theUsualPrefixOfALibraryMayBeThere() throws {
        let path = try folder.plugin("libsample.so")
        var loader = folder.loader()
        #expect(try loader.load("sample").path == path)
    }

    @Test func theFirstDirectoryOfTheSearchPathWins() throws {
        let other = try TemporaryFolder()
        try folder.plugin("sample.so", ["VERSION": "\"first\""])
        try other.plugin("sample.so", ["VERSION": "\"second\""])
        var loader = folder.loader(more: [other.path, "/nowhere"])
        #expect(try loader.load("sample").version == "first")
        #expect(loader.list().map(\.path) == [folder.path + "/sample.so"])
    }

    /// A build was copied into the file while the plugin did not run. Its styles have other places in the list.
    @Test func aProcessThatStartsAgainWithOtherStylesIsNotAsked() throws {
        let listener = Listener()
        let path = try folder.plugin("sample.so", ["DRAW": "*(volatile int *)8 = 1;"])
        var loader = folder.loader(listener)
        let plugin = try loader.load("sample")
        let size = plugin.styles[0].measure(Control(kind: .toggle, label: "x"), proposal: ProposedCells())
        #expect(size == BuiltIn.size)
        let other = try folder.plugin("other.so", ["NAME": "\"other\""])
        try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: path))
        while listener.messages.count < 2, !plugin.process.recover() { sched_yield() }
        #expect(
            listener.messages.last
                == "plugin \"sample\" gave an answer that is not valid: its styles are others than when it was loaded; the default "
                + "styles take its place until it works again")
    }

    @Test func theOtherFilesOfThatNameAreListed() throws {
        let (other, more) = (try TemporaryFolder(), try TemporaryFolder())
        for (folder, version) in [(other, "1.0.0"), (more, "0.9.0")] {
            try folder.plugin("sample.so", ["VERSION": "\"\(version)\""])
            try folder.write(#"{"id":"sample","version":"\#(version)","styles":[]}"#, to: "sample.json")
        }
        var loader = folder.loader(more: [other.path, more.path])
        let old = PluginInfo.Copy(path: more.path + "/sample.so", version: "0.9.0")
        #expect(loader.list().map(\.others) == [[old]])
        #expect(try loader.load("sample").version == "1.0.0")
        #expect(loader.list().map(\.others) == [[old]])
        // A reload would take this one.
        try folder.plugin("sample.so", ["VERSION": "\"2.0.0\""])
        #expect(loader.list().map(\.others) == [[PluginInfo.Copy(path: folder.path + "/sample.so"), old]])
        #expect(try loader.reload("sample").version == "2.0.0")
        #expect(loader.list()[0].others.map(\.version) == ["1.0.0", "0.9.0"])
    }

    @Test func aFileThatIsFoundTwiceIsListedOnce() throws {
        try folder.plugin()
        let other = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: other.path + "/link", withDestinationPath: folder.path)
        let loader = folder.loader(more: [folder.path, other.path + "/link"])
        #expect(loader.list().map(\.path) == [folder.path + "/sample.so"])
        #expect(loader.list()[0].others == [])
    }

    @Test func aDirectoryThatCannotBeSearchedDoesNotHideTheOnesBehindIt() throws {
        let loop = folder.path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        let other = try TemporaryFolder()
        try other.plugin()
        var loader = PluginLoader(
            searchPath: [loop, other.path], hostVersion: "9.8.7", isolation: PluginIsolation(patience: .seconds(60)),
            services: .sample(Listener()))
        #expect(try loader.load("sample").path == other.path + "/sample.so")
        let error = #expect(throws: PluginError.self) { try loader.load("absent") }
        let problem = "Too many levels of symbolic links"
        #expect(
            error?.message == "no plugin \"absent\": looked for absent.so and libabsent.so in \(loop), \(other.path); there is: "
                + "sample; \(loop)/absent.so: \(problem); \(loop)/libabsent.so: \(problem)")
    }

    @Test func aSymbolicLinkLeadsToItsFile() throws {
        try folder.plugin("sample.so.1")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/sample.so", withDestinationPath: "sample.so.1")
        var loader = folder.loader()
        #expect(try loader.load("sample").path == folder.path + "/sample.so.1")
    }

    @Test func loadingTwiceGivesTheSamePlugin() throws {
        try folder.plugin()
        var loader = folder.loader()
        let (first, second) = (try loader.load("sample"), try loader.load("sample"))
        #expect(first.styles[0] === second.styles[0])
        #expect(loader.plugins.count == 1)
    }

    @Test func unloadStopsOfferingAndLoadingAgainWorks() throws {
        try folder.plugin()
        var loader = folder.loader()
        _ = try loader.load("sample")
        #expect(try loader.unload("sample").styles.map(\.name) == ["sample"])
        #expect(!loader.isLoaded("sample"))
        #expect(loader.list().map(\.isLoaded) == [false])
        #expect(try loader.load("sample").styles.map(\.name) == ["sample"])
    }

    @Test func aStyleThatIsStillHeldWorksAfterItsPluginWasUnloaded() throws {
        try folder.plugin()
        var loader = folder.loader()
        let style = try loader.load("sample").styles[0]
        _ = try loader.unload("sample")
        #expect(style.picture(Control(kind: .toggle, label: "x")).hasPrefix("sample"))
    }

    @Test func aPluginIsStartedWithTheHostsTable() throws {
        try folder.plugin("sample.so", ["START": "greet"])
        let listener = Listener()
        var loader = folder.loader(listener)
        _ = try loader.load("sample")
        #expect(listener.messages == ["9.8.7"])
        #expect(listener.issues.map(\.plugin) == ["sample"])
        #expect(listener.issues.map(\.severity) == [.warning])
    }

    @Test func aPluginThatCannotStartSaysWhy() throws {
        try folder.plugin("sample.so", ["START": "refuse"])
        let listener = Listener()
        var loader = folder.loader(listener)
        let error = #expect(throws: PluginError.self) { try loader.load("sample") }
        #expect(error?.reason == .startFailed)
        #expect(listener.messages == ["not on this machine"])
    }

    @Test func aStyleForAKindThatIsNotKnownIsLeftOut() throws {
        // Two styles, the second for a kind of control of a later version.
        let code = """
            static const fascia_style later = {sizeof(fascia_style), 77, "later", 0, measure, draw};
            static const fascia_style *const both[] = {&style, &later};
            """
        try folder.plugin("plain.so")
        var text = try String(contentsOfFile: folder.path + "/plain.so.c", encoding: .utf8)
        let mark = "static const fascia_style_extension"
        text = text.replacingOccurrences(of: mark, with: code + "\n" + mark)
        try folder.write(text, to: "both.c")
        try folder.build(folder.path + "/both.c", to: "sample.so", ["-DSTYLES=both", "-DCOUNT=2", "-Wno-unused"])
        var loader = folder.loader()
        #expect(try loader.load("sample").styles.map(\.name) == ["sample"])
    }

    // MARK: - The list

    @Test func theListSaysWhatThereIsWithoutLoadingIt() throws {
        try folder.plugin("libsample.so")
        try folder.write("never run", to: "other.so")
        try folder.write(
            #"{"id":"other","version":"0.3","styles":[{"kind":"button","name":"o"}],"renderer":true}"#, to: "other.json")
        try folder.write("no plugin", to: "readme.txt")
        try folder.write("no name", to: "a b.so")
        let list = folder.loader().list()
        #expect(list.map(\.name) == ["other", "sample"])
        #expect(list.map(\.isLoaded) == [false, false])
        #expect(list.map(\.version) == ["0.3", nil])
        #expect(list[0].styles == [PluginInfo.Style(kind: "button", name: "o")])
        #expect(list.map(\.hasRenderer) == [true, false])
        #expect(list.map(\.error) == [nil, nil])
    }

    /// `list` omits libraries that are not plugins, until loading one has failed.
    @Test func otherLibrariesAreNotListedUntilSomebodyTriesToLoadThem() throws {
        try folder.write("int something(void) { return 1; }", to: "else.c")
        try folder.build(folder.path + "/else.c", to: "libelse.so")
        try folder.plugin()
        try folder.plugin("stripped.so", ["ID": "\"stripped\""])
        try Compiler.run("strip", [folder.path + "/stripped.so"])
        try folder.write("no shared object", to: "words.so")
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/sample.so"))
        // Reading a library truncated at any length must not fail.
        for length in stride(from: 0, to: whole.count, by: 61) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: folder.path + "/short.so"))
            _ = folder.loader().list()
        }
        try FileManager.default.removeItem(atPath: folder.path + "/short.so")
        var loader = folder.loader()
        #expect(loader.list().map(\.name) == ["sample", "stripped"])
        let error = #expect(throws: PluginError.self) { try loader.load("else") }
        #expect(loader.list().map(\.name) == ["else", "sample", "stripped"])
        #expect(loader.list().first?.error == error?.message)
    }

    @Test func theListOfALoadedPluginComesFromThePlugin() throws {
        try folder.plugin()
        var loader = folder.loader()
        _ = try loader.load("sample")
        let list = loader.list()
        #expect(list.map(\.isLoaded) == [true])
        #expect(list.map(\.version) == ["2.1"])
        #expect(list[0].styles == [PluginInfo.Style(kind: "toggle", name: "sample")])
        #expect(!list[0].hasRenderer)
    }

    @Test func theListSaysWhyAPluginCouldNotBeLoaded() throws {
        try folder.plugin("sample.so", ["MAJOR": "9"])
        var loader = folder.loader()
        let error = #expect(throws: PluginError.self) { try loader.load("sample") }
        #expect(loader.list().map(\.error) == [error?.message])
    }

    /// `list` reports why a manifest is invalid.
    @Test(arguments: [
        ("{", "is no manifest; one looks like this: {\"id\":\"neon\""),
        (#"{"id":"sample"}"#, "is no manifest; one looks like this: {\"id\":\"neon\""),
        (#"{"id":"sample","version":1,"styles":[]}"#, "is no manifest; one looks like this"),
        (#"{"id":"sample","version":"1","styles":[{"kind":"toggle"}]}"#, "is no manifest; one looks like this"),
        (#"{"id":"sample","version":"1","styles":[],"renderer":"yes"}"#, "is no manifest; one looks like this"),
        (
            #"{"id":"else","version":"1","styles":[]}"#,
            "sample.json is the manifest of \"else\", not of \"sample\""
        ),
        (String(repeating: " ", count: 70_000), "is not a regular file of at most 65536 bytes"),
    ])
    func aManifestThatCannotBeUsedIsSaid(_ manifest: String, _ message: String) throws {
        try folder.plugin()
        try folder.write(manifest, to: "sample.json")
        let list = folder.loader().list()
        #expect(list.map(\.name) == ["sample"])
        #expect(list[0].error?.contains(message) == true, "\(list[0].error ?? "")")
    }
}
