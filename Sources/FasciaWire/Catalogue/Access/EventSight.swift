import FasciaDocument
import FasciaModel

/// What somebody may see.
public protocol Sight {
    func sees(_ resource: Resource) -> Bool
    /// Whether everything is seen that an id with wildcards may name.
    func seesAll(of pattern: Resource) -> Bool
    /// Whether something may be seen that an id with wildcards names.
    func maySeeAny(of pattern: Resource) -> Bool
}

/// What somebody sees of the changes of an event.
public struct EventSight {
    private let sight: any Sight
    /// The groups of which the changes tell whether one of their switches is enabled.
    private var groups: Set<String> = []
    /// The outermost groups that were declared again: others in them may have got switches that are enabled.
    private var declared: Set<String> = []

    /// - Parameter changes: all of the event.
    public init(_ sight: any Sight, of changes: some Sequence<Change>) {
        self.sight = sight
        for change in changes {
            switch change {
            case .enabled(let id, _, _): note(enabled: id)
            case .declared(.group, let id): declared.insert(id)
            default: break
            }
        }
    }

    /// - Parameter changes: all of the event, in their JSON form.
    public init(_ sight: any Sight, ofJSON changes: [JSON]) {
        self.sight = sight
        for change in changes {
            guard let id = change["id"]?.stringValue else { continue }
            if change["kind"] == "enabled" { note(enabled: id) }
            if change["kind"] == "declared", change["what"] == .string(Change.Subject.group.rawValue) { declared.insert(id) }
        }
    }

    private mutating func note(enabled id: String) {
        var id = id[...]
        while let end = id.utf8.lastIndex(of: UInt8(ascii: "/")) {
            id = id[..<end]
            guard groups.insert(String(id)).inserted else { return }
        }
    }

    public func sees(_ change: Change) -> Bool {
        if case .claimed(_, let ids, _) = change { return ids.allSatisfy(seesAll) }
        guard let resource = change.resource else { return false }
        switch change {
        case .group(let id, _, _): return seesGroup(id) && sight.sees(resource)
        case .enabled(let id, _, _): return (!mayBeGroup(id) || seesGroup(id)) && sight.sees(resource)
        case .declared(.group, let id), .removed(.group, let id): return sight.sees(resource) || maySeePart(of: id)
        default: return sight.sees(resource)
        }
    }

    /// A change in its JSON form.
    public func sees(json change: JSON) -> Bool {
        if change["kind"] == "claimed" {
            return (change["ids"]?.arrayValue ?? []).compactMap(\.stringValue).allSatisfy(seesAll)
        }
        guard let resource = Change.resource(of: change) else { return false }
        if change["kind"] == "declared" || change["kind"] == "removed", change["what"] == .string(Change.Subject.group.rawValue) {
            return sight.sees(resource) || maySeePart(of: resource.id)
        }
        let isOfGroup = change["kind"] == "group" || change["kind"] == "enabled" && mayBeGroup(resource.id)
        return (!isOfGroup || seesGroup(resource.id)) && sight.sees(resource)
    }

    /// Who sees some switches of a group learns that they come and go, and nothing else of the others.
    private func maySeePart(of group: String) -> Bool { sight.maySeeAny(of: Resource(.option, group + "/**")) }

    /// The state of a group tells of all its switches, as does whether one of them is enabled.
    private func seesGroup(_ id: String) -> Bool { sight.seesAll(of: Resource(.option, id + "/**")) }

    /// Whether an id is that of a group, or may be: the changes that have made it one are not among these.
    private func mayBeGroup(_ id: String) -> Bool {
        guard let end = id.utf8.firstIndex(of: UInt8(ascii: "/")) else { return true }
        return groups.contains(id) || declared.contains(String(id[..<end]))
    }

    private func seesAll(_ claimed: String) -> Bool { sight.seesAll(of: Resource(ThingID(claimed))) }
}
