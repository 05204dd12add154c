import FasciaModel
import FasciaWire

/// What there is, without changing it.
extension Core {
    /// The stack of that name, or the error that says which there are.
    func stack(_ name: String) throws(WireError) -> NavigationStack {
        if let stack = panel.stack(name) { return stack }
        throw WireError(
            Refusal(
                .notFound,
                "no stack \"\(name)\": there is \(panel.stackNames.joined(separator: ", ")); nav.set makes a new one",
                details: ["stacks": .array(panel.stackNames.map { .string($0) })]))
    }

    func navigation(_ name: String) throws(WireError) -> JSON {
        let stack = try stack(name)
        var json = navigation(stack)
        json["revision"] = .int(panel.revision)
        return .object(json)
    }

    private func navigation(_ stack: NavigationStack) -> JSON.Object {
        let layers = stack.layers.map { layer in
            var json = JSON.Object()
            json["modal"] = layer.modal.map { .string($0.rawValue) }
            json["entries"] = .array(
                layer.entries.map { entry in
                    var json = entry.json.objectValue ?? [:]
                    let screen = panel.screen(entry.route.screen)
                    json["title"] = .string(screen?.title ?? entry.route.screen)
                    // A screen becomes an orphan when its app leaves it behind; no app can take charge of one yet.
                    json["orphaned"] = false
                    return .object(json)
                })
            return JSON.object(json)
        }
        return [
            "stack": .string(stack.name), "layers": .array(layers), "top": .string(stack.top.id.rawValue),
            "canPop": .bool(stack.canPop),
        ]
    }

    func toggles(_ id: String?) throws(WireError) -> Reply {
        guard let id else {
            let trees = panel.groupIDs.compactMap(panel.toggleTree)
            return .written { writer in
                writer.raw("{\"groups\":[")
                for (index, tree) in trees.enumerated() {
                    if index > 0 { writer.raw(",") }
                    writer.write(tree)
                }
                writer.raw("]}")
            }
        }
        guard let tree = panel.toggleTree(id) else {
            throw WireError(panel.noToggle(id))
        }
        return .written { $0.write(tree) }
    }

    func values(_ selection: ValueSelection) throws(WireError) -> Reply {
        let keys: [String]
        switch selection {
        case .all: keys = panel.valueKeys
        case .prefix(let prefix): keys = panel.valueKeys(prefix: prefix)
        case .key(let key):
            guard panel.value(key) != nil else { throw WireError(panel.noValue(key)) }
            keys = [key]
        }
        return .result(["values": .object(.init(uniqueMembers: keys.map { ($0, panel.value($0) ?? .null) }))])
    }

    func screen(_ id: String) throws(WireError) -> Screen {
        if let screen = panel.screen(id) { return screen }
        throw WireError(panel.noScreen(id))
    }

    func screenSummary(_ id: String) -> JSON? {
        guard let screen = panel.screen(id) else { return nil }
        return [
            "id": .string(id), "title": .string(screen.title ?? id), "nodes": .int(screen.body.count),
            "emits": .array(screen.emits.map { .string($0) }),
        ]
    }

    /// The state at the cursor, as far as the topics could ever tell of it.
    func snapshot(_ topics: TopicFilter) -> JSON {
        var stacks = JSON.Object()
        for name in panel.stackNames where topics.matches(kind: "nav", id: name) {
            if let stack = panel.stack(name) { stacks[name] = .object(navigation(stack)) }
        }
        let groups = panel.groupIDs.compactMap { id -> JSON? in
            guard topics.mayMatch(kind: "option", below: id) || topics.matches(kind: "group", id: id) else { return nil }
            return panel.toggleTree(id).map(\.json)
        }
        let values = panel.valueKeys.filter { topics.matches(kind: "value", id: $0) }
        let screens = panel.screenIDs.filter { topics.matches(kind: "screen", id: $0) }
        return [
            "revision": .int(panel.revision), "stacks": .object(stacks), "groups": .array(groups),
            "values": .object(.init(uniqueMembers: values.map { ($0, panel.value($0) ?? .null) })),
            "screens": .array(screens.compactMap(screenSummary)),
            "targets": .array(panel.targets.map { .string($0.name) }),
        ]
    }
}
