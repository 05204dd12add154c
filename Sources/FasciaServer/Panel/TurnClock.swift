import FasciaModel
import FasciaStore
import FasciaWire
import Glibc

/// The time of day, and the time since the machine was started, each read at most once in a turn of the event loop.
final class TurnClock {
    private var reading: Timestamp?
    private var bootReading: BootTime?
    private let boot = StoreSettings.presentBoot

    var now: Timestamp {
        if let reading { return reading }
        let now = Timestamp(milliseconds: Self.milliseconds(CLOCK_REALTIME))
        reading = now
        return now
    }

    var bootTime: BootTime {
        if let bootReading { return bootReading }
        let now = BootTime(boot: boot, milliseconds: Self.milliseconds(CLOCK_BOOTTIME))
        bootReading = now
        return now
    }

    func endTurn() { (reading, bootReading) = (nil, nil) }

    private static func milliseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
