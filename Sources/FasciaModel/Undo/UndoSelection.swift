import FasciaDocument

/// The latest steps of one user, to be taken back although others have made changes since.
struct UndoSelection {
    /// The effects that take the steps back, newest first.
    private(set) var effects: [Effect] = []
    /// The steps found: how many revisions back each is, beginning with 0.
    private(set) var indices: [Int] = []
    /// What another user has changed since; `nil` if nothing.
    private(set) var changedSince: String?

    /// - Parameters:
    ///   - latest: all steps, newest first.
    ///   - isWanted: whether a step of the user counts; the others are kept, as those of other users are.
    ///   - applies: whether an effect can still be applied.
    ///   - hasRules: whether the options of a group depend on each other, so that they are taken back together only.
    init(
        _ latest: [UndoLog.Step], uid: Int, steps: Int, isWanted: (UndoLog.Step) -> Bool, applies: (Effect) -> Bool,
        hasRules: (String) -> Bool
    ) {
        var others: Set<Place> = []
        for (index, step) in latest.enumerated() where step.effects.contains(where: applies) {
            guard found < steps else { return }
            let places = Set(step.effects.flatMap { Place.all(of: $0, hasRules) })
            guard step.uid == uid, isWanted(step) else {
                others.formUnion(places)
                continue
            }
            if let place = places.first(where: { place in others.contains { $0.overlaps(place) } }) {
                changedSince = place.name
                return
            }
            effects += step.effects.reversed()
            indices.append(index)
        }
    }

    /// The number of steps found.
    var found: Int { indices.count }
    /// The number of revisions down to the oldest step found.
    var reach: Int { indices.last.map { $0 + 1 } ?? 0 }

    /// What an effect changes.
    private enum Place: Hashable {
        case option(String), group(String), picker(String), value(String), environment(EnvironmentScope), stack(String)

        static func all(of effect: Effect, _ hasRules: (String) -> Bool) -> [Place] {
            switch effect {
            case .option(let id, _), .enabled(let id, _):
                let root = Toggles.root(of: id)
                return [hasRules(root) ? .group(root) : .option(id)]
            case .group(let id, _, _): return [.group(id)]
            case .picker(let id, _, _): return [.picker(id)]
            case .selection(let id, _): return [.picker(Pickers.picker(of: id))]
            case .content(let key, _), .value(let key, _, _): return [.value(key)]
            case .environment(let scope, _): return [.environment(scope)]
            case .stack(let stack): return [.stack(stack.name)]
            case .transient, .screen, .rows, .orphaned, .target, .minted, .shown, .bound, .claims, .question:
                return []
            }
        }

        func overlaps(_ other: Place) -> Bool {
            switch (self, other) {
            case (.group(let group), .option(let option)), (.option(let option), .group(let group)):
                Toggles.root(of: option) == group
            default: self == other
            }
        }

        var name: String {
            switch self {
            case .option(let id): "switch \"\(id)\""
            case .group(let id): "group \"\(id)\""
            case .picker(let id): "picker \"\(id)\""
            case .value(let key): "value \"\(key)\""
            case .environment: "the environment"
            case .stack(let name): "stack \"\(name)\""
            }
        }
    }
}
