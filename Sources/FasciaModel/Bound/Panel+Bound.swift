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
        return BoundCondition.Word.allCases.last { $0 != .assumed && found.contains($0) }
    }

    /// Why the shown state of these things may not be the actual one: the condition of the first that is pending, stale or
    /// unknown. `nil` if all states are known.
    public func doubt(of things: [ThingID]) -> BoundCondition.Word? {
        guard !bound.claims.isEmpty else { return nil }
        let doubts: [BoundCondition.Word] = [.pending, .stale, .unknown]
        for thing in things {
            let words = condition(of: thing)?.words ?? []
            if let word = doubts.first(where: words.contains) { return word }
        }
        return nil
    }

    /// As `doubt(of:)`, of a switch or of all switches of a group. O(options).
    public func doubt(ofToggle id: String) -> BoundCondition.Word? {
        bound.claims.isEmpty ? nil : doubt(of: (toggles.leaves(of: id) ?? []).map { .option($0) })
    }

    /// `nil` for a thing that is not bound, or whose condition nothing has changed yet.
    public func boundState(of thing: ThingID) -> BoundState? { bound[thing] }

    public func claim(of thing: ThingID) -> Claim? { bound.claim(of: thing) }

    public var claims: [Claim] { bound.claims }

    /// The things whose changes are pending or that wait for a confirmation, by the revisions that began them. Some of them
    /// may have been removed since.
    public var busyThings: [ThingID] {
        let all = bound.busy.map { (bound[$0]?.running?.revision ?? 0, $0.text, $0) }
        return all.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Notes that a client is asked to carry out the change of a thing. The journal does not hold it: a client that was asked is
    /// gone when it is read.
    public mutating func ask(_ client: Int, _ thing: ThingID) { bound.ask(client, thing) }

    /// Whether a client has claimed things, or was asked to carry something out.
    public func isInvolved(_ client: Int) -> Bool {
        bound.claims.contains { $0.client == client && $0.left == nil } || !bound.asked(of: [client]).isEmpty
    }

    /// The things that a claim names. O(things).
    public func things(of claim: Claim) -> [ThingID] {
        let patterns = claim.request.ids.filter(\.hasWildcard)
        let exact = claim.request.ids.compactMap(\.only)
        let found = exact.filter { isKnown($0) && bound.claimNumber(of: $0) == claim.number }
        guard !patterns.isEmpty else { return found }
        let named = Set(exact)
        return found + candidates(for: patterns).filter { !named.contains($0) && bound.claimNumber(of: $0) == claim.number }
    }

    /// At least the things that one of these patterns matches, each once.
    private func candidates(for patterns: [ThingPattern]) -> [ThingID] {
        Set(patterns.map(\.kind)).sorted { $0.rawValue < $1.rawValue }.flatMap { kind in
            let segments = patterns.filter { $0.kind == kind }.map(\.segment)
            // `nil` stands for all.
            let only = segments.contains(nil) ? nil : Set(segments.compactMap(\.self))
            return all(kind, only) + bound.busy.filter { $0.kind == kind && !exists($0) }
        }
    }

    /// The existing things of a kind.
    ///
    /// - Parameter segments: their first segments; all if `nil`.
    private func all(_ kind: ThingID.Kind, _ segments: Set<String>?) -> [ThingID] {
        switch kind {
        case .option:
            let groups = segments.map { $0.sorted().compactMap { toggles[$0] } } ?? toggles.all
            return groups.flatMap { group in group.layout.nodes.lazy.filter { !$0.isGroup }.map { .option($0.id) } }
        case .picker:
            let all = segments.map { $0.sorted().compactMap { pickers.all[$0] } } ?? Array(pickers.all.values)
            return all.flatMap { picker in picker.components.indices.map { .picker(picker.fullID($0)) } }
        case .value: return values.all.keys.map { .value($0) }
        }
    }

    /// The things of a claim whose values the journal does not hold.
    public func transientThings(of claim: Claim) -> [ThingID] { things(of: claim).filter(isTransient) }

    /// The switches of a group; empty if there is none. O(options).
    public func switches(of group: String) -> [ThingID] { (toggles.leaves(of: group) ?? []).map { .option($0) } }

    /// The components of a picker; empty if there is none.
    public func components(of picker: String) -> [ThingID] {
        pickers.all[picker].map { picker in picker.components.indices.map { .picker(picker.fullID($0)) } } ?? []
    }

    /// At least the number of things that these ids name.
    public func count(of ids: [ThingPattern]) -> Int {
        let patterns = ids.filter(\.hasWildcard)
        var count = ids.count - patterns.count
        for kind in Set(patterns.map(\.kind)) {
            let segments = patterns.filter { $0.kind == kind }.map(\.segment)
            switch kind {
            case .option where !segments.contains(nil):
                count += Set(segments.compactMap(\.self)).reduce(0) { $0 + toggles.leafCount($1) }
            case .option: count += toggles.all.reduce(0) { $0 + $1.layout.optionCount }
            case .picker: count += pickers.all.values.reduce(0) { $0 + $1.components.count }
            case .value: count += values.all.count
            }
        }
        return count
    }

    func exists(_ thing: ThingID) -> Bool { shownValue(of: thing) != nil }

    /// Whether a thing exists, or was removed while a change of it runs or waits for its confirmation.
    func isKnown(_ thing: ThingID) -> Bool { bound.busy.contains(thing) || exists(thing) }

    /// The existing thing of this name: an id without a kind may also be that of a picker's component or of a value.
    public func resolved(_ thing: ThingID) -> ThingID {
        guard case .option(let id) = thing, !isKnown(thing) else { return thing }
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

    /// Makes requests of the changes that a command has made to bound things. They have been checked.
    mutating func request(_ changes: inout [Change], by sender: Sender) {
        dropStates(ofRemoved: changes.compactMap(\.removal))
        dropFormerSecrets(among: changes.compactMap(\.endedSecret), into: &changes)
        let isDeclared = changes.contains { if case .declared = $0 { true } else { false } }
        for change in changes {
            guard let (thing, from) = change.shown, let to = shownValue(of: thing), let claim = bound.claim(of: thing) else {
                continue
            }
            if claim.client == sender.client, claim.left == nil {
                // The claimer has replaced the elements, or declared the value again.
                if bound[thing]?.running == nil, bound[thing]?.reported != to {
                    perform(bound.makeUnknown(thing), on: thing, into: &changes)
                }
            } else {
                let from = from ?? bound[thing]?.reported ?? .null
                perform(bound.request(thing, from: from, to: to, revision: revision + 1, by: sender), on: thing, into: &changes)
            }
        }
        if isDeclared { showBusy(into: &changes) }
    }

    /// Whether the changes that a command has made can be requested. It must be taken back otherwise.
    ///
    /// - Throws: `unavailable` if a claimer has gone; `invalid` if something that is not bound should go back by itself.
    func checkRequests(in changes: [Change], by sender: Sender) throws(Refusal) {
        guard sender.revertWithin != nil || bound.hasGoneClaims || bound.hasWaysBack else { return }
        for change in changes {
            guard let (thing, from) = change.shown, exists(thing) else { continue }
            guard sender.revertWithin == nil || bound.claim(of: thing) != nil else {
                throw Refusal(
                    .invalid, "\"\(thing.text)\" is not bound, so no client could take the change back: leave revert out",
                    details: ["id": .string(thing.text)])
            }
            try bound.requireClaimer(of: thing)
            try bound.requireWayBack(of: thing, from: from, by: sender)
        }
    }

    /// A thing that was removed during its change, and is declared again, shows what it becomes.
    private mutating func showBusy(into changes: inout [Change]) {
        for thing in busyThings {
            guard let wanted = bound[thing]?.wanted, let shown = shownValue(of: thing), shown != wanted else { continue }
            switch thing {
            case .option(let id): toggles.show(id, wanted == .bool(true), .report, into: &changes)
            case .picker(let id): pickers.show(wanted.stringValue, id, .report, into: &changes)
            case .value(let key): values.show(wanted, key, into: &changes)
            }
        }
    }

    /// What a command sets to what is shown already, but is not known to be so: it is requested again. To be called before
    /// what the command has changed is requested.
    ///
    /// - Parameter changed: the things that it shows otherwise now.
    /// - Throws: `unavailable` for what could not go back. The command must be taken back then.
    func repeated(
        by command: Command, beside changed: Set<ThingID>, _ sender: Sender
    ) throws(Refusal) -> [(thing: ThingID, shown: JSON)] {
        let wanted: [(ThingID, JSON)]
        switch command {
        case .setToggle(let id, let on): wanted = (toggles.leaves(of: id) ?? []).map { (.option($0), .bool(on)) }
        case .pick(let id, let element): wanted = [(.picker(id), element.map { .string($0) } ?? .null)]
        case .setValue(let key, let value): wanted = [(.value(key), value)]
        default: return []
        }
        var found: [(thing: ThingID, shown: JSON)] = []
        for (thing, value) in wanted where !changed.contains(thing) && bound.mayBeRequestedAgain(thing) {
            guard let shown = shownValue(of: thing), shown == value, bound.claim(of: thing)?.client != sender.client else {
                continue
            }
            try bound.requireWayBack(of: thing, from: shown, by: sender)
            found.append((thing: thing, shown: shown))
        }
        return found
    }

    mutating func requestAgain(_ repeated: [(thing: ThingID, shown: JSON)], by sender: Sender, into changes: inout [Change]) {
        for (thing, shown) in repeated {
            let steps = bound.request(thing, from: shown, to: shown, revision: revision + 1, by: sender)
            perform(steps, on: thing, into: &changes)
        }
    }

    mutating func settle(
        _ thing: ThingID, begun: Int, _ failure: String?, isCancelled: Bool, by sender: Sender, into changes: inout [Change]
    ) {
        let outcome: BoundThings.Outcome = failure.map { isCancelled ? .cancelled($0) : .failed($0) } ?? .done
        perform(
            bound.settle(thing, begun: begun, outcome, revision: revision + 1, by: sender), on: thing, into: &changes)
        end(thing, into: &changes)
    }

    mutating func revertUnconfirmed(_ thing: ThingID, by sender: Sender, into changes: inout [Change]) {
        let shown = shownValue(of: thing) ?? .null
        perform(
            bound.revertUnconfirmed(thing, shown: shown, revision: revision + 1, by: sender), on: thing, into: &changes)
    }

    mutating func confirm(_ thing: ThingID, into changes: inout [Change]) throws(Refusal) {
        let thing = resolved(thing)
        if case .option(let id) = thing, let first = toggles.leaves(of: id)?.first, first != id {
            throw Refusal(
                .invalid, "\"\(id)\" is a group: confirm each of its switches, such as \"\(first)\"",
                details: ["id": .string(id)])
        }
        try requireThing(thing)
        perform(try bound.confirm(thing), on: thing, into: &changes)
        end(thing, into: &changes)
    }

    /// A claim that was released, and what is known of a thing that was removed, end with its last change.
    mutating func end(_ thing: ThingID, into changes: inout [Change]) {
        guard bound[thing]?.isBusy != true else { return }
        if let claim = bound.endHold(of: thing) {
            changes.append(.claimed(by: claim.name, ids: [thing.text], ended: "its last change is over"))
            if bound.claim(of: thing) == nil { perform(bound.forget(thing), on: thing, into: &changes) }
        }
        if bound[thing] != nil, !exists(thing) { bound.put(nil, thing) }
    }

    /// A change that runs or waits for its confirmation outlives its thing.
    mutating func dropStates(ofRemoved removals: [ThingRemoval]) {
        guard !removals.isEmpty, !bound.things.isEmpty else { return }
        let things = removals.contains(.several) ? Array(bound.things.keys) : removals.compactMap(\.thing)
        for thing in things where bound.things[thing] != nil && !exists(thing) {
            if !bound.busy.contains(thing) || bound.claim(of: thing) == nil { bound.put(nil, thing) }
        }
    }

    /// What a value was to become while it was secret must appear nowhere when it is removed, or no longer secret. So its change
    /// does not outlive it.
    private mutating func dropFormerSecrets(among keys: [String], into changes: inout [Change]) {
        let former = Set(keys).filter {
            bound.things[.value($0)]?.isSecret == true && values.all[$0]?.declaration?.isSecret != true
        }
        for thing in former.sorted().map({ ThingID.value($0) }) {
            bound.put(nil, thing)
            end(thing, into: &changes)
        }
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
        if case .value(let key) = thing, !steps.isEmpty, values.all[key]?.declaration?.isSecret == true {
            bound.markSecret(thing)
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
        if let shown = shownValue(of: thing), shown != value { perform(bound.makeUnknown(thing), on: thing, into: &changes) }
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

/// The things that something may have removed.
enum ThingRemoval: Hashable {
    case one(ThingID)
    /// Those of a group or a picker.
    case several

    var thing: ThingID? { if case .one(let thing) = self { thing } else { nil } }
}

extension Change {
    package var mayRemoveThings: Bool { removal != nil }

    fileprivate var removal: ThingRemoval? {
        switch self {
        case .declared(.group, _), .declared(.picker, _), .removed(.group, _), .removed(.picker, _): .several
        case .removed(.value, let key): .one(.value(key))
        default: nil
        }
    }

    /// The key of a value that may be secret no more.
    fileprivate var endedSecret: String? {
        switch self {
        case .declared(.value, let key), .removed(.value, let key): key
        default: nil
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

extension [Change] {
    /// The things whose shown values have changed.
    var shownThings: Set<ThingID> { Set(compactMap { $0.shown?.0 }) }
}

extension Effect {
    var removal: ThingRemoval? {
        switch self {
        case .group, .picker: .several
        case .value(let key, _, _): .one(.value(key))
        default: nil
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
        case .failed, .unknown, .stale, .progress, .held, .released: break
        }
    }
}
