import FasciaAgent
import FasciaClient
import FasciaDocument

/// What rows of a list need that other programs carry out.
struct HeldRows {
    /// One for each of those programs.
    private(set) var holdings: [Holding] = []
    /// Why the first of the rows cannot be shown; `nil` if all can.
    private(set) var message: String?

    var isEmpty: Bool { message == nil }

    /// Whether another program has claimed one of the things of a row. If so, who has it is kept. It asks with a dry run.
    mutating func isHeld(_ ids: [String], _ link: DaemonLink) async -> Bool {
        do throws(RemoteError) {
            _ = try await link.call("bind.claim", ["ids": .array(ids.map { .string($0) }), "dryRun": true])
            return false
        } catch {
            guard let holding = Holding(error) else { return false }
            message = message ?? error.message
            if !holdings.contains(where: { $0.topics == holding.topics }) { holdings.append(holding) }
            return true
        }
    }
}
