import FasciaDocument
import Glibc
import TestSupport
import Testing

/// What other users approve, at a daemon with an access file. Becoming other users requires root.
@Suite(.mustEnd, .enabled(if: geteuid() == 0, "needs root"))
struct ApprovalFileTests {
    private let directory = try! TemporaryDirectory()

    private static let rules = """
        approve:
          - {on: ["option:network/**"], role: admin}
        grant:
          - {user: root, role: admin}
          - {user: 65534, role: operator}
          - {user: 65533, role: admin}

        """

    private func daemon() throws -> DaemonProcess {
        try directory.write(Self.rules, to: "access.yaml")
        chmod(directory["access.yaml"], 0o644)
        let daemon = try DaemonProcess(in: directory)
        try open(daemon)
        try daemon.client().call("toggle.declare", ["group": ["id": "network", "options": [["id": "eth0"], ["id": "wifi"]]]])
        return daemon
    }

    private func open(_ daemon: DaemonProcess) throws {
        guard chmod(daemon.socketPath, 0o666) == 0, chmod(directory["."], 0o711) == 0 else { throw TestFailure.system("chmod") }
    }

    private func peer(_ uid: Int, at daemon: DaemonProcess) throws -> RunningProcess {
        try RunningProcess(
            "/usr/bin/setpriv",
            ["--reuid", "\(uid)", "--regid", "\(uid)", "--clear-groups", "socat", "-", "UNIX-CONNECT:\(daemon.socketPath)"])
    }

    private func reply(of peer: RunningProcess, _ id: Int) throws -> JSON {
        func found(_ text: String) -> JSON? {
            text.split(separator: "\n").lazy.compactMap { try? JSON(parsing: String($0)) }.first { $0["id"] == .int(id) }
        }
        try peer.output.wait("reply \(id)") { found($0) != nil }
        return try #require(found(peer.output.text))
    }

    private func question(_ id: String, by peer: RunningProcess, _ number: Int) throws -> String {
        try peer.send(#"{"id":\#(number),"method":"toggle.set","params":{"id":"\#(id)","on":true}}"# + "\n")
        return try #require(try reply(of: peer, number)[at: "result/approval/question"]?.stringValue)
    }

    @Test func aRequestOutlivesItsRequesterAndTheDaemon_andWhyNamesBoth() throws {
        var daemon = try daemon()
        let nobody = try peer(65_534, at: daemon)
        let question = try question("network/eth0", by: nobody, 1)
        nobody.process.signal(SIGKILL)
        try nobody.output.waitForEnd()
        _ = try daemon.kill9()
        daemon = try DaemonProcess(in: directory)
        try open(daemon)
        let list = try daemon.fascia(["ask", "list"]).output
        #expect(list.contains(question) && list.contains("A request of nobody has to be approved"), "\(list)")
        #expect(try daemon.fascia(["ask", "answer", question, "yes"]).status == .exited(0))
        let client = try daemon.client()
        #expect(try client.call("toggle.get", ["id": "network/eth0"])["state"] == "on")
        let why = try daemon.fascia(["why", "network/eth0"]).output
        #expect(why.contains("network/eth0 off → on"), "\(why)")
        #expect(why.contains(/who +nobody, by socat \(pid [0-9]+\)/), "\(why)")
        #expect(why.contains(/approved +root, by fascia \(pid [0-9]+\)/), "\(why)")
        // After another restart it is not carried out again.
        try client.call("value.set", ["key": "x", "value": 1])
        _ = try daemon.kill9()
        daemon = try DaemonProcess(in: directory)
        #expect(try daemon.fascia(["ask", "list"]).output.contains(question) == true)
        #expect(try daemon.fascia(["ask", "answer", question, "yes"]).error.contains("cannot be answered: it was answered"))
    }

    /// A command that waits for the approval of the other admin, and the question.
    private func waiting(at daemon: DaemonProcess, _ other: RunningProcess) throws -> (RunningProcess, question: Substring) {
        try other.send(#"{"id":1,"method":"watch.start","params":{"topics":["question:**"]}}"# + "\n")
        _ = try reply(of: other, 1)
        let waiting = try RunningProcess(
            Products.executable("fascia"), ["toggle", "set", "network/wifi", "on", "--wait"],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        try waiting.error.wait(for: "waits for approval")
        try other.output.wait("a question") { $0.contains("\"to\":\"asked\"") }
        return (waiting, try #require(other.output.text.firstMatch(of: /"id":"(approval-[0-9a-f]+)"/)).1)
    }

    @Test(arguments: [true, false]) func waitWaitsForTheApproval(_ isApproved: Bool) throws {
        let daemon = try daemon()
        let other = try peer(65_533, at: daemon)
        let (waiting, asked) = try waiting(at: daemon, other)
        try other.send(#"{"id":2,"method":"ask.answer","params":{"id":"\#(asked)","answer":\#(isApproved)}}"# + "\n")
        #expect(try reply(of: other, 2)["error"] == nil)
        #expect(try waiting.process.waitForExit() == .exited(isApproved ? 0 : 1))
        try waiting.output.waitForEnd()
        #expect(waiting.output.text == "", "that it waits was said when it began to")
        #expect(try daemon.client().call("toggle.get", ["id": "network/wifi"])["state"] == (isApproved ? "on" : "off"))
    }

    /// Somebody else has done it, or had it approved, while it waited.
    @Test func waitEndsWellWhereItIsSoAlready() throws {
        let daemon = try daemon()
        let other = try peer(65_533, at: daemon)
        let (waiting, asked) = try waiting(at: daemon, other)
        let second = try question("network/wifi", by: try peer(65_534, at: daemon), 1)
        #expect(try daemon.fascia(["ask", "answer", second, "yes"]).status == .exited(0))
        try other.send(#"{"id":2,"method":"ask.answer","params":{"id":"\#(asked)","answer":true}}"# + "\n")
        #expect(try waiting.process.waitForExit() == .exited(0), "\(waiting.error.text)")
    }

    @Test func waitSaysThatTheRuleHasGone() throws {
        let daemon = try daemon()
        let (waiting, _) = try waiting(at: daemon, try peer(65_533, at: daemon))
        try directory.write(Self.rules.replacing("option:network", with: "option:other"), to: "access.yaml")
        #expect(try daemon.fascia(["reload"]).status == .exited(0))
        #expect(try waiting.process.waitForExit() == .exited(1))
        let reason = "toggle.set of option:network/wifi is not carried out: nobody has to approve it any more: ask for it again"
        try waiting.error.wait(for: reason)
        #expect(try daemon.fascia(["issues"]).output.contains(reason))
    }

    @Test func withoutWaitItIsSaidThatTheRequestWaits() throws {
        let daemon = try daemon()
        let result = try daemon.fascia(["toggle", "set", "network/wifi", "on"])
        #expect(result.output.hasPrefix("waits for approval of role:admin: approval-"), "\(result)")
        #expect(try daemon.fascia(["toggle", "flip", "network/eth0"]).output.hasPrefix("waits for approval of role:admin: "))
    }
}
