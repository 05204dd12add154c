import Foundation
import Testing
@testable import FasciaPlugins

/// Renderers in processes of their own.
@Suite struct RendererTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    func loader(_ definitions: [String] = []) throws -> PluginLoader {
        let protocolHeader = ["-I", Compiler.root + "/Sources/CPluginHost/include"]
        try folder.build(
            Compiler.root + "/Tests/FasciaPluginsTests/Renderer/renderer.c", to: "renderer.so", protocolHeader + definitions)
        return PluginLoader(
            searchPath: [folder.path], hostVersion: "9.8.7",
            isolation: PluginIsolation(patience: .seconds(60)), services: .sample(listener))
    }

    /// Waits for the document as the daemon does.
    ///
    /// - Parameter cells: what a renderer gets that reads cells.
    func render(
        _ screens: String, _ loader: PluginLoader, _ name: String = "renderer", cells: String = ""
    ) throws -> RenderJob.Document {
        let job = try loader.render({ Array("\($0 == .cells ? cells : screens)".utf8) }, with: name)
        while true {
            var descriptor = pollfd(fd: job.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&descriptor, 1, -1) == 1)
            if let document = try job.proceed() { return document }
        }
    }

    func failure(
        _ screens: String, _ loader: PluginLoader, _ name: String = "renderer", cells: String = ""
    ) -> String? {
        (#expect(throws: PluginError.self) { try render(screens, loader, name, cells: cells) })?.message
    }

    @Test func aRendererTurnsScreensIntoADocument() throws {
        let loader = try loader()
        #expect(try render("echo é", loader) == .init(mediaType: "text/plain", text: "echo é"))
        #expect(try render("nothing", loader).text == "")
        #expect(!loader.isLoaded("renderer"))
    }

    @Test func theListOfALoadedPluginSaysThatItRenders() throws {
        var loader = try loader()
        #expect(loader.list().map(\.hasRenderer) == [false])
        _ = try loader.load("renderer")
        #expect(loader.list().map(\.hasRenderer) == [true])
    }

    /// A table of version 1.1 ends before the flags, which are not read then.
    @Test(arguments: [
        (["-DFLAGS=FASCIA_RENDERER_CELLS"], "echo cells"), (["-DFLAGS=FASCIA_RENDERER_CELLS|0x80000000u"], "echo cells"),
        (["-DFLAGS=0xfffffffeu"], "echo nodes"),
        (["-DFLAGS=FASCIA_RENDERER_CELLS", "-DSIZE=offsetof(fascia_renderer,flags)"], "echo nodes"),
    ])
    func aRendererGetsTheCellsThatItAsksFor(_ definitions: [String], _ expected: String) throws {
        #expect(try render("echo nodes", try loader(definitions), cells: "echo cells").text == expected)
    }

    @Test func aDocumentOfManyMessagesArrivesWhole() throws {
        let screens = "e" + (0..<200_000).map { " \($0)" }.joined()
        #expect(try render(screens, try loader()).text == screens)
    }

    @Test func aRendererWritesAtMostSixteenMebibytes() throws {
        #expect(try render("much", try loader()).text.utf8.count == 16 << 20)
        #expect(
            failure("e" + String(repeating: "e", count: 16 << 20), try loader())
                == "plugin \"renderer\" has not rendered: its renderer returned status -5")
    }

    @Test func aFailureIsExplained() throws {
        let loader = try loader()
        #expect(failure("fail", loader) == "plugin \"renderer\" has not rendered: no ink")
        #expect(listener.messages == ["no ink"])
        #expect(failure("status", loader) == "plugin \"renderer\" has not rendered: its renderer returned status 77")
        #expect(
            failure("utf", loader)
                == "plugin \"renderer\" has not rendered: it gave an answer that is not valid: what it has written is not UTF-8")
        #expect(failure("crash", loader) == "plugin \"renderer\" has not rendered: it was ended by signal 6 (Aborted)")
        #expect(try render("echo", loader).text == "echo")
    }

    @Test func aRendererMayPrint() throws {
        let loader = try loader()
        #expect(try render("print", loader).text == "done")
        #expect(
            failure("x", loader)
                == "plugin \"renderer\" has not rendered: it was ended by signal 6 (Aborted); it has printed: out of paper")
    }

    /// The host's own alarm, without a daemon that ends it.
    @Test func aRendererThatLoopsIsEnded() throws {
        #expect(failure("loop", try loader()) == "plugin \"renderer\" has not rendered: it took longer than 5 seconds")
    }

    @Test func aPluginWithoutARendererIsRefused() throws {
        try folder.plugin()
        let loader = try loader()
        let job = try loader.render({ _ in [] }, with: "sample")
        let error = #expect(throws: PluginError.self) {
            while true {
                var descriptor = pollfd(fd: job.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, -1)
                if try job.proceed() != nil { break }
            }
        }
        #expect(error?.reason == .nothingKnown)
        #expect(error?.message == "plugin \"sample\" has no renderer")
    }

    /// In the daemon's answer, each takes six bytes.
    @Test func aRendererWritesAtMostAMebibyteOfControlCharacters() throws {
        #expect(
            failure("k", try loader())
                == "plugin \"renderer\" has not rendered: it gave an answer that is not valid: it has written more than 1048576 "
                + "control characters")
    }

    /// It could go on without end.
    @Test func aPartOfADocumentHasWords() throws {
        #expect(
            failure("o", try loader())
                == "plugin \"renderer\" has not rendered: it gave an answer that is not valid: a part of the document is empty")
    }

    @Test(arguments: [
        (["-DSIZE=8"], "struct_size of fascia_renderer is 8, and at least 32 bytes are needed: set it to sizeof"),
        (["-DMEDIA_TYPE=NULL"], "a renderer must have a media type of 1 to 64 bytes, and render"),
        (["-DMEDIA_TYPE=\"\""], "a renderer must have a media type of 1 to 64 bytes, and render"),
    ])
    func aMalformedTableIsRefused(_ definitions: [String], _ message: String) throws {
        #expect(failure("echo", try loader(definitions)) == "\(folder.path)/renderer.so: \(message)")
    }

    @Test(arguments: ["html", "linear", "svg"]) func theManifestSaysWhatThePluginSays(_ name: String) throws {
        try folder.copy(plugin: name)
        try FileManager.default.copyItem(
            atPath: Compiler.root + "/plugins/\(name)/\(name).json", toPath: folder.path + "/\(name).json")
        var loader = folder.loader(listener)
        let info = try #require(loader.list().first)
        #expect(info.error == nil)
        #expect(try loader.load(name).version == info.version)
        #expect(info.styles.isEmpty && info.hasRenderer)
    }

    @Test(arguments: ["html", "linear", "svg"]) func screensThatAreNoJSONAreRefused(_ name: String) throws {
        try folder.copy(plugin: name)
        #expect(
            failure("{", folder.loader(listener), name, cells: "{")
                == "plugin \"\(name)\" has not rendered: the screens are not JSON: expected a member's name in "
                + "quotes, found the end of the text")
    }

    @Test func aPluginWithOnlyARendererCanBeLoaded() throws {
        var loader = try loader()
        #expect(try loader.load("renderer").styles.isEmpty)
    }
}
