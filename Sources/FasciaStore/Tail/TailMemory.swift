import Glibc

/// The tail's file as memory, which lasts as long as anybody has this.
///
/// What is written there is in the kernel's hands at once, and so survives the end of the process, however that ends.
final class TailMemory: @unchecked Sendable {
    // @unchecked: everything here is constant but the bytes of the ring. Of these the event loop alone writes, here or by
    // way of the file, and only behind what it has said to be written and not yet given back; other threads read only what
    // is between these, and a syncer that has failed writes some of that again as it is. Both places are handed over under
    // a lock.

    /// Where the ring begins.
    let ring: UnsafeMutableRawPointer
    /// Bytes of the ring, a multiple of 4096.
    let capacity: Int

    /// The whole file, where it is one; else the ring alone was allocated.
    private let mapped: UnsafeMutableRawBufferPointer?

    /// A whole file that is mapped, which is unmapped in the end.
    init(mapped start: UnsafeMutableRawPointer, count: Int) {
        mapped = UnsafeMutableRawBufferPointer(start: start, count: count)
        ring = start + TailFile.page
        capacity = count - TailFile.page
    }

    /// A copy of a ring.
    init(copying bytes: UnsafeRawBufferPointer) {
        mapped = nil
        ring = .allocate(byteCount: bytes.count, alignment: 8)
        capacity = bytes.count
        UnsafeMutableRawBufferPointer(start: ring, count: capacity).copyMemory(from: bytes)
    }

    deinit {
        if let mapped { munmap(mapped.baseAddress, mapped.count) } else { ring.deallocate() }
    }

    /// Where a position is in the ring.
    func pointer(_ position: UInt64) -> UnsafeMutableRawPointer { ring + offset(position) }

    /// How many bytes of the ring stand before it.
    func offset(_ position: UInt64) -> Int { Int(position % UInt64(capacity)) }

    /// How many bytes there are from a position to the end of the ring.
    func rest(_ position: UInt64) -> Int { capacity - offset(position) }

    /// Has the pages at hand that are written to next. Those that a sync has written to the disk are not: who writes there
    /// first waits for the kernel (a page fault, in which a file system does much more than a copy).
    ///
    /// - Parameter position: behind all that was written.
    func prepare(from position: UInt64) {
        guard mapped != nil else { return }
        let page = offset(position) / TailFile.page * TailFile.page
        let count = min(capacity - page, (offset(position) - page + Self.soon + TailFile.page - 1) / TailFile.page * TailFile.page)
        // What cannot do it (before Linux 5.14) leaves it to who writes. No byte is changed.
        _ = madvise(ring + page, count, MADV_POPULATE_WRITE)
    }

    /// What one change mostly comes to.
    private static let soon = 512

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

    /// What stands behind a record's header, for as long as somebody has this.
    func payload(of header: RecordHeader) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer(header.position) + RecordHeader.size, count: header.length)
    }
}
