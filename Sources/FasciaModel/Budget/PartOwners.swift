/// Which user owns each part of an archived or replayed panel, so that shares of the budget survive a restart.
///
/// Empty in a running daemon: `PanelBudget` keeps them there.
public struct PartOwners: Sendable {
    /// Those that are missing are the owner's.
    private(set) var uids: [PanelBudget.Part: Int] = [:]

    public init() {}

    init(_ uids: [PanelBudget.Part: Int]) { self.uids = uids }

    subscript(part: PanelBudget.Part) -> Int? {
        get { uids[part] }
        set { uids[part] = newValue }
    }
}

/// Always equal: panels are compared by their content, not by its owners.
extension PartOwners: Equatable {
    public static func == (left: Self, right: Self) -> Bool { true }
}

extension Panel {
    /// A user asked for these effects, which are about to be replayed.
    ///
    /// - Parameter uid: asked for only where there is something to note.
    public mutating func note(_ effects: Effects, by uid: @autoclosure () -> Int?) {
        let parts = effects.items.flatMap { newParts(of: $0) }
        guard !parts.isEmpty, let uid = uid() else { return }
        for part in parts { owners[part] = uid }
    }

    /// What it puts there, or replaces.
    private func newParts(of effect: Effect) -> [PanelBudget.Part] {
        switch effect {
        case .content(let key, _), .value(let key, _, _): [.value(key)]
        case .group(let id, _, _): [.group(id)]
        case .picker(let id, _, _): [.picker(id)]
        case .environment(let scope, _): [.environment(scope)]
        case .screen(let id, _), .rows(let id, _): [.screen(id)]
        case .target(let name, _): [.target(name)]
        case .stack(let stack):
            // Those that stood there before stay whose they were.
            stack.above.map(\.entry.id).filter { find($0) == nil }.map { .entry($0) }
        case .option, .enabled, .selection, .orphaned, .minted: []
        }
    }
}

extension ArchiveWriter {
    mutating func owners(_ owners: PartOwners) {
        list(owners.uids) {
            $0.part($1.key)
            $0.int($1.value)
        }
    }

    private mutating func part(_ part: PanelBudget.Part) {
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
        }
    }

    private mutating func named(_ kind: UInt8, _ name: String) {
        byte(kind)
        text(name)
    }
}

extension ArchiveReader {
    mutating func owners() throws(ArchiveError) -> PartOwners {
        var owners = PartOwners()
        for _ in 0..<(try count()) {
            let part = try part()
            owners[part] = try int()
        }
        return owners
    }

    private mutating func part() throws(ArchiveError) -> PanelBudget.Part {
        switch try byte() {
        case 0: return .entry(EntryID(try text()))
        case 1: return .target(try text())
        case 2: return .group(try text())
        case 3: return .picker(try text())
        case 4: return .value(try text())
        case 5: return .screen(try text())
        case 6: return .environment(try scope())
        default: throw ArchiveError("a part of no kind")
        }
    }
}
