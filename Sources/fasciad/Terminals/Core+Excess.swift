import FasciaModel
import FasciaRender
import FasciaWire

/// Screens that are too much to be shown as they are meant. The daemon has one thread for everybody: what would hold it
/// up is shown in a simpler way, and its author is told.
extension Core {
    /// - Returns: whether there was anything to say.
    func reportExcess() -> Bool {
        let found = excess.take()
        guard !found.isEmpty else { return false }
        let before = panel.revision
        for entry in found.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let screen = panel.find(entry).map({ panel.screenID(of: $0.entry) }),
                let who = (actions.publishers[screen].flatMap { clients[$0] } ?? terminals.first?.client)
            else { continue }
            let new = (found[entry] ?? []).subtracting(excessive[screen] ?? [])
            excessive[screen, default: []].formUnion(new)
            for part in new.sorted(by: { $0.remedy < $1.remedy }) {
                let issue = Issue(
                    .error, .excessive, "screen \"\(screen)\" \(part.remedy)",
                    breadcrumbs: ["screen": .string(screen), "entry": .string(entry.rawValue)])
                record(.reportIssue(issue), Cause(method: "terminal.frame", origin: who.origin))
            }
        }
        return panel.revision != before
    }
}

extension Excess.Part {
    /// What is wrong with a screen, and how to mend it.
    fileprivate var remedy: String {
        switch self {
        case .layout:
            "is too much to lay out, and is not laid out as it is meant: put fewer flexible stacks, grids and frames "
                + "into each other, and long texts into a list"
        case .paint:
            "is too much to paint, and is shown without mixed colours: put fewer large shapes that show through over "
                + "each other"
        }
    }
}
