import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire

/// What the connections with the same rights may do, and what they see. Decisions are kept, because a change is compared with
/// the rights of each watcher.
final class Permit {
    let rights: Rights
    /// The path of the access file that says so; `nil` if the role alone does.
    let file: String?
    /// The highest role for anything.
    let role: Role
    /// Whether it is for some ids only, or for some methods.
    let isLimited: Bool
    /// Whether something is hidden.
    let hides: Bool
    /// Whether nothing has to be checked.
    let isForEverything: Bool
    /// Whether it can change the rights.
    let isAdmin: Bool

    private struct Question: Hashable {
        var right: Right
        var method: String?
        var resource: Resource
    }

    private var decisions: [Question: Bool] = [:]
    private var seen: [Resource: Bool] = [:]
    private static let maximumDecisions = 50_000
    /// What was seen of the panel when it was last asked for.
    private var view: Panel?
    /// The changes since then, and the revision that they lead to. They are applied when somebody asks again, and dropped with the
    /// view if there are too many.
    private var missed: (changes: [Change], revision: Int) = ([], 0)
    private static let maximumMissed = 1_024

    init(_ rights: Rights, file: String?) {
        (self.rights, self.file) = (rights, file)
        role = rights.role
        isLimited =
            !rights.isUnlimited(rights.role.right) || !rights.bars.isEmpty
            || rights.grants.contains { !$0.methods.isEmpty || $0.needsReason } || !rights.relay.isEmpty
        hides = !rights.isUnlimited(.view)
        isForEverything = !isLimited && role == .admin
        isAdmin = rights.areOfAdmin
    }

    /// All rights of a role.
    convenience init(role: Role) { self.init(Rights(everythingAs: role), file: nil) }

    /// Whether it is for everything, including the daemon.
    var ownsPanel: Bool { rights.isUnlimited(.admin) }

    func may(_ right: Right, _ method: String? = nil, _ resource: Resource?) -> Bool {
        guard isLimited, let resource else { return rights.allows(right, method, nil) }
        let question = Question(right: right, method: method, resource: resource)
        if let known = decisions[question] { return known }
        if decisions.count >= Self.maximumDecisions { decisions = [:] }
        let decision = rights.allows(right, method, resource)
        decisions[question] = decision
        return decision
    }

    /// Whether a stack with this name may be made, other than for a terminal.
    func mayMake(stack name: String) -> Bool {
        !isLimited || rights.withoutOwnStacks.allows(.operate, "nav.set", Resource(.nav, name))
    }

    /// What somebody with this permit sees of the panel.
    func panel(_ live: LivePanel) -> Panel {
        guard hides else { return live.panel }
        let panel = followed(live.panel) ?? live.panel.visible { sees(Resource($0)) }
        view = panel
        return panel
    }

    /// The last view, brought up to date: somebody who sees little must not cost the whole panel at each change.
    private func followed(_ panel: Panel) -> Panel? {
        defer { missed.changes = [] }
        guard var view = view.take(), max(view.revision, missed.revision) == panel.revision else { return nil }
        if view.revision < panel.revision { view.follow(missed.changes, of: panel) { sees(Resource($0)) } }
        return view
    }

    /// What is refused is said of what somebody with this permit sees: a suggestion must not name what is hidden.
    func ask<Answer>(_ live: LivePanel, _ question: (Panel) throws(Refusal) -> Answer) throws(WireError) -> Answer {
        try refusing { () throws(Refusal) in
            do throws(Refusal) { return try question(live.panel) } catch {
                if hides { _ = try question(panel(live)) }
                throw told(error, live.panel)
            }
        }
    }

    /// The refusal without what this permit hides. The reason may be a hidden switch: a rule names its switches, and a thing whose
    /// claimer has gone is named even if only a rule would change it.
    private func told(_ refusal: Refusal, _ panel: Panel) -> Refusal {
        if let thing = (refusal.details["id"]?.stringValue).map({ ThingID($0) }), panel.shownValue(of: thing) != nil,
            !sees(Resource(thing))
        {
            let why =
                refusal.reason == .invalid ? "go back by itself: leave revert out" : "be changed: ask the owner of the panel"
            var told = Refusal(refusal.reason, "something that you do not see would change, too, and cannot \(why)")
            told.details["index"] = refusal.details["index"]
            return told
        }
        let options = refusal.details["options"]?.arrayValue ?? []
        let seen = options.filter { option in option.stringValue.map { sees(Resource(.option, $0)) } ?? true }
        guard seen.count < options.count else { return refusal }
        var details = refusal.details
        details["options"] = .array(seen)
        return Refusal(refusal.reason, "a rule about switches that you do not see does not allow it", details: details)
    }

    /// Notes what has changed since the view was made.
    func note(_ turn: Turn) {
        guard let view else { return }
        // Conditions may differ without a new revision.
        let isFollowed = turn.isEvent && !turn.isReordering && missed.changes.count + turn.changes.count <= Self.maximumMissed
        guard isFollowed else { return forgetView() }
        guard turn.revision > view.revision else { return }
        missed.changes += turn.changes
        missed.revision = turn.revision
    }

    func forgetView() { (view, missed) = (nil, ([], 0)) }
}

extension Permit: Sight {
    func sees(_ resource: Resource) -> Bool {
        guard hides else { return true }
        if let known = seen[resource] { return known }
        if seen.count >= Self.maximumDecisions { seen = [:] }
        let isSeen = rights.sees(resource)
        seen[resource] = isSeen
        return isSeen
    }

    func sees(_ issue: Issue) -> Bool { sees(Resource(.issue, issue.reason.rawValue)) }

    func seesAll(of pattern: Resource) -> Bool { !hides || rights.seesAll(of: pattern) }

    func maySeeAny(of pattern: Resource) -> Bool { !hides || rights.maySeeAny(of: pattern) }
}

/// Compared by identity: those of the same rights share one.
extension Permit: Hashable {
    static func == (left: Permit, right: Permit) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
