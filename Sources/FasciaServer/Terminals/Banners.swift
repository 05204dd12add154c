import FasciaModel
import FasciaRender

/// Messages shown over a terminal's picture, one at a time. Each key shows the next one.
struct Banners {
    /// Further banners are only counted; issues remain listed in `daemon.status`.
    private static let most = 20

    /// The banners, starting with the one shown.
    private var queue: [Banner] = []
    private var left = 0

    /// The banner to show.
    var shown: Banner? {
        guard var banner = queue.first else { return nil }
        banner.waiting = queue.count - 1 + left
        return banner
    }

    /// Shows at once why the user's last input was refused.
    mutating func refuse(_ text: String) {
        if queue.first?.isIssue == false { queue.removeFirst() }
        queue.insert(Banner(text), at: 0)
    }

    /// Adds an issue, unless it equals the last banner.
    mutating func add(_ issue: Issue) {
        let banner = Banner(issue.message, isIssue: true, crumbs: issue.trail)
        guard queue.last != banner else { return }
        if queue.count < Banners.most { queue.append(banner) } else { left += 1 }
    }

    /// Removes the banner shown.
    mutating func dismiss() {
        guard !queue.isEmpty else { return }
        queue.removeFirst()
        if queue.isEmpty, left > 0 {
            queue = [Banner("\(left) more issues: \"fascia issues\" lists them", isIssue: true)]
            left = 0
        }
    }
}

extension Issue {
    /// The screens and the action that led to the issue: `home › orders › edit: onDelete`.
    var trail: String {
        let screens = (breadcrumbs["path"]?.arrayValue ?? []).compactMap { $0["screen"]?.stringValue }
        let near = (screens.count > 4 ? ["…"] : []) + screens.suffix(4)
        let path = near.isEmpty ? breadcrumbs["screen"]?.stringValue ?? "" : near.joined(separator: " › ")
        return [path, breadcrumbs["action"]?.stringValue ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
