import Glibc

/// The path of the daemon's socket.
public enum SocketPath {
    /// The first of: `option`, `$FASCIA_SOCKET`, and the socket that exists of `$XDG_RUNTIME_DIR/fascia/fascia.sock`, the user's own
    /// daemon, and `/run/fascia/fascia.sock`, the machine's.
    ///
    /// An empty variable counts as not set.
    public static func resolve(
        option: String?, environment: (String) -> String?, exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) -> String {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let option { return option }
        if let path = variable("FASCIA_SOCKET") { return path }
        let machine = "/run/fascia/fascia.sock"
        guard let directory = variable("XDG_RUNTIME_DIR") else { return machine }
        let own = directory + "/fascia/fascia.sock"
        return !exists(own) && exists(machine) ? machine : own
    }
}
