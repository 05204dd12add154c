import FasciaClient

/// The units of one systemd: their states as they change, and jobs that start and stop them.
///
/// A signal only says that something has changed. The state is then read, so that no order of signals matters.
package actor UnitManager {
    enum Link {
        case connecting
        case ready(BusConnection)
        /// There is none, and why.
        case lost(String)
    }

    package static let system = UnitManager(.system)
    package static let user = UnitManager(.user)

    package let bus: UnitBus
    private var isStarted = false
    var link = Link.connecting
    var linkWaiters: [CheckedContinuation<Void, Never>] = []
    private var watches: [String: UnitWatch] = [:]
    private var lastObserver = 0
    private var dirty: Set<String> = []
    private var isReading = false
    private var lossObservers: [AsyncStream<String?>.Continuation] = []
    private var lastLoss: String?
    /// How many reads have begun.
    private(set) var reads = 0
    var jobs = JobWaits()
    /// What units have said last in the runs that failed.
    var words: [String: UnitWords] = [:]

    package init(_ bus: UnitBus) { self.bus = bus }

    /// Why the connection is lost, whenever that changes; `nil` when there is one again. Does not make one.
    package func losses() -> AsyncStream<String?> {
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
        lossObservers.append(continuation)
        if case .lost(let reason) = link { continuation.yield(reason) }
        return stream
    }

    // MARK: - States

    /// The state of a unit now, and whenever something about the unit has changed, even if the state is the same again. Only the
    /// latest is kept for a reader that is slow.
    package func states(of unit: String) -> AsyncStream<UnitReading> {
        start()
        lastObserver += 1
        let (unit, observer) = (UnitName.full(unit), lastObserver)
        let (stream, continuation) = AsyncStream.makeStream(of: UnitReading.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in Task { await self.remove(observer, of: unit) } }
        watches[unit, default: UnitWatch()].observers[observer] = continuation
        if let reading = watches[unit]?.reading {
            continuation.yield(reading)
        } else if case .lost(let reason) = link {
            continuation.yield(.unknown(reason))
        } else {
            refresh([unit])
        }
        return stream
    }

    /// The state of a unit: never older than what a change has led to, as the elements of `states` may be.
    package func reading(of unit: String) async -> UnitReading {
        let unit = UnitName.full(unit)
        if let reading = watches[unit]?.reading { return reading }
        do throws(UnitFailure) {
            let connection = try await connected()
            do throws(BusError) { return .state(try await row(of: unit, connection).state) } catch {
                return .unknown(error.message)
            }
        } catch {
            return .unknown(error.message)
        }
    }

    /// Whether a unit starts with the machine; `nil` if that cannot be said, such as of a unit that others need.
    package func isEnabled(_ unit: String) async -> Bool? {
        guard let connection = try? await connected() else { return nil }
        let answer = try? await connection.call(.manager("GetUnitFileState", .text(UnitName.full(unit))))
        return switch answer?.first?.text {
        case "enabled": true
        // What is enabled until the machine is started again does not start with it.
        case "disabled", "enabled-runtime", "masked", "masked-runtime", "linked", "linked-runtime": false
        default: nil
        }
    }

    /// Reads the state of a unit that something else has changed, of which there may not be a signal yet.
    package func refresh(_ unit: String) async {
        guard case .ready(let connection) = link else { return }
        _ = try? await row(of: UnitName.full(unit), connection)
    }

    /// - Throws: why there is no connection.
    func connected() async throws(UnitFailure) -> BusConnection {
        start()
        if case .connecting = link { await withCheckedContinuation { linkWaiters.append($0) } }
        switch link {
        case .ready(let connection): return connection
        case .lost(let reason): throw UnitFailure(reason)
        case .connecting: throw UnitFailure("\(bus.name) is not connected")
        }
    }

    private func remove(_ observer: Int, of unit: String) {
        watches[unit]?.observers[observer] = nil
        if watches[unit]?.observers.isEmpty == true { watches[unit] = nil }
    }

    func publish(_ reading: UnitReading, of unit: String, read: Int) {
        watches[unit]?.receive(reading, read: read)
    }

    /// Reads the states of units, soon and all at once.
    func refresh(_ units: some Sequence<String>) {
        dirty.formUnion(units)
        guard !isReading, !dirty.isEmpty, case .ready = link else { return }
        isReading = true
        Task { await readDirty() }
    }

    private func readDirty() async {
        defer { isReading = false }
        while !dirty.isEmpty, case .ready(let connection) = link {
            let units = dirty.filter { watches[$0] != nil }
            dirty = []
            guard !units.isEmpty else { return }
            do throws(BusError) {
                try await read(Array(units), connection)
            } catch {
                // The end of the connection is reported to all.
                guard !error.isEnd else { return }
                for unit in units {
                    do throws(BusError) { try await read([unit], connection) } catch {
                        publish(.unknown(error.message), of: unit, read: reads)
                    }
                }
            }
        }
    }

    private func read(_ units: [String], _ connection: BusConnection) async throws(BusError) {
        let (read, rows) = try await rows(of: units, connection)
        for (unit, row) in zip(units, rows) {
            let state = try await withFailure(row, of: unit, connection)
            guard isLinked(to: connection) else { return }
            watches[unit]?.path = row.path
            publish(.state(state), of: unit, read: read)
        }
    }

    /// - Returns: the number of the read, and the row of each unit.
    func rows(of units: [String], _ connection: BusConnection) async throws(BusError) -> (read: Int, rows: [UnitRow]) {
        reads += 1
        let read = reads
        let rows = try await connection.call(.manager("ListUnitsByNames", .texts(units))).first?.list?.compactMap(UnitRow.init)
        guard let rows, rows.count == units.count else {
            throw BusError(name: "malformed", message: "systemd has not told the states of all units")
        }
        return (read, rows)
    }

    func withFailure(_ row: UnitRow, of unit: String, _ connection: BusConnection) async throws(BusError) -> UnitState {
        var state = row.state
        if state.active == "failed" || state.sub.hasPrefix("auto-restart") {
            state.failure = await failure(of: unit, row.path, connection) ?? "it failed"
        }
        return state
    }

    func result(of unit: String, _ path: String, _ connection: BusConnection) async -> UnitResult {
        var result = UnitResult()
        guard let interface = UnitName.resultInterface(unit) else { return result }
        func property(_ name: String, _ interface: String) async -> BusValue? {
            try? await connection.call(.property(name, of: interface, at: path)).first
        }
        result.result = await property("Result", interface)?.text ?? ""
        if unit.hasSuffix(".service") {
            result.code = await property("ExecMainCode", interface)?.number ?? 0
            result.status = await property("ExecMainStatus", interface)?.number ?? 0
        }
        return result
    }

    // MARK: - Connection

    func start() {
        guard !isStarted else { return }
        isStarted = true
        Task { await run() }
    }

    private func run() async {
        var backOff = BackOff()
        while !Task.isCancelled {
            if await serve() { backOff = BackOff() }
            guard (try? await Task.sleep(for: backOff.next())) != nil else { return }
        }
    }

    /// - Returns: whether there was a connection.
    private func serve() async -> Bool {
        let (events, continuation) = AsyncStream.makeStream(of: BusConnection.Event.self)
        let connection = BusConnection.open(bus) { continuation.yield($0) }
        var refusal: String?
        do throws(BusError) {
            for match in BusCall.matches { _ = try await connection.call(match) }
            try await subscribe(connection)
            link = .ready(connection)
            tellOfLoss(nil)
            wakeLinkWaiters()
            refresh(watches.keys)
        } catch {
            if !error.isEnd { refusal = error.message }
            connection.close()
        }
        for await event in events {
            switch event {
            case .signal(let signal): if let event = ManagerEvent(signal) { await receive(event, connection) }
            case .ended(let reason):
                let wasReady = if case .ready = link { true } else { false }
                lose(refusal ?? reason)
                return wasReady
            }
        }
        return false
    }

    /// Makes systemd send signals.
    private func subscribe(_ connection: BusConnection) async throws(BusError) {
        do throws(BusError) {
            _ = try await connection.call(.manager("Subscribe"))
        } catch {
            if error.name != "org.freedesktop.systemd1.AlreadySubscribed" { throw error }
        }
    }

    private func receive(_ event: ManagerEvent, _ connection: BusConnection) async {
        switch event {
        case .jobRemoved(let path, let result): jobs.end(path, result)
        // The path of a unit that is being read for the first time is not known yet.
        case .unitChanged(let path): refresh(watches.filter { $0.value.path == path || $0.value.path == nil }.keys)
        case .reloaded: refresh(watches.keys)
        case .restarted:
            try? await subscribe(connection)
            refresh(watches.keys)
        }
    }

    func isLinked(to connection: BusConnection) -> Bool {
        if case .ready(let ready) = link { ready === connection } else { false }
    }

    private func tellOfLoss(_ reason: String?) {
        guard lastLoss != reason else { return }
        lastLoss = reason
        for observer in lossObservers { observer.yield(reason) }
    }

    private func lose(_ reason: String) {
        link = .lost(reason)
        tellOfLoss(reason)
        wakeLinkWaiters()
        jobs.lose(reason)
        // Later than what is being read: that would be shown as if the connection were there.
        reads += 1
        for unit in watches.keys { publish(.unknown(reason), of: unit, read: reads) }
    }

    private func wakeLinkWaiters() {
        for waiter in linkWaiters { waiter.resume() }
        linkWaiters = []
    }
}
