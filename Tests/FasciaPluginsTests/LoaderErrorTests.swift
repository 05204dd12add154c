@testable import FasciaPlugins
import Foundation
import Testing

/// Every reason for refusing a plugin has its `PluginError.Reason` and a message.
@Suite struct LoaderErrorTests {
    let folder = try! TemporaryFolder()

    /// Loads a plugin, and expects a refusal with a reason and parts of the message.
    func refused(
        _ reason: PluginError.Reason, _ parts: String..., name: String = "sample",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var loader = folder.loader()
        let error = #expect(throws: PluginError.self, sourceLocation: sourceLocation) { try loader.load(name) }
        #expect(error?.reason == reason, sourceLocation: sourceLocation)
        for part in parts {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        }
        #expect(!loader.isLoaded(name), sourceLocation: sourceLocation)
    }

    /// A plugin name that could be a path, or is otherwise invalid, is refused.
    @Test(arguments: [
        "", "../sample", "a/b", "..", "a b", "neon.so", "ne\u{0}on", "né", String(repeating: "x", count: 65),
    ])
    func aNameIsNoPath(_ name: String) throws {
        try folder.plugin()
        refused(
            .invalidName, "\"\(name)\" cannot be a plugin's name: 1 to 64 ASCII letters, digits, '-' or '_'",
            name: name)
    }

    @Test func notFoundSaysWhereItLookedAndWhatThereIs() throws {
        try folder.plugin("libsample.so")
        try folder.write("", to: "other.so")
        try folder.write(#"{"id":"other","version":"1","styles":[]}"#, to: "other.json")
        refused(
            .notFound,
            "no plugin \"neno\": looked for neno.so and libneno.so in \(folder.path); there is: other, sample",
            name: "neno")
    }

    @Test func notFoundWhereThereIsNothing() {
        refused(.notFound, "in \(folder.path); there is: none", name: "neon")
        var loader = PluginLoader(
            searchPath: [], hostVersion: "1", isolation: PluginIsolation(patience: .seconds(60)), services: .sample(Listener()))
        let error = #expect(throws: PluginError.self) { try loader.load("neon") }
        #expect(
            error?.message == "no plugin \"neon\": looked for neon.so and libneon.so in no directory; there is: "
                + "none")
    }

    @Test(arguments: [mode_t(0o775), 0o757])
    func aFileThatOthersCanWriteIsNotLoaded(_ mode: mode_t) throws {
        let path = try folder.plugin()
        folder.chmod("sample.so", mode)
        let octal = String(mode, radix: 8)
        refused(
            .untrusted,
            "plugin \"sample\" is not loaded: \(path) can be written by others than its owner "
                + "(mode \(octal)): chmod go-w '\(path)'")
    }

    @Test func aDirectoryThatOthersCanWriteIsNotTrusted() throws {
        try folder.plugin()
        folder.chmod(".", 0o777)
        refused(.untrusted, "\(folder.path) can be written by others than its owner (mode 777)")
    }

    @Test func aDirectoryThatOthersCanWriteIsNotTrustedThoughItsLinksLeadToAGoodOne() throws {
        let good = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/sample.so", withDestinationPath: good.plugin("sample.so"))
        folder.chmod(".", 0o1777)
        refused(.untrusted, "\(folder.path) can be written by others than its owner (mode 1777)")
    }

    @Test func aDirectoryFurtherUpThatOthersCanWriteIsNotTrusted() throws {
        let inner = folder.path + "/inner"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        try folder.plugin("inner/sample.so")
        folder.chmod("inner", 0o755)
        folder.chmod(".", 0o777)
        var loader = PluginLoader(
            searchPath: [inner], hostVersion: "1", isolation: PluginIsolation(patience: .seconds(60)),
            services: .sample(Listener()))
        let error = #expect(throws: PluginError.self) { try loader.load("sample") }
        #expect(error?.reason == .untrusted)
        #expect(error?.message.contains("\(folder.path) can be written by others") == true)
        // In a sticky directory such as /tmp, users cannot replace the files of others.
        folder.chmod(".", 0o1777)
        #expect(try loader.load("sample").version == "2.1")
    }

