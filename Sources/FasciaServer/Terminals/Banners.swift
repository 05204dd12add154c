import FasciaModel
import FasciaRender

/// Messages shown over a terminal's picture, one at a time. Each key shows the next one.
struct Banners {
    /// Further banners are only counted; issues remain listed in `daemon.status`.
    private static let maximumQueued = 20

    /// The banners, starting with the one shown; an issue's with its id.
    private var queue: [(issue: Int?, banner: Banner)] = []
    private var omitted = 0

    /// The banner to show.
    var shown: Banner? {
        guard var banner = queue.first?.banner else { return nil }
        banner.waiting = queue.count - 1 + omitted
        return banner
    }

    /// Shows a message at once, such as why the user's last input was refused.
    mutating func show(_ text: String) {
        if queue.first?.banner.isIssue == false { queue.removeFirst() }
        queue.insert((nil, Banner(text)), at: 0)
    }

    /// Adds an issue, unless it equals the last banner.
    mutating func add(_ reported: ReportedIssue) {
        let banner = Banner(reported.issue.message, isIssue: true, breadcrumbs: reported.issue.trail)
        guard queue.last?.banner != banner else { return queue[queue.count - 1].issue = reported.id }
        if queue.count < Banners.maximumQueued { queue.append((reported.id, banner)) } else { omitted += 1 }
    }

    /// Removes the banner shown.
    mutating func dismiss() {
        guard !queue.isEmpty else { return }
        queue.removeFirst()
        countOmitted()
    }

    /// Removes all banners.
    mutating func dismissAll() { self = Banners() }

    /// Removes the banners of these issues.
    ///
    /// - Returns: Whether there was any.
    mutating func withdraw(_ issues: Set<Int>) -> Bool {
        let before = queue.count
        queue.removeAll { $0.issue.map(issues.contains) == true }
        guard queue.count < before else { return false }
        countOmitted()
        return true
    }

    /// Adds a banner for the omitted ones once all others are gone.
    private mutating func countOmitted() {
        guard queue.isEmpty, omitted > 0 else { return }
        queue = [(nil, Banner("\(omitted) more issues: \"fascia issues\" lists them", isIssue: true))]
        omitted = 0
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
