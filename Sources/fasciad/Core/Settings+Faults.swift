import FasciaModel
import Glibc

extension Settings {
    /// That of a debug build obeys `FASCIA_SMALL`: `FASCIA_SMALL=tail=65536,history=50,snapshot=100` are the bytes of the
    /// journal's tail, the events that are kept in memory, and the records from one snapshot to the next; `sync=1000` lets
    /// the loop bring to the disk itself what takes no more microseconds.
    ///
    /// - Throws: `usage` for what is not understood.
    mutating func obeyEnvironment() throws(StartupError) {
        #if DEBUG
            guard let text = getenv("FASCIA_SMALL").map({ String(cString: $0) }) else { return }
            do throws(Refusal) {
                let small = try SmallLimits.parse(text, of: ["tail", "history", "snapshot", "sync"])
                tailBytes = small["tail"] ?? tailBytes
                historyEvents = small["history"] ?? historyEvents
                snapshotRecords = small["snapshot"] ?? snapshotRecords
                quickSync = small["sync"].map { .microseconds($0) } ?? quickSync
            } catch {
                throw StartupError(.usage, error.message)
            }
        #endif
    }
}
