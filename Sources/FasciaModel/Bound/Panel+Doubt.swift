/// What is not known now, whatever the journal can hold.
extension Panel {
    /// A claimer does not answer, or answers again (`nil`).
    mutating func silence(_ client: Int, _ reason: String?, by sender: Sender, into changes: inout [Change]) {
        for claim in bound.silence(client, reason.map { Note($0, at: sender.time) }) {
            for thing in things(of: claim) {
                guard let condition = bound.condition(of: thing) else { continue }
                if let stale = condition.stale {
                    changes.append(change(thing, .stale(reason: stale.reason)))
                } else if let reported = bound[thing]?.reported {
                    changes.append(change(thing, .reported(reported)))
                }
            }
        }
    }

    /// Notes what has happened although the journal cannot hold it now. It makes no revision, and changes no values: the things
    /// that it is about are stale, and say why.
    ///
    /// - Parameter reason: why it cannot be stored.
    /// - Returns: whether anything is different.
    public mutating func noteUnrecorded(_ command: Command, by sender: Sender, _ reason: String) -> Bool {
        let before = bound
        switch command {
        case .leave, .silence:
            var trial = self
            guard (try? trial.apply(command, by: sender)) != nil else { return false }
            bound = trial.bound
            bound.markUntold(since: before)
        case .claim(let request):
            guard (try? bound.claim(request, by: sender, limits: limits)) != nil else { return false }
            bound.doubtLastClaim(
                Note("\(sender.name) cannot carry it out: its claim cannot be stored: \(reason)", at: sender.time))
        default:
            for thing in reported(by: command, sender) {
                let note = "what \(sender.name) reports cannot be stored: \(reason)"
                _ = bound.report(thing, failed: nil, unreadable: note, by: sender)
            }
        }
        return bound != before
    }

    /// The things whose state a command of their claimer reports.
    private func reported(by command: Command, _ sender: Sender) -> [ThingID] {
        if case .reportThing(let thing, let report) = command {
            if case .progress = report { return [] }
            let claim = bound.claim(of: thing)
            return claim?.client == sender.client && claim?.left == nil && isKnown(thing) ? [thing] : []
        }
        return ((try? reports(in: command, by: sender)) ?? nil)?.map { $0.0 } ?? []
    }
}

extension BoundThings {
    /// - Returns: the claims of the client, if that is new.
    mutating func silence(_ client: Int, _ note: Note?) -> [Claim] {
        var claims = claims
        var changed: [Claim] = []
        for place in claims.indices where claims[place].client == client && claims[place].left == nil {
            guard (claims[place].silent == nil) != (note == nil) || claims[place].isUntold else { continue }
            claims[place].isUntold = false
            claims[place].silent = note.map { Note("\(claims[place].name) \($0.reason)", at: $0.time) }
            changed.append(claims[place])
        }
        if !changed.isEmpty { self.claims = claims }
        return changed
    }

    /// Everybody is told what is different about the claims when the journal can hold it.
    mutating func markUntold(since before: BoundThings) {
        var claims = claims
        for (place, earlier) in zip(claims.indices, before.claims) where claims[place] != earlier {
            claims[place].isUntold = true
        }
        self.claims = claims
    }

    /// Nobody carries out the things of the last claim.
    mutating func doubtLastClaim(_ note: Note) { claims[claims.count - 1].left = note }
}
