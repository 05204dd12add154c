import FasciaDocument
import FasciaProcess
import FasciaUnits

/// Switches a unit of systemd, and passes on its state as it changes.
struct UnitCarrier: Carrier {
    let thing: Thing
    let unit: ThingBinding.Unit
    let runner: CommandRunner

    private var manager: UnitManager { unit.isOfUser ? .user : .system }

    func carryOut(_ change: ThingChange, progress: @escaping @Sendable (String) async -> Void) async throws(CommandRefusal) {
        let isOn = change.to == true
        if runner.isDry { return runner.print(CommandRunner.text(UnitCarrier.command(unit, to: isOn))) }
        if change.isRevert, let command = try thing.command(for: change), thing.binding.revertRun != nil {
            try await runner.change(command, cause: change.cause, lock: thing.lock(of: change, progress))
            return await manager.refresh(unit.name)
        }
        let lock = thing.lock(of: change, progress)
        let failure = try await runner.locks.run(
            lock.name, for: lock.owner, until: lock.deadline, cancellation: lock.cancellation, waits: lock.waits
        ) { () async -> UnitFailure? in
            do throws(UnitFailure) {
                try await manager.change(
                    unit.name, to: isOn, enables: unit.enables, timeLimit: thing.binding.timeout, settle: thing.binding.settle,
                    cancellation: change.cancellation.job, progress: progress)
                return nil
            } catch {
                return error
            }
        }
        if failure == .cancelled { throw .cancelled }
        if let failure { throw CommandRefusal(message: failure.message) }
    }

    func read() async -> StatusReading? {
        runner.isDry ? nil : await UnitCarrier.read(unit)
    }

    /// The state of a unit now, and of whether it starts with the machine, where the switch is for both.
    static func read(_ unit: ThingBinding.Unit) async -> StatusReading {
        let manager: UnitManager = unit.isOfUser ? .user : .system
        let state = reading(await manager.reading(of: unit.name), of: unit)
        guard unit.enables, let isEnabled = await manager.isEnabled(unit.name) else { return state }
        return agreed(state, isEnabled: isEnabled, of: unit)
    }

    /// The state of a switch that also enables its unit: neither on nor off where both do not agree.
    static func agreed(_ state: StatusReading, isEnabled: Bool, of unit: ThingBinding.Unit) -> StatusReading {
        guard let isOn = state.value?.boolValue, isOn != isEnabled else { return state }
        let name = UnitName.full(unit.name)
        let both =
            isOn
            ? "\(name) runs, but is disabled: it does not start with the machine"
            : "\(name) does not run, but is enabled: it starts with the machine"
        if case .failed(_, let reason) = state { return .doubtful(.bool(isOn), "\(reason); \(both)") }
        return .doubtful(.bool(isOn), both)
    }

    func observe(_ read: @Sendable () async -> Void) async {
        guard !runner.isDry else { return }
        for await _ in await manager.states(of: unit.name) { await read() }
    }

    /// The state of a switch: neither on nor off is unknown.
    static func reading(_ reading: UnitReading, of unit: ThingBinding.Unit) -> StatusReading {
        let name = UnitName.full(unit.name)
        switch reading {
        case .unknown(let reason): return .unknown(reason)
        case .state(let state):
            guard state.exists || state.active != "inactive" else { return .failed(false, "there is no unit \(name)") }
            var failure = state.failure.map { "\(name): \($0)" }
            if state.isMasked, state.isOn == false { failure = failure ?? "\(name) is masked" }
            guard let isOn = state.isOn else {
                let transition = "\(name) is \(state.transition ?? state.active)"
                return .unknown(state.failure.map { "\(transition): \($0)" } ?? transition)
            }
            return failure.map { .failed(.bool(isOn), $0) } ?? .value(.bool(isOn))
        }
    }

    /// The command that does the same.
    static func command(_ unit: ThingBinding.Unit, to isOn: Bool) -> ProcessCommand {
        let verb = unit.enables ? [isOn ? "enable" : "disable", "--now"] : [isOn ? "start" : "stop"]
        return ProcessCommand(["systemctl"] + (unit.isOfUser ? ["--user"] : []) + verb + [UnitName.full(unit.name)])
    }
}
