import FasciaDocument

/// Whether an issue is still true.
extension Panel {
    /// Whether the cause of an issue about a screen or an entry still exists. The panel knows nothing of other causes,
    /// so other issues are always true.
    public func holds(_ issue: Issue, _ bindings: ActionBindings) -> Bool {
        let screen = issue.breadcrumbs["screen"]?.stringValue.flatMap { screens[$0] }
        switch issue.reason {
        case .order:
            let names = screen.flatMap { ActionNames.issue(about: $0, replacing: nil) }?.breadcrumbs["emits"]
            return names.overlaps(issue.breadcrumbs["emits"])
        case .shortcut:
            let keys = screen.flatMap { Shortcut.issue(about: $0, replacing: nil) }?.breadcrumbs["keys"]
            return keys.overlaps(issue.breadcrumbs["keys"])
        case .unhandled:
            let entry = issue.breadcrumbs["path"]?.arrayValue?.last?["id"]?.stringValue
            return entry.flatMap { unhandledIssue(of: EntryID($0), bindings) } != nil
        case .unimplemented, .unanswered, .style, .reported, .excessive: return true
        }
    }

    /// Whether a peer handles the action that an issue is about, so that the action can be sent again.
    public func handles(_ peer: ActionBindings.Peer, _ issue: Issue, _ bindings: ActionBindings) -> Bool {
        guard let action = issue.breadcrumbs["action"]?.stringValue else { return false }
        if let entry = issue.breadcrumbs["entry"]?.stringValue, let (name, _) = find(EntryID(entry)), let stack = stack(name) {
            return stack.candidates(for: action, of: EntryID(entry), bindings).contains { $0.peer == peer }
        }
        let screen = issue.breadcrumbs["screen"]?.stringValue
        return screen.map { bindings.peers(.screen($0), handling: action).contains(peer) } ?? false
    }
}

extension JSON? {
    /// Whether two lists have an element in common.
    fileprivate func overlaps(_ other: JSON?) -> Bool {
        let elements = self?.arrayValue ?? []
        return other?.arrayValue?.contains(where: elements.contains) ?? false
    }
}
