import FasciaDocument
import FasciaModel

/// A naive model of a panel: plain dictionaries, with all derived state recomputed each time. It shares no counters,
/// layouts or indices with the real panel, and does not model order that the rules leave open.
struct Naive: Equatable {
    struct Place: Equatable {
        var id: String
        var route: Route
        /// The index of its layer.
        var layer: Int
    }

    var stack: [Place] = [Place(id: "e1", route: Route("home"), layer: 0)]
    var values: [String: JSON] = [:]
    var pickers: [String: NaivePicker] = [:]
    /// By component, according to the changes.
    var selections: [String: String] = [:]
    var declarations: [String: OptionDeclaration] = [:]
    var on: [String: Bool] = [:]
    var enabled: [String: Bool] = [:]
    /// By group, according to the changes. Must always equal the result of `derive`.
    var states: [String: GroupState] = [:]
    var minted = 1

    static func == (left: Naive, right: Naive) -> Bool {
        left.stack == right.stack && left.values == right.values && left.on == right.on
            && left.selections == right.selections && left.enabled == right.enabled && left.states == right.states
    }

    init() {}

    /// The observable state of a panel.
    init(_ panel: Panel) {
        stack = Self.places(panel)
        for key in panel.valueKeys { values[key] = panel.value(key) }
        for id in panel.pickerIDs { add(panel.picker(id)) }
        for id in panel.groupIDs { add(panel.toggleTree(id)) }
    }

    private static func places(_ panel: Panel) -> [Place] {
        (panel.stack("main")?.layers ?? []).enumerated().flatMap { number, layer in
            layer.entries.map { Place(id: $0.id.rawValue, route: $0.route, layer: number) }
        }
    }

    private mutating func add(_ picker: PickerInfo?) {
        for component in picker?.components ?? [] { selections[component.id] = component.selection }
    }

    private mutating func add(_ tree: ToggleTree?) {
        guard let tree else { return }
        enabled[tree.info.id] = tree.info.isIndependent ? nil : tree.info.isEnabled
        if let options = tree.options {
            states[tree.info.id] = tree.info.state
            options.forEach { add($0) }
        } else {
            on[tree.info.id] = tree.info.state == .on
        }
    }

    // MARK: Replaying

    /// The components that can have a selection.
    private var known: Set<String> {
        Set(
            pickers.flatMap { id, picker in
                picker.declaration.components.filter { $0.role == nil }.map { "\(id)/\($0.id)" }
            })
    }

    /// Applies a change. Declared and removed subjects are looked up in the panel.
    mutating func replay(_ change: Change, _ panel: Panel) {
        switch change {
        case .option(let option): on[option.id] = option.to
        case .group(let id, _, let to): states[id] = to
        case .enabled(let id, _, let to): enabled[id] = to
        case .value(let key, _, let to): values[key] = to
        case .transient(let key, _, let to): values[key] = to
        case .picker(let change): selections[change.id] = change.to
        case .declared(.picker, let id):
            // New components take their declared selection. Kept ones must follow from the changes.
            let old = selections
            selections = selections.filter { Self.root($0.key) != id }
            for component in panel.picker(id)?.components ?? [] where !component.isLabel {
                selections[component.id] = known.contains(component.id) ? old[component.id] : component.selection
            }
        case .removed(.picker, let id): selections = selections.filter { Self.root($0.key) != id }
        case .declared(.value, let key): values[key] = values[key] ?? .null
        case .removed(.value, let key): values[key] = nil
        case .declared(.group, let id):
            // New options take their declared state. Kept ones must follow from the changes.
            let old = self
            forget(id)
            add(panel.toggleTree(id))
            for key in on.keys where Self.root(key) == id { on[key] = old.on[key] ?? on[key] }
            for key in enabled.keys where Self.root(key) == id {
                let sameKind = (old.on[key] != nil) == (on[key] != nil)
                enabled[key] = sameKind ? old.enabled[key] ?? enabled[key] : enabled[key]
            }
            for key in states.keys where Self.root(key) == id { states[key] = old.states[key] ?? states[key] }
        case .removed(.group, let id): forget(id)
        case .nav(let nav):
            let removed = Set(nav.removed.map(\.entry.id.rawValue))
            let left = stack.filter { !removed.contains($0.id) }
            let now = Self.places(panel)
            let added = Set(nav.added.map(\.id.rawValue))
            // Entries that are neither added nor removed must exist before and after.
            guard left.map(\.id) == now.map(\.id).filter({ !added.contains($0) }), now.last?.id == nav.top.rawValue,
                nav.canPop == (now.count > 1)
            else {
                stack = []
                return
            }
            stack = now
        default: break
        }
    }

    private mutating func forget(_ id: String) {
        on = on.filter { Self.root($0.key) != id }
        enabled = enabled.filter { Self.root($0.key) != id }
        states = states.filter { Self.root($0.key) != id }
    }

    static func root(_ id: String) -> String { String(id.prefix { $0 != "/" }) }

    // MARK: Applying

    /// - Returns: whether the command is allowed. A refused command changes nothing.
    mutating func apply(_ command: Command) -> Bool {
        var next = self
        guard next.execute(command) else { return false }
        next.derive()
        next.selections = [:]
        for (id, picker) in next.pickers {
            for (component, selection) in picker.selections { next.selections["\(id)/\(component)"] = selection }
        }
        self = next
        return true
    }

    private mutating func execute(_ command: Command) -> Bool {
        switch command {
        case .batch(let commands):
            for command in commands {
                guard execute(command) else { return false }
                derive()
            }
            return true
        case .setValue(let key, let value): values[key] = value
        // Declarations without an initial value, which any value fits.
        case .declareValue(let declaration): values[declaration.key] = values[declaration.key] ?? .null
        case .removeValue(let key): return values.removeValue(forKey: key) != nil
        case .setToggle(let id, let on): return setToggle(id, on)
        case .flipToggle(let id, let expect): return flip(id, expect)
        case .enableToggle(let id, let isEnabled):
            guard let leaves = leaves(below: id) else { return false }
            for leaf in leaves { enabled[leaf] = isEnabled }
        case .declarePicker(let declaration): return declare(declaration)
        case .removePicker(let id): return pickers.removeValue(forKey: id) != nil
        case .pick(let id, let element): return pick(id, element)
        case .setElements(let id, let elements, let others): return setElements(id, elements, others)
        case .declareGroup(let declaration): return declare(declaration)
        case .removeGroup(let id):
            guard declarations.removeValue(forKey: id) != nil else { return false }
            forget(id)
        default: return navigate(command)
        }
        return true
    }
}
