/// Starting and stopping units.
extension UnitManager {
    /// Starts or stops a unit, and returns when it is on or off, and has been for the time `settle`.
    ///
    /// - Parameters:
    ///   - enables: whether it is enabled or disabled, too.
    ///   - progress: called with what it waits for.
    package func change(
        _ unit: String, to isOn: Bool, enables: Bool = false, timeLimit: Duration, settle: Duration? = nil,
        progress: @Sendable (String) async -> Void = { _ in }
    ) async throws(UnitFailure) {
        let connection = try await connected()
        let unit = UnitName.full(unit)
        if enables { try await enable(unit, isOn, connection) }
        let result = try await job(isOn ? "StartUnit" : "StopUnit", isOn ? "start" : "stop", unit, timeLimit, connection)
        do throws(BusError) {
            let before = try await outcome(of: unit, result, isOn, connection)
            guard let settle, settle > .zero else { return }
            await progress("\(isOn ? "started" : "stopped"), and watched for \(UnitManager.text(settle))")
            try await remains(unit, isOn, for: settle, since: before, connection)
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
        _ member: String, _ verb: String, _ unit: String, _ limit: Duration, _ connection: BusConnection
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
            _ = try await connection.call(.cancelJob(path))
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { jobs.wait(for: path, $0) }
    }

    /// Checks what a job has led to.
    ///
    /// - Returns: when the unit was last started.
    /// - Throws: why it is not as it should be.
    private func outcome(
        of unit: String, _ result: JobResult, _ isOn: Bool, _ connection: BusConnection
    ) async throws(BusError) -> BusValue? {
        if case .lost(let reason) = result { throw BusError(name: "lost", message: reason) }
        let row = try await row(of: unit, connection)
        guard row.state.exists else { throw BusError(name: "missing", message: "there is no such unit") }
        if result == .done, row.state.isOn == isOn { return await startTime(row.path, connection) }
        let failure = await self.result(of: unit, row.path, connection).reason
        // systemd forgets a unit that has ended without an error, and with it which of the two it was.
        let ended = isOn ? "it ended at once, or a condition in its unit file is not met" : "it runs again"
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

    private func startTime(_ path: String, _ connection: BusConnection) async -> BusValue? {
        try? await connection.call(
            .property("ActiveEnterTimestampMonotonic", of: "org.freedesktop.systemd1.Unit", at: path)
        ).first
    }

    /// - Throws: why the unit did not stay as it is.
    private func remains(
        _ unit: String, _ isOn: Bool, for time: Duration, since start: BusValue?, _ connection: BusConnection
    ) async throws(BusError) {
        let states = states(of: unit)
        let path = try await row(of: unit, connection).path
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: time) }
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
        let failure = await result(of: unit, row.path, connection).reason
        let what = failure ?? (isOn ? "it ended" : "it was started")
        throw BusError(
            name: "state", message: "\(what) within \(UnitManager.text(time)) after it was \(isOn ? "started" : "stopped")")
    }

    private static func text(_ time: Duration) -> String {
        let milliseconds = time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}
