import FasciaLoop
import FasciaModel
import FasciaPlugins
import FasciaRender
import FasciaScene
import Glibc
import Logging

/// A server in the process of its clients: no journal, no socket, no thread. Its state ends with it.
///
/// It acts only while one of its functions is called, and then completely: its clients' output is ready afterwards. Only
/// plugins answer later, while it waits for events.
package final class InProcessServer {
    let core: Core

    package convenience init(
        plugins paths: [String] = [], pluginHost: String? = nil
    ) throws(LoopError) {
        let logger = Logger(label: "fascia") { _ in SwiftLogNoOpLogHandler() }
        let plugins = PluginSet(
            paths: paths,
            isolation: PluginIsolation(programs: pluginHost.map { [$0] } ?? [], patience: .seconds(60)), logger: logger)
        try self.init(plugins: plugins, logger: logger) { _ in }
    }

    /// - Parameters:
    ///   - attentionPause: how long after a key somebody is in the middle of something.
    ///   - change: changes the state that it starts with.
    init(
        plugins: PluginSet, logger: Logger, attentionPause: Duration = .zero, state change: (inout InitialState) -> Void
    ) throws(LoopError) {
        var settings = Settings()
        settings.isEphemeral = true
        // Every change is shown at once, because time does not pass by itself.
        settings.frameInterval = .zero
        settings.attentionPause = attentionPause
        var state = InitialState.ephemeral(settings)
        change(&state)
        core = Core(settings: settings, state: state, plugins: plugins, loop: try EventLoop(), logger: logger)
        core.loop.afterEvents = { [unowned core] in core.endTurn() }
    }

    deinit {
        core.stop()
        // Their actions retain the core.
        core.loop.cancelTimers()
    }

    package func connect(uid: UInt32 = geteuid()) -> InProcessClient { connect(uid: uid, Permit(role: .admin)) }

    /// - Parameter logins: the accounts with which the person has logged in.
    func connect(uid: UInt32 = geteuid(), _ permit: Permit, logins: Set<UInt32> = []) -> InProcessClient {
        InProcessClient(core, uid: uid, permit, logins: logins)
    }

    /// Waits for the next events, such as the answer of a plugin that is being loaded, and handles them.
    package func waitForEvents() throws(LoopError) {
        core.loop.afterEvents = { [unowned core] in
            core.endTurn()
            core.loop.stop()
        }
        defer { core.loop.afterEvents = { [unowned core] in core.endTurn() } }
        try core.loop.run()
    }

    // MARK: - Time

    /// When the first timer is due; `nil` without a timer.
    package var nextTimer: Moment? { core.loop.nextTimer }

    /// Runs the timers that are due at a moment, which may be in the future.
    package func fireTimers(dueAt moment: Moment) { core.loop.fireTimers(dueAt: moment) }

    // MARK: - Output as values

    /// What a stack shows; `nil` if there is no such stack.
    package func scene(_ stack: String) -> Scene? { core.renderer.resolve(stack) }

    /// What a terminal shows; `nil` if there is no such terminal.
    package func picture(of terminal: Int) -> CellBuffer? {
        core.terminals.all.first { $0.id == terminal }.flatMap(core.frames.picture)
    }
}

/// The transport of a client in the same process.
package final class InProcessClient: ClientTransport {
    private let core: Core
    private let client: Client
    private var output: [UInt8] = []

    fileprivate init(_ core: Core, uid: UInt32, _ permit: Permit, logins: Set<UInt32>) {
        self.core = core
        var credentials = Peer.Credentials()
        (credentials.pid, credentials.uid, credentials.gid) = (getpid(), uid, getegid())
        var peer = Peer(credentials)
        peer.logins = logins
        client = Client(id: core.clients.nextID(), peer: peer, permit: permit)
        client.transport = self
        core.clients.add(client)
    }

    /// What it may do.
    var permit: Permit {
        get { client.permit }
        set { client.permit = newValue }
    }

    /// The daemon's number of this client.
    var id: Int { client.id }

    /// Executes a line.
    package func receive(_ line: [UInt8]) {
        core.loop.perform(inTurn: {
            _ = line.withUnsafeBytes { core.lines.receive($0, from: client) }
            receiveDeferred()
        })
    }

    /// The lines for the client since the last call.
    package func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    package func close() {
        guard client.transport != nil else { return }
        client.transport = nil
        core.loop.perform(inTurn: { core.disconnected(client) })
    }

    private func receiveDeferred() {
        while client.batch != nil || client.hasDeferred {
            _ = client.batch != nil ? core.lines.continueBatch(of: client) : core.lines.receiveDeferred(from: client)
        }
    }

    // MARK: - For the core

    var isWritable: Bool { true }
    func send() { output += client.output.takeBytes() }
    func resume() { core.loop.yield { [self] in receiveDeferred() } }
    func closeNow() { close() }
    func handOver() -> HandedOverConnection? { nil }
}
