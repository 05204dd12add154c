/// The path of the daemon's socket.
public enum SocketPath {
    /// The first of: `option`, `$FASCIA_SOCKET`, `$XDG_RUNTIME_DIR/fascia/fascia.sock`, `/run/fascia/fascia.sock`.
    ///
    /// An empty variable counts as not set.
    public static func resolve(option: String?, environment: (String) -> String?) -> String {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let option { return option }
        if let path = variable("FASCIA_SOCKET") { return path }
        if let directory = variable("XDG_RUNTIME_DIR") { return directory + "/fascia/fascia.sock" }
        return "/run/fascia/fascia.sock"
    }
}
