import FasciaDocument

/// The issues that an agent reports about its file. They disappear when they are solved, and with the agent.
actor PanelIssues {
    private let path: String
    private let link: PanelLink
    /// What the open issues are about.
    private var subjects: Set<String> = []

    init(_ path: String, _ link: PanelLink) {
        self.path = path
        self.link = link
    }

    func report(_ message: String, about subject: String) async {
        subjects.insert(subject)
        let crumbs: JSON = ["file": .string(path), "about": .string(subject)]
        _ = try? await link.call(
            "issue.report", ["severity": "error", "message": .string("\(path): \(message)"), "breadcrumbs": crumbs])
    }

    /// Clears the issues that are solved.
    func solved(_ subject: String) async {
        guard subjects.remove(subject) != nil else { return }
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
