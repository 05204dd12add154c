import FasciaDocument

/// Toggle groups for measurements. The declaration of each fits in one line of the default limit.
struct ToggleGroups {
    var groups: Int
    /// Number of options in each group.
    var leaves: Int

    var count: Int { groups * leaves }

    private func leaf(_ index: Int) -> String { "group\(index / leaves)/o\(index % leaves)" }

    func declare(at client: LineClient) throws {
        for group in 0..<groups { try client.declareOptions(leaves, of: "group\(group)") }
    }

    /// Random changes of leaves, the same in every run. Each changes something, and the last ones turn all leaves off
    /// again, so that the sequence can be repeated.
    func randomChanges(_ count: Int) -> [(id: String, on: Bool)] {
        var generator = SplitMix(state: 42)
        var changes: [(Int, Bool)] = []
        var isOn: Set<Int> = []
        for _ in 0..<count {
            let leaf = Int.random(in: 0..<self.count, using: &generator)
            let on = isOn.insert(leaf).inserted
            if !on { isOn.remove(leaf) }
            changes.append((leaf, on))
        }
        changes += isOn.shuffled(using: &generator).map { ($0, false) }
        return changes.map { (leaf($0), $1) }
    }
}

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014,
/// https://doi.org/10.1145/2660193.2660195). A fixed seed gives the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension LineClient {
    func declareOptions(_ count: Int, of group: String) throws {
        let options = (0..<count).map { ["id": .string("o\($0)")] as JSON }
        try call("toggle.declare", ["group": ["id": .string(group), "options": .array(options)]])
    }
}
