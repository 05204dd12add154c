import FasciaModel

/// One place in the structure of the views: it keeps the state of the view that stands there, the places in it, and
/// the nodes that came of it.
@MainActor final class Place {
    let id: PlaceID
    unowned let graph: ViewGraph
    private(set) weak var parent: Place?
    let depth: Int
    let key: PlaceKey
    /// Unique in its graph, and the same as long as the structure around it is.
    let address: String
    private(set) var environment: EnvironmentValues
    /// What the properties of its view keep from one evaluation to the next, in the order of the properties.
    var slots: [AnyObject?] = []
    private(set) var children: [Place] = []
    /// Counts its evaluations.
    private(set) var generation = 0

    /// What came of it, as far as is known; `lowered()` brings it up to date.
    private var nodes: [Node] = []
    private var needsNodes = true
    private var makeNodes: (() -> [Node])?
    private var view: (any ViewHolder)?
    private var isDirty = false
    private var observed: ObservedReads?
    /// Whether what its view has read of the environment differs.
    private var environmentReads: [EnvironmentValues.Difference] = []

    /// Runs when the place goes away.
    var onRemoval: (() -> Void)?
    /// The value for which its view stands in a picker.
    var tag: AnyHashable?
    /// What may not be done to the row that it is in.
    var forbiddenEdit: RowEdit?
    /// Whether its view is a row that may be deleted or moved.
    var isEditableRow = false
    /// The bar in which its views stand.
    var bar: ToolbarItemPlacement.Bar?
    /// Whether its view is one of a `TabView`, and the one that is shown.
    var isTab = false
    var isShownTab = false
    /// What stands behind the name of that tab.
    var tabBadge: String?
    /// The nodes that it answers for.
    var handled: Set<String> = []
    /// Its part in what a tap on a node does, if any.
    var gesture: TapPart?

    init(graph: ViewGraph, parent: Place?, key: PlaceKey, address: String, environment: EnvironmentValues) {
        id = PlaceID()
        self.graph = graph
        self.parent = parent
        self.key = key
        self.address = address
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
        graph.add(self)
    }

    // MARK: - Evaluation

    /// Brings it up to date with a view from the evaluation around it.
    func update<V: View>(_ new: V, _ environment: EnvironmentValues) {
        let old = view as? Holder<V>
        let sameEnvironment = environment.isSame(as: self.environment)
        let oldEnvironment = self.environment
        self.environment = environment
        let holder = old ?? Holder(new)
        defer { holder.view = new }
        view = holder
        if let primitive = new as? any Primitive {
            isDirty = false
            needNodes()
            makeNodes = nil
            gesture = nil
            return primitive.update(self)
        }
        guard V.Body.self != Never.self else {
            let name = viewName(V.self)
            return showMissing(["\(name) has no body: give it a `var body: some View`, without `Body = Never`"])
        }
        guard depth <= ViewGraph.mostDepth else {
            return showMissing([
                "\(viewName(V.self)) stands in more than \(ViewGraph.mostDepth) views, one in the other, and is left out: "
                    + "does it show itself without an end?"
            ])
        }
        if let old, !isDirty, Sameness.same(old.view, new) {
            if sameEnvironment { return }
            if !environmentReads.contains(where: { $0(oldEnvironment, environment) }) {
                // The view itself has nothing to do with what is different; what is in it may have.
                return updateChildren { $0.again(.body) }
            }
        }
        evaluate(new)
    }

    /// Evaluates it again because something that it has read is different.
    func evaluateAgain() {
        guard isDirty, let view else { return }
        view.update(self)
    }

    func markDirty(generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        isDirty = true
        return true
    }

    private func evaluate<V: View>(_ view: V) {
        isDirty = false
        generation += 1
        let reader = reader
        var installed = view
        var installation = Installation(place: self, reader: reader)
        installation.install(&installed)
        environmentReads = installation.environmentReads
        guard installation.missing.isEmpty else {
            return showMissing(installation.missing.map { "\(viewName(V.self)) \($0)" })
        }
        graph.count(V.self)
        makeNodes = nil
        let body = reading(reader) { installed.body }
        updateChildren { $0.update(.body, body) }
    }

