import FasciaModel
import FasciaRender

/// What the user of a terminal is told over its picture: one at a time, the next one with the next key.
struct Banners {
    /// More of them are only counted: they are among the issues of the daemon.
    private static let most = 20

    /// From the one that is shown to the last.
    private var queue: [Banner] = []
    private var left = 0

    /// What is shown.
    var shown: Banner? {
        guard var banner = queue.first else { return nil }
        banner.waiting = queue.count - 1 + left
        return banner
    }

    /// Why what the user just did was refused: it is shown at once.
    mutating func refuse(_ text: String) {
        if queue.first?.isIssue == false { queue.removeFirst() }
        queue.insert(Banner(text), at: 0)
    }

    /// Something is wrong, and everybody is told. What says the same as the last one need not be said twice.
    mutating func add(_ issue: Issue) {
        let banner = Banner(issue.message, isIssue: true, crumbs: issue.trail)
        guard queue.last != banner else { return }
        if queue.count < Banners.most { queue.append(banner) } else { left += 1 }
    }

    /// The user has seen it.
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
    /// What led there, in a few words: `home › orders › edit: onDelete`.
    var trail: String {
        let screens = (breadcrumbs["path"]?.arrayValue ?? []).compactMap { $0["screen"]?.stringValue }
        let near = (screens.count > 4 ? ["…"] : []) + screens.suffix(4)
        let path = near.isEmpty ? breadcrumbs["screen"]?.stringValue ?? "" : near.joined(separator: " › ")
        return [path, breadcrumbs["action"]?.stringValue ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
