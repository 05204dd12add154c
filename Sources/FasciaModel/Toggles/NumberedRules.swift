/// The rules of all groups of a layout, with the places of nodes instead of names.
struct NumberedRules: Hashable, Sendable {
    /// How many of a group's options may be on.
    struct Count: Hashable, Sendable {
        var exclusive: Bool
        var min: Int?
        var max: Int?
    }

    /// By group.
    private(set) var counts: [Int: Count] = [:]
    /// What an option needs, and which options need it.
    private(set) var requires: [Int: [Int]] = [:]
    private(set) var requiredBy: [Int: [Int]] = [:]
    /// Sets of which at most one member may be on, and the sets that each option is in.
    private(set) var sets: [[Int]] = []
    private(set) var setsOf: [Int: [Int]] = [:]

    var isEmpty: Bool { counts.isEmpty && requires.isEmpty && sets.isEmpty }
    private(set) var hasExclusive = false

    var exclusiveGroups: [Int] { counts.keys.filter { counts[$0]?.exclusive == true } }

    /// The options that `requires` or `excludes` names, in order.
    var options: [Int] { Set(requires.keys).union(requiredBy.keys).union(setsOf.keys).sorted() }

    mutating func add(_ count: Count, of group: Int) {
        counts[group] = count
        hasExclusive = hasExclusive || count.exclusive
    }

    mutating func add(_ option: Int, needs need: Int) {
        guard requires[option]?.contains(need) != true else { return }
        requires[option, default: []].append(need)
        requiredBy[need, default: []].append(option)
        // The order in which groups name their rules does not matter.
        requiredBy[need]?.sort()
    }

    mutating func add(excluding set: [Int]) {
        for member in set { setsOf[member, default: []].append(sets.count) }
        sets.append(set)
    }

    /// The options of a circle in `requires`, the first one again at the end.
    ///
    /// A depth-first search with its own stack: a chain may be as long as there are options.
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

    /// - Parameters: how many options each of them names.
    static func bytes(requires: some Sequence<Int>, excludes: some Sequence<Int>) -> Int {
        requires.reduce(0) { $0 + 96 * $1 } + excludes.reduce(0) { $0 + 64 * $1 }
    }
}
