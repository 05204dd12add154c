/// Numbers in memory that outlives the process. Each is written whole, whenever the process is killed.
struct Words {
    private let base: UnsafeMutablePointer<UInt64>

    init(_ memory: UnsafeMutableRawPointer, count: Int) {
        base = memory.bindMemory(to: UInt64.self, capacity: count)
    }

    subscript(_ index: Int) -> Int {
        get { Int(truncatingIfNeeded: base[index]) }
        nonmutating set { base[index] = UInt64(bitPattern: Int64(newValue)) }
    }

    /// From one of them on.
    func from(_ index: Int) -> Words { Words(base + index) }

    private init(_ base: UnsafeMutablePointer<UInt64>) { self.base = base }
}
