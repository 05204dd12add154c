import FasciaUnits
import Testing

@testable import FasciaPanel

@Suite struct UnitCarrierTests {
    private static let unit = ThingBinding.Unit(name: "nginx", isOfUser: false, enables: false)

    @Test(
        arguments: [
            (UnitState(active: "active", sub: "running"), .value(true)),
            (UnitState(active: "inactive", sub: "dead"), .value(false)),
            (UnitState(load: "masked", active: "inactive", sub: "dead"), .failed(false, "nginx.service is masked")),
            (
                UnitState(active: "failed", sub: "failed", failure: "exit status 1"),
                .failed(false, "nginx.service: exit status 1")
            ),
            (
                UnitState(load: "not-found", active: "inactive", sub: "dead"),
                .failed(false, "there is no unit nginx.service")
            ),
            (UnitState(active: "activating", sub: "start"), .unknown("nginx.service is starting (start)")),
            (
                UnitState(active: "activating", sub: "auto-restart", failure: "ended by signal 9"),
                .unknown("nginx.service is waiting to be started again: ended by signal 9")
            ),
        ] as [(UnitState, StatusReading)])
    func theStateOfTheUnitIsThatOfTheSwitch(_ state: UnitState, _ reading: StatusReading) {
        #expect(UnitCarrier.reading(.state(state), of: Self.unit) == reading)
    }

    @Test func aSwitchThatAlsoEnablesLooksAtBoth() {
        func agreed(_ state: StatusReading, _ isEnabled: Bool) -> StatusReading {
            UnitCarrier.agreed(state, isEnabled: isEnabled, of: Self.unit)
        }
        #expect(agreed(.value(true), true) == .value(true) && agreed(.value(false), false) == .value(false))
        #expect(
            agreed(.value(true), false)
                == .doubtful(true, "nginx.service runs, but is disabled: it does not start with the machine"))
        #expect(
            agreed(.value(false), true)
                == .doubtful(false, "nginx.service does not run, but is enabled: it starts with the machine"))
        #expect(
            agreed(.failed(false, "exit status 1"), true)
                == .doubtful(
                    false, "exit status 1; nginx.service does not run, but is enabled: it starts with the machine"))
        #expect(agreed(.unknown("starting"), true) == .unknown("starting"))
    }

    @Test func withoutABusItIsUnknown() {
        #expect(UnitCarrier.reading(.unknown("no bus"), of: Self.unit) == .unknown("no bus"))
    }
}
