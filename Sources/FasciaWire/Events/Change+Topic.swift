import FasciaDocument
import FasciaModel

extension Change {
    /// The kind of the change and the id of its subject, for `topics`.
    public var topic: (kind: String, id: String) {
        let (kind, id) = kindAndID
        return (kind.rawValue, id)
    }

    private var kindAndID: (ChangeKind, String) {
        switch self {
        case .option(let change): (.option, change.id)
        case .group(let id, _, _): (.group, id)
        case .enabled(let id, _, _): (.enabled, id)
        case .value(let key, _, _), .transient(let key, _, _): (.value, key)
        case .picker(let change): (.picker, change.id)
        case .nav(let change): (.nav, change.stack)
        case .screen(let id, _): (.screen, id)
        case .declared(_, let id): (.declared, id)
        case .removed(_, let id): (.removed, id)
        case .environment(let scope, _): (.environment, scope.topic)
        case .orphaned(let id, _): (.orphaned, id)
        case .bound(let change): (change.kind.changeKind, change.thing.text)
        case .claimed(let name, _, _): (.claimed, name)
        case .question(let change): (.question, change.id)
        case .action(let report): (.action, report.name)
        case .issue(let issue): (.issue, issue.reason.rawValue)
        }
    }
}

extension BoundChange.Kind {
    var changeKind: ChangeKind {
        switch self {
        case .pending: .pending
        case .confirmed: .confirmed
        case .unconfirmed: .unconfirmed
        case .reverted: .reverted
        case .failed: .failed
        case .reported: .reported
        case .unknown: .unknown
        case .stale: .stale
        case .progress: .progress
        case .held: .held
        case .released: .released
        }
    }
}

extension Change {
    /// The topic of a change in its JSON form; `nil` if it is not a change.
    public static func topic(of change: JSON) -> (kind: String, id: String)? {
        guard let kind = change["kind"]?.stringValue else { return nil }
        let id: String?
        switch kind {
        case "value": id = change["key"]?.stringValue
        case "nav": id = change["stack"]?.stringValue
        case "action": id = change["name"]?.stringValue
        case "issue": id = change["reason"]?.stringValue
        case "environment":
            let scope = change["scope"]?.objectValue?.members.first
            id = scope.map { "\($0.key)/\($0.value.stringValue ?? "")" } ?? "panel"
        default: id = change["id"]?.stringValue
        }
        return id.map { (kind, $0) }
    }

    /// What it is a change of; `nil` for the claim of several ids.
    public var resource: Resource? {
        switch self {
        case .option, .group, .enabled, .value, .transient, .picker, .nav, .screen, .declared, .removed, .environment, .orphaned,
            .question:
            part.map { Resource($0) }
        case .bound(let change): Resource(change.thing)
        case .claimed: nil
        case .action(let report): Resource(.action, report.name)
        case .issue(let issue): Resource(.issue, issue.reason.rawValue)
        }
    }

    /// What is changed, for the rights of whoever causes it; empty for a change that only follows from others.
    ///
    /// A group or a picker is declared, replaced and removed as a whole: with all that it had before, and all that it has after.
    package func consequences(from before: Panel, to after: Panel) -> [Resource] {
        switch self {
        case .group, .bound, .claimed, .action, .issue, .orphaned: return []
        case .enabled(let id, _, _) where before.toggle(id)?.isGroup == true: return []
        case .declared(.group, let id), .removed(.group, let id):
            let switches = Set(before.switches(below: id) + after.switches(below: id))
            return switches.isEmpty ? [Resource(.option, id)] : switches.sorted().map { Resource(.option, $0) }
        case .declared(.picker, let id), .removed(.picker, let id):
            let components = [before, after].flatMap { $0.picker(id)?.components.map(\.id) ?? [] }
            return Set(components + [id]).sorted().map { Resource(.picker, $0) }
        case .option, .enabled, .value, .transient, .picker, .nav, .screen, .declared, .removed, .environment, .question:
            return resource.map { [$0] } ?? []
        }
    }
}

extension Resource {
    package init(_ part: PartID) {
        switch part {
        case .option(let id), .enabled(let id), .group(let id): self.init(.option, id)
        case .selection(let id), .picker(let id): self.init(.picker, id)
        case .value(let key): self.init(.value, key)
        case .environment(let scope): self.init(.environment, scope.topic)
        case .stack(let name): self.init(.nav, name)
        case .screen(let id), .orphaned(let id): self.init(.screen, id)
        case .target(let name): self.init(.target, name)
        case .question(let id): self.init(.question, id)
        }
    }
}

extension Change {
    /// What a change in its JSON form is about; `nil` if it is not a change, and for the claim of several ids.
    static func resource(of change: JSON) -> Resource? {
        guard let topic = topic(of: change), let kind = ChangeKind(rawValue: topic.kind) else { return nil }
        switch kind {
        case .option, .group, .enabled: return Resource(.option, topic.id)
        case .screen, .orphaned: return Resource(.screen, topic.id)
        case .declared, .removed:
            return (change["what"]?.stringValue).flatMap(Change.Subject.init).map { Resource(PartID($0, topic.id)) }
        case .pending, .confirmed, .unconfirmed, .reverted, .failed, .reported, .unknown, .stale, .progress, .held, .released:
            return Resource(ThingID(topic.id))
        case .claimed: return nil
        case .picker, .value, .nav, .environment, .question, .action, .issue:
            return Resource.Kind(rawValue: topic.kind).map { Resource($0, topic.id) }
        }
    }
}

extension EnvironmentScope {
    /// `panel`, `stack/main`, `screen/home`, `entry/e7`
    fileprivate var topic: String {
        switch self {
        case .panel: "panel"
        case .stack(let name): "stack/" + name
        case .screen(let id): "screen/" + id
        case .entry(let id): "entry/" + id.rawValue
        }
    }
}
