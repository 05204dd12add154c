import FasciaDocument
import Glibc

/// The longest time that a client waits for a reply while another client attacks, and the memory that the attack costs.
///
/// Each attack runs against a daemon of its own. If the benchmark runs as root, attacks of a stranger use another user
/// id, whose limits are lower than the owner's.
struct Fairness {
    private let servers: Servers
    private let share: Double

    /// The maximum wait in milliseconds, and the panel's budget in megabytes, which limits memory growth.
    private static let (maximumWait, budget) = (20.0, 134.0)

    init(_ servers: Servers, share: Double) {
        self.servers = servers
        self.share = share
    }

    func run(into report: inout Report) throws {
        var (waits, growths) = ([(String, Double)](), [(String, Double)]())
        for attack in [Attack("nobody") { _ in usleep(500_000) }] + Attack.all {
            let (wait, step, growth) = try measure(attack)
            waits.append((attack.name + (step.map { " (\($0))" } ?? ""), wait))
            growths.append((attack.name, growth))
        }
        report.add("the worst wait while others attack", "ms", waits)
        report.add("the most memory taken by an attack", "MB", growths)
        for (name, wait) in waits.dropFirst() {
            report.require("beside \(name)", "milliseconds, worst wait:", wait, .atMost(Self.maximumWait))
        }
        for (name, growth) in growths.dropFirst() {
            report.require("by \(name)", "megabytes more at most:", growth, .atMost(Self.budget))
        }
    }

    private func measure(_ attack: Attack) throws -> (wait: Double, step: String?, growth: Double) {
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
        var target = try AttackTarget(socket: server.socket, owner: owner, folder: servers.folder, share: share)
        try attack.prepare(target)
        let before = server.state.residentBytes
        let witness = LatencyProbe(server.socket)
        target.witness = witness
        try attack.act(target)
        let (wait, step) = try witness.end()
        return (wait, step, Double(max(0, server.state.maximumResidentBytes - before)) / 1e6)
    }
}

/// The daemon under attack.
struct AttackTarget {
    let socket: String
    let owner: LineClient
    /// Maximum duration of an attack in seconds.
    let seconds: Double
    /// The share of the full attack: 1 for a full run.
    let share: Double
    /// The result of `daemon.describe`.
    let description: JSON
    /// The client whose wait is measured.
    var witness: LatencyProbe?

    init(socket: String, owner: LineClient, folder: TemporaryFolder, share: Double) throws {
        (self.socket, self.owner, self.share) = (socket, owner, share)
        seconds = 4 * share
        description = try owner.call("daemon.describe")
        guard geteuid() == 0 else { return }
        // Lets other users connect.
        guard chmod(folder.path, 0o755) == 0, chmod(socket, 0o666) == 0 else {
            throw BenchFailure("cannot let other users connect to \(socket): \(String(cString: strerror(errno)))")
        }
    }

    func attacker() throws -> HeavyClient { HeavyClient(try LineClient(socket)) }

    /// A connection of another user if the benchmark runs as root, otherwise of the same user.
    func stranger() throws -> HeavyClient {
        guard geteuid() == 0 else { return try attacker() }
        // The daemon gets the effective user id at the time of connecting.
        guard seteuid(65_534) == 0 else { throw BenchFailure("cannot become another user") }
        defer { seteuid(0) }
        return try attacker()
    }

    func scaled(_ count: Int) -> Int { max(1, Int(Double(count) * share)) }

    /// Sends one request on a connection of its own, and waits for the answer.
    func send(_ method: String, _ input: LargestInputs.Input) throws {
        witness?.note("\(method): \(input.name)")
        let attacker = try attacker()
        attacker.send(LineClient.request(id: 1, method, input.params), answers: 1)
        attacker.run(atMost: seconds)
    }
}
