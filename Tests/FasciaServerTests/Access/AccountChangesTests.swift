import Dispatch
import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

/// Users and groups that are renamed or removed, or whose number is given to others, while the daemon runs.
@Suite(.mustEnd) struct AccountChangesTests {
    private let directory = try! TemporaryDirectory()
    private var path: String { directory["fascia/access.yaml"] }

    private static let admin = "grant:\n  - {user: 0, role: admin}\n"
    private static let ada = admin + "  - {user: ada, role: operator}\n"

    private final class Host: AccessHost {
        var changes = 0

        func rightsChanged(of client: Client) {}
        func accessSettled(_ severity: Issue.Severity) {}
        func accessChanged() { changes += 1 }
    }

    /// As useradd and userdel do.
    private func replace(_ name: String, _ text: String) throws {
        try directory.write(text, to: "new")
        chmod(directory["new"], 0o644)
        #expect(rename(directory["new"], directory[name]) == 0)
    }

    /// - Parameter users: with their numbers.
    private func machine(_ users: [String: Int]) throws {
        let all = users.merging(["root": 0]) { uid, _ in uid }.sorted { $0.key < $1.key }
        try replace("passwd", all.map { "\($0.key):x:\($0.value):\($0.value)::/:/bin/sh\n" }.joined())
    }

    private func groups(_ groups: [String: (gid: Int, members: String)]) throws {
        try replace("group", groups.map { "\($0.key):x:\($0.value.gid):\($0.value.members)\n" }.joined())
    }

    private func parts(_ rules: String?, _ users: [String: Int], settings: (inout Settings) -> Void = { _ in }) throws -> (
        Parts, Host
    ) {
        mkdir(directory["fascia"], 0o755)
        try machine(users)
        if let rules { try replace("fascia/access.yaml", rules) }
        let parts = try Parts {
            ($0.accessFile, $0.accountDirectory) = (path, directory["."])
            settings(&$0)
        }
        let host = Host()
        parts.access.start()
        parts.access.host = host
        return (parts, host)
    }

    private func role(_ uid: UInt32, groups: Set<UInt32> = [], _ parts: Parts) -> String {
        var peer = Peer(Peer.Credentials())
        (peer.uid, peer.groups) = (uid, groups)
        do throws(Refusal) { return try parts.access.permit(for: peer).role.rawValue } catch { return "refused" }
    }

    private func client(_ uid: UInt32, _ parts: Parts) throws -> Client {
        let client = parts.client(uid: uid)
        client.permit = try parts.access.permit(for: client.peer)
        return client
    }

