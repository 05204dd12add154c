import Testing

@testable import FasciaUnits

@Suite struct ManagerCallTests {
    private func signal(_ member: String, _ values: BusValue...) -> BusSignal {
        BusSignal(path: "/org/freedesktop/systemd1/unit/a_2eservice", interface: "i", member: member, values: values)
    }

    @Test func signalsSayWhatHasHappened() {
        let job = "/org/freedesktop/systemd1/job/7"
        let removed = signal("JobRemoved", .number(7), .text(job), .text("a.service"), .text("failed"))
        #expect(ManagerEvent(removed) == .jobRemoved(path: job, .other("failed")))
        #expect(ManagerEvent(signal("PropertiesChanged")) == .unitChanged(path: "/org/freedesktop/systemd1/unit/a_2eservice"))
        #expect(ManagerEvent(signal("Reloading", .bool(false))) == .reloaded)
        #expect(ManagerEvent(signal("Reloading", .bool(true))) == nil)
        #expect(ManagerEvent(signal("NameOwnerChanged", .text("n"), .text(""), .text(":1.2"))) == .restarted)
        #expect(ManagerEvent(signal("NameOwnerChanged", .text("n"), .text(":1.1"), .text(""))) == nil)
    }

    @Test func aMalformedSignalIsIgnored() {
        #expect(ManagerEvent(signal("JobRemoved", .text("?"))) == nil)
        #expect(ManagerEvent(signal("UnitNew")) == nil)
    }

    @Test func aRowHasTheStateAndThePath() {
        let texts = ["a.service", "A", "loaded", "active", "running", "", "/unit/a"].map { BusValue.text($0) }
        let row = UnitRow(.list(texts + [.number(0), .text(""), .text("/")]))
        #expect(row?.state == UnitState(active: "active", sub: "running"))
        #expect(row?.path == "/unit/a")
        #expect(UnitRow(.list(Array(texts.prefix(3)))) == nil)
    }

    @Test(
        arguments: [
            (JobResult.other("failed"), "exit status 1", "exit status 1"), (.other("failed"), nil, "it failed"),
            (.other("timeout"), nil, "the job took longer than its unit file allows"),
            (.other("canceled"), nil, "another job took the place of this one"),
            (.other("dependency"), "exit status 1", "a unit that it needs could not be started"),
            (.other("skipped"), nil, "there was nothing to do for it"), (.other("assert"), nil, "the job ended as assert"),
            (.overdue(.seconds(30)), nil, "took longer than 30 s"),
            (.lost("the system bus has gone"), nil, "the system bus has gone"),
        ] as [(JobResult, String?, String)])
    func whyAJobDidNotDoIt(_ result: JobResult, _ failure: String?, _ reason: String) {
        #expect(result.reason(failure) == reason)
    }

    @Test(arguments: [
        ("org.freedesktop.systemd1.NoSuchUnit", "there is no unit a.service"),
        ("org.freedesktop.systemd1.UnitMasked", #"a.service is masked: "systemctl unmask a.service" permits to start it"#),
        (
            "org.freedesktop.DBus.Error.AccessDenied",
            #"not permitted to start a.service: install the rule that "fascia panel polkit" prints"#
        ),
        (
            "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired",
            #"not permitted to start a.service: install the rule that "fascia panel polkit" prints"#
        ),
        ("org.freedesktop.systemd1.BadUnitSetting", "Unit a.service has a bad unit file setting."),
    ])
    func whyACallWasRefused(_ name: String, _ reason: String) {
        let error = BusError(name: name, message: "Unit a.service has a bad unit file setting.")
        #expect(UnitFailure(error, "start", "a.service").message == reason)
    }

    @Test(arguments: [
        ("NoSuchUnit", "Unit b.service not found.", "there is no unit b.service, which a.service needs"),
        (
            "UnitMasked", "Unit b.service is masked.",
            #"b.service, which a.service needs, is masked: "systemctl unmask b.service" permits to start it"#
        ),
        ("NoSuchUnit", "Unit a.service not found.", "there is no unit a.service"),
        ("NoSuchUnit", "No such unit.", "there is no unit a.service"),
    ])
    func aUnitThatIsOnlyNeededIsNamed(_ name: String, _ message: String, _ reason: String) {
        let error = BusError(name: "org.freedesktop.systemd1." + name, message: message)
        #expect(UnitFailure(error, "start", "a.service").message == reason)
    }
}

@Suite struct JobWaitTests {
    /// The signal of a quick job may be handled before the answer that names the job.
    @Test func theEndOfAJobMayComeBeforeItsName() {
        var jobs = JobWaits()
        jobs.callBegins()
        jobs.end("/job/1", .done)
        #expect(jobs.callEnds(with: "/job/1") == .done)
        // Jobs of others are forgotten.
        jobs.end("/job/2", .done)
        jobs.callBegins()
        #expect(jobs.callEnds(with: "/job/2") == nil)
    }

    @Test func allWhoWaitForAJobLearnOfItsEnd() async {
        let jobs = Waits()
        async let first = jobs.result(of: "/job/1")
        async let second = jobs.result(of: "/job/1")
        await jobs.whenWaiting(2)
        await jobs.end("/job/1", .other("failed"))
        #expect(await [first, second] == [.other("failed"), .other("failed")])
    }

    @Test func theEndOfTheConnectionEndsAllWaits() async {
        let jobs = Waits()
        async let first = jobs.result(of: "/job/1")
        async let second = jobs.result(of: "/job/2")
        await jobs.whenWaiting(2)
        await jobs.lose("the system bus has gone")
        #expect(await [first, second] == [.lost("the system bus has gone"), .lost("the system bus has gone")])
    }
}

private actor Waits {
    private var jobs = JobWaits()
    private var count = 0

    func result(of job: String) async -> JobResult {
        count += 1
        return await withCheckedContinuation { jobs.wait(for: job, $0) }
    }

    func whenWaiting(_ wanted: Int) async { while count < wanted { await Task.yield() } }
    func end(_ job: String, _ result: JobResult) { jobs.end(job, result) }
    func lose(_ reason: String) { jobs.lose(reason) }
}
