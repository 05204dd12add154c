import FasciaModel
import FasciaWire

/// Does again what was done: the panel of a snapshot, or a new one, with the records that came after it.
struct Replay {
    private(set) var panel: Panel
    /// The screens that have an app behind them.
    private(set) var apps: [String]
    /// What requests with a key were answered.
    private(set) var once = OnceBook()
    /// The number of the next record.
    private(set) var sequence: UInt64
    /// The number of the first record that is not done.
    let end: UInt64
    private let receiver: EventReceiver
    private let keepsAnswers: Bool
    private var origins = Origins()
    /// The last record did something else than it did, and the panel is not what it was before that any more.
    private(set) var isTainted = false

    /// - Parameter keepsAnswers: what requests with a key were answered is wanted.
    init(
        _ panel: Panel, apps: [String], sequence: UInt64, before end: UInt64 = .max, keepsAnswers: Bool = true,
        _ receiver: EventReceiver
    ) {
        self.keepsAnswers = keepsAnswers
        self.apps = apps
        self.end = end
        self.panel = panel
        self.sequence = sequence
        self.receiver = receiver
        receiver.begin(panel.revision)
    }

    /// - Throws: `damaged` where a record is missing, cannot be read, or does not do what it did.
    mutating func apply(_ chunk: JournalDatabase.Chunk) throws(StoreError) {
        // Without the brackets round them.
        try apply(chunk.records.dropFirst().dropLast(), from: chunk.first, to: chunk.last)
    }

    /// - Parameter each: called after each of them.
    /// - Throws: as the other.
    mutating func apply(_ records: TailRecords, each: () -> Void = {}) throws(StoreError) {
        let first = records.header.sequence
        switch records.contents {
        case .text(let text): try apply(text[...], from: first, to: records.header.next - 1, each: each)
        case .packed(let packed):
            for (number, (record, revision)) in zip(first..., packed) {
                if try isNext(number) { try apply(record, revision) }
                each()
            }
        }
    }

    /// Whether this record is the next one; one that is done already, or is not to be done, is passed over.
    private func isNext(_ number: UInt64) throws(StoreError) -> Bool {
        guard number >= sequence, number < end else { return false }
        guard number == sequence else {
            throw StoreError(.damaged, "records \(sequence) to \(number - 1) of the journal are missing")
        }
        return true
    }

    private mutating func apply(_ record: PackedRecord, _ revision: Int) throws(StoreError) {
        guard record.isOf(RecordWriter.apps) else { return try apply(try RecordedEvent(record, revision: revision, &origins)) }
        do throws(WireError) { take(apps: try record.jsonParams()) } catch {
            throw StoreError(.damaged, "record \(sequence) of the journal cannot be read: \(error.message)")
        }
    }

    /// - Parameter records: with a comma between them.
    private mutating func apply(
        _ records: ArraySlice<UInt8>, from first: UInt64, to last: UInt64, each: () -> Void = {}
    ) throws(StoreError) {
        let failure: StoreError? = records.withUnsafeBufferPointer { text in
            do throws(StoreError) { try apply(text, from: first, to: last, each: each) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    private mutating func apply(
        _ text: UnsafeBufferPointer<UInt8>, from first: UInt64, to last: UInt64, each: () -> Void
    ) throws(StoreError) {
        var (parser, number) = (JSONParser(text), first)
        while !parser.isAtEnd() {
            let next: Next
            do throws(ParseError) {
                if number > first, !parser.skip(",") { throw parser.error("expected a comma, found \(parser.found)") }
                next = try read(&parser, number)
            } catch {
                throw StoreError(.damaged, "records \(first) to \(last) are no JSON: \(error.message)")
            }
            switch next {
            case .event(let event): try apply(event)
            case .record(let record): if try isNext(number) { try apply(record) }
            }
            each()
            number += 1
        }
    }

    private enum Next {
        case event(RecordedEvent)
        /// It has to be looked at in more detail.
        case record(JSON)
    }

    /// Reads the record that begins here.
    private func read(_ parser: inout JSONParser, _ number: UInt64) throws(ParseError) -> Next {
        let start = parser
        if number == sequence, number < end, let event = RecordedEvent(directly: &parser, origins) { return .event(event) }
        parser = start
        return .record(try parser.value())
    }

    private mutating func apply(_ record: JSON) throws(StoreError) {
        guard record["method"]?.stringValue == RecordWriter.apps.description else {
            return try apply(try RecordedEvent(record, &origins))
        }
        take(apps: record["params"] ?? [:])
    }

    /// It makes no revision.
    private mutating func take(apps params: JSON) {
        apps = (params["screens"]?.arrayValue ?? []).compactMap(\.stringValue)
        sequence += 1
    }

    private mutating func apply(_ event: RecordedEvent) throws(StoreError) {
        let changes: [Change]
        do throws(Refusal) { changes = try panel.apply(event.command) } catch {
            throw StoreError(
                .damaged, "revision \(event.revision) of the journal cannot be done again: \(error.message)")
        }
        guard changes.count == event.count, panel.revision == event.revision else {
            isTainted = true
            throw StoreError(
                .damaged,
                "revision \(event.revision) of the journal does not do what it did: \(changes.count) changes and not "
                    + "\(event.count)")
        }
        sequence += 1
        if keepsAnswers, let answer = event.once { once.keep(answer, of: UInt32(truncatingIfNeeded: event.cause.origin.uid)) }
        guard !changes.isEmpty else { return }
        receiver.event(event.issues.isEmpty ? changes : changes + event.issues, event.time, event.cause)
    }

    /// Reads an array of records.
    static func records(in array: [UInt8]) throws(StoreError) -> [JSON] {
        do throws(ParseError) { return try array.json.arrayValue ?? [] } catch {
            throw StoreError(.damaged, "records are no JSON: \(error.message)")
        }
    }
}

/// Who hears of what is done again: whoever keeps the latest events.
public struct EventReceiver {
    /// It begins after this revision. May be called again, where it has to begin anew.
    public var begin: (_ revision: Int) -> Void
    /// The event of the next revision.
    public var event: (_ changes: [Change], _ time: Timestamp, _ cause: Cause) -> Void

    /// Nobody wants to hear of it.
    public static var nobody: EventReceiver { EventReceiver(begin: { _ in }, event: { _, _, _ in }) }

    public init(
        begin: @escaping (_ revision: Int) -> Void,
        event: @escaping (_ changes: [Change], _ time: Timestamp, _ cause: Cause) -> Void
    ) {
        self.begin = begin
        self.event = event
    }
}

extension [UInt8] {
    fileprivate var json: JSON {
        get throws(ParseError) {
            let result: Result<JSON, ParseError> = withUnsafeBufferPointer { bytes in
                do throws(ParseError) { return .success(try JSONParser.parse(bytes)) } catch { return .failure(error) }
            }
            return try result.get()
        }
    }
}
