import Glibc

/// How often an idle daemon wakes up: with nobody connected, and with a watcher and a terminal that see no change.
struct Idleness {
    var fascia: Server

    func run(into report: inout Report) throws {
        let alone = wakeUps()
        let (watcher, terminal) = (try LineClient(fascia.socket), try LineClient(fascia.socket))
        try watcher.call("watch.start")
        try terminal.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"])
        let watched = wakeUps()
        withExtendedLifetime((watcher, terminal)) {}
        report.add("wake-ups in 3 s of idling", "", [("alone", alone), ("watched", watched)])
        report.require("idle", "wake-ups:", alone + watched, .atMost(0))
    }

    private func wakeUps() -> Double {
        // What was asked of it before may still be under way.
        usleep(500_000)
        let before = fascia.sleeps
        sleep(3)
        // A thread that has come since has woken up at least once; one that has gone did so, too.
        let after = fascia.sleeps
        let gone = before.keys.filter { after[$0] == nil }.count
        return Double(after.reduce(gone) { $0 + $1.value - (before[$1.key] ?? 0) })
    }
}
