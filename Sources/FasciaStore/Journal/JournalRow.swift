import FasciaDocument
import FasciaModel
import FasciaWire

/// One row of the journal: the changes of one command, and who requested it.
struct JournalRow: Sendable {
    var key: RowKey
    /// Milliseconds since 1970.
    var time: Int
    /// The cause, as JSON, exactly as the event carries it.
    var cause: [UInt8]
    /// The changes, as JSON, exactly as the event carries them; `[]` if no revision was made.
    var changes: [UInt8]
    /// The effects that are replayed (`Effects.archive`).
    var effects: [UInt8]
    /// The answer to a request with an idempotency key: a JSON array of the key and the result.
    var once: [UInt8]?
    /// The screens that have an app behind them, as a JSON array; `nil` for rows about anything else.
    var apps: [UInt8]?
    /// The ids of the things that it changes, for `TopicIndex`; `nil` if they are not known.
    var topics: [String]?

    static let columns = "key, time, cause, changes, effects, once, apps, checksum"

    /// The approximate size of the row, in bytes.
    var bytes: Int {
        64 + cause.count + changes.count + effects.count + (once?.count ?? 0) + (apps?.count ?? 0)
    }

    var checksum: Int64 {
        var sum = UInt64(bitPattern: key.rawValue) &+ UInt64(bitPattern: Int64(time)) &* 0x9E37_79B9_7F4A_7C15
        sum = Checksum.of(cause, seed: sum)
        sum = Checksum.of(changes, seed: sum)
        sum = Checksum.of(once ?? [], seed: sum)
        sum = Checksum.of(apps ?? [], seed: sum)
        sum = Checksum.of(effects, seed: sum)
        return Int64(bitPattern: sum)
    }
}

extension JournalRow {
    /// The row of a command.
    init(
        _ key: RowKey, _ time: Timestamp, _ cause: Cause, _ changes: [Change], _ effects: Effects,
        once: IdempotencyCache.CachedResult?
    ) {
        var writer = JSONWriter(capacity: 2 + 96 * changes.count)
        writer.write(changes)
        self.init(
            key: key, time: time.milliseconds, cause: Self.text(of: cause), changes: writer.bytes, effects: effects.archive,
            once: once.map(Self.text), topics: Self.topics(changes.map(\.topic.id)))
    }

    private static func topics(_ ids: [String]) -> [String] {
        if ids.count < 2 { return ids }
        return ids.count > TopicIndex.maximumChanges ? [""] : Array(Set(ids))
    }

    /// The row of another journal, with its topics.
    var withTopics: JournalRow {
        var row = self
        let changes = JSON(parsing: changes)?.arrayValue ?? []
        row.topics = Self.topics(changes.map { Change.topic(of: $0)?.id ?? "" })
        return row
    }

    /// A row with the screens that have an app behind them.
    init(_ key: RowKey, _ time: Timestamp, _ cause: Cause, apps: [String]) {
        var writer = JSONWriter()
        writer.list(apps) { $0.writeString($1) }
        self.init(
            key: key, time: time.milliseconds, cause: Self.text(of: cause), changes: Array("[]".utf8), effects: [],
            apps: writer.bytes, topics: [])
    }

    private static func text(of cause: Cause) -> [UInt8] {
        var writer = JSONWriter(capacity: 96)
        writer.write(cause)
        return writer.bytes
    }

    private static func text(of answer: IdempotencyCache.CachedResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.write([
            .string(answer.request.key), .string(String(decoding: answer.result, as: UTF8.self)),
        ])
        return writer.bytes
    }

    /// - Parameter row: a statement that has selected `columns`.
    /// - Throws: `damaged` if the checksum or the type of a column is wrong.
    init(_ row: SQLiteStatement, of path: String) throws(StoreError) {
        key = RowKey(rawValue: Int64(row.integer(0) ?? 0))
        guard let time = row.integer(1), let cause = row.bytes(2), let changes = row.bytes(3), let effects = row.bytes(4)
        else { throw Self.damaged(key, path) }
        (self.time, self.cause, self.changes, self.effects) = (time, cause, changes, effects)
        (once, apps) = (row.bytes(5), row.bytes(6))
        guard let checksum = row.integer(7), checksum == self.checksum else { throw Self.damaged(key, path) }
    }

    private static func damaged(_ key: RowKey, _ path: String) -> StoreError {
        StoreError(.damaged, "\(path) is damaged: the checksum of the row of revision \(key.revision) is wrong")
    }

    /// The user who made the change.
    var uid: Int? { JSON(parsing: cause)?["uid"]?.intValue }

    /// Applies the row to a panel, the owners of its parts, the screens with apps, and the idempotency cache.
    ///
    /// - Throws: `damaged` if the effects cannot be decoded.
    func replay(on panel: inout Panel, _ owners: inout PartOwners, apps known: inout [String], _ cache: inout IdempotencyCache)
        throws(StoreError)
    {
        let effects: Result<Effects, ArchiveError> = self.effects.withUnsafeBytes { bytes in
            do throws(ArchiveError) { return .success(try Effects(archive: bytes)) } catch { return .failure(error) }
        }
        do throws(ArchiveError) {
            let effects = try effects.get()
            owners.note(effects, in: panel, by: uid)
            panel.replay(effects, makesRevision: key.makesRevision, by: uid)
        } catch {
            throw StoreError(.damaged, "cannot read revision \(key.revision) of the journal: \(error.message)")
        }
        if let apps { known = (JSON(parsing: apps)?.arrayValue ?? []).compactMap(\.stringValue) }
        if let once, let json = JSON(parsing: once), let key = json[0]?.stringValue,
            let result = json[1]?.stringValue,
            let cause = JSON(parsing: cause), let method = cause["method"]?.stringValue, let user = cause["uid"]?.intValue
        {
            let request = IdempotentRequest(key: key, method: method)
            cache.store(
                IdempotencyCache.CachedResult(request, revision: self.key.revision, result: Array(result.utf8)),
                of: UInt32(truncatingIfNeeded: user))
        }
    }
}

extension JSON {
    /// `nil` if the text is not valid JSON.
    init?(parsing text: [UInt8]) {
        let json = text.withUnsafeBufferPointer { try? JSONParser.parse($0) }
        guard let json else { return nil }
        self = json
    }
}
