import Glibc

/// The write-ahead log as a file: what is committed has to reach the disk from here, and there has to be space on the disk
/// for what comes.
final class WriteAheadLog: Sendable {
    let path: String
    private let descriptor: Int32
    private let index: Int32
    private let disk: Disk
    /// Allocated space is no promise here: overwriting it takes new space.
    private let isCopyOnWrite: Bool

    /// - Throws: where the database has not been opened.
    init(of database: String, _ disk: Disk) throws(StoreError) {
        path = database + "-wal"
        self.disk = disk
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system("open", path) }
        index = open(database + "-shm", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard index >= 0 else { throw .system("open", database + "-shm") }
        isCopyOnWrite = disk.room(descriptor) != nil
    }

    /// Not before the database is closed: POSIX locks of SQLite's on the index would go with the descriptor.
    deinit {
        close(descriptor)
        close(index)
    }

    /// Bytes of the file.
    private var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// How far it is written, in bytes: frames of a page and 24 bytes, behind a header of 32.
    var end: Int { frames(at: 16).map { 32 + $0 * (Self.pageBytes + 24) } ?? size }

    /// Whether all of it is in the database: the next commit starts it over, unless somebody reads it.
    var isCheckpointed: Bool { frames(at: 16) == frames(at: 96) }

    /// The number of valid frames (`mxFrame`, at 16) or of those in the database (`nBackfill`, at 96), as they stand in the
    /// index: https://sqlite.org/walformat.html
    private func frames(at place: off_t) -> Int? {
        var frames: UInt32 = 0
        return pread(index, &frames, 4, place) == 4 ? Int(frames) : nil
    }

    static let pageBytes = 4_096

    /// Bytes that can be written without asking the file system for space.
    var reserve: Int { max(0, size - end) }

    /// - Throws: where the file system has so little space that what is allocated may not be written all the same. SQLite's
    ///   index is mapped, and a page of it that cannot be written ends the process.
    func checkRoom() throws(StoreError) {
        guard isCopyOnWrite, disk.room(descriptor) ?? .max < Self.minimumRoom else { return }
        throw .system("write", path, ENOSPC)
    }

    static let minimumRoom = 16 << 20

    /// Allocates space behind what is written.
    ///
    /// - Throws: why there is none.
    func extend(by bytes: Int) throws(StoreError) {
        let code = disk.allocate(descriptor, end + bytes)
        guard code == 0 else { throw .system("make room in", path, code) }
    }

    /// Makes what is written reach the disk.
    ///
    /// - Returns: why it did not.
    func sync() -> StoreError? {
        let code = disk.sync(descriptor)
        guard code == 0 else {
            // A failed sync may have thrown away what it could not write and forgotten about it.
            writeAgain()
            return .system("write", path, code)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            return StoreError(
                .refused, "\(path) was removed while the daemon uses it: end the daemon and start it again")
        }
        return nil
    }

    /// Makes the kernel consider the whole log changed. Nothing is committed meanwhile, as changes are refused.
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