    @Test func whoeverGetsTheNumberOfAUserDoesNotGetTheRights_andTheConnectionEnds() throws {
        let (parts, host) = try parts(Self.ada, ["ada": 4001])
        let client = try client(4001, parts)
        #expect(client.role == .operator)
        try machine(["bob": 4001])
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "refused" && client.transport == nil)
        let warning =
            "users or groups have changed: \(path):3:12: warning: there is no user ada in /etc/passwd: of a directory service, "
        #expect(parts.log.all.contains { $0.hasPrefix("warning \(warning)") }, "\(parts.log.all)")
    }

    @Test func aUserWithAnotherNumberKeepsTheRights() throws {
        let (parts, host) = try parts(Self.ada, ["ada": 4001])
        try machine(["ada": 4002, "bob": 4001])
        try parts.run { host.changes > 0 }
        #expect(role(4002, parts) == "operator" && role(4001, parts) == "refused")
    }

    /// Also if the file cannot be read again.
    @Test func whoHasGoneLosesTheRightsThoughTheFileHasMistakesByNow() throws {
        let (parts, host) = try parts(Self.ada, ["ada": 4001])
        try replace("fascia/access.yaml", "grant: 7")
        try parts.run { parts.log.all.contains { $0.contains("is not used") } }
        #expect(role(4001, parts) == "operator")
        try machine(["bob": 4001])
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "refused" && role(0, parts) == "admin")
    }

    @Test func whomAFileForbidsSomethingIsForbiddenItWithAnotherName() throws {
        let rules = Self.admin + "  - {user: 4002, role: operator}\nnever:\n  - {user: dan, on: [\"option:**\"]}\n"
        let (parts, host) = try parts(rules, ["dan": 4002])
        try machine(["daniel": 4002])
        try parts.run { host.changes > 0 }
        var peer = Peer(Peer.Credentials())
        peer.uid = 4002
        #expect(try !parts.access.permit(for: peer).may(.operate, nil, Resource(.option, "a")))
        // A reload finds a mistake, and the rights stay as they were.
        parts.access.reload()
        #expect(try !parts.access.permit(for: peer).may(.operate, nil, Resource(.option, "a")))
    }

    @Test func aFileThatNamesSomebodyWhoComesLaterIsUsedThen() throws {
        let rules = Self.ada + "never:\n  - {user: dan, on: [\"option:**\"]}\n"
        let (parts, host) = try parts(rules, ["ada": 4001])
        #expect(role(4001, parts) == "refused")
        try machine(["ada": 4001, "dan": 4002])
        try parts.run { host.changes > 1 }
        #expect(role(4001, parts) == "operator")
    }

    @Test func whatATrialGoesBackToIsAboutTheSameUsers() throws {
        let (parts, host) = try parts(Self.ada, ["ada": 4001])
        let root = try client(0, parts)
        _ = try parts.access.try(AccessTrial(text: Self.admin, within: 60_000), Request("access.try", root))
        try parts.run { host.changes == 1 }
        try machine(["bob": 4001])
        try parts.run { host.changes == 2 }
        parts.loop.fireTimers(dueAt: .now.advanced(by: .seconds(61)))
        #expect(role(4001, parts) == "refused")
    }

    @Test func aNumberIsCalledByTheNameThatItHas() throws {
        try machine(["ada": 4001])
        let names = UserNames(file: directory["passwd"])
        #expect(names.name(of: 4001) == "ada")
        try machine(["bob": 4001])
        #expect(names.name(of: 4001) == "bob")
        try machine([:])
        #expect(names.name(of: 4001) == "uid 4001")
    }

    @Test func namesAreLookedUpByManyAtOnce() throws {
        try machine(Dictionary(uniqueKeysWithValues: (0..<100).map { ("user\($0)", 5_000 + $0) }))
        let file = directory["passwd"]
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            #expect(UserNames(file: file).name(of: 5_000 + number) == "user\(number)")
        }
    }

    // MARK: - Programs that act for others

    private static let relay =
        admin + """
              - {user: web, role: operator, mayActFor: {not-user: root}}
              - {user: ada, role: operator}
              - {user: bob, role: admin}

            """

    @Test func aProgramThatActsForAUserDoesNotActForWhoeverGetsTheNumber() throws {
        let (parts, host) = try parts(Self.relay, ["web": 4000, "ada": 4001])
        let web = try client(4000, parts)
        try parts.access.act(for: "ada", web)
        #expect(web.userName == "ada" && web.role == .operator)
        try machine(["web": 4000, "bob": 4001])
        try parts.run { host.changes > 0 }
        #expect(web.transport == nil)
    }

    @Test func afterARestartANumberIsThatOfTheSameUserOrNobodys() throws {
        let (parts, _) = try parts(Self.relay, ["web": 4000, "bob": 4001])
        #expect(try parts.access.user(4001, named: "bob").uid == 4001)
        #expect(try parts.access.user(4001, named: nil).uid == 4001, "handed over by an earlier version")
        let refusal = #expect(throws: Refusal.self) { try parts.access.user(4001, named: "ada") }
        #expect(
            refusal?.message == "the number 4001 was that of ada, and is not any more: nothing is done for whoever has it now")
    }

    /// Whoever has the number later is not whom a connection that was handed over acts for.
    @Test func aConnectionThatWasHandedOverActsForNobodyElseWithTheNumber() throws {
        let rules = "grant:\n  - {user: \(geteuid()), role: admin, mayActFor: {user: 4001}}\n  - {user: 4001, role: operator}\n"
        let (parts, host) = try parts(rules, ["ada": 4001])
        let lines = LineProcessor(
            parts.clients, parts.requests, gate: nil, loop: parts.loop, lineLimit: parts.settings.lineLimit)
        let connections = Connections(
            parts.clients, lines, parts.access, loop: parts.loop, settings: parts.settings, logger: parts.logger)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure.system("socketpair") }
        defer { close(ends[1]) }
        var session = ClientSession()
        (session.client, session.actsFor, session.user) = (1, 4001, "ada")
        let client = try #require(connections.serve(ends[0], session: session))
        #expect(client.role == .operator && client.transport != nil)
        try machine(["bob": 4001])
        try parts.run { host.changes > 0 }
        #expect(client.userName == "ada" && client.transport == nil)
    }

    /// Its process may be in another unit by now, or have ended.
    @Test func aConnectionThatWasHandedOverKeepsItsUnitAndItsLogins() throws {
        let (parts, _) = try parts("grant:\n  - {unit: \"a.service\", role: admin}\n  - {user: root, role: admin}\n", [:])
        let lines = LineProcessor(
            parts.clients, parts.requests, gate: nil, loop: parts.loop, lineLimit: parts.settings.lineLimit)
        let connections = Connections(
            parts.clients, lines, parts.access, loop: parts.loop, settings: parts.settings, logger: parts.logger)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure.system("socketpair") }
        defer { close(ends[1]) }
        var session = ClientSession()
        (session.client, session.unit, session.logins) = (1, "a.service", [4002])
        let encoded = HandoverDocument(counters: HandoverCounters(), sessions: [session]).encoded
        let next = try #require(try HandoverDocument(reading: encoded).sessions.first)
        let client = try #require(connections.serve(ends[0], session: next))
        #expect(client.peer.unit == "a.service" && client.peer.logins == [4002])
        let again = ClientSession(
            HandedOverConnection(descriptor: -1, isInsideOverlongLine: false, input: [], output: []), of: client)
        #expect(again.unit == "a.service" && again.logins == [4002])
        client.transport?.closeNow()
    }

    @Test func whatAUserHasAskedForIsNotDoneInTheNameOfWhoeverGetsTheNumber() throws {
        let (parts, _) = try parts(Self.relay, ["web": 4000, "bob": 4001])
        var approval = Approval()
        (approval.requester.uid, approval.requester.user) = (4001, "bob")
        #expect(try parts.approvals.client(for: approval, parts.clients).peer.uid == 4001)
        approval.requester.user = "ada"
        #expect(throws: Refusal.self) { try parts.approvals.client(for: approval, parts.clients) }
    }

    // MARK: - Without an access file

    @Test func theNumberOfAGroupOfAuthorsMakesNobodyElseAnAuthor() throws {
        try groups(["fascia-author": (500, ""), "fascia-view": (501, "")])
        let (parts, host) = try parts(nil, [:]) {
            ($0.groups.authors, $0.groups.authorsName) = (500, "fascia-author")
            ($0.groups.viewers, $0.groups.viewersName) = (501, "fascia-view")
        }
        #expect(role(4001, groups: [500], parts) == "author" && role(4001, groups: [501], parts) == "viewer")
        try groups(["games": (500, "")])
        try parts.run { host.changes > 0 }
        #expect(role(4001, groups: [500], parts) == "operator")
        #expect(role(4001, groups: [501], parts) == "viewer", "who might only look does not get more")
        try groups(["fascia-author": (502, ""), "fascia-view": (503, "")])
        try parts.run { host.changes > 1 }
        #expect(role(4001, groups: [502], parts) == "author" && role(4001, groups: [503], parts) == "viewer")
    }
}
