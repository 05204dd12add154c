import FasciaDocument

extension Panel {
    /// Checks that what an entry shows now allows an action: one of the controls that send it must be there and enabled. An
    /// action that no control of the screen sends is its app's own, and allowed.
    ///
    /// - Throws: `refused`
    public func checkAllowed(_ name: String, payload: JSON, of entry: EntryID) throws(Refusal) {
        guard let found = find(entry)?.entry, let screen = screen(screenID(of: found)),
            case .no(let obstacle) = allowance(of: Sent(name: name, payload: payload), by: screen.body, nil)
        else { return }
        throw Refusal(
            .refused, "the screen \"\(screen.id)\" does not allow \(name) now: what sends it is \(obstacle)",
            details: ["action": .string(name), "entry": .string(entry.rawValue)])
    }

    private struct Sent {
        var name: String
        var payload: JSON

        /// Whether an action of a control is this one, whatever value the control adds to it.
        func matches(_ action: Action) -> Bool {
            guard case .emit(name, let declared) = action else { return false }
            guard let members = declared.objectValue?.members else { return declared == .null || Self.isSame(declared, payload) }
            return members.allSatisfy { member in
                member.key == "value" || payload[member.key].map { Self.isSame($0, member.value) } == true
            }
        }

        private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
            if let left = left.doubleValue, let right = right.doubleValue { return left == right }
            return left == right
        }
    }

    private enum Allowance {
        case yes
        /// The reason.
        case no(String)
        /// Nothing sends it.
        case unknown
    }

    /// - Parameter outer: what keeps everything in the node from being operated.
    private func allowance(of sent: Sent, by node: Node, _ outer: String?) -> Allowance {
        let obstacle = outer ?? obstacle(to: node)
        var found = Allowance.unknown
        if node.actions.contains(where: { sent.matches($0.action) }) {
            guard let obstacle else { return .yes }
            found = .no(obstacle)
        }
        for (_, inner) in node.innerPlaces {
            switch allowance(of: sent, by: inner, obstacle) {
            case .yes: return .yes
            case .no(let reason): found = .no(reason)
            case .unknown: break
            }
        }
        return found
    }

    private func obstacle(to node: Node) -> String? {
        for modifier in node.modifiers {
            switch modifier {
            case .disabled(true): return "disabled"
            case .hidden(true): return "hidden"
            case .shown(let condition) where !holds(condition): return "hidden"
            default: continue
            }
        }
        return nil
    }

    /// Whether a condition holds. None does for a switch that does not exist.
    public func holds(_ condition: Condition) -> Bool {
        switch condition.subject {
        case .value(let key):
            return isUnknown(.value(key)) ? condition.isMetByUnknown : condition.holds(for: value(key))
        case .toggle(let id):
            guard let toggle = toggle(id), let state = toggle.state else { return false }
            if !toggle.isGroup, isUnknown(.option(id)) { return condition.isMetByUnknown }
            return condition.holds(for: .string(state.rawValue))
        }
    }

    /// Whether nobody knows the state of a thing. While a change is pending, what is wanted counts.
    private func isUnknown(_ thing: ThingID) -> Bool {
        condition(of: thing).map { $0.isUnknown && $0.pending == nil } ?? false
    }

    /// Checks that a command of somebody else does not set a disabled option.
    ///
    /// - Throws: `refused`
    func checkEnabled(_ id: String, for sender: Sender) throws(Refusal) {
        guard !sender.foreignGroups.isEmpty, sender.foreignGroups.contains(Toggles.root(of: id)), let toggle = toggle(id),
            !toggle.isGroup, !toggle.isEnabled
        else { return }
        throw Refusal(
            .refused, "switch \"\(id)\" is disabled: only the program that has declared it reports its state",
            details: ["id": .string(id)])
    }
}
