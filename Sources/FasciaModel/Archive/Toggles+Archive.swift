import FasciaDocument

extension Toggles {
    func archive(into writer: inout ArchiveWriter) { writer.list(all) { $1.archive(into: &$0) } }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        self.init(try reader.list { reader throws(ArchiveError) in try ToggleGroup(from: &reader) })
    }
}

/// Stores only the data of nodes that cannot be computed: the last segment of the id, the depth, the title, and the
/// state.
extension ToggleGroup {
    func archive(into writer: inout ArchiveWriter) {
        // The end of each group around the next node, the innermost last.
        var around: [Int] = []
        writer.list(layout.nodes.indices) { writer, place in
            let node = layout.nodes[place]
            while let end = around.last, end <= place { around.removeLast() }
            writer.int(around.count)
            writer.text(layout.segment(of: place))
            writer.optional(node.title) { $0.text($1) }
            writer.bool(node.isGroup)
            if node.isGroup {
                writer.bool(node.isIndependent)
                around.append(node.range.upperBound)
            } else {
                writer.bool(isOn(place))
                writer.bool(isEnabled(place))
            }
        }
        layout.rules.archive(into: &writer)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        var (nodes, options, places): ([ToggleLayout.Node], [Count], [ExactText: Int]) = ([], [], [:])
        // The groups around the next node, the innermost last.
        var around: [Int] = []
        for place in 0..<(try reader.count()) {
            let depth = try reader.int()
            guard (0...around.count).contains(depth), place == 0 || depth > 0 else {
                throw ArchiveError("a node has an invalid depth")
            }
            around.removeLast(around.count - depth)
            let segment = try reader.text()
            let id = around.last.map { nodes[$0].id + "/" + segment } ?? segment
            guard places.updateValue(place, forKey: ExactText(id)) == nil else { throw ArchiveError("duplicate id \(id)") }
            let title = try reader.optional { reader throws(ArchiveError) in try reader.text() }
            var node = ToggleLayout.Node(
                id: id, title: title, parent: around.last, isGroup: try reader.bool(), range: place..<place + 1)
            for group in around { nodes[group].range = group..<place + 1 }
            if node.isGroup {
                node.isIndependent = try reader.bool()
                options.append(Count())
                around.append(place)
            } else {
                options.append(Count(on: try reader.bool(), disabled: try !reader.bool()))
            }
            nodes.append(node)
        }
        guard nodes.first?.isGroup == true else { throw ArchiveError("a group has no nodes") }
        let rules = try IndexedRules(from: &reader, nodes: nodes)
        self.init(layout: ToggleLayout(nodes: nodes, rules: rules, places: places), options: options)
    }
}

extension IndexedRules {
    fileprivate func archive(into writer: inout ArchiveWriter) {
        writer.list(counts.sorted { $0.key < $1.key }) { writer, item in
            writer.int(item.key)
            writer.bool(item.value.exclusive)
            writer.optional(item.value.min) { $0.int($1) }
            writer.optional(item.value.max) { $0.int($1) }
        }
        writer.list(requires.sorted { $0.key < $1.key }) { writer, item in
            writer.int(item.key)
            writer.list(item.value) { $0.int($1) }
        }
        writer.list(sets) { writer, set in writer.list(set) { $0.int($1) } }
    }

    fileprivate init(from reader: inout ArchiveReader, nodes: [ToggleLayout.Node]) throws(ArchiveError) {
        self.init()
        for _ in 0..<(try reader.count()) {
            let group = try reader.place(among: nodes, isGroup: true)
            let count = Count(
                exclusive: try reader.bool(), min: try reader.optional { reader throws(ArchiveError) in try reader.int() },
                max: try reader.optional { reader throws(ArchiveError) in try reader.int() })
            add(count, of: group)
        }
        var allNeeds: [(option: Int, need: Int)] = []
        for _ in 0..<(try reader.count()) {
            let option = try reader.place(among: nodes, isGroup: false)
            for need in try reader.options(among: nodes) { allNeeds.append((option, need)) }
        }
        add(allNeeds)
        for _ in 0..<(try reader.count()) { add(excluding: try reader.options(among: nodes)) }
        finish()
    }
}

extension ArchiveReader {
    fileprivate mutating func place(among nodes: [ToggleLayout.Node], isGroup: Bool) throws(ArchiveError) -> Int {
        let place = try int()
        guard nodes.indices.contains(place), nodes[place].isGroup == isGroup else {
            throw ArchiveError("a rule names an unknown node")
        }
        return place
    }

    fileprivate mutating func options(among nodes: [ToggleLayout.Node]) throws(ArchiveError) -> [Int] {
        try list { reader throws(ArchiveError) in try reader.place(among: nodes, isGroup: false) }
    }
}
