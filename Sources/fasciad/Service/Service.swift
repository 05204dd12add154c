import FasciaLoop
import FasciaStore
import FasciaSystemd
import FasciaWire
import Glibc
import Logging

/// The daemon's life: from the command line to readiness, through reloads, to a clean end.
struct Service {
    private let paths: Paths
    /// Nil where the state is kept in memory only.
    private let stateDirectory: String?
    private let pluginNames: [String]
    private let settings: Settings

    init(socket: String?, state: String?, plugins: [String], settings: Settings) throws(StartupError) {
        paths = try Paths(socket: socket, environment: Paths.environment, uid: geteuid())
        stateDirectory = settings.isEphemeral ? nil : try Paths.state(option: state)
        pluginNames = plugins
        self.settings = settings
    }

    /// Runs until it is told to end.
    func run() throws {
        let log = DaemonLog.handler(identifier: "fasciad")
        let logger = Logger(label: "fasciad") { _ in log }
        let notify = Notify()
        // A peer that goes away is an error of that write, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more (LimitFSIZE=): it is told like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        // Whatever terminal it was started in is somebody else's by now: it must not stop for it.
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTTOU, SIG_IGN)
        // Before plugins and the journal can start threads, which would have the signals in the daemon's place.
        let loop: EventLoop
        let signals = SignalBox()
        do throws(LoopError) {
            loop = try EventLoop()
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
            let host = PluginSet(paths: paths.plugins, logger: logger)
            for name in pluginNames { host.loadAtStart(name) }
            core = Core(settings: settings, state: state, plugins: host, loop: loop, logger: logger)
            signals.action = { signal in
                if signal == SIGHUP {
                    core.reloadNow(notify: notify)
                } else {
                    logger.info("stopping", metadata: ["signal": "\(signal == SIGINT ? "SIGINT" : "SIGTERM")"])
                    loop.stop()
                }
            }
            if let journal = core.journal {
                journal.start()
                try loop.add(journal.newsDescriptor, for: .readable, JournalListener(core))
            }
            for problem in problems { core.tellOfState(problem) }
            let buffer = ReadBuffer()
            if settings.keepsConnections {
                core.inherit(inherited.stored, buffer: buffer)
            } else {
                for kept in inherited.stored { close(kept.descriptor) }
            }
            core.orphan(state.apps)
            acceptor = try Acceptor(listeningOn: listening.descriptor, core: core, buffer: buffer)
        } catch {
            throw StartupError(.failure, "cannot listen on \(listening.path): \(error)")
        }
        // Without a manager there is nobody to tell, and no reason to wake up.
        if getenv("NOTIFY_SOCKET") != nil { core.announce = Announcer(core: core, notify: notify).announce }
        loop.afterEvents = { core.flush() }
        core.shutdown = { loop.stop() }
        core.reload = { core.reloadNow(notify: notify) }
        if let watchdog = try requestedWatchdog() {
            // From the loop that does the work: if it hangs, so does this.
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
        if settings.keepsConnections { core.answerInterrupted() }
        core.closeJournal()
        if settings.keepsConnections { core.handOver() } else { core.closeAll() }
        logger.info("stopped")
        // Held to the very end, so that the next daemon finds the place free and not half free.
        withExtendedLifetime((stateLock, listening)) {}
    }

    // MARK: - Plumbing

    /// What signals do; they are read from the time at which the loop runs.
    private final class SignalBox {
        var action: ((Int32) -> Void)?
    }

    /// Makes the state directory this daemon's.
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
        do throws(StoreError) { return try InitialState.find(store, settings, disk: .ofProcess) } catch {
            throw StartupError(error)
        }
    }

    private func inheritedDescriptors() throws(StartupError) -> (socket: ListeningSocket?, stored: [StoredDescriptor]) {
        do throws(ActivationError) {
            let (socket, stored) = try Activation.take()
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
