import FasciaClient
import FasciaDocument

/// Starting and stopping units.
extension UnitManager {
    /// Starts or stops a unit, and returns when it is on or off, and has been for the time `settle`.
    ///
    /// - Parameters:
    ///   - enables: whether it is enabled or disabled, too.
    ///   - cancellation: cancels the job, and ends the time `settle`. A unit that has begun to change goes on.
    ///   - progress: called with what it waits for.
    /// - Throws: why it is not as it should be; `cancelled` if the job was cancelled.
    package func change(
        _ unit: String, to isOn: Bool, enables: Bool = false, timeLimit: Duration, settle: Duration? = nil,
        cancellation: Cancellation = Cancellation(), progress: @Sendable (String) async -> Void = { _ in }
    ) async throws(UnitFailure) {
        let connection = try await connected()
        let unit = UnitName.full(unit)
        if enables { try await enable(unit, isOn, connection) }
        // systemd forgets a unit that has ended without an error, unless somebody refers to it; where that is not permitted, so.
        let isHeld = isOn ? (try? await connection.call(.manager("RefUnit", .text(unit)))) != nil : false
        defer { if isHeld { Task { _ = try? await connection.call(.manager("UnrefUnit", .text(unit))) } } }
        let result = try await job(
            isOn ? "StartUnit" : "StopUnit", isOn ? "start" : "stop", unit, timeLimit, cancellation, connection)
        if cancellation.isCancelled, result == .other("canceled") {
            // What it has become is published.
            _ = try? await row(of: unit, connection)
            throw .cancelled
        }
        do throws(BusError) {
            let outcome = try await outcome(of: unit, result, isOn, connection)
            guard case .stands(let before) = outcome, let settle, settle > .zero else { return }
            await progress("\(isOn ? "started" : "stopped"), and watched for \(settle.inSeconds)")
            try await remains(unit, isOn, for: settle, since: before, cancellation, connection)
        } catch {
            throw UnitFailure("\(unit): \(error.message)")
        }
    }

    private func enable(_ unit: String, _ isOn: Bool, _ connection: BusConnection) async throws(UnitFailure) {
        do throws(BusError) {
            if isOn {
                let answer = try await connection.call(
                    .manager("EnableUnitFiles", .texts([unit]), .bool(false), .bool(false)))
                guard answer.first != .bool(false) else {
                    throw BusError(name: "static", message: "\(unit) cannot be enabled: its unit file has no section [Install]")
                }
            } else {
                _ = try await connection.call(.manager("DisableUnitFiles", .texts([unit]), .bool(false)))
            }
            _ = try await connection.call(.manager("Reload"))
        } catch {
            throw UnitFailure(error, isOn ? "enable" : "disable", unit)
        }
    }

    /// Waits for the end of a job.
    private func job(
        _ member: String, _ verb: String, _ unit: String, _ limit: Duration, _ cancellation: Cancellation,
        _ connection: BusConnection
    ) async throws(UnitFailure) -> JobResult {
        jobs.callBegins()
        let path: String
        do throws(BusError) {
            path = try await connection.call(.manager(member, .text(unit), .text("replace"))).first?.text ?? ""
        } catch {
            jobs.callEnds()
            // What is not loaded is not running.
            if error.name == "org.freedesktop.systemd1.NoSuchUnit", verb == "stop" { return .done }
            throw UnitFailure(error, verb, unit)
        }
        if let known = jobs.callEnds(with: path) { return known }
        guard isLinked(to: connection) else { return .lost("\(bus.name) has gone") }
        let timer = Task {
            try await Task.sleep(for: limit)
            jobs.end(path, .overdue(limit))
        }
        defer { timer.cancel() }
        // Its end is told as that of any job.
        cancellation.whenCancelled { Task { _ = try? await connection.call(.cancelJob(path)) } }
        let result = await withCheckedContinuation { jobs.wait(for: path, $0) }
        if case .overdue = result {
            // A job that is cancelled leaves the unit starting. A stop takes the place of the job, and ends that.
            if verb == "start" {
                _ = try? await connection.call(.manager("StopUnit", .text(unit), .text("replace")))
            } else {
                _ = try? await connection.call(.cancelJob(path))
            }
        }
        return result
    }

