import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire

/// Which requests wait until somebody else has approved them, and who may do so. Every change of a thing, whatever asks for it,
/// is compared here with the access file's rules, and so is every action.
final class ApprovalDesk {
    private let live: LivePanel
    private let access: AccessControl
    /// What only this process knows: requests with a secret, by their questions.
    private var secrets: [String: JSON] = [:]

    init(_ live: LivePanel, _ access: AccessControl) { (self.live, self.access) = (live, access) }

    /// What is asked instead of carrying a request out.
    struct Held {
        var command: Command
        var question: String
        var approval: Approval
        /// What is carried out, if only this process may know it. To be kept (`keepSecret`) when the question is asked.
        var secret: JSON?

        /// The member `approval` of the reply.
        var json: JSON { ApprovalDesk.json(approval, question: question) }
    }

    private static func json(_ approval: Approval, question: String) -> JSON {
        [
            "question": .string(question), "of": .array(approval.approvers.map { .string($0) }),
            "things": .array(approval.things.map { .string($0) }),
        ]
    }

    // MARK: - What waits

    /// Whether a command may do something that has to be approved.
    func mayConcern(_ commands: [Command]) -> Bool { access.hasApprovals && commands.contains(where: \.maySetThings) }

    /// What has to be approved of the changes that a client requests. What it carries out itself, it only reports.
    private func things(in changes: [Change], by client: Client) -> [Resource] {
        var things: [Resource] = []
        var known: Set<Resource> = []
        for change in changes {
            guard let resource = change.requested, known.insert(resource).inserted else { continue }
            if reports(ThingID(resource.description), client) { continue }
            if !access.approvals(of: resource).isEmpty { things.append(resource) }
        }
        return things
    }

    /// Whether a client carries the changes of a thing out itself, and only reports them.
    private func reports(_ thing: ThingID, _ client: Client) -> Bool {
        live.panel.claim(of: thing).map { $0.client == client.id && $0.left == nil } ?? false
    }

