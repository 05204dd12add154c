import FasciaLoop
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// Replies that wait until the journal is durable, and requests that wait while the disk is slow (backpressure).
extension Core {
    // MARK: - Replies that wait for the disk

    /// Holds the reply to this request, and all later output for its client, until everything appended so far is
    /// durable.
    func hold(_ request: Request) {
        guard let journal, request.id != nil, !journal.isDurable else { return }
        if !request.client.awaitsDurability { held.append(request.client) }
        request.client.hold(until: journal.nextSequence)
    }

    /// Sends the output that was held for records that are durable.
    private func releaseDurable(_ sequence: UInt64) {
        let released = held.filter { $0.release(upTo: sequence) }
        guard !released.isEmpty else { return }
        held.removeAll { !$0.awaitsDurability || $0.isGone }
        for client in released { hasOutput(client) }
        flush()
        // A client whose peer has closed its sending side is closed once nothing is held.
        for client in released where !client.awaitsDurability { client.transport?.resume() }
    }

    // MARK: - Before and after commands

    /// Checks that the journal can store the commands. Call before executing them.
    ///
    /// - Parameter bytes: Length of the line that contains the commands; 0 if there is none.
    /// - Throws: `unavailable`
    func admit(_ commands: [Command], bytes: Int) throws(Refusal) {
        guard let journal else { return }
        var estimate = 4 * bytes
        for command in commands {
            // A short line can flip a large group, and the row holds a change and an effect for each option.
            if case .setToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
            if case .flipToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
            if case .enableToggle(let id, _) = command { estimate += 256 * panel.optionCount(of: id) }
        }
        try journal.admit(bytes: estimate)
    }

    /// Commits what this event loop turn has appended. No client may see uncommitted changes. If the commit fails
    /// although `admit` found space, the process exits and the next one starts from the last commit.
    func commitJournal() {
        guard let journal else { return }
        do throws(StoreError) { try journal.commit() } catch {
            logger.critical("the journal cannot be committed: nothing of it was told to anybody", metadata: ["error": "\(error)"])
            exit(EXIT_FAILURE)
        }
        if journal.wantsSnapshot { journal.offer(panel, of: budget.owners) }
    }

    // MARK: - Requests that wait until the disk keeps up

    /// Clients whose requests wait because the disk is slow.
    struct BackpressureQueue {
        var clients: [Client] = []
        var timer: Timer?
        /// The wait has timed out: requests are refused until the disk has caught up.
        var isStalled = false
    }

    /// Whether a call must wait because the disk is slow. Only mutations wait.
    func mustWait(for call: Call) -> Bool {
        guard let journal, !journal.hasRoom, !backpressured.isStalled else { return false }
        switch call {
        case .apply, .batch: return journal.unavailable == nil
        default: return false
        }
    }

    /// Defers this line and all later lines of the client.
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

    /// Handles news from the journal's threads: failures, progress and query results.
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

    /// Checks every 250 ms whether the disk has space again.
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

    /// Marks the screens of the previous daemon's apps as orphaned.
    package func orphan(_ screens: [String]) {
        // Some apps are still connected: their connections were handed over to this process.
        let attended = Set(actions.publishers.values).reduce(into: Set<String>()) { $0.formUnion(self.attended(by: $1)) }
        let screens = Set(screens).subtracting(attended)
        guard !screens.isEmpty else { return }
        record(.setOrphaned(screens: screens.sorted(), true), Cause(method: "restarted", origin: ownOrigin))
        appsMayDiffer = true
    }

    /// Records in the journal which screens have an app behind them.
    func noteApps() {
        appsMayDiffer = false
        guard let journal else { return }
        let apps = Set(actions.publishers.values).reduce(into: Set<String>()) { $0.formUnion(attended(by: $1)) }
        guard apps != notedApps else { return }
        journal.append(apps: apps.sorted(), time: now, cause: Cause(method: "daemon.apps", origin: ownOrigin))
        notedApps = apps
    }

    /// Reports a problem found while reading the state.
    package func tellOfState(_ problem: String) {
        logger.error("\(problem)")
        tell(Issue(.error, .reported, problem, breadcrumbs: ["state": .bool(true)]), method: "recovered")
    }

    private var ownOrigin: Cause.Origin {
        Cause.Origin(client: 0, name: "fasciad", uid: Int(geteuid()), pid: Int(getpid()))
    }

    /// Publishes an issue of the daemon itself as an event.
    private func tell(_ issue: Issue, method: String) {
        record(.reportIssue(issue), Cause(method: method, origin: ownOrigin))
    }

    // MARK: - The end

    /// Makes everything durable, writes a last snapshot, and sends the held replies.
    package func closeJournal() {
        guard let journal else { return }
        if !journal.close(panel, of: budget.owners) {
            logger.warning(
                "the disk does not take what is written: what is left is found in the write-ahead log at the next start",
                metadata: ["error": "\(journal.facts.failure ?? "it takes its time")"])
        }
        releaseDurable(journal.durableSequence)
    }
}

/// Event handler for wake-ups from the journal's threads.
package final class JournalListener: EventHandler {
    private let core: Core

    package init(_ core: Core) { self.core = core }

    package func handle(_ readiness: Readiness) { core.hearJournal() }
}
