import FasciaDocument

/// A peer that may be asked to handle an action, and in which role.
public struct ActionCandidate: Hashable, Sendable {
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// It pushed the entry, or has bound the entry.
        case parent
        /// It has bound the screen that the entry shows.
        case screen
        /// It owns the entry below.
        case below
        /// It owns the root of the stack.
        case root
    }

    public var peer: ActionBindings.Peer
    public var part: Part

    public init(_ peer: ActionBindings.Peer, _ part: Part) {
        self.peer = peer
        self.part = part
    }
}

extension NavigationStack {
    /// The peers to ask about an entry's action, in order and without duplicates: the parent; the peers that bound the
    /// entry's own screen; the owners of the entry below; the owners of the root. An owner of an entry has bound the
    /// entry or its screen.
    ///
    /// - Returns: an empty list if no peer handles the action, or if the entry is not in this stack.
    public func candidates(for name: String, of entry: EntryID, _ bindings: ActionBindings) -> [ActionCandidate] {
        let entries = entries
        guard let index = entries.firstIndex(where: { $0.id == entry }) else { return [] }
        let sender = entries[index]
        var candidates: [ActionCandidate] = []
        func add(_ peers: [ActionBindings.Peer], _ part: ActionCandidate.Part) {
            for peer in peers where !candidates.contains(where: { $0.peer == peer }) {
                candidates.append(ActionCandidate(peer, part))
            }
        }
        func owners(_ entry: Entry) -> [ActionBindings.Peer] {
            bindings.peers(.entry(entry.id), handling: name)
                + bindings.peers(.screen(entry.route.screen), handling: name)
        }
        if let parent = bindings.parent(of: entry), ActionBindings.names(sender.handles, include: name) {
            add([parent], .parent)
        }
        add(bindings.peers(.entry(entry), handling: name), .parent)
        add(bindings.peers(.screen(sender.route.screen), handling: name), .screen)
        if index > 0 {
            add(owners(entries[index - 1]), .below)
            add(owners(entries[0]), .root)
        }
        return candidates
    }
}

extension Panel {
    /// A warning about actions that an entry's screen emits and no peer handles; `nil` if all are handled.
    public func unhandledIssue(of entry: EntryID, _ bindings: ActionBindings) -> Issue? {
        guard let (name, found) = find(entry), let stack = stack(name), let screen = screen(screenID(of: found)) else {
            return nil
        }
        let unhandled = screen.emits.filter { stack.candidates(for: $0, of: entry, bindings).isEmpty }
        guard !unhandled.isEmpty else { return nil }
        var crumbs: JSON.Object = ["stack": .string(name), "path": path(to: entry, in: stack)]
        crumbs["screen"] = .string(screen.id)
        crumbs["emits"] = .array(unhandled.map { .string($0) })
        return Issue(
            .warning, .unhandled,
            "entry \"\(entry)\" shows screen \"\(screen.id)\", which emits \(unhandled.joined(separator: ", ")), but no client "
                + "handles that: list it in handles of nav.push, or bind it with action.bind",
            breadcrumbs: crumbs)
    }

    /// - Throws: `invalid` for a name that no other thing may have; `limit` for a payload longer than a value may be,
    ///   `invalid` for one that is nested too deeply.
    public func checkAction(_ name: String, payload: JSON) throws(Refusal) {
        try Naming.check(name, "the action's name")
        try limits.checkNesting(of: payload, "the payload of \"\(name)\"")
        guard !payload.fits(bytes: limits.valueBytes) else { return }
        throw .limit(
            "valueBytes", limits.valueBytes, "the payload of \"\(name)\" would be more than \(limits.valueBytes) bytes of JSON")
    }

    /// The context of an action: the entries from the root, the node that declares it, and its payload.
    ///
    /// - Parameter node: the id of the operated node, if there was one.
    public func breadcrumbs(for name: String, of entry: EntryID, payload: JSON, node: String? = nil) -> JSON.Object {
        var crumbs: JSON.Object = ["action": .string(name), "entry": .string(entry.rawValue)]
        if let (stackName, found) = find(entry), let stack = stack(stackName) {
            crumbs["stack"] = .string(stackName)
            crumbs["path"] = path(to: entry, in: stack)
            crumbs["screen"] = .string(found.route.screen)
            let screen = screen(screenID(of: found))
            var place: JSON.Object = ["emits": .bool(screen?.emits.contains(name) == true)]
            if let pointer = screen?.body.pointer(emitting: name) { place["node"] = .string("/body" + pointer) }
            crumbs["declared"] = .object(place)
        }
        if let node { crumbs["node"] = .string(node) }
        crumbs["payload"] = payload
        return crumbs
    }

    /// The entries from the root up to and including this one.
    func path(to entry: EntryID, in stack: NavigationStack) -> JSON {
        let entries = stack.entries
        let end = entries.firstIndex { $0.id == entry } ?? entries.count - 1
        return .array(
            entries[...end].map { ["id": .string($0.id.rawValue), "screen": .string($0.route.screen)] })
    }
}

extension Node {
    /// What the button says that sends this action; `nil` if buttons with different labels do.
    public func label(emitting name: String) -> String? {
        let labels = Set(labels(emitting: name))
        return labels.count == 1 ? labels.first : nil
    }

    private func labels(emitting name: String) -> [String] {
        if case .button(let button) = content, case .emit(name, _)? = button.tap { return [button.label] }
        return innerPlaces.flatMap { $0.1.labels(emitting: name) }
    }

    /// The JSON pointer of the first node that sends this action.
    fileprivate func pointer(emitting name: String) -> String? {
        let emits = actions.contains { if case .emit(name, _) = $0.action { true } else { false } }
        if emits { return "" }
        for (step, inner) in innerPlaces {
            if let found = inner.pointer(emitting: name) { return step + found }
        }
        return nil
    }
}
