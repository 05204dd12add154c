import FasciaModel
import FasciaRender
import FasciaWire

/// Screens that are too expensive to lay out. One thread serves all clients, so such a screen is shown in a simplified
/// way and its author gets an issue.
extension Core {
    /// - Returns: Whether an issue was published.
    func reportExcess() -> Bool {
        let found = excess.take()
        guard !found.isEmpty else { return false }
        let before = panel.revision
        for entry in found.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let screen = panel.find(entry).map({ panel.screenID(of: $0.entry) }),
                let who = (actions.publishers[screen].flatMap { clients[$0] } ?? terminals.first?.client),
                excessive.insert(screen).inserted
            else { continue }
            let issue = Issue(
                .error, .excessive,
                "screen \"\(screen)\" is too much to lay out, and is not laid out as it is meant: put fewer flexible "
                    + "stacks, grids and frames into each other, and long texts into a list",
                breadcrumbs: ["screen": .string(screen), "entry": .string(entry.rawValue)])
            record(.reportIssue(issue), Cause(method: "terminal.frame", origin: who.origin))
        }
        return panel.revision != before
    }
}