    @Test func somebodyElsesFileIsNotTrusted() {
        let facts = FileAttributes(isRegular: true, isDirectory: false, owner: 1000, mode: 0o755)
        #expect(
            FileTrust.problem(ofFile: facts, path: "/p/x.so", user: 7)
                == "is owned by uid 1000, and only root or uid 7 is trusted: chown root '/p/x.so'")
        #expect(
            FileTrust.problem(ofFile: facts, path: "/p/x.so", user: 0)
                == "is owned by uid 1000, and only root is trusted: chown root '/p/x.so'")
        #expect(FileTrust.problem(ofFile: facts, path: "/p/x.so", user: 1000) == nil)
        let directory = FileAttributes(isRegular: false, isDirectory: true, owner: 1000, mode: 0o1755)
        #expect(FileTrust.problem(ofAncestor: directory, path: "/p", user: 7) != nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func aFileOfAnotherUserIsNotLoaded() throws {
        let path = try folder.plugin()
        #expect(chown(path, 65534, 65534) == 0)
        refused(.untrusted, "\(path) is owned by uid 65534, and only root is trusted: chown root '\(path)'")
    }

    @Test func aDirectoryIsNoPlugin() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/sample.so", withIntermediateDirectories: true)
        refused(.untrusted, "plugin \"sample\" is not loaded: \(folder.path)/sample.so is not a regular file")
    }

    @Test(arguments: ["", String(repeating: "no shared object\n", count: 9), "\u{7F}ELF"])
    func garbageIsNoSharedObject(_ content: String) throws {
        try folder.write(content, to: "sample.so")
        refused(
            .notASharedObject, "\(folder.path)/sample.so: the dynamic linker says: ",
            content.count > 10 ? "invalid ELF header" : "file too short")
    }

    @Test func aFileThatWasCutShortIsNotMapped() throws {
        let path = try folder.plugin()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        // Long enough for the headers, too short for the segments that they declare.
        for length in [64, 200, 2048, whole.count / 3] {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            folder.chmod("sample.so", 0o755)
            refused(.notASharedObject, "\(path) was cut short: it has \(length) bytes, and its headers speak of ")
        }
    }

    @Test func aSymbolThatIsMissingIsNamed() throws {
        try folder.write("void absent(void); void run(void) { absent(); }", to: "x.c")
        try folder.build(folder.path + "/x.c", to: "sample.so")
        refused(.notASharedObject, "the dynamic linker says: ", "undefined symbol: absent")
    }

    @Test func aSharedObjectWithoutTheEntryIsNoPlugin() throws {
        try folder.write("int answer(void) { return 42; }", to: "x.c")
        try folder.build(folder.path + "/x.c", to: "sample.so")
        refused(
            .noEntry,
            "\(folder.path)/sample.so is a shared object, but no Fascia plugin: it does not export fascia_plugin_entry")
    }

    @Test(arguments: [
        (
            ["TABLE": "0"], PluginError.Reason.noTable,
            "fascia_plugin_entry returned null; it must return the plugin's table"
        ),
        (
            ["MAGIC": "0x12345678"], .wrongMagic,
            "the table begins with 0x12345678, not with FASCIA_PLUGIN_MAGIC (0xfa5c1a01)"
        ),
        (
            ["MAJOR": "2"], .wrongVersion,
            "was built for version 2.2 of the plugin ABI, and this host speaks 1.2: build it again"
        ),
        (
            ["NEEDS": "3"], .wrongVersion,
            "needs at least version 1.3 of the plugin ABI, and this host speaks 1.2: use a newer host"
        ),
        (
            ["SIZE": "48"], .tooSmall,
            "struct_size of fascia_plugin is 48, and at least 56 bytes are needed: set it to sizeof"
        ),
        (
            ["EXTENSION_SIZE": "8"], .tooSmall,
            "struct_size of fascia_style_extension is 8, and at least 16 bytes are needed: set it to sizeof"
        ),
        (
            ["STYLE_SIZE": "32"], .tooSmall,
            "struct_size of fascia_style 0 is 32, and at least 40 bytes are needed: set it to sizeof"
        ),
        (
            ["ID": "\"else\""], .idMismatch,
            "holds the plugin \"else\", not \"sample\": call the file else.so or libelse.so"
        ),
        (["ID": "\"no/name\""], .malformed, "the plugin's id must be 1 to 64 ASCII letters, digits, '-' or '_'"),
        (["ID": "0"], .malformed, "the plugin's id must be 1 to 64 ASCII letters"),
        (["VERSION": "0"], .malformed, "the plugin's version must be UTF-8 text of at most 256 bytes"),
        (["VERSION": "\"\\xff\""], .malformed, "the plugin's version must be UTF-8 text of at most 256 bytes"),
        (["GETTER": "0"], .malformed, "get_extension is null in the plugin's table"),
        (
            ["GETTER": "nothing"], .nothingKnown,
            "the plugin has none of the extensions that this host knows: fascia.style/1, fascia.renderer/1"
        ),
        (["COUNT": "0"], .malformed, "a style extension must list 1 to 256 styles, not 0"),
        (["COUNT": "257"], .malformed, "a style extension must list 1 to 256 styles, not 257"),
        (["STYLES": "0"], .malformed, "a style extension must list 1 to 256 styles"),
        (["NAME": "\"a b\""], .malformed, "the name of style 0 must be 1 to 64 ASCII letters, digits, '-' or '_'"),
        (["MEASURE": "0"], .malformed, "style \"sample\" must have both measure and draw"),
        (
            ["KIND": "77"], .nothingKnown,
            "none of the plugin's styles is for a kind of control that this host knows: toggle, button"
        ),
        (["START": "refuse"], .startFailed, "the plugin's start failed with status -4"),
    ])
    func aTableThatIsWrongIsRefused(
        _ macros: [String: String], _ reason: PluginError.Reason, _ message: String
    ) throws {
        let path = try folder.plugin("sample.so", macros)
        refused(reason, message, path)
    }

    @Test func aStyleThatIsNullIsRefused() throws {
        try folder.plugin("plain.so")
        let text = try String(contentsOfFile: folder.path + "/plain.so.c", encoding: .utf8)
        try folder.write(text.replacingOccurrences(of: "styles[] = {&style}", with: "styles[] = {0}"), to: "null.c")
        try folder.build(folder.path + "/null.c", to: "sample.so", ["-Wno-unused"])
        refused(.malformed, "\(folder.path)/sample.so: style 0 is null")
    }

    @Test func unloadingWhatIsNotLoadedSaysWhatIs() throws {
        try folder.plugin()
        var loader = folder.loader()
        let none = #expect(throws: PluginError.self) { try loader.unload("neon") }
        #expect(none?.reason == .notLoaded)
        #expect(none?.message == "plugin \"neon\" is not loaded; loaded are: none")
        _ = try loader.load("sample")
        let some = #expect(throws: PluginError.self) { try loader.unload("neon") }
        #expect(some?.message == "plugin \"neon\" is not loaded; loaded are: sample")
    }
}
