import FasciaDocument
import Glibc
import TestSupport
import Testing

/// A program that acts for others, at a real daemon: `$FASCIA_ACT_FOR`, the history, and a restart. Becoming other users requires
/// root.
@Suite(.mustEnd, .enabled(if: geteuid() == 0, "needs root"))
struct RelayLifeTests {
    private let directory = try! TemporaryDirectory()

    private func rules(_ mayActFor: String = ", mayActFor: {user: 4002}") -> String {
        """
        grant:
          - {user: root, role: admin\(mayActFor)}
          - {user: 4002, role: operator, on: ["option:services/nginx"]}

        """
    }

    private func write(_ text: String) throws {
        try directory.write(text, to: "new")
        chmod(directory["new"], 0o644)
        #expect(rename(directory["new"], directory["access.yaml"]) == 0)
    }

    @Test func theVariableActsFor_andHistoryAndWhyNameBoth() throws {
        try write(rules())
        let daemon = try DaemonProcess(in: directory)
        try daemon.client().call("toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "ssh"]]]])
        func fascia(_ arguments: String...) throws -> ProcessResult {
            try runProcess(
                Products.executable("fascia"), arguments,
                environment: ["FASCIA_SOCKET": daemon.socketPath, "FASCIA_ACT_FOR": "4002"])
        }
        #expect(try fascia("toggle", "set", "services/nginx", "on").status == .exited(0))
        let denied = try fascia("toggle", "set", "services/ssh", "on")
        #expect(denied.status == .exited(1) && denied.error.contains("and 4002 has no right there"), "\(denied)")
        #expect(try fascia("call", "toggle.get", "{}").output.contains("ssh") == false)
        #expect(try daemon.fascia(["history", "services/nginx"]).output.contains(" (uid 4002 through root, pid "))
        let why = try daemon.fascia(["why", "services/nginx"]).output
        #expect(why.contains(/who +uid 4002, by fascia \(pid [0-9]+\) of root/), "\(why)")
        try write(rules(""))
        let refused = try fascia("toggle", "set", "services/nginx", "off")
        #expect(refused.error.contains("root may not act for 4002: to allow it, add - {user: root, role: admin, mayActFor: "))
    }

    /// The next process decides again.
    @Test(arguments: [true, false]) func aRestartKeepsForWhomAConnectionActs(_ mayStill: Bool) throws {
        try write(rules())
        let manager = try ServiceManager(arguments: ["--access", directory["access.yaml"]])
        try manager.client().call(
            "toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "ssh"]]]])
        let client = try manager.client()
        try client.call("daemon.hello", ["actFor": "4002"])
        try client.call("toggle.set", ["id": "services/nginx", "on": true])
        try manager.end()
        if !mayStill { try write(rules("")) }
        try manager.start()
        guard mayStill else {
            return #expect(
                try client.receive()["error"]?["message"]?.stringValue?.hasPrefix("root may not act for 4002: ") == true)
        }
        _ = try client.notification("resumed")
        #expect(try client.call("daemon.hello")[at: "peer/actsFor"] == 4_002)
        #expect(throws: (any Error).self) { try client.call("toggle.set", ["id": "services/ssh", "on": true]) }
    }

    /// What is sent behind a greeting that was refused would be done in the program's own name.
    @Test func aRestartForgetsNoRefusedGreeting() throws {
        try write(rules())
        let manager = try ServiceManager(arguments: ["--access", directory["access.yaml"]])
        try manager.client().call("toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"]]]])
        let client = try manager.client()
        #expect(throws: (any Error).self) { try client.call("daemon.hello", ["actFor": "4003"]) }
        try manager.end()
        try manager.start()
        _ = try client.notification("resumed")
        let refused = try client.reply(to: client.send("toggle.set", ["id": "services/nginx", "on": true]))
        #expect(refused[at: "error/message"]?.stringValue?.hasPrefix("root may not act for 4003: ") == true, "\(refused.text)")
        #expect(refused[at: "error/data/add"]?.stringValue?.contains("mayActFor: {user: 4003}") == true, "\(refused.text)")
        #expect(try manager.client().call("toggle.get", ["id": "services/nginx"])["state"] == "off")
    }
}
