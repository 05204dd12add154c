import FasciaDocument

/// A new state for one part of the panel, applied without checking the model's rules.
///
/// Undo applies effects to restore earlier states. The journal stores the effects of each command and replays them.
enum Effect: Equatable, Sendable {
    case option(id: String, on: Bool)
    case enabled(id: String, Bool)
    case content(key: String, JSON)
    /// Only counted: neither journalled nor undone. Its content puts it back when a command is refused.
    indirect case transient(key: String, JSON?)
    /// The selected element of a picker's component.
    case selection(id: String, String?)
    /// `nil` removes the group. `at`: its index among the groups. The same applies to pickers and values.
    indirect case group(id: String, ToggleGroup?, at: Int)
    indirect case picker(id: String, Picker?, at: Int)
    indirect case value(key: String, Values.Stored?, at: Int)
    indirect case environment(EnvironmentScope, JSON.Object)
    indirect case stack(StackEffect)

    /// Used only by undo: the state was not known, so nothing is put back.
    case lost(ThingID)

    // Used only in the journal: undo does not affect what has happened, nor what programs publish.
    /// The others of the command are published by a program, as screens are.
    case published
    /// The actual value of a bound thing.
    indirect case shown(ThingID, JSON)
    /// The state of a bound thing; `nil` for one that is no longer bound.
    indirect case bound(ThingID, BoundState?)
    /// All claims, and the number of the last one.
    indirect case claims([Claim], last: Int)
    /// `nil` removes it.
    indirect case question(id: String, AskedQuestion?)
    indirect case screen(id: String, Screen?)
    indirect case rows(screen: String, RowsUpdate)
    case orphaned(screen: String, Bool)
    indirect case target(name: String, Target?)
    /// The number of the last entry created.
    case minted(Int)

    var isTransient: Bool { if case .transient = self { true } else { false } }

    /// Whether the effect changes a declaration, and not only a state.
    func changesDeclaration(now panel: Panel) -> Bool {
        switch self {
        case .group: true
        case .picker(let id, let was, _):
            was.flatMap { was in panel.pickers.all[id].map { !was.isDeclared(as: $0) } } ?? true
        case .value(let key, let was, _):
            // A value created by setting it has no declaration.
            was?.declaration != panel.values.all[key]?.declaration
        case .option, .enabled, .content, .transient, .selection, .environment, .stack, .screen, .rows, .orphaned, .target,
            .minted, .shown, .bound, .claims, .question, .published, .lost:
            false
        }
    }

    /// An estimate of the retained memory in bytes.
    var retainedBytes: Int {
        let own = MemoryLayout<Effect>.stride
        return switch self {
        case .option, .enabled: own
        case .selection(let id, let element): own + id.utf8.count + (element?.utf8.count ?? 0)
        case .content(let key, let value): own + key.utf8.count + JSON.array([value]).retainedBytes
        case .group(let id, let group, _): own + id.utf8.count + (group?.retainedBytes ?? 0)
        case .picker(let id, let picker, _): own + id.utf8.count + (picker?.retainedBytes ?? 0)
        case .value(let key, let stored, _):
            own + MemoryLayout<Values.Stored>.stride + key.utf8.count + (stored?.value.retainedBytes ?? 0)
        case .environment(_, let values): own + JSON.object(values).retainedBytes
        case .stack(let stack): own + stack.retainedBytes
        // These occur only in the journal and are not kept in memory.
        case .transient, .screen, .rows, .orphaned, .target, .minted, .shown, .bound, .claims, .question, .published, .lost: own
        }
    }
}

/// The entries of a stack above those that stay.
struct StackEffect: Equatable, Sendable {
    var name: String
    /// The number of entries, from the root, that stay; `nil` removes the stack.
    var kept: Int?
    var above: [NavigationStack.PlacedEntry]
    /// The environments of those entries.
    var environments: [EntryID: JSON.Object] = [:]

    init(name: String, kept: Int?, above: [NavigationStack.PlacedEntry], environments: [EntryID: JSON.Object]) {
        self.name = name
        self.kept = kept
        self.above = above
        self.environments = environments
    }

    /// - Parameter environments: the environments that belong to `before`.
    init(
        name: String, before: NavigationStack?, after: NavigationStack?, environments: [EnvironmentScope: JSON.Object]
    ) {
        self.name = name
        kept = before.map { before in after.map { before.commonPrefix(with: $0) } ?? 0 }
        above = Array((before?.standing ?? []).dropFirst(kept ?? 0))
        guard !environments.isEmpty else { return }
        for place in above { self.environments[place.entry.id] = environments[.entry(place.entry.id)] }
    }

    fileprivate var retainedBytes: Int {
        MemoryLayout<Self>.stride + name.utf8.count
            + above.reduce(0) { $0 + MemoryLayout<NavigationStack.PlacedEntry>.stride + $1.entry.retainedBytes }
            + environments.values.reduce(0) { $0 + JSON.object($1).retainedBytes }
    }
}

extension NavigationStack {
    /// The number of entries, from the root, with equal ids and equal layers.
    func commonPrefix(with other: NavigationStack) -> Int {
        zip(standing, other.standing).prefix {
            $0.entry.id == $1.entry.id && $0.beginsLayer == $1.beginsLayer && $0.modal == $1.modal
        }.count
    }
}
