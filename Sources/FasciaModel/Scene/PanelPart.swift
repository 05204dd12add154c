/// A part of the panel that a node may show.
enum PanelPart: Hashable, Sendable {
    /// One option, or one group's own state.
    case toggle(String)
    /// A group of the first level with all in it.
    case group(String)
    case value(String)
    /// A picker with its components, which may depend on each other.
    case picker(String)
}

extension Node.Content {
    /// What it shows of the panel; `nil` for nothing.
    var part: PanelPart? {
        if case .group(let group) = self { return .group(group.bind.outermost) }
        return switch question {
        case .toggle(let id): .toggle(id)
        case .value(let key): .value(key)
        case .picker(let id): .picker(id.outermost)
        case nil: nil
        }
    }
}

extension Panel {
    /// Revisions after which a scene is better made as if nothing were known of the one before.
    private static let mostRevisions = 64
    /// Changes that are looked at one by one; with more, most of what is shown may be different.
    private static let mostChanges = 1_000

    /// The parts that may be different from what they were at a revision, each once; `nil` where more is, or nobody
    /// knows: what there is, what stacks show, and their environment.
    func partsChanged(since revision: Int) -> [PanelPart]? {
        let count = self.revision - revision
        guard count >= 0, count <= Panel.mostRevisions, let steps = steps(since: revision) else { return nil }
        var parts = PartList()
        var left = Panel.mostChanges
        for changes in steps {
            left -= changes.count
            guard left >= 0 else { return nil }
            for change in changes {
                switch change {
                case .option(let option): parts.insert(toggle: option.id)
                case .group(let id, _, _): parts.insert(toggle: id)
                case .value(let key, _, _): parts.insert(.value(key))
                case .picker(let change): parts.insert(.picker(change.id.outermost))
                case .action, .issue: break
                case .enabled, .nav, .screen, .declared, .removed, .environment, .orphaned: return nil
                }
            }
        }
        return parts.all
    }
}

/// Parts, each once. Mostly they are two, which are found quicker one after the other than by their hashes.
private struct PartList {
    private(set) var all: [PanelPart] = []
    /// The same where they are many.
    private var known: Set<PanelPart> = []

    private static let few = 8

    mutating func insert(_ part: PanelPart) {
        if all.count < PartList.few {
            guard !all.contains(part) else { return }
        } else {
            if known.isEmpty { known = Set(all) }
            guard known.insert(part).inserted else { return }
        }
        all.append(part)
    }

    mutating func insert(toggle id: String) {
        insert(.toggle(id))
        insert(.group(id.outermost))
    }
}

extension String {
    /// The first name of a path such as `extras/cheese`.
    fileprivate var outermost: String {
        utf8.firstIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? self
    }
}
