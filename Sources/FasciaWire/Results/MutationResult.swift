import FasciaDocument
import FasciaModel

extension Command {
    /// The members of the method's result beside `revision` and `changed`.
    ///
    /// - Parameters:
    ///   - changes: the changes that the command made.
    ///   - panel: the panel after the command.
    public func result(changes: [Change], panel: @autoclosure () -> Panel) -> JSON.Object {
        var result = own(changes: changes, panel: panel())
        let pending = changes.pendingThings
        if !pending.isEmpty { result["pending"] = .array(pending.map { .string($0.text) }) }
        if case .release = self {
            var held: [JSON] = []
            for case .bound(let change) in changes where change.kind == .held { held.append(.string(change.thing.text)) }
            if !held.isEmpty { result["held"] = .array(held) }
        }
        return result
    }

    private func own(changes: [Change], panel: @autoclosure () -> Panel) -> JSON.Object {
        switch self {
        case .replace(let stack, _, _):
            // The replaced entry may be below the top.
            guard let entry = navChange(in: changes)?.added.last?.id ?? panel().stack(stack)?.top.id else { return [:] }
            return ["entry": .string(entry.rawValue)]
        case .push(let stack, _, _), .modal(let stack, _, _, _), .next(let stack, _):
            guard let top = navChange(in: changes)?.top ?? panel().stack(stack)?.top.id else { return [:] }
            return ["entry": .string(top.rawValue)]
        case .pop, .popTo, .close:
            return ["removed": removed(in: changes)]
        case .setPath:
            let added = navChange(in: changes)?.added ?? []
            return ["added": .array(added.map(\.json)), "removed": removed(in: changes)]
        case .flipToggle(let id, _):
            guard let state = panel().toggle(id)?.state else { return [:] }
            return ["state": .string(state.rawValue)]
        case .claim:
            let panel = panel()
            return ["things": .int(panel.claims.last.map { panel.things(of: $0).count } ?? 0)]
        case .question(.open(let request, _)):
            guard let question = panel().question(request.id) else { return [:] }
            return ["id": .string(question.id), "state": .string(question.state.rawValue)]
        case .restore(let state): return ["to": .int(state.revision)]
        // `daemon.describe` says which methods have more, and a test compares the two.
        default: return [:]
        }
    }

    private func navChange(in changes: [Change]) -> NavChange? {
        for case .nav(let change) in changes { return change }
        return nil
    }

    private func removed(in changes: [Change]) -> JSON {
        .array((navChange(in: changes)?.removed ?? []).map(\.json))
    }
}

extension [Change] {
    /// The bound things whose change was requested.
    public var pendingThings: [ThingID] {
        compactMap { change in
            guard case .bound(let change) = change, case .pending = change.kind else { return nil }
            return change.thing
        }
    }
}

extension Entry {
    /// `{id, screen, args, handles?}`, the form used in events.
    public var json: JSON {
        var object: JSON.Object = [
            "id": .string(id.rawValue), "screen": .string(route.screen), "args": route.args,
        ]
        if !handles.isEmpty { object["handles"] = .array(handles.map { .string($0) }) }
        return .object(object)
    }
}

extension NavChange.Removal {
    /// `{id, screen, args, outcome}`, the form used in events.
    public var json: JSON {
        [
            "id": .string(entry.id.rawValue), "screen": .string(entry.route.screen), "args": entry.route.args,
            "outcome": .string(outcome.rawValue),
        ]
    }
}
