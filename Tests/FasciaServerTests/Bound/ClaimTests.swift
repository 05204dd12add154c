import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@testable import FasciaServer

/// Whoever claims a thing is asked, once for each request, and an answer counts for the request that it answers.
@Suite(.mustEnd) struct ClaimTests {
    private let bench: ClaimBench

    init() throws { bench = try ClaimBench() }

    private func claimer(_ ids: [String], _ params: JSON.Object = [:]) throws -> ClaimPeer {
        let peer = bench.connect()
        try claim(ids, by: peer, params)
        return peer
    }

    private func claim(_ ids: [String], by peer: ClaimPeer, _ params: JSON.Object = [:]) throws {
        var params = params
        params["ids"] = .array(ids.map { .string($0) })
        params["timeout"] = 600
        try peer.call("bind.claim", params)
    }

    private func set(_ id: String, _ on: Bool, by peer: ClaimPeer? = nil) throws {
        try (peer ?? bench.user).call("toggle.set", ["id": .string(id), "on": .bool(on)])
    }

    /// The first claimer leaves without an answer, and its claim has ended before.
    @Test func secondClaimerIsAskedAlthoughTheFirstHasNotAnswered() throws {
        let first = try claimer(["a/x"])
        try set("a/x", true)
        #expect(first.asked.count == 1)
        try first.call("bind.release", [:])
        let second = try claimer(["a/x"], ["retry": true])
        try set("a/x", true)
        try first.close()
        try second.call("bind.report", ["id": "a/x", "value": false])
        try #require(second.asked.map(\.to) == [true])
        try second.answer(second.asked[0])
        #expect(try bench.state("a/x") == "on")
    }

    /// The claim of the second claimer has ended, and that of another one that has gone is left.
    @Test func changeIsInterruptedWhenTheClientThatWasAskedLeavesWithoutItsClaim() throws {
        let first = try claimer(["a/**"], ["retry": true])
        try first.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        try first.close()
        let second = try claimer(["a/x"], ["retry": true])
        try second.call("bind.report", ["id": "a/x", "value": false])
        #expect(second.asked.map(\.to) == [true])
        try second.call("bind.release", ["ids": ["a/x"]])
        try second.close()
        try bench.passDeadlines()
        #expect(try bench.state("a/x") == "off failed stale", "nobody is asked, and it has to end")
    }

    /// Who was asked is not in the journal, and whoever has claimed the thing since is gone already.
    @Test func changeOfAClaimerThatReleasedItEndsAlthoughTheDaemonIsKilled() throws {
        let first = try claimer(["a/x"])
        try first.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        try first.call("bind.release", [:])
        let second = try claimer(["a/x"])
        try second.close()
        #expect(try bench.state("a/x") == "on pending stale")
        try bench.restart()
        try bench.passDeadlines()
        #expect(try bench.state("a/x") == "off failed stale", "nobody is asked, and it has to end")
    }

    /// The end of the first claimer's request is not that of the second one's.
    @Test func secondClaimerIsAskedOnceForEachRequest() throws {
        let first = try claimer(["a/x", "b/x"])
        try set("a/x", true)
        try first.call("bind.release", ["ids": ["a/x"]])
        let second = try claimer(["a/x"], ["retry": true])
        try set("a/x", true)
        try first.close()
        try second.call("bind.report", ["id": "a/x", "value": false])
        try claim(["a/y"], by: second)
        #expect(second.asked.map(\.to) == [true])
    }

    @Test func lateAnswerOfTheFirstClaimerDoesNotCountForTheSecond() throws {
        let first = try claimer(["a/x"], ["retry": true])
        try first.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        try first.call("bind.report", ["id": "a/x", "value": true])
        let late = first.asked[0]
        try first.call("bind.release", [:])
        let second = try claimer(["a/x"])
        try set("a/x", false)
        #expect(second.asked.map(\.to) == [false])
        try first.answer(late, failing: "too late")
        #expect(try bench.state("a/x") == "off pending unknown")
        try claim(["a/y"], by: second)
        #expect(second.asked.map(\.to) == [false])
    }

    /// The second has read it before the first has made the change: nobody knows which of them is right.
    @Test func lateAnswerOfTheFirstClaimerIsStaleUntilTheSecondReports() throws {
        let first = try claimer(["a/x"])
        try first.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        let late = first.asked[0]
        try first.call("bind.release", [:])
        let second = try claimer(["a/x"])
        try second.call("bind.report", ["id": "a/x", "value": false])
        try first.answer(late)
        #expect(try bench.state("a/x") == "on stale")
        let toggle = try second.call("toggle.get", ["id": "a/x"])
        let reason = toggle[at: "condition/stale/reason"]?.stringValue ?? ""
        #expect(reason.hasSuffix(" has not reported it since another client has changed it"))
        #expect(second.polled == ["a/x"])
        try second.call("bind.report", ["id": "a/x", "value": true])
        #expect(try bench.state("a/x") == "on")
    }

