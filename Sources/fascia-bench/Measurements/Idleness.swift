/// How often an idle daemon wakes up: with nobody connected, and with a watcher and a terminal that see no change.
struct Idleness {
    var fascia: Server

    func run(into report: inout Report) throws {
        let alone = ProcessState.wakeUps(of: [fascia.state])
        let (watcher, terminal) = (try LineClient(fascia.socket), try LineClient(fascia.socket))
        try watcher.call("watch.start")
        try terminal.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"])
        let watched = ProcessState.wakeUps(of: [fascia.state])
        withExtendedLifetime((watcher, terminal)) {}
        report.add("wake-ups in 3 s of idling", "", [("alone", alone), ("watched", watched)])
        report.require("idle", "wake-ups:", alone + watched, .atMost(0))
    }
}
