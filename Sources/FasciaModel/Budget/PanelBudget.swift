/// How many bytes the panel's content takes, and which user put them there: what bounds the daemon's memory.
///
/// The model's other limits say how many things there may be; this one says how much is in them. A thing counts for the
/// user who set it last. The budget stands beside the panel because the panel knows no users. It follows the changes, so
/// keeping it costs as much as each change and not as much as the panel.
public struct PanelBudget: Sendable {
    /// For the whole panel. Users other than the owner and root may take three quarters of it together, and a quarter
    /// each, so that the owner always has room.
    public let bytes: Int
    public var foreignBytes: Int { bytes - bytes / 4 }
    public var shareBytes: Int { bytes / 4 }

    private let owner: Int
    private var holdings: [Part: Holding] = [:]
    private var entryCount = 0
    /// By uid.
    private var usage: [Int: Int] = [:]
    public private(set) var total = 0

    /// Something in the panel whose size is counted as one.
    enum Part: Hashable {
        case entry(EntryID), target(String), group(String), picker(String), value(String), screen(String)
        case environment(EnvironmentScope)
    }

    private struct Holding {
        var bytes: Int
        var uid: Int
    }

    /// Counts a whole panel for the users who own its parts.
    public init(bytes: Int, owner: Int, counting panel: Panel, of owners: PartOwners = PartOwners()) {
        self.bytes = bytes
        self.owner = owner
        for entry in panel.navigation.stacks.values.flatMap(\.entries) {
            measure(.entry(entry.id), as: entry.retainedBytes, uid: owners[.entry(entry.id)] ?? owner)
        }
        for part in panel.declaredParts { measure(part, in: panel, uid: owners[part] ?? owner) }
    }

    /// Who owns what does not belong to the daemon's owner. O(parts).
    public var owners: PartOwners { PartOwners(holdings.mapValues(\.uid).filter { $0.value != owner }) }

    /// What this user's things take.
    public func usage(of uid: Int) -> Int { usage[uid] ?? 0 }

    // MARK: - Before a command

    /// Whether there is room for what a command brings. An upper bound: only what it replaces under the same name is
    /// taken off.
    ///
    /// - Throws: `limit` with the budget, the share and what is used of them.
    public func check(_ command: Command, in panel: Panel, by uid: Int) throws(Refusal) {
        let needed = needed(by: command, in: panel, uid)
        guard needed.own > 0 || needed.total > 0 else { return }
        let used = usage(of: uid)
        if uid != owner, uid != 0 {
            let foreign = total - usage(of: owner) - (owner == 0 ? 0 : usage(of: 0))
            if used + needed.own > shareBytes {
                throw refusal("panelShareBytes", shareBytes, used, needed.own, "uid \(uid) may take \(shareBytes)")
            }
            if foreign + needed.own > foreignBytes {
                throw refusal(
                    "panelShareBytes", foreignBytes, foreign, needed.own,
                    "users other than the owner may take \(foreignBytes) together")
            }
        }
        if total + needed.total > bytes {
            throw refusal("panelBytes", bytes, total, needed.total, "all of it may take \(bytes)")
        }
    }

    private func refusal(_ limit: String, _ value: Int, _ used: Int, _ needed: Int, _ share: String) -> Refusal {
        Refusal(
            .limit,
            "the panel has a budget of \(bytes) bytes, of which \(share): \(used) are used, and this takes \(needed) "
                + "more; remove something first, or start the daemon with more --panel-bytes",
            details: [
                "limit": .string(limit), "value": .int(value), "used": .int(used), "needed": .int(needed),
                "budget": .int(bytes),
            ])
    }

    /// How much more the panel, and the share of a user, would hold.
    private func needed(by command: Command, in panel: Panel, _ uid: Int) -> (total: Int, own: Int) {
        var (total, own) = (0, 0)
        panel.additions(of: command) { addition in
            switch addition {
            case .new(let bytes):
                total += bytes
                own += bytes
            case .replacing(let part, let bytes):
                let held = holdings[part]
                total += max(0, bytes - (held?.bytes ?? 0))
                own += max(0, bytes - (held?.uid == uid ? held?.bytes ?? 0 : 0))
            case .extending(let part, let bytes):
                let held = holdings[part]
                total += bytes
                // What was there becomes this user's, too.
                own += bytes + (held?.uid == uid ? 0 : held?.bytes ?? 0)
            }
        }
        return (total, own)
    }

    // MARK: - After it

    /// Counts again what a command has done.
    ///
    /// - Parameters:
    ///   - changes: say what is gone.
    ///   - effects: say which parts are the user's from now on.
    public mutating func note(_ changes: [Change], _ effects: Effects, in panel: Panel, by uid: Int) {
        var (added, stacksChanged) = ([EntryID: Entry](), false)
        for change in changes {
            switch change {
            case .nav(let change):
                for removal in change.removed {
                    measure(.entry(removal.entry.id), as: 0, uid: uid)
                    measure(.environment(.entry(removal.entry.id)), in: panel, uid: uid)
                }
                for entry in change.added { added[entry.id] = entry }
                stacksChanged = true
            case .removed(.stack, _): stacksChanged = true
            default: break
            }
        }
        for part in effects.parts(isThere: { holdings[.entry($0)] != nil }) {
            if case .entry(let id) = part {
                measure(part, as: added[id]?.retainedBytes ?? 0, uid: uid)
            } else {
                measure(part, in: panel, uid: uid)
            }
        }
        // The root of a removed stack goes without a word, and what was set for it and the stack with it.
        guard stacksChanged, entryCount != panel.counts.entries else { return }
        let there = Set(panel.stackNames.flatMap { panel.stack($0)?.entries.map(\.id) ?? [] })
        for part in Array(holdings.keys) {
            switch part {
            case .entry(let id): if !there.contains(id) { measure(part, as: 0, uid: uid) }
            case .environment: if panel.retainedBytes(of: part) == 0 { measure(part, as: 0, uid: uid) }
            default: break
            }
        }
    }

    private mutating func measure(_ part: Part, in panel: Panel, uid: Int) {
        measure(part, as: panel.retainedBytes(of: part), uid: uid)
    }

    private mutating func measure(_ part: Part, as bytes: Int, uid: Int) {
        let before = holdings.removeValue(forKey: part)
        if let before {
            total -= before.bytes
            let left = usage(of: before.uid) - before.bytes
            usage[before.uid] = left == 0 ? nil : left
        }
        if bytes > 0 {
            holdings[part] = Holding(bytes: bytes, uid: uid)
            total += bytes
            usage[uid, default: 0] += bytes
        }
        if case .entry = part { entryCount += (bytes > 0 ? 1 : 0) - (before == nil ? 0 : 1) }
    }
}
