import FasciaDocument
import TestSupport
import Testing

/// A change that is being carried out can be taken back. `FasciaModelTests` has the rules.
@Suite(.mustEnd) struct CancelledChangeTests {
    private let daemon: DaemonProcess
    private let user: JSONClient
    private let agent: Agent

    init() throws {
        (daemon, user) = try Services.daemon()
        agent = try Agent(daemon, ["services/**"])
        for id in ["nginx", "cron"] { try agent.report("services/\(id)", false) }
    }

    private func set(_ id: String, _ on: Bool) throws { try user.call("toggle.set", ["id": .string(id), "on": .bool(on)]) }

    @Test func claimerIsToldWhatWaitsForTheEndOfItsChange() throws {
        try set("services/nginx", true)
        let (id, _) = try agent.carryOut()
        try set("services/nginx", false)
        #expect(try agent.cancellation() == ["id": "services/nginx", "request": id, "to": true, "next": false])
        try user.watch()
        try agent.client.refuse(id, code: 1, "cancelled", reason: "cancelled")
        #expect(try user.words() == ["confirmed services/nginx"])
        #expect(try agent.requests().isEmpty, "it is not asked to do what is so")
        #expect(try user.condition("services/nginx") == "off")
    }

    @Test func claimerThatIgnoresItCarriesOutBoth() throws {
        try set("services/nginx", true)
        let (id, _) = try agent.carryOut()
        try set("services/nginx", false)
        _ = try agent.cancellation()
        try agent.client.answer(id)
        #expect(try agent.carryOutNext()["to"] == false)
        #expect(try user.condition("services/nginx") == "off")
    }

    @Test func claimerIsToldAtOnceIfTheRequestHasWaitedForItsTurn() throws {
        try set("services/cron", true)
        let (first, _) = try agent.carryOut()
        try set("services/nginx", true)
        try set("services/nginx", false)
        #expect(try agent.requests().isEmpty)
        try agent.client.answer(first)
        let (second, params) = try agent.carryOut()
        #expect(params["id"] == "services/nginx" && params["to"] == true)
        #expect(try agent.cancellation()["request"] == second)
    }

    @Test func wayBackIsNotTakenBack() throws {
        try user.call("toggle.set", ["id": "services/nginx", "on": true, "revert": ["within": 0.001]])
        try agent.carryOutNext()
        let (_, params) = try agent.carryOut()
        #expect(params["revert"] == true)
        try set("services/nginx", true)
        try set("services/cron", true)
        try agent.client.call("sync")
        #expect(agent.client.takeNotifications().isEmpty)
    }
}
