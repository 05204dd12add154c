import FasciaModel

/// A toggle group made for measuring: groups of leaves below one master.
struct ToggleForest {
    var id: String
    var groups: Int
    /// In each group.
    var leaves: Int

    var count: Int { groups * leaves }

    func leaf(_ index: Int) -> String {
        "\(id)/g\(Self.padded(index / leaves, to: 2))/o\(Self.padded(index % leaves, to: 4))"
    }

    var declaration: OptionDeclaration {
        OptionDeclaration(
            id: id,
            options: (0..<groups).map { group in
                OptionDeclaration(
                    id: "g\(Self.padded(group, to: 2))",
                    options: (0..<leaves).map { OptionDeclaration(id: "o\(Self.padded($0, to: 4))") })
            })
    }

    /// The parameters of `toggle.declare`.
    var json: JSON {
        let options = (0..<groups).map { group in
            let leaves = (0..<leaves).map { leaf in ["id": .string("o\(Self.padded(leaf, to: 4))")] as JSON }
            return ["id": .string("g\(Self.padded(group, to: 2))"), "options": .array(leaves)] as JSON
        }
        return ["group": ["id": .string(id), "options": .array(options)]]
    }

    /// Changes of leaves chosen at random, the same ones in every run. Each of them changes something, and at the
    /// end all leaves are off as they were, so that they can be made again.
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

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014): small, and the
/// same numbers in every run.
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
