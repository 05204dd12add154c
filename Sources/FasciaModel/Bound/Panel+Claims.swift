import FasciaDocument

/// The commands of claimers: claims, releases and reports.
extension Panel {
    mutating func claim(_ request: ClaimRequest, by sender: Sender, into changes: inout [Change]) throws(Refusal) {
        try bound.claim(request, by: sender, limits: limits)
        guard let claim = bound.claims.last else { return }
        changes.append(.claimed(by: claim.name, ids: request.ids.map(\.text), ended: nil))
        announceConditions(of: claim, into: &changes)
        guard request.isAssumed else { return }
        // No report will decide what an interrupted change has done, unless it goes on.
        let running = Set(request.running)
        for thing in things(of: claim) where !running.contains(thing) {
            guard let state = bound[thing], let running = state.running, running.phase == .interrupted else { continue }
            let last = state.reported ?? running.from
            perform(bound.report(thing, last, revision: revision + 1, by: sender), on: thing, into: &changes)
            end(thing, into: &changes)
        }
    }

    mutating func release(_ ids: [ThingPattern], by sender: Sender, into changes: inout [Change]) throws(Refusal) {
        let (ended, rest) = try bound.releasing(ids, by: sender)
        let released = ended.map { ($0, things(of: $0)) }
        if !ended.isEmpty { bound.replaceClaims(by: rest) }
        for (claim, things) in released {
            changes.append(.claimed(by: claim.name, ids: claim.request.ids.map(\.text), ended: "released"))
            var held: [ThingID] = []
            for thing in things {
                // Another claim of the same client may cover it, or one of a client that has gone.
                let next = bound.claim(of: thing)
                guard next.map({ $0.left != nil }) ?? true else { continue }
                if claim.left == nil {
                    perform(
                        bound.dropUnsent(thing, claim, revision: revision + 1, by: sender), on: thing, into: &changes)
                    guard !bound.busy.contains(thing) else {
                        held.append(thing)
                        continue
                    }
                }
                if next == nil { perform(bound.forget(thing), on: thing, into: &changes) }
            }
            guard !held.isEmpty else { continue }
            bound.hold(held, of: claim)
            for thing in held { changes.append(change(thing, .held)) }
        }
    }

    /// Clients that had claimed things have gone.
    mutating func leave(_ clients: [Int], _ reason: String, by sender: Sender, into changes: inout [Change]) {
        let clients = Set(clients)
        var asked = bound.asked(of: clients)
        for claim in bound.leave(clients, Note(reason, at: sender.time)) {
            changes.append(.claimed(by: claim.name, ids: claim.request.ids.map(\.text), ended: reason))
            for thing in things(of: claim) {
                // A client that is still there may have been asked, and answers.
                if case .sent? = bound[thing]?.running?.phase, !asked.contains(thing) { continue }
                bound.interrupt(thing)
                asked.remove(thing)
            }
            announceConditions(of: claim, into: &changes)
        }
        // Others have claimed these.
        for thing in asked.sorted(by: { $0.text < $1.text }) + abandonedThings {
            interrupt(thing, into: &changes)
        }
    }

    /// What nobody was asked for, though its claimer has gone: who was asked before a restart is not in the journal.
    public var abandonedThings: [ThingID] {
        busyThings.filter { bound[$0]?.running?.phase == .unsent && bound.claim(of: $0)?.left != nil }
    }

    private mutating func interrupt(_ thing: ThingID, into changes: inout [Change]) {
        bound.interrupt(thing)
        if let state = bound[thing] { changes.append(change(thing, state.pendingChange)) }
    }

    private func announceConditions(of claim: Claim, into changes: inout [Change]) {
        for thing in things(of: claim) {
            let condition = bound.condition(of: thing, claim)
            if let stale = condition.stale {
                changes.append(change(thing, .stale(reason: stale.reason)))
            } else if condition.isUnknown {
                changes.append(change(thing, .unknown))
            }
        }
    }

    /// The value that a command reports, if its sender has claimed what it sets; `nil` for other commands.
    ///
    /// - Throws: `refused` for a group of which the sender has claimed only a part.
    func reports(in command: Command, by sender: Sender) throws(Refusal) -> [(ThingID, JSON)]? {
        guard let client = sender.client, bound.claims.contains(where: { $0.client == client && $0.left == nil }) else {
            return nil
        }
        func isOwn(_ thing: ThingID) -> Bool { bound.claim(of: thing).map { $0.client == client && $0.left == nil } ?? false }
        switch command {
        case .setToggle(let id, let on):
            guard let leaves = toggles.leaves(of: id) else { return nil }
            let own = leaves.filter { isOwn(.option($0)) }
            guard !own.isEmpty else { return nil }
            guard own.count == leaves.count else {
                throw Refusal(
                    .refused, "you have claimed only some switches of \"\(id)\": report each of them",
                    details: ["rule": "claim", "id": .string(id)])
            }
            return leaves.map { (.option($0), .bool(on)) }
        case .pick(let id, let element) where isOwn(.picker(id)):
            return [(.picker(id), element.map { .string($0) } ?? .null)]
        case .setValue(let key, let value) where isOwn(.value(key)): return [(.value(key), value)]
        default: return nil
        }
    }

