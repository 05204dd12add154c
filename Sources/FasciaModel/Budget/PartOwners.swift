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

extension Effects {
    /// The parts that these effects add, replace or remove. They belong to the user who requested the effects, in a
    /// running daemon and after a restart.
    ///
    /// - Parameter isThere: Whether an entry existed before the effects. Such an entry keeps its owner, and so does its
    ///   environment.
    func parts(isThere: (EntryID) -> Bool) -> [PanelBudget.Part] {
        items.flatMap { effect -> [PanelBudget.Part] in
            switch effect {
            case .content(let key, _), .transient(let key, _), .value(let key, _, _), .shown(.value(let key), _):
                return [.value(key)]
            case .group(let id, _, _): return [.group(id)]
            case .picker(let id, _, _): return [.picker(id)]
            case .environment(let scope, _): return [.environment(scope)]
            case .screen(let id, _), .rows(let id, _): return [.screen(id)]
            case .target(let name, _): return [.target(name)]
            case .question(let id, _): return [.question(id)]
            case .stack(let stack):
                let new = stack.above.map(\.entry.id).filter { !isThere($0) }
                return new.map { .entry($0) } + new.filter { stack.environments[$0] != nil }.map { .environment(.entry($0)) }
            case .option, .enabled, .selection, .orphaned, .minted, .shown, .bound, .claims, .published, .lost: return []
            }
        }
    }
}

// MARK: - Archive

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

extension ArchiveWriter {
    fileprivate mutating func part(_ part: PanelBudget.Part) {
        switch part {
        case .entry(let id): named(0, id.rawValue)
        case .target(let name): named(1, name)
        case .group(let id): named(2, id)
        case .picker(let id): named(3, id)
        case .value(let key): named(4, key)
        case .screen(let id): named(5, id)
        case .environment(let scope):
            byte(6)
            self.scope(scope)
        case .question(let id): named(7, id)
        }
    }

    private mutating func named(_ kind: UInt8, _ name: String) {
        byte(kind)
        text(name)
    }
}

extension ArchiveReader {
    fileprivate mutating func part() throws(ArchiveError) -> PanelBudget.Part {
        switch try byte() {
        case 0: return .entry(EntryID(try text()))
        case 1: return .target(try text())
        case 2: return .group(try text())
        case 3: return .picker(try text())
        case 4: return .value(try text())
        case 5: return .screen(try text())
        case 6: return .environment(try scope())
        case 7: return .question(try text())
        default: throw ArchiveError("unknown part tag")
        }
    }
}
