import Glibc

/// The snapshot files, each named after the last row of the journal that is in it.
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

    /// - Throws: `damaged` where something else is in its place.
    func make(_ disk: Disk) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return try disk.syncDirectory(of: path) }
        guard errno == EEXIST else { throw .system("make", path) }
        guard Disk.isDirectory(path) else {
            throw StoreError(.damaged, "\(path) is not a directory")
        }
    }

    /// Keeps the two newest, and the one from which the needed rows can be replayed; drops the others.
    ///
    /// - Parameter needed: the oldest row that must be replayed at the start.
    /// - Returns: the oldest that is kept.
    func drop(needed: RowKey) -> RowKey? {
        let all = keys
        let base = all.last { $0 <= needed } ?? RowKey(revision: 0)
        for key in all.dropLast(2) where key < base { unlink(file(key)) }
        return keys.first
    }
}
