import FasciaPlugins
import FasciaServer
import FasciaLoop
import FasciaStore
import FasciaSystemd
import FasciaWire
import Glibc
import Logging

/// The daemon's life cycle: startup, readiness, reloads, and an orderly end.
struct Service {
    private let paths: Paths
    /// `nil` if the state is kept in memory only.
    private let stateDirectory: String?
    private let pluginNames: [String]
    private var isolation: PluginIsolation
    private let settings: Settings

    init(socket: String?, state: String?, plugins: [String], isolation: PluginIsolation, settings: Settings) throws(StartupError)
    {
        paths = try Paths(socket: socket, environment: Paths.environment, uid: geteuid())
        stateDirectory = settings.isEphemeral ? nil : try Paths.state(option: state)
        pluginNames = plugins
        self.isolation = isolation
        if let stateDirectory { self.isolation.replays = stateDirectory + "/plugins" }
        self.settings = settings
    }

    /// Runs until SIGTERM, SIGINT or `daemon.shutdown`.
    func run() throws {
        let log = DaemonLog.handler(identifier: "fasciad")
        let logger = Logger(label: "fasciad") { _ in log }
        let notify = Notify()
        // A write to a peer that has disconnected fails with EPIPE instead of ending the daemon.
        signal(SIGPIPE, SIG_IGN)
        // A write beyond the file size limit (LimitFSIZE=) fails with EFBIG, which is handled like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        // A daemon that was started in the background of a terminal must not stop when it uses that terminal.
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTTOU, SIG_IGN)
        // Signals are blocked before plugins and the journal start threads, because new threads inherit the mask.
        // Otherwise the kernel could deliver a signal to one of them.
        try requireOpenFiles()
        try requireBootID()
        let loop: EventLoop
        let signals = SignalAction()
        do throws(LoopError) {
            loop = try EventLoop(slice: settings.slice)
            try loop.handleSignals([SIGTERM, SIGINT, SIGHUP]) { signals.action?($0) }
        } catch {
            throw StartupError(.failure, "the event loop failed: \(error)")
        }

        let stateLock = try claimState()
        let inherited = try inheritedDescriptors()
        let listening = try inherited.socket ?? ListeningSocket(path: paths.socket)

        let (state, problems) = try initialState()
        let core: Core
        let acceptor: Acceptor
        do throws(LoopError) {
            let host = PluginSet(paths: paths.plugins, isolation: isolation, logger: logger)
            host.loadAtStart(pluginNames)
            core = Core(settings: settings, state: state, plugins: host, loop: loop, logger: logger)
            signals.action = { signal in
                if signal == SIGHUP {
                    core.reload { _ in }
                } else {
                    logger.info("stopping", metadata: ["signal": "\(signal == SIGINT ? "SIGINT" : "SIGTERM")"])
                    loop.stop()
                }
            }
            try core.start(takingOver: inherited.stored, apps: state.apps, reporting: problems)
            acceptor = try Acceptor(listeningOn: listening.descriptor, core: core)
        } catch {
            throw StartupError(.failure, "cannot listen on \(listening.path): \(error)")
        }
        var isUnreachable = false
        let socketWatch = watch(listening, loop, logger) {
            isUnreachable = true
            loop.stop()
        }
        let manager = Manager(core: core, notify: notify, loop: loop)
        core.announcer.manager = manager
        loop.afterEvents = { core.endTurn() }
        if let watchdog = try requestedWatchdog() {
            // The pings come from the event loop itself, so they stop when it hangs.
            loop.scheduleRepeated(every: watchdog.interval) { _ = notify.watchdog() }
        }

        _ = notify.ready(status: core.statusLine)
        logger.info("ready", metadata: ["socket": "\(listening.path)", "state": "\(stateDirectory ?? "in memory")"])
        do throws(LoopError) { try loop.run() } catch {
            throw StartupError(.failure, "the event loop failed: \(error)")
        }

        _ = notify.stopping(status: "sending the last replies")
        acceptor.stop()
        listening.remove()
        core.stop()
        logger.info("stopped")
        // The locks are held to the very end, so that the next daemon does not start while this one still cleans up.
        withExtendedLifetime((stateLock, listening, socketWatch, manager)) {}
        if isUnreachable {
            throw StartupError(
                .failure,
                "the socket \(listening.path) was removed or replaced, so no client can connect: start the daemon again")
        }
    }

    // MARK: - Starting

    private func requireOpenFiles() throws(StartupError) {
        guard OpenFiles.limit < OpenFiles.needed else { return }
        throw StartupError(
            .failure,
            "the limit of open files is \(OpenFiles.limit), and at least \(OpenFiles.needed) are needed: raise it with "
                + "LimitNOFILE= of the unit, or ulimit -n")
    }

    /// Without it, nobody could tell after a start whether the machine was down, and an unconfirmed change would stay.
    private func requireBootID() throws(StartupError) {
        guard stateDirectory != nil, !StoreSettings.isBootKnown else { return }
        throw StartupError(
            .usage,
            "the id of the machine's start cannot be read from /proc/sys/kernel/random/boot_id: give it with "
                + "Environment=FASCIA_BOOT_ID=%b in the unit")
    }

    /// The signal action, which is set after the signals are registered and before the loop runs.
    private final class SignalAction {
        var action: ((Int32) -> Void)?
    }

    /// Watches the socket file, unless the service manager owns the socket.
    ///
    /// - Parameter whenRemoved: called when the file was removed or replaced.
    private func watch(
        _ listening: ListeningSocket, _ loop: EventLoop, _ logger: Logger, whenRemoved: @escaping () -> Void
    ) -> SocketWatch? {
        guard !listening.isInherited else { return nil }
        do throws(LoopError) { return try SocketWatch(listening, loop, whenRemoved: whenRemoved) } catch {
            logger.warning(
                "cannot watch the socket: if it is removed, the daemon will not notice",
                metadata: ["socket": "\(listening.path)", "error": "\(error)"])
            return nil
        }
    }

    /// Creates and checks the state directory, and locks it for this daemon.
    private func claimState() throws(StartupError) -> InstanceLock? {
        guard let stateDirectory else { return nil }
        try StateDirectory.make(stateDirectory)
        try StateDirectory.check(stateDirectory)
        return try InstanceLock(
            directory: stateDirectory, path: stateDirectory + "/lock", what: "the state directory \(stateDirectory)")
    }

    private func initialState() throws(StartupError) -> (InitialState, problems: [String]) {
        guard let stateDirectory else { return (.ephemeral(settings), []) }
        var store = StoreSettings(directory: stateDirectory)
        (store.keepAge, store.keepBytes) = (settings.keepAge, settings.keepBytes)
        (store.backlogBytes, store.checkpointBytes) = (settings.backlogBytes, settings.checkpointBytes)
        (store.snapshotRows, store.replayedRevisions) = (settings.snapshotRows, settings.historyEvents)
        do throws(StoreError) { return try InitialState.open(store, settings, disk: .ofProcess) } catch {
            throw StartupError(error)
        }
    }

    private func inheritedDescriptors() throws(StartupError) -> (socket: ListeningSocket?, stored: [StoredDescriptor]) {
        do throws(ActivationError) {
            let (socket, stored) = try PassedSockets.receiveDescriptors()
            return (socket.map { ListeningSocket(inherited: $0.descriptor, path: $0.path) }, stored)
        } catch {
            throw StartupError(.failure, "\(error)")
        }
    }

    private func requestedWatchdog() throws(StartupError) -> Watchdog? {
        do throws(WatchdogError) { return try Watchdog.requested() } catch {
            throw StartupError(.failure, "\(error)")
        }
    }
}
