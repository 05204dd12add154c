import FasciaDocument
import FasciaModel

extension Change {
    /// What it is a change of; `nil` for the claim of several ids.
    public var resource: Resource? {
        switch self {
        case .option(let change): Resource(.option, change.id)
        case .group(let id, _, _), .enabled(let id, _, _): Resource(.option, id)
        case .value(let key, _, _), .transient(let key, _, _): Resource(.value, key)
        case .picker(let change): Resource(.picker, change.id)
        case .nav(let change): Resource(.nav, change.stack)
        case .screen(let id, _), .orphaned(let id, _): Resource(.screen, id)
        case .declared(let what, let id), .removed(let what, let id): Resource(declared: what, id)
        case .environment: Resource(.environment, topic.id)
        case .bound(let change): Resource(change.thing)
        case .claimed: nil
        case .question(let change): Resource(.question, change.id)
        case .action(let report): Resource(.action, report.name)
        case .issue(let issue): Resource(.issue, issue.reason.rawValue)
        }
    }

    /// The ids of a claim; empty for another change.
    fileprivate var claimedIDs: [String] { if case .claimed(_, let ids, _) = self { ids } else { [] } }

    /// The group whose state it tells, or whether one of its switches is enabled; `nil` for another change.
    fileprivate var toldGroup: String? {
        switch self {
        case .group(let id, _, _): id
        case .enabled(let id, _, _) where Change.isGroup(id): id
        default: nil
        }
    }

    /// Whether an id is certainly that of a group: that of a group inside another one may also be a switch's.
    fileprivate static func isGroup(_ id: String) -> Bool { !id.contains("/") }
}

extension Resource {
    init(declared what: Change.Subject, _ id: String) {
        switch what {
        case .group: self.init(.option, id)
        case .picker: self.init(.picker, id)
        case .value: self.init(.value, id)
        case .screen: self.init(.screen, id)
        case .target: self.init(.target, id)
        case .stack: self.init(.nav, id)
        }
    }
}

/// What somebody may see.
public protocol Sight {
    func sees(_ resource: Resource) -> Bool
    /// Whether everything is seen that an id with wildcards may name.
    func seesAll(of pattern: Resource) -> Bool
}

extension Sight {
    public func sees(_ change: Change) -> Bool {
        guard let resource = change.resource else { return change.claimedIDs.allSatisfy(seesAll) }
        // The state of a group tells of all its switches.
        if let group = change.toldGroup, !seesAll(of: Resource(.option, group + "/**")) { return false }
        return sees(resource)
    }

    /// A change in its JSON form.
    public func sees(json change: JSON) -> Bool {
        if change["kind"] == "claimed" {
            return (change["ids"]?.arrayValue ?? []).compactMap(\.stringValue).allSatisfy(seesAll)
        }
        guard let resource = Change.resource(of: change) else { return false }
        let isOfGroup = change["kind"] == "group" || change["kind"] == "enabled" && Change.isGroup(resource.id)
        if isOfGroup, !seesAll(of: Resource(.option, resource.id + "/**")) { return false }
        return sees(resource)
    }

    private func seesAll(_ claimed: String) -> Bool { seesAll(of: Resource(ThingID(claimed))) }
}

extension Change {
    /// What a change in its JSON form is about; `nil` if it is not a change.
    static func resource(of change: JSON) -> Resource? {
        guard let topic = topic(of: change) else { return nil }
        switch topic.kind {
        case "option", "group", "enabled": return Resource(.option, topic.id)
        case "orphaned": return Resource(.screen, topic.id)
        case "declared", "removed":
            return (change["what"]?.stringValue).flatMap(Change.Subject.init).map { Resource(declared: $0, topic.id) }
        case "claimed": return nil
        default: return Resource.Kind(rawValue: topic.kind).map { Resource($0, topic.id) } ?? Resource(ThingID(topic.id))
        }
    }
}
