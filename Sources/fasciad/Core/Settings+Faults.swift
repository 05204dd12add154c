import Glibc

extension Settings {
    /// That of a debug build obeys `FASCIA_SMALL`, so that a test comes to its limits without much ado:
    /// `FASCIA_SMALL=tail=65536,history=50,snapshot=100` are the bytes of the journal's tail, the events that are kept
    /// in memory, and the records from one snapshot to the next. A build for use knows nothing of this.
    mutating func obeyEnvironment() {
        #if DEBUG
            let text = getenv("FASCIA_SMALL").map { String(cString: $0) } ?? ""
            for assignment in text.split(separator: ",") {
                let parts = assignment.split(separator: "=")
                guard parts.count == 2, let number = Int(parts[1]) else { continue }
                switch parts[0] {
                case "tail": tailBytes = number
                case "history": historyEvents = number
                case "snapshot": snapshotRecords = number
                default: continue
                }
            }
        #endif
    }
}
