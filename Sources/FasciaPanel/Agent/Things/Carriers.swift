import FasciaAgent
import FasciaClient
import FasciaDocument

/// What the carriers tell the rest of an agent.
struct CarrierEvents: Sendable {
    /// Called with the state of a picker, before and after it is reported: the daemon has to know it as an element.
    var pickerRead: @Sendable (_ thing: Thing, _ state: String, _ isReported: Bool) async -> Void
    /// Called when a state becomes unknown, with the reason, and when it is known again.
    var known: @Sendable (_ id: String, _ reason: String?) async -> Void
    /// Called when a change has ended, which may have changed anything.
    var changed: @Sendable () async -> Void
    /// Called when a change has ended, of a thing that nothing reads, unless its outcome has yet to be reported.
    var settled: @Sendable (_ id: String, _ failure: Failure?) async -> Void

    /// How a change has failed.
    struct Failure: Sendable {
        var reason: String
        /// The value before it; `null` if it is not known.
        var value: JSON
    }
}

/// The things that an agent has claimed: carries out their changes, and reports their states.
actor Carriers {
    private let link: DaemonLink
    private var events: CarrierEvents?
    private let viewers: Viewers
    private let make: @Sendable (Thing) -> any Carrier
    private var placement = ScreenPlacement()
    private var entries: [String: Entry] = [:]
    private var tasks = TaskTable<Thing>()

    /// Things are large, and looked up often: they are not copied.
    private final class Entry {
        var thing: Thing
        var carrier: any Carrier
        /// What was last reported over this connection.
        var reported: StatusReading?
        /// Whether a change is being made, whose end reports the state.
        var isBusy = false
        /// Whether a change is being made, or its outcome being reported.
        var isUnsettled = false
        /// Whether the state should have been read since that began.
        var isReadMissed = false
        /// What a change has led to that could not be reported, of a thing that nothing reads.
        var unreported: StatusReading?
        /// Why the state is unknown, as it was last told.
        var toldReason: String?
        /// Whether the state is read again because the daemon has refused it.
        var isReadLater = false
        /// A daemon that was started again does not know of the change that is being made, and may ask for the next one.
        let changing = Turns(1)
        /// The state is read and reported once at a time, so that the last report is the latest state.
        let reading = Turns(1)

        init(_ thing: Thing, _ carrier: any Carrier) {
            self.thing = thing
            self.carrier = carrier
        }
    }

    /// - Parameter make: the carrier of a thing.
    init(_ link: DaemonLink, make: @escaping @Sendable (Thing) -> any Carrier) {
        self.link = link
        viewers = Viewers(link)
        self.make = make
    }

    func listen(_ events: CarrierEvents) { self.events = events }

    // MARK: - The things

    /// The ids of things whose changes are being made.
    var busy: Set<String> { Set(entries.lazy.filter(\.value.isBusy).map(\.key)) }

    /// The ids of things whose state nothing reads, with changes whose outcome the daemon has not been told.
    var unsettled: Set<String> {
        Set(entries.lazy.filter { !$1.thing.binding.isRead && ($1.isUnsettled || $1.unreported != nil) }.map(\.key))
    }

    func has(_ id: String) -> Bool { entries[id] != nil }

    func shows(_ thing: Thing, on screen: String) -> Bool { placement.screens(of: thing).contains(screen) }

    /// Why a thing cannot be read that has no status.
    static let nothingReads = "nothing reads it: its state is what was set"

    /// Takes the things of a panel that has been published, and begins to read those that are new.
    ///
    /// - Parameters:
    ///   - placement: where they are shown.
    ///   - claimed: the ids of those that have been claimed again, whose state the daemon does not know.
    func update(_ things: [Thing], _ placement: ScreenPlacement, claimed: Set<String>) {
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
        for (id, entry) in self.entries where entries[id] == nil && entry.toldReason != nil {
            Task(executorPreference: ConnectionThread.shared) { [events] in await events?.known(id, nil) }
        }
        self.entries = entries
        tasks.update(entries.mapValues(\.thing), restarting: claimed) { [weak self] in await self?.observe($0) }
    }

    /// The connection has ended: the daemon has to be told everything again.
    func disconnected() {
        tasks.cancelAll()
        for entry in entries.values { entry.reported = nil }
    }

    // MARK: - Changes

    /// The outcome is reported before the request is answered. So the daemon knows it before any later state, and a daemon that
    /// has gone meanwhile, and gets no answer, knows it, too.
    ///
    /// - Parameter cancellation: of the change; what can be given up is.
    /// - Returns: why it failed; `nil` if it is done.
    func carryOut(_ change: CarryOut, _ cancellation: ChangeCancellation) async -> CarryOutFailure? {
        guard let entry = entries[change.id] else { return CarryOutFailure("the panel has no \(change.id)") }
        // The daemon has taken it back by then. A way back has no deadline: nobody is left who could do it by hand.
        let deadline = change.isRevert ? nil : ContinuousClock.now + .seconds(entry.thing.claimTimeout) - .seconds(1)
        await entry.changing.take()
        let failure: CarryOutFailure?
        if cancellation.start.isCancelled {
            failure = CarryOutFailure(CommandRefusal.cancelled.message, .cancelled)
        } else if let deadline, deadline <= .now {
            failure = CarryOutFailure("the change before it has not ended in time")
        } else {
            (entry.isBusy, entry.isUnsettled, entry.isReadMissed) = (true, true, false)
            let carrier = entry.carrier
            await carrier.setChanging(true)
            failure = await carryOut(change, of: entry, until: deadline, cancellation)
            await carrier.setChanging(false)
            entry.isUnsettled = false
            // A switch is what it was not set to.
            let before = if case .bool(let isOn) = change.to { JSON.bool(!isOn) } else { change.from }
            settle(entry, failure, from: before)
        }
        await entry.changing.giveBack()
        return failure
    }

    private func carryOut(
        _ change: CarryOut, of entry: Entry, until deadline: ContinuousClock.Instant?, _ cancellation: ChangeCancellation
    ) async -> CarryOutFailure? {
        var (failure, isCancelled): (String?, Bool) = (nil, false)
        let wanted = ThingChange(
            from: change.from, to: change.to, cause: change.cause, isRevert: change.isRevert, deadline: deadline,
            cancellation: cancellation)
        do throws(CommandRefusal) {
            try await entry.carrier.carryOut(wanted) { [weak self] in await self?.progress(change.id, $0) }
        } catch {
            // A unit may have begun to change.
            if error.isOfValue || error.isCancelled && entry.thing.binding.unit == nil {
                entry.isBusy = false
                // Nothing else tells what was not read meanwhile.
                if entry.isReadMissed { Task(executorPreference: ConnectionThread.shared) { await self.read(change.id) } }
                return CarryOutFailure(error.message, error.isOfValue ? .ofValue : .cancelled)
            }
            (failure, isCancelled) = (error.message, error.isCancelled)
        }
        await entry.reading.take()
        // What changes from here on is read after this.
        entry.isBusy = false
        var actual = await entry.carrier.read()
        let isDone = actual == .value(change.to)
        if let reason = failure, isDone, !isCancelled {
            let state = entry.thing.isSecret ? "as wanted" : Carriers.word(change.to)
            failure = "it is \(state), though its command failed: \(reason)"
        }
        // What was never known is not known now, though the command has succeeded.
        if failure == nil, change.from == .null, case .unknown(let reason)? = actual, !change.isRevert {
            failure = "its command succeeded, but its state is not known: \(reason)"
        }
        // It is what it was set to, as far as anybody knows.
        if failure == nil, case .unknown(let reason)? = actual { actual = .doubtful(change.to, reason) }
        var isNormalised = false
        // A unit of the type oneshot is off again when it has done its work.
        if failure == nil, entry.thing.binding.unit == nil, case .value(let value)? = actual, value != change.to {
            isNormalised = entry.thing.normalises(change.to, into: value, from: change.from)
            let states =
                entry.thing.isSecret ? "another one" : "\(Carriers.word(value)) instead of \(Carriers.word(change.to))"
            if !isNormalised { failure = "its command succeeded, but the state is " + states }
        }
        entry.reported = nil
        if !isNormalised, failure == nil, actual?.value != change.to { await report(.value(change.to), of: entry) }
        let refusal = await report(actual, failure: isCancelled ? nil : failure, isOutcome: isNormalised, of: entry)
        if failure == nil, let refusal { failure = "its command succeeded, but its state is not known: \(refusal)" }
        if actual == nil, failure == nil { entry.unreported = entry.reported == nil ? .value(change.to) : nil }
        await entry.reading.giveBack()
        // The answer does not wait for what else has to be read.
        Task(executorPreference: ConnectionThread.shared) { [events] in await events?.changed() }
        if isDone, !isCancelled { return nil }
        return failure.map { CarryOutFailure($0, isCancelled ? .cancelled : .failed) }
    }

    private func settle(_ entry: Entry, _ failure: CarryOutFailure? = nil, from value: JSON = .null) {
        guard !entry.thing.binding.isRead, entry.unreported == nil, let events else { return }
        let failed = failure?.kind == .failed ? failure.map { CarrierEvents.Failure(reason: $0.reason, value: value) } : nil
        let id = entry.thing.id
        Task(executorPreference: ConnectionThread.shared) { await events.settled(id, failed) }
    }

    private func progress(_ id: String, _ text: String) async {
        _ = try? await link.call("bind.progress", ["id": .string(id), "message": .string(text)])
    }

    private static func word(_ value: JSON) -> String {
        value == true ? "on" : value == false ? "off" : "\"\(value.displayText)\""
    }

    // MARK: - States

    /// Reads the states of all things that change by themselves.
    func readAll() {
        for (id, entry) in entries where entry.thing.binding.every != nil {
            Task(executorPreference: ConnectionThread.shared) { await self.read(id) }
        }
    }

    /// Reads the state of a thing, and reports it. While a change is being made, that one's end decides.
    ///
    /// - Returns: why it cannot be read; `nil` if it is reported.
    @discardableResult
    func read(_ id: String) async -> String? {
        guard let entry = entries[id] else { return "the panel has no \(id)" }
        guard !entry.isBusy else {
            entry.isReadMissed = true
            return nil
        }
        await entry.reading.take()
        let reading = await entry.carrier.read()
        var refusal: String?
        if entry.isBusy {
            entry.isReadMissed = true
        } else if !Task.isCancelled {
            refusal = await report(reading ?? entry.unreported, of: entry)
            if entry.reported != nil, entry.unreported != nil {
                entry.unreported = nil
                settle(entry)
            }
        }
        await entry.reading.giveBack()
        switch reading {
        case .unknown(let reason): return reason
        case nil: return Carriers.nothingReads
        default: return refusal
        }
    }

    /// Reads the state of a thing, and reports it even if it was reported before: the daemon may have lost it.
    func poll(_ id: String) async -> String? {
        entries[id]?.reported = nil
        return await read(id)
    }

    private func observe(_ thing: Thing) async {
        await entries[thing.id]?.carrier.observe { [weak self] in await self?.stateMayHaveChanged(thing.id) }
    }

    private func stateMayHaveChanged(_ id: String) async {
        guard let entry = entries[id] else { return }
        if entry.isBusy {
            entry.isReadMissed = true
            // What a unit does meanwhile.
            guard entry.thing.binding.unit != nil, case .unknown(let reason)? = await entry.carrier.read() else { return }
            await progress(id, reason)
        } else if await isWanted(entry) {
            await read(id)
        }
    }

    /// Some things are only read while a terminal shows a screen that contains them, once their state is known.
    private func isWanted(_ entry: Entry) async -> Bool {
        guard entry.thing.binding.isPolledOnlyWhileSeen, entry.reported != nil else { return true }
        return await !viewers.screens().isDisjoint(with: placement.screens(of: entry.thing))
    }

    /// - Parameters:
    ///   - failure: why a change has led to this state.
    ///   - isOutcome: whether the change that is running has led to it.
    /// - Returns: why the daemon has refused the state.
    @discardableResult
    private func report(
        _ reading: StatusReading?, failure: String? = nil, isOutcome: Bool = false, of entry: Entry
    ) async -> String? {
        guard let reading, link.connection != nil, entry.reported != reading || entry.thing.isSampled else { return nil }
        if let refusal = reading.value.flatMap(entry.thing.refusal(ofLong:)) {
            await report(.unknown(refusal), of: entry)
            return refusal
        }
        await pickerRead(reading, entry.thing, isReported: false)
        entry.reported = reading
        let id = entry.thing.id
        var params = Carriers.params(id, reading)
        if let failure, reading.value != nil { params["failed"] = .string(failure) }
        if isOutcome { params["done"] = true }
        do throws(RemoteError) {
            if try await link.call("bind.report", params) == nil { entry.reported = nil }
            await tell(reading, of: entry)
            await pickerRead(reading, entry.thing, isReported: true)
            return nil
        } catch {
            let refusal = entry.thing.reason(ofRefusal: error.message)
            do throws(RemoteError) {
                // The panel cannot hold the value, such as an element that the picker does not have.
                try await link.call("bind.report", Carriers.params(id, .unknown(refusal)))
                await tell(.unknown(refusal), of: entry)
            } catch {
                // The daemon takes no changes now, such as while the disk is full.
                entry.reported = nil
                readLater(entry)
            }
            return refusal
        }
    }

    private func pickerRead(_ reading: StatusReading, _ thing: Thing, isReported: Bool) async {
        guard case .picker = thing.kind, let state = reading.value?.stringValue, let events else { return }
        // This task may be cancelled by what it leads to.
        await Task(executorPreference: ConnectionThread.shared) { await events.pickerRead(thing, state, isReported) }.value
    }

    /// Tells why a state is unknown, once. A unit that starts or stops will be known soon.
    private func tell(_ reading: StatusReading?, of entry: Entry) async {
        let reason: String? =
            switch reading {
            case .unknown(let text), .doubtful(_, let text): entry.thing.binding.unit == nil ? text : nil
            default: nil
            }
        guard reason != entry.toldReason, let events else { return }
        entry.toldReason = reason
        let id = entry.thing.id
        await Task(executorPreference: ConnectionThread.shared) { await events.known(id, reason) }.value
    }

    private func readLater(_ entry: Entry) {
        guard !entry.isReadLater else { return }
        entry.isReadLater = true
        let id = entry.thing.id
        Task(executorPreference: ConnectionThread.shared) { [weak self] in
            try? await ConnectionThread.shared.sleep(for: .seconds(5))
            await self?.readNow(id)
        }
    }

    private func readNow(_ id: String) async {
        entries[id]?.isReadLater = false
        await read(id)
    }

    private static func params(_ id: String, _ reading: StatusReading) -> JSON.Object {
        switch reading {
        case .value(let value): ["id": .string(id), "value": value]
        case .doubtful(let value, let reason): ["id": .string(id), "value": value, "stale": .string(reason)]
        case .failed(let value, let reason): ["id": .string(id), "value": value, "failed": .string(reason)]
        case .unknown(let reason): ["id": .string(id), "stale": .string(reason)]
        }
    }
}
