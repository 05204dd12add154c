import Testing

@testable import FasciaUnits

@Suite struct UnitStateTests {
    @Test(
        arguments: [
            ("active", "running", true), ("active", "exited", true), ("reloading", "reload", true), ("inactive", "dead", false),
            ("failed", "failed", false), ("maintenance", "cleaning", false), ("activating", "start-pre", nil),
            ("deactivating", "stop-sigterm", nil),
        ] as [(String, String, Bool?)])
    func isOnOrOffOrNeither(_ active: String, _ sub: String, _ isOn: Bool?) {
        #expect(UnitState(active: active, sub: sub).isOn == isOn)
    }

    @Test func aUnitThatDoesNotExistIsNeither() {
        let state = UnitState(load: "not-found", active: "inactive", sub: "dead")
        #expect(!state.exists)
        #expect(state.isOn == nil)
        // Its file was removed while it runs.
        #expect(UnitState(load: "not-found", active: "active", sub: "running").isOn == true)
    }

    @Test(
        arguments: [
            ("activating", "start-pre", "starting (start-pre)"), ("activating", "auto-restart", "waiting to be started again"),
            ("deactivating", "stop-sigterm", "stopping (stop-sigterm)"), ("reloading", "reload", "reloading"),
            ("active", "running", nil), ("failed", "failed", nil),
        ] as [(String, String, String?)])
    func transitionText(_ active: String, _ sub: String, _ text: String?) {
        #expect(UnitState(active: active, sub: sub).transition == text)
    }

    @Test(
        arguments: [
            (UnitResult(result: "exit-code", code: 1, status: 3), "exit status 3"),
            (UnitResult(result: "exit-code"), "a command of it failed"),
            (UnitResult(result: "signal", code: 2, status: 9), "ended by signal 9"),
            (UnitResult(result: "core-dump", code: 3, status: 11), "ended by signal 11"),
            (UnitResult(result: "timeout"), "took longer than its unit file allows"),
            (UnitResult(result: "watchdog"), "did not notify its watchdog"),
            (UnitResult(result: "oom-kill"), "there was not enough memory"),
            (UnitResult(result: "start-limit-hit"), "was started too often"),
            (UnitResult(result: "protocol"), "ended before it was ready"),
            (UnitResult(result: "resources"), "a resource that it needs is missing"),
            (UnitResult(result: "brand-new"), "brand-new"), (UnitResult(result: "success"), nil), (UnitResult(), nil),
        ] as [(UnitResult, String?)])
    func whyItFailed(_ result: UnitResult, _ text: String?) { #expect(result.reason == text) }
}

@Suite struct UnitNameTests {
    @Test(arguments: [
        ("nginx", "nginx.service"), ("nginx.service", "nginx.service"), ("backup.timer", "backup.timer"),
        ("a.b", "a.b.service"), ("foo@bar", "foo@bar.service"), ("foo@bar.service", "foo@bar.service"),
    ])
    func aNameWithoutATypeIsThatOfAService(_ name: String, _ full: String) { #expect(UnitName.full(name) == full) }

    @Test(
        arguments: [
            ("ssh.service", "org.freedesktop.systemd1.Service"), ("a.timer", "org.freedesktop.systemd1.Timer"), ("a.target", nil),
        ] as [(String, String?)])
    func theInterfaceOfItsResult(_ name: String, _ interface: String?) { #expect(UnitName.resultInterface(name) == interface) }
}

@Suite struct UnitWatchTests {
    @Test func theResultOfALaterReadIsNotReplacedByThatOfAnEarlierOne() async {
        let (stream, observer) = AsyncStream.makeStream(of: UnitReading.self)
        var watch = UnitWatch()
        watch.observers[1] = observer
        let (on, off) = (UnitState(active: "active", sub: "running"), UnitState(active: "inactive", sub: "dead"))
        watch.receive(.state(on), read: 2)
        watch.receive(.state(off), read: 1)
        #expect(watch.reading == .state(on))
        watch.receive(.unknown("gone"), read: 2)
        observer.finish()
        let seen = await stream.reduce(into: [UnitReading]()) { $0.append($1) }
        #expect(seen == [.state(on), .unknown("gone")])
    }
}
