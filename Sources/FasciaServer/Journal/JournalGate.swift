import FasciaLoop
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// Holds replies until the journal is durable, and defers mutations while the disk is slow (backpressure).
final class JournalGate: EventHandler {
    private let journal: Journal
    private let live: LivePanel
    private let clients: Clients
    private let loop: EventLoop
    private let logger: Logger
    /// How long requests wait for a slow disk before they are refused, and replies for one that fails.
    private let patience: Duration
    /// The clients whose output is held until it is durable.
    private var held: [Client] = []
    /// Runs while syncs fail, until their replies are given up.
    private var failureTimer: Timer?
    /// Syncs have failed for so long that no reply waits for one: each is answered with an error.
    private var hasGivenUp = false
    /// The clients whose requests wait because the disk is slow.
    private var backpressured: [Client] = []
    private var patienceTimer: Timer?
    /// The wait has timed out: requests are refused until the disk has caught up.
    private var isStalled = false
    /// Runs while the disk is full.
    private var spaceTimer: Timer?

    /// Delivers the pages of events that were requested from the journal.
    private let reader: JournalReader
    private let announcer: Announcer

    /// - Returns: `nil` if the state is kept in memory only.
    init?(
        _ live: LivePanel, _ clients: Clients, reader: JournalReader?, announcer: Announcer, loop: EventLoop,
        patience: Duration, logger: Logger
    ) {
        guard let journal = live.journal, let reader else { return nil }
        (self.reader, self.announcer) = (reader, announcer)
        self.journal = journal
        self.live = live
        self.clients = clients
        self.loop = loop
        self.patience = patience
        self.logger = logger
    }

    /// Starts the journal's threads and listens to them.
    func start() throws(LoopError) {
        try journal.start()
        try loop.add(journal.updatesDescriptor, for: .readable, self)
    }

    // MARK: - Committing

    /// Commits what this event loop turn has appended. No client may see uncommitted changes. If the commit fails
    /// although the journal admitted the commands, the process exits and the next one starts from the last commit.
    func commit() {
        do throws(StoreError) { try journal.commit() } catch {
            logger.critical(
                "cannot commit the journal: exiting before any client sees the changes", metadata: ["error": "\(error)"])
            exit(EXIT_FAILURE)
        }
        if journal.isSnapshotDue { journal.requestSnapshot(of: live.panel, owners: live.budget.owners) }
    }

    /// Commits, calls `send` to send the clients' output, and wakes the flush thread.
    func commit(andThen send: () -> Void) {
        commit()
        if journal.filesAreGone || hasGivenUp { failHeld() }
        // If replies are held, wake the flush thread first, so that syncing overlaps with sending. Otherwise waking it
        // would only delay the clients.
        let isUrgent = !held.isEmpty
        if isUrgent { journal.publish(isUrgent: true) }
        send()
        if !isUrgent { journal.publish(isUrgent: false) }
    }

    /// Makes everything durable, writes a last snapshot, and answers the requests whose replies are held.
    ///
    /// - Returns: the clients that were told that what they have changed may be lost.
    @discardableResult
    func close() -> [Client] {
        if !journal.close(live.panel, of: live.budget.owners) {
            _ = journal.takeUpdates()
            let (failure, what): (String, Logger.Message) =
                if journal.filesAreGone {
                    (journal.unavailable ?? "", "the next start will not find the last changes")
                } else {
                    (
                        journal.facts.failure ?? "timed out",
                        "the last changes could not be synced: they stay in the write-ahead log until the next start"
                    )
                }
            logger.warning(what, metadata: ["error": "\(failure)"])
        }
        releaseDurable()
        let failed = held
        failHeld()
        return failed
    }

    /// Answers the requests whose changes are not durable, and will not be soon.
    private func failHeld() {
        guard !held.isEmpty else { return }
        let why = journal.unavailable ?? "the disk is too slow"
        let fate = journal.filesAreGone ? "it is lost when the daemon ends" : "the next start may find it, or not"
        let error = WireError(.unavailable, "the change was made, and is not on the disk, so \(fate): \(why)")
        // The replies of a batch are written at its end, and fail then.
        let clients = held.filter { $0.batch == nil }
        held.removeAll { $0.batch == nil }
        for client in clients {
            client.failHeld(error)
            self.clients.hasOutput(client)
            loop.perform { client.transport?.resume() }
        }
    }

