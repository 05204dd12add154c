import Glibc

/// Makes what is appended to the tail reach the disk: at once where somebody waits for it, else within a few
/// milliseconds with what comes meanwhile. A thread of its own, asleep while there is nothing.
struct Syncer: Sendable {
    let shared: JournalShared
    let file: TailFile
    let disk: Disk
    /// How long what nobody waits for is put off, so that more comes with it.
    static let nap: Int32 = 5
    /// How long to wait after a failure.
    static let recovery: Int32 = 500

    func run() {
        while waitForWork() {
            let (target, start, large) = shared.state.withLock { state in
                state.isUrgent = false
                defer { state.largeFiles = [] }
                return (state.head, state.durable.position, state.largeFiles)
            }
            FaultPoint.commitBefore.reach()
            let code = sync(large)
            FaultPoint.commitAfter.reach()
            finish(target, code, large)
            guard code != 0 else { continue }
            // A failed sync may have thrown away what it could not write and forgotten about it: it is written again.
            touch(from: start, to: target.position)
            shared.syncer.wait(milliseconds: Self.recovery)
        }
        shared.state.withLock { $0.syncerHasEnded = true }
        shared.archiver.wake()
        shared.news.wake()
    }

    /// Returns false when it is to end.
    private func waitForWork() -> Bool {
        while true {
            let next: (hasWork: Bool, mayNap: Bool, ends: Bool) = shared.state.withLock { state in
                let hasWork = state.head.sequence > state.durable.sequence
                state.syncerSleeps = !hasWork && !state.isClosing
                state.syncerNaps = hasWork && !state.isUrgent && !state.isClosing
                // What cannot be written when all ends is still in the tail when the next one begins.
                return (hasWork, state.syncerNaps, state.isClosing && (!hasWork || state.syncFailure != nil))
            }
            if next.ends { return false }
            if next.hasWork {
                if next.mayNap { shared.syncer.wait(milliseconds: Self.nap) }
                shared.state.withLock { $0.syncerNaps = false }
                return true
            }
            shared.syncer.wait()
        }
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

    private func finish(_ target: Place, _ code: Int32, _ large: [String]) {
        let wakes: (archiver: Bool, loop: Bool) = shared.state.withLock { state in
            let failed = state.syncFailure != nil
            guard code == 0 else {
                state.syncFailure =
                    file.isRemoved
                    ? "\(file.path) was removed while the daemon uses it: end the daemon and start it again"
                    : "cannot write \(file.path): \(String(cString: strerror(code)))"
                state.largeFiles = large + state.largeFiles
                state.isUrgent = true
                return (false, !failed)
            }
            state.syncFailure = nil
            state.durable = target
            let pending = Int(target.position - state.stored.position)
            let wakes =
                state.archiverSleeps
                || state.archiverNaps && (pending > file.memory.capacity / 4 || state.nextSnapshot.isOffered)
            state.archiverSleeps = false
            // Who waits for nothing is not told.
            defer { state.isAwaited = false }
            return (wakes, failed || state.isAwaited || state.isClosing)
        }
        if wakes.archiver { shared.archiver.wake() }
        if wakes.loop { shared.news.wake() }
    }

    /// Makes the kernel take all these pages for changed.
    private func touch(from start: UInt64, to end: UInt64) {
        var position = start
        while position < end {
            let word = file.memory.pointer(position & ~7)
            // The first word of a record is only written before it is published, so nobody else writes here now.
            word.storeBytes(of: word.load(as: UInt64.self), as: UInt64.self)
            position += 4_096
        }
    }
}
