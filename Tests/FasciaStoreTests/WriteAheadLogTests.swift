import CSQLite
import FasciaModel
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FasciaStore

/// After a failed sync, the frames of the log are written again. Nobody restarts the log under them.
@Suite(.mustEnd) struct WriteAheadLogTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// What another program has been answered between the reading and the writing of a part.
    private struct Attempt: Sendable {
        var checkpointIsBusy: Bool?
        var writeIsBusy = false
    }

    /// Checkpoints all of the log, so that the next commit restarts it, and commits.
    private static func attempt(_ path: String) throws -> Attempt {
        var attempt = Attempt()
        let other = try SQLiteConnection(path)
        attempt.checkpointIsBusy = try? other.integer("PRAGMA wal_checkpoint(RESTART)") == 1
        do { try other.execute("CREATE TABLE other (x)") } catch { attempt.writeIsBusy = error.code == SQLITE_BUSY }
        return attempt
    }

    @Test func anotherProgramCannotRestartTheLogWhileItIsWrittenAgain() throws {
        let path = directory["journal.db"]
        let fails = Mutex(true)
        let attempts = Mutex<[Attempt]>([])
        let disk = Disk(
            sync: { descriptor in
                fails.withLock { fails in
                    defer { fails = false }
                    return fails ? EIO : Disk.systemSync(descriptor)
                }
            },
            overwrite: { descriptor, bytes, offset in
                if let attempt = try? Self.attempt(path) { attempts.withLock { $0.append(attempt) } }
                return Disk.systemOverwrite(descriptor, bytes, offset)
            })
        let keeper = try JournaledPanel(in: directory, starts: false)
        for number in 0..<400 { try keeper.set("k\(number)", .string(String(repeating: "x", count: 5_000))) }
        let log = try WriteAheadLog(of: path, disk)
        let own = try JournalDatabase(path: path, isShared: true)
        #expect(log.sync(excludingWriters: own)?.message.contains("cannot write") == true)
        let made = attempts.withLock { $0 }
        #expect(made.count > 1, "in parts")
        #expect(made.allSatisfy { $0.checkpointIsBusy == true && $0.writeIsBusy })
        #expect(log.sync(excludingWriters: own) == nil)
        try expectAllRows(keeper)
    }

    /// The log is restarted between two parts: what was read of the old one is not written.
    @Test func aLogThatIsRestartedBetweenTwoPartsIsWrittenFromItsBeginning() throws {
        let path = directory["journal.db"]
        let keeper = try JournaledPanel(in: directory, starts: false)
        for number in 0..<400 { try keeper.set("k\(number)", .string(String(repeating: "x", count: 5_000))) }
        let own = try JournalDatabase(path: path, isShared: true)
        let offsets = Mutex<[Int]>([])
        let disk = Disk(
            sync: { _ in EIO },
            overwrite: { descriptor, bytes, offset in
                let count = offsets.withLock { offsets in
                    offsets.append(offset)
                    return offsets.count
                }
                // The first part is written, and the second fails.
                guard count != 2 else {
                    errno = EIO
                    return -1
                }
                return Disk.systemOverwrite(descriptor, bytes, offset)
            })
        let log = try WriteAheadLog(of: path, disk)
        #expect(log.sync(excludingWriters: own) != nil)
        #expect(try SQLiteConnection(path).integer("PRAGMA wal_checkpoint(RESTART)") == 0)
        try keeper.set("last", .int(1))
        // Tries again before it syncs.
        #expect(log.sync(excludingWriters: own) != nil)
        #expect(offsets.withLock { $0 }.dropFirst(2).first == 0)
        try expectAllRows(keeper)
    }

    @Test func withoutALockNothingIsWritten() throws {
        let keeper = try JournaledPanel(in: directory, starts: false)
        try keeper.set("k", .int(1))
        let writes = Mutex(0)
        let disk = Disk(
            sync: { _ in EIO },
            overwrite: { _, bytes, _ in
                writes.withLock { $0 += 1 }
                return bytes.count
            })
        let log = try WriteAheadLog(of: directory["journal.db"], disk)
        #expect(log.sync(excludingWriters: nil) != nil)
        #expect(log.sync(excludingWriters: nil)?.message == "cannot lock \(directory["journal.db"])-wal to write it again")
        #expect(writes.withLock { $0 } == 0)
        try expectAllRows(keeper)
    }

    /// SQLite syncs a log with its first commit, which no request waits for.
    @Test func aLogIsBegunAtTheStart() throws {
        let path = directory["journal.db"]
        try JournalDatabase(path: path).close()
        #expect(Disk.size(of: path + "-wal") == 0)
        let database = try JournalDatabase(path: path)
        #expect(Disk.size(of: path + "-wal") > 0)
        try database.close()
    }

    private func expectAllRows(_ keeper: JournaledPanel) throws {
        let database = try JournalDatabase(reading: directory["journal.db"])
        #expect(try database.integrityProblems(readsWholeFile: true).isEmpty)
        var rows = 0
        try database.forEachRow(after: RowKey(rawValue: -1)) { row in
            rows += row.key.makesRevision ? 1 : 0
            return true
        }
        #expect(rows == keeper.panel.revision)
    }
}
