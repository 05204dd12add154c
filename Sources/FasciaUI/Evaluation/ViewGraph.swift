import FasciaDocument
import FasciaModel

/// Evaluates a view and everything in it, and keeps the result up to date.
///
/// Only views that depend on a changed value are evaluated again.
@MainActor final class ViewGraph {
    /// More passes than this are reported as an `onChange` loop.
    static let maximumPasses = 32
    /// A view nested deeper than this is assumed to contain itself endlessly. An 8 MiB main-thread stack is large
    /// enough for this depth, even in debug builds.
    static let maximumDepth = 1_000

    let invalidations = InvalidationQueue()
    /// The handlers and declarations of actions between screens.
    let actions = ActionRegistry()
    private var viewNodes: [ViewNodeID: ViewNode] = [:]
    private var root: ViewNode?

    /// Actions to run after the current pass, in order.
    private var pendingActions: [(viewNode: ViewNode, name: String, action: () -> Void)] = []

    /// The number of body evaluations, by view type.
    private(set) var evaluations: [String: Int] = [:]
    /// The number of view nodes whose nodes were made.
    var loweringCount = 0
    /// The problems found in the views, without duplicates.
    private(set) var issues: [String] = []
    /// The issues because of which something is not shown.
    private(set) var errors: Set<String> = []
    /// Called for each new issue.
    var onIssue: ((String, Issue.Severity) -> Void)?

    private var view: any View
    private var environment: EnvironmentValues

    init(_ view: any View, environment: EnvironmentValues = EnvironmentValues()) {
        self.view = view
        self.environment = environment
        // Not "0": `FasciaRender` takes ids that start with it for positions, and trusts them only if role and label
        // match, too. A view's id is stable, so the focus stays on the view even when its label changes.
        let root = ViewNode(graph: self, parent: nil, key: .body, address: "v", environment: environment)
        self.root = root
        root.updatePassthrough(view)
        update()
    }

    /// Evaluates all invalid views, and repeats until nothing is invalid.
    func update() {
        var passes = 0
        repeat {
            evaluateInvalid()
            for (_, check) in preferenceObservers.sorted(by: { $0.key.number > $1.key.number }) { check() }
            let actions = pendingActions
            pendingActions = []
            passes += 1
            guard passes <= Self.maximumPasses else {
                let names = Set(actions.map(\.name)).subtracting([""]).sorted().joined(separator: ", ")
                report(
                    "onChange loop\(names.isEmpty ? "" : " in \(names)"): values still change after \(Self.maximumPasses) "
                        + "passes. Further changes are ignored; make sure that the actions settle")
                return
            }
            for action in actions { action.action() }
        } while !invalidations.isEmpty || !pendingActions.isEmpty
    }

    /// Whether any view must be evaluated again.
    var isInvalid: Bool { !invalidations.isEmpty }

    private func evaluateInvalid() {
        let invalid = invalidations.drain().compactMap { id, generation in
            viewNodes[id].flatMap { $0.markDirty(generation: generation) ? $0 : nil }
        }
        // Outer view nodes first: evaluating one may update or remove the view nodes inside it.
        for viewNode in invalid.sorted(by: { ($0.depth, $0.id.number) < ($1.depth, $1.id.number) })
        where viewNodes[viewNode.id] != nil {
            viewNode.reevaluate()
        }
    }

    /// Runs an action after the current pass.
    func runAfterPass(_ viewNode: ViewNode, _ action: @escaping () -> Void) {
        pendingActions.append((viewNode, viewNode.path, action))
    }

    /// The bars above and below the views.
    var bars = ScreenBars()

    /// The ids that authors have set with `accessibilityIdentifier`.
    var identifiers = Identifiers()

    /// The nodes of the views as last evaluated.
    var nodes: [Node] {
        // Lowering may register identifiers, so it comes first.
        let nodes = bars.wrap(root?.lowered() ?? [])
        return identifiers.apply(to: nodes) { report($0) }
    }

    /// Removes all views. Their `onDisappear` actions run.
    func tearDown() {
        root?.remove()
        root = nil
    }

    /// The sources of lazy rows, by the address of the rows' node.
    var rowSources: [String: RowSource] = [:]

    /// Check whether preferences have changed, by the view nodes that want to know.
    var preferenceObservers: [ViewNodeID: () -> Void] = [:]

    /// The values that views give to the layouts around them, by node.
    var layoutValues: [String: [ObjectIdentifier: Any]] = [:]

    // MARK: - Appearance

    /// The views that are to know whether they are in sight.
    var appearances: [ViewNodeID: (viewNode: ViewNode, appearance: Appearance)] = [:]
    /// Whether no other screen was pushed on that of the views.
    var isScreenInSight = true
    private var navigationStacks: Set<ViewNodeID> = []
    var hasNavigationStack: Bool { !navigationStacks.isEmpty }

    func addNavigationStack(_ viewNode: ViewNode) { navigationStacks.insert(viewNode.id) }

    // MARK: - The title

    private var titles: [(viewNode: ViewNodeID, title: String)] = []

    /// The title set last by a view; `nil` if none sets one.
    var title: String? { titles.last?.title }

    func setTitle(_ title: String?, by viewNode: ViewNode) {
        titles.removeAll { $0.viewNode == viewNode.id }
        if let title { titles.append((viewNode.id, title)) }
    }

    // MARK: - Records

    func add(_ viewNode: ViewNode) { viewNodes[viewNode.id] = viewNode }

    func remove(_ viewNode: ViewNode) {
        viewNodes[viewNode.id] = nil
        preferenceObservers[viewNode.id] = nil
        navigationStacks.remove(viewNode.id)
        for node in viewNode.controlIDs where controlsByNode[node] === viewNode { controlsByNode[node] = nil }
    }

