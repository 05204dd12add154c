import FasciaLoop
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// What waits for the journal: replies for the disk, and requests where the disk is slow.
extension Core {
    // MARK: - Replies that wait for the disk

    /// The reply to this request, and all that its client is owed behind it, waits until what has been done by now has
    /// reached the disk.
    func hold(_ request: Request) {
        guard let journal, request.id != nil, !journal.isDurable else { return }
        if !request.client.awaitsDurability { held.append(request.client) }
        request.client.hold(until: journal.nextSequence)
    }

    /// Sends what has waited for what is on the disk now.
    private func releaseDurable(_ sequence: UInt64) {
        let released = held.filter { $0.release(upTo: sequence) }
        guard !released.isEmpty else { return }
        held.removeAll { !$0.awaitsDurability || $0.isGone }
        for client in released { hasOutput(client) }
        flush()
        // Who has said all they will say is left now.
        for client in released where !client.awaitsDurability { client.transport?.resume() }
    }

    // MARK: - Before and after commands

    /// Makes sure that commands can be kept, before they are carried out.
    ///
    /// - Parameter bytes: how long the line is that asks for them; 0 where none does.
    /// - Throws: `unavailable`
    func admit(_ commands: [Command], bytes: Int) throws(Refusal) {
        guard let journal else { return }
        var estimate = 4 * bytes
        for command in commands {
            // A short line can flip a large group: each option stands there as a change and as an effect.
            if case .setToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
            if case .flipToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
            if case .enableToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
        }
        try journal.admit(bytes: estimate)
    }

    /// Commits what this turn has done. Without that nobody may be told of it, and so the process ends where that fails
    /// although there was space: the next one begins with what was committed.
    func commitJournal() {
        guard let journal else { return }
        do throws(StoreError) { try journal.commit() } catch {
            logger.critical("the journal cannot be committed: nothing of it was told to anybody", metadata: ["error": "\(error)"])
            exit(StartupError.Code.failure.rawValue)
        }
        if journal.wantsSnapshot { journal.offer(panel, of: budget.owners) }
    }

    // MARK: - Requests that wait until the disk keeps up

    /// Those who wait, and until when.
    struct BackpressureQueue {
        var clients: [Client] = []
        var timer: Timer?
        /// They have waited long enough: until the disk has caught up, requests are refused.
        var isStalled = false
    }

    /// Whether a call has to wait because the disk is slow.
    func mustWait(for call: Call) -> Bool {
        guard let journal, !journal.hasRoom, !backpressured.isStalled else { return false }
        switch call {
        case .apply, .batch: return journal.unavailable == nil
        default: return false
        }
    }

    /// The client waits with this line, and with all that come behind it.
    func waitForRoom(_ line: [UInt8], of client: Client) {
        client.putBack(line)
        client.isWaiting = true
        backpressured.clients.append(client)
        guard backpressured.clients.count == 1 else { return }
        journal?.publish(isUrgent: true)
        backpressured.timer = loop.schedule(in: settings.journalPatience) { [self] in
            backpressured.isStalled = true
            readmit()
        }
    }

    private func readmit() {
        guard !backpressured.clients.isEmpty else { return }
        let clients = backpressured.clients
        backpressured.clients = []
        backpressured.timer?.cancel()
        backpressured.timer = nil
        for client in clients {
            client.isWaiting = false
            client.transport?.resume()
        }
        flush()
    }

    // MARK: - What the journal says

    /// The journal's threads have something to say.
    func hearJournal() {
        guard let journal else { return }
        let news = journal.takeNews()
        if let failure = news.failure { tellOfJournal(failure) }
        if let lag = news.lag { tell(ofLag: lag) }
        askForSpace()
        if journal.hasRoom {
            backpressured.isStalled = false
            if !unrecorded.isEmpty, journal.unavailable == nil { recordDeferredFacts() }
            readmit()
        } else if !backpressured.clients.isEmpty, journal.unavailable != nil {
            readmit()
        }
        releaseDurable(journal.durableSequence)
        for page in news.pages { loop.yield { [self] in take(page) } }
    }

    /// Looks now and then whether there is space again.
    private func askForSpace() {
        guard journal?.needsSpace == true, spaceTimer == nil else { return }
        spaceTimer = loop.schedule(in: .milliseconds(250)) { [self] in
            spaceTimer = nil
            hearJournal()
        }
    }

    private func tellOfJournal(_ failure: String?) {
        if let failure {
            logger.error("the journal cannot be written: changes are refused until it can", metadata: ["error": "\(failure)"])
        } else {
            logger.info("the journal can be written again")
        }
        announce?()
    }

    private func tell(ofLag lag: String?) {
        if let lag {
            logger.warning(
                "the write-ahead log of the journal grows, or the next start takes longer", metadata: ["error": "\(lag)"])
        } else {
            logger.info("the journal's database and snapshots can be written again")
        }
    }

    // MARK: - Apps

    /// The apps of before have gone with the daemon of before.
    func orphan(_ screens: [String]) {
        // Some may have found their way already: their connections have outlived that daemon.
        let attended = Set(actions.publishers.values).reduce(into: Set<String>()) { $0.formUnion(self.attended(by: $1)) }
        let screens = Set(screens).subtracting(attended)
        guard !screens.isEmpty else { return }
        record(.setOrphaned(screens: screens.sorted(), true), Cause(method: "restarted", origin: ownOrigin))
        appsMayDiffer = true
    }

    /// Remembers which screens have an app behind them.
    func noteApps() {
        appsMayDiffer = false
        guard let journal else { return }
        let apps = Set(actions.publishers.values).reduce(into: Set<String>()) { $0.formUnion(attended(by: $1)) }
        guard apps != notedApps else { return }
        journal.append(apps: apps.sorted(), time: now, cause: Cause(method: "daemon.apps", origin: ownOrigin))
        notedApps = apps
    }

    /// Says what was wrong with the state when it was read.
    func tellOfState(_ problem: String) {
        logger.error("\(problem)")
        tell(Issue(.error, .reported, problem, breadcrumbs: ["state": .bool(true)]), method: "recovered")
    }

    private var ownOrigin: Cause.Origin {
        Cause.Origin(client: 0, name: "fasciad", uid: Int(geteuid()), pid: Int(getpid()))
    }

    /// Makes an event of an issue of the daemon's own.
    private func tell(_ issue: Issue, method: String) {
        record(.reportIssue(issue), Cause(method: method, origin: ownOrigin))
    }

    // MARK: - The end

    /// Keeps all that there is, and lets go what has waited for it.
    func closeJournal() {
        guard let journal else { return }
        if !journal.close(panel, of: budget.owners) {
            logger.warning(
                "the disk does not take what is written: what is left is found in the write-ahead log at the next start",
                metadata: ["error": "\(journal.facts.failure ?? "it takes its time")"])
        }
        releaseDurable(journal.durableSequence)
    }
}

/// Hears what the journal's threads say.
final class JournalListener: EventHandler {
    private let core: Core

    init(_ core: Core) { self.core = core }

    func handle(_ readiness: Readiness) { core.hearJournal() }
}
