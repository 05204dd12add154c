import FasciaModel
import FasciaRender
import FasciaWire

/// Screens that are too expensive to lay out. One thread serves all clients, so such a screen is shown in a simplified
/// way and its author gets an issue.
final class OverBudgetReports {
    private let live: LivePanel
    private let apps: Apps
    private let screens: OverBudgetScreens
    /// Screens already reported, so that each is reported once.
    private var reported: Set<String> = []

    init(_ live: LivePanel, _ apps: Apps, _ screens: OverBudgetScreens) {
        self.live = live
        self.apps = apps
        self.screens = screens
    }

    /// Publishes an issue for each screen that was found too expensive.
    ///
    /// - Parameter viewer: the client that counts as the cause if the screen's author is gone.
    /// - Returns: Whether an issue was published.
    func publish(viewer: Client?) -> Bool {
        let found = screens.take()
        guard !found.isEmpty else { return false }
        let before = live.revision
        for entry in found.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let screen = live.panel.find(entry).map({ live.panel.screenID(of: $0.entry) }),
                let client = apps.publisher(of: screen) ?? viewer, reported.insert(screen).inserted
            else { continue }
            let issue = Issue(
                .error, .excessive,
                "screen \"\(screen)\" is too much to lay out, and is not laid out as it is meant: put fewer flexible "
                    + "stacks, grids and frames into each other, and long texts into a list",
                breadcrumbs: ["screen": .string(screen), "entry": .string(entry.rawValue)])
            live.record(.reportIssue(issue), Cause(method: "terminal.frame", origin: client.origin))
        }
        return live.revision != before
    }

    /// A screen was published again: it may be reported again.
    func forget(_ screen: String) { reported.remove(screen) }
}