    private var reader: Reader { Reader(inbox: graph.inbox, place: id, generation: generation) }

    /// Reads something for a view of ours, which depends on it from then on.
    func reading<Value>(_ read: () -> Value) -> Value {
        generation += 1
        return reading(reader, read)
    }

    // What is tracked must not contain the evaluation of other places: they would count as read here.
    private func reading<Value>(_ reader: Reader, _ read: () -> Value) -> Value {
        let outer = Place.evaluated
        Place.evaluated = self
        defer { Place.evaluated = outer }
        let before = observed
        let (value, reads) = Reader.$current.withValue(reader) { ObservedReads.read(reader, after: before, read) }
        observed = reads
        return value
    }

    /// The place whose views are being made right now, if any: what they are given stands around it.
    private(set) static var evaluated: Place?

    /// What is written where a view cannot be evaluated.
    private func showMissing(_ messages: [String]) {
        for message in messages { graph.report(message, .error) }
        updateChildren { _ in }
        lower { [address] in
            [Node(.text(TextContent("! " + messages.joined(separator: "; "))), id: address, modifiers: [.italic(true)])]
        }
    }

    // MARK: - The places in it

    /// What `change` does not update is removed.
    func updateChildren(environment: EnvironmentValues? = nil, _ change: (inout Children) -> Void) {
        var new = Children(place: self, environment: environment ?? self.environment, old: children)
        change(&new)
        needNodes()
        children = new.finish()
    }

    func updateContent(_ view: any View, environment: EnvironmentValues? = nil) {
        updateChildren(environment: environment) { $0.update(.content, view) }
    }

    /// For a view with a node of its own.
    func updateInside(_ view: any View, environment: EnvironmentValues? = nil) {
        updateChildren(environment: environment) { $0.update(.inside, view) }
    }

    func remove() {
        for child in children { child.remove() }
        onRemoval?()
        observed?.end()
        graph.remove(self)
    }

    /// The evaluation of its view, with the view that it had.
    func again(_ environment: EnvironmentValues) { view?.update(self, environment) }

    // MARK: - Nodes

    /// Says how its nodes are made. Without it, they are those of the places in it.
    func lower(_ make: @escaping () -> [Node]) {
        makeNodes = make
        needNodes()
    }

    private func needNodes() {
        var place: Place? = self
        while let here = place, !here.needsNodes {
            here.needsNodes = true
            place = here.parent
        }
    }

    /// The nodes that come of it. Only what has changed is made again.
    func lowered() -> [Node] {
        guard needsNodes else { return nodes }
        needsNodes = false
        graph.lowerings += 1
        nodes = makeNodes?() ?? childNodes
        return nodes
    }

    var childNodes: [Node] { children.count == 1 ? children[0].lowered() : children.flatMap { $0.lowered() } }

    func child(_ key: PlaceKey) -> Place? { children.first { $0.key == key } }

    /// The names of the views from the outermost one to this, for messages.
    var path: String {
        var names: [String] = []
        var place: Place? = self
        while let here = place {
            if let name = here.view?.ownName { names.append(name) }
            place = here.parent
        }
        return names.reversed().joined(separator: " > ")
    }

    /// ` in Outer > Inner`; nothing where no view of the author's is around it.
    var around: String { path.isEmpty ? "" : " in \(path)" }
}

/// A place's view, with its type.
@MainActor protocol ViewHolder: AnyObject {
    func update(_ place: Place)
    func update(_ place: Place, _ environment: EnvironmentValues)
    /// The name of a view of the app's own.
    var ownName: String? { get }
}

private final class Holder<V: View>: ViewHolder {
    var view: V
    init(_ view: V) { self.view = view }
    func update(_ place: Place) { place.update(view, place.environment) }
    func update(_ place: Place, _ environment: EnvironmentValues) { place.update(view, environment) }
    var ownName: String? { view is any Primitive ? nil : viewName(V.self) }
}