    @Test func laterRequestOfTheSameClaimerWaitsForItsAnswer() throws {
        let first = try claimer(["a/x"])
        try set("a/x", true)
        try first.call("bind.report", ["id": "a/x", "value": true])
        try set("a/x", false)
        #expect(first.asked.map(\.to) == [true])
        try first.answer(first.asked[0], failing: "too late")
        #expect(first.asked.map(\.to) == [false])
    }

    @Test func queuedRequestIsCarriedOutInTheNameOfItsRequester() throws {
        let claimer = try claimer(["a/x"])
        let other = bench.connect(uid: 1_234)
        try set("a/x", true)
        try set("a/x", false, by: other)
        #expect(claimer.asked.map(\.uid) == [65_534])
        try claimer.answer(claimer.asked[0])
        #expect(claimer.asked.map(\.uid) == [1_234])
    }

    @Test func requestersNameOutlivesARestart() throws {
        var claimer = try claimer(["a/x"], ["retry": true])
        try claimer.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", false)
        try set("a/x", true)
        #expect(claimer.asked.map(\.uid) == [65_534])
        try bench.restart()
        claimer = try self.claimer(["a/x"], ["retry": true])
        try claimer.call("bind.report", ["id": "a/x", "value": false])
        #expect(claimer.asked.map(\.uid) == [65_534])
    }

    // MARK: - What outlives its claim and its row

    @Test func releasedChangeGoesOnUntilItIsAnswered() throws {
        let claimer = try claimer(["a/x", "a/y"])
        try claimer.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        #expect(try claimer.call("bind.release", [:])["held"] == ["a/x"])
        #expect(try bench.state("a/x") == "on pending" && bench.state("a/y") == "off unbound")
        try claimer.answer(claimer.asked[0])
        #expect(try bench.state("a/x") == "on unbound")
    }

    @Test func changeOfARemovedOptionIsDecidedAndThenForgotten() throws {
        let claimer = try claimer(["a/**"])
        try claimer.call("bind.report", ["id": "a/x", "value": false])
        try set("a/x", true)
        let revision = try bench.user.call("sync", [:])["revision"]?.intValue ?? 0
        try bench.declare("a", ["y"])
        try claimer.answer(claimer.asked[0])
        let events = try bench.user.call("history.get", ["topics": ["confirmed:a/x"], "since": .int(revision)])
        #expect(events["events"]?.arrayValue?.count == 1)
        try bench.declare("a", ["x", "y"])
        #expect(try bench.state("a/x") == "off unknown")
    }

    @Test func removedOptionThatComesBackDuringItsChangeShowsIt() throws {
        let claimer = try claimer(["a/**"])
        try set("a/x", true)
        try bench.declare("a", ["y"])
        try bench.declare("a", ["x", "y"])
        #expect(try bench.state("a/x") == "on pending unknown")
        #expect(claimer.asked.count == 1)
    }

    @Test func unconfirmedChangeOfARemovedAndReleasedOptionCanBeConfirmed() throws {
        let claimer = try claimer(["a/x"])
        try claimer.call("bind.report", ["id": "a/x", "value": true])
        try bench.user.call("toggle.set", ["id": "a/x", "on": false, "revert": ["within": 3_600]])
        try claimer.answer(claimer.asked[0])
        #expect(try claimer.call("bind.release", [:])["held"] == ["a/x"])
        try bench.declare("a", ["y"])
        try bench.user.call("bind.confirm", ["id": "a/x"])
        #expect(try !bench.user.attempt("bind.confirm", ["id": "a/x"]))
    }

    /// Whatever has happened to its row and its claim, the old value is carried out.
    @Test func unconfirmedChangeOfARemovedAndReleasedOptionGoesBack() throws {
        let claimer = try claimer(["a/x"])
        try claimer.call("bind.report", ["id": "a/x", "value": true])
        try bench.user.call("toggle.set", ["id": "a/x", "on": false, "revert": ["within": 0.001]])
        try claimer.answer(claimer.asked[0])
        try claimer.call("bind.release", [:])
        try bench.declare("a", ["y"])
        while claimer.asked.isEmpty { try bench.passDeadlines() }
        #expect(claimer.asked.map(\.to) == [true])
        try claimer.answer(claimer.asked[0])
        #expect(bench.server.core.live.panel.busyThings.isEmpty && bench.server.core.live.panel.claims.isEmpty)
    }

