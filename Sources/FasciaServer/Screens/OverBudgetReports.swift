import FasciaModel
import FasciaRender
import FasciaWire

/// Reports screens that are too expensive to lay out or to paint. One thread serves all clients, so such a screen is shown
/// simplified and its author gets an issue.
final class OverBudgetReports: ScreenCache {
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
        for (entry, excess) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let screen = live.panel.find(entry).map({ live.panel.screenID(of: $0.entry) }),
                let client = apps.publisher(of: screen) ?? viewer, reported.insert(screen).inserted
            else { continue }
            let issue = Issue(
                .error, .excessive, "screen \"\(screen)\" " + Self.words(excess),
                breadcrumbs: ["screen": .string(screen), "entry": .string(entry.rawValue)])
            live.record(.reportIssue(issue), Cause(method: "terminal.frame", origin: client.origin))
        }
        return live.revision != before
    }

    private static func words(_ excess: OverBudgetScreens.Excess) -> String {
        switch excess {
        case .layout:
            "is too expensive to lay out and is shown simplified: nest fewer flexible stacks, grids and frames, and put long texts "
                + "into a list"
        case .painting:
            "draws too many areas over each other, and the last ones are drawn plain: use fewer colours, shapes and translucent "
                + "layers on top of each other"
        }
    }

    /// Whether an issue about a screen's cost is still true: false once the screen was published again.
    func holds(_ issue: Issue) -> Bool {
        issue.reason != .excessive || issue.breadcrumbs["screen"]?.stringValue.map(reported.contains) == true
    }

    /// Allows another report. Call when the screen was published again.
    func forget(_ screen: String) { reported.remove(screen) }
}
