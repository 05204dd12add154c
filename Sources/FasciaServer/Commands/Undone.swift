import FasciaDocument
import FasciaModel
import FasciaWire

/// What an undo has taken back.
struct Undone {
    /// In words: `lamp off → on`.
    let what: String
    /// The number of revisions.
    let count: Int
    /// The event, if it is only one, and the history still has it.
    let event: Event?

    /// - Parameters:
    ///   - plan: the undo.
    ///   - changes: the changes that the undo has made.
    init(_ plan: UndoPlan, _ changes: [Change], in history: History) {
        // A group can have thousands of options.
        let words = changes.lazy.compactMap(\.undone).prefix(Self.maximumNamed)
        let more = changes.count { !$0.isDerived } - Self.maximumNamed
        what = words.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
        count = plan.undone.count
        event = count == 1 ? history[plan.undone[0]] : nil
    }

    private static let maximumNamed = 3

    func json(now: Timestamp) -> JSON {
        var members: JSON.Object = ["what": .string(what), "count": .int(count)]
        if let event {
            members["uid"] = .int(event.cause.origin.uid)
            if let name = event.cause.origin.name { members["name"] = .string(name) }
            members["seconds"] = .int(max(0, (now.milliseconds - event.time.milliseconds) / 1_000))
        }
        return .object(members)
    }
}

extension Change {
    /// Whether it follows from other changes, or is none of the panel's state.
    fileprivate var isDerived: Bool {
        switch self {
        case .group, .screen, .orphaned, .bound, .claimed, .action, .issue: true
        case .option, .enabled, .value, .transient, .picker, .nav, .declared, .removed, .environment: false
        }
    }

    /// The change that this one, made by an undo, has taken back; `nil` for a derived one.
    fileprivate var undone: String? {
        func fromTo(_ from: String, _ to: String) -> String { "\(from.cut) → \(to.cut)" }
        func words(_ value: JSON) -> String { value == .null ? "not set" : value.displayText }
        switch self {
        case .option(let option): return "\(option.id) \(fromTo(option.to ? "on" : "off", option.from ? "on" : "off"))"
        case .enabled(let id, let from, _): return "\(id) \(from ? "enabled" : "disabled")"
        case .value(let key, let from, let to): return "\(key) \(fromTo(words(to), words(from)))"
        case .transient(let key, _, _): return "\(key) changed"
        case .picker(let picker): return "\(picker.id) \(fromTo(picker.to ?? "none", picker.from ?? "none"))"
        // A value comes to be when it is first set.
        case .removed(.value, let key): return "\(key) set"
        case .declared(let subject, let id): return "\(subject.rawValue) \(id) removed"
        case .removed(let subject, let id): return "\(subject.rawValue) \(id) declared"
        case .environment: return "environment changed"
        case .nav(let nav):
            let opened = nav.removed.map { "opened \($0.entry.route.screen)" }
            return (opened + nav.added.map { "closed \($0.route.screen)" }).joined(separator: ", ")
        case .group, .screen, .orphaned, .bound, .claimed, .action, .issue: return nil
        }
    }
}

extension String {
    fileprivate var cut: String { count > 40 ? prefix(39) + "…" : self }
}
