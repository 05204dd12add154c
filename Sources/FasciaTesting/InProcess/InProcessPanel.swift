import FasciaLoop
import FasciaServer
import FasciaUI

/// A server in the test's own process, and the connections to it.
///
/// Everything happens while `run` is called, on the main actor: lines are delivered, and scheduled actions run, until
/// nothing is left to do. An app and a terminal therefore answer each other before `run` returns.
@MainActor final class InProcessPanel {
    let server: InProcessServer
    private var connections: [InProcessConnection] = []
    private var scheduled: [() -> Void] = []
    private var isRunning = false
    private var isWoken = false
    /// The number of callers that wait for a reply while time passes.
    private var waiting = 0
    private var clock: Task<Void, Never>?
    /// Schedules work that no line announces, such as the update of invalid views.
    ///
    /// - Returns: whether there was any.
    var poll: () -> Bool = { false }
    /// Called when `run` gives up because every round of answers causes another one.
    var reportLoop: () -> Void = {}
    private static let maximumRounds = 32

    init() {
        do throws(LoopError) { server = try InProcessServer() } catch {
            // epoll_create1 fails only if the process or the system is out of descriptors or memory: no test can run then.
            preconditionFailure("a panel in this process needs an epoll descriptor: \(error)")
        }
    }

    isolated deinit {
        clock?.cancel()
        for connection in connections { connection.close() }
    }

    func connect() -> InProcessConnection {
        let connection = InProcessConnection(server.connect(), panel: self)
        connections.append(connection)
        return connection
    }

    func disconnect(_ connection: InProcessConnection) { connections.removeAll { $0 === connection } }

    // MARK: - Running

    /// Runs an action in the current `run`, or else soon.
    func schedule(_ action: @escaping () -> Void) {
        scheduled.append(action)
        wake()
    }

    /// Calls `run` soon, for changes that no test has asked for.
    func wake() {
        guard !isRunning, !isWoken else { return }
        isWoken = true
        Task { [weak self] in
            self?.isWoken = false
            self?.run()
        }
    }

    /// Delivers all lines and runs all scheduled actions. Within a scheduled action or a delivery it only delivers, because
    /// the other actions expect this one to have finished.
    func run() {
        guard !isRunning else { return deliver() }
        isRunning = true
        var rounds = 0
        repeat {
            deliver()
            let due = scheduled
            scheduled = []
            for action in due { action() }
            rounds += 1
        } while rounds < Self.maximumRounds && (poll() || !scheduled.isEmpty)
        deliver()
        if !scheduled.isEmpty { reportLoop() }
        isRunning = false
        scheduleClock()
    }

    private func deliver() {
        while let connection = connections.first(where: { $0.takeMessage() }) { connection.deliver() }
    }

    // MARK: - Time

    /// Runs the timers that are pending, as if an hour had passed.
    func passTime() {
        server.fireTimers(dueAt: .now.advanced(by: .seconds(3_600)))
        run()
    }

    /// Lets the timers run in real time while `wait` is pending.
    func passingTime<Value>(_ wait: () async throws -> Value) async rethrows -> Value {
        waiting += 1
        defer { waiting -= 1 }
        scheduleClock()
        return try await wait()
    }

    private func scheduleClock() {
        clock?.cancel()
        guard waiting > 0, let next = server.nextTimer else { return }
        clock = Task { [weak self] in
            do { try await Task.sleep(until: next, clock: .suspending) } catch { return }
            self?.server.fireTimers(dueAt: .now)
            self?.run()
        }
    }
}
