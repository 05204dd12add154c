import FasciaDocument
import FasciaModel

/// The rules of bound things once more, for options that one agent has claimed: one thing at a time, without claims, steps
/// and announcements.
struct NaiveBound {
    struct Thing {
        var shown = false
        var reported: Bool?
        /// Whether the present agent has reported it.
        var isVerified = false
        /// Whether that report said that it may be wrong.
        var isDoubted = false
        var running: Running?
        var queued: Bool?
        var hasFailed = false
        /// The value to go back to, and whether the time runs.
        var fallback: Bool?
        var timeRuns = false
    }

    struct Running {
        var to: Bool
        var from: Bool
        var begun: Int
        var isInterrupted = false
        var goesBack = false
    }

    var things: [String: Thing] = [:]
    var isAgentThere = false
    var isClaimed = false
    var retries = false
    var reverts = false
    var isAssumed = false

    func state(_ id: String) -> String {
        let thing = things[id] ?? Thing()
        guard isClaimed else { return "\(thing.shown) unbound" }
        var words = ["\(thing.shown)"]
        if thing.running != nil { words.append("pending") }
        if thing.timeRuns { words.append("unconfirmed") }
        if thing.reported == nil, !isAssumed { words.append("unknown") }
        if !isAgentThere || thing.isDoubted || thing.reported != nil && !thing.isVerified && !isAssumed { words.append("stale") }
        if thing.hasFailed { words.append("failed") }
        if isAssumed, words.count == 1 { words.append("assumed") }
        return words.joined(separator: " ")
    }

    /// - Parameter isSet: whether what nobody knows may be set to what it shows.
    mutating func request(_ id: String, _ to: Bool, revision: Int, within: Bool, isSet: Bool = false) -> Bool {
        var thing = things[id] ?? Thing()
        let isRepeated = isSet && isClaimed && isAgentThere && (isAssumed || thing.isDoubted) && thing.running == nil
        guard thing.shown != to || isRepeated else { return true }
        guard isClaimed else {
            things[id, default: Thing()].shown = to
            return !within
        }
        guard isAgentThere else { return false }
        // Nobody knows what it would go back to.
        if within || reverts, thing.fallback == nil, thing.reported == nil, !isAssumed { return false }
        let from = thing.shown
        thing.shown = to
        thing.hasFailed = false
        if within || reverts || thing.fallback != nil {
            thing.fallback = thing.fallback ?? thing.reported ?? from
            thing.timeRuns = false
        }
        if let running = thing.running {
            thing.queued = running.to == to ? nil : to
        } else {
            thing.running = Running(to: to, from: from, begun: revision)
        }
        things[id] = thing
        return true
    }

    /// An agent claims the things. If it cannot read them, an interrupted change counts as not made.
    mutating func claim(revision: Int) {
        (isAgentThere, isClaimed) = (true, true)
        guard isAssumed else { return }
        for (id, thing) in things {
            guard let running = thing.running, running.isInterrupted else { continue }
            report(id, thing.reported ?? running.from, revision: revision)
        }
    }

    mutating func report(_ id: String, _ value: Bool, isDoubted: Bool = false, revision: Int) {
        var thing = things[id] ?? Thing()
        (thing.reported, thing.isVerified, thing.isDoubted, thing.hasFailed) = (value, true, isDoubted, false)
        if let running = thing.running {
            if value == running.to {
                thing.end(true, revision)
            } else if running.isInterrupted, thing.queued == nil, retries || running.goesBack {
                thing.running?.isInterrupted = false
                thing.running?.begun = revision
            } else if running.isInterrupted {
                thing.end(false, revision)
            }
        } else {
            thing.shown = value
            thing.waitForConfirmation()
        }
        things[id] = thing
    }

    mutating func settle(_ id: String, begun: Int, _ isDone: Bool, isCancelled: Bool, revision: Int) {
        guard var thing = things[id], let running = thing.running, running.begun == begun else { return }
        if isCancelled, !running.goesBack, let queued = thing.queued {
            if queued == thing.reported, isAgentThere, !thing.isDoubted, thing.isVerified || isAssumed {
                (thing.running, thing.queued) = (nil, nil)
                thing.waitForConfirmation()
            } else {
                let hadFailed = thing.hasFailed
                thing.end(false, revision)
                thing.hasFailed = hadFailed
            }
            things[id] = thing
            return
        }
        if isDone {
            (thing.reported, thing.isVerified, thing.isDoubted, thing.hasFailed) = (running.to, isAgentThere, false, false)
        }
        thing.end(isDone, revision)
        things[id] = thing
    }

    mutating func goBack(_ id: String, revision: Int) {
        if let running = things[id]?.running, running.goesBack, running.isInterrupted, isAgentThere {
            // It is requested even without a report.
            things[id]?.running?.isInterrupted = false
            things[id]?.running?.begun = revision
            return
        }
        guard let thing = things[id], let fallback = thing.fallback, thing.timeRuns, thing.running == nil else { return }
        things[id]?.timeRuns = false
        things[id]?.running = Running(
            to: fallback, from: thing.shown, begun: revision, isInterrupted: !isAgentThere, goesBack: true)
        things[id]?.shown = fallback
    }

    mutating func leave() {
        isAgentThere = false
        for (id, thing) in things {
            things[id]?.isVerified = false
            guard let running = thing.running else { continue }
            things[id]?.running?.goesBack = running.goesBack && thing.queued == nil
            things[id]?.running?.to = thing.queued ?? running.to
            things[id]?.running?.isInterrupted = true
            things[id]?.queued = nil
        }
    }
}

extension NaiveBound.Thing {
    fileprivate mutating func end(_ isDone: Bool, _ revision: Int) {
        guard let ended = running else { return }
        running = nil
        let actual = reported ?? ended.from
        if !isDone { hasFailed = true }
        if ended.goesBack, queued == nil { (fallback, timeRuns) = (nil, false) }
        if let queued {
            running = NaiveBound.Running(to: queued, from: actual, begun: revision)
            self.queued = nil
        } else {
            if !isDone { shown = actual }
            waitForConfirmation()
        }
    }

    fileprivate mutating func waitForConfirmation() {
        guard let fallback else { return }
        if reported == nil || reported == fallback { (self.fallback, timeRuns) = (nil, false) } else { timeRuns = true }
    }
}
