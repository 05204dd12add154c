import FasciaModel

/// Finds a method by the bytes of its name, for which no string has to be made and hashed: a table with open addresses
/// (linear probing). Its names are ours, so nobody can choose them to collide.
struct MethodTable: Sendable {
    /// At most half full, so that there always is an empty one to stop at; their number is a power of two. The methods are
    /// there as long as the program: nobody has to count who looks at one.
    private var slots: [Unmanaged<Method>?] = [nil]

    init(_ methods: [Method]) {
        while slots.count < 2 * methods.count { slots += slots }
        for method in methods {
            var place = method.key.withText { first(for: $0) }
            while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
            slots[place] = .passRetained(method)
        }
    }

    subscript(name: PlainText) -> Unmanaged<Method>? {
        var place = first(for: name)
        while let method = slots[place] {
            if method._withUnsafeGuaranteedRef({ name.isEqual(to: $0.key) }) { return method }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The names differ mostly at their ends and in their lengths. The multiplier is that of Fibonacci hashing (Knuth,
    /// "The Art of Computer Programming", 6.4).
    private func first(for name: PlainText) -> Int {
        let ends = name.beginning &+ name.end << 8 &+ UInt64(name.bytes.count)
        return Int(truncatingIfNeeded: (ends &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
    }
}
