import FasciaModel
import FasciaWire

/// The records that stand under one header of the tail, for whoever reads them. They are where the header's payload is, and
/// last no longer.
struct TailRecords {
    let header: RecordHeader
    let contents: Contents

    enum Contents {
        /// Each with the panel's revision after it.
        case packed([(record: PackedRecord, revision: Int)])
        /// JSON text, with a comma between them: what versions before 4 wrote, and what stands in a file of its own.
        case text([UInt8])
    }

    /// - Parameters:
    ///   - payload: what stands behind the header.
    ///   - path: whose header it is, for the message.
    ///   - large: reads the file of a record that has one.
    /// - Throws: `damaged` where these are no records, although their checksum is right; what `large` throws.
    init(
        _ header: RecordHeader, _ payload: UnsafeRawBufferPointer, at path: String, large: () throws(StoreError) -> [UInt8]
    ) throws(StoreError) {
        self.header = header
        switch header.kind {
        case .large: contents = .text(try large())
        case .text: contents = .text(Array(payload))
        case .filler: contents = .text([])
        case .records:
            guard let records = Self.records(in: payload, revision: header.revision) else {
                throw StoreError(.damaged, "records \(header.sequence) to \(header.next - 1) in \(path) are not whole")
            }
            contents = .packed(records)
        }
    }

    /// JSON, with a comma between them.
    var text: [UInt8] {
        switch contents {
        case .text(let text): return text
        case .packed(let records):
            var writer = JSONWriter(capacity: 2 * header.length)
            for (index, (record, revision)) in records.enumerated() {
                if index > 0 { writer.raw(",") }
                record.write(to: &writer, revision: revision)
            }
            return writer.bytes
        }
    }

    /// Only the last revision is known, and which records have made one.
    private static func records(
        in payload: UnsafeRawBufferPointer, revision last: Int
    ) -> [(record: PackedRecord, revision: Int)]? {
        var (records, offset) = ([(record: PackedRecord, revision: Int)](), 0)
        var revision = 0
        while offset < payload.count {
            guard let record = PackedRecord(UnsafeRawBufferPointer(rebasing: payload[offset...])) else { return nil }
            if record.count > 0 { revision += 1 }
            records.append((record, revision))
            offset += record.length
        }
        for index in records.indices { records[index].revision += last - revision }
        return records
    }
}
