/// The rules of a whole layout with numbers instead of names.
struct CompiledRules: Hashable, Sendable {
    struct Count: Hashable, Sendable {
        var exclusive: Bool
        var min: Int?
        var max: Int?
    }

    /// The groups that have a rule on how many are on.
    var counts: [Int32: Count] = [:]
    /// Their numbers in ascending order.
    var countedGroups: [Int32] = []
    /// What a leaf needs, and who needs a leaf.
    var requires: [Int32: [Int32]] = [:]
    var requiredBy: [Int32: [Int32]] = [:]
    /// Sets of which at most one member may be on, and the sets each leaf is in.
    var sets: [[Int32]] = []
    var setsOf: [Int32: [Int]] = [:]
    /// The leaves that `requires` or `excludes` speaks of, in ascending order.
    var ruledLeaves: [Int32] = []

    var isEmpty: Bool { countedGroups.isEmpty && ruledLeaves.isEmpty }
    var hasExclusive = false

    mutating func add(
        _ rules: ToggleRules, of group: Int32, named id: String, slots: [Int32],
        place: (String) -> Int32?
    ) throws(Refusal) {
        func leaf(_ path: String, _ rule: String) throws(Refusal) -> Int32 {
            let full = id + "/" + path
            guard let node = place(full) else {
                throw Refusal(
                    .invalid, "rule \"\(rule)\" of group \"\(id)\" names \"\(path)\": there is no option \"\(full)\"",
                    details: ["rule": .string(rule), "group": .string(id), "options": [.string(full)]])
            }
            guard slots[Int(node)] >= 0 else {
                throw Refusal(
                    .invalid,
                    "rule \"\(rule)\" of group \"\(id)\" names \"\(path)\", which is a group: name its options",
                    details: ["rule": .string(rule), "group": .string(id), "options": [.string(full)]])
            }
            return slots[Int(node)]
        }
        if rules.exclusive || rules.min != nil || rules.max != nil {
            let (low, high) = (rules.min ?? 0, rules.max ?? .max)
            guard low >= 0, high >= 0, low <= high else {
                throw Refusal(
                    .invalid,
                    "group \"\(id)\" asks for at least \(low) and at most \(high) on: no state can do that",
                    details: ["rule": .string(rules.min == nil ? "max" : "min"), "group": .string(id)])
            }
            counts[group] = Count(exclusive: rules.exclusive, min: rules.min, max: rules.max)
            hasExclusive = hasExclusive || rules.exclusive
        }
        // Sorted, so that the same declaration always makes the same layout.
        for (path, needs) in rules.requires.sorted(by: { $0.key < $1.key }) {
            let dependent = try leaf(path, "requires")
            for need in needs {
                let needed = try leaf(need, "requires")
                guard requires[dependent]?.contains(needed) != true else { continue }
                requires[dependent, default: []].append(needed)
                requiredBy[needed, default: []].append(dependent)
            }
        }
        for names in rules.excludes {
            var set: [Int32] = []
            for name in names {
                let member = try leaf(name, "excludes")
                if !set.contains(member) { set.append(member) }
            }
            guard set.count > 1 else {
                throw Refusal(
                    .invalid,
                    "rule \"excludes\" of group \"\(id)\" needs two options that exclude each other, not "
                        + (names.first.map { "\"\($0)\" alone" } ?? "an empty list"),
                    details: ["rule": "excludes", "group": .string(id)])
            }
            for member in set { setsOf[member, default: []].append(sets.count) }
            sets.append(set)
        }
    }

    /// Called once when all rules are in.
    mutating func finish() {
        countedGroups = counts.keys.sorted()
        ruledLeaves = Set(requires.keys).union(requiredBy.keys).union(setsOf.keys).sorted()
    }

    /// The leaves of a circle in `requires`, the first one again at the end.
    ///
    /// A depth-first search with its own stack: a chain may be as long as there are options.
    func circle() -> [Int32]? {
        var finished: Set<Int32> = []
        for start in requires.keys.sorted() where !finished.contains(start) {
            var path: [(leaf: Int32, next: Int)] = [(start, 0)]
            var onPath: Set<Int32> = [start]
            while let last = path.last {
                let needs = requires[last.leaf] ?? []
                guard last.next < needs.count else {
                    path.removeLast()
                    onPath.remove(last.leaf)
                    finished.insert(last.leaf)
                    continue
                }
                let need = needs[last.next]
                path[path.count - 1].next += 1
                if onPath.contains(need) {
                    return path.map(\.leaf).drop { $0 != need } + [need]
                }
                guard !finished.contains(need) else { continue }
                path.append((need, 0))
                onPath.insert(need)
            }
        }
        return nil
    }

    /// The part of an ascending list that lies in `range`.
    static func slice(_ list: [Int32], in range: Range<Int32>) -> ArraySlice<Int32> {
        func lowerBound(_ value: Int32) -> Int {
            var (low, high) = (0, list.count)
            while low < high {
                let middle = (low + high) / 2
                if list[middle] < value { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return list[lowerBound(range.lowerBound)..<lowerBound(range.upperBound)]
    }
}
