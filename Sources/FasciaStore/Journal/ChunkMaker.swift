import FasciaWire

/// Makes rows of the database from groups of records of the tail.
struct ChunkMaker {
    private var chunks: [JournalDatabase.Chunk] = []
    private var changes = JSONWriter()
    /// Of all that was added: records, and records with what they have changed.
    private(set) var recordBytes = 0
    private(set) var bytes = 0

    /// Bytes of a row's records, about, and of what they have changed.
    private static let rowBytes = 65_536
    private static let changesBytes = 262_144

    /// Adds a group of records.
    ///
    /// - Parameter revision: the panel's before the first of them.
    mutating func add(_ records: TailRecords, after revision: Int, _ annotator: inout Annotator) {
        let (header, text) = (records.header, records.text)
        let goesOn = (chunks.last.map { $0.records.count + text.count < Self.rowBytes } ?? false)
            && changes.bytes.count < Self.changesBytes
        if goesOn {
            chunks[chunks.count - 1].records.append(UInt8(ascii: ","))
            chunks[chunks.count - 1].records += text
            changes.raw(",")
        } else {
            endRow()
            chunks.append(
                .init(
                    first: header.sequence, last: header.sequence, firstRevision: revision + 1,
                    lastRevision: header.revision, time: 0, records: [UInt8(ascii: "[")] + text))
            changes.raw("[")
        }
        let length = changes.bytes.count
        annotator.write(records, into: &changes)
        chunks[chunks.count - 1].last = header.next - 1
        chunks[chunks.count - 1].lastRevision = header.revision
        recordBytes += text.count
        bytes += text.count + changes.bytes.count - length
    }

    /// The rows.
    mutating func finish(at now: Timestamp) -> [JournalDatabase.Chunk] {
        endRow()
        for index in chunks.indices { chunks[index].time = now.milliseconds }
        return chunks
    }

    private mutating func endRow() {
        guard let last = chunks.indices.last else { return }
        chunks[last].records.append(UInt8(ascii: "]"))
        changes.raw("]")
        chunks[last].changes = changes.bytes
        changes = JSONWriter()
    }
}
