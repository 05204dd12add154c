/// Finds the records that a tail holds after whatever happened, by what they are, not by where somebody wrote that
/// they begin: the whole ring is looked through.
struct TailScan {
    /// Whole groups of records without a hole between them, from the one that was asked for on.
    private(set) var records: [RecordHeader] = []
    /// Behind the last of them.
    private(set) var end: UInt64
    /// The number of the last record that is whole, in or behind these.
    private(set) var lastSequence: UInt64 = 0
    private var all: [RecordHeader] = []
    private let first: UInt64

    /// - Parameter first: the number of the first record that is wanted.
    init(_ memory: TailMemory, from first: UInt64) {
        self.first = first
        end = 0
        var offset = 0
        while offset + RecordHeader.size <= memory.capacity {
            guard let header = RecordHeader(at: memory.ring + offset), header.position % UInt64(memory.capacity) == offset,
                header.length <= memory.capacity - offset - RecordHeader.size, header.isWhole(at: memory.ring + offset)
            else {
                offset += 8
                continue
            }
            all.append(header)
            // A filler is there up to the end, and under it is what it has not written over.
            offset += header.kind == .filler ? RecordHeader.size : header.total
        }
        all.sort { $0.position < $1.position }
        end = all.last.map { $0.position + UInt64($0.total) } ?? 0
        lastSequence = all.last { $0.kind != .filler }.map { $0.next - 1 } ?? 0
        // Of several with this number the one that was written last.
        guard let start = all.lastIndex(where: { $0.sequence <= first && first < $0.next }) else { return }
        var position = all[start].position
        end = position
        var next = all[start].sequence
        for header in all[start...] {
            if memory.rest(position) < RecordHeader.size { position += UInt64(memory.rest(position)) }
            guard header.position == position else { break }
            position += UInt64(header.kind == .filler ? memory.rest(position) : header.total)
            if header.kind != .filler {
                guard header.sequence == next else { break }
                next = header.next
                records.append(header)
                end = position
            }
        }
    }

    /// Leaves out what cannot be used, with all that comes after it.
    mutating func cut(at index: Int) {
        end = records[index].position
        records.removeSubrange(index...)
    }

    /// Makes what was not taken unreadable, so that it is never taken for a part of what comes next.
    func forgetRest(in memory: TailMemory) {
        let taken = Set(records.map(\.position))
        for header in all where header.next > first && header.kind != .filler && !taken.contains(header.position) {
            memory.pointer(header.position).storeBytes(of: 0, as: UInt64.self)
        }
    }
}
