import Glibc
import Synchronization

/// The file of SQLite's write-ahead log: syncs it, and allocates space in it ahead of the commits.
final class WriteAheadLog: Sendable {
    let path: String
    private let descriptor: Int32
    private let index: Int32
    private let disk: Disk
    /// Whether the kernel has every frame as it was last committed, and knows that it is not on the disk.
    private let isWrittenAgain = Atomic(true)
    /// Whether the file system is copy-on-write. There, writes to allocated space need new space all the same.
    private let isCopyOnWrite: Bool

    /// - Throws: `refused` if the database is not open, because the files do not exist then.
    init(of database: String, _ disk: Disk) throws(StoreError) {
        path = database + "-wal"
        self.disk = disk
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system("open", path) }
        index = open(database + "-shm", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard index >= 0 else { throw .system("open", database + "-shm") }
        isCopyOnWrite = disk.copyOnWriteFreeBytes(descriptor) != nil
    }

    /// Release this object only after the database is closed: closing the index releases SQLite's POSIX locks on it.
    deinit {
        close(descriptor)
        close(index)
    }

    /// The size of the file, in bytes.
    private var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The end of the valid frames, in bytes: after a header of 32 bytes, each frame has 24 bytes and a page.
    var end: Int { frames(at: 16).map { 32 + $0 * Self.frameBytes } ?? size }

    /// Whether all frames are in the database. The next commit restarts the log then, unless it is being read.
    var isCheckpointed: Bool { frames(at: 16) == frames(at: 96) }

    /// The length of the frames that are not in the database yet, in bytes.
    var uncheckpointedBytes: Int {
        guard let all = frames(at: 16), let copied = frames(at: 96) else { return size }
        return (all - copied) * Self.frameBytes
    }

    /// The number of valid frames (`mxFrame`, at offset 16) or of checkpointed frames (`nBackfill`, at offset 96) in the
    /// index: https://sqlite.org/walformat.html
    private func frames(at offset: off_t) -> Int? {
        var frames: UInt32 = 0
        return pread(index, &frames, 4, offset) == 4 ? Int(frames) : nil
    }

    static let pageBytes = 4_096
    private static let frameBytes = pageBytes + 24

    /// Bytes that can be written without allocating space.
    var allocatedBytes: Int { max(0, size - end) }

    /// - Throws: `refused` if a copy-on-write file system has so little space that writes to allocated space may fail. SQLite
    ///   maps its index into memory, and a page of it that cannot be written kills the process.
    func checkFreeSpace() throws(StoreError) {
        guard isCopyOnWrite, disk.copyOnWriteFreeBytes(descriptor) ?? .max < Self.minimumFreeBytes else { return }
        throw .system("write", path, ENOSPC)
    }

    static let minimumFreeBytes = 16 << 20

    /// Allocates space after the valid frames.
    ///
    /// - Throws: `refused` if that fails.
    func extend(by bytes: Int) throws(StoreError) {
        let code = disk.allocate(descriptor, end + bytes)
        guard code == 0 else { throw .system("allocate space for", path, code) }
    }

    /// Makes the log durable.
    ///
    /// - Parameter database: a connection of the calling thread.
    /// - Returns: the error if that failed.
    func sync(excludingWriters database: JournalDatabase?) -> StoreError? {
        // As long as not all frames have been written again, a sync that succeeds says nothing.
        if !isWrittenAgain.load(ordering: .relaxed), let error = writeAgain(database) { return error }
        let code = disk.sync(descriptor)
        guard code == 0 else {
            // After a failed sync the kernel may drop the pages it could not write and consider them clean.
            isWrittenAgain.store(false, ordering: .relaxed)
            _ = writeAgain(database)
            return .system("write", path, code)
        }
        return nil
    }

    /// Writes all frames again, so that the kernel considers them changed.
    ///
    /// Meanwhile another program may checkpoint the database, and the next commit restart the log: a frame that was read before
    /// would overwrite a new one. So each part is read and written while nobody can do either.
    ///
    /// - Returns: the error if not all frames were written. The next sync tries again.
    private func writeAgain(_ database: JournalDatabase?) -> StoreError? {
        guard let database else { return StoreError(.refused, "cannot lock \(path) to write it again") }
        var (offset, generation) = (0, generation)
        while true {
            let step: Step
            do throws(StoreError) {
                step = try database.excludingWriters { writePartAgain(&offset, &generation) }
            } catch { return error }
            switch step {
            case .more: continue
            case .end:
                isWrittenAgain.store(true, ordering: .relaxed)
                return nil
            case .failed(let code): return .system("write", path, code)
            }
        }
    }

    private enum Step {
        case more, end
        case failed(Int32)
    }

    /// The bytes that are written again at once. Commits wait meanwhile.
    private static let partBytes = 1 << 20

    private func writePartAgain(_ offset: inout Int, _ generation: inout UInt64) -> Step {
        // The log has been restarted since the last part.
        if generation != self.generation { (offset, generation) = (0, self.generation) }
        let end = end
        guard offset < end else { return .end }
        var part = [UInt8](repeating: 0, count: min(Self.partBytes, end - offset))
        let count = pread(descriptor, &part, part.count, off_t(offset))
        // The file is shorter than the index says.
        guard count > 0 else { return count == 0 ? .end : .failed(errno) }
        let written = part.withUnsafeBytes { bytes in
            disk.overwrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<count]), offset)
        }
        guard written > 0 else { return .failed(written == 0 ? EIO : errno) }
        offset += written
        return .more
    }

    /// The salts in the header of the log, which differ after each restart.
    private var generation: UInt64 {
        var salts: UInt64 = 0
        _ = pread(descriptor, &salts, 8, 16)
        return salts
    }
}
