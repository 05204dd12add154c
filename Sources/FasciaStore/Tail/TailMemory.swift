import Glibc

/// The tail's file as memory.
///
/// What is written there is in the kernel's hands at once, and so survives the end of the process, however that ends.
struct TailMemory: @unchecked Sendable {
    // @unchecked: the event loop alone writes, and only behind what it has said to be written and not yet given back;
    // other threads read only what is between these. Both places are handed over under a lock.

    /// Where the ring begins.
    let ring: UnsafeMutableRawPointer
    /// Bytes of the ring, a multiple of 4096.
    let capacity: Int

    /// Where a position is in the ring.
    func pointer(_ position: UInt64) -> UnsafeMutableRawPointer { ring + Int(position % UInt64(capacity)) }

    /// How many bytes there are from a position to the end of the ring.
    func rest(_ position: UInt64) -> Int { capacity - Int(position % UInt64(capacity)) }

    /// The record that was written at a position, past the end of the ring where there was no room for it.
    func header(at position: UInt64) -> RecordHeader? {
        var position = position
        if rest(position) < RecordHeader.size { position += UInt64(rest(position)) }
        guard let header = RecordHeader(at: pointer(position)), header.position == position else { return nil }
        guard header.kind == .filler else { return header }
        let next = position + UInt64(rest(position))
        guard let header = RecordHeader(at: pointer(next)), header.position == next else { return nil }
        return header
    }

    /// What stands behind a record's header.
    func payload(of header: RecordHeader) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer(header.position) + RecordHeader.size, count: header.length)
    }
}
