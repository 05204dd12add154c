import Foundation
import TestSupport
import Testing

/// `fascia plugin watch`, with a plugin of `fascia plugin new`.
@Suite(.mustEnd) struct PluginWatchTests {
    let directory = try! TemporaryDirectory()
    let daemon: DaemonProcess
    private var source: String { directory["glow/glow.c"] }
    private var installed: String { directory["home/.local/lib/fascia/plugins"] }

    init() throws {
        daemon = try DaemonProcess(environment: ["HOME": directory["home"]])
        _ = try fascia("new", "glow", "--language", "c").checked()
    }

    private var environment: [String: String] { ["FASCIA_SOCKET": daemon.socketPath, "HOME": directory["home"]] }

    private func fascia(_ arguments: String..., environment: [String: String] = [:]) throws -> ProcessResult {
        try runProcess(
            Products.executable("fascia"), ["plugin"] + arguments,
            environment: self.environment.merging(environment) { _, new in new }, directory: directory.path)
    }

    private func change(_ text: String, to new: String, in path: String) throws {
        let before = try String(contentsOfFile: path, encoding: .utf8)
        #expect(before.contains(text))
        // As many editors do: a new file takes the place of the old one.
        try before.replacing(text, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func aSavedChangeIsDrawn_andABuildThatFailsChangesNothing() throws {
        let watch = try RunningProcess(
            Products.executable("fascia"), ["plugin", "watch", "glow"], environment: environment, directory: directory.path)
        try watch.output.wait(for: "glow 1.0 is loaded. The panel uses it after: fascia environment toggleStyle=glow\n")
        try watch.output.wait(for: "(*) Label")
        try watch.error.wait(for: "fascia: waiting for changes in glow\n")
        try change("(*)", to: "(#)", in: source)
        try watch.output.wait(for: "(#) Label")

        try change("return FASCIA_OK", to: "return FASCIA_OKAY", in: source)
        try watch.error.wait(for: "fascia: make has not built glow, so nothing has changed\n")
        #expect(watch.error.text.contains("FASCIA_OKAY"))
        #expect(try fascia("gallery", installed + "/glow.so").checked().output.contains("(#) Label"))
        try change("return FASCIA_OKAY", to: "return FASCIA_OK", in: source)
        try change("(#)", to: "(+)", in: source)
        try watch.output.wait(for: "(+) Label")

        // The daemon draws it.
        let client = try daemon.client()
        try client.call("toggle.declare", ["group": ["id": "room", "options": [["id": "lamp", "title": "Lamp"]]]])
        try client.call("screen.put", ["screen": ["id": "try", "body": ["kind": "toggle", "bind": "room/lamp"]]])
        try client.call("environment.set", ["scope": [:], "values": ["toggleStyle": "glow"]])
        try client.call("nav.push", ["screen": "try"])
        try client.call("toggle.set", ["id": "room/lamp", "on": true])
        _ = try daemon.fascia(["wait", "text", "(+) Lamp"]).checked()
        try change("(+)", to: "(@)", in: source)
        _ = try daemon.fascia(["wait", "text", "(@) Lamp", "--timeout", "inf"]).checked()
        watch.process.signal(SIGINT)
        #expect(try watch.process.waitForExit() == .signalled(SIGINT))
    }

    /// Otherwise the picture of the built-in style would look like the plugin's own.
    @Test func theGalleryShowsWhereAStyleFails() throws {
        try change(
            "return FASCIA_OK", to: "if (!control->is_enabled(control)) *(volatile int *)8 = 1; return FASCIA_OK", in: source)
        _ = try runProcess("/usr/bin/env", ["make", "-C", directory["glow"]]).checked()
        let gallery = try fascia("gallery", directory["glow"] + "/glow.so")
        #expect(gallery.status == .exited(1))
        #expect(gallery.output.contains("(*) Label") && gallery.output.contains("disabled         (failed)"), "\(gallery.output)")
        #expect(gallery.error.contains("was ended by signal 11 (Segmentation fault)"), "\(gallery.error)")
    }

    /// A program inherits that from the one that starts it.
    @Test func howProcessesEndIsKnownThoughTheirEndsAreIgnored() throws {
        func ignoring(_ arguments: String...) throws -> ProcessResult {
            try runProcess(
                "/usr/bin/env", ["--ignore-signal=CHLD", Products.executable("fascia"), "plugin"] + arguments,
                environment: environment, directory: directory.path)
        }
        try change("return FASCIA_OK", to: "*(volatile int *)8 = 1; return FASCIA_OK", in: source)
        _ = try runProcess("/usr/bin/env", ["make", "-C", directory["glow"]]).checked()
        let gallery = try ignoring("gallery", directory["glow"] + "/glow.so")
        #expect(gallery.error.contains("was ended by signal 11 (Segmentation fault)"), "\(gallery.error)")
        try change("return FASCIA_OK", to: "return FASCIA_OKAY", in: source)
        let watch = try ignoring("watch", "glow", "--once")
        #expect(watch.error.contains("make has not built glow, so nothing has changed"), "\(watch.error)")
    }

    @Test func aMissingFunctionIsAnErrorOfTheBuild() throws {
        try change("return FASCIA_OK", to: "extern void missing(void); missing(); return FASCIA_OK", in: source)
        let watch = try fascia("watch", "glow", "--once")
        #expect(watch.status == .exited(1))
        #expect(watch.error.contains("undefined reference to `missing'"), "\(watch.error)")
        #expect(watch.error.contains("make has not built glow, so nothing has changed"), "\(watch.error)")
    }

    @Test func itIsBuiltAndLoadedOnce() throws {
        let first = try fascia("watch", "glow", "--once").checked()
        #expect(first.output.hasPrefix("toggle glow\n  plain"))
        #expect(first.output.contains("(*) Label"))
        #expect(first.output.contains("\nglow 1.0 is loaded."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: installed).sorted() == ["glow.json", "glow.so"])
        try change("\"1.0\"", to: "\"1.1\"", in: source)
        #expect(try fascia("watch", "glow", "--once", "--json").checked().output.contains("\"version\":\"1.1\""))
        try change("return FASCIA_OK", to: "return FASCIA_OKAY", in: source)
        let failed = try fascia("watch", "glow", "--once")
        #expect(failed.status == .exited(1))
        #expect(failed.error.hasSuffix("fascia: make has not built glow, so nothing has changed\n"))
    }

    /// The installed build is the one that the daemon loads at its next start.
    @Test(arguments: [
        (
            "FASCIA_CONTROL_TOGGLE", "FASCIA_CONTROL_OPTION",
            "glow.json does not describe the plugin: it lists toggle glow, and the plugin has option glow\n"
        ),
        (
            "0, 0, \"glow\"", "0, 0, \"glare\"",
            "/.glow.new/glow.so holds the plugin \"glare\", not \"glow\": call the file glare.so or libglare.so\n"
        ),
        (
            "return FASCIA_OK", "return control->is_enabled(control) ? FASCIA_OK : FASCIA_FAILED",
            "toggle style \"glow\" of plugin \"glow\": measure failed with status -1 for \"Label\"; "
        ),
    ])
    func aFaultyBuildDoesNotReplaceTheInstalledOne(_ text: String, _ new: String, _ message: String) throws {
        _ = try fascia("watch", "glow", "--once").checked()
        try change(text, to: new, in: source)
        try change("(*)", to: "(#)", in: source)
        for arguments in [["watch", "glow", "--once"], ["watch", "glow", "--once", "--json"]] {
            let faulty = try runProcess(
                Products.executable("fascia"), ["plugin"] + arguments, environment: environment, directory: directory.path)
            #expect(faulty.status == .exited(1))
            #expect(faulty.error.contains(message), "\(faulty.error)")
            #expect(faulty.error.hasSuffix("\nfascia: the build of glow is faulty, so nothing has changed\n"), "\(faulty.error)")
            #expect(!arguments.contains("--json") || faulty.output == "")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: installed).sorted() == ["glow.json", "glow.so"])
        #expect(try fascia("gallery", installed + "/glow.so").checked().output.contains("(*) Label"))
    }

    /// A saved file that is nobody's source, and what the build itself writes, start no build.
    @Test func onlySourcesAreWaitedFor() throws {
        let script = "all:\n\tcp glow.so.ready glow.so\n\techo x >> builds\n\tcat builds\n"
        _ = try runProcess("/usr/bin/make", [], directory: directory["glow"]).checked()
        try FileManager.default.moveItem(atPath: directory["glow/glow.so"], toPath: directory["glow/glow.so.ready"])
        try script.write(toFile: directory["glow/Makefile"], atomically: true, encoding: .utf8)
        let watch = try RunningProcess(
            Products.executable("fascia"), ["plugin", "watch", "glow"], environment: environment, directory: directory.path)
        try watch.error.wait(for: "waiting for changes")
        try directory.write("x", to: "glow/notes.txt")
        try directory.write("x", to: "glow/.glow.c.swp")
        try directory.write("{}", to: "glow/further.json")
        try watch.output.wait(for: "x\nx\n")
        try watch.error.wait("a second wait") { $0.split(separator: "waiting for changes").count == 3 }
        try directory.write("", to: "glow/new.h")
        try watch.output.wait(for: "x\nx\nx\n")
        #expect(!watch.output.text.contains("x\nx\nx\nx\n"))
    }

    @Test func swiftIsBuiltToo() throws {
        _ = try fascia("new", "shine", "--language", "swift").checked()
        try change("{ plugin.table }", to: "{ print(\"entered\"); return plugin.table }", in: directory["shine/shine.swift"])
        let result = try fascia("watch", "shine", "--once").checked()
        #expect(result.output.contains("(*) Label"))
        #expect(result.output.contains("\nshine 1.0 is loaded."))
        #expect(try fascia("log", "shine").checked().output == "entered\n")
    }

    @Test func aRendererRendersThePanel() throws {
        _ = try fascia("new", "list", "--language", "c", "--renderer").checked()
        let client = try daemon.client()
        try client.call("screen.put", ["screen": ["id": "try", "body": ["kind": "text", "text": "Hello"]]])
        try client.call("nav.push", ["screen": "try"])
        #expect(
            try fascia("watch", "list", "--once").checked().output
                == "Hello\nlist 1.0 is loaded. It renders the panel with: fascia render --renderer list\n")
        let json = try fascia("watch", "list", "--once", "--json").checked().output
        #expect(json.contains("\"renderer\":true") && !json.contains("Hello"), "\(json)")

        let source = directory["list/list.c"]
        #expect(try fascia("log", "list").checked().output == "")
        try change("#include <string.h>", to: "#include <stdio.h>\n#include <string.h>", in: source)
        try change("(void)renderer;", to: "(void)renderer; puts(\"rendering\");", in: source)
        _ = try fascia("watch", "list", "--once").checked()
        _ = try fascia("watch", "list", "--once").checked()
        _ = try fascia("unload", "list").checked()
        #expect(try fascia("log", "list").checked().output == "rendering\n")

        let before = FileManager.default.contents(atPath: installed + "/list.so")
        try change("fascia_status status = FASCIA_OK", to: "fascia_status status = FASCIA_FAILED", in: source)
        let failed = try fascia("watch", "list", "--once")
        #expect(failed.status == .exited(1))
        #expect(
            failed.error == "fascia: invalid: plugin \"list\" has not rendered: its renderer returned status -1\n",
            "\(failed.error)")
        #expect(FileManager.default.contents(atPath: installed + "/list.so") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: installed).sorted() == ["list.json", "list.so"])
    }

    @Test func anotherDirectoryCanBeNamed() throws {
        let refused = try fascia("watch", "glow", "--once", "--into", "elsewhere/plugins")
        #expect(refused.status == .exited(1))
        #expect(refused.error.hasPrefix("fascia: notFound: no plugin \"glow\": looked for glow.so and libglow.so in "))
        #expect(FileManager.default.fileExists(atPath: directory["elsewhere/plugins/glow.so"]))
        _ = try fascia("watch", "glow", "--once").checked()
        let other = try fascia("watch", "glow", "--once", "--into", "elsewhere/plugins")
        #expect(
            other.error
                == "fascia: the daemon has loaded \(installed)/glow.so, because it looks there before elsewhere/plugins: remove "
                + "one of the two\n")
    }

