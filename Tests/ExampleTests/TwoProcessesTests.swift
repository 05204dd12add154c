import TestSupport
import Testing

/// The standups list and its editor as two processes: parent and child.
@Suite struct TwoProcessesTests {
    private let panel: TestPanel
    private let editor: RunningProcess

    init() throws {
        panel = try TestPanel()
        editor = try RunningProcess(
            Products.executable("Standups"), ["editor"], environment: ["FASCIA_SOCKET": panel.daemon.socketPath])
        try editor.error.wait(for: "connected to the daemon")
    }

    private func list() throws -> RunningProcess { try panel.start("Standups", "list", shows: "standups") }

    private func open(_ name: String) throws {
        try panel.tap(name)
        try panel.wait(node: "Delete")
        #expect(try panel.path == ["standups", "standups-editor/edit"])
    }

    @Test func parentHandlesTheChildsActions() throws {
        let list = try list()
        try open("Design")
        try panel.tap("Daily")
        // The child answers after the parent has answered, so everything is done when the tap returns.
        #expect(try panel.tap("Save")["outcome"] == "handled")
        #expect(try panel.path == ["standups"])
        #expect(try panel.text().contains("30 min, daily"))
        try open("Design")
        #expect(try panel.tap("Duplicate")["outcome"] == "handled")
        #expect(try panel.text().contains("Design (copy)"))
        try open("Engineering")
        #expect(try panel.tap("Delete")["outcome"] == "handled")
        #expect(!(try panel.text().contains("Engineering")))
        #expect(!list.process.hasEnded && !editor.process.hasEnded)
    }

    @Test func noIssueAtPush_ifAllEmitsAreHandled() throws {
        let list = try list()
        try open("Design")
        #expect(try panel.script.call("daemon.status")[at: "counts/issues"] == 0)
        #expect(!list.process.hasEnded)
    }

    @Test func withoutTheParent_theTapIsUnimplementedEverywhere() throws {
        var list: RunningProcess? = try list()
        try open("Design")
        list?.process.signal(9)
        try list?.process.waitForExit()
        list = nil
        try panel.wait(orphaned: true, "standups")
        let watcher = try RunningProcess(
            Products.executable("fascia"), ["watch", "issue:*"],
            environment: ["FASCIA_SOCKET": panel.daemon.socketPath])
        let terminal = try panel.terminal(columns: 100, rows: 20)
        try terminal.output.wait(for: "30 minutes")
        while try panel.script.call("daemon.status")[at: "counts/watches"]?.intValue ?? 0 < 2 {}

        let error = try panel.failingTap("Delete")
        #expect(error.reason == "unimplemented")
        let crumbs = try #require(error[at: "data/breadcrumbs"])
        #expect(crumbs["action"] == "onDeleteButtonTapped" && crumbs["payload"] == "design")
        #expect(crumbs[at: "path/0/screen"] == "standups")
        #expect(crumbs[at: "path/1/screen"] == "standups-editor/edit")
        #expect(crumbs[at: "declared/emits"] == true)
        let message = "no app handles onDeleteButtonTapped of the screen \"standups-editor/edit\""
        #expect(error.message?.hasPrefix(message) == true)
        try watcher.output.wait(for: message)
        try panel.daemon.log.wait(for: message)
        #expect(try panel.script.call("daemon.status")[at: "counts/unimplemented"] == 1)
        try terminal.output.wait(for: "! no app handles onDeleteButtonTapped")
        // The terminal shows a short trail of what led to the issue; the command shows all of it.
        try terminal.output.wait(for: "standups › standups-editor/edit: onDeleteButtonTapped")
        let issues = try runProcess(
            Products.executable("fascia"), ["issues", "--verbose"],
            environment: ["FASCIA_SOCKET": panel.daemon.socketPath]
        ).output
        for crumb in [
            ": standups\n", ": standups-editor/edit\n", "action: onDeleteButtonTapped", "payload: design",
            "declared: {\"emits\":true", "sender: ", "earlier, revision ",
        ] { #expect(issues.contains(crumb), "\(crumb) in \(issues)") }
        #expect(!editor.process.hasEnded)

        // The parent is back and handles the action again.
        list = try self.list(behind: "standups-editor/edit")
        #expect(try panel.tap("Delete")["outcome"] == "handled")
        #expect(try panel.path == ["standups"])
        #expect(!(try panel.text().contains("Design")))
    }

    /// Starts the list, whose window is below the sheet, and waits until the app has taken the window over.
    private func list(behind screen: String) throws -> RunningProcess {
        let list = try panel.start("Standups", "list", shows: screen)
        try panel.wait(orphaned: false, "standups")
        return list
    }

    @Test func theEditorGoesAndComesBack() throws {
        let list = try list()
        // It may be connected and have published nothing yet.
        while try !panel.script.call("screen.list").text.contains("standups-editor/edit") {}
        editor.process.signal(9)
        try editor.process.waitForExit()
        try panel.wait(orphaned: true, "standups-editor/edit")
        try panel.tap("Design")
        let again = try RunningProcess(
            Products.executable("Standups"), ["editor"], environment: ["FASCIA_SOCKET": panel.daemon.socketPath])
        try panel.wait(node: "Delete")
        #expect(try panel.tap("Delete")["outcome"] == "handled")
        #expect(try panel.path == ["standups"])
        #expect(!list.process.hasEnded && !again.process.hasEnded)
    }
}
