/// An element that has taken the place of another one in a scene.
public struct ElementChange: Sendable {
    /// The layer that it is in, by its place.
    public var layer: Int
    /// From the layer's root to the element: each as it was, and as it is now. All but the last differ in what is in them
    /// alone.
    public var way: [(old: Element, new: Element)]
    /// The places among the children on that way; below 0 those of attachments, the first being -1.
    public var steps: [Int]
}

extension ElementChange {
    /// Makes changes that are each told from the same root those that come one after the other. With the last of them
    /// all is as it is now, and the very same.
    fileprivate static func follow(_ changes: inout ArraySlice<ElementChange>, from old: Element) {
        var root = old
        for index in changes.indices {
            guard let element = changes[index].way.last?.new else { continue }
            let now = changes[index].way.map(\.new)
            changes[index].way = root.replace(at: ElementPath(steps: changes[index].steps), with: element)
            guard index == changes.indices.last else { continue }
            for (depth, element) in now.enumerated() { changes[index].way[depth].new = element }
        }
    }
}

extension Scene {
    /// With more of them a scene is another one.
    static let mostChanges = 16

    /// The elements that are not what they were in an older scene, in the order in which they are to be put there: each
    /// as it is among those before; `nil` where more is different than a few elements.
    ///
    /// Whoever has replaced them has noted it. Else those are looked for that are not the very same (`Element.isSame`),
    /// which costs as much as there is around them.
    public func changes(since old: Scene) -> [ElementChange]? {
        if origin.number == old.origin.number { return [] }
        if let step = origin.step, step.from == old.origin.number {
            return step.changes.count <= Scene.mostChanges ? step.changes : nil
        }
        return differences(from: old)
    }

    /// The same without what has been noted.
    func differences(from old: Scene) -> [ElementChange]? {
        guard stack == old.stack, layers.count == old.layers.count else { return nil }
        var changes: [ElementChange] = []
        for (index, (new, old)) in zip(layers, old.layers).enumerated() {
            guard new.isFramed(as: old) else { return nil }
            var change = ElementChange(layer: index, way: [], steps: [])
            let first = changes.count
            guard new.root.look(since: old.root, &change, &changes, most: Scene.mostChanges) else { return nil }
            if changes.count > first + 1 { ElementChange.follow(&changes[first...], from: old.root) }
        }
        return changes
    }
}

extension SceneLayer {
    /// Whether all around the root is the same.
    fileprivate func isFramed(as other: SceneLayer) -> Bool {
        entry == other.entry && modal == other.modal && title == other.title && back == other.back && path == other.path
    }
}

extension Element {
    /// - Returns: `false` where there are too many.
    fileprivate func look(
        since old: Element, _ here: inout ElementChange, _ changes: inout [ElementChange], most: Int
    ) -> Bool {
        if isSame(as: old) { return true }
        here.way.append((old, self))
        defer { here.way.removeLast() }
        guard isAround(old) else {
            changes.append(here)
            return changes.count <= most
        }
        for place in children.differences(from: old.children, most: most + 1, by: { $0.isSame(as: $1) }) {
            guard children[place].look(since: old.children[place], at: place, &here, &changes, most) else { return false }
        }
        for place in attachments.indices where !attachments[place].isSame(as: old.attachments[place]) {
            guard attachments[place].look(since: old.attachments[place], at: -1 - place, &here, &changes, most)
            else { return false }
        }
        return true
    }

    private func look(
        since old: Element, at step: Int, _ here: inout ElementChange, _ changes: inout [ElementChange], _ most: Int
    ) -> Bool {
        here.steps.append(step)
        defer { here.steps.removeLast() }
        return look(since: old, &here, &changes, most: most)
    }

    /// Whether it is the same but for what is in it.
    private func isAround(_ old: Element) -> Bool {
        (!children.isEmpty || !attachments.isEmpty) && children.count == old.children.count
            && attachments.count == old.attachments.count && isEqual(around: old)
    }
}
