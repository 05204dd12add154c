/// What stands before the records of the tail that were written together: 40 bytes, little-endian.
struct RecordHeader: Hashable, Sendable {
    enum Kind: UInt32, Sendable {
        /// Records, as JSON, with a comma between them: what versions before 4 wrote.
        case text = 1
        /// One record in a file of its own: its length and its checksum.
        case large = 2
        /// Nothing up to the end of the ring: the next record begins at the beginning.
        case filler = 3
        /// Records, packed.
        case records = 4
    }

    static let size = 40

    /// How many bytes were appended before it since the tail was made: tells it from what stood here before.
    var position: UInt64
    /// The number of the first record: without holes, and never used again.
    var sequence: UInt64
    /// The revision of the panel after the last of them.
    var revision: Int
    var kind: Kind
    /// How many records; 0 for a filler.
    var count: Int
    /// Bytes behind the header, without those that fill it up to eight.
    var length: Int

    /// How many bytes it takes with all that belongs to it.
    var total: Int { Self.size + RecordHeader.padded(length) }

    static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

    /// The number of the record after them.
    var next: UInt64 { sequence + UInt64(count) }

    /// More records than this do not stand together.
    static let mostRecords = 0xFF_FFFF

    init(position: UInt64, sequence: UInt64, revision: Int, kind: Kind, count: Int, length: Int) {
        self.position = position
        self.sequence = sequence
        self.revision = revision
        self.kind = kind
        self.count = count
        self.length = length
    }

    /// - Returns: nil for what cannot be one. Whether it is one, its checksum says.
    init?(at start: UnsafeRawPointer) {
        let word = UInt32(littleEndian: start.load(fromByteOffset: 32, as: UInt32.self))
        guard let kind = Kind(rawValue: word & 0xFF) else { return nil }
        position = UInt64(littleEndian: start.load(fromByteOffset: 8, as: UInt64.self))
        sequence = UInt64(littleEndian: start.load(fromByteOffset: 16, as: UInt64.self))
        revision = Int(truncatingIfNeeded: UInt64(littleEndian: start.load(fromByteOffset: 24, as: UInt64.self)))
        self.kind = kind
        // Version 1 wrote nothing there, and each record by itself.
        count = kind == .filler ? 0 : max(1, Int(word >> 8))
        length = Int(UInt32(littleEndian: start.load(fromByteOffset: 36, as: UInt32.self)))
    }

    /// Writes it, its checksum last. What it stands before is there already, or is about to be written in one go with it.
    func store(at start: UnsafeMutableRawPointer, before payload: UnsafeRawBufferPointer) {
        start.storeBytes(of: position.littleEndian, toByteOffset: 8, as: UInt64.self)
        start.storeBytes(of: sequence.littleEndian, toByteOffset: 16, as: UInt64.self)
        start.storeBytes(of: UInt64(bitPattern: Int64(revision)).littleEndian, toByteOffset: 24, as: UInt64.self)
        start.storeBytes(of: (kind.rawValue | UInt32(count) << 8).littleEndian, toByteOffset: 32, as: UInt32.self)
        start.storeBytes(of: UInt32(length).littleEndian, toByteOffset: 36, as: UInt32.self)
        start.storeBytes(of: checksum(at: start, before: payload).littleEndian, as: UInt64.self)
    }

    /// Whether what stands there is what was written.
    func isWhole(at start: UnsafeRawPointer) -> Bool {
        let payload = UnsafeRawBufferPointer(start: start + RecordHeader.size, count: kind == .filler ? 0 : length)
        let sum = UInt64(littleEndian: start.load(as: UInt64.self))
        return sum == checksum(at: start, before: payload) || sum == oldChecksum(at: start, length: payload.count)
    }

    /// Of the header without the checksum, and what is behind it; a filler has nothing there.
    private func checksum(at start: UnsafeRawPointer, before payload: UnsafeRawBufferPointer) -> UInt64 {
        Checksum.inLanes(UnsafeRawBufferPointer(start: start + 8, count: RecordHeader.size - 8), payload)
    }

    /// What versions 1 and 2 wrote.
    private func oldChecksum(at start: UnsafeRawPointer, length: Int) -> UInt64 {
        Checksum.of(UnsafeRawBufferPointer(start: start + 8, count: RecordHeader.size - 8 + length))
    }
}
