import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire

/// The lines of `log` nodes. They are not part of the panel: neither journalled nor undone, and gone with the daemon.
final class Logs {
    /// The logs kept. A further one replaces the one that has been still for the longest time.
    static let maximumLogs = 64

    private(set) var tails: [String: LogTail] = [:]
    /// The ids, the one appended to last at the end.
    private var order: [String] = []

    /// Executes `log.append`.
    func append(_ append: LogAppend) -> Reply {
        order.removeAll { $0 == append.id }
        order.append(append.id)
        if order.count > Self.maximumLogs { tails[order.removeFirst()] = nil }
        if append.replaces { tails[append.id]?.removeAll() }
        tails[append.id, default: LogTail()].append(append.lines)
        return .result(["lines": .int(tails[append.id]?.lines.count ?? 0)])
    }
}
