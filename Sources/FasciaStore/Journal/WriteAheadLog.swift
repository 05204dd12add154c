import Glibc

/// The file of SQLite's write-ahead log: syncs it, and allocates space in it ahead of the commits.
final class WriteAheadLog: Sendable {
    let path: String
    private let descriptor: Int32
    private let index: Int32
    private let disk: Disk
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
    /// - Returns: the error if that failed.
    func sync() -> StoreError? {
        let code = disk.sync(descriptor)
        guard code == 0 else {
            // After a failed sync the kernel may drop the pages it could not write and consider them clean.
            writeAgain()
            return .system("write", path, code)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            return StoreError(
                .refused, "\(path) was deleted while the daemon was running: restart the daemon")
        }
        return nil
    }

    /// Writes all frames again, so that the kernel considers them changed. It stops at the present end; commits append after
    /// it.
    private func writeAgain() {
        var page = [UInt8](repeating: 0, count: Self.pageBytes)
        var offset = 0
        let end = end
        while offset < end {
            let count = pread(descriptor, &page, min(page.count, end - offset), off_t(offset))
            guard count > 0, pwrite(descriptor, page, count, off_t(offset)) == count else { return }
            offset += count
        }
    }
}
