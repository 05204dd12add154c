import FasciaDocument
import TestSupport
import Testing

/// Restarts of the daemon and of claimers during changes.
@Suite(.mustEnd) struct BoundRestartTests {
    /// A daemon that was killed while the agent turned nginx on. The agent had reported that it was off.
    private func killed(_ claim: JSON.Object = [:]) throws -> (DaemonProcess, JSONClient) {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"], claim)
        try agent.report("services/nginx", false)
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        _ = try agent.carryOut()
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        return (again, try again.client())
    }

    @Test func pendingRequestIsInTheJournal() throws {
        let (daemon, user) = try killed()
        #expect(try user.condition("services/nginx") == "on pending stale")
        #expect(try user.failure("toggle.set", ["id": "services/nginx", "on": false]).reason == "unavailable")
        #expect(try daemon.terminate() == .exited(0))
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.client().condition("services/nginx") == "on pending stale")
    }

    @Test func requestThatWasCarriedOutIsConfirmedByTheFirstReport() throws {
        let (daemon, user) = try killed()
        let agent = try Agent(daemon, ["services/**"], ["retry": true])
        #expect(try agent.requests().isEmpty, "the agent reports first")
        try agent.report("services/nginx", true)
        #expect(try user.condition("services/nginx") == "on")
        #expect(try agent.requests().isEmpty)
    }

    @Test(arguments: [false, true]) func requestIsIssuedOnceMoreOnlyWithRetry(retry: Bool) throws {
        let (daemon, user) = try killed()
        let agent = try Agent(daemon, ["services/**"], ["retry": .bool(retry)])
        try agent.report("services/nginx", false)
        if retry {
            #expect(try agent.carryOutNext()["to"] == true)
            _ = try agent.client.sync()
            #expect(try user.condition("services/nginx") == "on")
        } else {
            #expect(try agent.requests().isEmpty)
            #expect(try user.condition("services/nginx") == "off failed")
        }
    }

    @Test func claimerThatDoesNotComeBackLosesTheChange() throws {
        let (daemon, user) = try killed(["timeout": 0.05])
        while try user.state(of: "services/nginx") == "on" {}
        #expect(try user.condition("services/nginx") == "off stale failed", "\(daemon.log.text)")
    }

    @Test func claimSurvivesAResumedConnection() throws {
        let manager = try ServiceManager()
        let (user, client) = (try manager.client(), try manager.client())
        try user.call("toggle.declare", Services.declaration)
        try client.call("bind.claim", ["ids": ["services/**"], "timeout": 600])
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        let request = try client.receive()
        try manager.restart()
        #expect(try client.notification("resumed")["epoch"] != nil)
        #expect(try user.notification("resumed")["epoch"] != nil)
        #expect(try user.condition("services/nginx") == "on pending unknown")
        // The answer to the request of the previous process counts.
        try client.answer(request["id"] ?? .null)
        _ = try client.sync()
        #expect(try user.condition("services/nginx") == "on")
        try user.call("toggle.set", ["id": "services/nginx", "on": false])
        #expect(try client.receive()[at: "params/to"] == false)
    }

    // MARK: - Changes that go back

    /// A daemon whose change of nginx to on waits for its confirmation.
    private func unconfirmed(within: Double) throws -> (DaemonProcess, JSONClient, Agent) {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        try agent.report("services/nginx", false)
        try user.call("toggle.set", ["id": "services/nginx", "on": true, "revert": ["within": .double(within)]])
        try agent.carryOutNext()
        _ = try agent.client.sync()
        return (daemon, user, agent)
    }

    @Test func anotherConnectionConfirms() throws {
        let (daemon, user, agent) = try unconfirmed(within: 3_600)
        #expect(try user.condition("services/nginx") == "on unconfirmed")
        try daemon.client().call("bind.confirm", ["id": "services/nginx"])
        #expect(try user.condition("services/nginx") == "on")
        #expect(try agent.requests().isEmpty)
    }

    @Test func withoutConfirmationItGoesBack() throws {
        let (daemon, user, agent) = try unconfirmed(within: 0.01)
        let params = try agent.carryOutNext()
        #expect(params["to"] == false && params["from"] == true)
        _ = try agent.client.sync()
        #expect(try user.condition("services/nginx") == "off", "\(daemon.log.text)")
    }

    /// The daemon and the agent are killed, and the time is over when they come back.
    @Test func itGoesBackAfterTheDaemonAndTheAgentWereKilled() throws {
        let (daemon, _, agent) = try unconfirmed(within: 0.5)
        try daemon.kill9()
        _ = agent
        let again = try DaemonProcess(in: daemon.directory)
        let user = try again.client()
        while try user.condition("services/nginx") == "on stale unconfirmed"
            || user.condition("services/nginx") == "on unconfirmed stale"
        {}
        #expect(try user.condition("services/nginx") == "off pending stale")
        let next = try Agent(again, ["services/**"])
        try next.report("services/nginx", true)
        #expect(try next.carryOutNext()["to"] == false)
        _ = try next.client.sync()
        #expect(try user.condition("services/nginx") == "off")
    }

    @Test func itGoesBackAtOnceIfTheTimeIsOverWhenTheDaemonIsBack() throws {
        let (daemon, _, agent) = try unconfirmed(within: 0.2)
        try daemon.kill9()
        _ = agent
        let end = ContinuousClock.now + .milliseconds(250)
        while ContinuousClock.now < end {}
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.client().condition("services/nginx") == "off pending stale")
        let next = try Agent(again, ["services/**"])
        try next.report("services/nginx", true)
        #expect(try next.carryOutNext()["to"] == false)
    }

    @Test func timeRunsOnWhileTheDaemonIsDown() throws {
        let (daemon, _, agent) = try unconfirmed(within: 3_600)
        try daemon.kill9()
        _ = agent
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.client().condition("services/nginx") == "on unconfirmed stale")
    }

    @Test func revertIsForBoundThingsOnly() throws {
        let (daemon, user) = try Services.daemon()
        let error = try user.failure("toggle.set", ["id": "services/nginx", "on": true, "revert": ["within": 5]])
        #expect(error.reason == "invalid" && error.message?.contains("not bound") == true)
        #expect(try user.state(of: "services/nginx") == "off", "\(daemon.log.text)")
    }
}
