import FasciaDocument
import FasciaModel
import Testing

/// Rule 9: a change that goes back unless it is confirmed.
@Suite struct RevertTests {
    private func bench(within: Int? = nil) throws -> BoundBench {
        var bench = try BoundBench { $0.revertWithin = within }
        try bench.report("value:host", "box")
        return bench
    }

    @Test func aGroupIsConfirmedSwitchBySwitch() throws {
        var bench = try BoundBench()
        let refusal = try #require(throws: Refusal.self) { try bench.perform(.confirm(.option("services")), by: 3) }
        #expect(
            bench.message(refusal) == "invalid: \"services\" is a group: confirm each of its switches, such as \"services/nginx\""
        )
    }

    private func deadline(_ bench: BoundBench) -> BootTime? { bench.condition("value:host")?.unconfirmed?.deadline }

    @Test(arguments: [true, false]) func changeWaitsForConfirmation(ofTheBinding: Bool) throws {
        var bench = try bench(within: ofTheBinding ? 60_000 : nil)
        try bench.perform(.setValue(key: "host", "web"), revertWithin: ofTheBinding ? nil : 60_000)
        #expect(deadline(bench) == nil, "it has not been carried out")
        bench.time = 5_000
        #expect(try bench.answer("value:host") == ["value:host unconfirmed \"web\", back to \"box\" within 60000"])
        #expect(bench.state("value:host") == "\"web\" unconfirmed")
        #expect(deadline(bench) == BootTime(boot: "boot 1", milliseconds: 65_000))
        #expect(try bench.perform(.confirm(.value("host")), by: 3) == ["value:host confirmed \"web\""])
        #expect(bench.state("value:host") == "\"web\"")
        #expect(throws: Refusal.self) { try bench.perform(.confirm(.value("host")), by: 3) }
    }

    /// Nobody knows what it would go back to, and an invented value would be carried out.
    @Test(arguments: [true, false]) func aChangeOfWhatIsNotKnownIsRefused(ofTheBinding: Bool) throws {
        var bench = try BoundBench { $0.revertWithin = ofTheBinding ? 60_000 : nil }
        try bench.perform(.reportThing(.value("host"), .unreadable("exit status 7")), by: BoundBench.agent)
        let refusal = #expect(throws: Refusal.self) {
            try bench.perform(.setValue(key: "host", "web"), revertWithin: ofTheBinding ? nil : 60_000)
        }
        #expect(
            refusal?.message
                == "\"value:host\" cannot be changed: it would go back unless somebody confirms it, and what it is now is not "
                + "known: exit status 7")
        var assumed = try BoundBench {
            $0.revertWithin = 60_000
            $0.isAssumed = true
        }
        try assumed.perform(.setValue(key: "host", "web"))
        try assumed.answer("value:host")
        #expect(assumed.condition("value:host")?.unconfirmed?.value == "box", "what was set counts")
    }

    /// Also if it would stay what it is shown to be, which nobody knows.
    @Test(arguments: [true, false]) func settingWhatIsShownButNotKnownIsRefused(inABatch: Bool) throws {
        var bench = try BoundBench { $0.revertWithin = 60_000 }
        try bench.perform(.reportThing(.value("host"), .unreadable("exit status 7")), by: BoundBench.agent)
        let set = Command.setValue(key: "host", "box")
        let refusal = #expect(throws: Refusal.self) {
            try bench.perform(inABatch ? .batch([.setValue(key: "free", 1), set]) : set)
        }
        #expect(refusal?.reason == .unavailable && bench.panel.busyThings == [])
    }

    @Test func withoutConfirmationTheOldValueIsCarriedOut() throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        #expect(
            try bench.perform(.revertUnconfirmed(.value("host")), by: nil) == [
                "host \"web\">\"box\"", "value:host pending \"box\"",
            ])
        #expect(try bench.answer("value:host") == ["value:host reverted to \"box\": it was not confirmed within 60 s"])
        #expect(bench.state("value:host") == "\"box\"")
    }

    /// Also without `retry`: going back is the safe thing to do.
    @Test func goingBackWaitsForItsClaimerAndIsRepeated() throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        try bench.perform(.revertUnconfirmed(.value("host")), by: nil)
        #expect(bench.state("value:host") == "\"box\" pending stale")
        for agent in 8...9 {
            try bench.claim(["value:host"], by: agent)
            #expect(
                try bench.perform(.setValue(key: "host", "web"), by: agent) == [
                    "value:host reported \"web\"", "value:host pending \"box\"",
                ])
            #expect(bench.panel.boundState(of: .value("host"))?.running?.phase == .unsent)
            if agent == 8 { try bench.perform(.leave(clients: [8], reason: "it disconnected"), by: nil) }
        }
        try bench.answer("value:host")
        #expect(bench.state("value:host") == "\"box\"")
    }

    @Test func furtherChangesGoBackToTheSameValue() throws {
        var bench = try bench(within: 60_000)
        for name in ["web", "mail"] {
            try bench.perform(.setValue(key: "host", .string(name)))
            try bench.answer("value:host")
        }
        #expect(bench.condition("value:host")?.unconfirmed?.value == "box")
        try bench.perform(.setValue(key: "host", "box"))
        #expect(try bench.answer("value:host") == ["value:host confirmed \"box\""])
    }

    @Test func failedChangeLeavesTheEarlierOneUnconfirmed() throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        try bench.perform(.setValue(key: "host", "mail"))
        try bench.answer("value:host", failure: "no")
        #expect(bench.state("value:host") == "\"web\" unconfirmed failed")
        #expect(bench.condition("value:host")?.unconfirmed?.value == "box")
    }

    /// Whether the way back has been carried out or not.
    @Test(arguments: [nil, "no"]) func changeRequestedDuringTheWayBackHasToBeConfirmedToo(failure: String?) throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        try bench.perform(.revertUnconfirmed(.value("host")), by: nil)
        try bench.perform(.setValue(key: "host", "mail"))
        #expect(try bench.answer("value:host", failure: failure).last == "value:host pending \"mail\"")
        #expect(try bench.answer("value:host") == ["value:host unconfirmed \"mail\", back to \"box\" within 60000"])
        try bench.perform(.revertUnconfirmed(.value("host")), by: nil)
        try bench.answer("value:host")
        #expect(bench.state("value:host") == "\"box\"")
    }

    @Test func goingBackByHandEndsTheWait() throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        try bench.report("value:host", "box")
        #expect(bench.state("value:host") == "\"box\"")
    }

    @Test func clockThatIsSetForwardChangesNothing() throws {
        var bench = try bench(within: 60_000)
        try bench.perform(.setValue(key: "host", "web"))
        try bench.answer("value:host")
        let before = try #require(deadline(bench))
        var later = bench.sender(BoundBench.agent)
        later.time += 1_000_000_000
        _ = try bench.panel.apply(.reportThing(.value("host"), .value("web", failure: nil)), by: later)
        #expect(deadline(bench) == before && before.remaining(at: later.bootTime) == 60_000)
        #expect(bench.state("value:host") == "\"web\" unconfirmed")
    }

    /// Nothing depends on the time of day. A machine that was down may have been down for longer than the time.
    @Test func deadlineIsDueByTheClockOfTheMachinesRun() {
        let deadline = BootTime(boot: "a", milliseconds: 60_000)
        #expect(deadline.remaining(at: BootTime(boot: "a", milliseconds: 59_000)) == 1_000)
        #expect(deadline.remaining(at: BootTime(boot: "a", milliseconds: 61_000)) == 0)
        #expect(deadline.remaining(at: BootTime(boot: "b", milliseconds: 1)) == 0)
    }
}
