import FasciaClient
import FasciaDocument
import FasciaProcess

/// Carries out changes by the commands of a panel file.
struct CommandCarrier: Carrier {
    let thing: Thing
    let runner: CommandRunner

    func carryOut(_ change: ThingChange, progress: @escaping @Sendable (String) async -> Void) async throws(CommandRefusal) {
        guard let command = try thing.command(for: change) else { return }
        try await runner.change(
            command, cause: change.cause, lock: thing.lock(of: change, progress), isSecret: thing.isSecret)
        if let settle = thing.binding.settle { try? await ConnectionThread.shared.sleep(for: settle) }
    }

    func setChanging(_ isChanging: Bool) async { await runner.queue.setChanging(thing.id, isChanging) }

    func read() async -> StatusReading? {
        do throws(CommandRefusal) {
            // Nothing has been changed that could be read.
            guard !runner.isDry, let command = try thing.statusCommand() else { return nil }
            return thing.reading(await runner.read(command, for: thing.id))
        } catch {
            return .unknown(error.message)
        }
    }

    func observe(_ read: @Sendable () async -> Void) async {
        await read()
        guard let every = thing.binding.every else { return }
        while (try? await ConnectionThread.shared.sleep(for: every.jittered)) != nil { await read() }
    }
}
