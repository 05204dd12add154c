import Foundation
import Testing

@testable import FasciaSystemd

@Suite struct WatchdogTests {
    @Test func theIntervalIsHalfOfTheLimit() {
        #expect(Watchdog(limit: .seconds(30)).interval == .seconds(15))
    }

    @Test func theManagersLimitIsRead() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "20000000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            let requested = try Watchdog.requested()
            #expect(requested == Watchdog(limit: .seconds(20)))
        }
    }

    @Test func noWatchdogWithoutAManager() async {
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_USEC")
            let requested = try Watchdog.requested()
            #expect(requested == nil)
        }
    }

    @Test func aWatchdogForAnotherProcessIsNotOurs() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "20000000", 1)
            setenv("WATCHDOG_PID", "1", 1)
            let requested = try Watchdog.requested()
            #expect(requested == nil)
        }
    }

    @Test func malformedVariablesAreNamed() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "soon", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            let error = #expect(throws: WatchdogError.self) { try Watchdog.requested() }
            let expected = """
                WATCHDOG_USEC="soon" with WATCHDOG_PID="\(getpid())" is not a time in microseconds and a process id: \
                unset both, or set WatchdogSec= in the unit
                """
            #expect(error?.description == expected)
        }
    }
}
