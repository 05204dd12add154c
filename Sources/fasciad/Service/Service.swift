import FasciaSystemd
import FasciaWire
import Glibc
import Logging
import NIOCore
import NIOPosix
import UnixSignals

/// The daemon's life: from the command line to readiness, through reloads, to a clean end.
struct Service {
    private let paths: Paths
    private let pluginNames: [String]
    private let settings: Settings

    init(socket: String?, state: String?, plugins: [String], settings: Settings) throws(StartupError) {
        var environment: [String: String] = [:]
        for name in [
            "FASCIA_SOCKET", "XDG_RUNTIME_DIR", "STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "FASCIA_PLUGIN_PATH",
        ] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        paths = try Paths(socket: socket, state: state, environment: environment, uid: geteuid())
        pluginNames = plugins
        self.settings = settings
    }

    /// Runs until it is told to end.
    func run() async throws {
        let log = DaemonLog.handler(identifier: "fasciad")
        let logger = Logger(label: "fasciad") { _ in log }
        let notify = Notify()
        // A peer that goes away is an error of that write, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)

        try StateDirectory.prepare(paths.state)
        let stateLock = try InstanceLock(path: paths.state + "/lock", what: "the state directory \(paths.state)")
        let listening = try listeningSocket()

        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let (settings, paths, pluginNames) = (settings, paths, pluginNames)
        let core = try await loop.submit {
            let host = PluginSet(paths: paths.plugins, logger: logger)
            for name in pluginNames { host.loadAtStart(name) }
            return NIOLoopBound(
                Core(settings: settings, plugins: host, loop: loop, logger: logger), eventLoop: loop)
        }.get()
        let (events, continuation) = AsyncStream.makeStream(of: UnixSignal.self)
        let watchdog = try requestedWatchdog()
        try await loop.submit {
            let core = core.value
            // Without a manager there is nobody to tell, and no reason to wake up.
            if getenv("NOTIFY_SOCKET") != nil { core.announce = Announcer(core: core, notify: notify).announce }
            core.shutdown = { continuation.yield(.sigterm) }
            core.reload = { core.reloadNow(notify: notify) }
            if let watchdog {
                // From the loop that does the work: if it hangs, so does this.
                let interval = TimeAmount.nanoseconds(Int64(watchdog.interval / .nanoseconds(1)))
                loop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in _ = notify.watchdog() }
            }
        }.get()

        // Before it says that it is ready: whoever has heard that may send one at once.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let channel = try await Acceptor.listen(on: listening.descriptor, loop: loop, core: core)
        let status = try await loop.submit { core.value.statusLine }.get()
        _ = notify.ready(status: status)
        logger.info("ready", metadata: ["socket": "\(listening.path)", "state": "\(paths.state)"])

        await waitForEnd(
            core: core, loop: loop, signals: signals, asked: events, end: continuation, logger: logger)

        _ = notify.stopping(status: "sending what is left and closing the connections")
        try? await channel.close()
        listening.remove()
        await core.eventLoop.flatSubmit { core.value.closeAll() }.getOrNothing()
        try await group.shutdownGracefully()
        logger.info("stopped")
        // Held to the very end, so that the next daemon finds the place free and not half free.
        withExtendedLifetime((stateLock, listening)) {}
    }

    // MARK: - Plumbing

    private func listeningSocket() throws(StartupError) -> ListeningSocket {
        do throws(ActivationError) {
            if let inherited = try Activation.takeSocket() {
                return ListeningSocket(inherited: inherited.descriptor, path: inherited.path)
            }
        } catch {
            throw StartupError(.failure, "\(error)")
        }
        return try ListeningSocket(path: paths.socket)
    }

    private func requestedWatchdog() throws(StartupError) -> Watchdog? {
        do throws(WatchdogError) { return try Watchdog.requested() } catch {
            throw StartupError(.failure, "\(error)")
        }
    }

    private func waitForEnd(
        core: NIOLoopBound<Core>, loop: any EventLoop, signals: UnixSignalsSequence, asked: AsyncStream<UnixSignal>,
        end: AsyncStream<UnixSignal>.Continuation, logger: Logger
    ) async {
        let listening = Task {
            for await signal in signals {
                if signal == .sighup {
                    try? await loop.submit { core.value.reload?() }.get()
                } else {
                    logger.info("stopping", metadata: ["signal": "\(signal)"])
                    end.yield(signal)
                }
            }
        }
        for await _ in asked { break }
        listening.cancel()
    }
}

extension EventLoopFuture where Value: Sendable {
    /// Waits for the end, good or bad.
    fileprivate func getOrNothing() async {
        _ = try? await get()
    }
}
