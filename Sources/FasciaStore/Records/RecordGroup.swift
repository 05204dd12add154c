import FasciaWire

/// Records that happened between two looks at the clients: nobody is told of any of them before all are in the tail, so
/// that they go there in one piece, under one checksum.
struct RecordGroup {
    /// The records, with a comma between them.
    var writer = JSONWriter(capacity: 4_096)
    private(set) var count = 0
    /// The panel's after the last of them.
    private(set) var revision = 0
    private var start = 0
    private var revisionBefore = 0

    var length: Int { writer.bytes.count }

    mutating func begin(_ revision: Int) {
        if count > 0 { writer.bytes.append(UInt8(ascii: ",")) }
        start = writer.bytes.count
        revisionBefore = self.revision
        self.revision = revision
    }

    /// - Returns: how long the record is that was begun.
    mutating func end() -> Int {
        writer.bytes.append(UInt8(ascii: "}"))
        count += 1
        return writer.bytes.count - start
    }

    /// Takes away what was written last.
    mutating func takeLast() -> [UInt8] {
        let record = Array(writer.bytes[start...])
        count -= 1
        revision = revisionBefore
        writer.bytes.removeSubrange((count == 0 ? 0 : start - 1)...)
        return record
    }

    /// Takes them all out.
    mutating func take() -> [UInt8] {
        count = 0
        return writer.takeBytes()
    }

    /// - Parameter room: what was taken out, and is not needed any more.
    mutating func reuse(_ room: consuming [UInt8]) {
        room.removeAll(keepingCapacity: room.capacity <= 1 << 20)
        writer.bytes = room
    }
}
