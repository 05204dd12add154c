import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Standups

/// The list and its editor in one process.
@Suite(.mustEnd) struct StandupsTests {
    @MainActor @Test func editorReportsActionsToTheList() throws {
        let snapshot = Snapshot(StandupsView(model: StandupsModel()), columns: 80, rows: 18)
        try snapshot.tap("Design")
        try snapshot.tap("Daily")
        try snapshot.tap("Save")
        #expect(snapshot.text.contains("30 min, daily"))
        try snapshot.tap("Design")
        try snapshot.tap("Duplicate")
        #expect(snapshot.text.contains("Design (copy)"))
        try snapshot.tap("Engineering")
        try snapshot.tap("Delete")
        #expect(!snapshot.text.contains("Engineering"))
    }

    @Test func aSheetIsState_soTheAppMayStartInIt() async throws {
        let text = await MainActor.run {
            Snapshot(StandupsView(model: StandupsModel(editing: Standup.samples[0])), columns: 80, rows: 18).text
        }
        #expect(text.contains("30 minutes"))
        let panel = try TestPanel()
        let app = try panel.start("Standups", "edit", shows: "standups/view/1")
        #expect(try panel.text(columns: 80).contains("30 minutes"))
        #expect(!app.process.hasEnded)
    }

    /// In a test, a call of an unimplemented closure fails the test.
    @MainActor @Test func unimplementedClosureFailsTheTest() throws {
        let model = EditModel(standup: Standup.samples[0])
        let snapshot = Snapshot(EditView(model: model), columns: 60, rows: 12)
        try withKnownIssue {
            try snapshot.tap("Delete")
        } matching: { issue in
            "\(issue)".contains("Unimplemented: EditModel.onDeleteButtonTapped")
        }
    }

    /// The app notices when a script closes the sheet: the next tap opens it again.
    @Test func scriptClosesTheSheet_appIsNotified() throws {
        let panel = try TestPanel()
        let app = try panel.start("Standups", shows: "standups")
        for number in 1...2 {
            try panel.tap("Design")
            #expect(try panel.path == ["standups", "standups/view/\(number)"])
            #expect(try panel.fascia("close").status == .exited(0))
            #expect(try panel.path == ["standups"])
        }
        try panel.tap("Design")
        try panel.tap("Delete")
        #expect(try panel.path == ["standups"])
        #expect(!(try panel.text().contains("Design")))
        #expect(!app.process.hasEnded)
    }

    @Test func killedAppLeavesReadableScreens_andReturns() throws {
        let panel = try TestPanel()
        var app: RunningProcess? = try panel.start("Standups", shows: "standups")
        try panel.tap("Design")
        app?.process.signal(9)
        try app?.process.waitForExit()
        app = nil
        try panel.wait(orphaned: true, "standups")
        // The screen is still shown with all its content. Its buttons fail with a message that the app is gone.
        #expect(try panel.text(columns: 80).contains("30 minutes"))
        let error = try panel.failingTap("Delete")
        #expect(error.reason == "unimplemented")
        #expect(
            error.message
                == "view.tap of the screen \"standups/view/1\" was not carried out: its app has disconnected: start it again"
        )
        #expect(try panel.script.call("daemon.status")[at: "counts/unimplemented"] == 1)
        // The app restarts without the sheet, because its state is lost. The old sheet stays readable, with a note that
        // explains why it does nothing.
        app = try panel.start("Standups", shows: "standups/view/1")
        try panel.wait(
            node: "! The app was restarted and cannot continue here. Go back and open this again.")
        #expect(try panel.text(columns: 80).contains("30 minutes"))
        #expect(try panel.failingTap("Delete").reason == "refused")
        #expect(try panel.script.call("daemon.status")[at: "counts/unimplemented"] == 1)
        #expect(try panel.fascia("close").status == .exited(0))
        try panel.wait(screen: "standups")
        try panel.tap("Design")
        #expect(try panel.path == ["standups", "standups/view/2"])
        try panel.tap("Delete")
        #expect(!(try panel.text(columns: 80).contains("Design")))
        #expect(try panel.path == ["standups"])
    }

    @Test func restartedAppReplacesStaleScreens() throws {
        let panel = try TestPanel()
        var app: RunningProcess? = try panel.start("Standups", "edit", shows: "standups/view/1")
        app?.process.signal(9)
        try app?.process.waitForExit()
        app = nil
        try panel.wait(orphaned: true, "standups")
        app = try panel.start("Standups", "edit", shows: "standups/view/2")
        #expect(try panel.path == ["standups", "standups/view/2"])
    }
}
