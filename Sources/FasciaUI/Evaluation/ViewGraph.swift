import FasciaModel

/// The evaluation of one view and all that is in it, kept up to date.
///
/// Only what depends on something that has changed is evaluated again.
@MainActor final class ViewGraph {
    /// More passes of `onChange` than this are taken for a loop.
    static let mostPasses = 32
    /// A view that stands in more others than this is taken for one that shows itself without end. What is left of the
    /// stack of a program's main thread (8 MiB) is enough for as many, without optimization, too.
    static let mostDepth = 1_000

    let inbox = Inbox()
    /// What its views have to do with actions between screens.
    let actions = ActionTable()
    private var places: [PlaceID: Place] = [:]
    private var root: Place?

    /// What runs after a pass, in the order in which it was asked for.
    private var pending: [(place: Place, name: String, action: () -> Void)] = []

    /// How often the body of each type of view was evaluated.
    private(set) var evaluations: [String: Int] = [:]
    /// How many places had their nodes made.
    var lowerings = 0
    /// What is wrong with the views, each once.
    private(set) var issues: [String] = []
    /// Those of them that leave something out of the picture.
    private(set) var errors: Set<String> = []
    /// Hears of each issue.
    var onIssue: ((String, Issue.Severity) -> Void)?

    private var view: any View
    private var environment: EnvironmentValues

    init(_ view: any View, environment: EnvironmentValues = EnvironmentValues()) {
        self.view = view
        self.environment = environment
        // Not "0", which is where a node without an id stands: a view keeps its id whatever it says, and a terminal's
        // focus stays with it.
        let root = Place(graph: self, parent: nil, key: .body, address: "v", environment: environment)
        self.root = root
        root.updateContent(view)
        update()
    }

    /// Evaluates whatever is out of date, and then what that puts out of date in turn.
    func update() {
        var passes = 0
        repeat {
            evaluateInvalid()
            let actions = pending
            pending = []
            passes += 1
            guard passes <= Self.mostPasses else {
                let names = Set(actions.map(\.name)).subtracting([""]).sorted().joined(separator: ", ")
                report(
                    "onChange loops: after \(Self.mostPasses) passes it still makes changes"
                        + (names.isEmpty ? "" : ", in \(names)")
                        + ". Changes that it would have seen are left out; an onChange must come to rest")
                return
            }
            for action in actions { action.action() }
        } while !inbox.isEmpty || !pending.isEmpty
    }

    /// Whether anything is out of date.
    var isInvalid: Bool { !inbox.isEmpty }

    private func evaluateInvalid() {
        let invalid = inbox.take().compactMap { id, generation in
            places[id].flatMap { $0.markDirty(generation: generation) ? $0 : nil }
        }
        // From the outside in: what an outer one evaluates or removes is done with.
        for place in invalid.sorted(by: { ($0.depth, $0.id.number) < ($1.depth, $1.id.number) })
        where places[place.id] != nil {
            place.evaluateAgain()
        }
    }

    /// Runs something after the pass.
    func afterwards(_ place: Place, _ action: @escaping () -> Void) {
        pending.append((place, place.path, action))
    }

    /// What stands above and below the views.
    var bars = ScreenBars()

    /// The ids that authors have given to nodes.
    var identifiers = Identifiers()

    /// The nodes of the views as they were last evaluated.
    var nodes: [Node] {
        // Making the nodes may give them ids.
        let nodes = bars.around(root?.lowered() ?? [])
        return identifiers.name(nodes) { report($0) }
    }

    /// Takes everything away: what disappears hears of it.
    func end() {
        root?.remove()
        root = nil
    }

    /// Where rows come from of which only those are known that somebody looks at, by their nodes.
    var rowSources: [String: RowSource] = [:]

    // MARK: - The title

    private var titles: [(place: PlaceID, title: String)] = []

    /// What stands in the title bar, if any view says so; the last one that did.
    var title: String? { titles.last?.title }

