import FasciaDocument
import FasciaModel
import Testing

/// Rule 3: a claimer may give up the running change for the sake of the queued one.
@Suite struct CancelledChangeTests {
    private let nginx = "services/nginx"

    private func bench() throws -> BoundBench {
        var bench = try BoundBench()
        try bench.report(nginx, false)
        return bench
    }

    private func cancel(_ bench: inout BoundBench, _ thing: String? = nil) throws -> [String] {
        try bench.answer(thing ?? nginx, failure: "cancelled", isCancelled: true)
    }

    @Test func givenUpChangeEndsWithTheQueuedRequestForTheReportedValue() throws {
        var bench = try bench()
        try bench.perform(.set(nginx, true))
        bench.panel.ask(BoundBench.agent, .option(nginx))
        try bench.perform(.set(nginx, false))
        #expect(try cancel(&bench) == ["services/nginx confirmed false"], "nothing happened, and nothing failed")
        #expect(bench.state(nginx) == "false")
        #expect(bench.panel.busyThings == [])
    }

    @Test func givenUpChangeIsFollowedByTheQueuedOneWithoutAFailure() throws {
        var bench = try bench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "a"))
        try bench.perform(.setValue(key: "host", "b"))
        #expect(try cancel(&bench, "value:host") == ["value:host pending \"b\""])
        #expect(bench.state("value:host") == "\"b\" pending")
        #expect(try bench.answer("value:host") == ["value:host confirmed \"b\""])
    }

    /// A unit that has begun to start is neither on nor off.
    @Test func queuedRequestIsCarriedOutIfTheStateIsNotKnown() throws {
        var bench = try bench()
        try bench.perform(.set(nginx, true))
        try bench.perform(.set(nginx, false))
        try bench.perform(.reportThing(.option(nginx), .unreadable("it is starting")), by: BoundBench.agent)
        #expect(try cancel(&bench) == ["services/nginx pending false"])
        #expect(try bench.answer(nginx) == ["services/nginx confirmed false"])
        #expect(bench.state(nginx) == "false")
    }

    /// The request for the running value has removed the queued one, while the claimer was giving up.
    @Test func givenUpChangeThatIsWantedAgainIsAskedForOnceMore() throws {
        var bench = try bench()
        try bench.perform(.set(nginx, true))
        bench.panel.ask(BoundBench.agent, .option(nginx))
        try bench.perform(.set(nginx, false))
        try bench.perform(.set(nginx, true))
        #expect(try cancel(&bench) == ["services/nginx pending true"])
        #expect(bench.panel.boundState(of: .option(nginx))?.running?.phase == .unsent)
        bench.panel.ask(BoundBench.agent, .option(nginx))
        #expect(try cancel(&bench).last == "services/nginx reverted to false: cancelled", "once for each request")
    }

    @Test func changeThatIsGivenUpUnaskedHasFailed() throws {
        var bench = try bench()
        try bench.perform(.set(nginx, true))
        bench.panel.ask(BoundBench.agent, .option(nginx))
        #expect(try cancel(&bench).last == "services/nginx reverted to false: cancelled")
        #expect(bench.state(nginx) == "false failed")
    }

    @Test func wayBackIsNotGivenUp() throws {
        var bench = try BoundBench { $0.revertWithin = 60_000 }
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        try bench.perform(.revertUnconfirmed(.value("host")), by: nil)
        try bench.perform(.setValue(key: "host", "web"))
        #expect(
            try cancel(&bench, "value:host") == [
                "value:host failed: it did not go back, though it was not confirmed: cancelled", "value:host pending \"web\"",
            ])
    }

    /// It changes nothing, without an event.
    @Test func lateAnswerAboutTheValueKeepsWhatHasFailedSince() throws {
        var bench = try bench()
        try bench.perform(.set(nginx, true))
        let begun = try #require(bench.panel.boundState(of: .option(nginx))?.running?.revision)
        try bench.report(nginx, false, failure: "no")
        #expect(
            try bench.perform(.settle(.option(nginx), begun: begun, failure: "bad", isOfValue: true, isCancelled: false), by: nil)
                == [])
        #expect(bench.state(nginx) == "false failed")
    }

    @Test func givenUpChangeLeavesNothingToConfirm() throws {
        var bench = try BoundBench { $0.revertWithin = 60_000 }
        try bench.report(nginx, false)
        try bench.perform(.set(nginx, true))
        try bench.perform(.set(nginx, false))
        #expect(try cancel(&bench) == ["services/nginx confirmed false"])
        #expect(bench.panel.boundState(of: .option(nginx))?.fallback == nil)
    }
}