    /// - Parameters:
    ///   - changes: what the commands would change.
    ///   - options: of the request.
    /// - Returns: `nil` if nothing has to be approved, or if exactly that has been.
    /// - Throws: `refused` for a request that cannot wait.
    func held(
        _ commands: [Command], _ changes: [Change], _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Held? {
        guard mayConcern(commands) else { return nil }
        let needed = things(in: changes, by: request.client).filter { thing in
            live.panel.claim(of: ThingID(thing.description)) != nil || !commands.contains { $0.declares(thing) }
        }
        guard try isOpen(needed, request) else { return nil }
        // The question about it is a change already, and others come before its answer.
        if options.ifRevision != nil {
            throw WireError(
                .refused, "\(needed[0]) has to be approved, and ifRevision cannot hold until then: ask without it",
                details: ["on": .string(needed[0].description)])
        }
        let calls = commands.compactMap { $0.call(after: changes) }
        guard calls.count == commands.count, var call = calls.first else {
            throw WireError(
                .refused,
                "\(request.method) would change \(needed[0]), which has to be approved, and cannot wait for that: ask for that "
                    + "change alone, with toggle.set, picker.pick or value.set", details: ["on": .string(needed[0].description)])
        }
        if request.method == "batch" || commands.count > 1 {
            call = ["method": "batch", "params": ["commands": .array(calls)]]
        }
        if let within = options.revertWithin, case .object(var object) = call, case .object(var params)? = object["params"] {
            params["revert"] = ["within": .double(Double(within) / 1_000)]
            object["params"] = .object(params)
            call = .object(object)
        }
        let isSecret = needed.contains { $0.kind == .value && live.panel.isSecret(value: $0.id) }
        let lines = changes.compactMap { change in needed.contains { $0 == change.requested } ? change.line : nil }
        return hold(call, lines, needed, isSecret: isSecret, request)
    }

    /// - Parameter title: what the button says.
    /// - Returns: `nil` if the action has not to be approved.
    func held(_ send: ActionSend, title: String?, isSecret: Bool, _ request: Request) throws(WireError) -> Held? {
        let resource = Resource(.action, send.name)
        guard try isOpen(access.approvals(of: resource).isEmpty ? [] : [resource], request) else { return nil }
        let call: JSON = [
            "method": "action.send",
            "params": ["entry": .string(send.entry.rawValue), "name": .string(send.name), "payload": send.payload],
        ]
        let payload = isSecret || send.payload == .null ? "" : " " + send.payload.displayText.cut
        let line = (title.map { "\($0): " } ?? "") + send.name + payload
        return hold(call, [line], [resource], isSecret: isSecret, request)
    }

    /// Whether some of it has not been approved.
    ///
    /// - Throws: `refused` if the request has been approved, and would do more than that.
    private func isOpen(_ needed: [Resource], _ request: Request) throws(WireError) -> Bool {
        guard let approved = request.approved else { return !needed.isEmpty }
        guard let more = needed.first(where: { !approved.things.contains($0.description) }) else { return false }
        throw WireError(.refused, "it would change \(more) by now, too, which was not approved: ask for it again")
    }

    private func hold(
        _ call: JSON, _ lines: [String], _ things: [Resource], isSecret: Bool, _ asking: Request
    ) -> Held {
        let client = asking.client
        var approval = Approval()
        (approval.method, approval.reason) = (asking.method, asking.reason)
        approval.request = isSecret ? .null : call
        approval.things = things.map(\.description)
        approval.requester = Approval.Requester(client)
        let rules = things.flatMap { access.approvals(of: $0) }
        for rule in rules where !approval.approvers.contains(rule.name) { approval.approvers.append(rule.name) }
        var content = QuestionContent(.confirm, title: "A request of \(client.userName) has to be approved")
        let more = lines.count > Self.mostLines ? ["and \(lines.count - Self.mostLines) more"] : []
        let reason = asking.reason.map { ", because \"\($0.cut)\"" } ?? ""
        let who = "\(client.userName) asks, by \(client.origin.name ?? "a program"), with \(asking.method)\(reason):"
        content.text = ([who] + lines.prefix(Self.mostLines).map { "  " + $0 } + more).joined(separator: "\n")
        (content.ok, content.cancel, content.isYesDefault) = ("Approve", "Refuse", false)
        var request = QuestionRequest("", content)
        (request.isKept, request.approval, request.audience) = (true, approval, approval.approvers)
        request.timeout = rules.map(\.within).min()

        // The same request is asked about once; another one for the same thing takes its place.
        let own = awaited(of: client) { approval.things.contains($0) }
        if !isSecret, let same = own.first(where: { $0.content == content && $0.request.approval?.request == approval.request }) {
            return Held(command: .batch([]), question: same.id, approval: approval)
        }
        request.id = unusedID()
        let open = Command.question(.open(request))
        let command = own.isEmpty ? open : .batch([.question(.withdraw(ids: own.map(\.id))), open])
        return Held(command: command, question: request.id, approval: approval, secret: isSecret ? call : nil)
    }

    /// The requests of a client's user for some things that wait.
    private func awaited(of client: Client, for isMeant: (String) -> Bool) -> [AskedQuestion] {
        live.panel.awaitedApprovals.filter { asked in
            asked.asker.uid == Int(client.peer.userID) && asked.request.approval?.things.contains(where: isMeant) == true
        }
    }

    /// Withdraws the waiting requests of the same user for things that these commands set. Call it if the commands change nothing:
    /// the things are as the user now wants them.
    func withdrawSuperseded(by commands: [Command], _ request: Request) {
        guard request.approved == nil, mayConcern(commands), live.panel.awaitsApprovals else { return }
        let own = awaited(of: request.client) { thing in
            let thing = ThingID(thing)
            return commands.contains { $0.sets(thing) } && !reports(thing, request.client)
        }
        guard !own.isEmpty else { return }
        live.record(.question(.withdraw(ids: own.map(\.id))), request.cause)
    }

    /// Keeps what a question about a secret is about, until it has ended.
    func keepSecret(of held: Held) {
        if let secret = held.secret { secrets[held.question] = secret }
    }

    /// How many requests with a secret wait.
    var secretCount: Int { secrets.count }

    private static let mostLines = 20

    /// Nobody can have a question of that name ready, whose answer would then be taken for this one's.
    private func unusedID() -> String {
        while true {
            let id = "approval-" + String(UInt32.random(in: .min ... .max), radix: 16)
            if live.panel.question(id) == nil { return id }
        }
    }

    // MARK: - Who may approve

    /// Why a client may not approve a request; `nil` if it may.
    func obstacle(toApproving approval: Approval, by client: Client) -> String? {
        let accounts = client.peer.accounts
        if let same = approval.requester.allAccounts.first(where: { accounts.contains(UInt32(truncatingIfNeeded: $0)) }) {
            let name = UserNames().name(of: same)
            let isRelayed = client.peer.actsFor != nil || approval.requester.actsFor != nil
            return isRelayed
                ? "it was asked for by \(name), too, or through a program of theirs: somebody else has to approve it, over another one"
                : "it was asked for by the same person, who has logged in as \(name): somebody else has to approve it"
        }
        for text in approval.things {
            let thing = Resource(text, usual: .option)
            for rule in access.approvals(of: thing)
            where !rule.isMet(by: client.peer.user, client.permit.rights, for: thing) {
                return "only \(rule.name) may approve \(thing)"
            }
        }
        return needsApproval(approval) ? nil : "nobody has to approve it any more: ask for it again"
    }

    private func needsApproval(_ approval: Approval) -> Bool {
        approval.things.contains { !access.approvals(of: Resource($0, usual: .option)).isEmpty }
    }

    /// The open requests that can no longer be approved, each with the reason.
    func outdated() -> [(asked: AskedQuestion, approval: Approval, reason: String)] {
        live.panel.awaitedApprovals.compactMap { asked in
            guard let approval = asked.request.approval else { return nil }
            if !needsApproval(approval) { return (asked, approval, "nobody has to approve it any more: ask for it again") }
            guard approval.request == .null, secrets[asked.id] == nil else { return nil }
            return (asked, approval, "the daemon that knew the secret has ended: ask for it again")
        }
    }

    // MARK: - What was approved

    /// What is carried out: `{method, params}`.
    func call(of asked: AskedQuestion) -> JSON? {
        guard let request = asked.request.approval?.request else { return nil }
        return request == .null ? secrets[asked.id] : request
    }

    func ended(_ question: String) { secrets[question] = nil }

    /// The client in whose name a request is carried out: it may have gone meanwhile.
    ///
    /// - Throws: `denied` if the user may not even connect any more, or the number is another user's by now.
    func client(for approval: Approval, _ clients: Clients) throws(Refusal) -> Client {
        let requester = approval.requester
        var peer = Peer(requester)
        let user = try access.user(requester.actsFor ?? requester.uid, named: requester.user)
        if requester.actsFor != nil { peer.actsFor = user }
        let permit = try access.permit(for: peer)
        if let client = clients[requester.client], requester.isBehind(client) { return client }
        let client = Client(id: 0, peer: peer, permit: permit)
        client.introduce(as: requester.name ?? "a program")
        return client
    }

    /// The request that a client's last change has begun to ask about, for the reply to a gesture.
    func asked(at revision: Int, by client: Client) -> JSON? {
        guard live.panel.awaitsApprovals, let event = live.history[revision], event.cause.origin.client == client.id else {
            return nil
        }
        for case .question(let change) in event.changes where change.kind == .asked {
            if let approval = live.panel.question(change.id)?.request.approval { return Self.json(approval, question: change.id) }
        }
        return nil
    }
}

extension Approval.Requester {
    fileprivate init(_ client: Client) {
        self.init()
        let peer = client.peer
        (uid, gid, pid) = (Int(peer.uid), Int(peer.gid), Int(peer.pid))
        groups = peer.groups.sorted().map(Int.init)
        accounts = peer.accounts.sorted().map(Int.init)
        (unit, self.client, name) = (peer.unit, client.id, client.origin.name)
        (actsFor, user) = (peer.actsFor.map { Int($0.uid) }, client.userName)
    }

