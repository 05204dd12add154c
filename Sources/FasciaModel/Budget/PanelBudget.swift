/// Counts the bytes of the panel's content for each user, which bounds the daemon's memory.
///
/// The model's other limits bound the number of objects; this one bounds their size. A part counts for the user who set
/// it last. The budget is separate from the panel because the panel has no users. It is updated with each change, at a
/// cost proportional to the change and not to the panel.
public struct PanelBudget: Sendable {
    /// Bytes for the whole panel. Users other than the owner and root may use three quarters of it together and a
    /// quarter each, so that the owner always has room.
    public let bytes: Int
    public var foreignBytes: Int { bytes - bytes / 4 }
    public var shareBytes: Int { bytes / 4 }

    private let owner: Int
    private var holdings: [Part: Holding] = [:]
    private var entryCount = 0
    /// By uid.
    private var usage: [Int: Int] = [:]
    public private(set) var total = 0

    private struct Holding {
        var bytes: Int
        var uid: Int
    }

    /// Counts a whole panel.
    ///
    /// - Parameter owners: The owners of its parts; the daemon's owner owns the rest.
    public init(bytes: Int, owner: Int, counting panel: Panel, of owners: PartOwners = PartOwners()) {
        self.bytes = bytes
        self.owner = owner
        for entry in panel.navigation.stacks.values.flatMap(\.entries) {
            measure(.entry(entry.id), as: entry.retainedBytes, uid: owners[.entry(entry.id)] ?? owner)
        }
        for part in panel.declaredParts { measure(part, in: panel, uid: owners[part] ?? owner) }
    }

    /// The owners of the parts that do not belong to the daemon's owner. O(parts).
    public var owners: PartOwners { PartOwners(holdings.mapValues(\.uid).filter { $0.value != owner }) }

    /// Bytes of a user's parts.
    public func usage(of uid: Int) -> Int { usage[uid] ?? 0 }

    // MARK: - Checking

    /// No command makes the panel larger by more than this for each byte of its line. A test compares the kinds of content.
    package static let bytesPerLineByte = 128

    /// Whether a command is certainly within the budget, or is not refused, so that it need not be tried on a copy of the panel.
    ///
    /// - Parameter lineBytes: the length of the line that the command is in; 0 if there is none.
    public func surelyFits(_ command: Command, lineBytes: Int, by uid: Int) -> Bool {
        switch command.growth {
        case .none, .actual: true
        // What it replaces may become this user's, whose share is less than all others' together.
        case .sent: lineBytes > 0 && total + Self.bytesPerLineByte * lineBytes <= (isFree(uid) ? bytes : shareBytes)
        case .stored: false
        }
    }

    /// The owner and root have all of it.
    private func isFree(_ uid: Int) -> Bool { uid == owner || uid == 0 }

    /// The budget after a command that was tried on a copy of the panel. A user who has no more than before is within it.
    ///
    /// - Throws: `limit` with the budget, the limit exceeded, and the bytes used and needed.
    public func counting(
        _ changes: [Change], _ effects: Effects, in trial: Panel, by uid: Int
    ) throws(Refusal) -> PanelBudget {
        var after = self
        after.note(changes, effects, in: trial, by: uid)
        let (used, needed) = (usage(of: uid), after.usage(of: uid) - usage(of: uid))
        if !isFree(uid), needed > 0 {
            if used + needed > shareBytes {
                throw refusal("panelShareBytes", shareBytes, used, needed, "uid \(uid) may take \(shareBytes)")
            }
            let foreign = foreignUsage
            if after.foreignUsage > foreignBytes, after.foreignUsage > foreign {
                throw refusal(
                    "panelShareBytes", foreignBytes, foreign, after.foreignUsage - foreign,
                    "users other than the owner may take \(foreignBytes) together")
            }
        }
        if after.total > bytes, after.total > total {
            throw refusal("panelBytes", bytes, total, after.total - total, "all of it may take \(bytes)")
        }
        return after
    }

    /// Bytes of the parts of all users but the owner and root.
    private var foreignUsage: Int { total - usage(of: owner) - (owner == 0 ? 0 : usage(of: 0)) }

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

    // MARK: - Counting

    /// Updates the counts after a command.
    ///
    /// - Parameters:
    ///   - changes: List the removed entries.
    ///   - effects: List the parts that belong to the user from now on.
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
            // What is known of a value is its reporter's. All else, such as a claim, is about values of others, which stay theirs.
            case .bound(let change):
                guard case .value(let key) = change.thing else { break }
                let isReport = if case .reported = change.kind { true } else { false }
                measure(.value(key), in: panel, uid: isReport ? uid : holdings[.value(key)]?.uid ?? uid)
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
        // No change lists the root entry of a removed stack, nor the environments of the root and of the stack.
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
