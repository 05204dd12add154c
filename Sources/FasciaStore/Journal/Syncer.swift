import Glibc

/// Makes what is appended to the tail reach the disk: at once where somebody waits for it, else within a few
/// milliseconds with what comes meanwhile. A thread of its own, asleep while there is nothing; where the disk is quick
/// the loop does itself what somebody waits for.
struct Syncer: Sendable {
    let shared: JournalShared
    let file: TailFile
    let disk: Disk
    /// Up to here the loop may wait for a sync itself.
    let quick: Duration
    /// How long what nobody waits for is put off, so that more comes with it: it reaches the disk within ten milliseconds
    /// where that is quick.
    static let nap: Int32 = 8
    /// How long to wait after a failure.
    static let recovery: Int32 = 500

    /// A busy processor makes some of them seem slow: after so many in a row it is the disk.
    static let mostSlowSyncs = 16

    /// What is made to reach the disk at once.
    struct Work: Sendable {
        var start: UInt64
        var end: Place
        var large: [String]
    }

    func run() {
        while let work = waitForWork() {
            guard carryOut(work) else {
                shared.syncer.wait(milliseconds: Self.recovery)
                continue
            }
            // For whoever comes after a while; who comes all the time writes to others by then.
            file.memory.prepare(from: work.end.position)
        }
        shared.state.withLock { $0.syncerHasEnded = true }
        shared.archiver.wake()
        shared.news.wake()
    }

    /// Takes all that there is to do, which nobody does yet.
    static func take(_ state: inout JournalState) -> Work {
        state.isUrgent = false
        state.isSyncing = true
        defer { state.largeFiles = [] }
        return Work(start: state.durable.position, end: state.head, large: state.largeFiles)
    }

    private enum Step {
        case work(Work)
        /// Waits for more that comes with it.
        case nap
        case sleep
        case end
    }

    /// - Returns: nil when it is to end.
    private func waitForWork() -> Work? {
        var hasNapped = false
        while true {
            switch shared.state.withLock({ next(&$0, hasNapped: hasNapped) }) {
            case .work(let work): return work
            case .nap:
                shared.syncer.wait(milliseconds: Self.nap)
                hasNapped = true
            case .sleep:
                shared.syncer.wait()
                hasNapped = false
            case .end: return nil
            }
        }
    }

    private func next(_ state: inout JournalState, hasNapped: Bool) -> Step {
        (state.syncerSleeps, state.syncerNaps) = (false, false)
        let hasWork = state.head.sequence > state.durable.sequence
        // What cannot be written when all ends is still in the tail when the next one begins.
        if state.isClosing, !state.isSyncing, !hasWork || state.syncFailure != nil { return .end }
        guard hasWork, !state.isSyncing else {
            state.syncerSleeps = true
            return .sleep
        }
        guard hasNapped || state.isUrgent || state.isClosing else {
            state.syncerNaps = true
            return .nap
        }
        return .work(Self.take(&state))
    }

    /// - Returns: whether it has reached the disk.
    @discardableResult
    func carryOut(_ work: Work) -> Bool {
        FaultPoint.commitBefore.reach()
        let start = ContinuousClock.now
        let code = sync(work.large)
        let time = start.duration(to: .now)
        FaultPoint.commitAfter.reach()
        // A failed sync may have thrown away what it could not write and forgotten about it: it is written again.
        if code != 0 { touch(from: work.start, to: work.end.position) }
        finish(work, code, in: time)
        return code == 0
    }

    private func sync(_ large: [String]) -> Int32 {
        for path in large {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            // One that is gone is in the database already.
            guard descriptor >= 0 else { continue }
            let code = disk.sync(descriptor)
            close(descriptor)
            if code != 0 { return code }
        }
        if let path = large.first {
            do throws(StoreError) { try disk.syncDirectory(of: path) } catch { return EIO }
        }
        let code = disk.sync(file.descriptor)
        return code == 0 && file.isRemoved ? ENOENT : code
    }

    private func finish(_ work: Work, _ code: Int32, in time: Duration) {
        let wakes: (syncer: Bool, archiver: Bool, loop: Bool) = shared.state.withLock { state in
            let failed = state.syncFailure != nil
            state.isSyncing = false
            state.slowSyncs = code == 0 && time <= quick ? 0 : min(state.slowSyncs + 1, Self.mostSlowSyncs)
            guard code == 0 else {
                state.syncFailure =
                    file.isRemoved
                    ? "\(file.path) was removed while the daemon uses it: end the daemon and start it again"
                    : "cannot write \(file.path): \(String(cString: strerror(code)))"
                state.largeFiles = work.large + state.largeFiles
                state.isUrgent = true
                return (state.syncerSleeps, false, !failed)
            }
            state.syncFailure = nil
            state.durable = work.end
            let pending = Int(work.end.position - state.stored.position)
            let wakesArchiver =
                state.archiverSleeps
                || state.archiverNaps && (pending > file.memory.capacity / 4 || state.nextSnapshot.isOffered)
            state.archiverSleeps = false
            // Who waits for nothing is not told.
            defer { state.isAwaited = false }
            // Where the loop has done it, the thread may have waited for that.
            let wakesSyncer = state.syncerSleeps && (state.head.sequence > work.end.sequence || state.isClosing)
            return (wakesSyncer, wakesArchiver, failed || state.isAwaited || state.isClosing)
        }
        if wakes.syncer { shared.syncer.wake() }
        if wakes.archiver { shared.archiver.wake() }
        if wakes.loop { shared.news.wake() }
    }

    /// Makes the kernel take all these pages for changed.
    private func touch(from start: UInt64, to end: UInt64) {
        var position = start
        while position < end {
            let word = file.memory.pointer(position & ~7)
            // What is published is not written again before it is given back, so nobody else writes here now.
            word.storeBytes(of: word.load(as: UInt64.self), as: UInt64.self)
            position += 4_096
        }
    }
}
