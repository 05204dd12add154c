import Glibc

/// The database and its write-ahead log, as this process has opened them. The next start opens what is under their paths then.
struct JournalFiles: Sendable {
    private let database: File
    private let log: File

    /// - Throws: `refused` if the database is not open, because the files may not exist then.
    init(of database: String) throws(StoreError) {
        self.database = try File(path: database)
        log = try File(path: database + "-wal")
    }

    /// Why the next start would not find what is written to these files; `nil` if it would.
    var problem: StoreError? { database.problem ?? log.problem }

    private struct File {
        let path: String
        let device: dev_t
        let inode: ino_t

        init(path: String) throws(StoreError) {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw .system("find", path) }
            (self.path, device, inode) = (path, status.st_dev, status.st_ino)
        }

        var problem: StoreError? {
            var status = stat()
            let what: String
            if lstat(path, &status) != 0 {
                guard errno == ENOENT || errno == ENOTDIR else { return .system("find", path) }
                what = "deleted or moved"
            } else if status.st_dev != device || status.st_ino != inode {
                what = "replaced"
            } else {
                return nil
            }
            return StoreError(
                .refused, "\(path) was \(what) while the daemon was running: move it back, or restart the daemon")
        }
    }
}
