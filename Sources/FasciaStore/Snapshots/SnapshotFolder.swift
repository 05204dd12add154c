import FasciaModel
import Glibc

/// The snapshots that there are, by the numbers of the records that come after them.
struct SnapshotFolder: Sendable {
    let path: String

    /// From the oldest to the newest.
    var sequences: [UInt64] {
        Disk.names(in: path).compactMap { name in
            guard name.hasSuffix(Self.ending) else { return nil }
            return UInt64(name.dropLast(Self.ending.utf8.count))
        }.sorted()
    }

    func file(_ sequence: UInt64) -> String { "\(path)/\(sequence)\(Self.ending)" }

    private static let ending = ".snapshot"

    func make(_ disk: Disk) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return try disk.syncDirectory(of: path) }
        guard errno == EEXIST else { throw .system("make", path) }
    }

    /// Keeps the two newest, and what is needed to go back so far; drops the others.
    ///
    /// - Parameter needed: the number of the oldest record of which something must be known.
    /// - Returns: the number of the first record that a kept snapshot does not have.
    func drop(needed: UInt64) -> UInt64? {
        let all = sequences
        let base = all.last { $0 <= needed } ?? 0
        for sequence in all.dropLast(2) where sequence < base { unlink(file(sequence)) }
        return sequences.first
    }
}
