import FasciaModel

/// Finds a method by the bytes of its name, for which no string has to be made and hashed: a table with open addresses
/// (linear probing). Its names are ours, so nobody can choose them to collide.
struct MethodTable: Sendable {
    /// At most half full, so that there always is an empty one to stop at; their number is a power of two.
    private var slots: [Method?] = [nil]

    init(_ methods: [Method]) {
        while slots.count < 2 * methods.count { slots += slots }
        for method in methods {
            var place = method.key.withUnsafeBufferPointer { first(for: $0) }
            while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
            slots[place] = method
        }
    }

    subscript(name: UnsafeBufferPointer<UInt8>) -> Method? {
        var place = first(for: name)
        while let method = slots[place] {
            if name.isEqual(to: method.key) { return method }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The hash is FNV-1a, 64 bits.
    private func first(for name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash) & (slots.count - 1)
    }
}
