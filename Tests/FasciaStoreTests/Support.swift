import FasciaDocument
import FasciaModel
import FasciaWire
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FasciaStore

/// A panel with its journal in a temporary directory, used as the daemon uses them.
final class JournaledPanel {
    let directory: TemporaryDirectory
    var panel: Panel
    let journal: Journal
    let problems: [String]
    let once: IdempotencyCache
    let apps: [String]
    static let origin = Cause.Origin(client: 3, name: "test", uid: 1_000, pid: 42)
    static let time = Timestamp(milliseconds: 1_795_218_360_123)

    /// - Parameter starts: whether the journal's threads run. Without them nothing is synced or checkpointed, and the files
    ///   look as after a kill.
    init(
        in directory: TemporaryDirectory? = nil, disk: Disk = .system, starts: Bool = true, limits: Limits = Limits(),
        settings change: (inout StoreSettings) -> Void = { _ in }
    ) throws {
        self.directory = try directory ?? TemporaryDirectory()
        var settings = StoreSettings(directory: self.directory.path)
        change(&settings)
        let found = try Store.open(settings, limits: limits, disk: disk)
        (panel, journal, problems, once, apps) = (found.panel, found.journal, found.problems, found.once, found.apps)
        if starts { try journal.start() }
    }

    /// Performs a command in an event loop turn of its own.
    @discardableResult
    func apply(_ command: Command, once: IdempotencyCache.CachedResult? = nil) throws -> [Change] {
        let changes = try self.performWithoutCommit(command, once: once)
        try journal.commit()
        journal.publish(isUrgent: false)
        return changes
    }

    /// Performs a command without ending the event loop turn.
    @discardableResult
    func performWithoutCommit(_ command: Command, once: IdempotencyCache.CachedResult? = nil) throws -> [Change] {
        try journal.admit(bytes: 4_096)
        let (changes, effects) = try panel.perform(command)
        guard !changes.isEmpty || !effects.isEmpty || once != nil else { return [] }
        journal.append(
            changes, effects, revision: panel.revision, time: Self.time,
            cause: Cause(method: command.name, origin: Self.origin, request: RequestID(panel.revision)), once: once)
        return changes
    }

    func set(_ key: String, _ value: JSON) throws { try apply(.setValue(key: key, value)) }

    /// Publishes everything, then waits until `holds` is true.
    func wait(_ what: Comment, until holds: () -> Bool) throws {
        journal.publish(isUrgent: true)
        try awaitUpdates(what, until: holds)
    }

    /// Takes the news of the journal's threads, as the event loop does, until `holds` is true.
    ///
    /// - Throws: after ten minutes without news, so that a lost wake-up fails the test that shows it.
    func awaitUpdates(_ what: Comment, until holds: () -> Bool) throws {
        while true {
            _ = journal.takeUpdates()
            if holds() { return }
            var entry = pollfd(fd: journal.updatesDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 600_000) > 0 else { throw TestFailure("no news, although awaited: \(what)") }
        }
    }

    func waitForDisk() throws {
        try wait("everything on the disk") { journal.durableSequence == journal.nextSequence }
    }

    func expectSameAtNextStart() throws {
        let again = try JournaledPanel(in: directory)
        #expect(again.panel == panel)
        again.close()
    }

    /// Closes the journal without a snapshot, and expects that everything is durable.
    func close() { #expect(journal.close(nil)) }
}

extension Command {
    /// Names the command in its cause: `setValue`.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}

/// A disk that a test can make fail and block.
final class TestDisk: Sendable {
    /// The error numbers of the next calls; 0 for success.
    let syncCode = Mutex<Int32>(0)
    let allocateCode = Mutex<Int32>(0)
    let writeCode = Mutex<Int32>(0)
    /// The maximum number of bytes that a write takes.
    let maximumBytes = Mutex(Int.max)
    /// A sync blocks while a test holds this lock.
    let gate = NSLock()
    /// Signalled at the beginning of each sync.
    let began = DispatchSemaphore(value: 0)
    let syncs = Atomic(0)
    /// The free space of a copy-on-write file system; `nil` for other file systems.
    let copyOnWriteFreeBytes = Mutex<Int?>(nil)

    var disk: Disk {
        Disk(
            sync: { [self] descriptor in
                began.signal()
                gate.withLock {}
                syncs.add(1, ordering: .relaxed)
                let code = syncCode.withLock { $0 }
                return code == 0 ? Disk.systemSync(descriptor) : code
            },
            allocate: { [self] descriptor, bytes in
                let code = allocateCode.withLock { $0 }
                return code == 0 ? Disk.systemAllocate(descriptor, bytes) : code
            },
            write: { [self] descriptor, bytes in
                let code = writeCode.withLock { $0 }
                guard code == 0 else {
                    errno = code
                    return -1
                }
                let most = maximumBytes.withLock { $0 }
                return Disk.systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(most)))
            },
            copyOnWriteFreeBytes: { [self] _ in copyOnWriteFreeBytes.withLock { $0 } })
    }
}

extension TemporaryDirectory {
    /// Overwrites bytes of a file.
    func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: self[name]))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }
}

/// A disk whose syncs fail after the given number of successful ones.
final class FailingDisk: Sendable {
    private let left: Mutex<Int>

    init(after syncs: Int) { left = Mutex(syncs) }

    var disk: Disk {
        Disk(sync: { [self] descriptor in
            let fails = left.withLock { left in
                left -= 1
                return left < 0
            }
            return fails ? EIO : Disk.systemSync(descriptor)
        })
    }
}
