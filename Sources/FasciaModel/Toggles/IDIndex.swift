/// Finds the place of an id among others by its bytes: a hash table with open addresses (linear probing) over an array
/// of ids that is kept elsewhere.
///
/// A dictionary would keep each id a second time, hash it with care for enemies, and take two ids for the same that
/// only look the same. Here the ids of a million options take four to eight bytes each.
struct IDIndex: Sendable {
    /// Places, -1 where there is none; at most half full, so that there always is an empty one to stop at. Their number
    /// is a power of two.
    private var slots: [Int32] = [-1, -1]
    private var count = 0
    /// Nobody outside knows it, so nobody can choose ids that collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// - Parameter capacity: how many ids there will be, as far as is known.
    init(capacity: Int) {
        var size = 2
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
    }

    /// Where an id stands.
    ///
    /// - Parameter ids: all that were added, each at its place.
    func place(of id: String, among ids: [String]) -> Int32? {
        let found = slots[slot(of: id, among: ids)]
        return found < 0 ? nil : found
    }

    /// - Parameter ids: all that were added before.
    /// - Returns: false for one that is there already.
    mutating func add(_ id: String, at place: Int32, among ids: [String]) -> Bool {
        if (count + 1) * 2 > slots.count { grow(ids) }
        let slot = slot(of: id, among: ids)
        guard slots[slot] < 0 else { return false }
        slots[slot] = place
        count += 1
        return true
    }

    private mutating func grow(_ ids: [String]) {
        let places = slots
        slots = Array(repeating: -1, count: slots.count * 2)
        for place in places where place >= 0 { slots[slot(of: ids[Int(place)], among: ids)] = place }
    }

    /// Where the id stands in the table, or where it would.
    private func slot(of id: String, among ids: [String]) -> Int {
        id.withBytes { bytes in
            var slot = hash(bytes) & (slots.count - 1)
            while slots[slot] >= 0, !ids[Int(slots[slot])].withBytes({ $0.elementsEqual(bytes) }) {
                slot = (slot + 1) & (slots.count - 1)
            }
            return slot
        }
    }

    /// Eight bytes at a time, each mixed in by a multiplication whose upper half is folded back (as in Wang Yi's
    /// wyhash). The last eight may be among those before, in part.
    private func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hash = seed ^ UInt64(bytes.count)
        guard bytes.count >= 8 else {
            var all: UInt64 = 0
            for byte in bytes { all = all << 8 | UInt64(byte) }
            return Int(truncatingIfNeeded: mix(hash ^ all))
        }
        var index = 0
        while bytes.count - index > 8 {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        return Int(truncatingIfNeeded: mix(hash ^ bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)))
    }

    private func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low
    }
}

extension String {
    /// The UTF-8 of the string, which is copied only where it is not in one piece.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
            ?? Array(utf8).withUnsafeBytes { body($0) }
    }
}
