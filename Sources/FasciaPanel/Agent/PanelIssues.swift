import FasciaAgent
import FasciaDocument
import struct FasciaModel.Issue

/// The issues that an agent reports about its file. They disappear when they are solved, and with the agent.
actor PanelIssues {
    /// What the failures of rules are about: each is something that has happened.
    static let rules = "the rules"

    private let path: String
    private let link: DaemonLink
    /// What is wrong, by what it is about, in the order in which it was reported.
    private var open: [(subject: String, message: String, isError: Bool)] = []
    /// Why there is no daemon.
    private var absence: String?
    private let announce: @Sendable (String?) -> Void

    /// - Parameter announce: called with what is wrong whenever that changes; `nil` if nothing is.
    init(_ path: String, _ link: DaemonLink, announce: @escaping @Sendable (String?) -> Void = { _ in }) {
        self.path = path
        self.link = link
        self.announce = announce
    }

    /// Whether there is a daemon: `nil` if there is, else why not.
    func daemonIsAbsent(_ reason: String?) {
        guard absence != reason else { return }
        absence = reason
        announceFirst()
    }

    private func announceFirst() { announce(absence ?? open.first?.message) }

    /// - Parameter isError: whether everybody sees it at once; otherwise it is only listed.
    func report(_ message: String, about subject: String, isError: Bool = true) async {
        open.removeAll { $0.subject == subject }
        open.append((subject, message, isError))
        announceFirst()
        await tell(message, about: subject, isError: isError)
    }

    /// Reports over a new connection what is wrong now: a daemon that was started again does not know it, and one that was not
    /// has what was solved meanwhile.
    func reportAgain() async {
        await clear { $0["about"] != .string(PanelIssues.rules) }
        for issue in open where issue.subject != PanelIssues.rules {
            await tell(issue.message, about: issue.subject, isError: issue.isError)
        }
    }

    private func tell(_ message: String, about subject: String, isError: Bool) async {
        let crumbs: JSON = ["file": .string(path), "about": .string(subject)]
        _ = try? await link.call(
            "issue.report",
            [
                "severity": isError ? "error" : "warning", "message": .string(Issue.message("\(path): \(message)")),
                "breadcrumbs": crumbs,
            ])
    }

    /// Clears the issues that are solved.
    func solved(_ subject: String) async {
        guard open.contains(where: { $0.subject == subject }) else { return }
        open.removeAll { $0.subject == subject }
        announceFirst()
        await clear { $0["about"] == .string(subject) }
    }

    /// Clears all issues, also those of an earlier agent of the file.
    func clear() async { await clear { _ in true } }

    private func clear(where isSolved: (JSON) -> Bool) async {
        let status = try? await link.call("daemon.status")
        for issue in status?["issues"]?.arrayValue ?? [] {
            guard let crumbs = issue["breadcrumbs"], crumbs["file"] == .string(path), isSolved(crumbs), let id = issue["id"]
            else { continue }
            _ = try? await link.call("issue.clear", ["id": id])
        }
    }
}
