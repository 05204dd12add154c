/// A part of the panel: what a command can touch, whatever it does to it, and what may be hidden from somebody.
///
/// Some are parts of others: a switch of its group, a selection of its picker.
package enum PartID: Hashable, Sendable {
    /// The state of a switch, or of a group below the outermost one.
    case option(String)
    case enabled(String)
    case group(String)
    /// That of a picker's component.
    case selection(String)
    case picker(String)
    case value(String)
    case environment(EnvironmentScope)
    case stack(String)
    case screen(String)
    case orphaned(String)
    case target(String)
    case question(String)

    /// What can be declared and removed.
    package init(_ subject: Change.Subject, _ id: String) {
        switch subject {
        case .group: self = .group(id)
        case .picker: self = .picker(id)
        case .value: self = .value(id)
        case .screen: self = .screen(id)
        case .target: self = .target(id)
        case .stack: self = .stack(id)
        }
    }

    package init(_ thing: ThingID) {
        switch thing {
        case .option(let id): self = .option(id)
        case .picker(let id): self = .selection(id)
        case .value(let key): self = .value(key)
        }
    }

    /// The group or picker that this is a part of; otherwise the part itself.
    var whole: PartID {
        switch self {
        case .option(let id), .enabled(let id): .group(Toggles.root(of: id))
        case .selection(let id): .picker(Pickers.picker(of: id))
        default: self
        }
    }

    /// The part as its declaration; `nil` for one without any.
    var subject: UndoConstraints.Subject? {
        switch whole {
        case .group(let id): .group(id)
        case .picker(let id): .picker(id)
        case .value(let key): .value(key)
        default: nil
        }
    }

    /// For people.
    var name: String {
        switch self {
        case .option(let id), .enabled(let id): "switch \"\(id)\""
        case .group(let id): "group \"\(id)\""
        case .picker(let id), .selection(let id): "picker \"\(id)\""
        case .value(let key): "value \"\(key)\""
        case .environment: "the environment"
        case .stack(let name): "stack \"\(name)\""
        case .screen(let id), .orphaned(let id): "screen \"\(id)\""
        case .target(let name): "target \"\(name)\""
        case .question(let id): "question \"\(id)\""
        }
    }
}

extension Effect {
    /// What it sets; `nil` for what neither an undo nor the net changes of a batch are about.
    var part: PartID? {
        switch self {
        case .option(let id, _): .option(id)
        case .enabled(let id, _): .enabled(id)
        case .group(let id, _, _): .group(id)
        case .selection(let id, _): .selection(id)
        case .picker(let id, _, _): .picker(id)
        case .content(let key, _), .transient(let key, _), .value(let key, _, _): .value(key)
        case .environment(let scope, _): .environment(scope)
        case .stack(let stack): .stack(stack.name)
        case .screen(let id, _), .rows(let id, _): .screen(id)
        case .orphaned(let screen, _): .orphaned(screen)
        case .target(let name, _): .target(name)
        case .lost(let thing): PartID(thing)
        case .minted, .shown, .bound, .claims, .question, .published: nil
        }
    }
}

extension Change {
    /// What it is about; `nil` for a report, and for the condition of a bound thing.
    package var part: PartID? {
        switch self {
        case .option(let option): .option(option.id)
        case .group(let id, _, _): .option(id)
        case .enabled(let id, _, _): .enabled(id)
        case .value(let key, _, _), .transient(let key, _, _): .value(key)
        case .picker(let change): .selection(change.id)
        case .orphaned(let id, _): .orphaned(id)
        case .nav(let change): .stack(change.stack)
        case .screen(let id, _): .screen(id)
        case .environment(let scope, _): .environment(scope)
        case .declared(let subject, let id), .removed(let subject, let id): PartID(subject, id)
        case .question(let change): .question(change.id)
        case .bound, .claimed, .action, .issue: nil
        }
    }
}
