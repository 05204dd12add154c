import FasciaDocument
import FasciaProcess

/// Carries out changes by the commands of a panel file.
struct CommandCarrier: Carrier {
    let thing: Thing
    let runner: CommandRunner

    var isPushed: Bool { false }

    func carryOut(_ change: ThingChange, progress: @Sendable (String) async -> Void) async throws(Refusal) {
        guard let command = try thing.command(for: change) else { return }
        try await runner.change(command, lock: thing.binding.lock)
    }

    func read() async -> StatusReading? {
        do throws(Refusal) {
            // Nothing has been changed that could be read.
            guard !runner.isDry, let command = try thing.statusCommand() else { return nil }
            return thing.reading(await runner.read(command))
        } catch {
            return .unknown(error.message)
        }
    }

    /// A command is only asked.
    func observe(_ report: @Sendable (StatusReading) async -> Void) {}
}