    /// Whether the claimer's own command is a report.
    func isReport(_ command: Command, by sender: Sender) -> Bool {
        switch command {
        // What the journal lacks is not set by anybody, but no longer known.
        case .claim, .reportThing, .settle, .revertUnconfirmed, .release, .leave, .silence, .resetTransientValues:
            true
        default: ((try? reports(in: command, by: sender)) ?? nil) != nil
        }
    }

    /// Executes a command that is a report of its sender.
    ///
    /// - Returns: false if it is none.
    mutating func executeReport(_ command: Command, by sender: Sender, into changes: inout [Change]) throws(Refusal) -> Bool {
        guard let reports = try reports(in: command, by: sender) else { return false }
        for (thing, value) in reports { try report(thing, value, by: sender, into: &changes) }
        return true
    }

    mutating func report(_ thing: ThingID, _ report: ThingReport, by sender: Sender, into changes: inout [Change]) throws(Refusal)
    {
        guard let claim = bound.claim(of: thing), claim.left == nil, claim.client == sender.client else {
            let holder = bound.claim(of: thing).map { "\($0.name) has" } ?? "no client has"
            throw Refusal(
                .refused, "\(holder) claimed \"\(thing.text)\", and only its claimer can report: claim it with bind.claim",
                details: ["rule": "claim", "id": .string(thing.text)])
        }
        try requireThing(thing)
        switch report {
        case .value(let value, let failure, let doubt):
            try self.report(thing, value, failure: failure, doubt: doubt, by: sender, into: &changes)
        case .outcome(let value):
            let value = try checked(value, for: thing, into: &changes)
            perform(
                bound.report(outcome: value, of: thing, revision: revision + 1, by: sender), on: thing, into: &changes)
            end(thing, into: &changes)
        case .unreadable(let reason):
            perform(bound.report(thing, failed: nil, unreadable: reason, by: sender), on: thing, into: &changes)
        // Its claimer knows how it has ended, though not in which state.
        case .failed(let reason) where bound[thing]?.running?.phase == .interrupted:
            perform(bound.fail(thing, reason, revision: revision + 1, by: sender), on: thing, into: &changes)
            end(thing, into: &changes)
        case .failed(let reason):
            perform(bound.report(thing, failed: reason, unreadable: nil, by: sender), on: thing, into: &changes)
        case .progress(let progress): perform(bound.report(thing, progress), on: thing, into: &changes)
        }
    }

    private mutating func report(
        _ thing: ThingID, _ value: JSON, failure: String? = nil, doubt: String? = nil, by sender: Sender,
        into changes: inout [Change]
    ) throws(Refusal) {
        let value = try checked(value, for: thing, into: &changes)
        perform(
            bound.report(thing, value, failure: failure, doubt: doubt, revision: revision + 1, by: sender), on: thing,
            into: &changes)
        end(thing, into: &changes)
    }

    /// The value as the panel stores it. Creates a value that does not exist.
    private mutating func checked(_ value: JSON, for thing: ThingID, into changes: inout [Change]) throws(Refusal) -> JSON {
        switch thing {
        case .option(let id):
            guard case .bool = value else {
                throw Refusal(.invalid, "switch \"\(id)\" is true or false, not \(value.kindName)", details: ["id": .string(id)])
            }
            return value
        case .picker(let id):
            guard value == .null || value.stringValue != nil else {
                throw Refusal(
                    .invalid, "the selection of \"\(id)\" is the id of an element or null, not \(value.kindName)",
                    details: ["id": .string(id)])
            }
            guard exists(thing) else { return value }
            var pickers = pickers
            var ignored: [Change] = []
            try pickers.pick(id, element: value.stringValue, into: &ignored)
            return value
        case .value(let key):
            guard let stored = values.all[key] else {
                guard !isKnown(thing) else { return value }
                try values.set(key, value, limits: limits, into: &changes)
                return values.all[key]?.value ?? value
            }
            return try Values.fit(value, key: key, stored.declaration, limits: limits)
        }
    }

    /// - Throws: `notFound`
    func requireThing(_ thing: ThingID) throws(Refusal) {
        guard !isKnown(thing) else { return }
        switch thing {
        case .option(let id): throw toggles.notFound(id)
        case .picker(let id): throw pickers.notFound(id)
        case .value(let key): throw values.notFound(key)
        }
    }
}

/// What a claimer reports about a thing.
public enum ThingReport: Hashable, Sendable {
    /// Its state.
    ///
    /// - Parameters:
    ///   - failure: why it is in this state, if something failed.
    ///   - doubt: why the state may be another one, such as that it was set to this one and cannot be read now.
    case value(JSON, failure: String? = nil, doubt: String? = nil)
    /// What the running change, which is carried out, has led to.
    case outcome(JSON)
    /// Its state cannot be read, for this reason.
    case unreadable(String)
    case failed(String)
    case progress(BoundState.Progress)
}
