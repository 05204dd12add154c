/// The rules of claims once more: who is asked for what, when claimers come, leave, release, report and answer late.
///
/// Of patterns only `PREFIX*` and `PREFIX**` occur, and ids have one slash.
struct NaiveClaims {
    struct Claim {
        var number: Int
        var client: Int
        var patterns: [String]
        var retries: Bool
        var isGone = false
        /// Released, and kept for what is not over.
        var isEnding = false
    }

    /// A request that a client has been sent and has not answered.
    struct Asked: Hashable {
        var thing: String
        var to: Bool
        var uid: Int
        var change: Int
    }

    struct Change {
        var number: Int
        var to: Bool
        var from: Bool
        var uid: Int
        /// The client that was asked.
        var asked: Int?
        var isInterrupted = false
        /// Whether that client was told of another one.
        var mayBeGivenUp = false
    }

    enum Answer: CaseIterable {
        case done, failed, cancelled
    }

    struct Thing {
        var isThere = true
        var shown = false
        var reported: Bool?
        /// The claim under which it was reported.
        var claim = 0
        var running: Change?
        var queued: (to: Bool, uid: Int)?
        var hasFailed = false
        var fallback: Bool?
        var isUnconfirmed = false

        var isBusy: Bool { running != nil || isUnconfirmed }
    }

    var things: [String: Thing] = [:]
    private var claims: [Claim] = []
    private var lastNumber = 0
    private(set) var asked: [Int: [Asked]] = [:]
    /// What clients were told since this was last emptied: the thing, and the value that is wanted now.
    var told: [Int: [String]] = [:]

    init(_ ids: [String]) { for id in ids { things[id] = Thing() } }

    private static func matches(_ pattern: String, _ id: String) -> Bool {
        pattern.contains("*") ? id.hasPrefix(pattern.prefix { $0 != "*" }) : id == pattern
    }

    private static func overlap(_ one: String, _ other: String) -> Bool {
        let (left, right) = (one.prefix { $0 != "*" }, other.prefix { $0 != "*" })
        return switch (one.contains("*"), other.contains("*")) {
        case (false, _): matches(other, one)
        case (true, false): matches(one, other)
        case (true, true): left.hasPrefix(right) || right.hasPrefix(left)
        }
    }

    /// Connected claimers go before those whose claim ends, and these before those that have gone; later claims before earlier.
    private func owner(_ id: String) -> Claim? {
        claims.filter { claim in claim.patterns.contains { Self.matches($0, id) } }
            .max { (rank($0), $0.number) < (rank($1), $1.number) }
    }

    private func rank(_ claim: Claim) -> Int { claim.isGone ? 0 : claim.isEnding ? 1 : 2 }

    func owns(_ client: Int, _ id: String) -> Bool { owner(id).map { $0.client == client && !$0.isGone } ?? false }

    func state(_ id: String) -> String {
        guard let thing = things[id], thing.isThere else { return "gone" }
        let shown = thing.shown ? "on" : "off"
        guard let owner = owner(id) else { return "\(shown) unbound" }
        var words: [String] = []
        if thing.hasFailed { words.append("failed") }
        if thing.running != nil { words.append("pending") }
        if owner.isGone || thing.reported != nil && thing.claim != owner.number { words.append("stale") }
        if thing.isUnconfirmed { words.append("unconfirmed") }
        if thing.reported == nil { words.append("unknown") }
        return ([shown] + words).joined(separator: " ")
    }

    // MARK: - Claims

    mutating func claim(_ patterns: [String], by client: Int, retries: Bool) -> Bool {
        let others = claims.filter { !$0.isGone && !$0.isEnding && $0.client != client }.flatMap(\.patterns)
        guard !patterns.contains(where: { new in others.contains { Self.overlap(new, $0) } }) else { return false }
        for place in claims.indices { claims[place].patterns.removeAll(where: patterns.contains) }
        lastNumber += 1
        claims.append(Claim(number: lastNumber, client: client, patterns: patterns, retries: retries))
        // What another claim has taken over is no longer held.
        for place in claims.indices where claims[place].isEnding {
            let number = claims[place].number
            let kept = claims[place].patterns.filter { owner($0)?.number == number }
            claims[place].patterns = kept
        }
        return true
    }

