import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// Applies commands to a panel. Checks the invariants after each command, and that a refused command changes nothing.
struct Bench {
    var panel = Panel()

    init(_ commands: Command..., limits: Limits = .init()) throws {
        panel = Panel(limits: limits)
        for command in commands { try self.do(command) }
    }

    @discardableResult
    mutating func `do`(_ command: Command) throws -> [Change] {
        let revision = panel.revision
        let before = panel
        let changes = try panel.apply(command)
        #expect(panel.revision == revision + (changes.isEmpty ? 0 : 1))
        #expect(panel.checkInvariants() == [])
        if changes.isEmpty { #expect(panel == before) }
        return changes
    }

    /// Applies a command that must be refused, and returns the refusal.
    mutating func refusal(_ command: Command) throws -> Refusal {
        let before = panel
        let refusal = #expect(throws: Refusal.self) { _ = try panel.apply(command) }
        #expect(panel == before)
        return try #require(refusal)
    }

    mutating func message(_ command: Command) throws -> String {
        let refusal = try refusal(command)
        return "\(refusal.reason.rawValue): \(refusal.message)"
    }

    /// The screens of a stack, with `|` between layers: `home a | b`.
    func path(_ stack: String = "main") -> String {
        (panel.stack(stack)?.layers ?? []).map { $0.entries.map(\.route.screen).joined(separator: " ") }
            .joined(separator: " | ")
    }

    func top(_ stack: String = "main") throws -> EntryID { try #require(panel.stack(stack)).top.id }

    func state(_ id: String) -> GroupState? { panel.toggle(id)?.state }
}

extension Panel {
    /// The panel after a restart, which resets what the journal does not hold.
    var restarted: Panel {
        var panel = self
        _ = try? panel.apply(.resetTransientValues)
        return panel
    }
}

/// Expects that a panel refuses a command with this message.
func expectRefusal(_ command: Command, _ message: String, in panel: Panel) throws {
    var panel = panel
    do {
        let changes = try panel.apply(command)
        Issue.record("\(command) was done: \(changes)")
    } catch {
        #expect("\(error.reason.rawValue): \(error.message)" == message)
    }
}

extension Command {
    static func push(_ screen: String, _ args: JSON = .null) -> Command {
        .push(stack: "main", route: Route(screen, args: args), handles: [])
    }

    static func modal(_ screen: String, _ style: ModalStyle = .sheet) -> Command {
        .modal(stack: "main", route: Route(screen), style: style, handles: [])
    }

    static let pop = Command.pop(stack: "main", entry: nil)
    static let close = Command.close(stack: "main", entry: nil)

    static func path(_ screens: String...) -> Command { .setPath(stack: "main", screens.map { PathStep(Route($0)) }) }

    static func target(_ name: String, _ mode: Target.Mode, _ screens: String...) -> Command {
        .declareTarget(Target(name: name, path: screens.map { PathStep(Route($0)) }, mode: mode))
    }

    static func next(_ target: String) -> Command { .next(stack: "main", target: target) }

    static func group(_ id: String, _ options: OptionDeclaration..., rules: ToggleRules = .init()) -> Command {
        .declareGroup(OptionDeclaration(id: id, options: options, rules: rules))
    }

    static func picker(_ id: String, _ components: PickerComponent...) -> Command {
        .declarePicker(PickerDeclaration(id: id, components: components))
    }

    static func pick(_ id: String, _ element: String?) -> Command { .pick(id: id, element: element) }

    static func elements(
        _ id: String, _ elements: [PickerElement], for others: [String: [PickerElement]]? = nil
    ) -> Command {
        .setElements(id: id, elements: elements, elementsFor: others)
    }

    static func set(_ id: String, _ on: Bool) -> Command { .setToggle(id: id, on: on) }
    static func flip(_ id: String) -> Command { .flipToggle(id: id, expect: nil) }
}

extension [Change] {
    /// Each change in a short form for comparison: `ham+ direct`, `extras off>mixed`.
    var words: [String] {
        map { change in
            switch change {
            case .option(let option): "\(option.id)\(option.to ? "+" : "-") \(option.why.rawValue)"
            case .group(let id, let from, let to): "\(id) \(from.rawValue)>\(to.rawValue)"
            case .enabled(let id, _, let to): "\(id) \(to ? "enabled" : "disabled")"
            case .value(let key, let from, let to): "\(key) \(from.words)>\(to.words)"
            case .transient(let key, let from, let to): "\(key) \(from?.words ?? "?")~\(to?.words ?? "?")"
            case .picker(let picker):
                "\(picker.id) \(picker.from ?? "-")>\(picker.to ?? "-") \(picker.why.rawValue)"
            case .bound(let change): "\(change.thing.text) \(change.kind.words)"
            case .claimed(_, let ids, nil): "claimed \(ids.joined(separator: " "))"
            case .claimed(_, let ids, let ended?): "unclaimed \(ids.joined(separator: " ")): \(ended)"
            case .question(let change): "question \(change.id) \(change.kind.rawValue)"
            case .orphaned(let screen, let to): "\(screen) \(to ? "orphaned" : "owned")"
            case .action(let report): "action \(report.name) \(report.outcome.rawValue)"
            case .issue(let issue): "issue \(issue.severity.rawValue) \(issue.reason.rawValue): \(issue.message)"
            case .nav(let nav):
                "\(nav.stack) \(nav.transition.rawValue)"
                    + nav.added.map { " +\($0.id)" }.joined()
                    + nav.removed.map { " -\($0.entry.id):\($0.outcome.rawValue)" }.joined() + " top \(nav.top)"
                    + (nav.canPop ? "" : " root")
            case .screen(let id, let nodes): "screen \(id) \(nodes)"
            case .declared(let subject, let id): "declared \(subject.rawValue) \(id)"
            case .removed(let subject, let id): "removed \(subject.rawValue) \(id)"
            case .environment(let scope, let values): "environment \(scope) \(JSON.object(values).words)"
            }
        }
    }
}

extension BoundChange.Kind {
    var words: String {
        switch self {
        case .pending(let to, let next): "pending \(to.words)" + (next.map { ", then \($0.words)" } ?? "")
        case .confirmed(let value): "confirmed \(value.words)"
        case .unconfirmed(let value, let back, let within): "unconfirmed \(value.words), back to \(back.words) within \(within)"
        case .reverted(let to, let reason): "reverted to \(to.words): \(reason)"
        case .failed(let reason): "failed: \(reason)"
        case .reported(let value): "reported \(value.words)"
        case .unknown: "unknown"
        case .stale(let reason): "stale: \(reason)"
        case .progress(let progress): "progress \(progress.fraction ?? -1) \(progress.message ?? "")"
        case .held: "held"
        case .released: "released"
        }
    }
}

extension JSON {
    var words: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .array(let elements): "[\(elements.map(\.words).joined(separator: ","))]"
        case .object(let object): "{\(object.members.map { "\($0.key):\($0.value.words)" }.joined(separator: ","))}"
        }
    }
}
