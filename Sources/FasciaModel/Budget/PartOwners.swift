/// The owners of the parts of a stored or replayed panel, so that the users' shares of the budget survive a restart. In
/// a running daemon `PanelBudget` keeps them.
public struct PartOwners: Equatable, Sendable {
    /// Uids by part; the other parts belong to the daemon's owner.
    private(set) var uids: [PanelBudget.Part: Int] = [:]

    public init() {}

    init(_ uids: [PanelBudget.Part: Int]) { self.uids = uids }

    subscript(part: PanelBudget.Part) -> Int? { uids[part] }

    /// Records a user as the owner of the parts that these effects change. Call before they are applied to the panel.
    ///
    /// - Parameter uid: Evaluated only if there are parts to record.
    public mutating func note(_ effects: Effects, in panel: Panel, by uid: @autoclosure () -> Int?) {
        let parts = effects.parts { panel.find($0) != nil }
        guard !parts.isEmpty, let uid = uid() else { return }
        for part in parts { uids[part] = uid }
    }
}

extension PartOwners {
    /// The encoded owners, for `init(archive:)`.
    public var archive: [UInt8] {
        var writer = ArchiveWriter()
        writer.list(uids) {
            $0.part($1.key)
            $0.int($1.value)
        }
        return writer.bytes
    }

    /// - Throws: `ArchiveError` if the bytes are malformed.
    public init(archive: UnsafeRawBufferPointer) throws(ArchiveError) {
        var reader = ArchiveReader(archive)
        for _ in 0..<(try reader.count()) {
            let part = try reader.part()
            uids[part] = try reader.int()
        }
        guard reader.isAtEnd else { throw ArchiveError("there is data after the end of the archive") }
    }
}
