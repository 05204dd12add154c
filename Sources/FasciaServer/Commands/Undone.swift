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
    ///   - titles: has the titles of things for people; `nil` for scripts, which know their ids.
    init(_ plan: UndoPlan, _ changes: [Change], in history: History, titles: Panel? = nil) {
        // What was declared again is declared by the undo, too, as what was removed is.
        func wasRemoved(_ subject: Change.Subject, _ id: String) -> Bool {
            plan.undone.contains { history[$0]?.changes.contains(.removed(subject, id: id)) ?? false }
        }
        // A group can have thousands of options.
        let words = changes.lazy.compactMap { $0.undone(titles, wasRemoved) }.prefix(Self.maximumNamed)
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
    /// Whether an undo of it needs the author role.
    var needsAuthor: Bool {
        switch self {
        case .enabled, .declared, .removed, .environment, .screen, .orphaned: true
        case .option, .group, .value, .transient, .picker, .nav, .bound, .claimed, .question, .action, .issue: false
        }
    }

    /// Whether it follows from other changes, or is none of the panel's state.
    fileprivate var isDerived: Bool {
        switch self {
        case .group, .screen, .orphaned, .bound, .claimed, .question, .action, .issue: true
        case .option, .enabled, .value, .transient, .picker, .nav, .declared, .removed, .environment: false
        }
    }

    /// The change that this one, made by an undo, has taken back; `nil` for a derived one.
    fileprivate func undone(_ titles: Panel?, _ wasRemoved: (Subject, String) -> Bool) -> String? {
        func name(_ thing: ThingID, _ id: String) -> String { titles?.title(of: thing) ?? id }
        func fromTo(_ from: String, _ to: String) -> String { "\(from.cut) → \(to.cut)" }
        func words(_ value: JSON) -> String { value == .null ? "not set" : value.displayText }
        switch self {
        case .option(let option):
            return "\(name(.option(option.id), option.id)) \(fromTo(option.to ? "on" : "off", option.from ? "on" : "off"))"
        case .enabled(let id, let from, _): return "\(name(.option(id), id)) \(from ? "enabled" : "disabled")"
        case .value(let key, let from, let to): return "\(name(.value(key), key)) \(fromTo(words(to), words(from)))"
        case .transient(let key, _, _): return "\(name(.value(key), key)) changed"
        case .picker(let picker):
            func label(_ id: String?) -> String {
                titles?.text(of: id.map { .string($0) } ?? .null, for: .picker(picker.id)) ?? id ?? "none"
            }
            return "\(name(.picker(picker.id), picker.id)) \(fromTo(label(picker.to), label(picker.from)))"
        // A value comes to be when it is first set.
        case .removed(.value, let key): return "\(name(.value(key), key)) set"
        case .declared(let subject, let id):
            return "\(subject.rawValue) \(id) \(wasRemoved(subject, id) ? "removed" : "declared")"
        case .removed(let subject, let id): return "\(subject.rawValue) \(id) declared"
        case .environment: return "environment changed"
        case .nav(let nav):
            let opened = nav.removed.map { "opened \($0.entry.route.screen)" }
            return (opened + nav.added.map { "closed \($0.route.screen)" }).joined(separator: ", ")
        case .group, .screen, .orphaned, .bound, .claimed, .question, .action, .issue: return nil
        }
    }
}

extension String {
    fileprivate var cut: String { count > 40 ? prefix(39) + "…" : self }
}
