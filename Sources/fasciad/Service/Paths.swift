import Glibc

/// Where the daemon listens and keeps its state when nobody says otherwise.
struct Paths {
    var socket: String
    var state: String
    /// Where plugins are looked for, first to last.
    var plugins: [String]

    /// What of this process's environment says where they are.
    static var environment: [String: String] {
        let names = ["FASCIA_SOCKET", "XDG_RUNTIME_DIR", "STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "FASCIA_PLUGIN_PATH"]
        return names.reduce(into: [:]) { $0[$1] = getenv($1).map { String(cString: $0) } }
    }

    /// - Parameters:
    ///   - socket: what `--socket` says.
    ///   - state: what `--state` says.
    ///   - environment: the process' own.
    ///   - uid: the effective user; root has the system's places.
    /// - Throws: `StartupError` with code `usage` where there is no place to choose.
    init(socket: String?, state: String?, environment: [String: String], uid: UInt32) throws(StartupError) {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let socket = socket ?? variable("FASCIA_SOCKET") {
            self.socket = socket
        } else if let runtime = variable("XDG_RUNTIME_DIR") {
            self.socket = runtime + "/fascia/fascia.sock"
        } else if uid == 0 {
            self.socket = "/run/fascia/fascia.sock"
        } else {
            throw StartupError(
                .usage,
                "XDG_RUNTIME_DIR is not set, so there is no place for the socket: set it, or say --socket PATH")
        }
        // StateDirectory= may name several, separated by colons; the first one is ours.
        let assigned = variable("STATE_DIRECTORY").map { String($0.prefix { $0 != ":" }) }
        if let state = state ?? assigned {
            self.state = state
        } else if uid == 0 {
            self.state = "/var/lib/fascia"
        } else if let home = variable("XDG_STATE_HOME") ?? variable("HOME").map({ $0 + "/.local/state" }) {
            self.state = home + "/fascia"
        } else {
            throw StartupError(
                .usage, "neither XDG_STATE_HOME nor HOME is set, so there is no place for the state: say --state DIR")
        }
        var plugins: [String] = []
        if let listed = variable("FASCIA_PLUGIN_PATH") { plugins += listed.split(separator: ":").map(String.init) }
        if let home = variable("HOME") { plugins.append(home + "/.local/lib/fascia/plugins") }
        plugins += ["/usr/local/lib/fascia/plugins", "/usr/lib/fascia/plugins"]
        self.plugins = plugins
    }

    /// Bytes that a socket's path may have (`sun_path` less the final zero).
    static let longestSocketPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
}