    /// - Returns: what is held.
    mutating func release(by client: Int) -> [String] {
        let before = things.keys.compactMap { id in owner(id).map { (id, $0) } }
            .filter { $0.1.client == client && !$0.1.isGone && !$0.1.isEnding }
        claims.removeAll { $0.client == client && !$0.isGone && !$0.isEnding }
        var held: [String] = []
        var numbers: [String: Int] = [:]
        for (id, claim) in before where owner(id).map(\.isGone) ?? true {
            numbers[id] = claim.number
            // Nobody has begun it.
            if let running = things[id]?.running, running.asked == nil || running.isInterrupted {
                things[id]?.queued = nil
                end(id, isDone: false)
            }
            if things[id]?.isBusy == true { held.append(id) } else if owner(id) == nil { forget(id) }
        }
        if !held.isEmpty {
            lastNumber += 1
            claims.append(Claim(number: lastNumber, client: client, patterns: held, retries: false, isEnding: true))
            for id in held where things[id]?.claim == numbers[id] { things[id]?.claim = lastNumber }
        }
        return held.sorted()
    }

    mutating func leave(_ client: Int) {
        let owned = things.keys.filter { owns(client, $0) }
        for place in claims.indices where claims[place].client == client { claims[place].isGone = true }
        asked[client] = nil
        for (id, thing) in things {
            guard var running = thing.running else { continue }
            let isWaiting = running.asked == nil || running.isInterrupted
            guard isWaiting ? owned.contains(id) : running.asked == client else { continue }
            if let queued = thing.queued { (running.to, running.uid) = queued }
            (running.isInterrupted, running.mayBeGivenUp) = (true, false)
            things[id]?.running = running
            things[id]?.queued = nil
        }
    }

    private mutating func forget(_ id: String) {
        guard let thing = things[id] else { return }
        things[id] = thing.isThere ? Thing(shown: thing.shown) : nil
    }

    // MARK: - Changes

    mutating func set(_ id: String, _ to: Bool, uid: Int, change: Int, within: Bool) -> Bool {
        guard var thing = things[id], thing.isThere else { return false }
        guard thing.shown != to else { return true }
        guard let owner = owner(id) else {
            things[id]?.shown = to
            return !within
        }
        guard !owner.isGone else { return false }
        // Nobody knows what it would go back to.
        if within, thing.fallback == nil, thing.reported == nil { return false }
        let from = thing.shown
        (thing.shown, thing.hasFailed) = (to, false)
        if within || thing.fallback != nil {
            thing.fallback = thing.fallback ?? thing.reported ?? from
            thing.isUnconfirmed = false
        }
        if let running = thing.running {
            thing.queued = running.to == to ? nil : (to, uid)
            if thing.queued != nil, let client = running.asked, !running.isInterrupted {
                thing.running?.mayBeGivenUp = true
                told[client, default: []].append("\(id) \(to)")
            }
        } else {
            thing.running = Change(number: change, to: to, from: from, uid: uid)
        }
        things[id] = thing
        ask()
        return true
    }

    mutating func report(_ id: String, _ value: Bool, by client: Int, change: Int) -> Bool {
        guard owns(client, id), let owner = owner(id), var thing = things[id], thing.isThere || thing.isBusy else { return false }
        (thing.reported, thing.claim, thing.hasFailed) = (value, owner.number, false)
        let running = thing.running
        if running == nil { thing.shown = value }
        things[id] = thing
        if let running, value == running.to {
            end(id, isDone: true)
        } else if let running, running.isInterrupted, owner.retries, thing.queued == nil {
            things[id]?.running = Change(number: change, to: running.to, from: running.from, uid: running.uid)
        } else if let running, running.isInterrupted {
            end(id, isDone: false)
        } else if running == nil {
            awaitConfirmation(id)
        }
        over(id)
        ask()
        return true
    }

    mutating func answer(_ request: Asked, by client: Int, _ answer: Answer, change: Int) {
        asked[client]?.removeAll { $0.change == request.change && $0.thing == request.thing }
        if let running = things[request.thing]?.running, running.number == request.change, let owner = owner(request.thing) {
            if answer == .done {
                things[request.thing]?.reported = running.to
                things[request.thing]?.claim = owner.client == client ? owner.number : 0
                things[request.thing]?.hasFailed = false
            }
            if answer != .cancelled || !giveUp(request.thing, owner, change: change) {
                end(request.thing, isDone: answer == .done)
            }
            over(request.thing)
        }
        ask()
    }

