import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc
import TestSupport

@testable import FasciaServer

/// A daemon in this process whose access file says what has to be approved. Its owner is an admin.
final class ApprovalBench {
    let bench: AccessBench
    var owner: LocalPeer { bench.owner }
    var core: Core { bench.server.core }
    private var clients: [InProcessClient] = []

    static let bob: UInt32 = 1001
    static let ada: UInt32 = 1000
    static let eve: UInt32 = 1002

    /// Bob operates, Ada may approve, and Eve is another operator.
    static let people = """
        grant:
          - {user: bob, role: operator, on: ["**"]}
          - {user: 1002, role: operator, on: ["**"]}
          - {user: ada, role: admin}
        """
    static let approve = "approve:\n  - {on: [\"option:network/**\", \"value:secret\", \"action:go\"], role: admin}\n"

    init(_ rules: String = ApprovalBench.approve + ApprovalBench.people) throws {
        bench = try AccessBench()
        try use(rules)
    }

    /// - Parameter rules: end with the grants.
    func use(_ rules: String) throws {
        core.access.use(try AccessBench.file(rules + "\n  - {user: \(geteuid()), role: admin}"))
    }

    func user(_ uid: UInt32, logins: Set<UInt32> = []) throws -> LocalPeer {
        var credentials = Peer.Credentials()
        (credentials.uid, credentials.gid) = (uid, uid)
        let client = bench.server.connect(uid: uid, try core.access.permit(for: Peer(credentials)), logins: logins)
        clients.append(client)
        return LocalPeer(client)
    }

    /// Also of a key with a slash.
    func value(_ key: String) throws -> JSON? { try owner.call("value.get")["values"]?[key] }

    /// Ends all connections but the owner's.
    func leave() {
        for client in clients { client.close() }
        clients = []
    }

    /// Runs the timers as if this time had passed.
    func expire(_ question: String) throws {
        _ = try core.live.execute(.question(.expire(id: question, answer: nil)), .ofDaemon("ask.expire"))
        core.endTurn()
    }
}

extension LocalPeer {
    /// Asks for something, and returns the question about it.
    func request(_ method: String, _ params: JSON) throws -> String {
        guard let id = try call(method, params)[at: "approval/question"]?.stringValue else {
            throw TestFailure("\(method) \(params.text) does not wait for an approval")
        }
        return id
    }

    func on(_ id: String) throws -> String {
        try request("toggle.set", ["id": .string(id), "on": true])
    }

    /// - Returns: the reason of the refusal.
    func approve(_ question: String, _ answer: Bool = true) throws -> String? {
        try reason("ask.answer", ["id": .string(question), "answer": .bool(answer)])
    }
}
