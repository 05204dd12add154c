import FasciaDocument

/// Bound things: what a command does with them, and their condition.
extension Panel {
    /// `nil` for a thing that is not bound.
    public func condition(of thing: ThingID) -> BoundCondition? {
        bound.claims.isEmpty ? nil : exists(thing) ? bound.condition(of: thing) : nil
    }

    /// The most important word for the conditions of a group's options. O(options).
    public func conditionWord(ofGroup id: String) -> BoundCondition.Word? {
        guard !bound.claims.isEmpty, let leaves = toggles.leaves(of: id) else { return nil }
        let found = leaves.reduce(into: Set<BoundCondition.Word>()) { $0.formUnion(condition(of: .option($1))?.words ?? []) }
        return BoundCondition.Word.allCases.last(where: found.contains)
    }

    /// `nil` for a thing that is not bound, or whose condition nothing has changed yet.
    public func boundState(of thing: ThingID) -> BoundState? { bound[thing] }

    public func claim(of thing: ThingID) -> Claim? { bound.claim(of: thing) }

    public var claims: [Claim] { bound.claims }

    /// The things whose changes are pending or that wait for a confirmation. O(bound things).
    public var busyThings: [ThingID] {
        bound.things.filter { $0.value.running != nil || $0.value.fallback?.deadline != nil }.map(\.key)
    }

    /// The existing things that a claim names. O(things).
    public func things(of claim: Claim) -> [ThingID] {
        var things: [ThingID] = []
        for pattern in claim.request.ids {
            if let only = pattern.only {
                if exists(only) { things.append(only) }
                continue
            }
            let all: [ThingID]
            switch pattern.kind {
            case .option:
                all = toggles.all.flatMap { group in
                    group.layout.nodes.lazy.filter { !$0.isGroup }.map { .option($0.id) }
                }
            case .picker:
                all = pickers.all.values.flatMap { picker in picker.components.indices.map { .picker(picker.fullID($0)) } }
            case .value: all = values.all.keys.map { .value($0) }
            }
            things += all.filter(pattern.matches)
        }
        var seen: Set<ThingID> = []
        return things.filter { bound.claim(of: $0)?.number == claim.number && seen.insert($0).inserted }
    }

    func exists(_ thing: ThingID) -> Bool { shownValue(of: thing) != nil }

    /// The existing thing of this name: an id without a kind may also be that of a picker's component or of a value.
    public func resolved(_ thing: ThingID) -> ThingID {
        guard case .option(let id) = thing, !exists(thing) else { return thing }
        return [.picker(id), .value(id)].first(where: exists) ?? thing
    }

    /// The value that the panel shows for a thing; `nil` if it does not exist.
    public func shownValue(of thing: ThingID) -> JSON? {
        switch thing {
        case .option(let id): return toggles.isOn(id).map { .bool($0) }
        case .picker(let id): return pickers.selection(id).map { $0.map { .string($0) } ?? .null }
        case .value(let key): return values.all[key]?.value
        }
    }

    // MARK: - Requests and their outcome

    /// Whether a request may be refused after its command was executed.
    func mayRefuse(_ sender: Sender) -> Bool { sender.revertWithin != nil || bound.claims.contains { $0.left != nil } }

    /// Makes requests of the changes that a command has made to bound things.
    ///
    /// - Throws: `unavailable` if a claimer has gone.
    mutating func request(_ changes: inout [Change], by sender: Sender) throws(Refusal) {
        for change in changes {
            guard let (thing, from) = change.shown, let to = shownValue(of: thing) else { continue }
            guard let claim = bound.claim(of: thing) else {
                guard sender.revertWithin == nil else {
                    throw Refusal(
                        .invalid, "\"\(thing.text)\" is not bound, so no client could take the change back: leave revert out",
                        details: ["id": .string(thing.text)])
                }
                continue
            }
            if claim.client == sender.client, claim.left == nil {
                // The claimer has replaced the elements, or declared the value again.
                if bound[thing]?.running == nil, bound[thing]?.reported != to {
                    perform(bound.makeUnknown(thing), on: thing, into: &changes)
                }
            } else {
                let from = from ?? bound[thing]?.reported ?? .null
                let steps = try bound.request(thing, from: from, to: to, revision: revision + 1, by: sender)
                perform(steps, on: thing, into: &changes)
            }
        }
    }

