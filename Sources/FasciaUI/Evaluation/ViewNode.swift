import FasciaDocument

/// A position in the view hierarchy. It keeps the state of the view there, its child places, and the nodes made from
/// it.
@MainActor final class ViewNode {
    let id: ViewNodeID
    unowned let graph: ViewGraph
    private(set) weak var parent: ViewNode?
    let depth: Int
    let key: ChildIdentity
    /// Unique in its graph. It stays the same as long as the structure around the place does.
    let address: String
    private(set) var environment: EnvironmentValues
    /// State of the view's properties across evaluations, in property order.
    var slots: [AnyObject?] = []
    private(set) var children: [ViewNode] = []
    /// The number of evaluations so far.
    private(set) var generation = 0

    /// The nodes as of the last `lowered()`.
    private var nodes: [Node] = []
    private var needsNodes = true
    private var makeNodes: (() -> [Node])?
    private var view: (any ViewHolder)?
    private var isDirty = false
    private var observed: ObservationRegistration?
    /// Check whether an environment value that the view has read differs.
    private var environmentReads: [EnvironmentValues.Difference] = []

    /// Called when the place is removed.
    var onRemoval: (() -> Void)?
    /// The tag of the view, for pickers, lists and tabs.
    var tag: AnyHashable?
    /// An edit that the view disables for the row that contains it.
    var forbiddenEdit: RowEdit?
    /// Whether the view is a row that can be deleted or moved.
    var isEditableRow = false
    /// The bar that contains the view.
    var bar: ToolbarItemPlacement.Bar?
    /// Whether the view is a tab of a `TabView`, and whether that tab is shown.
    var isTab = false
    var isShownTab = false
    /// The badge after the tab's label.
    var tabBadge: String?
    /// The ids of the nodes whose actions this place handles.
    var handled: Set<String> = []
    /// How this place handles taps and other events of a node, if it does.
    var gesture: NodeEventHandler?

    init(graph: ViewGraph, parent: ViewNode?, key: ChildIdentity, address: String, environment: EnvironmentValues) {
        id = ViewNodeID()
        self.graph = graph
        self.parent = parent
        self.key = key
        self.address = address
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
        graph.add(self)
    }

    // MARK: - Evaluation

    /// Updates the place with a new value of its view.
    func update<V: View>(_ new: V, _ environment: EnvironmentValues) {
        let old = view as? Holder<V>
        let sameEnvironment = environment.isStructurallyEqual(as: self.environment)
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
        guard depth <= ViewGraph.maximumDepth else {
            return showMissing([
                "\(viewName(V.self)) stands in more than \(ViewGraph.maximumDepth) views, one in the other, and is left out: "
                    + "does it show itself without an end?"
            ])
        }
        if let old, !isDirty, StructuralEquality.same(old.view, new) {
            if sameEnvironment { return }
            if !environmentReads.contains(where: { $0(oldEnvironment, environment) }) {
                // The view itself does not depend on the difference, but its children may.
                return updateChildren { $0.again(.body) }
            }
        }
        evaluate(new)
    }

    /// Evaluates the view again after a value that it has read has changed.
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

    private var reader: EvaluationContext { EvaluationContext(inbox: graph.inbox, place: id, generation: generation) }

    /// Reads values on behalf of a built-in view, which then depends on them.
    func reading<Value>(_ read: () -> Value) -> Value {
        generation += 1
        return reading(reader, read)
    }

    // Must not evaluate other places: their reads would count as reads of this place.
    private func reading<Value>(_ reader: EvaluationContext, _ read: () -> Value) -> Value {
        let outer = ViewNode.evaluated
        ViewNode.evaluated = self
        defer { ViewNode.evaluated = outer }
        let before = observed
        let (value, reads) = EvaluationContext.$current.withValue(reader) {
            ObservationRegistration.read(reader, after: before, read)
        }
        observed = reads
        return value
    }

    /// The place whose view is currently being read, if any. Views created meanwhile inherit its environment.
    private(set) static var evaluated: ViewNode?

    /// Shows an error in place of a view that cannot be evaluated.
    private func showMissing(_ messages: [String]) {
        for message in messages { graph.report(message, .error) }
        updateChildren { _ in }
        lower { [address] in
            [Node(.text(TextContent("! " + messages.joined(separator: "; "))), id: address, modifiers: [.italic(true)])]
        }
    }

    // MARK: - Children

    /// Updates the children. Those that `change` does not mention are removed.
    func updateChildren(environment: EnvironmentValues? = nil, _ change: (inout Children) -> Void) {
        var new = Children(place: self, environment: environment ?? self.environment, old: children)
        change(&new)
        needNodes()
        children = new.finish()
    }

    func updatePassthrough(_ view: any View, environment: EnvironmentValues? = nil) {
        updateChildren(environment: environment) { $0.update(.content, view) }
    }

    /// Updates the content of a view that makes its own node.
    func updateSubtree(_ view: any View, environment: EnvironmentValues? = nil) {
        updateChildren(environment: environment) { $0.update(.inside, view) }
    }

    func remove() {
        for child in children { child.remove() }
        onRemoval?()
        observed?.end()
        graph.remove(self)
    }

    /// Updates the place with its current view in another environment.
    func again(_ environment: EnvironmentValues) { view?.update(self, environment) }

    // MARK: - Nodes

    /// Sets how the nodes are made. By default they are the nodes of the children.
    func lower(_ make: @escaping () -> [Node]) {
        makeNodes = make
        needNodes()
    }

    private func needNodes() {
        var place: ViewNode? = self
        while let here = place, !here.needsNodes {
            here.needsNodes = true
            place = here.parent
        }
    }

    /// The up-to-date nodes. Only those invalidated since the last call are made again.
    func lowered() -> [Node] {
        guard needsNodes else { return nodes }
        needsNodes = false
        graph.lowerings += 1
        nodes = makeNodes?() ?? childNodes
        return nodes
    }

    var childNodes: [Node] { children.count == 1 ? children[0].lowered() : children.flatMap { $0.lowered() } }

    func child(_ key: ChildIdentity) -> ViewNode? { children.first { $0.key == key } }

    /// The names of the custom views from the outermost one to this place, for messages.
    var path: String {
        var names: [String] = []
        var place: ViewNode? = self
        while let here = place {
            if let name = here.view?.ownName { names.append(name) }
            place = here.parent
        }
        return names.reversed().joined(separator: " > ")
    }

    /// ` in Outer > Inner`; empty without custom views.
    var around: String { path.isEmpty ? "" : " in \(path)" }
}

/// A place's view with its static type.
@MainActor protocol ViewHolder: AnyObject {
    func update(_ place: ViewNode)
    func update(_ place: ViewNode, _ environment: EnvironmentValues)
    /// The name of a custom view; `nil` for a built-in one.
    var ownName: String? { get }
}

private final class Holder<V: View>: ViewHolder {
    var view: V
    init(_ view: V) { self.view = view }
    func update(_ place: ViewNode) { place.update(view, place.environment) }
    func update(_ place: ViewNode, _ environment: EnvironmentValues) { place.update(view, environment) }
    var ownName: String? { view is any Primitive ? nil : viewName(V.self) }
}
