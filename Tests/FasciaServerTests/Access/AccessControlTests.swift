import FasciaAccess
import FasciaModel
import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

/// The access file of a running daemon: read at the start, and whenever it changes.
@Suite(.mustEnd) struct AccessControlTests {
    private let directory = try! TemporaryDirectory()
    private var path: String { directory["fascia/access.yaml"] }

    private static let admin = "grant:\n  - {user: root, role: admin}\n"
    private static let guest = admin + "  - {user: 4001, role: operator, on: [\"option:a\"]}\n"
    private static let viewer = admin + "  - {user: 4001, role: viewer, on: [\"option:a\"]}\n"

    /// The clients whose rights have changed.
    private final class Host: AccessHost {
        var changed: [Int] = []
        var changes = 0
        /// Where they are open; `nil` if a test has none.
        var issues: IssueLog?

        func rightsChanged(of client: Client) { changed.append(client.id) }
        func accessChanged() { changes += 1 }
        func accessSettled(_ severity: Issue.Severity) { issues?.accessSettled(severity) }
    }

    private func write(_ text: String) throws {
        mkdir(directory["fascia"], 0o755)
        try directory.write(text, to: "new")
        chmod(directory["new"], 0o644)
        #expect(rename(directory["new"], path) == 0)
    }

    private func parts(_ text: String? = nil) throws -> (Parts, Host) {
        if let text { try write(text) }
        let parts = try Parts { $0.accessFile = path }
        let host = Host()
        parts.access.start()
        parts.access.host = host
        return (parts, host)
    }

    private func permit(_ uid: UInt32, _ parts: Parts) throws(Refusal) -> Permit {
        var credentials = Peer.Credentials()
        credentials.uid = uid
        credentials.gid = uid
        return try parts.access.permit(for: Peer(credentials))
    }

    private func role(_ uid: UInt32, _ parts: Parts) -> String {
        do throws(Refusal) { return try permit(uid, parts).role.rawValue } catch { return "refused" }
    }

    /// A client that is connected.
    private func client(_ uid: UInt32, _ parts: Parts) throws -> Client {
        let client = parts.client(uid: uid)
        client.permit = try permit(uid, parts)
        return client
    }

    @Test func withoutAFileTheGroupsDecide() throws {
        let (parts, _) = try parts()
        #expect(role(4001, parts) == "operator")
        #expect(try permit(4001, parts).file == nil)
        #expect(role(geteuid(), parts) == "admin")
    }

