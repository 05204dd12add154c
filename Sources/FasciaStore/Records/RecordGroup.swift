import FasciaModel
import FasciaWire

/// Records that happened between two looks at the clients: nobody is told of any of them before all are in the tail, so
/// that they go there in one piece, under one checksum.
struct RecordGroup {
    /// The records, packed, one behind the other.
    var writer = JSONWriter(capacity: 4_096)
    private(set) var count = 0
    /// The panel's after the last of them.
    private(set) var revision = 0
    private var start = 0
    private var revisionBefore = 0

    var length: Int { writer.bytes.count }

    /// Whether a record of this revision goes on from the last one: they do not say theirs themselves.
    ///
    /// - Parameter isNew: whether it has made the revision.
    func goesOn(with revision: Int, isNew: Bool) -> Bool {
        count == 0 || revision == self.revision + (isNew ? 1 : 0)
    }

    /// A record begins here.
    ///
    /// - Parameter revision: the panel's after it.
    mutating func begin(_ revision: Int) {
        (revisionBefore, self.revision, start) = (self.revision, revision, writer.bytes.count)
    }

    /// Adds members to the record that has begun.
    mutating func extend(_ members: (inout JSONWriter) -> Void) { writer.extendRecord(start, members) }

    /// - Returns: how long the record is that was written.
    mutating func end() -> Int {
        count += 1
        return writer.bytes.count - start
    }

    /// Takes away what was written last.
    ///
    /// - Returns: its text.
    mutating func takeLast() -> [UInt8] {
        var text = JSONWriter()
        writer.bytes.withUnsafeBytes { bytes in
            PackedRecord(UnsafeRawBufferPointer(rebasing: bytes[start...]))?.write(to: &text, revision: revision)
        }
        count -= 1
        revision = revisionBefore
        writer.bytes.removeSubrange(start...)
        return text.bytes
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