    fileprivate var allAccounts: [Int] { accounts + [uid] }

    /// Whether it has asked over this connection. Numbers of connections begin anew after a restart, and one program may have
    /// those of many users.
    func isBehind(_ client: Client) -> Bool {
        let peer = client.peer
        return client.id == self.client && Int(peer.pid) == pid && Int(peer.uid) == uid
            && peer.actsFor.map { Int($0.uid) } == actsFor
    }
}

extension Peer {
    fileprivate init(_ requester: Approval.Requester) {
        var credentials = Credentials()
        credentials.uid = UInt32(truncatingIfNeeded: requester.uid)
        credentials.gid = UInt32(truncatingIfNeeded: requester.gid)
        credentials.pid = Int32(truncatingIfNeeded: requester.pid)
        self.init(credentials)
        groups = Set(requester.groups.map { UInt32(truncatingIfNeeded: $0) })
        unit = requester.unit
    }
}

extension Command {
    /// Whoever declares a thing says what it is at first: an agent could not publish otherwise. If somebody else carries its
    /// changes out, to declare it again may be a request like any other.
    fileprivate func declares(_ thing: Resource) -> Bool {
        switch self {
        case .declareGroup(let group): thing.kind == .option && thing.id.hasPrefix(group.id + "/")
        case .declarePicker(let picker): thing.kind == .picker && thing.id.hasPrefix(picker.id + "/")
        case .setElements(let id, _, _): thing.kind == .picker && thing.id.prefix { $0 != "/" } == id.prefix { $0 != "/" }
        case .declareValue(let value): thing.kind == .value && thing.id == value.key
        default: false
        }
    }

