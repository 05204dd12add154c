import ArgumentParser
import FasciaDocument
import FasciaWire
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FasciaCommandLine

/// A panel whose clients use characters that act on a terminal in every text they choose.
@Suite(.mustEnd) struct HostilePanelTests {
    /// Escape sequences, C0, DEL, C1, line and paragraph separators, and bidirectional override and isolate.
    private static let text = "a\u{1B}]0;owned\u{07}\n\r\u{7F}\u{9B}31m\u{2028}\u{2029}\u{202E}\u{2066}z"
    /// The characters of these that names may contain.
    private static let name = "n\u{2028}\u{202E}\u{2066}m"

    private static let renderers = ["html", "linear", "svg"]

    private let daemon: DaemonProcess

    init() throws {
        let directory = try TemporaryDirectory()
        for plugin in Self.renderers {
            let path = directory[plugin + ".so"]
            try FileManager.default.copyItem(atPath: Products.directory + "/lib\(plugin).so", toPath: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        daemon = try DaemonProcess(in: directory, environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        let (text, name) = (JSON.string(Self.text), JSON.string(Self.name))
        try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": name])
        try client.call("toggle.declare", ["group": ["id": name, "title": text, "options": [["id": name, "title": text]]]])
        let component: JSON = ["id": name, "elements": [["id": name, "label": text]]]
        try client.call("picker.declare", ["picker": ["id": name, "title": text, "components": [component]]])
        let texts: [JSON] = [
            ["kind": "text", "text": text, "id": name], ["kind": "button", "label": text, "emit": name],
            ["kind": "toggle", "bind": .string(Self.name + "/" + Self.name)],
            ["kind": "textField", "label": text, "bind": name],
            ["kind": "picker", "bind": .string(Self.name + "/" + Self.name)],
        ]
        try client.call("value.declare", ["key": name, "kind": "string", "initial": text])
        try client.call(
            "screen.put",
            ["screen": ["id": name, "title": text, "body": ["kind": "vstack", "children": .array(texts)], "emits": [name]]])
        try client.call("nav.target", ["name": name, "path": [["screen": name, "args": [Self.name: text]]]])
        try client.call("environment.set", ["scope": [:], "values": [Self.name: text]])
        try client.call("nav.push", ["screen": name, "args": [Self.name: text]])
        try client.call("nav.set", ["stack": name, "path": [["screen": name]]])
        try client.call("issue.report", ["severity": "error", "message": text, "breadcrumbs": [Self.name: text]])
        try client.call(
            "ask.open",
            [
                "kind": "choose", "id": name, "title": text, "text": text, "keep": true,
                // A sheet would take the key that leaves.
                "to": ["terminal:999"],
                "choices": [["value": text, "label": text, "help": text]],
            ])
        // The cause of a change contains the id and the key of its request.
        let lines = try daemon.connect()
        let change: JSON = ["id": text, "method": "value.set", "params": ["key": name, "value": "b", "once": name]]
        try lines.send(change.text)
        #expect(try lines.receiveLineOrEnd()?.contains("\"changed\":true") == true)
        try client.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "none", "tty": name])
    }

    /// The commands, ordered so that each finds what it shows.
    private func runs() throws -> [(command: String, arguments: [String])] {
        let (name, text) = (Self.name, Self.text)
        let id = name + "/" + name
        let epoch = try #require(try daemon.client().call("daemon.hello")["epoch"]?.stringValue)
        let file = try daemon.directory.write(#"{"kind": "\#(name)"}"#, to: "hostile.json")
        let batch = try daemon.directory.write(#"{"method": "\#(name)"}"#, to: "hostile.jsonl")
        let rule = #"{"user": "\#(name)", "role": "\#(name)", "on": ["\#(name)"]}"#
        let access = try daemon.directory.write(#"{"grant": [\#(rule)], "\#(name)": 1}"#, to: "access.yaml")
        return [
            ("status", []), ("toggle list", []), ("picker list", []), ("value get", []), ("value get", ["--prefix", "n"]),
            ("screen list", []), ("screen get", [name]), ("path", []), ("path", ["--stack", name]), ("tree", []),
            ("render", []), ("render", ["--renderer", "json"]), ("render", ["--renderer", "cells"]),
            ("render", ["--renderer", "html"]), ("render", ["--renderer", "linear"]), ("render", ["--renderer", "svg"]),
            ("history", []), ("history", [name]), ("history get", [id]), ("issues", []),
            ("issues", ["--verbose"]),
            ("watch", ["--since", epoch + ":0", "--count", "5"]), ("watch", ["--snapshot", "--since", text]), ("get", [text]),
            ("call", ["watch.start", #"{"snapshot": true}"#]), ("call", [name]), ("describe", []), ("describe", [name]),
            ("socket", []),
            ("plugin list", []), ("plugin load", [name]), ("plugin load", [text]), ("plugin unload", [text]),
            ("plugin reload", [text]), ("plugin log", [text]), ("plugin check", [text]), ("plugin gallery", [text]),
            ("plugin debug", [text]),
            ("plugin new", [text, "--language", "c"]), ("plugin watch", [text, "--once"]),
            ("batch", [batch]), ("push", [text]), ("push", [name, "\(name)=\(text)"]),
            ("replace", [text]), ("modal", [name]), ("modal", [text]), ("close", ["--entry", text]), ("close", []),
            ("next", [text]), ("next", [name]), ("pop-to", [text]), ("pop", ["--stack", text]), ("pop", []), ("path", [text]),
            ("target", [text, text]), ("stack remove", [text]), ("toggle set", [text, "on"]), ("toggle set", [id, "on"]),
            ("toggle flip", [id]), ("toggle flip", [text]), ("toggle enable", [text]), ("toggle disable", [text]),
            ("toggle declare", [file]), ("pick", [id, text]), ("pick", [text, text]), ("picker declare", [file]),
            ("picker elements", [id, "\(text)=\(text)"]), ("value set", [text, "--string", text]),
            ("value set", [name, "--string", text]), ("value declare", [text, "string"]), ("screen put", [file]),
            ("environment", ["\(text)=\(text)"]), ("find", ["z"]), ("find", [text]), ("open", ["screen/" + name]),
            ("open", [text]), ("log", [text]), ("log", [name, text]), ("tap", [text]), ("tap", [name]),
            ("set", [text, "--string", text]),
            ("wait toggle", [text, "on", "--timeout", "0"]), ("wait value", [name, "--string", text, "--timeout", "0"]),
            ("wait value", [text, ">", text, "--timeout", "0"]), ("wait question", [text, "--timeout", "0"]),
            ("wait screen", [text, "--timeout", "0"]), ("wait entry", [text, "--timeout", "0"]),
            ("wait node", [text, "--timeout", "0"]), ("wait text", [text, "--timeout", "0"]), ("reload", []),
            ("state", ["check"]), ("state", ["check", "--json"]), ("state", ["events"]), ("state", ["export"]),
            ("state", ["import", file]), ("confirm", [id]), ("confirm", [text]), ("poll", [id]), ("poll", [text]),
            ("history undo", []), ("undo", []),
            ("handle", [text, "n=true", "--open"]), ("on", [text, "--since", text, "--", "true"]),
            ("run", ["--stack", text, "--", "true"]), ("attach", []), ("attach", ["--linear"]),
            ("attach", ["--stack", text]),
            ("panel new", []), ("panel new", [name]), ("panel check", [file]), ("panel check", [text]),
            ("panel commands", [text]),
            ("panel run", [text]), ("panel polkit", [text]), ("panel try", [text]), ("panel test", [text, text]),
            ("panel schema", []),
            ("toggle remove", [text]), ("toggle remove", [name]), ("picker remove", [name]), ("value remove", [name]),
            ("screen remove", [name]),
            ("ask confirm", [text, "--answer", text]), ("ask choose", ["red", "--answer", text]),
            ("ask filter", ["red", "--answer", text]), ("ask input", [text, "--pattern", "[a-z]+", "--answer", text]),
            ("ask write", [text, "--char-limit", "1", "--answer", text]), ("ask form", ["--here", "--field", "\(text):\(text)"]),
            ("ask message", [text, "--here"]), ("ask pager", [text]), ("ask gauge", [text]),
            ("ask spin", ["--title", text, "--", "/no/" + text]), ("ask file", ["/no/" + text]),
            ("notify", [text, "--title", text]), ("notify", [text, "--to", text]),
            ("ask list", []), ("ask list", [name]), ("ask list", [text]), ("ask answer", [text, text]),
            ("ask answer", [name, text]),
            ("ask cancel", [text]), ("ask confirm", [text, "--to", text]), ("ask cancel", [name]),
            ("access check", [access]), ("access check", [text]), ("access list", ["--file", access]),
            ("access list", ["--file", text]), ("access explain", [text, text]),
            ("access explain", ["toggle.set", text, "--user", text]), ("access try", [access]), ("access try", [text]),
            ("why", [id]), ("why", [text]),
            ("shutdown", []),
        ]
    }

    /// The commands without subcommands.
    private func leaves(_ type: any ParsableCommand.Type, _ path: [String] = []) -> Set<String> {
        let below = type.configuration.subcommands
        guard !below.isEmpty else { return [path.joined(separator: " ")] }
        return below.reduce(into: []) { $0.formUnion(leaves($1, path + [$1.configuration.commandName ?? ""])) }
    }

    /// Whether a character acts on a terminal. Listed independently of `Printable`, to detect what it omits.
    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private func expectPrintable(
        _ text: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for line in text.split(separator: "\n") {
            #expect(
                !line.unicodeScalars.contains(where: Self.acts), "\(what): \(line.debugDescription)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func commandsEscapeHostileText() throws {
        let runs = try runs()
        #expect(
            Set(runs.map(\.command)).isSuperset(of: leaves(Fascia.self)),
            "\(leaves(Fascia.self).subtracting(runs.map(\.command)))")
        for (command, arguments) in runs {
            let isText = ["shutdown", "state", "plugin check", "plugin gallery", "plugin debug", "plugin new"].contains(command)
            for options in isText ? [[]] : [[], ["--json"]] {
                let words = command.split(separator: " ").map { String($0) }
                let state = command == "state" ? ["--state", daemon.statePath] : []
                let result = try daemon.fascia(words + arguments + state + options, input: "\nq\n")
                expectPrintable(result.output, "\(words + arguments + options)")
                expectPrintable(result.error, "\(words + arguments + options)")
            }
        }
    }

    @Test func aSnapshotIsShownEscaped() throws {
        for options in [[], ["--json"]] {
            let watch = try RunningProcess(
                Products.executable("fascia"), ["watch", "--snapshot"] + options,
                environment: ["FASCIA_SOCKET": daemon.socketPath])
            // The change arrives after the complete snapshot.
            try watch.output.wait(for: "owned")
            try daemon.client().call("value.set", ["key": "last", "value": .string("behind" + options.joined())])
            expectPrintable(try watch.output.wait(for: "behind"), "watch --snapshot \(options)")
        }
    }

    @Test func escapedJournalOutputIsEquivalentJSON() throws {
        let state = ["--state", daemon.statePath]
        let events = try daemon.fascia(["state", "events"] + state).checked().output
        #expect(events.contains(#"\u009b31m\u2028\u2029\u202e"#))
        for line in events.split(separator: "\n") { _ = try JSON(parsing: String(line)) }
        let export = try daemon.fascia(["state", "export"] + state).checked().output
        #expect(try JSON(parsing: export)["groups"]?[0]?["title"] == .string(Self.text))
    }

    @Test func theLogShowsThemEscaped() throws {
        try daemon.log.wait(for: #"a\x1b]0;owned\x07\n\r\x7f\x9b31m\u{2028}\u{2029}\u{202e}\u{2066}z"#)
        expectPrintable(daemon.log.text, "the log")
    }

    @Test func framesContainNoHostileText() throws {
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"], columns: 100, rows: 30,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "31m")
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        let shown = try terminal.output.waitForEnd()
        #expect(!shown.contains("\u{1B}]0;owned"))
        for scalar in shown.unicodeScalars where scalar.value >= 0x7F { #expect(!Self.acts(scalar), "\(scalar.value)") }
    }
}
