/// The rules of all groups in a layout, with node indices instead of names.
struct IndexedRules: Hashable, Sendable {
    /// The limits on how many options of a group are on.
    struct Count: Hashable, Sendable {
        var exclusive: Bool
        var min: Int?
        var max: Int?
    }

    /// Keyed by group.
    private(set) var counts: [Int: Count] = [:]
    /// The options that each option needs.
    private(set) var requires: [Int: [Int]] = [:]
    private(set) var requiredBy: [Int: [Int]] = [:]
    /// Sets in which at most one option may be on. `setsOf` has the indices of each option's sets.
    private(set) var sets: [[Int]] = []
    private(set) var setsOf: [Int: [Int]] = [:]

    var isEmpty: Bool { counts.isEmpty && requires.isEmpty && sets.isEmpty }
    private(set) var hasExclusive = false

    var exclusiveGroups: [Int] { counts.keys.filter { counts[$0]?.exclusive == true } }

    /// The options named by `requires` or `excludes`, in order; since `finish`.
    private(set) var options: [Int] = []

    /// Call when all rules are added.
    mutating func finish() { options = Set(requires.keys).union(requiredBy.keys).union(setsOf.keys).sorted() }

    mutating func add(_ count: Count, of group: Int) {
        counts[group] = count
        hasExclusive = hasExclusive || count.exclusive
    }

    /// Adds what options need: each need of an option once, in order.
    mutating func add(_ needs: [(option: Int, need: Int)]) {
        struct Pair: Hashable {
            var option, need: Int
        }
        var added: Set<Pair> = []
        for (option, need) in needs where added.insert(Pair(option: option, need: need)).inserted {
            requires[option, default: []].append(need)
            requiredBy[need, default: []].append(option)
        }
        // Sorted, so that equality does not depend on the order in which groups name their rules.
        for need in requiredBy.keys { requiredBy[need]?.sort() }
    }

    mutating func add(excluding set: [Int]) {
        for member in set { setsOf[member, default: []].append(sets.count) }
        sets.append(set)
    }

    /// The options of a cycle in `requires`, with the first one repeated at the end; `nil` if there is no cycle.
    ///
    /// A depth-first search with an explicit stack, because a chain may be as long as the number of options.
    func circle() -> [Int]? {
        var finished: Set<Int> = []
        for start in requires.keys.sorted() where !finished.contains(start) {
            var path: [(option: Int, next: Int)] = [(start, 0)]
            var onPath: Set<Int> = [start]
            while let last = path.last {
                let needs = requires[last.option] ?? []
                guard last.next < needs.count else {
                    path.removeLast()
                    onPath.remove(last.option)
                    finished.insert(last.option)
                    continue
                }
                let need = needs[last.next]
                path[path.count - 1].next += 1
                if onPath.contains(need) { return path.map(\.option).drop { $0 != need } + [need] }
                guard !finished.contains(need) else { continue }
                path.append((need, 0))
                onPath.insert(need)
            }
        }
        return nil
    }

    var retainedBytes: Int {
        Self.bytes(requires: requires.values.lazy.map(\.count), excludes: sets.lazy.map(\.count))
    }

    /// An estimate of the memory in bytes.
    ///
    /// - Parameters: the number of options in each rule.
    static func bytes(requires: some Sequence<Int>, excludes: some Sequence<Int>) -> Int {
        requires.reduce(0) { $0 + 96 * $1 } + excludes.reduce(0) { $0 + 64 * $1 }
    }
}
