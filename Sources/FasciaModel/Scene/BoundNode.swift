/// A node that shows something of the panel, as it was resolved last.
struct BoundNode: Sendable {
    let node: Node
    let place: String
    /// What it was resolved in.
    let environment: JSON.Object
    let isEnabled: Bool
    /// What it shows of the panel.
    let part: PanelPart
    /// What the panel is asked; `nil` for what cannot be asked for in one question.
    let question: PanelQuestion?
    /// What the panel said; `nil` where what it shows follows from more than that, or where others depend on it.
    var answer: PanelAnswer?
    var element: Element
    /// Where the element is; `nil` where something else was made of it.
    var path: ElementPath?
}

/// What a node wants to know of the panel.
enum PanelQuestion: Sendable {
    case toggle(String)
    case value(String)
    case picker(String)
}

extension Node.Content {
    /// What it wants to know of the panel; `nil` for nothing, and for more than that.
    var question: PanelQuestion? {
        switch self {
        case .toggle(let toggle): if case .bind(let id) = toggle.source { return .toggle(id) }
        case .picker(let picker): if case .bind(let id) = picker.source { return .picker(id) }
        case .value(let value): return .value(value.bind)
        case .textField(let field): if case .bind(let key) = field.source { return .value(key) }
        case .slider(let slider): if case .bind(let key) = slider.source { return .value(key) }
        case .stepper(let stepper): if case .bind(let key) = stepper.source { return .value(key) }
        case .progress(let progress): if case .bind(let key) = progress.source { return .value(key) }
        case .gauge(let gauge): if case .bind(let key) = gauge.source { return .value(key) }
        default: break
        }
        return nil
    }
}

/// All that the panel has to say to that.
enum PanelAnswer: Equatable, Sendable {
    case toggle(ToggleInfo)
    case value(JSON?, ValueDeclaration?)
    case picker(PickerInfo)
    case component(PickerComponentInfo)
}

extension Panel {
    /// What a node shows of the panel follows from this; `nil` where it follows from more: without an option of that name,
    /// it says which others there are.
    func answer(to question: PanelQuestion) -> PanelAnswer? {
        switch question {
        case .toggle(let id): toggle(id).map { .toggle($0) }
        case .value(let key): .value(value(key), valueDeclaration(key))
        case .picker(let id): pickerComponent(id).map { .component($0) } ?? picker(id).map { .picker($0) }
        }
    }
}

/// The way from an element to one in it: the places of children, and below 0 those of attachments, the first being -1.
struct ElementPath: Sendable {
    var steps: [Int] = []
}

extension Element {
    /// The ways to elements, by their identities.
    func paths(to wanted: Set<ObjectIdentifier>) -> [ObjectIdentifier: ElementPath] {
        var found: [ObjectIdentifier: ElementPath] = [:]
        var way = ElementPath()
        func look(_ element: Element) {
            if wanted.contains(element.identity) { found[element.identity] = way }
            for (index, child) in element.children.enumerated() { look(child, index) }
            for (index, child) in element.attachments.enumerated() { look(child, -1 - index) }
        }
        func look(_ element: Element, _ step: Int) {
            way.steps.append(step)
            look(element)
            way.steps.removeLast()
        }
        look(self)
        return found
    }

    /// Puts another element in the place of one that is there.
    ///
    /// - Returns: from this one to that one each as it was, and as it is now.
    mutating func replace(at path: ElementPath, with element: Element) -> [(old: Element, new: Element)] {
        var way: [(old: Element, new: Element)] = []
        way.reserveCapacity(path.steps.count + 1)
        replace(path.steps, element, &way)
        return way
    }

    private mutating func replace(_ steps: [Int], _ element: Element, _ way: inout [(old: Element, new: Element)]) {
        let depth = way.count
        way.append((self, element))
        guard depth < steps.count else { return self = element }
        let step = steps[depth]
        if step >= 0 {
            children[step].replace(steps, element, &way)
        } else {
            attachments[-1 - step].replace(steps, element, &way)
        }
        way[depth].new = self
    }

    /// The same element, of which everything that is equal to what was at its place before is the very same.
    func sharing(_ old: Element) -> Element {
        if isSame(as: old) { return self }
        var new = self
        if !children.isEmpty { new.children = ChunkedArray(Element.sharing(children, old.children)) }
        if !attachments.isEmpty { new.attachments = Element.sharing(attachments, old.attachments) }
        return new == old ? old : new
    }

    /// What has no other id is where it was; for the others the places are looked for.
    private static func sharing<Members: RandomAccessCollection<Element>>(_ new: Members, _ old: Members) -> [Element]
    where Members.Index == Int {
        var places: [String: Int]?
        return new.enumerated().map { index, element in
            if old.indices.contains(index), old[index].id == element.id { return element.sharing(old[index]) }
            let known = places ?? Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
            places = known
            return known[element.id].map { element.sharing(old[$0]) } ?? element
        }
    }
}
