extension Toggles {
    func archive(into writer: inout ArchiveWriter) { writer.list(all) { $1.archive(into: &$0) } }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        self.init(try reader.list { reader throws(ArchiveError) in try ToggleGroup(from: &reader) })
    }
}

/// Of a group's nodes only what cannot be computed is kept: the last segment of each id, where each hangs, its title.
extension ToggleGroup {
    func archive(into writer: inout ArchiveWriter) {
        let (ids, slots) = (layout.ids, layout.slots)
        // The groups that the next node may be in, the innermost last, each with the length of its id.
        var around: [(end: Int32, length: Int)] = []
        writer.int(ids.count)
        for node in ids.indices {
            while let last = around.last, last.end <= node { around.removeLast() }
            let slot = slots[node]
            writer.int(around.count << 2 | (slot < 0 ? 2 : 0) | (layout.titles[node] == nil ? 0 : 1))
            writer.text(ids[node], from: around.last.map { $0.length + 1 } ?? 0)
            if let title = layout.titles[node] { writer.text(title) }
            guard slot < 0 else { continue }
            let group = layout.groups[Int(~slot)]
            writer.bool(group.isIndependent)
            around.append((group.nodes.upperBound, ids[node].utf8.count))
        }
        layout.rules.archive(into: &writer)
        writer.words(on.words)
        writer.words(disabled.words)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        let layout = try ToggleLayout(from: &reader)
        let (on, disabled) = (try reader.words(), try reader.words())
        let words = (layout.leafCount + 63) / 64
        guard on.count == words, disabled.count == words else { throw ArchiveError("a group with bits that do not fit") }
        self.init(layout: layout, on: Bits(words: on), disabled: Bits(words: disabled))
    }
}

extension ToggleLayout {
    fileprivate convenience init(from reader: inout ArchiveReader) throws(ArchiveError) {
        let count = try reader.count()
        var (ids, titles, slots): ([String], [String?], [Int32]) = ([], Array(repeating: nil, count: count), [])
        var (leaves, groups): ([Leaf], [Group]) = ([], [])
        ids.reserveCapacity(count)
        slots.reserveCapacity(count)
        leaves.reserveCapacity(count)
        var index = IDIndex(capacity: count)
        // The groups that the next node may be in, from the outermost to the innermost, and how their ids begin those
        // of their nodes.
        var around: [(group: Int32, prefix: String)] = []
        func close(downTo depth: Int) {
            while around.count > depth {
                let group = Int(around.removeLast().group)
                groups[group].leaves = groups[group].leaves.lowerBound..<Int32(leaves.count)
                groups[group].groups = groups[group].groups.lowerBound..<Int32(groups.count)
                groups[group].nodes = groups[group].nodes.lowerBound..<Int32(ids.count)
            }
        }
        for node in Int32(0)..<Int32(count) {
            let flags = try reader.int()
            let depth = flags >> 2
            guard depth <= around.count, node == 0 || depth > 0 else { throw ArchiveError("a node in no group") }
            close(downTo: depth)
            let id = try reader.text(after: around.last?.prefix ?? "")
            if flags & 1 != 0 { titles[Int(node)] = try reader.text() }
            guard index.add(id, at: node, among: ids) else { throw ArchiveError("id \(id) is there twice") }
            ids.append(id)
            let parent = around.last?.group ?? -1
            guard flags & 2 != 0 else {
                guard parent >= 0 else { throw ArchiveError("an option in no group") }
                slots.append(Int32(leaves.count))
                leaves.append(Leaf(node: node, parent: parent))
                continue
            }
            let group = Int32(groups.count)
            slots.append(~group)
            let leaf = Int32(leaves.count)
            groups.append(
                Group(
                    node: node, parent: parent, isIndependent: try reader.bool(), leaves: leaf..<leaf,
                    groups: group..<group + 1, nodes: node..<node + 1))
            around.append((group, id + "/"))
        }
        close(downTo: 0)
        guard !groups.isEmpty else { throw ArchiveError("a group without a node") }
        let rules = try CompiledRules(from: &reader, leaves: leaves.count, groups: groups.count)
        self.init(ids: ids, titles: titles, slots: slots, leaves: leaves, groups: groups, index: index, rules: rules)
    }
}

extension CompiledRules {
    fileprivate func archive(into writer: inout ArchiveWriter) {
        writer.list(countedGroups) { writer, group in
            let count = counts[group] ?? Count(exclusive: false)
            writer.int(Int(group))
            writer.bool(count.exclusive)
            writer.optional(count.min) { $0.int($1) }
            writer.optional(count.max) { $0.int($1) }
        }
        writer.numbers(requires)
        writer.numbers(requiredBy)
        writer.list(sets) { writer, set in writer.list(set) { $0.int(Int($1)) } }
    }

    fileprivate init(from reader: inout ArchiveReader, leaves: Int, groups: Int) throws(ArchiveError) {
        self.init()
        for _ in 0..<(try reader.count()) {
            let group = try reader.number(below: groups)
            let count = Count(
                exclusive: try reader.bool(), min: try reader.optional { reader throws(ArchiveError) in try reader.int() },
                max: try reader.optional { reader throws(ArchiveError) in try reader.int() })
            counts[group] = count
            hasExclusive = hasExclusive || count.exclusive
        }
        requires = try reader.numbers(below: leaves)
        requiredBy = try reader.numbers(below: leaves)
        sets = try reader.list { reader throws(ArchiveError) in
            try reader.list { reader throws(ArchiveError) in try reader.number(below: leaves) }
        }
        for (place, set) in sets.enumerated() {
            for leaf in set { setsOf[leaf, default: []].append(place) }
        }
        finish()
    }
}

extension ArchiveWriter {
    fileprivate mutating func numbers(_ lists: [Int32: [Int32]]) {
        list(lists.sorted { $0.key < $1.key }) { writer, item in
            writer.int(Int(item.key))
            writer.list(item.value) { $0.int(Int($1)) }
        }
    }
}

extension ArchiveReader {
    fileprivate mutating func number(below bound: Int) throws(ArchiveError) -> Int32 {
        let number = try int()
        guard (0..<bound).contains(number) else { throw ArchiveError("a rule of what is not there") }
        return Int32(number)
    }

    fileprivate mutating func numbers(below bound: Int) throws(ArchiveError) -> [Int32: [Int32]] {
        var lists: [Int32: [Int32]] = [:]
        for _ in 0..<(try count()) {
            let key = try number(below: bound)
            lists[key] = try list { reader throws(ArchiveError) in try reader.number(below: bound) }
        }
        return lists
    }
}
