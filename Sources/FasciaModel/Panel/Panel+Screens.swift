import FasciaDocument

/// Screens, and the environment in which they are shown.
extension Panel {
    mutating func put(_ screen: Screen, into changes: inout [Change]) throws(Refusal) {
        try Naming.check(screen.id, "the screen's id")
        let before = screens[screen.id]
        if let before { try Naming.checkBytes(of: screen.id, against: before.id, "screen") }
        // Publishing a screen shows that its app is connected.
        guard before != screen else { return setOrphaned(screen.id, false, into: &changes) }
        guard before != nil || screens.count < limits.screens else {
            throw .limit("screens", limits.screens, "there are \(limits.screens) screens already: remove one first")
        }
        try limits.check(screen)
        screens[screen.id] = screen
        if let before {
            changes.append(.screen(id: screen.id, nodes: screen.body.differingNodes(from: before.body)))
        } else {
            changes.append(.declared(.screen, id: screen.id))
        }
        setOrphaned(screen.id, false, into: &changes)
        if let issue = ActionNames.issue(about: screen, replacing: before) { changes.append(.issue(issue)) }
        if let issue = Shortcut.issue(about: screen, replacing: before) { changes.append(.issue(issue)) }
    }

    mutating func put(_ rows: RowsUpdate, screen id: String, into changes: inout [Change]) throws(Refusal) {
        let before = try requireScreen(id)
        var screen = before
        screen.body = try before.body.updated(rows, screen: id)
        guard screen != before else { return }
        try limits.check(screen)
        screens[id] = screen
        changes.append(.screen(id: id, nodes: screen.body.differingNodes(from: before.body)))
    }

    mutating func removeScreen(_ id: String, into changes: inout [Change]) throws(Refusal) {
        guard screens.removeValue(forKey: id) != nil else { throw noScreen(id) }
        orphaned.remove(id)
        changes.append(.removed(.screen, id: id))
    }

    mutating func setOrphaned(_ id: String, _ isOrphaned: Bool, into changes: inout [Change]) {
        guard screens[id] != nil, orphaned.contains(id) != isOrphaned else { return }
        if isOrphaned { orphaned.insert(id) } else { orphaned.remove(id) }
        changes.append(.orphaned(screen: id, to: isOrphaned))
    }

    // MARK: Environment

    /// A screen's scope may be set before the screen exists; stacks and entries must exist.
    mutating func set(_ new: JSON.Object, in scope: EnvironmentScope, into changes: inout [Change])
        throws(Refusal)
    {
        switch scope {
        case .panel: break
        case .screen(let id): try Naming.check(id, "the screen's id")
        case .stack(let name): _ = try navigation.slot(name)
        case .entry(let id): _ = try requireEntry(id)
        }
        // Whatever does not fit is not merged first.
        try checkSize(ofEnvironment: new)
        let before = environments[scope] ?? [:]
        var after = before
        let removed = Set(new.members.lazy.filter { $0.value == .null }.map { ExactText($0.key) })
        if !removed.isEmpty { after.removeAll { removed.contains(ExactText($0.key)) } }
        for member in new.members where member.value != .null { after[member.key] = member.value }
        guard after != before else { return }
        try limits.checkNesting(of: .object(after), "the environment")
        try checkSize(ofEnvironment: after)
        environments[scope] = after.isEmpty ? nil : after
        changes.append(.environment(scope, after))
    }

    private func checkSize(ofEnvironment values: JSON.Object) throws(Refusal) {
        guard !JSON.object(values).fits(bytes: limits.valueBytes) else { return }
        throw .limit(
            "valueBytes", limits.valueBytes, "the environment of one scope holds at most \(limits.valueBytes) bytes of JSON")
    }
}
