import FasciaWire
import TestSupport
import Testing

@testable import FasciaAccess

/// The accounts of a machine.
let accounts = Accounts(
    users: [
        "root": .init(uid: 0, gid: 0), "ada": .init(uid: 1000, gid: 1000), "bob": .init(uid: 1001, gid: 1001),
        "eve": .init(uid: 1002, gid: 1002),
    ],
    groups: [
        "root": .init(gid: 0), "ada": .init(gid: 1000), "bob": .init(gid: 1001), "eve": .init(gid: 1002),
        "fascia": .init(gid: 500, members: ["bob"]), "netadmin": .init(gid: 501, members: ["ada"]),
    ])

func parse(_ text: String) -> AccessParser.Outcome { AccessParser.parse(text, path: "access.yaml", accounts: accounts) }

/// The file with an admin, so that a test has only its own mistakes.
func withAdmin(_ text: String) -> String { text + "\n  - {user: root, role: admin}\n" }

@Suite(.mustEnd) struct AccessParserTests {
    @Test func aFileWithoutMistakesHasNoProblems() {
        let outcome = parse(
            """
            default: none
            roles:
              night: {extends: viewer, may: ["toggle.set option:services/**"]}
            grant:
              - {group: fascia, role: operator, on: ["**"], except: ["option:network/**"]}
              - {user: ada, role: admin}
              - {unit: "fascia-panel@box.service", role: author, on: ["option:services/**"], bind: true}
              - {user: eve, role: night}
            never:
              - {not-group: netadmin, on: ["option:network/**"]}
            """)
        #expect(outcome.problems == [])
        #expect(outcome.file?.grants.count == 4)
        #expect(outcome.file?.grants.map(\.grant.line) == [5, 6, 7, 8])
        #expect(outcome.file?.never.count == 1)
        #expect(outcome.file?.default == nil)
    }