    /// - Returns: whether the claimer may give the running change up.
    private mutating func giveUp(_ id: String, _ owner: Claim, change: Int) -> Bool {
        guard let thing = things[id], let running = thing.running else { return false }
        if let queued = thing.queued {
            if queued.to == thing.reported, thing.claim == owner.number, !owner.isGone {
                things[id]?.running = nil
                things[id]?.queued = nil
                awaitConfirmation(id)
            } else {
                end(id, isDone: false)
                things[id]?.hasFailed = thing.hasFailed
            }
            return true
        }
        if running.mayBeGivenUp {
            things[id]?.running = Change(number: change, to: running.to, from: running.from, uid: running.uid)
        }
        return running.mayBeGivenUp
    }

    /// The time for every change that was begun before is over.
    mutating func passDeadlines() {
        let (late, interrupted) = (asked, things.filter { $0.value.running?.isInterrupted == true })
        for id in interrupted.keys {
            end(id, isDone: false)
            over(id)
        }
        for (client, requests) in late { for request in requests { answer(request, by: client, .failed, change: 0) } }
        ask()
    }

    mutating func confirm(_ id: String) -> Bool {
        guard things[id]?.isUnconfirmed == true else { return false }
        things[id]?.isUnconfirmed = false
        things[id]?.fallback = nil
        over(id)
        return true
    }

    private mutating func end(_ id: String, isDone: Bool) {
        guard var thing = things[id], let ended = thing.running else { return }
        thing.running = nil
        let actual = thing.reported ?? ended.from
        if !isDone { thing.hasFailed = true }
        if let queued = thing.queued {
            // Its number is that of the event in which it begins.
            thing.running = Change(
                number: -1, to: queued.to, from: actual, uid: queued.uid, isInterrupted: owner(id)?.isGone ?? true)
            thing.queued = nil
        } else if !isDone {
            thing.shown = actual
        }
        things[id] = thing
        if thing.running == nil { awaitConfirmation(id) }
    }

    private mutating func awaitConfirmation(_ id: String) {
        guard let thing = things[id], let fallback = thing.fallback else { return }
        things[id]?.isUnconfirmed = thing.reported != nil && thing.reported != fallback
        if things[id]?.isUnconfirmed == false { things[id]?.fallback = nil }
    }

    /// A claim that was released, and a thing that was removed, end with the last change.
    private mutating func over(_ id: String) {
        guard things[id]?.isBusy == false else { return }
        if let owner = owner(id), owner.isEnding {
            for place in claims.indices where claims[place].number == owner.number {
                claims[place].patterns.removeAll { $0 == id }
            }
            if self.owner(id) == nil { forget(id) }
        }
        if things[id]?.isThere == false { things[id] = nil }
    }

    private var lastBegun = 1_000_000

    /// Every change that nobody was asked for is asked for.
    private mutating func ask() {
        for (id, thing) in things {
            guard var running = thing.running, running.asked == nil, !running.isInterrupted, let owner = owner(id), !owner.isGone,
                asked[owner.client]?.contains(where: { $0.thing == id }) != true
            else { continue }
            if running.number < 0 {
                lastBegun += 1
                running.number = lastBegun
            }
            running.asked = owner.client
            if let queued = thing.queued {
                running.mayBeGivenUp = true
                told[owner.client, default: []].append("\(id) \(queued.to)")
            }
            things[id]?.running = running
            asked[owner.client, default: []].append(Asked(thing: id, to: running.to, uid: running.uid, change: running.number))
        }
    }

    // MARK: - Rows

    mutating func remove(_ id: String) {
        guard things[id]?.isThere == true else { return }
        if things[id]?.isBusy == true { things[id]?.isThere = false } else { things[id] = nil }
    }

    mutating func add(_ id: String) {
        guard var thing = things[id] else { return things[id] = Thing() }
        guard !thing.isThere else { return }
        thing.isThere = true
        thing.shown = thing.queued?.to ?? thing.running?.to ?? thing.reported ?? false
        things[id] = thing
    }
}