    @Test func whomNoGrantNamesIsRefusedWithTheLineThatWouldAdmitThem() throws {
        let (parts, _) = try parts(Self.guest)
        #expect(role(4001, parts) == "operator")
        let refusal = #expect(throws: Refusal.self) { try permit(4002, parts) }
        #expect(
            refusal?.message
                == "4002 has no rights: to allow what there is to be seen, add - {user: 4002, role: viewer} to grant in \(path)")
    }

    @Test func aFileThatComesLaterIsInForceAtOnce() throws {
        let (parts, host) = try parts()
        let client = try client(4001, parts)
        try write(Self.viewer)
        try parts.run { host.changes > 0 }
        #expect(client.role == .viewer)
        #expect(host.changed == [client.id])
    }

    @Test func aChangedFileAppliesToOpenConnections() throws {
        let (parts, host) = try parts(Self.guest)
        let (client, other) = (try client(4001, parts), try client(0, parts))
        try write(Self.viewer)
        try parts.run { host.changes > 0 }
        #expect(client.role == .viewer)
        #expect(!client.permit.may(.operate, nil, Resource(.option, "a")))
        #expect(host.changed == [client.id])
        #expect(other.role == .admin)
        try write(Self.admin)
        try parts.run { host.changes > 1 }
        #expect(client.transport == nil)
    }

    @Test func connectionsWithTheSameRightsShareAPermit() throws {
        let (parts, _) = try parts(Self.admin + "  - {group: 4010, role: viewer}\n")
        func permit(_ uid: UInt32) throws -> Permit {
            var peer = Peer(Peer.Credentials())
            (peer.uid, peer.groups) = (uid, [4010])
            return try parts.access.permit(for: peer)
        }
        #expect(try permit(4001) === permit(4002))
    }

    @Test(arguments: [
        ("grant: 7", "expected a list of rules"), ("", "expected rules, such as grant, found an empty file"),
        ("grant:\n  - {user: 4001, role: viewer}\n", "nobody would be an admin"),
        ("grant:\n  - {user: 4001, role: vewer}\n  - {rol: x}\n", "3 more, which fascia access check lists"),
    ])
    func aFileWithMistakesLeavesTheRightsAsTheyWere(_ text: String, _ problem: String) throws {
        let (parts, host) = try parts(Self.guest)
        let client = try client(4001, parts)
        try write(text)
        try parts.run { parts.log.all.contains { $0.contains("is not used") } }
        let line = try #require(parts.log.all.last { $0.contains("is not used") })
        #expect(line.contains(problem) && line.contains("the rights stay as they were"), "\(line)")
        #expect(client.role == .operator && host.changes == 0)
        #expect(role(4002, parts) == "refused")
    }

    @Test func atTheStartABadFileAdmitsOnlyTheOwners() throws {
        let (parts, host) = try parts("grant: 7")
        #expect(role(geteuid(), parts) == "admin")
        let refusal = #expect(throws: Refusal.self) { try permit(4001, parts) }
        #expect(
            refusal?.message
                == "only root and the daemon's own user may connect: \(path):1:8: error: expected a list of rules below grant, each "
                + "with - before it, found \"7\"")
        try write(Self.guest)
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "operator")
    }

    /// Rights must not grow because a file is gone.
    @Test func aFileThatIsGoneLeavesTheRightsAsTheyWere_untilAReload() throws {
        let (parts, host) = try parts(Self.viewer)
        let client = try client(4001, parts)
        unlink(path)
        try parts.run { parts.log.all.contains { $0.contains("is gone") } }
        #expect(client.role == .viewer && host.changes == 0)
        #expect(role(4002, parts) == "refused")
        parts.access.reload()
        #expect(client.role == .operator && client.permit.file == nil)
        #expect(role(4002, parts) == "operator")
    }

    @Test(arguments: ["link", "fifo", "mode", "directory"]) func whatIsNoTrustedFileChangesNothing(_ kind: String) throws {
        let (parts, host) = try parts(Self.viewer)
        let client = try client(4001, parts)
        switch kind {
        case "link": symlink(try directory.write(Self.guest, to: "other"), directory["new"])
        case "fifo": mkfifo(directory["new"], 0o644)
        case "mode":
            try directory.write(Self.guest, to: "new")
            chmod(directory["new"], 0o666)
        default: mkdir(directory["new"], 0o755)
        }
        if kind == "directory" { unlink(path) }
        #expect(rename(directory["new"], path) == 0)
        try parts.run { parts.log.all.contains { $0.contains("is not used") } }
        #expect(client.role == .viewer && host.changes == 0)
    }

    /// Not moved there, but made there.
    @Test(arguments: ["link", "fifo", "directory"]) func whatIsMadeAtItsPlaceIsNoticed(_ kind: String) throws {
        let (parts, host) = try parts(Self.viewer)
        unlink(path)
        try parts.run { parts.log.all.contains { $0.contains("is gone") } }
        switch kind {
        case "link": symlink(try directory.write(Self.guest, to: "other"), path)
        case "fifo": mkfifo(path, 0o644)
        default: mkdir(path, 0o755)
        }
        try parts.run { parts.log.all.contains { $0.contains("is not used") } }
        #expect(role(4001, parts) == "viewer" && host.changes == 0)
    }

    @Test func aFurtherNameOfAFileIsNoticed() throws {
        let (parts, host) = try parts(Self.viewer)
        let other = try directory.write(Self.guest, to: "other")
        chmod(other, 0o644)
        unlink(path)
        #expect(link(other, path) == 0)
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "operator")
    }

    @Test func aNewModeIsNoticed() throws {
        let (parts, host) = try parts(Self.viewer)
        chmod(path, 0o666)
        try parts.run { parts.log.all.contains { $0.contains("can be written by others") } }
        try write(Self.guest)
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "operator")
    }

    @Test func aDirectoryThatIsReplacedIsWatchedAgain() throws {
        let (parts, host) = try parts(Self.viewer)
        #expect(rename(directory["fascia"], directory["old"]) == 0)
        try write(Self.guest)
        try parts.run { host.changes > 0 }
        #expect(role(4001, parts) == "operator")
        try write(Self.viewer)
        try parts.run { host.changes > 1 }
        #expect(role(4001, parts) == "viewer")
    }

    /// Also if it says what it said before.
    @Test(arguments: [Self.viewer, Self.guest, nil]) func whatIsWrongWithAFileIsSaidUntilItIsRepaired(_ repaired: String?) throws
    {
        let (parts, host) = try parts(Self.viewer)
        host.issues = parts.issues
        parts.live.stages = [parts.issues]
        try write("grant: 7")
        parts.access.reload()
        #expect(parts.issues.issues.map { $0.issue.message.contains("found \"7\"") } == [true])
        try write("grant: 8")
        parts.access.reload()
        #expect(parts.issues.issues.map { $0.issue.message.contains("found \"8\"") } == [true], "the other one is no longer true")
        if let repaired { try write(repaired) } else { unlink(path) }
        parts.access.reload()
        #expect(parts.issues.issues.isEmpty)
    }

    // MARK: - Trying

    private func `try`(_ text: String, within: Int = 60_000, _ parts: Parts, by client: Client) throws {
        _ = try parts.access.try(AccessTrial(text: text, within: within), Request("access.try", client))
    }

    @Test func aFileThatIsTriedGoesBackWhenItsTimeIsOver() throws {
        let (parts, host) = try parts(Self.guest)
        let (root, client) = (try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, within: 60_000, parts, by: root)
        try parts.run { host.changes == 1 }
        #expect(client.role == .viewer)
        parts.loop.fireTimers(dueAt: .now.advanced(by: .seconds(59)))
        #expect(client.role == .viewer)
        parts.loop.fireTimers(dueAt: .now.advanced(by: .seconds(61)))
        #expect(client.role == .operator)
    }

    @Test func aFileThatIsTriedGoesBackWithItsConnection() throws {
        let (parts, host) = try parts()
        let (root, client) = (try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, parts, by: root)
        try parts.run { host.changes == 1 }
        #expect(client.role == .viewer)
        parts.access.remove(client)
        #expect(client.role == .viewer)
        parts.access.remove(root)
        #expect(client.role == .operator && client.permit.file == nil)
        #expect(!parts.log.all.contains { $0.contains("is gone") }, "there was none")
    }

    @Test func aFileThatIsGoneWhileAnotherOneIsTriedIsReported() throws {
        let (parts, host) = try parts(Self.guest)
        host.issues = parts.issues
        parts.live.stages = [parts.issues]
        let (root, client) = (try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, parts, by: root)
        try parts.run { host.changes == 1 }
        unlink(path)
        try parts.run { parts.log.all.contains { $0.contains("is gone") } }
        #expect(client.role == .viewer)
        parts.access.remove(root)
        #expect(client.role == .operator)
        #expect(
            parts.issues.issues.map(\.issue.message) == [
                "the access file \(path) is gone: what is tried goes back to what it said, until fascia reload, or a new file"
            ])
        parts.access.reload()
        #expect(parts.issues.issues.isEmpty)
    }

    @Test func aFileThatIsWrittenMeanwhileStays() throws {
        let (parts, host) = try parts(Self.guest)
        let (root, client) = (try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, parts, by: root)
        try parts.run { host.changes == 1 }
        try write(Self.viewer)
        // Whether or not the watch has told of it.
        parts.access.remove(root)
        #expect(client.role == .viewer)
        parts.loop.fireTimers(dueAt: .now.advanced(by: .seconds(61)))
        #expect(client.role == .viewer)
    }

    @Test func onlyOneProgramTriesAFile() throws {
        let (parts, host) = try parts(Self.guest)
        let (root, other, client) = (try client(0, parts), try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, parts, by: root)
        try parts.run { host.changes == 1 }
        let error = #expect(throws: WireError.self) { try `try`(Self.guest, parts, by: other) }
        #expect(error?.reason == "conflict")
        #expect(error?.message == "another program tries an access file, until it keeps it or ends: try again then")
        #expect(client.role == .viewer)
        parts.access.remove(root)
        try `try`(Self.viewer, parts, by: other)
    }

    @Test func aSecondTrialGoesBackToWhatWasBeforeTheFirst() throws {
        let (parts, host) = try parts(Self.guest)
        let (root, client) = (try client(0, parts), try client(4001, parts))
        try `try`(Self.viewer, parts, by: root)
        try parts.run { host.changes == 1 }
        try `try`(Self.viewer + "  - {user: 4009, role: viewer}\n", parts, by: root)
        try parts.run { host.changes == 2 }
        parts.access.remove(root)
        #expect(client.role == .operator)
    }

    @Test func aFileWithMistakesIsNotTried() throws {
        let (parts, _) = try parts(Self.guest)
        let root = try client(0, parts)
        let error = #expect(throws: WireError.self) { try `try`("grant: 7\nnever: 8", parts, by: root) }
        #expect(error?.reason == "invalid")
        #expect(error?.message.hasSuffix("found \"7\" and 1 more") == true)
        #expect(error?.data["problems"]?.arrayValue?.count == 2)
        let other = try Parts()
        #expect(throws: WireError.self) { try `try`(Self.guest, other, by: other.client()) }
    }

    @Test(arguments: [
        ("/system.slice/fascia-panel@box.service", 0 as UInt32, "fascia-panel@box.service"),
        ("/system.slice/system-fascia.slice/a.service/payload/b.service", 0, "a.service"),
        ("/user.slice/user-1000.slice/user@1000.service/app.slice/fascia-panel@box.service", 0, "user@1000.service"),
        ("/user.slice/user-1000.slice/user@1000.service/app.slice/fascia-panel@box.service", 1000, "fascia-panel@box.service"),
        ("/user.slice/user-1000.slice/user@1000.service/app.slice/fascia-panel@box.service", 1001, "user@1000.service"),
        ("/user.slice/user-1000.slice/session-3.scope", 0, "session-3.scope"), ("/", 0, nil), ("/init", 0, nil),
    ])
    func theUnitIsTheOutermostOne(_ group: String, _ owner: UInt32, _ unit: String?) {
        #expect(Peer.unit(inGroup: group, owner: owner) == unit)
    }
}
