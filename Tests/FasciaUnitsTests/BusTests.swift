import Foundation
import TestSupport
import Testing

@testable import FasciaUnits

/// A real bus of its own, without systemd.
@Suite struct BusTests {
    @Test func withoutABusTheReasonIsKnown() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/no/such/bus", 1)
            let manager = UnitManager(.system)
            var states = await manager.states(of: "a").makeAsyncIterator()
            let first = await states.next()
            #expect(first == .unknown("cannot connect to the system bus: No such file or directory"))
            await #expect(throws: UnitFailure("cannot connect to the system bus: No such file or directory")) {
                try await manager.change("a", to: true, timeLimit: .seconds(60))
            }
        }
    }

    @Test func withoutSystemdTheReasonIsKnown() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
            var states = await UnitManager(.system).states(of: "a").makeAsyncIterator()
            let first = await states.next()
            // Words of the bus.
            if case .unknown(let reason) = first {
                #expect(reason.contains("org.freedesktop.systemd1"))
            } else {
                Issue.record("\(String(describing: first))")
            }
        }
    }

    @Test func callsAreAnsweredUntilTheBusHasGone() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
            let (events, continuation) = AsyncStream.makeStream(of: BusConnection.Event.self)
            let connection = BusConnection.open(.system) { continuation.yield($0) }
            let names = BusCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "ListNames")
            let answer = try await connection.call(names)
            #expect(answer.first?.list?.contains(.text("org.freedesktop.DBus")) == true)
            await #expect(throws: BusError.self) {
                var unknown = names
                unknown.member = "NoSuchMethod"
                _ = try await connection.call(unknown)
            }
            // A call that cannot be written does not end the connection.
            await #expect(throws: BusError(name: "send", message: "Invalid argument")) {
                var invalid = names
                invalid.path = "no path"
                _ = try await connection.call(invalid)
            }
            bus.end()
            var ends = events.makeAsyncIterator()
            while let event = await ends.next() {
                guard case .ended(let reason) = event else { continue }
                #expect(reason.hasPrefix("the system bus has gone: "))
                break
            }
            await #expect(throws: BusError.ended("the connection is closed")) { _ = try await connection.call(names) }
        }
    }

    @Test func aClosedConnectionAnswersNoCall() async {
        await #expect(processExitsWith: .success) {
            let bus = try PrivateBus()
            setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
            let connection = BusConnection.open(.system) { _ in }
            connection.close()
            await #expect(throws: BusError.self) { _ = try await connection.call(.manager("Subscribe")) }
        }
    }
}

/// A bus daemon that nothing else uses.
private struct PrivateBus {
    let address: String
    private let process: RunningProcess

    init() throws {
        process = try RunningProcess("/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address"])
        try process.output.wait(for: "\n")
        address = String(process.output.text.prefix { $0 != "\n" })
    }

    func end() { process.process.signal(9) }
}
