import CPluginHost
import Glibc

/// Where plugins run.
public struct PluginIsolation: Sendable {
    /// The paths where `fascia-plugin-host` may be, in this order.
    public var programs: [String]
    /// The socket where systemd starts it instead, better confined.
    public var service: String?
    /// The names of the plugins whose processes are not confined.
    public var unconfined: Set<String>
    /// The maximum time for plugins to measure and draw the controls of a frame.
    public var patience: Duration

    public init(
        programs: [String], service: String? = nil, unconfined: Set<String> = [], patience: Duration = .milliseconds(25)
    ) {
        self.programs = programs
        self.service = service
        self.unconfined = unconfined
        self.patience = patience
    }
}

extension PluginIsolation {
    private var program: String? { programs.first { access($0, X_OK) == 0 } }

    /// The host's own directory, which has Swift's libraries in an installation.
    var libraries: [String] { program.map { [FileTrust.parent(of: $0)] } ?? [] }

    /// - Throws: `hostFailed` if there is none.
    func starter(of plugin: String) throws(PluginError) -> HostStarter {
        let isConfined = !unconfined.contains(plugin)
        if let service, isConfined { return .service(socket: service) }
        if let program { return .program(program, isConfined: isConfined) }
        throw PluginError(
            .hostFailed,
            "plugin \"\(plugin)\" is not loaded: there is no fascia-plugin-host to run it in; looked for "
                + "\(programs.joined(separator: " and "))")
    }
}

/// What is needed to start a plugin's process, again and again: the file stays open, so that it is always the one that was
/// checked.
final class PluginSource: Sendable {
    let plugin: String
    let path: String
    let patience: Patience
    private let starter: HostStarter
    private let version: String
    private let libraries: [String]
    private let file: CInt
    let output = PluginOutput()

    /// - Parameter file: the descriptor of the file, which is closed with this value.
    init(
        plugin: String, path: String, file: CInt, _ starter: HostStarter, _ isolation: PluginIsolation, libraries: [String],
        patience: Patience, version: String
    ) {
        (self.plugin, self.path, self.starter, self.version, self.file) = (plugin, path, starter, version, file)
        self.patience = patience
        self.libraries = libraries + isolation.libraries
    }

    deinit { close(file) }

    func start() throws(HostFailure) -> HostProcess {
        try HostProcess(
            starter, file: file, plugin: plugin, path: path, version: version, libraries: libraries, output: output.end)
    }
}

extension PluginError.Reason {
    /// - Returns: `nil` if the plugin was loaded.
    init?(problem: UInt32) {
        switch problem {
        case PLUGIN_HOST_LOADED: return nil
        case PLUGIN_HOST_NOT_A_SHARED_OBJECT: self = .notASharedObject
        case PLUGIN_HOST_NO_ENTRY: self = .noEntry
        case PLUGIN_HOST_NO_TABLE: self = .noTable
        case PLUGIN_HOST_WRONG_MAGIC: self = .wrongMagic
        case PLUGIN_HOST_WRONG_VERSION: self = .wrongVersion
        case PLUGIN_HOST_TOO_SMALL: self = .tooSmall
        case PLUGIN_HOST_MALFORMED: self = .malformed
        case PLUGIN_HOST_ID_MISMATCH: self = .idMismatch
        case PLUGIN_HOST_NOTHING_KNOWN: self = .nothingKnown
        case PLUGIN_HOST_START_FAILED: self = .startFailed
        default: self = .hostFailed
        }
    }
}
