/// Orders the rows of the journal. The row that made a revision has number 0. Rows that made no revision follow it with the
/// numbers from 1 on.
///
/// The key after a row is either the next number or the next revision, so that a missing row is detected.
struct RowKey: RawRepresentable, Hashable, Comparable, Sendable {
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// The key of the row that made a revision.
    init(revision: Int) { rawValue = Int64(revision) << Self.numberBits }

    static let numberBits: Int64 = 24
    static let maximumNumbers: Int64 = (1 << numberBits) - 1

    var revision: Int { Int(rawValue >> Self.numberBits) }
    var number: Int64 { rawValue & Self.maximumNumbers }
    var makesRevision: Bool { number == 0 }

    /// The key of the next row that makes no revision. After the maximum number, keys are reused: the row is replaced.
    var nextWithoutRevision: RowKey { number == Self.maximumNumbers ? self : RowKey(rawValue: rawValue + 1) }

    /// The greatest key of a revision.
    static func last(ofRevision revision: Int) -> RowKey {
        RowKey(rawValue: RowKey(revision: revision).rawValue | maximumNumbers)
    }

    func isFollowed(by next: RowKey) -> Bool {
        next == nextWithoutRevision || next == RowKey(revision: revision + 1)
    }

    static func < (left: RowKey, right: RowKey) -> Bool { left.rawValue < right.rawValue }
}
