import FasciaWire
import Glibc

/// The time of day, read at most once in a turn of the event loop.
final class TurnClock {
    private var reading: Timestamp?

    var now: Timestamp {
        if let reading { return reading }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
        reading = now
        return now
    }

    func endTurn() { reading = nil }
}
