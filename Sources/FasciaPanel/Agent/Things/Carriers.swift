import FasciaClient
import FasciaDocument

/// The things that an agent has claimed: carries out their changes, and reports their states.
actor Carriers {
    private let link: PanelLink
    private let viewers: Viewers
    private let make: @Sendable (Thing) -> any Carrier
    private var placement = Placement()
    private var entries: [String: Entry] = [:]
    private var tasks = TaskTable<Thing>()

    /// Things are large, and looked up often: they are not copied.
    private final class Entry {
        var thing: Thing
        var carrier: any Carrier
        /// What was last reported over this connection.
        var reported: StatusReading?
        /// The number of changes, so that a state that was read before a change is not reported after it.
        var changes = 0
        var isBusy = false
        /// Reports are sent one after another, so that the last one is the latest.
        let reporting = Turns(1)

        init(_ thing: Thing, _ carrier: any Carrier) {
            self.thing = thing
            self.carrier = carrier
        }
    }

    /// - Parameter make: the carrier of a thing.
    init(_ link: PanelLink, make: @escaping @Sendable (Thing) -> any Carrier) {
        self.link = link
        viewers = Viewers(link)
        self.make = make
    }

    // MARK: - The things

    /// Takes the things of a panel that has been published, and begins to read those that are new.
    ///
    /// - Parameters:
    ///   - placement: where they are shown.
    ///   - claimed: the ids of those that have been claimed again, whose state the daemon does not know.
    func update(_ things: [Thing], _ placement: Placement, claimed: Set<String>) {
        self.placement = placement
        var entries: [String: Entry] = [:]
        for thing in things where entries[thing.id] == nil {
            let entry = self.entries[thing.id] ?? Entry(thing, make(thing))
            if entry.thing != thing {
                (entry.thing, entry.carrier) = (thing, make(thing))
                entry.reported = nil
            }
            if claimed.contains(thing.id) { entry.reported = nil }
            entries[thing.id] = entry
        }
        self.entries = entries
        tasks.update(entries.mapValues(\.thing), restarting: claimed) { [weak self] in await self?.keepReading($0) }
    }

    /// The connection has ended: the daemon has to be told everything again.
    func disconnected() {
        tasks.cancelAll()
        for entry in entries.values { entry.reported = nil }
    }

    // MARK: - Changes

    /// - Returns: why it failed; `nil` if it is done.
    func carryOut(_ change: CarryOut) async -> String? {
        guard let entry = entries[change.id] else { return "the panel has no \(change.id)" }
        let connection = link.connection
        entries[change.id]?.changes += 1
        entries[change.id]?.isBusy = true
        if entry.carrier.isPushed { return await carryOutPushed(change, entry) }
        defer { entries[change.id]?.isBusy = false }
        let (actual, failure) = await Carriers.carryOut(change, entry.carrier, settle: entry.thing.binding.settle)
        if link.connection === connection, failure == nil {
            // The answer is the report.
            entries[change.id]?.reported = .value(change.to)
        } else {
            // What the change has left behind is the actual state. A daemon that has gone meanwhile gets no answer, and the
            // report decides.
            await report(change.id, actual ?? (failure == nil ? .value(change.to) : nil))
        }
        return failure
    }

    /// The state may change again before the daemon has the answer, which would hide that. So the outcome is reported first, and
    /// then what has come after it.
    private func carryOutPushed(_ change: CarryOut, _ entry: Entry) async -> String? {
        let wanted = ThingChange(from: change.from, to: change.to, isRevert: change.isRevert)
        var failure: String?
        do throws(Refusal) {
            try await entry.carrier.carryOut(wanted) { [weak self] in await self?.progress(change.id, $0) }
        } catch {
            failure = error.message
        }
        await entry.reporting.take()
        if failure == nil {
            entries[change.id]?.reported = nil
            await report(change.id, .value(change.to))
        }
        entries[change.id]?.isBusy = false
        let actual = await entry.carrier.read()
        if let failure, let value = actual?.value {
            await report(change.id, .failed(value, failure))
            if entries[change.id]?.reported != nil { entries[change.id]?.reported = actual }
        } else {
            await report(change.id, actual)
        }
        await entry.reporting.giveBack()
        return failure
    }

    private func progress(_ id: String, _ text: String) async {
        _ = try? await link.call("bind.progress", ["id": .string(id), "message": .string(text)])
    }

    /// - Returns: the state after the change, and why that failed.
    private static func carryOut(
        _ change: CarryOut, _ carrier: any Carrier, settle: Duration?
    ) async -> (StatusReading?, failure: String?) {
        let wanted = ThingChange(from: change.from, to: change.to, isRevert: change.isRevert)
        do throws(Refusal) { try await carrier.carryOut(wanted) { _ in } } catch {
            return (await carrier.read(), error.message)
        }
        if let settle { try? await ConnectionThread.shared.sleep(for: settle) }
        let actual = await carrier.read()
        guard case .value(let value)? = actual, value != change.to else { return (actual, nil) }
        return (actual, "the change was made, but the state is \(word(value)) instead of \(word(change.to))")
    }

    private static func word(_ value: JSON) -> String {
        value == true ? "on" : value == false ? "off" : "\"\(value.displayText)\""
    }

    // MARK: - States

    /// Reads the states of all things that change by themselves.
    func readAll() {
        for (id, entry) in entries where entry.thing.pollInterval != nil {
            Task(executorPreference: ConnectionThread.shared) { await self.read(id) }
        }
    }

    /// Reads and reports the state of a thing for somebody who waits for it.
    ///
    /// - Returns: why it cannot be read; `nil` if it is reported.
    func poll(_ id: String) async -> String? {
        guard let entry = entries[id] else { return "the panel has no \(id)" }
        // The end of a change reports the state.
        guard !entry.isBusy else { return nil }
        let changes = entry.changes
        guard let reading = await entry.carrier.read() else { return "nothing reads it: its state is what was set" }
        guard let now = entries[id], now.changes == changes, !now.isBusy else { return nil }
        if entry.carrier.isPushed { await observed(id, reading) } else { await report(id, reading) }
        if case .unknown(let reason) = reading { return reason }
        return nil
    }

    /// Reads the state of a thing now.
    func read(_ id: String) async {
        guard let entry = entries[id], !entry.isBusy, !entry.carrier.isPushed else { return }
        let changes = entry.changes
        let reading = await entry.carrier.read()
        guard !Task.isCancelled, let now = entries[id], now.changes == changes, !now.isBusy else { return }
        await report(id, reading)
    }

    /// Reads the state now, and then at each interval; meanwhile reports what the carrier observes.
    private func keepReading(_ thing: Thing) async {
        await withDiscardingTaskGroup { group in
            if let carrier = entries[thing.id]?.carrier {
                group.addTask(executorPreference: ConnectionThread.shared) {
                    await carrier.observe { [weak self] in await self?.observed(thing.id, $0) }
                }
            }
            while !Task.isCancelled {
                let mustRead = entries[thing.id]?.reported == nil || !thing.binding.isPolledOnlyWhileSeen
                if mustRead {
                    await read(thing.id)
                } else if await isSeen(thing) {
                    await read(thing.id)
                }
                guard let every = thing.pollInterval else { break }
                guard (try? await ConnectionThread.shared.sleep(for: every.jittered)) != nil else { break }
            }
        }
    }

    /// A carrier has learned of a state. While a change is being made, that one's end decides.
    private func observed(_ id: String, _ reading: StatusReading) async {
        guard let entry = entries[id] else { return }
        guard !entry.isBusy else {
            if case .unknown(let reason) = reading { await progress(id, reason) }
            return
        }
        await entry.reporting.take()
        // It may have changed again meanwhile.
        if entries[id]?.isBusy == false, let latest = await entry.carrier.read(), entries[id]?.isBusy == false {
            await report(id, latest)
        }
        await entry.reporting.giveBack()
    }

    /// Whether a terminal shows a screen of the file that contains the thing.
    private func isSeen(_ thing: Thing) async -> Bool {
        await !viewers.screens().isDisjoint(with: placement.screens(of: thing))
    }

    private func report(_ id: String, _ reading: StatusReading?) async {
        guard let reading, link.connection != nil, let entry = entries[id], entry.reported != reading else { return }
        entries[id]?.reported = reading
        do throws(RemoteError) {
            let isReported = try await link.call("bind.report", Carriers.params(id, reading)) != nil
            if !isReported { entries[id]?.reported = nil }
        } catch {
            // The panel cannot hold the value, such as an element that the picker does not have.
            _ = try? await link.call("bind.report", Carriers.params(id, .unknown(error.message)))
        }
    }

    private static func params(_ id: String, _ reading: StatusReading) -> JSON.Object {
        switch reading {
        case .value(let value): ["id": .string(id), "value": value]
        case .failed(let value, let reason): ["id": .string(id), "value": value, "failed": .string(reason)]
        case .unknown(let reason): ["id": .string(id), "stale": .string(reason)]
        }
    }
}
