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

extension Scene {
    /// With more of them a scene is another one.
    private static let mostChanges = 16

    /// The elements that are not what they were in an older scene; `nil` where more is different than a few elements.
    ///
    /// It looks for those that are not the very same (`Element.isSame`), and costs as much as there is around them.
    public func changes(since old: Scene) -> [ElementChange]? {
        guard stack == old.stack, layers.count == old.layers.count else { return nil }
        var changes: [ElementChange] = []
        for (index, (new, old)) in zip(layers, old.layers).enumerated() {
            guard new.isFramed(as: old) else { return nil }
            var change = ElementChange(layer: index, way: [], steps: [])
            guard new.root.look(since: old.root, &change, &changes, most: Scene.mostChanges) else { return nil }
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
        return Element.look(children, old.children, &here, &changes, most) { $0 }
            && Element.look(attachments, old.attachments, &here, &changes, most) { -1 - $0 }
    }

    private static func look(
        _ new: [Element], _ old: [Element], _ here: inout ElementChange, _ changes: inout [ElementChange], _ most: Int,
        _ step: (Int) -> Int
    ) -> Bool {
        for index in new.indices where !new[index].isSame(as: old[index]) {
            here.steps.append(step(index))
            defer { here.steps.removeLast() }
            guard new[index].look(since: old[index], &here, &changes, most: most) else { return false }
        }
        return true
    }

    /// Whether it is the same but for what is in it.
    private func isAround(_ old: Element) -> Bool {
        (!children.isEmpty || !attachments.isEmpty) && children.count == old.children.count
            && attachments.count == old.attachments.count && isEqual(around: old)
    }
}
