import Glibc

/// The folder of the snapshot files. Each is named after the key of the last row that it contains.
struct SnapshotFolder: Sendable {
    let path: String

    /// From the oldest to the newest.
    var keys: [RowKey] {
        Disk.names(in: path).compactMap { name in
            guard name.hasSuffix(Self.ending) else { return nil }
            return Int64(name.dropLast(Self.ending.utf8.count)).map { RowKey(rawValue: $0) }
        }.sorted()
    }

    func file(_ key: RowKey) -> String { "\(path)/\(key.rawValue)\(Self.ending)" }

    private static let ending = ".snapshot"

    /// Makes the folder if it does not exist.
    ///
    /// - Throws: `damaged` if there is a file of that name that is not a folder.
    func make(_ disk: Disk) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return try disk.syncDirectory(of: path) }
        guard errno == EEXIST else { throw .system("create", path) }
        guard Disk.isDirectory(path) else {
            throw StoreError(.damaged, "\(path) is not a directory")
        }
    }

    /// Deletes the snapshots that are older than the one from which the needed rows can be replayed. The two newest are
    /// always kept.
    ///
    /// - Parameter needed: the start must be able to replay all rows after this one.
    /// - Returns: the oldest snapshot that is kept.
    func prune(keepingReplayFrom needed: RowKey) -> RowKey? {
        let all = keys
        let base = all.last { $0 <= needed } ?? RowKey(revision: 0)
        for key in all.dropLast(2) where key < base { unlink(file(key)) }
        return keys.first
    }
}