    /// What a job has led to.
    private enum Outcome {
        /// The unit is as it should be; when it was last started.
        case stands(since: BusValue?)
        /// It did what it is for, and ended: a unit of the type oneshot.
        case ran
    }

    /// Checks what a job has led to.
    ///
    /// - Throws: why it is not as it should be.
    private func outcome(
        of unit: String, _ result: JobResult, _ isOn: Bool, _ connection: BusConnection
    ) async throws(BusError) -> Outcome {
        if case .lost(let reason) = result { throw BusError(name: "lost", message: reason) }
        let row = try await row(of: unit, connection)
        guard row.state.exists else { throw BusError(name: "missing", message: "there is no such unit") }
        if result == .done, row.state.isOn == isOn { return .stands(since: await startTime(row.path, connection)) }
        let failure = await self.failure(of: unit, row.path, connection, waits: true)
        let start = isOn && failure == nil && result == .done ? await self.start(of: unit, row.path, connection) : UnitStart()
        if start.isOneshot, start.wasMet == true { return .ran }
        let ended = isOn ? start.whyItIsOff : "it runs again"
        throw BusError(name: "state", message: result.reason(failure ?? (result == .done ? ended : nil)))
    }

    /// The state now, which observers get, too.
    func row(of unit: String, _ connection: BusConnection) async throws(BusError) -> UnitRow {
        let (read, rows) = try await rows(of: [unit], connection)
        guard var row = rows.first else { throw .ended("there is no answer") }
        row.state = try await withFailure(row, of: unit, connection)
        publish(.state(row.state), of: unit, read: read)
        return row
    }

    /// What is known of a start that has ended.
    private func start(of unit: String, _ path: String, _ connection: BusConnection) async -> UnitStart {
        func property(_ name: String, _ interface: String) async -> BusValue? {
            try? await connection.call(.property(name, of: "org.freedesktop.systemd1." + interface, at: path)).first
        }
        var start = UnitStart()
        start.conditions = await property("Conditions", "Unit")?.list?.compactMap(UnitStart.Condition.init) ?? []
        if await property("ConditionTimestampMonotonic", "Unit")?.number ?? 0 > 0 {
            start.wasMet = await property("ConditionResult", "Unit")?.bool
        } else if start.conditions.isEmpty {
            start.wasMet = true
        }
        if unit.hasSuffix(".service") { start.isOneshot = await property("Type", "Service")?.text == "oneshot" }
        return start
    }

    private func startTime(_ path: String, _ connection: BusConnection) async -> BusValue? {
        try? await connection.call(
            .property("ActiveEnterTimestampMonotonic", of: "org.freedesktop.systemd1.Unit", at: path)
        ).first
    }

    /// - Throws: why the unit did not stay as it is.
    private func remains(
        _ unit: String, _ isOn: Bool, for time: Duration, since start: BusValue?, _ cancellation: Cancellation,
        _ connection: BusConnection
    ) async throws(BusError) {
        let states = states(of: unit)
        let path = try await row(of: unit, connection).path
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { await cancellation.wait() }
            group.addTask {
                for await reading in states {
                    guard case .state(let state) = reading, state.isOn == isOn else { return }
                    // It may have been started again already.
                    if isOn, await self.startTime(path, connection) != start { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
        let row = try await row(of: unit, connection)
        let hasRestarted = await startTime(row.path, connection) != start
        guard row.state.isOn != isOn || isOn && hasRestarted else { return }
        let reason = await result(of: unit, row.path, connection).reason ?? (isOn ? "it ended" : "it was started")
        let when = "within \(time.inSeconds) after it was \(isOn ? "started" : "stopped")"
        let said = isOn ? await lastLines(of: unit, row.path, connection, waits: true).map { ": \($0)" } ?? "" : ""
        throw BusError(name: "state", message: "\(reason) \(when)\(said)")
    }
}