    @Test(arguments: [
        ("grants: []\ngrant:", ["1:1: error: there is no key \"grants\" here: did you mean grant?"]),
        ("grant:\n  - {user: bob, role: operater}", ["2:23: error: there is no role operater, did you mean operator?"]),
        ("grant:\n  - {user: bob}", ["2:5: error: add the role: one of viewer, operator, author, admin"]),
        ("grant:\n  - {role: viewer}", ["2:5: error: say who: add user, group or unit"]),
        (
            "grant:\n  - {user: bobb, role: viewer}",
            [
                "2:12: warning: there is no user bobb in /etc/passwd, did you mean bob? Of a directory service, write the number"
            ]
        ),
        (
            "never:\n  - {group: netadmn, on: [\"option:a\"]}\ngrant:",
            [
                "2:13: error: there is no group netadmn in /etc/group, did you mean netadmin? Of a directory service, write "
                    + "the number"
            ]
        ),
        (
            "never:\n  - {not-group: netadmn, on: [\"option:a\"]}\ngrant:",
            [
                "2:17: warning: there is no group netadmn in /etc/group, did you mean netadmin? Of a directory service, write "
                    + "the number"
            ]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, on: [services]}",
            ["2:36: error: expected kind:id, such as option:services, or ** for everything, found \"services\""]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, on: \"option:a\"}",
            ["2:35: error: expected a list of patterns of ids, such as [\"option:services/**\"], found \"option:a\""]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, on: [\"optoin:a\"]}",
            [
                "2:36: error: there is no kind optoin, did you mean option?: the kinds are option, picker, value, nav, target, "
                    + "screen, environment, question, action, issue, log, plugin, daemon"
            ]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, on: [\"option:*a*a*a*a*a*a*a*a*\"]}",
            ["2:36: error: expected at most 8 wildcards, found \"option:*a*a*a*a*a*a*a*a*\""]
        ),
        (
            "grant:\n  - {user: bob, role: operator, bind: true}",
            ["2:39: error: bind is for the role author: operator carries out nothing"]
        ),
        (
            "grant:\n  - {user: bob, role: author, bind: maybe}",
            ["2:37: error: expected true or false, found \"maybe\""]
        ),
        (
            "never:\n  - {user: bob}\ngrant:",
            ["2:5: error: add on: the ids that are never allowed, such as [\"option:network/**\"]"]
        ),
        (
            "never:\n  - {user: bob, on: [\"**\"], role: night}\ngrant:",
            ["2:35: error: there is no built-in role night"]
        ),
        ("roles: {viewer: {}}\ngrant:", ["1:9: error: viewer is built in: give this role another name"]),
        ("roles: {a: {extends: b}, b: {extends: a}}\ngrant:", ["1:39: error: the role a extends itself: name another one"]),
        ("roles: {a: {extends: viewr}}\ngrant:", ["1:22: error: there is no role viewr, did you mean viewer?"]),
        (
            "roles: {a: {may: [toggle.st]}}\ngrant:",
            ["1:19: error: there is no method toggle.st, did you mean toggle.set?"]
        ),
        (
            "roles: {a: {may: [\"toggle.set a b\"]}}\ngrant:",
            ["1:19: error: expected a method and a pattern of ids, such as \"toggle.set option:services/**\""]
        ),
        (
            "default: everyone\ngrant:",
            ["1:10: error: there is no role everyone: the roles are viewer, operator, author, admin, none"]
        ),
        (
            "approve:\n  - {role: admin}\ngrant:",
            ["2:5: error: add on: the ids whose requests wait, such as [\"option:network/**\"]"]
        ),
        ("approve:\n  - {on: [\"**\"]}\ngrant:", ["2:5: error: say who approves: add one of role, user or group"]),
        (
            "approve:\n  - {on: [\"**\"], role: admin, user: ada}\ngrant:",
            ["2:5: error: say who approves: add one of role, user or group"]
        ),
        (
            "approve:\n  - {on: [\"screen:**\", \"value:a\"], role: admin}\ngrant:",
            ["2:11: error: only requests for these kinds can wait for an approval: option, picker, value, action"]
        ),
        (
            "approve:\n  - {on: [\"**\"], role: viewer}\ngrant:",
            ["2:24: error: expected operator, author or admin, found \"viewer\""]
        ),
        (
            "approve:\n  - {on: [\"**\"], role: admin, within: 25h}\ngrant:",
            ["2:39: error: expected a time up to 24h, such as 10m, found \"25h\""]
        ),
        (
            "approve:\n  - {on: [\"**\"], user: nobody-here}\ngrant:",
            ["2:24: warning: there is no user nobody-here: nobody can approve this; of a directory service, write the number"]
        ),
        ("limits: {per-user: {watches: 1}}\ngrant:", ["1:10: error: there is no key \"per-user\" here: the keys are per-uid"]),
        (
            "limits: {per-uid: {conections: 1}}\ngrant:",
            ["1:20: error: there is no key \"conections\" here: did you mean connections?"]
        ),
        (
            "limits: {per-uid: {watches: 0, connections: many}}\ngrant:",
            [
                "1:29: error: expected a number from 1 to 1000000, found \"0\"",
                "1:45: error: expected a number from 1 to 1000000, found \"many\"",
            ]
        ),
        (
            "limits: {per-uid: {requests: 2000}}\ngrant:",
            ["1:30: error: expected a number from 1/s to 1000000/s, found \"2000\""]
        ),
        (
            "roles: {a: {needs: {reasn: true}}, b: {needs: {reason: often}}}\ngrant:",
            [
                "1:21: error: there is no key \"reasn\" here: did you mean reason?",
                "1:56: error: expected true or false, found \"often\"",
            ]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, mayActFor: {unit: a.service, grup: x}}",
            [
                "2:43: error: there is no key \"unit\" here: the keys are user, not-user, group, not-group",
                "2:60: error: there is no key \"grup\" here: did you mean group?",
            ]
        ),
        ("grant:\n  - {user: bob, role: viewer, mayActFor: {}}", ["2:42: error: say who: add user, group or unit"]),
        (
            "grant:\n  - {user: bob, role: viewer, mayActFor: all}",
            ["2:42: error: expected user, not-user, group, not-group, found \"all\""]
        ),
        (
            "grant:\n  - {user: bob, role: viewer, mayActFor: {user: nobody-here}}",
            ["2:49: warning: there is no user nobody-here in /etc/passwd: of a directory service, write the number"]
        ),
        ("roles: [a]\ngrant:", ["1:8: error: expected names of roles below roles, found a list"]),
    ])
    func aMistakeIsReportedWithItsPlaceAndARemedy(_ text: String, _ expected: [String]) {
        #expect(parse(withAdmin(text)).problems.map(\.description) == expected.map { "access.yaml:" + $0 })
    }

