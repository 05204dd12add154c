import Foundation
import Testing
import TestSupport

/// The units and the daemon under a real systemd, which is PID 1 in its own namespaces. Each test is a script in
/// `Tests/Systemd` and can be run manually: `FASCIA_BUILD_DIRECTORY=.build/debug with-systemd ./start.sh`.
@Suite(.enabled(if: RealManager.mayRun, "needs root and namespaces, cgroup2 and overlayfs that may be used"))
struct RealManagerTests {
    @Test func aStartReturnsWhenTheDaemonAnswers() throws { try RealManager.run("start.sh") }
    @Test func theFirstLineStartsTheDaemon() throws { try RealManager.run("activation.sh") }
    @Test func groupsGiveRoles() throws { try RealManager.run("groups.sh") }
    @Test func aReloadReturnsWhenItIsDone() throws { try RealManager.run("reload.sh") }
    @Test func theWatchdogEndsAHungDaemon() throws { try RealManager.run("watchdog.sh") }
    @Test func theJournalHasTheFields() throws { try RealManager.run("journal.sh") }
    @Test func theSocketOutlivesTheDaemon() throws { try RealManager.run("lifetime.sh") }
    @Test func aStartThatFailsForGoodIsNotRepeated() throws { try RealManager.run("wrong-option.sh") }
    @Test func aPanelSaysWhatIsWrong() throws { try RealManager.run("panel-status.sh") }
    @Test func panelsRunOnAfterARestore() throws { try RealManager.run("restore.sh") }
    @Test func connectionsOutliveTheDaemon() throws { try RealManager.run("connections.sh") }
    @Test func theConfinedDaemonLoadsPlugins() throws { try RealManager.run("plugin.sh") }
    /// The same plugins misbehave without systemd in every run.
    @Test(.enabled(if: Torture.isOn, "takes minutes: make torture"))
    func pluginsOfTheServiceMisbehave() throws { try RealManager.run("misbehaving-plugins.sh", hours: 1) }
    @Test func commandsEndWithAllOfTheirProcesses() throws { try RealManager.run("commands.sh") }
    @Test func aUsersOwnManagerRunsItToo() throws { try RealManager.run("user.sh") }
    @Test func switchOfUnitFollowsTheUnit() throws { try RealManager.run("units.sh") }
    @Test func aTerminalShowsWhatBecomesOfTheUnits() throws { try RealManager.run("terminal.sh") }
    @Test func aPanelAsAServiceMayDoWhatItsRulePermits() throws { try RealManager.run("panel-service.sh") }
    @Test func aUsersPanelSwitchesTheUsersUnits() throws { try RealManager.run("user-panel.sh") }
    @Test func unconfirmedChangesOfUnitsGoBack() throws { try RealManager.run("unit-reverts.sh") }
    /// `FASCIA_FLIPS` says how many flips.
    @Test func atRestThePanelIsWhatSystemdSays() throws {
        let flips = ProcessInfo.processInfo.environment["FASCIA_FLIPS"] ?? "150"
        let said = try RealManager.run("unit-flips.sh", hours: 2)
        #expect(said.contains("\nflips                    \(flips), "))
    }
    @Test func changesByHandAreSeen() throws { try RealManager.run("unit-latency.sh") }
}

private enum RealManager {
    static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Systemd").path

    /// False if systemd cannot run here: with-systemd exits with 77. Under CI it never does.
    static let mayRun: Bool = {
        let result = try? runProcess(scripts + "/with-systemd", ["true"])
        return result?.status != .exited(77)
    }()

    /// Where `Tests/Systemd/install` has installed this build, once for all scenarios.
    private static let installed = Result {
        let directory = try TemporaryDirectory.untilExit()
        _ = try runProcess(
            scripts + "/install", [directory.path], environment: ["FASCIA_BUILD_DIRECTORY": Products.directory]
        ).checked()
        return directory
    }

    /// How much a scenario does, and where it keeps what it has seen.
    private static let passed = ["FLIPS", "ROUNDS", "SCREENS", "SEED", "STOPS", "TERMINALS", "WITHIN"].map { "FASCIA_" + $0 }

    /// - Parameter hours: for a script that takes longer than others; `nil` for the standard deadline.
    /// - Returns: what it has printed: tables of what was measured.
    @discardableResult
    static func run(_ script: String, hours: Int? = nil) throws -> String {
        var environment = ProcessInfo.processInfo.environment.filter { passed.contains($0.key) }
        environment["FASCIA_BUILD_DIRECTORY"] = Products.directory
        environment["FASCIA_TESTS"] = Products.tests
        environment["FASCIA_INSTALLED"] = try installed.get().path
        // At this end the scenario says where it hangs.
        let limit = hours.map { "\($0)h" } ?? "14m"
        let result = try runProcess(
            scripts + "/with-systemd", ["timeout", limit, scripts + "/" + script], environment: environment,
            before: hours.map { Deadline(after: .seconds($0 * 3_600 + 300)) } ?? .standard)
        let output = try result.checked().output
        print(output, terminator: "")
        return output
    }
}
