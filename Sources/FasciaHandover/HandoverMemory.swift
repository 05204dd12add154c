import CLinux
import Glibc

/// Memory of a file without a name. Whoever has its descriptor (the service manager keeps it) has what is in it when
/// the process that wrote it has ended, however it did.
///
/// Everything that a process does between two commits counts at once, with one number that is written last: either all
/// connections stand after it or all before.
public final class HandoverMemory {
    public let descriptor: Int32
    let header: Words
    let geometry: Geometry
    private let mapping: Mapping
    private var slots: [Int: HandoverSlot] = [:]
    private var free: [Int] = []
    private var highest = 0
    /// Which copy of `shared` was written last.
    private var copy = 1

    /// The most numbers that all connections can share.
    public static let mostShared = Geometry.Header.sharedWords - 2

    /// The longest line that a connection has room for.
    public var longestLine: Int { geometry.longestLine }
    /// The longest for which there is room in new memory.
    public static var longestLine: Int { Geometry.original.longestLine }
    /// The most marks of one connection.
    public var mostMarks: Int { geometry.marks }

    /// New, and empty.
    public convenience init() throws(HandoverError) { try self.init(.ofProcess) }

    convenience init(_ geometry: Geometry) throws(HandoverError) {
        let flags: UInt32 = 1  // MFD_CLOEXEC
        let descriptor = memfd_create("fascia-handover", flags)
        guard descriptor >= 0 else { throw .system("memfd_create") }
        guard ftruncate(descriptor, off_t(geometry.bytes)) == 0 else {
            let error = HandoverError.system("ftruncate")
            Glibc.close(descriptor)
            throw error
        }
        try self.init(mapping: descriptor) { (_, _) throws(HandoverError) in geometry }
        geometry.write(to: header)
    }

    /// What an earlier process has left.
    ///
    /// - Parameter slots: those whose connections are there; the others come to nothing.
    /// - Throws: `foreign` where this version cannot read it. The descriptor stays the caller's then.
    public convenience init(of descriptor: Int32, slots: [Int]) throws(HandoverError) {
        try self.init(mapping: descriptor) { (header, length) throws(HandoverError) in
            try Geometry(header, length: length)
        }
        let copies = [words(0)[0], words(1)[0]]
        let counting = copies.indices.filter { (1...max(1, committed)).contains(copies[$0]) }
        copy = counting.max { copies[$0] < copies[$1] } ?? 1
        hasShared = !counting.isEmpty
        for index in Set(slots) where (0..<geometry.slots).contains(index) {
            self.slots[index] = try HandoverSlot(index, descriptor, geometry, committed: committed)
        }
        highest = geometry.slots
        free = (0..<geometry.slots).filter { self.slots[$0] == nil }.reversed()
    }

    private init(
        mapping descriptor: Int32, _ geometry: (_ header: Words, _ length: Int) throws(HandoverError) -> Geometry
    ) throws(HandoverError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("fstat") }
        guard status.st_size >= Geometry.page else { throw .foreign(found: "none of its own") }
        mapping = try Mapping(descriptor, at: 0, count: Geometry.page)
        header = Words(mapping.start, count: Geometry.page / 8)
        self.geometry = try geometry(header, Int(status.st_size))
        self.descriptor = descriptor
    }

    // MARK: - Slots

    /// A place for a new connection.
    public func open(owner: Int) throws(HandoverError) -> HandoverSlot {
        let index: Int
        if let freed = free.popLast() {
            index = freed
        } else {
            guard highest < geometry.slots else { throw .full(slots: geometry.slots) }
            index = highest
            highest += 1
        }
        let slot = try HandoverSlot(index, descriptor, geometry, committed: nil)
        slot.owner = owner
        slots[index] = slot
        return slot
    }

    /// The connection is gone, and what came of that has been committed.
    public func close(_ slot: HandoverSlot) {
        slot.owner = 0
        slots[slot.index] = nil
        free.append(slot.index)
    }

    public func slot(_ index: Int) -> HandoverSlot? { slots[index] }

    // MARK: - Commits

    /// What all connections share, as it was last committed; empty where nothing was.
    public var shared: [Int] {
        guard hasShared else { return [] }
        let words = words(copy)
        return (0..<min(max(words[1], 0), Self.mostShared)).map { words[2 + $0] }
    }
    private var hasShared = false

    /// Makes everything count that was done since the last commit.
    ///
    /// - Parameters:
    ///   - changed: the slots in which something was done.
    ///   - shared: at most `mostShared` numbers.
    public func commit(_ changed: some Sequence<HandoverSlot>, shared: [Int]) {
        let iteration = committed + 1
        for slot in changed { slot.write(iteration: iteration) }
        copy = 1 - copy
        let words = words(copy)
        words[1] = min(shared.count, Self.mostShared)
        for (index, number) in shared.prefix(Self.mostShared).enumerated() { words[2 + index] = number }
        words[0] = iteration
        hasShared = true
        linux_keep_order()
        header[Geometry.Header.committed] = iteration
        linux_keep_order()
    }

    private var committed: Int { header[Geometry.Header.committed] }

    private func words(_ copy: Int) -> Words {
        header.from(copy == 0 ? Geometry.Header.shared.0 : Geometry.Header.shared.1)
    }
}
