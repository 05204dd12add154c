import Foundation
import Testing
@testable import FasciaPlugins

/// Libraries that a plugin brings along.
@Suite struct LibraryTests {
    let folder = try! TemporaryFolder()
    let libraries = try! TemporaryFolder()

    /// Builds a library, and a plugin that needs it.
    func build(_ library: String = "libanswer.so", code: String, runPath: String? = nil, named: Bool = true) throws {
        try libraries.write(code, to: "answer.c")
        try libraries.build(
            libraries.path + "/answer.c", to: library, ["-Wno-unused-result"] + (named ? ["-Wl,-soname,\(library)"] : []))
        try folder.plugin("plain.so")
        try link(["-L", libraries.path, "-l:" + library], runPath ?? libraries.path)
    }

    func link(_ arguments: [String], _ runPath: String) throws {
        try folder.build(
            folder.path + "/plain.so.c", to: "sample.so",
            ["-Wl,--no-as-needed"] + arguments + ["-Wl,--enable-new-dtags,-rpath," + runPath])
    }

    func load() throws(PluginError) -> PluginInfo? {
        var loader = folder.loader()
        _ = try loader.load("sample")
        return loader.list().first { $0.name == "sample" }
    }

    func refusal() -> PluginError? {
        do throws(PluginError) {
            _ = try load()
            return nil
        } catch {
            return error
        }
    }

    /// What a library does when it is loaded, before anything of the plugin is called. The host may need one of that name itself.
    @Test(arguments: ["libanswer.so", "libm.so.6"])
    func aLibraryBesideThePluginRunsConfined(_ library: String) throws {
        let (file, all) = (libraries.path + "/escaped", "privileges memory processes threads programs sockets files signals")
        try build(
            library,
            code: """
                #include <fcntl.h>
                #include <sys/socket.h>
                #include <unistd.h>
                __attribute__((constructor)) static void escape(void) {
                    if (open("\(file)", O_WRONLY | O_CREAT, 0600) >= 0) return;
                    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || fork() >= 0) _exit(9);
                }
                """, runPath: "$ORIGIN")
        rename(libraries.path + "/" + library, folder.path + "/" + library)
        let info = try load()
        #expect(!FileManager.default.fileExists(atPath: file))
        let holds = info?.confinement ?? []
        for name in all.split(separator: " ") { #expect(holds.contains(String(name))) }
    }

    @Test func theCLibraryIsNeverThePlugins() throws {
        try libraries.write("__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }", to: "c.c")
        try libraries.build(libraries.path + "/c.c", to: "libc.so.6", ["-nostdlib", "-Wl,-soname,libc.so.6"])
        try folder.plugin("plain.so")
        try link([], libraries.path)
        #expect(refusal()?.message == nil)
    }

    @Test func aLibraryThatAnotherOneNeedsIsFound() throws {
        try libraries.write("int one(void) { return 1; }", to: "one.c")
        try libraries.build(libraries.path + "/one.c", to: "libone.so", ["-Wl,-soname,libone.so"])
        try libraries.write("int one(void); int two(void) { return 2 * one(); }", to: "two.c")
        try libraries.build(
            libraries.path + "/two.c", to: "libtwo.so",
            ["-Wl,--no-as-needed,-soname,libtwo.so", "-L", libraries.path, "-lone", "-Wl,-rpath,$ORIGIN"])
        try folder.plugin("plain.so")
        try link(["-L", libraries.path, "-ltwo"], libraries.path)
        #expect(refusal()?.message == nil)
    }

    @Test func aDirectoryOfLibrariesThatOthersCanChangeIsRefused() throws {
        try build(code: "int answer = 1;")
        #expect(refusal()?.message == nil)
        libraries.chmod(".", 0o777)
        let error = refusal()
        #expect(error?.reason == .untrusted)
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: \(libraries.path) can be written by others than its owner (mode 777): "
                + "chmod go-w '\(libraries.path)'")
    }

    /// As /tmp is, whose mode must stay.
    @Test func aStickyDirectoryOfLibrariesIsRefused() throws {
        try build(code: "int answer = 1;")
        libraries.chmod(".", 0o1777)
        #expect(
            refusal()?.message
                == "plugin \"sample\" is not loaded: \(libraries.path) can be written by others than its owner (mode 1777): "
                + "use a directory of your own")
    }

    @Test func aLibraryThatOthersCanChangeIsRefused() throws {
        try build(code: "int answer = 1;")
        libraries.chmod("libanswer.so", 0o666)
        let error = refusal()
        #expect(error?.reason == .untrusted)
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: \(libraries.path)/libanswer.so can be written by others than its owner "
                + "(mode 666): chmod go-w '\(libraries.path)/libanswer.so'")
    }

    /// The process of a plugin has another working directory than whoever checks the plugin.
    @Test(arguments: ["lib", ".", "/usr/lib:", "$LIB", "/opt/$PLATFORM"])
    func aRunPathThatDependsOnTheProcessIsRefused(_ runPath: String) throws {
        try build(code: "int answer = 1;", runPath: runPath)
        let error = refusal()
        #expect(error?.reason == .untrusted)
        let place = runPath.hasSuffix(":") ? "" : runPath
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: the run path of \(folder.path)/sample.so has \"\(place)\": link it with "
                + "-rpath,'$ORIGIN' or an absolute path")
    }

    @Test func aLibraryThatIsNeededByItsPathIsRefused() throws {
        try build(code: "int answer = 1;", named: false)
        try link([libraries.path + "/libanswer.so"], libraries.path)
        let error = refusal()
        #expect(error?.reason == .untrusted)
        #expect(
            error?.message
                == "plugin \"sample\" is not loaded: \(folder.path)/sample.so needs \(libraries.path)/libanswer.so by its path: "
                + "give that library a -soname")
    }

    @Test func aLibraryThatIsNotThereIsNamed() throws {
        try build(code: "int answer = 1;")
        unlink(libraries.path + "/libanswer.so")
        let error = refusal()
        #expect(error?.reason == .notASharedObject)
        #expect(error?.message.contains("libanswer.so: cannot open shared object file") == true, "\(error?.message ?? "")")
    }

    @Test func aLibraryThatWasCutShortIsNamed() throws {
        try build(code: "int answer = 1;")
        truncate(libraries.path + "/libanswer.so", 1000)
        let error = refusal()
        #expect(error?.reason == .notASharedObject)
        #expect(error?.message.hasPrefix("plugin \"sample\" is not loaded: \(libraries.path)/libanswer.so was cut short") == true)
    }
}
