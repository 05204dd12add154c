import Glibc
import TestSupport

/// A panel file in a directory of its own, with a daemon.
struct PanelBench {
    let daemon: DaemonProcess
    let directory: TemporaryDirectory

    init() throws {
        daemon = try DaemonProcess()
        directory = try TemporaryDirectory()
    }

    var file: String { directory["box.yaml"] }

    /// Replaces the file in one step.
    func write(_ items: String, title: String = "Box", to name: String = "box.yaml") throws {
        let lines = items.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
        try directory.write(
            "panel: box\ntitle: \(title)\nscreens:\n  home:\n" + lines.joined(separator: "\n") + "\n", to: name + ".new")
        rename(directory[name + ".new"], directory[name])
    }

    func agent() throws -> RunningProcess {
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "XDG_STATE_HOME": directory["state"]])
        try agent.output.wait(for: "running\n")
        return agent
    }

    func output(_ arguments: String...) throws -> String { try daemon.fascia(arguments).checked().output }

    /// What a list makes may not be there yet when the agent runs.
    func wait(_ arguments: String...) throws {
        let options = arguments.first == "toggle" ? ["--even-if-missing", "--timeout", "inf"] : ["--timeout", "inf"]
        _ = try daemon.fascia(["wait"] + arguments + options).checked()
    }

    func text(_ name: String) throws -> String { try runProcess("/bin/cat", [directory[name]]).output }
}
