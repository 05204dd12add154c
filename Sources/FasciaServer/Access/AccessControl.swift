import FasciaAccess
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire
import FasciaYAML
import Glibc
import Logging

/// Who is affected by a change of the access file: the core.
protocol AccessHost: AnyObject {
    /// The client has another permit than before.
    func rightsChanged(of client: Client)
    /// After all clients have their permits.
    func accessChanged()
    /// What was said with this severity of the file was of what was there before.
    func accessSettled(_ severity: Issue.Severity)
}

/// Who may connect, and with which rights: what the access file says, or without one, the groups.
///
/// A file with mistakes leaves the rights as they were, as does one that is removed: rights must not grow because a file is
/// damaged. At the start nothing was there before: then only root and the daemon's own user may connect.
final class AccessControl: Stage {
    private let live: LivePanel
    private let clients: Clients
    private var groups: RoleGroups
    private let path: String?
    private let accountDirectory: String
    /// Those that the names of the file in force stand for.
    private var accounts: Accounts
    private let loop: EventLoop
    private let logger: Logger
    private let owner = geteuid()
    private var policy = Policy.groups
    /// One for all clients with the same rights.
    private var permits: [Rights: Permit] = [:]
    /// A group may have many switches, and a file many rules.
    private var knownApprovals: [Resource: [ApprovalRule]] = [:]
    private static let maximumKnownApprovals = 50_000
    private var watch: AccessWatch?
    private var trial: Trial?
    /// Whether the file was read, and is not used.
    private var isRefused = false
    /// Made after this component.
    weak var host: (any AccessHost)?

    private enum Policy {
        case groups
        case file(AccessFile)
        /// The file cannot be used, for this reason.
        case owners(String)
    }

    /// A file that is in force for a while.
    private struct Trial {
        var client: Int
        var before: Policy
        var timer: Timer
    }

    init(_ live: LivePanel, _ clients: Clients, settings: Settings, loop: EventLoop, logger: Logger) {
        (self.live, self.clients, self.loop, self.logger) = (live, clients, loop, logger)
        (groups, path, accountDirectory) = (settings.groups, settings.accessFile, settings.accountDirectory)
        accounts = .ofMachine(in: accountDirectory)
    }

    func take(_ turn: Turn) {
        for permit in permits.values { permit.note(turn) }
    }

    // MARK: - Permits

    /// - Throws: `denied` if the peer may not connect, or may not act for the user for whom it acts.
    func permit(for peer: Peer) throws(Refusal) -> Permit {
        guard let user = peer.actsFor else { return try ownPermit(of: peer) }
        let (name, relay) = (name(of: user.uid), name(of: peer.uid))
        guard case .file(let file) = policy else {
            let path = path ?? AccessFile.systemPath
            throw Refusal(.denied, "\(relay) may not act for \(name): only the mayActFor of a grant in \(path) allows that")
        }
        let own = try ownPermit(of: peer)
        guard file.lineThatLets(peer.identity, actFor: user) != nil else {
            let line = "- {user: \(relay), role: \(own.role.rawValue), mayActFor: {user: \(name)}}"
            throw Refusal(
                .denied, "\(relay) may not act for \(name): to allow it, add \(line) to grant in \(file.path)",
                details: ["add": .string(line)])
        }
        return permit(try rights(of: user, file).limited(to: own.rights, for: user.uid), file: file.path)
    }

    private func ownPermit(of peer: Peer) throws(Refusal) -> Permit {
        switch policy {
        case .groups: return permit(Rights(everythingAs: Role(of: peer, owner: owner, groups)), file: nil)
        case .owners(let problem):
            guard peer.mayAdminister(owner) else {
                throw Refusal(.denied, "only root and the daemon's own user may connect: \(problem)")
            }
            return permit(Rights(everythingAs: .admin), file: nil)
        case .file(let file): return permit(try rights(of: peer.identity, file), file: file.path)
        }
    }

    private func rights(of identity: Identity, _ file: AccessFile) throws(Refusal) -> Rights {
        if let rights = file.rights(of: identity) { return rights }
        let name = name(of: identity.uid)
        throw Refusal(
            .denied,
            "\(name) has no rights: to allow what there is to be seen, add - {user: \(name), role: viewer} to grant in "
                + file.path,
            details: ["add": .string("- {user: \(name), role: viewer}")])
    }

    private func name(of uid: UInt32) -> String {
        UserNames(file: accountDirectory + "/passwd").knownName(of: Int(uid)) ?? String(uid)
    }

    /// Who a user is for whom a program has begun to act, or who has asked for something.
    ///
    /// - Parameter name: of that user then; `nil` if that is unknown.
    /// - Throws: `denied` if the number is another user's by now.
    func user(_ uid: Int, named name: String?) throws(Refusal) -> Identity {
        let uid = UInt32(truncatingIfNeeded: uid)
        let now = self.name(of: uid)
        guard name == nil || name == now else {
            throw Refusal(
                .denied,
                "the number \(uid) was that of \(name ?? ""), and is not any more: nothing is done for whoever has it now")
        }
        return Accounts.ofMachine(in: accountDirectory).identity(of: String(uid)) ?? Identity(uid: uid)
    }

