import Glibc

/// How far a journal has come.
public struct Place: Hashable, Sendable {
    /// Bytes that the tail was given.
    var position: UInt64 = 0
    /// The number of the next record.
    public var sequence: UInt64 = 1
    /// The panel's revision.
    public var revision = 0
}

/// The end of the journal that is not yet in the database: a ring in memory that is a file's. Belongs to the loop.
struct Tail {
    let memory: TailMemory
    /// The file behind the memory; `nil` where there is none.
    private let descriptor: Int32?
    /// Behind the last record.
    private(set) var head: Place { didSet { room = roomNow } }
    /// What stands before it is in the database, and may be written over.
    var released: UInt64 { didSet { room = roomNow } }
    /// For so many bytes of records there is room wherever the ring ends, even if they stand under two headers.
    private(set) var room = 0

    init(memory: TailMemory, descriptor: Int32? = nil, head: Place, released: UInt64) {
        self.memory = memory
        self.descriptor = descriptor
        self.head = head
        self.released = released
        longest = memory.capacity / 8
        room = roomNow
    }

    /// The end of the ring is never further than what has no room before it is long.
    private var roomNow: Int { (memory.capacity - used) / 2 - 2 * (RecordHeader.size + 7) }

    /// From this length on records are written by way of the file: that takes as long as to write to the memory of a page
    /// for the first time since its last sync, which the kernel notices by a page fault.
    static let longestCopied = 2_048

    /// Bytes that are not in the database yet.
    var used: Int { Int(head.position - released) }

    /// Records longer than this stand in files of their own, so that the ring always has room for several.
    let longest: Int

    /// Whether there is room for so many bytes of records behind so many that are about to be written, wherever the ring
    /// ends.
    func fits(_ length: Int, behind open: Int = 0) -> Bool {
        // The usual case.
        length + open <= room || fitsExactly(length, behind: open)
    }

    private func fitsExactly(_ length: Int, behind open: Int) -> Bool {
        var total = RecordHeader.size + RecordHeader.padded(length)
        if open > 0 { total += RecordHeader.size + RecordHeader.padded(open) }
        let rest = memory.rest(head.position)
        return total + (rest < total ? rest : 0) <= memory.capacity - used
    }

    /// Appends records for which there is room.
    ///
    /// - Parameter revision: the panel's after the last of them.
    mutating func append(
        _ payload: UnsafeRawBufferPointer, kind: RecordHeader.Kind = .records, count: Int = 1, revision: Int
    ) {
        precondition(fits(payload.count), "asked for before")
        var header = RecordHeader(
            position: head.position, sequence: head.sequence, revision: revision, kind: kind, count: count,
            length: payload.count)
        let rest = memory.rest(head.position)
        if rest < header.total {
            if rest >= RecordHeader.size {
                RecordHeader(
                    position: head.position, sequence: head.sequence, revision: head.revision, kind: .filler, count: 0,
                    length: rest - RecordHeader.size
                ).store(at: memory.pointer(head.position), before: UnsafeRawBufferPointer(start: nil, count: 0))
            }
            header.position += UInt64(rest)
        }
        if payload.count < Self.longestCopied || !writeToFile(header, payload) {
            let start = memory.pointer(header.position)
            (start + RecordHeader.size).copyMemory(from: payload.baseAddress ?? UnsafeRawPointer(start), byteCount: payload.count)
            header.store(at: start, before: payload)
        }
        head = Place(position: header.position + UInt64(header.total), sequence: header.next, revision: revision)
    }

    /// - Returns: whether all of it is there.
    private func writeToFile(_ header: RecordHeader, _ payload: UnsafeRawBufferPointer) -> Bool {
        guard let descriptor else { return false }
        let count = RecordHeader.size + payload.count
        return withUnsafeTemporaryAllocation(byteCount: RecordHeader.size, alignment: 8) { room in
            guard let start = room.baseAddress else { return false }
            header.store(at: start, before: payload)
            var parts = [
                iovec(iov_base: start, iov_len: RecordHeader.size),
                iovec(iov_base: UnsafeMutableRawPointer(mutating: payload.baseAddress), iov_len: payload.count),
            ]
            return pwritev(descriptor, &parts, 2, off_t(TailFile.page + memory.offset(header.position))) == count
        }
    }
}
