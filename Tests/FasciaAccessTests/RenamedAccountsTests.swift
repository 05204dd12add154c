import FasciaWire
import TestSupport
import Testing

@testable import FasciaAccess

/// What a file that is in force says when users and groups are renamed or removed, or their numbers are given to others.
@Suite(.mustEnd) struct RenamedAccountsTests {
    private static func machine(_ users: [String: UInt32], groups: [String: UInt32] = [:]) -> Accounts {
        Accounts(
            users: users.merging(["root": 0]) { uid, _ in uid }.mapValues { .init(uid: $0, gid: $0) },
            groups: groups.mapValues { .init(gid: $0) })
    }

    private static func file(_ rules: String, _ accounts: Accounts) throws -> AccessFile {
        let outcome = AccessParser.parse(rules, path: "access.yaml", accounts: accounts)
        return try #require(outcome.file, "\(outcome.problems)")
    }

    private static func role(_ uid: UInt32, groups: Set<UInt32> = [], _ outcome: AccessParser.Outcome) -> Role? {
        outcome.file?.rights(of: Identity(uid: uid, groups: groups))?.role
    }

    private static let ada = withAdmin("grant:\n  - {user: ada, role: operator}")

    @Test func whoeverGetsTheNumberOfAUserDoesNotGetTheRights() throws {
        let file = try Self.file(Self.ada, Self.machine(["ada": 1000]))
        let reused = file.with(Self.machine(["robert": 1000]))
        #expect(Self.role(1000, reused) == nil)
        #expect(
            reused.file?.warnings.map(\.description) == [
                "access.yaml:2:12: warning: there is no user ada in /etc/passwd: of a directory service, write the number"
            ])
        let renamed = file.with(Self.machine(["lovelace": 1000]))
        #expect(Self.role(1000, renamed) == nil)
    }

    @Test func aUserKeepsTheRightsWithAnotherNumber() throws {
        let file = try Self.file(Self.ada, Self.machine(["ada": 1000]))
        let moved = file.with(Self.machine(["ada": 1009, "bob": 1000]))
        #expect(Self.role(1009, moved) == .operator)
        #expect(Self.role(1000, moved) == nil)
        #expect(moved.problems == [])
        let gone = try #require(file.with(Self.machine([:])).file)
        #expect(Self.role(1000, gone.with(Self.machine(["ada": 1000]))) == .operator)
    }

    @Test func whoeverGetsTheNumberOfAGroupDoesNotGetTheRights() throws {
        let rules = withAdmin("grant:\n  - {group: web, role: operator}")
        let file = try Self.file(rules, Self.machine([:], groups: ["web": 500]))
        #expect(Self.role(1000, groups: [500], file.with(Self.machine([:], groups: ["web": 500]))) == .operator)
        #expect(Self.role(1000, groups: [500], file.with(Self.machine([:], groups: ["games": 500]))) == nil)
    }

    /// A name in vain would allow what must never be.
    @Test(arguments: [
        (
            "never:\n  - {user: dan, on: [\"option:a\"]}\ngrant:\n  - {user: 1002, role: operator}", "2:12", "user dan",
            1002 as UInt32
        ),
        (
            "never:\n  - {group: web, on: [\"option:a\"]}\ngrant:\n  - {user: 1002, role: operator}", "2:13", "group web",
            500
        ), ("grant:\n  - {not-user: dan, group: web, role: operator}", "2:16", "user dan", 1002),
    ])
    func whomARuleExcludesIsExcludedWithoutTheName(_ rules: String, _ place: String, _ who: String, _ number: UInt32) throws {
        let file = try Self.file(withAdmin(rules), Self.machine(["dan": 1002], groups: ["web": 500]))
        var machine = Self.machine(["bob": 1003], groups: ["web": 500])
        if who == "group web" { machine = Self.machine(["dan": 1002], groups: ["games": 501]) }
        let outcome = file.with(machine)
        func may(_ outcome: AccessParser.Outcome) -> Bool {
            outcome.file?.rights(of: Identity(uid: 1002, groups: [500]))?.allows(.operate, nil, Resource(.option, "a")) == true
        }
        #expect(outcome.file != nil && !may(outcome))
        let message = "access.yaml:\(place): warning: there is no \(who) any more: this rule is about the number \(number) still"
        #expect(outcome.problems.map(\.description).contains(message), "\(outcome.problems)")
        // And when more accounts go or come.
        machine.users["eve"] = .init(uid: 1004, gid: 1004)
        let later = try #require(outcome.file).with(machine)
        #expect(later.file != nil && !may(later))
    }

    @Test func anAdminWhoHasGoneIsNoMistakeOfAFileInForce() throws {
        let file = try Self.file("grant:\n  - {user: ada, role: admin}\n", Self.machine(["ada": 1000]))
        let outcome = file.with(Self.machine(["bob": 1000]))
        #expect(outcome.errors == [] && Self.role(1000, outcome) == nil)
        #expect(outcome.problems.contains { $0.description.contains("warning: nobody would be an admin: ") })
        #expect(AccessParser.parse(file.text, path: "access.yaml", accounts: Self.machine(["bob": 1000])).file == nil)
    }
}
