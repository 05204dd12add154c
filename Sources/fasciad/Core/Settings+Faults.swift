import Glibc

extension Settings {
    /// That of a debug build obeys `FASCIA_SMALL`, so that a test comes to its limits without much ado:
    /// `FASCIA_SMALL=tail=65536,history=50,snapshot=100` are the bytes of the journal's tail, the events that are kept
    /// in memory, and the records from one snapshot to the next; `sync=1000` lets the loop bring to the disk itself what
    /// takes no more microseconds. A build for use knows nothing of this.
    ///
    /// - Throws: `usage` for what is not understood: a test would think that it has come to its limits, and has not.
    mutating func obeyEnvironment() throws(StartupError) {
        #if DEBUG
            guard let text = getenv("FASCIA_SMALL").map({ String(cString: $0) }) else { return }
            for assignment in text.split(separator: ",") {
                let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
                let number = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
                switch parts[0] {
                case "tail" where number > 0: tailBytes = number
                case "history" where number > 0: historyEvents = number
                case "snapshot" where number > 0: snapshotRecords = number
                case "sync" where number > 0: quickSync = .microseconds(number)
                default:
                    throw StartupError(
                        .usage,
                        "FASCIA_SMALL has \"\(assignment)\": it takes tail=, history=, snapshot= and sync= with numbers "
                            + "above 0, and a comma between them")
                }
            }
        #endif
    }
}
