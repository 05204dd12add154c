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

    let inbox = InvalidationQueue()
    /// The handlers and declarations of actions between screens.
    let actions = ActionTable()
    private var places: [ViewNodeID: ViewNode] = [:]
    private var root: ViewNode?

    /// Actions to run after the current pass, in order.
    private var pending: [(place: ViewNode, name: String, action: () -> Void)] = []

    /// The number of body evaluations, by view type.
    private(set) var evaluations: [String: Int] = [:]
    /// The number of places whose nodes were made.
    var lowerings = 0
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
            let actions = pending
            pending = []
            passes += 1
            guard passes <= Self.maximumPasses else {
                let names = Set(actions.map(\.name)).subtracting([""]).sorted().joined(separator: ", ")
                report(
                    "onChange loops: after \(Self.maximumPasses) passes it still makes changes"
                        + (names.isEmpty ? "" : ", in \(names)")
                        + ". Changes that it would have seen are left out; an onChange must come to rest")
                return
            }
            for action in actions { action.action() }
        } while !inbox.isEmpty || !pending.isEmpty
    }

    /// Whether any view must be evaluated again.
    var isInvalid: Bool { !inbox.isEmpty }

    private func evaluateInvalid() {
        let invalid = inbox.take().compactMap { id, generation in
            places[id].flatMap { $0.markDirty(generation: generation) ? $0 : nil }
        }
        // Outer places first: evaluating one may update or remove the places inside it.
        for place in invalid.sorted(by: { ($0.depth, $0.id.number) < ($1.depth, $1.id.number) })
        where places[place.id] != nil {
            place.evaluateAgain()
        }
    }

    /// Runs an action after the current pass.
    func afterwards(_ place: ViewNode, _ action: @escaping () -> Void) {
        pending.append((place, place.path, action))
    }

    /// The bars above and below the views.
    var bars = ScreenBars()

    /// The ids that authors have set with `accessibilityIdentifier`.
    var identifiers = Identifiers()

    /// The nodes of the views as last evaluated.
    var nodes: [Node] {
        // Lowering may register identifiers, so it comes first.
        let nodes = bars.around(root?.lowered() ?? [])
        return identifiers.name(nodes) { report($0) }
    }

    /// Removes all views. Their `onDisappear` actions run.
    func end() {
        root?.remove()
        root = nil
    }

    /// The sources of lazy rows, by the address of the rows' node.
    var rowSources: [String: RowSource] = [:]

    // MARK: - The title

    private var titles: [(place: ViewNodeID, title: String)] = []

    /// The title set last by a view; `nil` if none sets one.
    var title: String? { titles.last?.title }

    func setTitle(_ title: String?, by place: ViewNode) {
        titles.removeAll { $0.place == place.id }
        if let title { titles.append((place.id, title)) }
    }

    // MARK: - Records

    func add(_ place: ViewNode) { places[place.id] = place }

    func remove(_ place: ViewNode) {
        places[place.id] = nil
        for node in place.handled where operable[node] === place { operable[node] = nil }
    }

    func count(_ type: Any.Type) { evaluations[viewName(type), default: 0] += 1 }
    func resetCounts() { (evaluations, lowerings) = ([:], 0) }

    func report(_ issue: String, _ severity: Issue.Severity = .warning) {
        guard !issues.contains(issue) else { return }
        issues.append(issue)
        if severity == .error { errors.insert(issue) }
        onIssue?(issue, severity)
    }

    // MARK: - Handlers

    private var operable: [String: ViewNode] = [:]

    /// Registers the place that handles the actions of a node.
    func handle(_ node: String, at place: ViewNode) {
        operable[node] = place
        place.handled.insert(node)
    }

    // MARK: - The focus

    private var lastFocusRequest = 0
    private var focusReports: [String: ViewNodeID] = [:]

    /// A unique number for each focus or scroll request.
    func nextFocusRequest() -> Int {
        lastFocusRequest += 1
        return lastFocusRequest
    }

    /// Registers the place to notify when a node gains or loses the focus.
    func reportFocus(of node: String, to place: ViewNode) { focusReports[node] = place.id }

    func focusMoved(_ node: String, _ isFocused: Bool) -> Bool {
        guard let place = focusReports[node].flatMap({ places[$0] }), case .focus(let hear)? = place.gesture else {
            return false
        }
        hear(isFocused)
        update()
        return true
    }

    // MARK: - Mouse gestures

    private var pointed: [String: ViewNodeID] = [:]

    /// Registers the place that handles a mouse gesture.
    func hear(_ gesture: String, at place: ViewNode) { pointed[gesture] = place.id }

    func pointer(_ gesture: String, _ phase: PointerGesture.Phase, _ report: GestureReport) -> Bool {
        guard let place = pointed[gesture].flatMap({ places[$0] }), case .pointer(let hear)? = place.gesture else {
            return false
        }
        hear(phase, report)
        update()
        return true
    }

    // MARK: - Available size

    private var measured: [String: ViewNodeID] = [:]

    /// Registers the place to notify when the available size of a node changes.
    func reportRoom(of node: String, to place: ViewNode) { measured[node] = place.id }

    /// - Returns: whether a view depends on the size.
    func roomChanged(_ node: String, _ room: CGSize) -> Bool {
        guard let place = measured[identifiers.address(node)].flatMap({ places[$0] }), case .room(let hear)? = place.gesture
        else {
            return false
        }
        hear(room)
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
        guard let place = operable[node], places[place.id] === place else { return false }
        var handlers: [() -> Void] = []
        var control: (() -> Void)?
        var here: ViewNode? = place
        while let place = here {
            switch place.gesture {
            case .control(let action) where control == nil && place === operable[node]: control = { action(target) }
            case .edit(let isTap, let action) where control == nil && place === operable[node]:
                control = value.map { value in { action(value, isSubmit) } }
                // Typing is not a tap, so tap handlers do not run.
                guard isTap else {
                    control?()
                    update()
                    return true
                }
            case .tap(let nodes, let action) where nodes.contains(node): handlers.append(action)
            default: break
            }
            here = place.parent
        }
        // The target was determined before any handler runs.
        for handler in handlers { handler() }
        control?()
        update()
        return true
    }
}

/// How a place handles an event of a node.
enum NodeEventHandler {
    /// The action of a control. A toggle gets its new state.
    case control((Bool?) -> Void)
    /// The action of a control that gets a value, by tap or by typing. The flag says whether Enter ended the typing.
    case edit(isTap: Bool, (JSON, Bool) -> Void)
    /// Called when the focus is gained or lost.
    case focus((Bool) -> Void)
    /// Called with the available size in points.
    case room((CGSize) -> Void)
    /// Called for mouse gestures other than taps.
    case pointer((PointerGesture.Phase, GestureReport) -> Void)
    /// An `onTapGesture` handler for these nodes.
    case tap(nodes: Set<String>, () -> Void)
}
