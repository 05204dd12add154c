import FasciaDocument
import FasciaModel

/// Writes the changes of an event, in the form that the protocol's table of change kinds defines.
extension JSONWriter {
    public mutating func write(_ changes: [Change]) {
        raw("[")
        var isFirst = true
        for change in changes {
            if isFirst { isFirst = false } else { raw(",") }
            write(change)
        }
        raw("]")
    }

    public mutating func write(_ change: Change) {
        switch change {
        case .option(let change): write(change)
        case .group(let id, let from, let to):
            begin("group", "id", id)
            fromTo(from.rawValue, to.rawValue)
        case .enabled(let id, let from, let to):
            begin("enabled", "id", id)
            member(",\"from\":", from)
            member(",\"to\":", to)
        case .value(let key, let from, let to):
            begin("value", "key", key)
            member(",\"from\":", from)
            member(",\"to\":", to)
        case .transient(let key, let from, let to):
            begin("value", "key", key)
            if let from, let to {
                member(",\"from\":", from)
                member(",\"to\":", to)
            } else {
                member(",\"secret\":", true)
            }
        case .picker(let change): write(change)
        case .nav(let change): write(change)
        case .screen(let id, let nodes):
            begin("screen", "id", id)
            member(",\"nodes\":", nodes)
        case .declared(let subject, let id): write("declared", subject, id)
        case .removed(let subject, let id): write("removed", subject, id)
        case .environment(let scope, let values):
            member("{\"kind\":\"environment\",\"scope\":", scope.json)
            member(",\"values\":", values)
        case .orphaned(let id, let isOrphaned):
            begin("orphaned", "id", id)
            member(",\"to\":", isOrphaned)
        case .bound(let change): write(change)
        case .claimed(let name, let ids, let ended):
            begin("claimed", "id", name)
            raw(",\"ids\":")
            list(ids) { $0.writeString($1) }
            member(",\"to\":", ended == nil)
            if let ended { member(",\"reason\":", ended) }
        case .question(let change): write(change)
        case .action(let report): write(report)
        case .issue(let issue):
            raw("{\"kind\":\"issue\"")
            members(issue.members)
        }
        raw("}")
    }

    private mutating func write(_ change: PickerChange) {
        begin("picker", "id", change.id)
        member(",\"from\":", change.from.map { .string($0) } ?? .null)
        member(",\"to\":", change.to.map { .string($0) } ?? .null)
        member(",\"why\":", change.why.rawValue)
    }

    private mutating func write(_ change: BoundChange) {
        raw("{\"kind\":\"")
        raw(text: change.kind.changeKind.rawValue)
        member("\",\"id\":", change.thing.text)
        var members: JSON.Object = [:]
        switch change.kind {
        case .pending(let to, let next):
            members["to"] = to
            members["next"] = next
        case .confirmed(let to), .reported(let to): members["to"] = to
        case .unconfirmed(let to, let back, let within):
            members = ["to": to, "back": back, "within": .double(Double(within) / 1_000)]
        case .reverted(let to, let reason): members = ["to": to, "reason": .string(reason)]
        case .failed(let reason), .stale(let reason): members["reason"] = .string(reason)
        case .progress(let progress):
            members["fraction"] = progress.fraction.map { .double($0) }
            members["message"] = progress.message.map { .string($0) }
        case .unknown, .held, .released: break
        }
        if change.isSecret {
            for name in ["to", "next", "back"] { members[name] = JSON?.none }
            members["secret"] = true
        }
        self.members(members)
    }

    private mutating func write(_ change: QuestionChange) {
        begin("question", "id", change.id)
        member(",\"to\":", change.kind.rawValue)
        member(",\"name\":", change.name)
        if let person = change.person { member(",\"by\":", person.json) }
        if let answer = change.answer { member(",\"answer\":", answer) }
        if change.isSecret { member(",\"secret\":", true) }
    }

    private mutating func write(_ report: ActionReport) {
        begin("action", "entry", report.entry.rawValue)
        member(",\"name\":", report.name)
        member(",\"payload\":", report.payload)
        member(",\"outcome\":", report.outcome.rawValue)
        guard let reason = report.reason else { return }
        member(",\"reason\":", reason)
    }

    private mutating func write(_ change: OptionChange) {
        begin("option", "id", change.id)
        member(",\"from\":", change.from)
        member(",\"to\":", change.to)
        raw(",\"why\":\"")
        raw(change.why.name)
        raw("\"")
    }

    private mutating func write(_ change: NavChange) {
        begin("nav", "stack", change.stack)
        raw(",\"added\":")
        list(change.added) { $0.write($1) }
        raw(",\"removed\":")
        list(change.removed) { $0.write($1) }
        member(",\"top\":", change.top.rawValue)
        member(",\"canPop\":", change.canPop)
        member(",\"transition\":", change.transition.rawValue)
    }

    /// `{id, screen, args, handles?}`
    public mutating func write(_ entry: Entry) {
        beginEntry(entry)
        if !entry.handles.isEmpty {
            raw(",\"handles\":")
            list(entry.handles) { $0.writeString($1) }
        }
        raw("}")
    }

    /// `{id, screen, args, outcome}`
    public mutating func write(_ removal: NavChange.Removal) {
        beginEntry(removal.entry)
        member(",\"outcome\":", removal.outcome.rawValue)
        raw("}")
    }

    /// The beginning of an entry's object, without the closing brace.
    mutating func beginEntry(_ entry: Entry) {
        member("{\"id\":", entry.id.rawValue)
        member(",\"screen\":", entry.route.screen)
        member(",\"args\":", entry.route.args)
    }

    private mutating func write(_ kind: StaticString, _ subject: Change.Subject, _ id: String) {
        begin(kind, "what", subject.rawValue)
        member(",\"id\":", id)
    }

    private mutating func begin(_ kind: StaticString, _ name: StaticString, _ id: String) {
        raw("{\"kind\":\"")
        raw(kind)
        raw("\",\"")
        raw(name)
        raw("\":")
        writeString(id)
    }

    private mutating func fromTo(_ from: String, _ to: String) {
        raw(",\"from\":\"")
        raw(text: from)
        raw("\",\"to\":\"")
        raw(text: to)
        raw("\"")
    }
}

extension Change.Why {
    fileprivate var name: StaticString {
        switch self {
        case .direct: "direct"
        case .group: "group"
        case .exclusive: "exclusive"
        case .requires: "requires"
        case .undo: "undo"
        case .report: "report"
        case .revert: "revert"
        }
    }
}

extension Issue {
    /// `{severity, reason, message, breadcrumbs}`
    public var json: JSON { .object(members) }

    fileprivate var members: JSON.Object {
        [
            "severity": .string(severity.rawValue), "reason": .string(reason.rawValue), "message": .string(message),
            "breadcrumbs": .object(breadcrumbs),
        ]
    }
}

extension EnvironmentScope {
    /// `{}` for the panel, `{"stack": …}`, `{"screen": …}`, `{"entry": …}`
    public var json: JSON {
        switch self {
        case .panel: [:]
        case .stack(let name): ["stack": .string(name)]
        case .screen(let id): ["screen": .string(id)]
        case .entry(let id): ["entry": .string(id.rawValue)]
        }
    }
}
