import CSystemd
import FasciaLoop
import Glibc

/// Sends the calls of one connection and receives its messages. Used on one thread only.
final class BusLoop {
    private let connection: BusConnection
    /// An `sd_bus`, which lives as long as this object.
    private let bus: OpaquePointer
    private var unanswered: [UInt64: BusConnection.Answer] = [:]

    private init(_ bus: UnitBus, _ connection: BusConnection) throws(BusFailure) {
        self.connection = connection
        var pointer: OpaquePointer?
        try BusFailure.check(bus == .system ? sd_bus_open_system(&pointer) : sd_bus_open_user(&pointer))
        guard let pointer else { throw BusFailure(code: ENOMEM) }
        self.bus = pointer
        // A panel cannot ask for a password.
        sd_bus_set_allow_interactive_authorization(pointer, 0)
    }

    deinit { sd_bus_flush_close_unref(bus) }

    static func startThread(_ bus: UnitBus, _ connection: BusConnection) {
        let thread: Void? = try? DetachedThread.start("bus") { runThread(bus, connection) }
        precondition(thread != nil, "cannot create the thread of a bus")
    }

    private static func runThread(_ bus: UnitBus, _ connection: BusConnection) {
        // A bus that closes the connection must not end this process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do throws(BusFailure) {
            let loop = try BusLoop(bus, connection)
            let reason = loop.run(bus)
            connection.end(reason, unanswered: Array(loop.unanswered.values))
        } catch {
            connection.end("cannot connect to \(bus.name): \(error.message)", unanswered: [])
        }
    }

    /// - Returns: why it has ended.
    private func run(_ bus: UnitBus) -> String {
        do throws(BusFailure) {
            while !connection.isClosed {
                for (call, answer) in connection.takeCalls() { try send(call, answer) }
                while try receive() {}
                try wait()
            }
            return "the connection is closed"
        } catch {
            return "\(bus.name) has gone: \(error.message)"
        }
    }

    private func send(_ call: BusCall, _ answer: @escaping BusConnection.Answer) throws(BusFailure) {
        var cookie: UInt64 = 0
        do throws(BusFailure) {
            let message = try BusMessage.call(call, on: bus)
            try BusFailure.check(sd_bus_send(bus, message.pointer, &cookie))
        } catch {
            answer(.failure(BusError(name: "send", message: error.message)))
            // Such as a path that is not one: the connection goes on.
            if error.code == EINVAL { return }
            throw error
        }
        unanswered[cookie] = answer
    }

    /// - Returns: whether there may be more to receive.
    private func receive() throws(BusFailure) -> Bool {
        var pointer: OpaquePointer?
        let result = sd_bus_process(bus, &pointer)
        try BusFailure.check(result)
        if let pointer {
            // libsystemd has given this reference away.
            let message = BusMessage(owning: pointer)
            if let cookie = message.answeredCookie {
                unanswered.removeValue(forKey: cookie)?(message.answer)
            } else if let signal = message.signal {
                connection.received(signal)
            }
        }
        return result > 0
    }

    /// Waits for a message, a call, or libsystemd's own time.
    private func wait() throws(BusFailure) {
        let events = sd_bus_get_events(bus)
        try BusFailure.check(events)
        var time = UInt64.max
        try BusFailure.check(sd_bus_get_timeout(bus, &time))
        var entries = [
            pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: connection.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, nfds_t(entries.count), BusLoop.milliseconds(until: time)) > 0, entries[1].revents != 0 else {
            return
        }
        var count: UInt64 = 0
        read(connection.wakeDescriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// - Parameter time: on the monotonic clock, in microseconds; the greatest number for no time.
    private static func milliseconds(until time: UInt64) -> Int32 {
        guard time != .max else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
        return time <= microseconds ? 0 : Int32(clamping: (time - microseconds) / 1_000 + 1)
    }
}

/// The bus of a manager of units.
package enum UnitBus: Hashable, Sendable {
    case system
    /// That of the user who runs this program.
    case user

    package var name: String { self == .system ? "the system bus" : "the user's bus" }
}
