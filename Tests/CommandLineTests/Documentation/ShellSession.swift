import Foundation
import TestSupport

/// Runs the examples of one page in one shell, so that variables, files and background jobs persist from one example to the
/// next. The home directory is empty, the working directory looks like the repository, and a daemon listens at the default
/// socket.
struct ShellSession {
    struct Outcome {
        /// The exit status of the first command that failed; "0" if none did.
        var status: String
        var output: String
    }

    /// The line with which a page starts the daemon itself.
    private static let start = "fasciad 2>fasciad.log &"

    private let home: TemporaryDirectory
    private let examples: [Page.Example]

    init(_ examples: [Page.Example]) throws {
        self.examples = examples
        home = try TemporaryDirectory()
        let files = FileManager.default
        for name in ["log", "run", "work/.build", "stand-ins"] {
            try files.createDirectory(
                atPath: home[name], withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        for name in try files.contentsOfDirectory(atPath: Page.repository) where !name.hasPrefix(".") {
            try files.createSymbolicLink(
                atPath: home["work/" + name], withDestinationPath: Page.repository + "/" + name)
        }
        try files.createSymbolicLink(atPath: home["work/.build/release"], withDestinationPath: Products.directory)
        for name in Self.standIns {
            try files.createSymbolicLink(
                atPath: home["stand-ins/" + name], withDestinationPath: Page.repository + "/Sources/Examples/Box/stand-in")
        }
        for (index, example) in examples.enumerated() { try home.write(example.command + "\n", to: "log/\(index).sh") }
        try home.write(script(), to: "log/session.sh")
    }

    /// Programs that change the machine or need systemd; the stand-in of the sample panel is called instead.
    private static let standIns = ["apt-get", "hostnamectl", "journalctl", "timedatectl"]

    private func script() -> String {
        let startsDaemon = examples.contains { $0.command.split(separator: "\n").contains { $0 == Self.start } }
        // A plugin that crashes must not be late before that.
        let daemon = startsDaemon ? "" : "fasciad --plugin-timeout 60 2>\"$log/fasciad\" &\nready"
        return """
            set -m -E
            umask 022
            unset FASCIA_SOCKET FASCIA_PLUGIN_PATH
            export HOME='\(home.path)' XDG_RUNTIME_DIR='\(home["run"])'
            # Where a daemon of root would not keep its state by itself.
            export STATE_DIRECTORY="$HOME/.local/state/fascia"
            export BOX_STATE="$HOME/box"
            export PATH='\(home["stand-ins"]):\(Products.directory)':"$PATH"
            log='\(home["log"])'
            cd '\(home["work"])'
            trap 'for job in $(jobs -p); do kill -- "-$job"; done 2>/dev/null; wait' EXIT
            trap 'failed=$?' ERR

            ready() { until fascia status >/dev/null 2>&1; do kill -0 "$!" || exit 1; done; }
            run() {
              failed=0
              . "$log/$1.sh" >"$log/$1.out" 2>&1 </dev/null
              echo "$failed" >"$log/$1.status"
              if grep -qxF '\(Self.start)' "$log/$1.sh"; then ready; fi
            }

            \(daemon)
            for number in $(seq 0 \(examples.count - 1)); do run "$number"; done

            """
    }

    /// - Returns: the outcomes, in the order of the examples.
    func run() throws -> [Outcome] {
        let result = try runProcess("/bin/bash", [home["log/session.sh"]])
        guard result.status == .exited(0) else { throw TestFailure("\(result.status): \(result.error)") }
        return try examples.indices.map { index in
            let status = try String(contentsOfFile: home["log/\(index).status"], encoding: .utf8)
            let output = try String(contentsOfFile: home["log/\(index).out"], encoding: .utf8)
            return Outcome(status: status.trimmingCharacters(in: .newlines), output: output)
        }
    }
}
