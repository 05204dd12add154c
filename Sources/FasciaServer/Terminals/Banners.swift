import FasciaModel
import FasciaRender

/// Messages shown over a terminal's picture, one at a time. Each key shows the next one.
struct Banners {
    /// Further banners are only counted; issues remain listed in `daemon.status`.
    private static let maximumQueued = 20

    /// The banners, starting with the one shown.
    private var queue: [Banner] = []
    private var omitted = 0

    /// The banner to show.
    var shown: Banner? {
        guard var banner = queue.first else { return nil }
        banner.waiting = queue.count - 1 + omitted
        return banner
    }

    /// Shows a message at once, such as why the user's last input was refused.
    mutating func show(_ text: String) {
        if queue.first?.isIssue == false { queue.removeFirst() }
        queue.insert(Banner(text), at: 0)
    }

    /// Adds an issue, unless it equals the last banner.
    mutating func add(_ issue: Issue) {
        let banner = Banner(issue.message, isIssue: true, breadcrumbs: issue.trail)
        guard queue.last != banner else { return }
        if queue.count < Banners.maximumQueued { queue.append(banner) } else { omitted += 1 }
    }

    /// Removes the banner shown.
    mutating func dismiss() {
        guard !queue.isEmpty else { return }
        queue.removeFirst()
        if queue.isEmpty, omitted > 0 {
            queue = [Banner("\(omitted) more issues: \"fascia issues\" lists them", isIssue: true)]
            omitted = 0
        }
    }
}

extension Issue {
    /// The screens and the action that led to the issue: `home › orders › edit: onDelete`.
    var trail: String {
        let screens = (breadcrumbs["path"]?.arrayValue ?? []).compactMap { $0["screen"]?.stringValue }
        let last = (screens.count > 4 ? ["…"] : []) + screens.suffix(4)
        let path = last.isEmpty ? breadcrumbs["screen"]?.stringValue ?? "" : last.joined(separator: " › ")
        return [path, breadcrumbs["action"]?.stringValue ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
