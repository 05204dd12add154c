import FasciaLoop
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// What waits for the journal: replies for the disk, requests for room.
extension Core {
    // MARK: - Replies that wait for the disk

    /// The reply to this request, and all that its client is owed behind it, waits until what has been done by now has
    /// reached the disk.
    func hold(_ request: Request) {
        guard let journal, request.id != nil, !journal.isDurable else { return }
        if !request.client.isHeld { held.append(request.client) }
        request.client.hold(until: journal.nextSequence)
    }

    /// Sends what has waited for what is on the disk now.
    private func releaseHeld(_ sequence: UInt64) {
        let released = held.filter { $0.release(upTo: sequence) }
        guard !released.isEmpty else { return }
        held.removeAll { !$0.isHeld || $0.isGone }
        for client in released { hasOutput(client) }
        flush()
        // Who has said all they will say is left now.
        for client in released where !client.isHeld { client.transport?.resume() }
    }

    /// Sends what has waited for what the loop has just brought to the disk.
    fileprivate func releaseHeld() {
        journal?.hear()
        releaseHeld(journal?.durableSequence ?? 0)
    }

    // MARK: - Requests that wait for room

    /// Those who wait, and until when.
    struct Crowd {
        var clients: [Client] = []
        var timer: Timer?
        /// They have waited long enough: until there is room, requests are refused.
        var isStalled = false
    }

    /// Whether a call has to wait because the tail of the journal is full, and the disk is about to make room.
    func mustWait(for call: Call) -> Bool {
        guard journal?.hasRoom(lineBytes: lineBytes) == false, !crowded.isStalled, let journal else { return false }
        switch call {
        case .apply, .batch: return journal.unavailable == nil && journal.lag == nil
        default: return false
        }
    }

    /// The client waits with this line, and with all that come behind it.
    func putOff(_ line: [UInt8], of client: Client) {
        client.putBack(line)
        client.isWaiting = true
        crowded.clients.append(client)
        guard crowded.clients.count == 1 else { return }
        journal?.askForRoom()
        crowded.timer = loop.schedule(in: settings.journalPatience) { [self] in
            crowded.isStalled = true
            readmit()
        }
    }

    private func readmit() {
        guard !crowded.clients.isEmpty else { return }
        let clients = crowded.clients
        crowded.clients = []
        crowded.timer?.cancel()
        crowded.timer = nil
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
        if let complaint = news.complaint {
            logger.error("what changes cannot be kept beside the journal until the next snapshot", metadata: ["error": "\(complaint)"])
        }
        if news.wantsSnapshot { journal.offer(panel) }
        if journal.hasRoom(lineBytes: settings.lineLimit) {
            crowded.isStalled = false
            if !unrecorded.isEmpty, journal.unavailable == nil { recordRest() }
            readmit()
        } else if !crowded.clients.isEmpty, journal.unavailable != nil || journal.lag != nil {
            readmit()
        }
        releaseHeld(journal.durableSequence)
        guard !news.pages.isEmpty else { return }
        for page in news.pages { take(page) }
        flush()
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
                "nothing can be moved to the journal's database: changes are kept until the tail is full",
                metadata: ["error": "\(lag)"])
        } else {
            logger.info("what is in the journal's tail can be moved again")
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
        if journal.append(apps: apps.sorted(), revision: panel.revision, time: now) { notedApps = apps }
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
        if !journal.close(panel) {
            logger.warning(
                "the disk does not take what is written: what is left is in the tail of the journal, and is found there",
                metadata: ["error": "\(journal.facts.failure ?? "it takes its time")"])
        }
        releaseHeld(journal.durableSequence)
    }
}

/// Hears what the journal's threads say.
final class JournalListener: EventHandler {
    private let core: Core

    init(_ core: Core) { self.core = core }

    func handle(_ readiness: Readiness) { core.hearJournal() }
}

/// The loop's way to the disk for those who wait for it.
final class DiskErrands: Errands {
    private let core: Core

    init(_ core: Core) { self.core = core }

    func next() -> (any Errand)? {
        guard core.syncsItself, let journal = core.journal else { return nil }
        core.syncsItself = false
        if let sync = journal.beginSync() { return DiskErrand(sync: sync) }
        // A thread was quicker, or has failed.
        journal.publish(isUrgent: true)
        return nil
    }

    func done() -> Bool {
        core.releaseHeld()
        return core.syncsItself
    }
}

private struct DiskErrand: Errand {
    let sync: LoopSync

    func run() { sync.run() }
    func wasLate() { sync.tell() }
}
