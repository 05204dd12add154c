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
    /// How long a plugin may take for anything else: to load, or to give an answer that came too late for its frame.
    package var longest: Duration { max(.seconds(2), patience) }
    /// The directory for questions that plugins did not survive; `nil` keeps none.
    public var replays: String?
    /// Called with the id of each process before it loads the plugin, to debug it. Such a process has no limits.
    fileprivate let willLoad: (@Sendable (Int32) -> Void)?

    public init(
        programs: [String], service: String? = nil, unconfined: Set<String> = [], patience: Duration = .milliseconds(25),
        replays: String? = nil, willLoad: (@Sendable (Int32) -> Void)? = nil
    ) {
        self.programs = programs
        self.service = service
        self.unconfined = unconfined
        self.patience = patience
        self.replays = replays
        self.willLoad = willLoad
    }
}

extension PluginIsolation {
    private var program: String? { programs.first { access($0, X_OK) == 0 } }

    /// The host's own directory, which has Swift's libraries in an installation.
    var libraries: [String] { program.map { [FileTrust.parent(of: $0)] } ?? [] }

    /// - Throws: `hostFailed` if there is none.
    func starter(of plugin: String) throws(PluginError) -> HostStarter {
        let isConfined = willLoad == nil && !unconfined.contains(plugin)
        if let service, isConfined { return .service(socket: service) }
        if let program { return .program(program, isConfined: isConfined) }
        throw PluginError(
            .hostFailed,
            "plugin \"\(plugin)\" is not loaded: there is no fascia-plugin-host to run it in; looked for "
                + "\(programs.joined(separator: " and "))")
    }
}

/// What is needed to start a plugin's process, again and again.
final class PluginSource {
    let plugin: String
    let path: String
    let patience: Patience
    /// See `PluginIsolation.longest`.
    let longest: Duration
    private let replays: String?
    private let willLoad: (@Sendable (Int32) -> Void)?
    private let starter: HostStarter
    private let version: String
    private let files: PluginFiles
    let output = PluginOutput()

    init(
        plugin: String, path: String, _ files: PluginFiles, _ starter: HostStarter, _ isolation: PluginIsolation,
        patience: Patience, version: String
    ) {
        (self.plugin, self.path, self.starter, self.version, self.files) = (plugin, path, starter, version, files)
        (self.patience, longest) = (patience, isolation.longest)
        (replays, willLoad) = (isolation.replays, isolation.willLoad)
    }

    func start() throws(HostFailure) -> HostProcess {
        try HostProcess(
            starter, files: files.descriptors, plugin: plugin, path: path, version: version, output: output.end, reader: output,
            willLoad: willLoad)
    }
}

extension PluginSource {
    /// Keeps the latest question to a process that did not survive it.
    ///
    /// - Returns: what to add to the message about the failure; empty if nothing is kept.
    func keepQuestion(to process: HostProcess, _ styles: [HostAnswer.Style], _ failure: HostFailure) -> String {
        let replay = ReplayFile(process.message, styles, outcome: failure.words)
        guard let replays, replay.canBeReplayed else { return "" }
        mkdir(replays, 0o700)
        let file = "\(replays)/\(plugin).replay"
        guard replay.write(to: file) else { return "" }
        return "; to see it again: fascia plugin check --replay \(file) \(path)"
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
