import FasciaModel
import FasciaServer
import Glibc

extension Settings {
    /// Called with `FASCIA_TESTING` only: `FASCIA_SMALL=backlog=65536,history=50,snapshot=100,checkpoint=65536` sets the bytes of changes that
    /// may wait for the disk, the events kept in memory, the rows between two snapshots, and the bytes of the
    /// write-ahead log between two checkpoints. The other names are limits of the panel.
    ///
    /// - Throws: `usage` for an unknown name or a malformed value.
    mutating func applyEnvironment() throws(StartupError) {
        // In milliseconds. With a long interval, a test can rely on a change not being shown yet.
        if let interval = getenv("FASCIA_FRAME_INTERVAL").flatMap({ Int(String(cString: $0)) }) {
            frameInterval = .milliseconds(interval)
        }
        // In milliseconds. With a long interval, a client of a test need not answer.
        if let interval = getenv("FASCIA_PING_INTERVAL").flatMap({ Int(String(cString: $0)) }) {
            pingInterval = .milliseconds(interval)
        }
        // In milliseconds. With a long slice, all that follows a request is sent before the reply to the next one.
        if let slice = getenv("FASCIA_SLICE").flatMap({ Int(String(cString: $0)) }) {
            self.slice = .milliseconds(slice)
        }
        if let pause = getenv("FASCIA_ATTENTION_PAUSE").flatMap({ Int(String(cString: $0)) }) {
            attentionPause = .milliseconds(pause)
        }
        // In milliseconds. A client of a test may not read for as long as a busy machine takes.
        if let limit = getenv("FASCIA_STALL_LIMIT").flatMap({ Int(String(cString: $0)) }) {
            stallLimit = .milliseconds(limit)
        }
        guard let text = getenv("FASCIA_SMALL").map({ String(cString: $0) }) else { return }
        do throws(Refusal) {
            let small = try SmallLimits.parse(text, of: Self.smallNames)
            backlogBytes = small["backlog"] ?? backlogBytes
            historyEvents = small["history"] ?? historyEvents
            snapshotRows = small["snapshot"] ?? snapshotRows
            checkpointBytes = small["checkpoint"] ?? checkpointBytes
            panel.depth = small["depth"] ?? panel.depth
            panel.groups = small["groups"] ?? panel.groups
            panel.screens = small["screens"] ?? panel.screens
            panel.values = small["values"] ?? panel.values
            panel.valueBytes = small["valueBytes"] ?? panel.valueBytes
        } catch {
            throw StartupError(.usage, error.message)
        }
    }

    private static let smallNames = [
        "backlog", "history", "snapshot", "checkpoint", "depth", "groups", "screens", "values", "valueBytes",
    ]
}