    @Test func aListThatIsNoneIsReported() {
        #expect(
            parse("grant: all").problems.map(\.description) == [
                "access.yaml:1:8: error: expected a list of rules below grant, each with - before it, found \"all\""
            ])
        #expect(
            parse("[]").problems.map(\.description) == [
                "access.yaml:1:1: error: expected default, roles, grant, never, approve, limits, found a list"
            ])
        #expect(parse("").problems.map(\.message) == ["expected rules, such as grant, found an empty file"])
    }

    @Test func anApprovalHasThingsAnApproverAndATime() {
        let rules = parse(
            withAdmin(
                "approve:\n  - {on: [\"option:network/**\"], role: admin}\n"
                    + "  - {on: [\"action:go\"], group: netadmin, within: 5m}\ngrant:")
        ).file?.approvals
        #expect(rules?.map(\.name) == ["role:admin", "group:netadmin"])
        #expect(rules?.map(\.approver) == [.role(.admin), .group(501)])
        #expect(rules?.map(\.within) == [600_000, 300_000])
        #expect(rules?.map(\.line) == [2, 3])
    }

    @Test func limitsHaveNumbersAndLines() {
        let file = parse(withAdmin("limits:\n  per-uid: {connections: 64,\n    requests: 2000/s, watches: 32}\ngrant:")).file
        #expect(
            file?.limits == [
                .connections: .init(number: 64, line: 2), .requests: .init(number: 2_000, line: 3),
                .watches: .init(number: 32, line: 3),
            ])
    }

    @Test func allMistakesAreReportedAtOnce() {
        let rules = (1...20).map { "  - {user: bob, role: role\($0)}" }.joined(separator: "\n")
        let problems = parse("grant:\n" + rules).problems
        #expect(problems.map(\.position.line) == Array(2...21))
    }

    @Test(arguments: [
        "grant:\n  - {user: bob, role: operator}",
        "grant:\n  - {user: ada, role: admin, on: [\"option:**\"]}",
        "grant:\n  - {user: ada, role: admin, except: [\"daemon:**\"]}",
        "grant:\n  - {user: ada, role: admin}\nnever:\n  - {user: ada, on: [\"**\"]}",
        "grant:\n  - {user: nobody-here, role: admin}",
        "grant:\n  - {group: root, user: ada, role: admin}",
    ])
    func aFileThatLeavesNoAdminIsRefused(_ text: String) {
        let outcome = parse(text)
        #expect(outcome.file == nil)
        #expect(
            outcome.errors.map(\.message) == ["nobody would be an admin: add - {user: root, role: admin} to grant"])
    }

    @Test(arguments: [
        "user: ada, role: admin", "group: netadmin, role: admin", "user: 0, role: admin", "user: 77, role: admin",
        "user: ada, role: admin, on: [\"daemon:**\"]",
    ])
    func anAdminMayBeAUserOrAGroup(_ grant: String) {
        #expect(parse("grant:\n  - {\(grant)}\nnever:\n  - {not-user: bob, on: [\"option:a\"]}").problems == [])
    }

    @Test func tenThousandRulesAreRead() {
        let rules = (1..<10_000).map { "  - {user: \($0), role: viewer, on: [\"option:u\($0)/**\"]}\n" }.joined()
        let outcome = parse(withAdmin("grant:\n" + rules.dropLast()))
        #expect(outcome.file?.grants.count == 10_000)
        #expect(outcome.file?.rights(of: Identity(uid: 77))?.grants.count == 1)
    }
}