    func count(_ type: Any.Type) { evaluations[viewName(type), default: 0] += 1 }
    func resetCounts() { (evaluations, loweringCount) = ([:], 0) }

    func report(_ issue: String, _ severity: Issue.Severity = .warning) {
        guard !issues.contains(issue) else { return }
        issues.append(issue)
        if severity == .error { errors.insert(issue) }
        onIssue?(issue, severity)
    }

    // MARK: - Handlers

    private var controlsByNode: [String: ViewNode] = [:]

    /// Registers the view node that handles the actions of a node.
    func registerControl(_ node: String, at viewNode: ViewNode) {
        controlsByNode[node] = viewNode
        viewNode.controlIDs.insert(node)
    }

    // MARK: - The focus

    private var lastFocusRequest = 0
    private var focusObservers: [String: ViewNodeID] = [:]

    /// A unique number for each focus or scroll request.
    func nextFocusRequest() -> Int {
        lastFocusRequest += 1
        return lastFocusRequest
    }

    /// Registers the view node to notify when a node gains or loses the focus.
    func observeFocus(of node: String, by viewNode: ViewNode) { focusObservers[node] = viewNode.id }

    func focusMoved(_ node: String, _ isFocused: Bool) -> Bool {
        guard let viewNode = focusObservers[node].flatMap({ viewNodes[$0] }), case .focus(let handler)? = viewNode.eventHandler
        else {
            return false
        }
        handler(isFocused)
        update()
        return true
    }

    // MARK: - Mouse gestures

    private var pointerHandlers: [String: ViewNodeID] = [:]

    /// Registers the view node that handles a mouse gesture.
    func registerPointerGesture(_ gesture: String, at viewNode: ViewNode) { pointerHandlers[gesture] = viewNode.id }

    func handlePointer(_ gesture: String, _ phase: PointerGesture.Phase, _ report: GestureReport) -> Bool {
        guard let viewNode = pointerHandlers[gesture].flatMap({ viewNodes[$0] }),
            case .pointer(let handler)? = viewNode.eventHandler
        else {
            return false
        }
        handler(phase, report)
        update()
        return true
    }

    // MARK: - Available size

    private var sizeObservers: [String: ViewNodeID] = [:]

    /// Registers the view node to notify when the available size of a node changes.
    func observeSize(of node: String, by viewNode: ViewNode) { sizeObservers[node] = viewNode.id }

    /// - Returns: whether a view depends on the size.
    func sizeChanged(_ node: String, _ size: ProposedViewSize) -> Bool {
        guard let viewNode = sizeObservers[identifiers.address(node)].flatMap({ viewNodes[$0] }),
            case .availableSize(let handler)? = viewNode.eventHandler
        else {
            return false
        }
        handler(size)
        return true
    }

    // MARK: - Actions

    /// Performs the action of a node.
    ///
    /// - Parameters:
    ///   - target: the new state of a toggle, as determined when the tap began.
    ///   - value: the new value of any other control.
    ///   - isSubmit: whether Enter was pressed in a text field.
    /// - Returns: whether the node has a handler.
    func operate(_ node: String, target: Bool? = nil, value: JSON? = nil, isSubmit: Bool = false) -> Bool {
        guard let viewNode = controlsByNode[node], viewNodes[viewNode.id] === viewNode else { return false }
        var taps: [TapHandler] = []
        var control: (() -> Void)?
        var here: ViewNode? = viewNode
        while let viewNode = here {
            switch viewNode.eventHandler {
            case .control(let action) where control == nil && viewNode === controlsByNode[node]: control = { action(target) }
            case .edit(let isTap, let action) where control == nil && viewNode === controlsByNode[node]:
                control = value.map { value in { action(value, isSubmit) } }
                // Typing is not a tap, so tap handlers do not run.
                guard isTap else {
                    control?()
                    update()
                    return true
                }
            case .tap(let nodes, let handler) where nodes.contains(node): taps.append(handler)
            default: break
            }
            here = viewNode.parent
        }
        // The target was determined before any handler runs.
        if !taps.perform() { control?() }
        update()
        return true
    }
}

/// What is to be done when a view is tapped.
struct TapHandler {
    enum Precedence { case low, high, simultaneous }

    let precedence: Precedence
    /// - Returns: whether this tap completes the gesture.
    let tap: () -> Bool
}

extension [TapHandler] {
    /// Runs all simultaneous gestures, and one of the others: the outermost of a high precedence that this tap completes, else the
    /// innermost.
    ///
    /// - Returns: whether one of a high precedence ran. The control itself is not tapped then.
    fileprivate func perform() -> Bool {
        for handler in self where handler.precedence == .simultaneous { _ = handler.tap() }
        if last(where: { $0.precedence == .high && $0.tap() }) != nil { return true }
        _ = first { $0.precedence == .low && $0.tap() }
        return false
    }
}

/// How a view node handles an event of a node.
enum NodeEventHandler {
    /// The action of a control. A toggle gets its new state.
    case control((Bool?) -> Void)
    /// The action of a control that gets a value, by tap or by typing. The flag says whether Enter ended the typing.
    case edit(isTap: Bool, (JSON, Bool) -> Void)
    /// Called when the focus is gained or lost.
    case focus((Bool) -> Void)
    /// Called with the available size in points.
    case availableSize((ProposedViewSize) -> Void)
    /// Called for mouse gestures other than taps.
    case pointer((PointerGesture.Phase, GestureReport) -> Void)
    /// An `onTapGesture` handler for these nodes.
    case tap(nodes: Set<String>, TapHandler)
}
