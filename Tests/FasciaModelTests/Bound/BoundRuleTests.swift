import FasciaDocument
import FasciaModel
import Testing

/// The rules of bound things, in their order.
@Suite struct BoundRuleTests {
    // MARK: 1

    @Test func overlappingClaimsAreRefusedNamingTheHolder() throws {
        var bench = try BoundBench()
        for ids in [["services/nginx"], ["services/*"], ["**"], ["value:host"], ["picker:**"]] {
            let refusal = try #require(throws: Refusal.self) { try bench.claim(ids, by: 8) }
            #expect(refusal.reason == .refused && refusal.message.contains("agent (pid 7)"), "\(ids)")
        }
        try bench.claim(["other/**", "value:hos", "picker:other/**"], by: 8)
    }

    /// A user whose programs have claimed much, and have gone, leaves room for those of others; and all together, for root's.
    @Test func eachUserHasAShareOfWhatCanBeClaimed() throws {
        var bench = try BoundBench(claiming: nil)
        var limits = Limits()
        (limits.claimed, limits.claimedOfOneUser) = (8, 3)
        bench.panel = try Panel(contents: bench.panel.contents, limits: limits)
        func claim(_ ids: [String], uid: Int) -> String? {
            var request = ClaimRequest()
            request.ids = ids.map { ThingPattern($0) }
            let sender = Sender(uid: uid, client: uid, name: "agent")
            do throws(Refusal) {
                _ = try bench.panel.apply(.claim(request), by: sender)
                _ = try bench.panel.apply(.leave(clients: [uid], reason: "it left"), by: Sender())
                return nil
            } catch {
                return error.message
            }
        }
        #expect(claim(["a/1", "a/2", "a/3"], uid: 1) == nil)
        let own = "at most 3 ids can be claimed by one user: use patterns, or release some"
        #expect(claim(["a/4"], uid: 1) == own)
        #expect(claim(["a/3", "a/2"], uid: 1) == nil, "these are claimed already")
        bench.panel = try bench.panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: limits) }
        #expect(claim(["a/4"], uid: 1) == own, "also after a restart")
        #expect(claim(["b/1", "b/2"], uid: 2) == nil)
        #expect(
            claim(["c/1"], uid: 3) == "at most 5 ids can be claimed by users other than root: use patterns, or release some")
        #expect(claim(["c/1", "c/2", "c/3"], uid: 0) == nil)
        #expect(claim(["c/4"], uid: 0) == "at most 8 ids can be claimed: use patterns, or release some")
        #expect(claim(["a/1", "b/1"], uid: 0) == nil, "what nobody is there for can be taken over")
    }

    @Test func claimEndsWithItsRelease() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", true)
        #expect(
            try bench.perform(.release([ThingPattern("services/**")]), by: BoundBench.agent).first
                == "unclaimed services/**: released")
        #expect(bench.state("services/nginx") == "true unbound" && bench.state("value:host") == "\"box\" unknown")
        try bench.claim(["services/nginx"], by: 8)
        #expect(throws: Refusal.self) { try bench.perform(.release([ThingPattern("services/nginx")]), by: BoundBench.agent) }
    }

    @Test func releaseDuringAChangeShowsTheActualValueAgain() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        try bench.perform(.set("services/nginx", true))
        let told = try bench.perform(.release([]), by: BoundBench.agent)
        #expect(told.contains("services/nginx reverted to false: it was released before it was done"))
        #expect(bench.state("services/nginx") == "false unbound")
    }

    // MARK: 2

    @Test func requestChangesTheThingAtOnceAndMarksItPendingInOneEvent() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        #expect(
            try bench.perform(.set("services/nginx", true)) == [
                "services/nginx+ direct", "services off>mixed", "services/nginx pending true",
            ])
        #expect(bench.state("services/nginx") == "true pending")
        #expect(
            try bench.perform(.pick("clock/zone", "Oslo")) == [
                "clock/zone Berlin>Oslo direct", "picker:clock/zone pending \"Oslo\"",
            ])
        #expect(try bench.perform(.setValue(key: "host", "web")) == ["host \"box\">\"web\"", "value:host pending \"web\""])
    }

    @Test func resultConfirms() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services/nginx", true))
        #expect(try bench.answer("services/nginx") == ["services/nginx confirmed true"])
        #expect(bench.state("services/nginx") == "true")
    }

    @Test func errorRevertsToTheLastReportedValueInOneEvent() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        try bench.perform(.set("services/nginx", true))
        #expect(
            try bench.answer("services/nginx", failure: "no such unit") == [
                "services/nginx- revert", "services mixed>off", "services/nginx reverted to false: no such unit",
            ])
        #expect(bench.state("services/nginx") == "false failed")
        try bench.perform(.pick("clock/zone", "Oslo"))
        #expect(
            try bench.answer("picker:clock/zone", failure: "x") == [
                "clock/zone Oslo>Berlin revert", "picker:clock/zone reverted to \"Berlin\": x",
            ])
        try bench.perform(.setValue(key: "host", "web"))
        #expect(try bench.answer("value:host", failure: "x") == ["host \"web\">\"box\"", "value:host reverted to \"box\": x"])
    }

    @Test func progressIsShownAndIsNotJournalled() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services/nginx", true))
        let progress = Command.reportThing(.option("services/nginx"), .progress(.init(fraction: 0.5, message: "half")))
        let (changes, effects) = try bench.panel.perform(progress, by: bench.sender(BoundBench.agent))
        #expect(changes.words == ["services/nginx progress 0.5 half"] && changes.allSatisfy(\.isTransient) && effects.isEmpty)
        #expect(bench.condition("services/nginx")?.progress?.message == "half")
        try bench.answer("services/nginx")
        #expect(bench.condition("services/nginx")?.progress == nil)
    }

    // MARK: 3

    @Test func newRequestReplacesTheQueuedOne() throws {
        var bench = try BoundBench()
        try bench.perform(.setValue(key: "host", "a"))
        #expect(try bench.perform(.setValue(key: "host", "b")).last == "value:host pending \"a\", then \"b\"")
        #expect(try bench.perform(.setValue(key: "host", "c")).last == "value:host pending \"a\", then \"c\"")
        #expect(try bench.answer("value:host") == ["value:host confirmed \"a\"", "value:host pending \"c\""])
        #expect(bench.panel.value("host") == "c")
        #expect(try bench.answer("value:host") == ["value:host confirmed \"c\""])
    }

    @Test func keyPressedFiveTimesCostsAtMostTwoCommands() throws {
        for presses in 1...9 {
            var bench = try BoundBench()
            try bench.report("services/nginx", false)
            for _ in 1...presses { try bench.perform(.flip("services/nginx")) }
            var carriedOut: [JSON] = []
            while let running = bench.panel.boundState(of: .option("services/nginx"))?.running {
                carriedOut.append(running.to)
                try bench.answer("services/nginx")
            }
            #expect(carriedOut == (presses % 2 == 1 ? [true] : [true, false]))
            #expect(bench.state("services/nginx") == (presses % 2 == 1 ? "true" : "false"))
        }
    }

    @Test func queuedRequestIsCarriedOutAlsoAfterAFailure() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "a"))
        try bench.perform(.setValue(key: "host", "b"))
        #expect(try bench.answer("value:host", failure: "no") == ["value:host failed: no", "value:host pending \"b\""])
        #expect(try bench.answer("value:host", failure: "no") == ["host \"b\">\"box\"", "value:host reverted to \"box\": no"])
    }

    // MARK: 4

    @Test func claimersOwnSetIsAReport() throws {
        var bench = try BoundBench()
        #expect(
            try bench.perform(.set("services/nginx", true), by: BoundBench.agent) == [
                "services/nginx+ report", "services off>mixed", "services/nginx reported true",
            ])
        #expect(bench.state("services/nginx") == "true")
        #expect(try bench.perform(.set("services/nginx", true), by: BoundBench.agent) == [])
        try bench.perform(.pick("clock/zone", "UTC"), by: BoundBench.agent)
        try bench.perform(.setValue(key: "host", "web"), by: BoundBench.agent)
        #expect(bench.state("picker:clock/zone") == "\"UTC\"" && bench.state("value:host") == "\"web\"")
        try bench.perform(.set("services", false), by: BoundBench.agent)
        #expect(bench.state("services/cron") == "false")
    }

    @Test func reportEqualToTheRequestConfirmsIt() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services/nginx", true))
        #expect(try bench.report("services/nginx", true) == ["services/nginx confirmed true"])
        #expect(bench.state("services/nginx") == "true")
        // The answer that follows belongs to no later request.
        let begun = bench.panel.revision - 1
        #expect(try bench.perform(.set("services/nginx", false)).last == "services/nginx pending false")
        #expect(try bench.perform(.settle(.option("services/nginx"), begun: begun, failure: nil), by: nil) == [])
        #expect(bench.panel.boundState(of: .option("services/nginx"))?.running?.to == false)
    }

    @Test func anotherReportIsRecordedAndLeavesTheChangePending() throws {
        var bench = try BoundBench()
        try bench.perform(.setValue(key: "host", "a"))
        #expect(try bench.report("value:host", "other") == ["value:host reported \"other\""])
        #expect(bench.state("value:host") == "\"a\" pending")
        #expect(try bench.answer("value:host", failure: "no").last == "value:host reverted to \"other\": no")
        #expect(bench.state("value:host") == "\"other\" failed")
    }

    @Test func reportStatesTheActualState() throws {
        var bench = try BoundBench(claiming: ["radio/**"])
        try bench.perform(
            .declareGroup(
                OptionDeclaration(
                    id: "radio", options: [OptionDeclaration(id: "a"), OptionDeclaration(id: "b")], rules: .init(exclusive: true))
            ))
        try bench.report("radio/a", true)
        try bench.report("radio/b", true)
        #expect(bench.state("radio/a") == "true" && bench.state("radio/b") == "true")
        try bench.report("radio/a", false)
        try bench.report("radio/b", false)
        #expect(bench.panel.toggle("radio")?.state == .off)
    }

    @Test func onlyTheClaimerReports() throws {
        var bench = try BoundBench()
        let refusal = try #require(throws: Refusal.self) {
            try bench.perform(.reportThing(.value("host"), .value("x", failure: nil)), by: 8)
        }
        #expect(
            bench.message(refusal)
                == "refused: agent (pid 7) has claimed \"value:host\", and only its claimer can report: claim it with bind.claim")
    }

    // MARK: 5

    @Test func thingIsUnknownUntilItIsReported() throws {
        var bench = try BoundBench()
        #expect(bench.state("services/nginx") == "false unknown")
        #expect(try bench.report("services/nginx", false) == ["services/nginx reported false"])
        #expect(bench.state("services/nginx") == "false")
    }

    @Test func thingIsStaleWhenItsClaimerHasGoneOrCannotReadIt() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", true)
        let cannot = Command.reportThing(.option("services/nginx"), .unreadable("the bus is gone"))
        #expect(try bench.perform(cannot, by: BoundBench.agent) == ["services/nginx stale: the bus is gone"])
        #expect(bench.state("services/nginx") == "true stale")
        try bench.report("services/nginx", true)
        #expect(bench.state("services/nginx") == "true")
        let told = try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        #expect(told.contains("services/nginx stale: agent (pid 7) has gone: it disconnected"))
        #expect(bench.state("services/nginx") == "true stale" && bench.state("services/cron") == "false unknown stale")
        try bench.claim(["services/**"], by: 9)
        #expect(bench.state("services/nginx") == "true stale", "it is not verified until it is reported")
        try bench.perform(.set("services/nginx", true), by: 9)
        #expect(bench.state("services/nginx") == "true")
    }

    @Test func failureIsClearedByTheNextRequestOrReport() throws {
        var bench = try BoundBench()
        for clear in [{ try $0.perform(.set("services/nginx", true)) }, { try $0.report("services/nginx", false) }]
            as [(inout BoundBench) throws -> [String]]
        {
            try bench.report("services/nginx", false)
            try bench.perform(.set("services/nginx", true))
            try bench.answer("services/nginx", failure: "no")
            #expect(bench.state("services/nginx") == "false failed")
            _ = try clear(&bench)
            #expect(bench.condition("services/nginx")?.failed == nil)
            if bench.condition("services/nginx")?.pending != nil { try bench.answer("services/nginx") }
        }
        let failed = Command.reportThing(.option("services/cron"), .failed("it crashed"))
        #expect(try bench.perform(failed, by: BoundBench.agent) == ["services/cron failed: it crashed"])
    }

    @Test func replacedElementsMakeASelectionUnknown() throws {
        var bench = try BoundBench()
        try bench.report("picker:clock/zone", "Berlin")
        try bench.perform(.elements("clock/zone", [PickerElement(id: "Rome", label: "Rome")]), by: BoundBench.agent)
        #expect(bench.state("picker:clock/zone") == "\"Rome\" unknown")
    }

    /// A list may be read while what was picked from it is carried out.
    @Test func aReportShowsAPickedElementThatWasGoneForAWhile() throws {
        var bench = try BoundBench()
        try bench.report("picker:clock/zone", "Berlin")
        try bench.perform(.pick("clock/zone", "Oslo"))
        let (berlin, oslo) = (PickerElement(id: "Berlin", label: "Berlin"), PickerElement(id: "Oslo", label: "Oslo"))
        try bench.perform(.elements("clock/zone", [berlin]), by: BoundBench.agent)
        #expect(bench.state("picker:clock/zone") == "\"Berlin\" pending")
        try bench.perform(.elements("clock/zone", [berlin, oslo]), by: BoundBench.agent)
        try bench.report("picker:clock/zone", "Oslo")
        #expect(bench.state("picker:clock/zone") == "\"Oslo\"")
        #expect(bench.condition("picker:clock/zone")?.pending == nil)
    }

    // MARK: 6

    @Test func requestOfAThingWhoseClaimerHasGoneIsRefusedAndChangesNothing() throws {
        var bench = try BoundBench()
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        let commands: [Command] = [
            .set("services/nginx", true), .flip("services"), .pick("clock/zone", "Oslo"), .setValue(key: "host", "x"),
            .batch([.setValue(key: "free", 1), .setValue(key: "host", "x")]),
        ]
        for command in commands {
            let refusal = try #require(throws: Refusal.self) { try bench.perform(command) }
            #expect(refusal.reason == .unavailable && refusal.message.contains("agent (pid 7)"), "\(command)")
            #expect(refusal.details["left"] == "1970-01-01T00:00:01.000Z")
        }
        #expect(bench.panel.value("free") == nil)
    }

    // MARK: 7

    @Test func masterMarksEachLeafPendingInOneEventAndFailingLeavesRevertIndividually() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services", false), by: BoundBench.agent)
        let revision = bench.panel.revision
        #expect(
            try bench.perform(.flip("services")) == [
                "services/nginx+ group", "services/backup+ group", "services/cron+ group", "services off>on",
                "services/nginx pending true", "services/backup pending true", "services/cron pending true",
            ])
        #expect(bench.panel.revision == revision + 1)
        try bench.answer("services/nginx")
        #expect(
            try bench.answer("services/backup", failure: "masked") == [
                "services/backup- revert", "services on>mixed", "services/backup reverted to false: masked",
            ])
        try bench.answer("services/cron")
        #expect(bench.panel.toggle("services")?.state == .mixed)
        #expect(["nginx", "backup", "cron"].map { bench.state("services/\($0)") } == ["true", "false failed", "true"])
    }

    // MARK: 8

    @Test func interruptedChangeIsConfirmedByASatisfyingReport() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services/nginx", true))
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        #expect(bench.state("services/nginx") == "true pending unknown stale")
        try bench.claim(["services/**"], by: 9)
        #expect(try bench.perform(.set("services/nginx", true), by: 9) == ["services/nginx confirmed true"])
        #expect(bench.panel.boundState(of: .option("services/nginx"))?.running == nil)
    }

    @Test func interruptedChangeIsRepeatedOnlyIfTheClaimSaysRetry() throws {
        for retry in [false, true] {
            var bench = try BoundBench()
            try bench.report("services/nginx", false)
            try bench.perform(.set("services/nginx", true))
            try bench.perform(.leave(clients: [BoundBench.agent], reason: "the daemon restarted"), by: nil)
            try bench.claim(["services/**"], by: 9) { $0.retry = retry }
            #expect(
                bench.panel.boundState(of: .option("services/nginx"))?.running?.phase == .interrupted, "it waits for the report")
            let told = try bench.perform(.set("services/nginx", false), by: 9)
            #expect(told.first == "services/nginx reported false", "it is stale no more")
            #expect(
                told.last
                    == (retry
                        ? "services/nginx pending true"
                        : "services/nginx reverted to false: agent (pid 7) ended before it was done"),
                "it names who was asked, not who reports")
            #expect(bench.panel.boundState(of: .option("services/nginx"))?.running?.phase == (retry ? .unsent : nil))
        }
    }

    /// The journal has all claims once, not once for each that ends: ten thousand made a row that no database takes.
    @Test func theStateOfAllClaimsIsKeptOnce() throws {
        var bench = try BoundBench()
        for index in 0..<100 { try bench.claim(["value:n\(index)"]) }
        var panel = bench.panel
        let leave = Command.leave(clients: [BoundBench.agent], reason: "it disconnected")
        let (changes, effects) = try panel.perform(leave, by: bench.sender(nil))
        #expect(changes.count >= 100 && effects.archive.count < 100 * 200, "\(effects.archive.count)")
    }

    /// An agent lives on where its daemon has restarted.
    @Test func whoeverComesBackHasNotEnded() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        try bench.perform(.set("services/nginx", true))
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "the daemon restarted"), by: nil)
        try bench.claim(["services/**"], by: BoundBench.agent)
        #expect(
            try bench.perform(.set("services/nginx", false), by: BoundBench.agent).last
                == "services/nginx reverted to false: agent (pid 7) lost its connection before it was done")
    }

    @Test func interruptedChangeFailsIfItsClaimerSaysSo() throws {
        for retry in [false, true] {
            var bench = try BoundBench()
            try bench.report("services/nginx", false)
            try bench.perform(.set("services/nginx", true))
            try bench.perform(.leave(clients: [BoundBench.agent], reason: "the daemon restarted"), by: nil)
            try bench.claim(["services/**"], by: 9) { $0.retry = retry }
            let report = Command.reportThing(.option("services/nginx"), .value(false, failure: "burnt out"))
            #expect(try bench.perform(report, by: 9).contains("services/nginx reverted to false: burnt out"))
            #expect(bench.panel.boundState(of: .option("services/nginx"))?.running == nil)
        }
    }

    /// As of a switch that was set and cannot be read now: in no event does it look as if it were known.
    @Test func aReportedValueMayBeInDoubt() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        try bench.perform(.set("services/nginx", true))
        let report = Command.reportThing(.option("services/nginx"), .value(true, doubt: "no clock"))
        #expect(
            try bench.perform(report, by: BoundBench.agent)
                == ["services/nginx confirmed true", "services/nginx stale: no clock"])
        #expect(bench.state("services/nginx") == "true stale")
        bench.time += 1
        #expect(try bench.perform(report, by: BoundBench.agent) == [], "nothing is new")
        try bench.perform(.set("services/nginx", false))
        #expect(
            try bench.perform(.reportThing(.option("services/nginx"), .value(false, doubt: "no clock")), by: BoundBench.agent)
                == ["services/nginx confirmed false", "services/nginx stale: no clock"],
            "the end of a change says it again")
        #expect(try bench.report("services/nginx", false) == ["services/nginx reported false"])
        #expect(bench.state("services/nginx") == "false")
    }

    @Test func assumedThingIsNeitherUnknownNorStaleWhileItsClaimerIsThere() throws {
        var bench = try BoundBench(claiming: nil)
        try bench.claim(["services/**"], by: 9) { $0.isAssumed = true }
        #expect(bench.state("services/nginx") == "false assumed")
        try bench.perform(.set("services/nginx", true))
        #expect(bench.state("services/nginx") == "true pending")
        try bench.perform(.leave(clients: [9], reason: "it disconnected"), by: nil)
        #expect(bench.state("services/nginx") == "true pending stale")
    }

    @Test func interruptedChangeOfAnAssumedThingGoesBackWhenItIsClaimedAgain() throws {
        for retry in [false, true] {
            var bench = try BoundBench(claiming: nil)
            try bench.claim(["services/**"], by: 9) { $0.isAssumed = true }
            try bench.perform(.set("services/nginx", true))
            try bench.perform(.leave(clients: [9], reason: "it disconnected"), by: nil)
            try bench.claim(["services/**"], by: 10) { ($0.isAssumed, $0.retry) = (true, retry) }
            #expect(bench.state("services/nginx") == (retry ? "true pending" : "false failed"))
        }
    }

    @Test func lateAnswerDoesNothing() throws {
        var bench = try BoundBench()
        try bench.perform(.set("services/nginx", true))
        let begun = try #require(bench.panel.boundState(of: .option("services/nginx"))?.running?.revision)
        try bench.answer("services/nginx", failure: "it took longer than 10 s")
        #expect(try bench.perform(.settle(.option("services/nginx"), begun: begun, failure: nil), by: nil) == [])
        try bench.perform(.set("services/nginx", true))
        #expect(try bench.perform(.settle(.option("services/nginx"), begun: begun, failure: nil), by: nil) == [])
        #expect(bench.state("services/nginx").hasPrefix("true pending"))
    }

    /// A setter may write another value than it was given: the one that somebody wants next.
    @Test func whatIsWantedNextAndIsThereIsNotRequested() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "Attic"))
        try bench.perform(.setValue(key: "host", "attic"))
        #expect(
            try bench.perform(.reportThing(.value("host"), .outcome("attic")), by: BoundBench.agent)
                == ["value:host confirmed \"attic\""])
        #expect(bench.panel.boundState(of: .value("host"))?.running == nil)
        #expect(bench.panel.value("host") == "attic")
    }

    @Test func aPickerThatIsDeclaredAgainDuringItsChangeShowsWhatItBecomes() throws {
        var bench = try BoundBench()
        try bench.report("picker:clock/zone", "UTC")
        try bench.perform(.pick("clock/zone", "Oslo"))
        let zones = ["Berlin", "Oslo", "UTC"].map { PickerElement(id: $0, label: $0) }
        try bench.perform(.removePicker(id: "clock"))
        try bench.perform(
            .declarePicker(PickerDeclaration(id: "clock", components: [PickerComponent(id: "zone", elements: zones)])))
        #expect(bench.state("picker:clock/zone") == "\"Oslo\" pending")
    }

    /// What is known of the others stays.
    @Test func aValueThatIsRemovedTakesOnlyItsOwnStateAlong() throws {
        var bench = try BoundBench(claiming: ["value:**"])
        try bench.perform(.setValue(key: "other", "x"), by: BoundBench.agent)
        try bench.report("value:other", "x")
        try bench.report("value:host", "box")
        try bench.perform(.removeValue(key: "other"))
        #expect(bench.panel.boundState(of: .value("other")) == nil)
        #expect(bench.panel.boundState(of: .value("host"))?.reported == "box")
    }

    // MARK: 10

    /// Otherwise it would stop at them for good.
    @Test(arguments: ["claimed", "released", "removed", "unknown"])
    func undoPassesOverStepsThatWouldChangeNothing(_ what: String) throws {
        var bench = try BoundBench()
        if what != "unknown" { try bench.report("services/nginx", false) }
        for number in 1...2 { try bench.perform(.setValue(key: "v", .int(number))) }
        try bench.perform(.set("services/nginx", true))
        try bench.answer("services/nginx", failure: "it broke")
        if what == "released" { try bench.perform(.release([]), by: BoundBench.agent) }
        if what == "removed" { try bench.perform(.removeGroup(id: "services"), by: BoundBench.agent) }
        let goal = what == "removed" ? UndoTarget.stepsOf(uid: 1_000, 1) : .steps(1)
        try bench.perform(.undo(goal))
        #expect(bench.panel.value("v") == 1)
    }

    @Test func undoPassesOverAChangeThatFailed() throws {
        for goal in [UndoTarget.steps(1), .stepsOf(uid: 1_000, 1)] {
            var bench = try BoundBench()
            try bench.report("services/nginx", false)
            try bench.report("services/cron", false)
            try bench.perform(.set("services/nginx", true))
            try bench.answer("services/nginx")
            try bench.perform(.set("services/cron", true))
            try bench.answer("services/cron", failure: "it broke")
            #expect(try bench.perform(.undo(goal)).contains("services/nginx pending false"), "\(goal)")
        }
    }

    @Test func undoOfABoundChangeIsANewRequest() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", false)
        try bench.perform(.set("services/nginx", true))
        try bench.answer("services/nginx")
        try bench.report("services/cron", true)
        #expect(
            try bench.perform(.undo(.steps(1))) == [
                "services/nginx- undo", "services/nginx pending false",
            ], "what was reported since stays")
        #expect(try bench.answer("services/nginx") == ["services/nginx confirmed false"])
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        #expect(throws: Refusal.self) { try bench.perform(.undo(.steps(1))) }
    }

    @Test func batchOfBoundChangesIsOneRequestForEachThing() throws {
        var bench = try BoundBench()
        let told = try bench.perform(
            .batch([
                .set("services/nginx", true), .set("services/nginx", false), .setValue(key: "host", "a"),
                .setValue(key: "host", "b"),
            ]))
        #expect(told == ["host \"box\">\"b\"", "value:host pending \"b\""])
    }
}