    /// Lets a program act for a user, with the rights that both have.
    ///
    /// - Parameter name: of the user, or the number.
    /// - Throws: `denied` if the access file does not let it; `refused` if it has begun without.
    func act(for name: String, _ client: Client) throws(WireError) {
        guard let user = Accounts.ofMachine(in: accountDirectory).identity(of: name) else {
            throw WireError(
                .notFound, "there is no user \(name) in /etc/passwd: of a directory service, give the number",
                details: ["actFor": .string(name)])
        }
        if client.peer.actsFor?.uid == user.uid { return }
        guard !client.hasBegun, client.peer.actsFor == nil else {
            throw WireError(
                .refused, "this connection has begun as \(client.userName): open another one, and say actFor before anything else"
            )
        }
        var peer = client.peer
        peer.actsFor = user
        let permit = try refusing { () throws(Refusal) in
            let permit = try self.permit(for: peer)
            // As long as it was an admin's, it did not count.
            if client.permit.isAdmin { try clients.require(.connections, of: peer, permit) }
            return permit
        }
        client.act(for: user, named: self.name(of: user.uid), permit)
    }

    private func permit(_ rights: Rights, file: String?) -> Permit {
        if let permit = permits[rights] { return permit }
        let permit = Permit(rights, file: file)
        permits[rights] = permit
        return permit
    }

    // MARK: - Approvals

    var hasApprovals: Bool { if case .file(let file) = policy { !file.approvals.isEmpty } else { false } }

    /// The rules about a thing; empty if nobody has to approve what is requested of it.
    func approvals(of thing: Resource) -> [ApprovalRule] {
        guard case .file(let file) = policy, !file.approvals.isEmpty else { return [] }
        if let known = knownApprovals[thing] { return known }
        if knownApprovals.count >= Self.maximumKnownApprovals { knownApprovals = [:] }
        let rules = file.approvals(of: thing)
        knownApprovals[thing] = rules
        return rules
    }

    // MARK: - The file

    /// Puts a file in force.
    func use(_ file: AccessFile) { use(.file(file)) }

    /// Reads the file, and again whenever it changes.
    func start() {
        guard let path else { return }
        // Before it is read: what changes meanwhile is told then.
        do throws(LoopError) {
            watch = try AccessWatch(
                path, accounts: accountDirectory, loop, whenChanged: { [weak self] in self?.load(path) },
                whenAccountsChanged: { [weak self] in self?.accountsChanged() })
        } catch {
            logger.warning(
                "cannot watch the access file: fascia reload reads it again",
                metadata: ["file": "\(path)", "error": "\(error)"])
        }
        load(path, isStart: true)
    }

    /// Reads the file again. Without one, the groups say who may do what.
    func reload() {
        guard let path else { return }
        watch?.renew()
        load(path, mayBeGone: true)
    }

    /// - Parameter mayBeGone: whether a missing file means that there are no rules any more.
    private func load(_ path: String, isStart: Bool = false, mayBeGone: Bool = false) {
        readAccounts()
        // What was wrong with it, if it still is, is reported again.
        host?.accessSettled(.error)
        guard let outcome = AccessFile.load(path, owner: owner, accounts: accounts) else {
            isRefused = false
            if case .groups = policy { return }
            guard mayBeGone else {
                // A file may be tried where there is none.
                if case .groups = trial?.before { return }
                let now = trial == nil ? "the rights stay as they are" : "what is tried goes back to what it said"
                return report("the access file \(path) is gone: \(now), until fascia reload, or a new file")
            }
            _ = endTrial()
            host?.accessSettled(.warning)
            return use(.groups)
        }
        // Whatever is there now counts.
        let wasTried = endTrial()
        isRefused = outcome.file == nil
        for problem in outcome.problems { logger.warning("\(problem)") }
        if outcome.file == nil, let before = wasTried { use(before) }
        guard let file = outcome.file else {
            let problem = outcome.errors.first.map(\.description) ?? path
            if isStart { policy = .owners(problem) }
            let now = isOwnersOnly ? "only root and the daemon's own user may connect" : "the rights stay as they were"
            return report("the access file is not used: \(problem)\(more(outcome.errors)); \(now)")
        }
        if file.warnings.isEmpty { host?.accessSettled(.warning) }
        if case .file(let old) = policy, old == file { return }
        logger.info("the access file is in force", metadata: ["file": "\(path)", "grants": "\(file.grants.count)"])
        use(.file(file))
    }

    private func accountsChanged() {
        readAccounts()
        // It may name somebody who has come.
        if isRefused, trial == nil, let path { load(path) }
    }

