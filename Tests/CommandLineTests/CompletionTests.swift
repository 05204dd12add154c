import ArgumentParser
import Glibc
import TestSupport
import Testing

@testable import FasciaCommandLine

@Suite struct CompletionTests {
    private static let shells = ["bash": "/bin/bash", "zsh": "/usr/bin/zsh", "fish": "/usr/bin/fish"]

    /// It takes seconds to write one, and each shell has one.
    private static let scripts = shells.keys.reduce(into: [String: Result<String, any Error>]()) { scripts, shell in
        scripts[shell] = Result {
            try runProcess(Products.executable("fascia"), ["--generate-completion-script", shell]).checked().output
        }
    }

    private static func script(_ shell: String) throws -> String { try #require(scripts[shell]).get() }

    @Test(arguments: ["bash", "zsh", "fish"]) func theScriptIsRightForItsShell(_ shell: String) throws {
        let script = try Self.script(shell)
        #expect(script.contains("fascia"))
        let directory = try TemporaryDirectory()
        let path = try directory.write(script, to: "script")
        _ = try runProcess(try #require(Self.shells[shell]), ["-n", path]).checked()
    }

    /// The completions of a command line in a real bash.
    private func complete(_ words: String..., daemon: DaemonProcess) throws -> [String] {
        try complete(words, daemon: daemon)
    }

    /// - Parameter cur: what bash takes for the word, if that is not the last one.
    private func complete(_ words: [String], cur: String? = nil, daemon: DaemonProcess) throws -> [String] {
        let script = try Self.script("bash")
        let path = try daemon.directory.write(script, to: "completion.bash")
        let program = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _fascia fascia "${CUR-${COMP_WORDS[COMP_CWORD]}}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try runProcess(
            "/bin/bash", ["-c", "PATH=\"$0:$PATH\"; " + program, Products.directory, path, "fascia"] + words,
            environment: ["FASCIA_SOCKET": daemon.socketPath].merging(cur.map { ["CUR": $0] } ?? [:]) { $1 })
        return result.output.split(separator: "\n").map { $0.trimmingSpaces }
    }

    @Test func idsComeFromTheDaemon() throws {
        let daemon = try SamplePanel.start()
        #expect(
            try complete("toggle", "set", "extras/", daemon: daemon).sorted()
                == ["extras/cheese", "extras/ham", "extras/mushrooms", "extras/olives"])
        #expect(try complete("push", "or", daemon: daemon) == ["orange"])
        #expect(try complete("next", "", daemon: daemon).sorted().prefix(2) == ["end", "root"])
        #expect(
            try complete("value", "get", "box/", daemon: daemon).sorted() == [
                "box/address", "box/brightness", "box/name", "box/orders", "box/restart",
            ])
        #expect(try complete("tap", "Piz", daemon: daemon) == ["Pizza"])
        #expect(try complete("watch", "opt", daemon: daemon) == ["option:"])
        #expect(try complete("environment", "toggleSt", daemon: daemon) == ["toggleStyle="])
        let height = #"{"id":"height","components":[{"id":"unit","elements":[{"id":"m"},{"id":"cm"}]}]}"#
        #expect(try daemon.fascia(["picker", "declare", "-"], input: height).status == .exited(0))
        #expect(try complete("pick", "height/unit", "", daemon: daemon).sorted() == ["cm", "m"])
        #expect(try complete("pick", "--reason", "a/b", "height", "", daemon: daemon).sorted() == ["cm", "m"])
        #expect(
            try complete("history", "get", "box/", daemon: daemon).sorted() == [
                "box/address", "box/brightness", "box/name", "box/orders", "box/restart",
            ])
        #expect(try complete("path", "--stack", "m", daemon: daemon) == ["main"])
    }

    @Test(arguments: [
        (["/usr/bin/fascia", "pick", "height", ""], "height"), (["fascia", "pick", "height/unit", "c"], "height/unit"),
        (["fascia", "pick", "--socket", "/run/s", "--dry-run", "height", ""], "height"),
        (["fascia", "pick", "--socket", "=", "/run/s", "height", ""], "height"),
        (["fascia", "pick", "height", "--reason", "a/b", ""], "height"),
    ]) func thePickerIsFoundAmongTheWords(_ words: [String], _ id: String) {
        #expect(Completions.component(in: words) == id)
        #expect(Completions.component(in: ["fascia", "pick", "--dry-run"]) == nil)
    }

    @Test func theNamesOfThemesAreOffered() throws {
        let daemon = try DaemonProcess()
        let themes = try complete("environment", "theme=", daemon: daemon).sorted()
        #expect(themes.contains("theme=nord") && themes.contains("theme=highContrast"), "\(themes)")
    }

    /// `=` ends a word in bash, as long as nobody changes that.
    @Test(arguments: [
        ["theme", "=", ""], ["theme", "="], ["theme", "=", "n"], ["theme", "=", "high"],
    ])
    func theNamesOfThemesAreOfferedAfterTheSignThatEndsAWord(_ words: [String]) throws {
        let daemon = try DaemonProcess()
        let themes = try complete(["environment"] + words, cur: words.last == "=" ? "" : nil, daemon: daemon).sorted()
        switch words.last {
        case "n": #expect(themes == ["nord"])
        case "high": #expect(themes == ["highContrast"])
        default: #expect(themes.contains("nord") && themes.contains("solarized"), "\(themes)")
        }
    }

    @Test func helpCompletesTheNamesOfCommands() throws {
        let daemon = try DaemonProcess()
        #expect(try complete("help", "tog", daemon: daemon) == ["toggle"])
        #expect(try complete("help", "", daemon: daemon).contains("panel"))
        #expect(try complete("help", "panel", "che", daemon: daemon) == ["check"])
        #expect(try complete("help", "panel", "check", "", daemon: daemon) == [])
    }

    /// The completions of a command line in a real fish.
    @Test func helpCompletesTheNamesOfCommandsInFish() throws {
        let (directory, path) = try script("fish")
        _ = directory
        func complete(_ line: String) throws -> [Substring] {
            let program = "set -x PATH \(Products.directory) $PATH; source \(path); complete -C '\(line)'"
            let output = try runProcess("/usr/bin/fish", ["--no-config", "-c", program]).output
            return output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        }
        #expect(try complete("fascia help tog") == ["toggle"])
        #expect(try complete("fascia help panel che") == ["check"])
    }

    /// What zsh offers at the end of a line, which only an interactive one knows.
    @Test func helpCompletesTheNamesOfCommandsInZsh() throws {
        let (directory, path) = try script("zsh")
        _ = directory
        func complete(_ line: String, until text: String) throws {
            let program = """
                zmodload zsh/zpty
                zpty z zsh -f -i
                zpty -w z "PS1=READY; PATH=$1:\\$PATH; autoload -U compinit; compinit -u -D; source $2; print LOA''DED"
                zpty -r z shown "*LOADED*READY*"
                zpty -n -w z "$3"$'\\t'
                zpty -r z shown "*$4*"
                zpty -d z
                """
            _ = try runProcess("/usr/bin/zsh", ["-f", "-c", program, "zsh", Products.directory, path, line, text]).checked()
        }
        try complete("fascia help tog", until: "toggle")
        try complete("fascia help panel che", until: "check")
        try complete("fascia environment theme=no", until: "theme=nord")
    }

    private func script(_ shell: String) throws -> (directory: TemporaryDirectory, path: String) {
        let script = try Self.script(shell)
        let directory = try TemporaryDirectory()
        return (directory, try directory.write(script, to: "script"))
    }

    // MARK: - Hostile names

    @Test func onlyNamesThatMeanNothingToAShellAreOffered() {
        for name in ["a", "extras/ham", "Käse", "日本語", "a.b-c_d", "user@host", "a+b,c", "e\u{301}"] {
            #expect(Completions.isSafe(name), "\(name)")
        }
        let others = (0..<0x80).map { Unicode.Scalar(UInt8($0)) }.filter {
            !("a"..."z").contains($0) && !("A"..."Z").contains($0) && !("0"..."9").contains($0)
                && !"_-./@+,".unicodeScalars.contains($0)
        }
        let beyond: [Unicode.Scalar] = [
            "\u{80}", "\u{9B}", "\u{A0}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{3000}", "\u{201C}",
        ]
        for scalar in others + beyond {
            for name in ["\(scalar)", "a\(scalar)", "a\(scalar)b"] { #expect(!Completions.isSafe(name), "\(scalar.value)") }
        }
        for name in ["", "-rf", "--help"] { #expect(!Completions.isSafe(name)) }
    }

    /// Declares values with names that attack a shell, and the harmless names `apple` and `zebra`. Returns the hostile
    /// names that the daemon accepted, and the file that an executed name would create.
    private func plant(_ daemon: DaemonProcess) throws -> (names: [String], canary: String) {
        let canary = daemon.directory["canary"]
        let touch = "touch \(canary)"
        let names = [
            "$(\(touch))", "`\(touch)`", "a;\(touch)", "a;\(touch);", "\"$(\(touch))\"", "'$(\(touch))'", "a'$(\(touch))'b",
            "a&\(touch)", "a&&\(touch)", "a|\(touch)", "a||\(touch)", "<(\(touch))", ">(\(touch))", "a>\(canary)", "a >\(canary)",
            "x[$(\(touch))]", "${x[$(\(touch))]}", "$((x[$(\(touch))]))", "(\(touch))", "{\(touch);}", "\\$(\(touch))", "\\",
            "a\\", "?", "[a-z]", "{a,b}", "~", "~root", "!\(touch)", "!!", "a!b", "#a", "=ls", "%1", "^a^b", "-rf", "--json",
            "a b",
            "a  b", "a'b", "a\"b", "'", "\"", "`", "$", "$HOME", "${HOME}", "$'\\n'", "a:b", "a=b", "a\u{2028}b", "a\u{202E}b",
            "🍕",
            "a\tb", "a\nb", "a\u{1B}[2Jb", "a\u{7F}b", "a\u{9B}b", "a*",
        ]
        let client = try daemon.client()
        // The daemon refuses some of the names.
        let planted = names.filter { (try? client.call("value.set", ["key": .string($0), "value": 1])) != nil }
        #expect(planted.count > names.count - 10)
        for name in ["apple", "zebra"] { try client.call("value.set", ["key": .string(name), "value": 1]) }
        return (planted, canary)
    }

    private func script(for shell: String, _ name: String, _ daemon: DaemonProcess) throws -> String {
        let script = try Self.script(shell)
        return try daemon.directory.write(script, to: name)
    }

    /// Presses Tab in an interactive shell until the harmless names are offered. Returns the shell's output.
    ///
    /// - Parameters:
    ///   - setUp: a command that sets the prompt to `PROMPT`.
    ///   - ask: a command that prints the completions, with its separator.
    private func pressTab(_ shell: PseudoTerminal, setUp: String, ask: String = "") throws -> String {
        // An interactive shell ignores SIGTERM.
        defer { shell.process.signal(SIGKILL) }
        func waitForPrompt(after mark: String) throws {
            try shell.output.wait("a prompt after \(mark)") { text in
                text.ranges(of: mark).last.map { text[$0.upperBound...].contains("PROMPT") } ?? false
            }
        }
        try shell.type(setUp + "; echo rea''dy\r")
        try waitForPrompt(after: "ready")
        for attempt in 1...20 {
            // Ctrl-U discards the line, so that only completion itself can execute anything.
            try shell.type("fascia value get \t\t\u{15}\(ask)echo do''ne\(attempt)\r")
            try waitForPrompt(after: "done\(attempt)")
            let text = shell.output.text
            if text.contains("zebra") { return text }
        }
        throw TestFailure("nothing is offered: \(shell.output.text.debugDescription)")
    }

    private func expectHarmless(_ text: String, _ canary: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(access(canary, F_OK) != 0, "a name was executed", sourceLocation: sourceLocation)
        #expect(text.contains("apple") && text.contains("zebra"), "\(text)", sourceLocation: sourceLocation)
        #expect(!text.contains("touch"), "\(text)", sourceLocation: sourceLocation)
    }

    private func shell(_ path: String, _ arguments: [String], _ daemon: DaemonProcess) throws -> PseudoTerminal {
        try PseudoTerminal(
            path, arguments, columns: 200, rows: 50,
            environment: [
                "PATH": Products.directory + ":/usr/bin:/bin", "FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8",
                "HOME": daemon.directory.path, "HISTFILE": "/dev/null", "INPUTRC": "/dev/null", "TERM": "dumb",
            ])
    }

    @Test func aTabInBashRunsNothing() throws {
        let daemon = try DaemonProcess()
        let (names, canary) = try plant(daemon)
        let path = try script(for: "bash", "fascia.bash", daemon)
        let bash = try shell("/bin/bash", ["--norc", "--noprofile", "-i"], daemon)
        let text = try pressTab(
            bash, setUp: "PS1=PROMPT; bind 'set page-completions off'; bind 'set completion-query-items 0'; . \(path)")
        expectHarmless(text, canary)
        let offered = try complete("value", "get", "", daemon: daemon)
        #expect(Set(offered).isDisjoint(with: names))
        #expect(access(canary, F_OK) != 0)
    }

    @Test func aTabInZshRunsNothing() throws {
        let daemon = try DaemonProcess()
        let (_, canary) = try plant(daemon)
        _ = try script(for: "zsh", "_fascia", daemon)
        let zsh = try shell("/usr/bin/zsh", ["-f", "-i"], daemon)
        let directory = daemon.directory.path
        let text = try pressTab(
            zsh,
            setUp:
                "PS1=PROMPT; fpath=(\(directory) $fpath); autoload -Uz compinit; compinit -u -d \(directory)/dump; LISTMAX=1000")
        expectHarmless(text, canary)
    }

    @Test func aTabInFishRunsNothing() throws {
        let daemon = try DaemonProcess()
        let (_, canary) = try plant(daemon)
        let path = try script(for: "fish", "fascia.fish", daemon)
        let fish = try shell("/usr/bin/fish", ["--no-config", "-i"], daemon)
        let text = try pressTab(
            fish, setUp: "source \(path); function fish_prompt; echo -n PROMPT; end", ask: "complete -C 'fascia value get '; ")
        expectHarmless(text, canary)
    }

    // MARK: -

    @Test func commandsAndFixedWords() throws {
        let daemon = try DaemonProcess()
        #expect(try complete("tog", daemon: daemon) == ["toggle"])
        #expect(try complete("toggle", "fl", daemon: daemon) == ["flip"])
        #expect(try complete("toggle", "set", "a", "o", daemon: daemon).sorted() == ["off", "on"])
        #expect(try complete("describe", "nav.po", daemon: daemon).sorted() == ["nav.pop", "nav.popTo"])
    }

    @Test func theSocketOfAnUnfinishedLine() {
        #expect(Completions.socketOption(in: ["toggle", "set", "--socket", "/a", ""]) == "/a")
        #expect(Completions.socketOption(in: ["toggle", "set", "--socket=/b", ""]) == "/b")
        #expect(Completions.socketOption(in: ["toggle", "--socket"]) == nil)
        #expect(Completions.socketOption(in: ["toggle"]) == nil)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
