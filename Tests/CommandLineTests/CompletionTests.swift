import ArgumentParser
import TestSupport
import Testing

@testable import fascia

@Suite struct CompletionTests {
    private static let shells = ["bash": "/bin/bash", "zsh": "/usr/bin/zsh", "fish": "/usr/bin/fish"]

    @Test(arguments: ["bash", "zsh", "fish"]) func theScriptIsRightForItsShell(_ shell: String) throws {
        let script = try runProcess(
            Products.executable("fascia"), ["--generate-completion-script", shell]
        ).checked().output
        #expect(script.contains("fascia"))
        let directory = try TemporaryDirectory()
        let path = try directory.write(script, to: "script")
        _ = try runProcess(try #require(Self.shells[shell]), ["-n", path]).checked()
    }

    /// Completes a line in a real bash, as the Tab key does.
    private func complete(_ words: String..., daemon: DaemonProcess) throws -> [String] {
        let script = try runProcess(
            Products.executable("fascia"), ["--generate-completion-script", "bash"]
        ).checked().output
        let path = try daemon.directory.write(script, to: "completion.bash")
        let program = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _fascia fascia "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try runProcess(
            "/bin/bash", ["-c", "PATH=\"$0:$PATH\"; " + program, Products.directory, path, "fascia"] + words,
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        return result.output.split(separator: "\n").map { $0.trimmingSpaces }
    }

    @Test func idsComeFromTheDaemon() throws {
        let daemon = try Box.start()
        #expect(
            try complete("toggle", "set", "extras/", daemon: daemon).sorted()
                == ["extras/cheese", "extras/ham", "extras/mushrooms", "extras/olives"])
        #expect(try complete("push", "or", daemon: daemon) == ["orange"])
        #expect(try complete("next", "", daemon: daemon).sorted().prefix(2) == ["end", "root"])
        #expect(try complete("value", "get", "box/", daemon: daemon).sorted() == ["box/orders", "box/restart"])
        #expect(try complete("tap", "", daemon: daemon).contains("Pizza") == false)
    }

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
