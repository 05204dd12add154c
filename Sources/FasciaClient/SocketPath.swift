/// Where the daemon's socket is.
public enum SocketPath {
    /// The first of: `option`, `$FASCIA_SOCKET`, `$XDG_RUNTIME_DIR/fascia/fascia.sock`, `/run/fascia/fascia.sock`.
    ///
    /// A variable that is set but empty counts as not set.
    public static func resolve(option: String?, environment: (String) -> String?) -> String {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let option { return option }
        if let path = variable("FASCIA_SOCKET") { return path }
        if let directory = variable("XDG_RUNTIME_DIR") { return directory + "/fascia/fascia.sock" }
        return "/run/fascia/fascia.sock"
    }

    /// The bytes that a Unix socket's address holds for its path, without the NUL at the end (`sun_path` in unix(7)).
    public static let longest = 107
}