    /// As a call that does the same later: to flip is to set. `nil` if it cannot wait.
    fileprivate func call(after changes: [Change]) -> JSON? {
        switch self {
        case .setToggle(let id, let on): ["method": "toggle.set", "params": ["id": .string(id), "on": .bool(on)]]
        case .flipToggle(let id, _):
            changes.goal(ofFlipping: id).map { ["method": "toggle.set", "params": ["id": .string(id), "on": .bool($0)]] }
        case .pick(let id, let element):
            ["method": "picker.pick", "params": ["id": .string(id), "element": element.map { .string($0) } ?? .null]]
        case .setValue(let key, let value): ["method": "value.set", "params": ["key": .string(key), "value": value]]
        default: nil
        }
    }
}

extension Command {
    /// Whether it says what a thing is to be.
    fileprivate func sets(_ thing: ThingID) -> Bool {
        switch self {
        case .setToggle(let id, _): thing.kind == .option && (thing.id == id || thing.id.hasPrefix(id + "/"))
        case .pick(let id, _): thing.kind == .picker && thing.id == id
        case .setValue(let key, _): thing.kind == .value && thing.id == key
        default: false
        }
    }
}

extension [Change] {
    fileprivate func goal(ofFlipping id: String) -> Bool? {
        for case .option(let change) in self where change.id == id || change.id.hasPrefix(id + "/") {
            if change.why == .direct || change.why == .group { return change.to }
        }
        return nil
    }
}

extension Change {
    /// What somebody requests to be another one; `nil` if nobody does.
    fileprivate var requested: Resource? {
        switch self {
        case .option, .picker, .value, .transient: resource
        // What is shown already, and not known to be so, is requested again.
        case .bound(let change): if case .pending = change.kind { Resource(change.thing) } else { nil }
        default: nil
        }
    }

    /// In words; `nil` for what follows from another one.
    fileprivate var line: String? {
        switch self {
        case .option(let change): "\(change.id) \(change.from ? "on" : "off") → \(change.to ? "on" : "off")"
        case .picker(let change): "\(change.id) \((change.from ?? "none").cut) → \((change.to ?? "none").cut)"
        case .value(let key, let from, let to): "\(key) \(from.displayText.cut) → \(to.displayText.cut)"
        case .transient(let key, let from, let to):
            if let from, let to { "\(key) \(from.displayText.cut) → \(to.displayText.cut)" } else { "\(key), a secret" }
        default: nil
        }
    }
}

extension String {
    fileprivate var cut: String { count > 200 ? prefix(199) + "…" : self }
}
