import FasciaDocument

/// A node of the view graph: the identity, the state and the children of one view, and the nodes made from it.
@MainActor final class ViewNode {
    let id: ViewNodeID
    unowned let graph: ViewGraph
    private(set) weak var parent: ViewNode?
    let depth: Int
    let key: ChildIdentity
    /// Unique in its graph. It stays the same as long as the structure around the view node does.
    let address: String
    private(set) var environment: EnvironmentValues
    /// State of the view's properties across evaluations, in property order.
    var propertyStorage: [AnyObject?] = []
    private(set) var children: [ViewNode] = []
    /// The number of evaluations so far.
    private(set) var generation = 0

    /// The nodes as of the last `lowered()`.
    private var cachedNodes: [Node] = []
    private var nodesAreInvalid = true
    private var makeNodes: (() -> [Node])?
    private var view: (any ViewHolder)?
    private var isDirty = false
    private var observation: ObservationRegistration?
    /// One check per environment value that the view has read: whether it differs.
    private var environmentReads: [EnvironmentValues.Difference] = []

    /// Called when the view node is removed.
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
    /// What the view offers to those around it, by key.
    var preferences: [ObjectIdentifier: Any] = [:]
    /// Whether the places of anchors inside are relative to this view.
    var isAnchorSpace = false
    /// The badge after the tab's label.
    var tabBadge: String?
    /// The ids of the published nodes whose actions this view node handles.
    var controlIDs: Set<String> = []
    /// How this view node handles taps and other events of a node, if it does.
    var eventHandler: NodeEventHandler?

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

    func update<V: View>(_ new: V, _ environment: EnvironmentValues) {
        let old = view as? Holder<V>
        let sameEnvironment = environment.isStructurallyEqual(to: self.environment)
        let oldEnvironment = self.environment
        self.environment = environment
        let holder = old ?? Holder(new)
        defer { holder.view = new }
        view = holder
        if let primitive = new as? any Primitive {
            isDirty = false
            invalidateNodes()
            makeNodes = nil
            eventHandler = nil
            return primitive.update(self)
        }
        guard V.Body.self != Never.self else {
            let name = viewName(V.self)
            return showMissing(["\(name) has no body: give it a `var body: some View`, without `Body = Never`"])
        }
        guard depth <= ViewGraph.maximumDepth else {
            return showMissing([
                "\(viewName(V.self)) is nested more than \(ViewGraph.maximumDepth) levels deep and is not shown: check whether its "
                    + "body contains itself"
            ])
        }
        if let old, !isDirty, StructuralEquality.same(old.view, new) {
            if sameEnvironment { return }
            if !environmentReads.contains(where: { $0(oldEnvironment, environment) }) {
                // The view itself does not depend on the difference, but its children may.
                return updateChildren { $0.updateEnvironment(.body) }
            }
        }
        evaluate(new)
    }

    /// Evaluates the view again after a value that it has read has changed.
    func reevaluate() {
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
        let context = context
        var connected = view
        var installation = Installation(viewNode: self, context: context)
        installation.install(&connected)
        environmentReads = installation.environmentReads
        guard installation.missing.isEmpty else {
            return showMissing(installation.missing.map { "\(viewName(V.self)) \($0)" })
        }
        graph.count(V.self)
        makeNodes = nil
        let body = tracking(context) { connected.body }
        updateChildren { $0.update(.body, body) }
    }

    private var context: EvaluationContext {
        EvaluationContext(invalidations: graph.invalidations, viewNode: id, generation: generation)
    }

    /// Reads values on behalf of a built-in view, which then depends on them.
    func tracking<Value>(_ read: () -> Value) -> Value {
        generation += 1
        return tracking(context, read)
    }

    // Must not evaluate other view nodes: their reads would count as reads of this view node.
    private func tracking<Value>(_ context: EvaluationContext, _ read: () -> Value) -> Value {
        let outer = ViewNode.beingRead
        ViewNode.beingRead = self
        defer { ViewNode.beingRead = outer }
        let before = observation
        let (value, reads) = EvaluationContext.$current.withValue(context) {
            ObservationRegistration.read(context, after: before, read)
        }
        observation = reads
        return value
    }

    /// The object that a built-in view keeps across evaluations, created by the first one.
    func stored<Object: AnyObject>(_ make: @autoclosure () -> Object) -> Object {
        let object = propertyStorage.first as? Object ?? make()
        propertyStorage = [object]
        return object
    }

    /// The view node whose view is currently being read, if any. Views created meanwhile inherit its environment.
    private(set) static var beingRead: ViewNode?

    /// Shows an error in place of a view that cannot be evaluated.
    private func showMissing(_ messages: [String]) {
        for message in messages { graph.report(message, .error) }
        updateChildren { _ in }
        setLowering { [address] in
            [Node(.text(TextContent("! " + messages.joined(separator: "; "))), id: address, modifiers: [.italic(true)])]
        }
    }

    // MARK: - Children

    /// Updates the children. Those that `change` does not mention are removed.
    func updateChildren(environment: EnvironmentValues? = nil, _ change: (inout Children) -> Void) {
        var new = Children(viewNode: self, environment: environment ?? self.environment, old: children)
        change(&new)
        invalidateNodes()
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
        observation?.cancel()
        graph.remove(self)
    }

    /// Updates the view node with its current view in another environment.
    func updateEnvironment(_ environment: EnvironmentValues) { view?.update(self, environment) }

    // MARK: - Nodes

    /// Sets how the nodes are made. By default they are the nodes of the children.
    func setLowering(_ make: @escaping () -> [Node]) {
        makeNodes = make
        invalidateNodes()
    }

    private func invalidateNodes() {
        var viewNode: ViewNode? = self
        while let here = viewNode, !here.nodesAreInvalid {
            here.nodesAreInvalid = true
            viewNode = here.parent
        }
    }

    /// The up-to-date nodes. Only those invalidated since the last call are made again.
    func lowered() -> [Node] {
        guard nodesAreInvalid else { return cachedNodes }
        nodesAreInvalid = false
        graph.loweringCount += 1
        cachedNodes = makeNodes?() ?? childNodes
        return cachedNodes
    }

    var childNodes: [Node] { children.count == 1 ? children[0].lowered() : children.flatMap { $0.lowered() } }

    func child(_ key: ChildIdentity) -> ViewNode? { children.first { $0.key == key } }

    /// The names of the custom views from the outermost one to this view node, for messages.
    var path: String {
        var names: [String] = []
        var viewNode: ViewNode? = self
        while let here = viewNode {
            if let name = here.view?.customTypeName { names.append(name) }
            viewNode = here.parent
        }
        return names.reversed().joined(separator: " > ")
    }

    /// ` in Outer > Inner`; empty without custom views.
    var messageSuffix: String { path.isEmpty ? "" : " in \(path)" }
}

/// A view node's view with its static type.
@MainActor protocol ViewHolder: AnyObject {
    func update(_ viewNode: ViewNode)
    func update(_ viewNode: ViewNode, _ environment: EnvironmentValues)
    /// The name of a custom view; `nil` for a built-in one.
    var customTypeName: String? { get }
}

private final class Holder<V: View>: ViewHolder {
    var view: V
    init(_ view: V) { self.view = view }
    func update(_ viewNode: ViewNode) { viewNode.update(view, viewNode.environment) }
    func update(_ viewNode: ViewNode, _ environment: EnvironmentValues) { viewNode.update(view, environment) }
    var customTypeName: String? { view is any Primitive ? nil : viewName(V.self) }
}
