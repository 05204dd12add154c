import FasciaDocument
import Foundation
import TestSupport
import Testing

@testable import FasciaCommandLine

/// `fascia plugin new`.
@Suite(.mustEnd) struct PluginNewTests {
    let directory = try! TemporaryDirectory()

    private func make(_ arguments: String...) throws -> ProcessResult {
        try runProcess(Products.executable("fascia"), ["plugin", "new"] + arguments, directory: directory.path)
    }

    /// The installed program makes a plugin that is built with what is installed.
    ///
    /// - Parameter lines: the source has fewer.
    @Test(arguments: [
        ("c", 60, ["make"], "Makefile", "2-glow.so"),
        ("swift", 30, ["swift", "build"], "Package.swift", ".build/debug/lib2-glow.so"),
    ])
    func aNewPluginIsBuilt_andDraws(
        _ language: String, lines: Int, command: [String], project: String, file: String
    ) throws {
        let made = try runProcess(
            Installation.path + "/bin/fascia", ["plugin", "new", "2-glow", "--language", language], directory: directory.path)
        #expect(try made.checked().output.hasSuffix("fascia plugin watch 2-glow\n"))
        let text = try String(contentsOfFile: directory["2-glow/" + project], encoding: .utf8)
        #expect(try text.contains(Installation.path), "\(text)")
        let source = try String(contentsOfFile: directory["2-glow/2-glow.\(language)"], encoding: .utf8)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= lines)
        let build = try runProcess("/usr/bin/env", command, directory: directory["2-glow"]).checked()
        #expect(!build.error.contains("warning"), "\(build.error)")
        let path = directory["2-glow/" + file]
        let check = try runProcess(Products.executable("fascia"), ["plugin", "check", path])
        #expect(check.output.hasSuffix("pictures, and nothing is wrong\n"), "\(check.error)")
        let gallery = try runProcess(Products.executable("fascia"), ["plugin", "gallery", path]).checked().output
        #expect(gallery.hasPrefix("toggle 2-glow\n") && gallery.contains("on                (*) Label"), "\(gallery)")
    }

    @Test(arguments: [("c", ["make"], "2-list.so"), ("swift", ["swift", "build"], ".build/debug/lib2-list.so")])
    func aNewRendererIsBuilt_andRenders(_ language: String, command: [String], file: String) throws {
        let made = try make("2-list", "--language", language, "--renderer").checked().output
        #expect(made.hasSuffix("fascia plugin watch 2-list\n"))
        let source = try String(contentsOfFile: directory["2-list/2-list.\(language)"], encoding: .utf8)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
        let build = try runProcess("/usr/bin/env", command, directory: directory["2-list"]).checked()
        #expect(!build.error.contains("warning"), "\(build.error)")

        let plugins = directory["plugins"]
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: directory["2-list/" + file], toPath: plugins + "/2-list.so")
        try FileManager.default.copyItem(atPath: directory["2-list/2-list.json"], toPath: plugins + "/2-list.json")
        let daemon = try DaemonProcess(environment: ["FASCIA_PLUGIN_PATH": plugins])
        let client = try daemon.client()
        let texts: [JSON] = [["kind": "text", "text": #"The "old" \ lamp"#], ["kind": "text", "text": "Größe"]]
        let body: JSON = ["kind": "vstack", "children": .array(texts)]
        try client.call("screen.put", ["screen": ["id": "try", "body": body]])
        try client.call("nav.push", ["screen": "try"])
        #expect(try daemon.fascia(["render", "--renderer", "2-list"]).checked().output == #"The "old" \ lamp"# + "\nGröße\n")
    }

    @Test func aDirectoryThatExistsIsRefused() throws {
        _ = try make("glow", "--language", "c").checked()
        let again = try make("glow", "--language", "swift")
        #expect(again.status == .exited(2))
        #expect(again.error == "fascia: glow exists already: choose another name, or remove it\n")
        #expect(!FileManager.default.fileExists(atPath: directory["glow/glow.swift"]))
    }

    @Test(arguments: [
        ("", "\"\" cannot be a plugin's name: 1 to 64 ASCII letters, digits, '-' or '_'"),
        ("a/b", "\"a/b\" cannot be a plugin's name: 1 to 64 ASCII letters, digits, '-' or '_'"),
        ("größe", "\"größe\" cannot be a plugin's name: 1 to 64 ASCII letters, digits, '-' or '_'"),
        (
            "libglow",
            "\"libglow\" cannot be a plugin's name: libglow.so would be the file of the plugin \"glow\"; leave out \"lib\""
        ),
    ])
    func aBadNameIsRefused(_ name: String, _ message: String) throws {
        let refused = try make(name, "--language", "c")
        #expect(refused.status == .exited(2))
        #expect(refused.error == "fascia: \(message)\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func whereNothingCanBeWrittenItSaysSo() throws {
        let refused = try runProcess(
            Products.executable("fascia"), ["plugin", "new", "glow", "--language", "c"], directory: "/proc")
        #expect(refused.error == "fascia: cannot create glow: No such file or directory\n")
    }

    /// A program without the files that plugins are built with.
    @Test func withoutTheHeaderItSaysWhereItLooked() throws {
        let program = directory["fascia"]
        try FileManager.default.copyItem(atPath: Products.executable("fascia"), toPath: program)
        for (language, file) in [("c", "include/fascia_plugin.h"), ("swift", "share/fascia/plugin-kit/Package.swift")] {
            let refused = try runProcess(program, ["plugin", "new", "glow", "--language", language], directory: directory.path)
            #expect(
                refused.error
                    == "fascia: \(directory.path)/../\(file) is not there: the package fascia-dev has it, and \"make install\" installs it\n"
            )
        }
    }

    /// What has a meaning in a Makefile or in Swift.
    @Test func thePathsOfFasciaMayHaveAnyCharacters() throws {
        #expect(PluginTemplate.makefile("glow", header: "/a $b#").contains("FASCIA_INCLUDE ?= /a $$b\\#\n"))
        #expect(PluginTemplate.package("glow", kit: #"/a"b\"#).contains(#".package(path: "/a\"b\\")"#))
    }
}
