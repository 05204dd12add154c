import FasciaModel

/// The topics of an event's changes (`kind:id`), grouped by kind and by the first segment of the id, so that each of many
/// filters is compared only with the changes that it may select.
public struct EventTopics: Sendable {
    /// All topics, one behind the other.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var byKind: [TopicKey: [Int]] = [:]
    private var byStart: [TopicKey: [Int]] = [:]

    public init(_ changes: [Change]) {
        ends.reserveCapacity(changes.count)
        for (index, change) in changes.enumerated() {
            let topic = change.topic
            let begin = bytes.count
            bytes += topic.kind.utf8
            let kind = TopicKey(bytes[begin...])
            bytes.append(UInt8(ascii: ":"))
            let id = bytes.count
            bytes += topic.id.utf8
            ends.append(bytes.count)
            let end = bytes[id...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            byKind[kind, default: []].append(index)
            byStart[TopicKey(bytes[begin..<end]), default: []].append(index)
        }
    }

    /// The indices of the changes that the filter selects, in order.
    func indices(selectedBy index: GlobIndex) -> [Int] {
        var comparisons = 0
        return indices(selectedBy: index, counting: &comparisons)
    }

    /// - Parameter comparisons: grows by the number of pairs of a glob and a topic that are compared.
    func indices(selectedBy index: GlobIndex, counting comparisons: inout Int) -> [Int] {
        var selected: Set<Int> = []
        bytes.withUnsafeBufferPointer { bytes in
            func select(_ candidates: some Sequence<Int>, _ globs: [Glob]) {
                for candidate in candidates where !selected.contains(candidate) {
                    comparisons += globs.count
                    let begin = candidate == 0 ? 0 : ends[candidate - 1]
                    let topic = UnsafeBufferPointer(rebasing: bytes[begin..<ends[candidate]])
                    if globs.contains(where: { $0.matches(topic) }) { selected.insert(candidate) }
                }
            }
            for (key, globs) in index.byStart { if let found = byStart[key] { select(found, globs) } }
            for (key, globs) in index.byKind { if let found = byKind[key] { select(found, globs) } }
            if !index.others.isEmpty { select(ends.indices, index.others) }
        }
        return selected.sorted()
    }
}

/// A kind, or a kind with the first segment of an id, as a hash: whatever it leads to is compared in full.
struct TopicKey: Hashable, Sendable {
    private let hash: UInt64

    /// FNV-1a.
    init(_ text: some Sequence<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.hash = hash
    }
}

/// The globs of a filter by the part of a topic that they determine.
struct GlobIndex: Hashable, Sendable {
    /// By kind and first segment: `option:extras/**`.
    private(set) var byStart: [TopicKey: [Glob]] = [:]
    /// By kind: `option:*`.
    private(set) var byKind: [TopicKey: [Glob]] = [:]
    /// With a wildcard in the kind.
    private(set) var others: [Glob] = []

    init(_ globs: [Glob]) {
        for glob in globs {
            let pattern = glob.pattern.utf8
            let literal = pattern.prefix { $0 != UInt8(ascii: "*") }
            guard let colon = literal.firstIndex(of: UInt8(ascii: ":")) else {
                others.append(glob)
                continue
            }
            let start = literal[colon...].firstIndex(of: UInt8(ascii: "/"))
            if start != nil || literal.endIndex == pattern.endIndex {
                byStart[TopicKey(literal[..<(start ?? literal.endIndex)]), default: []].append(glob)
            } else {
                byKind[TopicKey(literal[..<colon]), default: []].append(glob)
            }
        }
    }
}