    mutating func settle(
        _ thing: ThingID, begun: Int, _ failure: String?, by sender: Sender, into changes: inout [Change]
    ) {
        let outcome = failure.map { BoundThings.Outcome.failed($0) } ?? .done
        perform(
            bound.settle(thing, begun: begun, outcome, revision: revision + 1, by: sender), on: thing, into: &changes)
    }

    mutating func revertUnconfirmed(_ thing: ThingID, by sender: Sender, into changes: inout [Change]) {
        let shown = shownValue(of: thing) ?? .null
        perform(
            bound.revertUnconfirmed(thing, shown: shown, revision: revision + 1, at: sender.time), on: thing, into: &changes)
    }

    mutating func confirm(_ thing: ThingID, into changes: inout [Change]) throws(Refusal) {
        let thing = resolved(thing)
        try requireThing(thing)
        perform(try bound.confirm(thing), on: thing, into: &changes)
    }

    mutating func dropStatesOfRemoved() {
        for thing in bound.things.keys.filter({ !exists($0) }) { bound.put(nil, thing) }
    }

    mutating func dropTransientStates() {
        for thing in bound.things.keys.filter(isTransient) { bound.put(nil, thing) }
    }

    // MARK: - Steps

    mutating func perform(_ steps: [BoundThings.Step], on thing: ThingID, into changes: inout [Change]) {
        for step in steps {
            switch step {
            case .show(let value, let why): show(value, thing, why, into: &changes)
            case .announce(let kind): changes.append(change(thing, kind))
            }
        }
    }

    /// Shows a value without checking rules: it is the actual one.
    private mutating func show(_ value: JSON, _ thing: ThingID, _ why: PickerChange.Why, into changes: inout [Change]) {
        switch thing {
        case .option(let id): toggles.show(id, value == .bool(true), why == .report ? .report : .revert, into: &changes)
        case .picker(let id):
            let first = changes.count
            pickers.show(value.stringValue, id, why, into: &changes)
            // Other components that depend on it have changed without anybody's request.
            for case .picker(let other) in changes[first...] where other.id != id && bound.claim(of: .picker(other.id)) != nil {
                perform(bound.makeUnknown(.picker(other.id)), on: .picker(other.id), into: &changes)
            }
        case .value(let key): values.show(value, key, into: &changes)
        }
        if shownValue(of: thing) != value { perform(bound.makeUnknown(thing), on: thing, into: &changes) }
    }

    /// An announcement, without the value if that is secret.
    func change(_ thing: ThingID, _ kind: BoundChange.Kind) -> Change {
        var change = BoundChange(thing, kind)
        if case .value(let key) = thing, values.all[key]?.declaration?.isSecret == true { change.hideValue() }
        change.isOfTransientValue = isTransient(thing)
        return .bound(change)
    }

    /// Whether the journal lacks the state of a thing, because it lacks its value.
    func isTransient(_ thing: ThingID) -> Bool {
        if case .value(let key) = thing { values.all[key]?.isTransient ?? false } else { false }
    }
}

extension Change {
    var mayRemoveThings: Bool {
        switch self {
        case .declared(.group, _), .declared(.picker, _), .removed(.group, _), .removed(.picker, _), .removed(.value, _): true
        default: false
        }
    }

    /// The thing whose shown value has changed, and the value before; `nil` for other changes and for a secret value.
    fileprivate var shown: (ThingID, from: JSON?)? {
        switch self {
        case .option(let option): (.option(option.id), .bool(option.from))
        case .picker(let picker): (.picker(picker.id), picker.from.map { .string($0) } ?? .null)
        case .value(let key, let from, _): (.value(key), from)
        case .transient(let key, let from, _): (.value(key), from)
        default: nil
        }
    }
}

extension Effect {
    var mayRemoveThings: Bool {
        switch self {
        case .group, .picker, .value: true
        default: false
        }
    }
}

extension BoundChange {
    fileprivate mutating func hideValue() {
        isSecret = true
        switch kind {
        case .pending(_, let next): kind = .pending(to: .null, next: next.map { _ in .null })
        case .confirmed: kind = .confirmed(.null)
        case .unconfirmed(_, _, let within): kind = .unconfirmed(.null, back: .null, within: within)
        case .reverted(_, let reason): kind = .reverted(to: .null, reason: reason)
        case .reported: kind = .reported(.null)
        case .failed, .unknown, .stale, .progress, .released: break
        }
    }
}
