import FasciaDocument

extension Issue {
    /// The maximum length of a reported issue's message, in bytes of UTF-8. It is one line for people.
    public static let messageBytes = 4_096
    /// The whole characters of a text that a message has room for. What a program says may be longer.
    public static func message(_ text: String) -> String {
        guard text.utf8.count > messageBytes else { return text }
        var left = messageBytes
        return String(
            text.prefix {
                left -= $0.utf8.count
                return left >= 0
            })
    }
    /// The maximum length of a reported issue's breadcrumbs, in bytes of JSON.
    public static let breadcrumbBytes = 16_384
}

extension Panel {
    /// An issue that a client program reports, with the entries that lead to its place.
    ///
    /// - Parameter place: where the problem is. For an entry or screen that is gone, only its name is added.
    /// - Throws: `limit` for a message or breadcrumbs that are too long; `invalid` for an empty message or breadcrumbs
    ///   that are nested too deeply.
    public func reportedIssue(
        _ severity: Issue.Severity, _ message: String, breadcrumbs: JSON.Object, at place: ActionBindings.Scope?
    ) throws(Refusal) -> Issue {
        guard !message.isEmpty else { throw Refusal(.invalid, "the message of an issue must not be empty") }
        guard message.utf8.count <= Issue.messageBytes else {
            throw .limit(
                "messageBytes", Issue.messageBytes,
                "the message of an issue may have at most \(Issue.messageBytes) bytes: put the rest in breadcrumbs")
        }
        try limits.checkNesting(of: .object(breadcrumbs), "the breadcrumbs of an issue")
        guard JSON.object(breadcrumbs).fits(bytes: Issue.breadcrumbBytes) else {
            throw .limit(
                "breadcrumbBytes", Issue.breadcrumbBytes,
                "the breadcrumbs of an issue may have at most \(Issue.breadcrumbBytes) bytes of JSON")
        }
        var crumbs = breadcrumbs
        for member in way(to: place).members { crumbs[member.key] = member.value }
        return Issue(severity, .reported, message, breadcrumbs: crumbs)
    }

    /// The entries that lead to a place. For a screen: those that lead to the topmost entry that shows it.
    private func way(to place: ActionBindings.Scope?) -> JSON.Object {
        switch place {
        case nil: return [:]
        case .entry(let entry):
            var crumbs: JSON.Object = ["entry": .string(entry.rawValue)]
            guard let (name, found) = find(entry), let stack = stack(name) else { return crumbs }
            crumbs["screen"] = .string(found.route.screen)
            crumbs["stack"] = .string(name)
            crumbs["path"] = path(to: entry, in: stack)
            return crumbs
        case .screen(let screen):
            for stack in navigation.stacks.values {
                guard let shown = stack.entries.last(where: { $0.shows(screen) }) else { continue }
                return way(to: .entry(shown.id))
            }
            return ["screen": .string(screen)]
        }
    }
}