    // MARK: - Replies that wait for the disk

    /// Holds the reply to this request, and all later output for its client, until everything appended so far is
    /// durable.
    func hold(_ request: Request) {
        guard request.id != nil, !journal.isDurable else { return }
        if !request.client.awaitsDurability { held.append(request.client) }
        request.client.hold(request.id, until: journal.nextSequence)
    }

    private func releaseDurable() {
        let sequence = journal.durableSequence
        let released = held.filter { $0.release(upTo: sequence) }
        // A client whose peer has closed the connection no longer waits although nothing was released.
        held.removeAll { !$0.awaitsDurability || $0.isGone }
        for client in released {
            clients.hasOutput(client)
            // A client whose peer has closed its sending side is closed once nothing is held.
            if !client.awaitsDurability { loop.perform { client.transport?.resume() } }
        }
    }

    /// Gives up what waits for a disk that fails for long. One that is only slow is waited for.
    private func limitFailure() {
        guard journal.cannotSync else {
            failureTimer?.cancel()
            (failureTimer, hasGivenUp) = (nil, false)
            return
        }
        guard failureTimer == nil, !hasGivenUp else { return }
        failureTimer = loop.schedule(in: patience) { [self] in
            (failureTimer, hasGivenUp) = (nil, true)
            failHeld()
        }
    }

    // MARK: - Requests that wait for the disk

    /// Whether a call must wait because the disk is slow. Only mutations wait.
    func mustWait(for call: Call) -> Bool {
        guard !journal.acceptsRequests, !isStalled else { return false }
        switch call {
        case .apply, .batch: return journal.unavailable == nil
        default: return false
        }
    }

    /// Defers all further requests of the client.
    func waitForRoom(_ client: Client) {
        client.isBackpressured = true
        backpressured.append(client)
        guard backpressured.count == 1 else { return }
        journal.publish(isUrgent: true)
        patienceTimer = loop.schedule(in: patience) { [self] in
            isStalled = true
            readmit()
        }
    }

    private func readmit() {
        guard !backpressured.isEmpty else { return }
        let clients = backpressured
        backpressured = []
        patienceTimer?.cancel()
        patienceTimer = nil
        for client in clients {
            client.isBackpressured = false
            client.transport?.resume()
        }
    }

    // MARK: - Updates from the journal's threads

    func handle(_ readiness: Readiness) { receiveUpdates() }

    /// Handles failures, progress and query results.
    private func receiveUpdates() {
        let updates = journal.takeUpdates()
        if let failure = updates.failure { log(failure: failure) }
        if let lag = updates.lag { log(lag: lag) }
        waitForSpace()
        limitFailure()
        if journal.acceptsRequests {
            isStalled = false
            if journal.unavailable == nil { live.retryUnrecorded() }
            readmit()
        } else if journal.unavailable != nil {
            readmit()
        }
        releaseDurable()
        for page in updates.pages { loop.yield { [self] in reader.deliver(page) } }
    }

    /// Checks every 250 ms whether the disk has space again.
    private func waitForSpace() {
        guard journal.needsSpace, spaceTimer == nil else { return }
        spaceTimer = loop.schedule(in: .milliseconds(250)) { [self] in
            spaceTimer = nil
            receiveUpdates()
        }
    }

    private func log(failure: String?) {
        if let failure {
            logger.error(
                "the journal cannot be written: changes are refused until it can be written again",
                metadata: ["error": "\(failure)"])
        } else {
            logger.info("the journal can be written again")
        }
        announcer.announce()
    }

    private func log(lag: String?) {
        if let lag {
            logger.warning(
                "a checkpoint or snapshot failed: the write-ahead log grows and the next start takes longer",
                metadata: ["error": "\(lag)"])
        } else {
            logger.info("the journal's database and snapshots can be written again")
        }
    }
}
