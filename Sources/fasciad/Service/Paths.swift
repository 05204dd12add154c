import FasciaPlugins
import Glibc

/// The default paths of the socket, the state and the plugins.
struct Paths {
    var socket: String
    /// The directories that are searched for plugins, in this order.
    var plugins: [String]

    /// The environment variables that determine the paths.
    static var environment: [String: String] {
        let names = [
            "FASCIA_SOCKET", "XDG_RUNTIME_DIR", "STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "FASCIA_PLUGIN_PATH",
            "FASCIA_ACCESS", "XDG_CONFIG_HOME",
        ]
        return names.reduce(into: [:]) { $0[$1] = getenv($1).map { String(cString: $0) } }
    }

    /// - Parameters:
    ///   - socket: the value of `--socket`.
    ///   - uid: the effective user; root uses the system's directories.
    /// - Throws: `StartupError` with code `usage` if nothing determines the path.
    init(socket: String?, environment: [String: String], uid: UInt32) throws(StartupError) {
        func variable(_ name: String) -> String? { Self.variable(name, environment) }
        if let socket = socket ?? variable("FASCIA_SOCKET") {
            self.socket = socket
        } else if let runtime = variable("XDG_RUNTIME_DIR") {
            self.socket = runtime + "/fascia/fascia.sock"
        } else if uid == 0 {
            self.socket = "/run/fascia/fascia.sock"
        } else {
            throw StartupError(
                .usage,
                "XDG_RUNTIME_DIR is not set, so the socket has no default path: set it, or use --socket PATH")
        }
        plugins = Self.plugins(environment)
    }

    static func plugins(_ environment: [String: String] = Paths.environment) -> [String] {
        var plugins: [String] = []
        if let listed = variable("FASCIA_PLUGIN_PATH", environment) { plugins += listed.split(separator: ":").map(String.init) }
        if let home = variable("HOME", environment) { plugins.append(home + "/.local/lib/fascia/plugins") }
        return plugins + installedPlugins + systemPlugins
    }

    /// The state directory.
    ///
    /// - Parameter option: the value of `--state`.
    /// - Throws: `StartupError` with code `usage` if nothing determines the path.
    static func state(
        option: String?, environment: [String: String] = Paths.environment, uid: UInt32 = geteuid()
    ) throws(StartupError) -> String {
        func variable(_ name: String) -> String? { Self.variable(name, environment) }
        // systemd may list several directories, separated by colons; the first one is the daemon's.
        let assigned = variable("STATE_DIRECTORY").map { String($0.prefix { $0 != ":" }) }
        if let state = option ?? assigned { return state }
        guard uid != 0 else { return "/var/lib/fascia" }
        guard let home = variable("XDG_STATE_HOME") ?? variable("HOME").map({ $0 + "/.local/state" }) else {
            throw StartupError(
                .usage,
                "neither XDG_STATE_HOME nor HOME is set, so the state has no default directory: set one, or use --state DIR")
        }
        return home + "/fascia"
    }

    /// The access file; `nil` if nothing determines its path.
    ///
    /// - Parameter option: the value of `--access`.
    static func accessFile(
        option: String?, environment: [String: String] = Paths.environment, uid: UInt32 = geteuid()
    ) -> String? {
        if let path = option ?? variable("FASCIA_ACCESS", environment) { return absolute(path) }
        guard uid != 0 else { return "/etc/fascia/access.yaml" }
        let home = variable("XDG_CONFIG_HOME", environment) ?? variable("HOME", environment).map { $0 + "/.config" }
        return home.map { $0 + "/fascia/access.yaml" }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return String(cString: directory) + "/" + path
    }

    /// Where `fascia-plugin-host` may be: beside the daemon in a build, and with its libraries in an installation.
    static var pluginHosts: [String] { [program, installation].compactMap { $0.map { $0 + "/fascia-plugin-host" } } }

    /// The plugins that are installed with this program, wherever that is.
    private static var installedPlugins: [String] {
        let path = installation.map { $0 + "/plugins" }
        return path.map { access($0, F_OK) == 0 && !systemPlugins.contains($0) ? [$0] : [] } ?? []
    }

    private static let systemPlugins = ["/usr/local/lib/fascia/plugins", "/usr/lib/fascia/plugins"]

    /// Where an installation has what belongs to this program.
    private static var installation: String? { program.map { FileTrust.parent(of: $0) + "/lib/fascia" } }

    /// The directory of this program.
    private static var program: String? {
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        return FileTrust.parent(of: String(cString: program))
    }

    /// An empty variable counts as not set.
    private static func variable(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
