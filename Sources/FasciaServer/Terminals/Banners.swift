import FasciaLoop
import FasciaModel
import FasciaRender

/// The issues and notices shown over a terminal's picture, one at a time. Each goes away with the next key, and by itself after a while.
struct Banners {
    /// Further banners are only counted; issues remain listed in `daemon.status`.
    private static let maximumQueued = 20
    /// An issue concerns everybody, also those who look at the terminal only now and then.
    private static let issueFactor = 6

    private struct Item {
        /// The issue's id; `nil` for a notice to this user.
        var issue: Int?
        var banner: Banner
        /// Since when it is shown, and on which entry.
        var shown: (since: Moment, on: EntryID)?
    }

    /// Starting with the one shown.
    private var queue: [Item] = []
    private var omitted = 0

    /// The banner to show.
    var shown: Banner? {
        guard var banner = queue.first?.banner else { return nil }
        banner.waiting = queue.count - 1 + omitted
        return banner
    }

    /// Shows a notice at once, such as why the user's last input was refused.
    mutating func show(_ text: String) {
        if queue.first?.banner.isIssue == false { queue.removeFirst() }
        queue.insert(Item(banner: Banner(text)), at: 0)
    }

    /// Adds an issue, unless it equals the last banner.
    mutating func add(_ reported: ReportedIssue) {
        let banner = Banner(reported.issue.message, isIssue: true, breadcrumbs: reported.issue.trail)
        guard queue.last?.banner != banner else { return queue[queue.count - 1].issue = reported.id }
        if queue.count < Banners.maximumQueued {
            queue.append(Item(issue: reported.id, banner: banner))
        } else {
            omitted += 1
        }
    }

    /// Removes the banners that have expired, and a notice that was shown on another entry. The next one is shown from now on.
    ///
    /// - Returns: When the banner shown expires; `nil` without one.
    mutating func update(on entry: EntryID, lifetime: Duration, now: Moment = .now) -> Moment? {
        while let item = queue.first {
            let shown = item.shown ?? (now, entry)
            let expiry = shown.since.advanced(by: lifetime * (item.banner.isIssue ? Banners.issueFactor : 1))
            if expiry > now, item.banner.isIssue || shown.on == entry {
                queue[0].shown = shown
                return expiry
            }
            dismiss()
        }
        return nil
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
        queue = [Item(banner: Banner("\(omitted) more issues: \"fascia issues\" lists them", isIssue: true))]
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