    /// Rules name names. Whose they are now is asked whenever that may have changed.
    private func readAccounts() {
        let now = Accounts.ofMachine(in: accountDirectory)
        // While the file is replaced there may be none.
        guard now != accounts, !now.users.isEmpty else { return }
        groups.change(from: accounts, to: now)
        accounts = now
        for client in clients.all where client.peer.actsFor == nil { client.rename(to: name(of: client.peer.uid)) }
        if let before = trial?.before { trial?.before = read(before) }
        let old = policy
        use(read(old))
        if case .file(let old) = old, case .file(let new) = policy {
            let known = Set(old.warnings)
            let warnings = new.warnings.filter { !known.contains($0) }
            if let first = warnings.first {
                report("users or groups have changed: \(first.description)\(more(warnings))", .warning)
            }
        }
    }

    /// The same rules with the accounts of now.
    private func read(_ policy: Policy) -> Policy {
        guard case .file(let file) = policy else { return policy }
        let outcome = file.with(accounts)
        if let file = outcome.file { return .file(file) }
        return .owners(outcome.errors.first.map(\.description) ?? file.path)
    }

    private func more(_ problems: [Problem]) -> String {
        problems.count > 1 ? " and \(problems.count - 1) more, which fascia access check lists" : ""
    }

    // MARK: - Trying

    /// Executes `access.try`.
    func `try`(_ trial: AccessTrial, _ request: Request) throws(WireError) -> Reply {
        guard let path else {
            throw WireError(.refused, "the daemon has no access file: start it with --access")
        }
        readAccounts()
        let outcome = AccessParser.parse(trial.text, path: path, accounts: accounts)
        guard let file = outcome.file else {
            let more = outcome.errors.count > 1 ? " and \(outcome.errors.count - 1) more" : ""
            throw WireError(
                .invalid, (outcome.errors.first?.description ?? "it is wrong") + more,
                details: ["problems": .array(outcome.errors.map { .string($0.description) })])
        }
        let client = request.client.id
        guard self.trial == nil || self.trial?.client == client else {
            throw WireError(
                .conflict, "another program tries an access file, until it keeps it or ends: try again then")
        }
        let before = endTrial() ?? policy
        let timer = loop.schedule(in: .milliseconds(trial.within)) { [weak self] in self?.takeBack("its time is over") }
        self.trial = Trial(client: client, before: before, timer: timer)
        logger.info("an access file is tried", metadata: ["client": "\(client)", "within": "\(trial.within) ms"])
        // The reply comes first: this client may lose its rights, too.
        loop.perform { [weak self] in if self?.trial?.client == client { self?.use(.file(file)) } }
        return .result(["path": .string(path)])
    }

    /// A client has gone, and what it has tried.
    func remove(_ client: Client) {
        guard trial?.client == client.id else { return }
        // It may just have been written.
        if let path { load(path) }
        takeBack("the connection that tried it has ended")
    }

    private func takeBack(_ reason: String) {
        guard let before = endTrial() else { return }
        logger.info("the access file that was tried is taken back", metadata: ["reason": "\(reason)"])
        use(before)
    }

    /// - Returns: what was in force before; `nil` if nothing is tried.
    private func endTrial() -> Policy? {
        trial?.timer.cancel()
        defer { trial = nil }
        return trial?.before
    }

    private var isOwnersOnly: Bool { if case .owners = policy { true } else { false } }

    private func report(_ message: String, _ severity: Issue.Severity = .error) {
        logger.log(level: severity == .error ? .error : .warning, "\(message)")
        live.record(.reportIssue(Issue(severity, .reported, message, breadcrumbs: ["access": .bool(true)])), .ofDaemon("access"))
    }

    /// Gives each client the rights that it has now.
    private func use(_ policy: Policy) {
        self.policy = policy
        (permits, knownApprovals) = ([:], [:])
        clients.users = UserLimits()
        if case .file(let file) = policy { clients.users = UserLimits(file: file.path, values: file.limits) }
        for client in clients.all.sorted(by: { $0.id < $1.id }) {
            do throws(Refusal) {
                var peer = client.peer
                // Their groups may be others by now.
                if let user = peer.actsFor { peer.actsFor = try self.user(Int(user.uid), named: client.userName) }
                let permit = try permit(for: peer)
                if let user = peer.actsFor, user != client.peer.actsFor {
                    client.act(for: user, named: client.userName, client.permit)
                }
                let isAnother = permit.rights != client.permit.rights || permit.file != client.permit.file
                client.permit = permit
                if isAnother { host?.rightsChanged(of: client) }
            } catch {
                end(client, error)
            }
        }
        endBeyondLimits()
        host?.accessChanged()
    }

    /// Ends the connections that are too many for their users.
    func endBeyondLimits() { for (client, refusal) in clients.beyondUserLimits() { end(client, refusal) } }

    /// Tells a client why its connection ends, and ends it.
    func end(_ client: Client, _ refusal: Refusal) {
        logger.warning(
            "a connection ends", metadata: ["pid": "\(client.peer.pid)", "reason": "\(refusal.message)"])
        client.output.reply(id: .null, error: WireError(refusal))
        client.transport?.closeNow()
    }
}
