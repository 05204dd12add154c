import FasciaModel
import FasciaWire

/// The panel before a record of this number.
struct PanelPlace: Sendable {
    var panel: Panel
    var sequence: UInt64
}

/// Says of each record that is moved to the database what it has changed, by doing it again: a panel of its own that
/// follows the daemon's as far as the database goes. The loop has nothing to do for it.
///
/// Where it does not know the panel before a record (records were given up, or the snapshots do not reach back so far) it
/// says so, and goes on from the next snapshot that it comes to.
struct Annotator {
    private var replay: Replay?
    /// The panels of the snapshots that lie ahead, from the next one on: records are given up up to one of them, and the
    /// next one may be written before those behind it are moved.
    private var ahead: [PanelPlace] = []
    private let collector = Collector()
    /// Why it does not know the panel any more, where that should not be.
    private(set) var failure: String?

    /// One event's text becomes no longer than this, so that flipping a huge group again and again does not drive out
    /// everything else; and no row's.
    static let mostEventBytes = 4 << 20
    static let mostRowBytes = 16 << 20

    init(_ place: PanelPlace) { replay = begin(place) }

    private func begin(_ place: PanelPlace) -> Replay {
        Replay(place.panel, apps: [], sequence: place.sequence, keepsAnswers: false, collector.receiver)
    }

    /// A snapshot was written.
    mutating func note(_ place: PanelPlace) {
        // Where it has come so far by itself it needs none.
        if place.sequence > replay?.sequence ?? 0 { ahead.append(place) }
    }

    /// The records before this one were given up.
    mutating func skip(to sequence: UInt64) { ahead.removeAll { $0.sequence < sequence } }

    /// Appends what each of some records has changed, with a comma between them: a JSON array of changes, or `null` for
    /// one that has made no revision, or of which it cannot be said.
    mutating func write(_ records: TailRecords, into writer: inout JSONWriter) {
        let (first, count) = (records.header.sequence, records.header.count)
        skip(to: first)
        if let place = ahead.first, place.sequence == first {
            if replay?.sequence != first { replay = begin(place) }
            ahead.removeFirst()
        }
        // None is known yet, or records were left out.
        if let sequence = replay?.sequence, sequence < first { replay = nil }
        var done = 0
        if replay?.sequence == first {
            do throws(StoreError) {
                collector.empty()
                try replay?.apply(records) { [collector] in
                    if done > 0 { writer.raw(",") }
                    done += 1
                    let length = collector.writer.bytes.count
                    if length == 0 || length > Self.mostEventBytes || writer.bytes.count + length > Self.mostRowBytes {
                        writer.raw("null")
                    } else {
                        writer.bytes += collector.writer.bytes
                    }
                    collector.empty()
                }
            } catch {
                failure = error.message
                replay = nil
            }
        }
        while done < count {
            writer.raw(done > 0 ? ",null" : "null")
            done += 1
        }
    }

    mutating func takeFailure() -> String? { failure.take() }

    /// Takes what the record that is being done has changed.
    private final class Collector {
        /// Nothing for what has made no revision.
        private(set) var writer = JSONWriter()

        func empty() { writer.bytes.removeAll(keepingCapacity: true) }

        var receiver: EventReceiver {
            EventReceiver(begin: { _ in }) { [unowned self] changes, _, _ in
                writer.write(changes)
            }
        }
    }
}
