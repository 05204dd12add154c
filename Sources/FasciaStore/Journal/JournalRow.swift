import FasciaModel
import FasciaWire
import Foundation
import GRDB

/// One row of the journal: what one command did, by whose request.
struct JournalRow: Sendable {
    var key: RowKey
    /// Milliseconds since 1970.
    var time: Int
    /// JSON, as the event carries it.
    var cause: String
    /// JSON, as the event carries it; `[]` for what made no revision.
    var changes: String
    /// What replaying needs (`Effects.archive`).
    var effects: Data
    /// What a request with a key was answered: a JSON array of the key, the digest of its parameters, and the result.
    var once: String?
    /// The screens that have an app behind them, where the row is about that: a JSON array.
    var apps: String?

    static let columns = "key, time, cause, changes, effects, once, apps, checksum"

    /// About how many bytes it takes.
    var bytes: Int {
        64 + cause.utf8.count + changes.utf8.count + effects.count + (once?.utf8.count ?? 0) + (apps?.utf8.count ?? 0)
    }

    var checksum: Int64 {
        var sum = UInt64(bitPattern: key.rawValue) &+ UInt64(bitPattern: Int64(time)) &* 0x9E37_79B9_7F4A_7C15
        for text in [cause, changes, once ?? "", apps ?? ""] {
            var text = text
            sum = text.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0), seed: sum) }
        }
        sum = effects.withUnsafeBytes { Checksum.of($0, seed: sum) }
        return Int64(bitPattern: sum)
    }
}

extension JournalRow {
    /// - Throws: `damaged` where it is not what was written.
    init(_ row: Row, of path: String) throws(StoreError) {
        key = RowKey(rawValue: row[0])
        guard let time = Int.fromDatabaseValue(row[1]), let cause = String.fromDatabaseValue(row[2]),
            let changes = String.fromDatabaseValue(row[3]), let effects = Data.fromDatabaseValue(row[4])
        else { throw Self.damaged(key, path) }
        (self.time, self.cause, self.changes, self.effects) = (time, cause, changes, effects)
        once = String.fromDatabaseValue(row[5])
        apps = String.fromDatabaseValue(row[6])
        guard Int64.fromDatabaseValue(row[7]) == checksum else { throw Self.damaged(key, path) }
    }

    private static func damaged(_ key: RowKey, _ path: String) -> StoreError {
        StoreError(.damaged, "\(path) is damaged: the row of revision \(key.revision) is not what was written")
    }

    /// Makes of a panel what it was after this row.
    ///
    /// - Throws: `damaged` where it cannot be read.
    func replay(on panel: inout Panel, apps known: inout [String], _ book: inout OnceBook) throws(StoreError) {
        let effects: Result<Effects, ArchiveError> = self.effects.withUnsafeBytes { bytes in
            do throws(ArchiveError) { return .success(try Effects(archive: bytes)) } catch { return .failure(error) }
        }
        do throws(ArchiveError) { panel.replay(try effects.get(), makesRevision: key.makesRevision) } catch {
            throw StoreError(.damaged, "revision \(key.revision) of the journal cannot be read: \(error.message)")
        }
        if let apps { known = (JSON(parsing: apps)?.arrayValue ?? []).compactMap(\.stringValue) }
        if let once, let json = JSON(parsing: once), let key = json[0]?.stringValue,
            let digest = json[1]?.stringValue.flatMap({ UInt64($0, radix: 16) }), let result = json[2]?.stringValue,
            let cause = JSON(parsing: cause), let method = cause["method"]?.stringValue, let user = cause["uid"]?.intValue
        {
            let request = OnceRequest(key: key, method: method, digest: digest)
            book.keep(
                OnceBook.Answer(request, revision: self.key.revision, result: Array(result.utf8)),
                of: UInt32(truncatingIfNeeded: user))
        }
    }
}

extension JSON {
    /// `nil` where it is no JSON.
    init?(parsing text: String) {
        let json = Array(text.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
        guard let json else { return nil }
        self = json
    }
}
