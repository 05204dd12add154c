import FasciaModel

/// What it takes to put one element of a layout in the place of another that takes the same room: a switch that is on
/// now, a number with as many digits. All around it stays where it is, and is not laid out again.
struct Replacement {
    /// From the layer's root to the element, as `ElementChange` has it.
    let way: [(old: Element, new: Element)]
    /// The places among the children on that way.
    let steps: [Int]
    private let old: Element
    private let new: Element
    private let unicode: Bool
    /// The new element, where it can be operated.
    private let operable: ElementReference?
    /// The way to its box, from the box up: places among children, and the numbers of rows in lists.
    var path: [Int] = []
    /// The lists that it is a row of, or in one, from the innermost: as they are now.
    var lists: [ListRows] = []
    /// Whether it was laid out: of long lists most is not.
    var isSeen = true
    /// The boxes that its item came to, and those that it comes to now.
    private var boxes: [(old: LayoutBox, new: LayoutBox)] = []
    /// That does not do: all has to be laid out.
    var isRefused = false

    /// - Returns: `nil` for what may change more than itself.
    init?(_ change: ElementChange, unicode: Bool) {
        guard let last = change.way.last, last.new.mayReplace(last.old), change.steps.allSatisfy({ $0 >= 0 }),
            change.way.dropLast().allSatisfy({ !$0.new.takesFocus && !$0.new.isControl && $0.new.options == nil })
        else { return nil }
        (way, steps) = (change.way, change.steps)
        (old, new) = last
        self.unicode = unicode
        operable = new.takesFocus ? ElementReference(new) : nil
    }

    /// What was laid out of the old element as it is of the new one; `nil` for another element's, and where it may take
    /// another room.
    fileprivate mutating func leaf(for item: LayoutItem) -> LayoutItem? {
        guard item.element == old.id else { return nil }
        isRefused = true
        guard (item.operable == nil) == (operable == nil), let kind = item.kind.showing(new, unicode: unicode) else {
            return nil
        }
        let leaf = LayoutItem(
            kind, element: item.element, operable: operable, priority: item.priority, zIndex: item.zIndex,
            effort: item.effort)
        let said = item.said
        guard said.sizes.allSatisfy({ leaf.size(for: $0.proposal) == $0.size }),
            said.guides.allSatisfy({ leaf.explicitGuide($0.key, $0.proposal) == $0.guide }),
            said.wordColumns.map({ leaf.wordColumns == $0 }) ?? true, !item.effort.isShort
        else { return nil }
        boxes = said.boxes.map { ($0.box, leaf.place(at: $0.origin, $0.proposal)) }
        isRefused = false
        return leaf
    }

    /// What takes the place of a box of the old element; `nil` for one that its item does not know any more.
    fileprivate func box(for box: LayoutBox) -> LayoutBox? { boxes.first { $0.old === box }?.new }

    fileprivate var element: String { old.id }

    /// Whether the focus stays where it is, and what is known of it stays as it is (`FocusRules`).
    fileprivate var keepsSettled: Bool {
        guard old.takesFocus || new.takesFocus else { return true }
        return old.takesFocus == new.takesFocus && old.isEnabled == new.isEnabled && old.role == new.role
            && old.label == new.label && old.focusRequest == new.focusRequest
    }

    /// What the stop of the element is now; `nil` where it can have none.
    var stop: (element: String, operation: FocusStop.Operation)? { operable.map { (old.id, $0.operation) } }
}

extension Element {
    /// Whether it may be all that is different where it takes the place of another one.
    fileprivate func mayReplace(_ old: Element) -> Bool {
        guard children.isEmpty, attachments.isEmpty, old.children.isEmpty, old.attachments.isEmpty else { return false }
        // Gestures are there only where it is enabled.
        return id == old.id && modifiers == old.modifiers && environment == old.environment
            && (isEnabled == old.isEnabled || modifiers.isEmpty) && (words == nil) == (old.words == nil)
    }
}

extension LayoutItem {
    /// The same with a changed element in it; `nil` where it is not in it, or cannot be replaced.
    func replacing(_ change: inout Replacement) -> LayoutItem? {
        if let rows = kind.list {
            guard let new = rows.replacing(&change) else { return nil }
            return LayoutItem(self, ListKind(rows: new), [])
        }
        if children.isEmpty { return change.leaf(for: self) }
        for index in children.indices {
            if let child = children[index].replacing(&change) {
                var children = children
                children[index] = child
                change.path.append(index)
                return LayoutItem(self, kind, children)
            }
            if change.isRefused { return nil }
        }
        return nil
    }
}

