import FasciaModel
import Glibc

/// How long a client waits for its replies while others do their worst, and how much memory that costs the daemon.
///
/// Each attack has a daemon of its own. Where the bench runs as root, what only a stranger would do is done by another
/// user, whose share of everything is smaller than the owner's.
struct Fairness {
    private let servers: Servers
    private let share: Double

    /// Milliseconds that another client may wait, and the panel's budget, which bounds what it holds.
    private static let (mostWait, budget) = (20.0, 134.0)

    init(_ servers: Servers, share: Double) {
        self.servers = servers
        self.share = share
    }

    func run(into report: inout Report) throws {
        var (waits, growths) = ([(String, Double)](), [(String, Double)]())
        for attack in [Attack("nobody") { _ in usleep(500_000) }] + Attack.all {
            let (wait, growth) = try measure(attack)
            waits.append((attack.name, wait))
            growths.append((attack.name, growth))
        }
        report.add("the worst wait while others attack", "ms", waits)
        report.add("the most memory taken by an attack", "MB", growths)
        for (name, wait) in waits.dropFirst() {
            report.require("beside \(name)", "milliseconds, worst wait:", wait, .atMost(Self.mostWait))
        }
        for (name, growth) in growths.dropFirst() {
            report.require("by \(name)", "megabytes more at most:", growth, .atMost(Self.budget))
        }
    }

    private func measure(_ attack: Attack) throws -> (wait: Double, growth: Double) {
        let name = "fairness-\(attack.name.filter { $0.isLetter || $0.isNumber })"
        let server = try servers.fascia(name)
        defer { server.end(SIGKILL) }
        let owner = try LineClient(server.socket)
        try owner.pushSwitches(100, "worst", in: "form")
        try owner.call("value.set", ["key": "t", "value": "0"])
        let rows = (0..<20).map { ["kind": "toggle", "bind": .string("worst/o\($0)")] as JSON }
        let field: JSON = ["kind": "textField", "id": "t", "label": "T", "bind": "t"]
        try owner.call(
            "screen.put", ["screen": ["id": "field", "body": ["kind": "form", "children": .array([field] + rows)]]])
        try owner.call("nav.push", ["screen": "field"])
        let target = try AttackedDaemon(socket: server.socket, owner: owner, folder: servers.folder, share: share)
        try attack.prepare(target)
        let before = server.state.residentBytes
        let witness = Witness(server.socket)
        try attack.act(target)
        let wait = try witness.end()
        return (wait, Double(max(0, server.state.mostResidentBytes - before)) / 1e6)
    }
}

/// What an attack is directed at.
struct AttackedDaemon {
    let socket: String
    let owner: LineClient
    /// How long an attack that has no end of its own goes on, in seconds.
    let seconds: Double
    /// How much of a large attack is carried out.
    let share: Double

    init(socket: String, owner: LineClient, folder: TemporaryFolder, share: Double) throws {
        (self.socket, self.owner, self.share) = (socket, owner, share)
        seconds = 4 * share
        guard geteuid() == 0 else { return }
        // Other users are let in.
        guard chmod(folder.path, 0o755) == 0, chmod(socket, 0o666) == 0 else {
            throw BenchFailure("cannot let other users connect to \(socket): \(String(cString: strerror(errno)))")
        }
    }

    func attacker() throws -> Attacker { Attacker(try LineClient(socket)) }

    /// A connection of another user, where the bench may make one.
    func stranger() throws -> Attacker {
        guard geteuid() == 0 else { return try attacker() }
        // The kernel tells the daemon the user who connects.
        guard seteuid(65_534) == 0 else { throw BenchFailure("cannot become another user") }
        defer { seteuid(0) }
        return try attacker()
    }

    func scaled(_ count: Int) -> Int { max(1, Int(Double(count) * share)) }
}
