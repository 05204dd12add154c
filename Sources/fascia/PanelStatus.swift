import FasciaDocument
import FasciaSystemd
import Synchronization

/// The line that `systemctl status` shows of an agent: what is wrong, if anything is.
final class PanelStatus: Sendable {
    private struct State {
        var problems: [String: String] = [:]
        var isReady = false
    }

    private let files: [String]
    private let state = Mutex(State())

    init(_ files: [String]) { self.files = files }

    var text: String {
        let problems = state.withLock(\.problems)
        let wrong = files.compactMap { file in problems[file].map { "\(file): \($0)" } }
        return Printable.text(wrong.first ?? "shows \(files.joined(separator: ", "))")
    }

    /// The manager has been told that the agent is ready. Before that, its line is that of the start.
    func isReady() { state.withLock { $0.isReady = true } }

    /// - Parameter problem: `nil` if nothing is wrong any more.
    func announce(_ problem: String?, of file: String) {
        let isReady = state.withLock {
            $0.problems[file] = problem
            return $0.isReady
        }
        if isReady { Notify().status(text) }
    }
}