// MARK: - Boxes

extension Replacement {
    /// The way down through boxes.
    fileprivate struct Descent {
        /// How much of the path and of the lists is still to go, from their ends.
        private var steps: Int
        private var lists: Int
        /// The windows on the way, and the ids of their lists.
        var windows: [(list: String, window: ListWindow)] = []
        /// What has taken the place of the element's box.
        var leaf: LayoutBox?

        init(_ change: Replacement) {
            (steps, lists) = (change.path.count, change.lists.count)
        }

        var isAtEnd: Bool { steps == 0 }

        mutating func nextStep(_ change: Replacement) -> Int? {
            guard steps > 0 else { return nil }
            steps -= 1
            return change.path[steps]
        }

        mutating func nextList(_ change: Replacement) -> ListRows? {
            guard lists > 0 else { return nil }
            lists -= 1
            return change.lists[lists]
        }
    }
}

extension LayoutBox {
    /// The same with the changed element in it; `nil` where that cannot be told.
    fileprivate func replacing(_ change: Replacement, _ descent: inout Replacement.Descent) -> LayoutBox? {
        switch content {
        case .list: return descent.nextList(change).map { LayoutBox(self, .list($0), child: nil) }
        case .window(var window):
            guard let rows = descent.nextList(change), let row = descent.nextStep(change), let element else { return nil }
            window.rows = rows
            descent.windows.append((element, window))
            let place = row - window.first
            let isSeen = children.indices.contains(place) && (change.isSeen || !descent.isAtEnd)
            return replacing(.window(window), isSeen ? place : nil, change, &descent)
        default:
            if let step = descent.nextStep(change) { return replacing(content, step, change, &descent) }
            descent.leaf = change.box(for: self)
            return descent.leaf
        }
    }

    private func replacing(
        _ content: Content, _ place: Int?, _ change: Replacement, _ descent: inout Replacement.Descent
    ) -> LayoutBox? {
        guard let place else { return LayoutBox(self, content, child: nil) }
        guard children.indices.contains(place) else { return nil }
        return children[place].replacing(change, &descent).map { LayoutBox(self, content, child: (place, $0)) }
    }
}

// MARK: - Layers

extension SceneLayout {
    /// What it comes to where another scene takes the place of the one that it was made of; `nil` where all has to be
    /// laid out.
    func showing(_ new: Scene) -> SceneLayout? {
        guard let changes = new.changes(since: scene) else { return nil }
        var layers = layers
        var (replaced, keepsSettled): ([(layer: Int, element: String)], Bool) = ([], true)
        for change in changes {
            guard var replacement = Replacement(change, unicode: unicode),
                let layer = layers[change.layer].replacing(&replacement)
            else { return nil }
            layers[change.layer] = layer
            replaced.append((change.layer, replacement.element))
            keepsSettled = keepsSettled && replacement.keepsSettled
        }
        return SceneLayout(self, showing: new, layers, replaced: replaced, keepsSettled: keepsSettled)
    }
}

extension LayerLayout {
    /// The layer with a changed element in the place of the one before; what was made of it for those who have looked
    /// is kept.
    fileprivate func replacing(_ change: inout Replacement) -> LayerLayout? {
        guard let item = item.replacing(&change) else { return nil }
        if body.element == SceneLayout.bodyElement { change.path.append(0) }
        var layer = self
        guard layer.replace(by: change) else { return nil }
        layer.item = item
        layer.looks = looks.replacing(change)
        return layer
    }

    /// Puts the changed element into its boxes and stops.
    ///
    /// - Returns: `false` where that cannot be told; then it is no layer any more.
    mutating func replace(by change: Replacement) -> Bool {
        var descent = Replacement.Descent(change)
        guard let new = body.replacing(change, &descent) else { return false }
        body = new
        for (list, window) in descent.windows { windows[list] = window }
        if let leaf = descent.leaf, let stop = change.stop,
            let index = index(ofStop: stop.element)
        {
            operate(stop.operation, leaf.parts, at: index)
        }
        return true
    }
}