    func setTitle(_ title: String?, by place: Place) {
        titles.removeAll { $0.place == place.id }
        if let title { titles.append((place.id, title)) }
    }

    // MARK: - Records

    func add(_ place: Place) { places[place.id] = place }

    func remove(_ place: Place) {
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

    private var operable: [String: Place] = [:]

    /// Says which place answers for a node.
    func handle(_ node: String, at place: Place) {
        operable[node] = place
        place.handled.insert(node)
    }

    // MARK: - The focus

    private var lastFocusRequest = 0
    private var focusReports: [String: PlaceID] = [:]

    /// Each time that the focus is asked for has a number of its own.
    func nextFocusRequest() -> Int {
        lastFocusRequest += 1
        return lastFocusRequest
    }

    /// Says which place hears of it when the focus comes to a node or leaves it.
    func reportFocus(of node: String, to place: Place) { focusReports[node] = place.id }

    func focusMoved(_ node: String, _ isFocused: Bool) -> Bool {
        guard let place = focusReports[node].flatMap({ places[$0] }), case .focus(let hear)? = place.gesture else {
            return false
        }
        hear(isFocused)
        update()
        return true
    }

    // MARK: - Gestures of the mouse

    private var pointed: [String: PlaceID] = [:]

    /// Says which place hears of what is done with the mouse on a node.
    func hear(_ gesture: String, at place: Place) { pointed[gesture] = place.id }

    func pointer(_ gesture: String, _ phase: PointerGesture.Phase, _ report: GestureReport) -> Bool {
        guard let place = pointed[gesture].flatMap({ places[$0] }), case .pointer(let hear)? = place.gesture else {
            return false
        }
        hear(phase, report)
        update()
        return true
    }

    // MARK: - Rooms

    private var measured: [String: PlaceID] = [:]

    /// Says which place hears of it when a node has another room than it was made for.
    func reportRoom(of node: String, to place: Place) { measured[node] = place.id }

    /// Whether any view goes by the room that it has.
    var hasRooms: Bool { !measured.isEmpty }

    /// - Returns: whether a view goes by it.
    func roomChanged(_ node: String, _ room: CGSize) -> Bool {
        guard let place = measured[identifiers.address(node)].flatMap({ places[$0] }), case .room(let hear)? = place.gesture else {
            return false
        }
        hear(room)
        return true
    }

    // MARK: - Operating

    /// Operates a node.
    ///
    /// - Parameters:
    ///   - target: what a switch is to become, as it was meant when the gesture began.
    ///   - value: what another control is to become.
    ///   - isSubmit: whether Enter was pressed in a text field.
    /// - Returns: whether there was anything to operate.
    func operate(_ node: String, target: Bool? = nil, value: JSON? = nil, isSubmit: Bool = false) -> Bool {
        guard let place = operable[node], places[place.id] === place else { return false }
        var handlers: [() -> Void] = []
        var control: (() -> Void)?
        var here: Place? = place
        while let place = here {
            switch place.gesture {
            case .control(let action) where control == nil && place === operable[node]: control = { action(target) }
            case .edit(let isTap, let action) where control == nil && place === operable[node]:
                control = value.map { value in { action(value, isSubmit) } }
                // What is typed is no tap.
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
        // The target is fixed before any handler runs.
        for handler in handlers { handler() }
        control?()
        update()
        return true
    }
}

/// What a place adds to what a tap does.
enum TapPart {
    /// A control's own action. A switch is given the state that it is to take.
    case control((Bool?) -> Void)
    /// What a control does that is given a value: by a tap, or by typing; and whether Enter ended the typing.
    case edit(isTap: Bool, (JSON, Bool) -> Void)
    /// Hears whether the focus came or went.
    case focus((Bool) -> Void)
    /// Hears how much room there is, in points.
    case room((CGSize) -> Void)
    /// Hears what is done with the mouse that is no tap.
    case pointer((PointerGesture.Phase, GestureReport) -> Void)
    /// What `onTapGesture` says, for these nodes.
    case tap(nodes: Set<String>, () -> Void)
}
