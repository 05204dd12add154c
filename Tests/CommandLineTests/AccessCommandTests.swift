import FasciaDocument
import Foundation
import Glibc
import TestSupport
import Testing

/// `fascia access`, and the file at a real daemon.
@Suite(.mustEnd) struct AccessCommandTests {
    private let directory = try! TemporaryDirectory()

    private static let rules = """
        grant:
          - {user: root, role: admin}
          - {user: 4001, role: operator, on: ["option:services/**"], except: ["option:services/ssh"]}
          - {unit: "box@*.service", role: author, on: ["value:**"], bind: true}
        never:
          - {not-user: root, role: operator, on: ["option:network/**"]}

        """

    private func fascia(_ arguments: String...) throws -> ProcessResult {
        try runProcess(Products.executable("fascia"), ["access"] + arguments, directory: directory.path)
    }

    @Test func checkPrintsEachMistakeWithItsPlace() throws {
        try directory.write("grant:\n  - {user: 4001, role: vewer}\n  - {rol: x}\n", to: "a.yaml")
        let result = try fascia("check", "a.yaml")
        #expect(result.status == .exited(1))
        #expect(
            result.output == """
                a.yaml:2:24: error: there is no role vewer, did you mean viewer?
                a.yaml:3:5: error: say who: add user, group or unit
                a.yaml:3:5: error: add the role: one of viewer, operator, author, admin
                a.yaml:3:6: error: there is no key "rol" here: did you mean role?

                """)
        #expect(result.error == "fascia: 4 errors\n")
        let json = try JSON(parsing: try fascia("check", "--json", "a.yaml").output)
        #expect(json["problems"]?[0]?["line"] == 2)
        #expect(json["problems"]?.arrayValue?.count == 4)
    }

    @Test func checkAndListPrintWhatAFileSays() throws {
        try directory.write(Self.rules, to: "a.yaml")
        #expect(try fascia("check", "a.yaml").output == "a.yaml: 3 grants, 1 never\n")
        let list = try fascia("list", "--file", "a.yaml")
        #expect(list.status == .exited(0))
        #expect(
            list.output.split(separator: "\n").map {
                $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            }
                == [
                    "2 user root admin **", "3 user 4001 operator option:services/** except option:services/ssh",
                    "4 unit box@*.service author bind value:**", "6 not user root never operate option:network/**",
                ])
        let json = try JSON(parsing: try fascia("list", "--json", "--file", "a.yaml").output)
        #expect(json["rules"]?[1]?["except"] == "option:services/ssh")
    }

    @Test func explainNamesTheRuleOrTheLineToAdd() throws {
        try directory.write(Self.rules, to: "a.yaml")
        func explain(_ arguments: String...) throws -> ProcessResult {
            try runProcess(
                Products.executable("fascia"), ["access", "explain", "--file", "a.yaml"] + arguments, directory: directory.path)
        }
        let allowed = try explain("--user", "4001", "toggle.set", "services/nginx")
        #expect(allowed.status == .exited(0) && allowed.output == "allowed by a.yaml:3\n")
        #expect(try explain("--user", "root", "daemon.shutdown").output == "allowed by a.yaml:2\n")
        #expect(
            try explain("--user", "4002", "--unit", "box@a.service", "bind.claim", "value:x").output == "allowed by a.yaml:4\n")
        let denied = try explain("--user", "4001", "toggle.set", "services/ssh")
        #expect(denied.status == .exited(1))
        #expect(
            denied.error
                == "fascia: toggle.set needs the right operate on option:services/ssh, and 4001 has no right there: line 3 "
                + "of a.yaml excepts it; to allow it, add - {user: 4001, role: operator, on: [\"option:services/ssh\"]} to grant "
                + "there\n")
        #expect(
            try explain("--user", "4001", "value.get", "x").error.contains("add - {user: 4001, role: viewer, on: [\"value:x\"]}"))
        #expect(try explain("--user", "4002", "sync").error == "fascia: 4002 may not connect: no grant names them in a.yaml\n")
        let unknown = try explain("toggle.st", "a")
        #expect(unknown.status == .exited(2))
        #expect(unknown.error.contains("there is no method toggle.st: fascia describe lists them"))
        #expect(try explain("--user", "no one", "sync").error.contains("there is no user no one: give a name or a number"))
    }

    @Test func approvalsAreListedAndExplained() throws {
        try directory.write(
            "grant:\n  - {user: root, role: admin}\napprove:\n  - {on: [\"option:network/**\"], role: admin}\n", to: "a.yaml")
        #expect(try fascia("check", "a.yaml").output == "a.yaml: 1 grant, 0 never, 1 approve\n")
        let last = try fascia("list", "--file", "a.yaml").output.split(separator: "\n").last
        #expect(last?.split(separator: " ") == ["4", "role:admin", "approves", "option:network/**"])
        #expect(
            try fascia("explain", "--file", "a.yaml", "--user", "root", "toggle.set", "network/eth0").output
                == "allowed by a.yaml:2\nwhen role:admin has approved it: a.yaml:4\n")
        #expect(
            try fascia("explain", "--file", "a.yaml", "--user", "root", "toggle.get", "network/eth0").output
                == "allowed by a.yaml:2\n")
    }

    @Test func limitsAreListedAndExplained() throws {
        try directory.write(
            "grant:\n  - {user: root, role: admin}\ndefault: viewer\nlimits: {per-uid: {watches: 32, requests: 2000/s}}\n",
            to: "a.yaml")
        #expect(try fascia("check", "a.yaml").output == "a.yaml: 1 grant, 0 never, 2 limits\n")
        let words = try fascia("list", "--file", "a.yaml").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(words.contains("4 each user but admins at most 2000 requests in a second"), "\(words)")
        #expect(
            try fascia("explain", "--file", "a.yaml", "--user", "4001", "watch.start").output
                == "allowed by a.yaml:3\nat most 2000 requests in a second: a.yaml:4\nat most 32 watches: a.yaml:4\n")
        #expect(
            try fascia("explain", "--file", "a.yaml", "--user", "root", "watch.start").output == "allowed by a.yaml:2\n")
    }

    @Test func whatNeedsAReasonIsListedAndExplained() throws {
        try directory.write(
            "roles:\n  careful: {extends: operator, needs: {reason: true}}\n"
                + "grant:\n  - {user: root, role: admin}\n  - {user: 4001, role: careful}\n", to: "a.yaml")
        #expect(try fascia("list", "--file", "a.yaml").output.contains("operator, needs a reason  **"))
        func explain(_ method: String) throws -> String {
            try fascia("explain", "--file", "a.yaml", "--user", "4001", method, "services/nginx").output
        }
        #expect(try explain("toggle.set") == "allowed by a.yaml:5\nwith a reason: a.yaml:5\n")
        #expect(try explain("toggle.get") == "allowed by a.yaml:5\n")
    }

    @Test func whoActsForWhomIsListedExplainedAndCompared() throws {
        let rules = "grant:\n  - {user: root, role: admin}\n  - {user: 4002, role: operator, on: [\"option:a\"]}\n"
        let relay = "  - {user: 4001, role: viewer, mayActFor: {user: 4002}}\n"
        try directory.write(rules + relay, to: "a.yaml")
        #expect(try fascia("list", "--file", "a.yaml").output.contains("viewer, may act for user 4002  **"))
        func explain(_ arguments: String...) throws -> ProcessResult {
            try runProcess(
                Products.executable("fascia"), ["access", "explain", "--file", "a.yaml", "--user", "4001"] + arguments,
                directory: directory.path)
        }
        #expect(
            try explain("--act-for", "4002", "toggle.get", "a").output
                == "4001 may act for 4002: a.yaml:4\nallowed by a.yaml:3\n")
        let denied = try explain("--act-for", "4002", "toggle.set", "a")
        #expect(denied.status == .exited(1))
        #expect(
            denied.error.contains("and 4001 has only view there: to allow it, add - {user: 4001, role: operator"), "\(denied)")
        #expect(try explain("--act-for", "4002", "toggle.get", "b").error.contains("and 4002 has no right there"))
        #expect(
            try explain("--act-for", "4003", "toggle.get", "a").error
                == "fascia: 4001 may not act for 4003: no mayActFor names them in a.yaml\n")
        #expect(try explain("--act-for", "no one", "toggle.get", "a").error.contains("there is no user no one"))
        let daemon = try DaemonProcess(in: directory)
        try directory.write(rulesForMe + relay, to: "new.yaml")
        let tried = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "no\n").output
        #expect(tried.contains("+ user 4001: may act for user 4002\n"), "\(tried)")
    }

    // MARK: - Try

    /// A daemon that tells when the rights of its owner change.
    private func watched() throws -> (DaemonProcess, LineClient) {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.connect()
        try client.send(#"{"id":1,"method":"watch.start"}"#)
        _ = try client.receiveLine()
        return (daemon, client)
    }

    private var rulesForMe: String {
        "grant:\n  - {user: \(geteuid()), role: admin}\n  - {user: 4001, role: viewer, on: [\"value:a\"]}\n"
    }

    @Test func aFileThatIsNotConfirmedIsTakenBack() throws {
        let (daemon, client) = try watched()
        try directory.write(rulesForMe, to: "new.yaml")
        let result = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "no\n")
        #expect(result.status == .exited(1))
        #expect(result.output.contains("+ user 4001: viewer on value:a\n"), "\(result.output)")
        #expect(result.error == "fascia: it was not confirmed, and is taken back\n")
        // It was in force, and is no more.
        for _ in 0..<2 { #expect(try client.receiveLine().contains("event.gap")) }
        #expect(try daemon.client().call("daemon.hello")[at: "peer/access"] == nil)
        #expect(access(directory["access.yaml"], F_OK) != 0)
    }

    @Test func aFileThatIsConfirmedIsWrittenToItsPlace() throws {
        let (daemon, client) = try watched()
        try directory.write(rulesForMe, to: "new.yaml")
        let result = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "yes\n")
        #expect(result.status == .exited(0), "\(result.error)")
        #expect(result.output.hasSuffix("written to \(directory["access.yaml"])\n"))
        #expect(try client.receiveLine().contains("event.gap"))
        #expect(try daemon.client().call("daemon.hello")[at: "peer/access"] == .string(directory["access.yaml"]))
        try daemon.terminate()
        let next = try DaemonProcess(in: directory)
        #expect(try next.client().call("daemon.hello")[at: "peer/access"] == .string(directory["access.yaml"]))
    }

    @Test func aFileThatIsEditedMeanwhileStays() throws {
        try directory.write(rulesForMe, to: "access.yaml")
        chmod(directory["access.yaml"], 0o644)
        let daemon = try DaemonProcess(in: directory)
        try directory.write(rulesForMe + "  - {user: 4002, role: viewer}\n", to: "new.yaml")
        let trying = try RunningProcess(
            Products.executable("fascia"), ["access", "try", directory["new.yaml"]],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        try trying.output.wait(for: "Type yes")
        let edited = rulesForMe + "never:\n  - {user: 4002}\n"
        try directory.write(edited, to: "access.yaml")
        try trying.send("yes\n")
        #expect(try trying.process.waitForExit() == .exited(1))
        #expect(
            trying.error.text == "fascia: \(directory["access.yaml"]) has been changed meanwhile, and stays: try again\n")
        #expect(try String(contentsOfFile: directory["access.yaml"], encoding: .utf8) == edited)
    }

    /// It is not in force any more when the answer is yes.
    @Test func whoeverHasBeenLockedOutCannotConfirmIt() throws {
        let daemon = try DaemonProcess(in: directory)
        try directory.write("grant:\n  - {user: \(geteuid() + 1), role: admin}\n", to: "new.yaml")
        let result = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "yes\n")
        #expect(result.status == .exited(1))
        #expect(result.error.hasPrefix("fascia: it is taken back: "), "\(result.error)")
        #expect(access(directory["access.yaml"], F_OK) != 0)
        #expect(try daemon.client().call("daemon.hello")[at: "peer/role"] == "admin")
    }

    /// Such as a group of a directory service.
    @Test func whoIsNoAccountOfTheMachineIsCompared() throws {
        try directory.write(rulesForMe, to: "access.yaml")
        chmod(directory["access.yaml"], 0o644)
        let daemon = try DaemonProcess(in: directory)
        let more = """
              - {group: 987654, role: admin}
              - {user: 4001, unit: "x.service", role: author, on: ["option:x"]}
            never:
              - {group: 987655, on: ["option:y"]}

            """
        try directory.write(rulesForMe + more, to: "new.yaml")
        let tried = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "no\n").output
        let lines = [
            "+ group 987654: admin on **", "+ user 4001, unit x.service: author on option:x",
            "+ group 987655: never view on option:y",
        ]
        #expect(tried.hasPrefix(lines.joined(separator: "\n") + "\n"), "\(tried)")
    }

    @Test func whatHasToBeApprovedIsCompared() throws {
        try directory.write("approve:\n  - {on: [\"option:x\", \"value:y\"], role: admin}\n" + rulesForMe, to: "access.yaml")
        chmod(directory["access.yaml"], 0o644)
        let daemon = try DaemonProcess(in: directory)
        try directory.write(rulesForMe, to: "new.yaml")
        let tried = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "no\n").output
        #expect(tried.hasPrefix("- role:admin: approves option:x value:y\n"), "\(tried)")
    }

    @Test func aFileWithMistakesIsNotTried() throws {
        let daemon = try DaemonProcess(in: directory)
        try directory.write("grant:\n  - {user: 4001, role: viewer}\n", to: "new.yaml")
        let result = try daemon.fascia(["access", "try", directory["new.yaml"]], input: "yes\n")
        #expect(result.status == .exited(1))
        #expect(result.error.contains("nobody would be an admin"))
        let text = "grant: 7\nnever: 8"
        let error = try daemon.client().failure("access.try", ["text": .string(text)])
        #expect(error[at: "data/reason"] == "invalid")
        #expect(error[at: "data/problems"]?.arrayValue?.count == 2)
    }
}
