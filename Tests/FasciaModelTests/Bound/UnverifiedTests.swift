import FasciaDocument
import FasciaModel
import Testing

/// Things that may be something else than what they show.
@Suite struct UnverifiedTests {
    @Test func anAssumedStateCanBeRequestedAgain() throws {
        var bench = try BoundBench(claiming: nil)
        try bench.claim(["services/**", "picker:clock/zone"]) { $0.isAssumed = true }
        try bench.perform(.set("services/nginx", true))
        try bench.answer("services/nginx")
        #expect(bench.state("services/nginx") == "true assumed")
        #expect(try bench.perform(.set("services/nginx", true)) == ["services/nginx pending true"])
        #expect(try bench.perform(.set("services/nginx", true)) == [], "it is being carried out")
        #expect(try bench.answer("services/nginx") == ["services/nginx confirmed true"])
        #expect(try bench.perform(.pick("clock/zone", "Berlin")) == ["picker:clock/zone pending \"Berlin\""])
        #expect(try bench.perform(.set("services", true)).filter { $0.contains("pending") }.count == 3)
    }

    @Test func aStateThatCannotBeReadCanBeRequestedAgain() throws {
        var bench = try BoundBench()
        try bench.report("services/nginx", true)
        #expect(try bench.perform(.set("services/nginx", true)) == [])
        let reason = "it runs, but is disabled"
        try bench.perform(.reportThing(.option("services/nginx"), .unreadable(reason)), by: BoundBench.agent)
        #expect(try bench.perform(.set("services/nginx", true)) == ["services/nginx pending true"])
        try bench.report("services/nginx", true)
        #expect(bench.state("services/nginx") == "true")
    }

    @Test func whatIsUnknownSaysWhy() throws {
        var bench = try BoundBench()
        #expect(bench.condition("services/nginx")?.isUnknown == true && bench.condition("services/nginx")?.unreadable == nil)
        let command = Command.reportThing(.option("services/nginx"), .unreadable("exit status 8"))
        #expect(try bench.perform(command, by: BoundBench.agent) == ["services/nginx stale: exit status 8"])
        #expect(bench.state("services/nginx") == "false unknown")
        #expect(bench.condition("services/nginx")?.unreadable?.reason == "exit status 8")
        try bench.report("services/nginx", true)
        #expect(bench.condition("services/nginx")?.unreadable == nil)
    }

    @Test func aSetterThatNormalisesHasDoneIt() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "Attic"))
        let outcome = Command.reportThing(.value("host"), .outcome("attic"))
        #expect(
            try bench.perform(outcome, by: BoundBench.agent) == ["host \"Attic\">\"attic\"", "value:host confirmed \"attic\""])
        #expect(bench.state("value:host") == "\"attic\"")
    }

    @Test func aNormalisedValueWaitsForItsConfirmation() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "Attic"), revertWithin: 5_000)
        let told = try bench.perform(.reportThing(.value("host"), .outcome("attic")), by: BoundBench.agent)
        #expect(told.last?.hasPrefix("value:host unconfirmed \"attic\"") == true, "\(told)")
        #expect(bench.condition("value:host")?.unconfirmed?.value == "box")
    }

    @Test func aNormalisedValueDoesNotHideTheNextRequest() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "Attic"))
        try bench.perform(.setValue(key: "host", "Cellar"))
        try bench.perform(.reportThing(.value("host"), .outcome("attic")), by: BoundBench.agent)
        #expect(bench.state("value:host") == "\"Cellar\" pending")
        #expect(bench.panel.boundState(of: .value("host"))?.reported == "attic")
    }
}