    @Test func withoutADaemonItSaysSo() throws {
        let refused = try fascia("watch", "glow", "--once", environment: ["FASCIA_SOCKET": directory["nowhere"]])
        #expect(refused.status == .exited(3))
    }

    @Test func whatIsNoDirectoryOfAPluginIsRefused() throws {
        func refusal(_ name: String, _ arguments: [String] = []) throws -> String {
            let result = try fascia("watch", name, "--once")
            #expect(result.status == .exited(2))
            return result.error
        }
        #expect(try refusal("nowhere") == "fascia: cannot read nowhere: No such file or directory\n")
        try FileManager.default.createDirectory(atPath: directory["empty"], withIntermediateDirectories: false)
        #expect(
            try refusal("empty")
                == "fascia: empty has no NAME.json with the id NAME; \"fascia plugin new NAME\" makes a directory with one\n")
        try directory.write(#"{"id": "one"}"#, to: "empty/one.json")
        #expect(try refusal("empty") == "fascia: empty has neither a Makefile nor a Package.swift, so it cannot be built\n")
        try directory.write("all:\n", to: "empty/Makefile")
        let nothing = try fascia("watch", "empty", "--once")
        #expect(nothing.status == .exited(1))
        #expect(nothing.error == "fascia: the build has not made empty/one.so or empty/libone.so\n")
        try directory.write(#"{"id": "two"}"#, to: "empty/two.json")
        #expect(
            try refusal("empty") == "fascia: empty has several plugins, one, two: keep each in a directory of its own\n")
        let homeless = try fascia("watch", "glow", "--once", environment: ["HOME": ""])
        #expect(homeless.error == "fascia: HOME is not set: say with --into where the daemon finds plugins\n")
    }
}