    /// Its program is back, and has it no more.
    @Test(arguments: [false, true]) func unconfirmedChangeThatNobodyCarriesOutAnyMoreEnds(isRemovedLate: Bool) throws {
        let claimer = try claimer(["a/x", "a/y"])
        try claimer.call("bind.report", ["id": "a/x", "value": true])
        try bench.user.call("toggle.set", ["id": "a/x", "on": false, "revert": ["within": 0.001]])
        try claimer.answer(claimer.asked[0])
        try claimer.close()
        let thing = ThingID.option("a/x")
        func isGoingBack() -> Bool { bench.server.core.live.panel.boundState(of: thing)?.running?.isFallback == true }
        if isRemovedLate { while !isGoingBack() { try bench.passDeadlines() } }
        let next = try self.claimer(["a/y"])
        try bench.declare("a", ["y"])
        while bench.server.core.live.panel.busyThings == [thing] { try bench.passDeadlines() }
        #expect(next.asked.isEmpty)
        let issues = try bench.user.call("daemon.status", [:])["issues"]?.text ?? ""
        #expect(issues.contains("did not go back, though nobody confirmed it"), "\(issues)")
        try bench.declare("a", ["x", "y"])
        #expect(try bench.state("a/x") == "off stale unknown")
    }

    // MARK: - Claimers that do not answer

    @Test func thingsOfAClaimerThatDoesNotAnswerAreStaleUntilItDoes() throws {
        let claimer = try claimer(["a/x"])
        try claimer.call("bind.report", ["id": "a/x", "value": true])
        try bench.pass(.seconds(11))
        try bench.pass(.seconds(11))
        #expect(try bench.state("a/x") == "on", "it answers")
        claimer.isStopped = true
        try bench.pass(.seconds(11))
        #expect(try bench.state("a/x") == "on", "it has time to answer")
        try bench.pass(.seconds(11))
        #expect(try bench.state("a/x") == "on stale")
        let condition = try bench.user.call("toggle.get", ["id": "a/x"])
        #expect(condition[at: "condition/stale/reason"]?.stringValue?.hasSuffix(" does not answer") == true)
        claimer.isStopped = false
        try bench.pass(.zero)
        try bench.pass(.seconds(11))
        #expect(try bench.state("a/x") == "on")
    }

    // MARK: - Many patterns

    @Test func clientClaims100IdsWithWildcards() throws {
        let claimer = try claimer((1...99).map { "g\($0)/*" })
        try claim(["h/*", "i/x"], by: claimer)
        let error = try claimer.reply("bind.claim", ["ids": ["j/*"]])
        #expect(
            error[at: "error/message"]?.stringValue
                == "a client can claim at most 100 ids with wildcards, and this would be 101: name the things, or use wider "
                + "patterns")
        #expect(error[at: "error/data/limit"] == "claimedPatterns" && error[at: "error/data/value"] == 100)
        #expect(try claimer.attempt("bind.claim", ["ids": ["h/*", "j/x"]]), "it has claimed this one before")
    }

    @Test(arguments: ["bind.claim", "bind.release"])
    func oneRequestHas1000Ids(method: String) throws {
        let claimer = try claimer((1...1_000).map { "g/s\($0)" })
        let ids = JSON.array((1...1_001).map { .string("g/s\($0)") })
        let error = try claimer.reply(method, ["ids": ids])
        #expect(error[at: "error/message"] == "/ids: expected at most 1000 items, found 1001")
        #expect(try claimer.attempt("bind.claim", ["ids": ["g/s1001"]]), "there may be more of them")
    }

    // MARK: - What cannot be carried out

    /// A volatile value is not in the journal.
    @Test func restartAsksNobodyToCarryOutWhatIsOnlyRead() throws {
        let declaration: JSON.Object = ["key": "load", "kind": "double", "volatile": true]
        try bench.user.call("value.declare", declaration)
        var claimer = try claimer(["value:load"])
        try claimer.call("bind.report", ["id": "value:load", "value": 0.5])
        try bench.restart()
        claimer = try self.claimer(["value:load"])
        bench.server.core.live.retryUnrecorded()
        try bench.receive()
        #expect(claimer.asked.isEmpty)
        try claimer.call("bind.report", ["id": "value:load", "value": 0.7])
        #expect(claimer.asked.isEmpty)
        let conditions = try bench.user.call("value.get", ["key": "load"])
        #expect(conditions[at: "conditions/load"]?.objectValue?.count == 1, "\(conditions.text)")
    }
}
