import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaAccess

@Suite(.mustEnd) struct RightsTests {
    private func rights(_ grants: String, never: String = "", _ name: String = "bob", unit: String? = nil) throws -> Rights? {
        let outcome = parse(withAdmin("never: [\(never)]\ngrant:\n" + grants))
        #expect(outcome.errors == [])
        return try #require(outcome.file).rights(of: try #require(accounts.identity(of: name, unit: unit)))
    }

    private func may(_ rights: Rights?, _ method: String, _ id: String) throws -> Bool {
        let need = try #require(Catalogue.method(named: method)).needs
        return try #require(rights).allows(need.right, method, Resource(id, usual: .option))
    }

    @Test func rightsAreTheUnionOfTheGrants() throws {
        let rights = try rights(
            """
              - {user: bob, role: viewer, on: ["option:a/**"]}
              - {group: fascia, role: operator, on: ["option:b/**"]}
            """)
        #expect(try may(rights, "toggle.get", "a/x"))
        #expect(try !may(rights, "toggle.set", "a/x"))
        #expect(try may(rights, "toggle.set", "b/x"))
        #expect(try !may(rights, "toggle.get", "c/x"))
    }

    /// They are made when somebody attaches, with a name that tells whose they are.
    @Test func whoeverMayOperateSomethingNavigatesTheirOwnStacks() throws {
        let bob = try rights("  - {user: bob, role: operator, on: [\"option:a\"]}")
        #expect(try may(bob, "nav.push", "nav:own-1001/1") && may(bob, "nav.get", "nav:own-1001/2"))
        for other in ["nav:own-1000/1", "nav:own-10011/1", "nav:own-1001", "nav:own-1", "nav:main"] {
            #expect(try !may(bob, "nav.get", other), "\(other)")
        }
        #expect(try !may(bob, "environment.set", "nav:own-1001/1"), "no more than an operator does")
        let viewer = try rights("  - {user: bob, role: viewer, on: [\"option:a\"]}")
        #expect(try !may(viewer, "nav.get", "nav:own-1001/1"))
        let never = try rights("  - {user: bob, role: operator}", never: "{user: bob, on: [\"nav:own-**\"]}")
        #expect(try !may(never, "nav.get", "nav:own-1001/1"))
        // A program that acts for Bob uses his.
        let web = try #require(try rights("  - {user: ada, role: operator, on: [\"option:a\"]}", "ada"))
        #expect(try may(try #require(bob).limited(to: web, for: 1001), "nav.push", "nav:own-1001/1"))
        #expect(try !may(try #require(bob).limited(to: web, for: 1001), "nav.push", "nav:own-1000/1"))
    }

    /// Those of one user are another level of the name.
    @Test func theStacksOfAnotherUserNeedAGrantThatNamesThem() throws {
        let wide = try rights("  - {user: bob, role: operator, on: [\"nav:own-*\"]}")
        #expect(try !may(wide, "nav.get", "nav:own-1000/1") && may(wide, "nav.get", "nav:own-1001/1"))
        let named = try rights("  - {user: bob, role: viewer, on: [\"nav:own-1000/*\"]}")
        #expect(try may(named, "nav.get", "nav:own-1000/1") && !may(named, "nav.push", "nav:own-1000/1"))
    }

    @Test func anExceptionLimitsItsOwnGrantOnly() throws {
        let rights = try rights(
            """
              - {user: bob, role: operator, on: ["**"], except: ["option:net/**"]}
              - {user: bob, role: viewer, on: ["option:net/eth0"]}
            """)
        #expect(try !may(rights, "toggle.set", "net/eth0"))
        #expect(try may(rights, "toggle.get", "net/eth0"))
        #expect(try !may(rights, "toggle.get", "net/eth1"))
    }

    @Test func whatIsNeverAllowedIsNotAllowedByAnyGrant() throws {
        let rights = try rights(
            "  - {user: bob, role: author, on: [\"**\"]}\n  - {user: ada, role: admin}",
            never: "{not-group: netadmin, role: operator, on: [\"option:net/**\"]}"
        )
        #expect(try may(rights, "toggle.get", "net/x"))
        #expect(try !may(rights, "toggle.set", "net/x"))
        #expect(try !may(rights, "toggle.set", "net"))
        #expect(try may(rights, "toggle.set", "other"))
    }

    /// By it the next process sees whether somebody has other rights.
    @Test func aFingerprintTellsRightsApart_andNotTheirLines() throws {
        let grant = "  - {user: bob, role: operator, on: [\"option:a/**\"], except: [\"option:a/b\"]}"
        let other = "  - {user: bob, role: author}"
        let texts = [
            grant, grant + "\n" + other, grant.replacing("operator", with: "viewer"), grant.replacing("a/**", with: "a/*"),
            grant.replacing("a/b", with: "a/c"), other, other.replacing("}", with: ", bind: true}"),
        ]
        let all = try texts.map { try #require(try rights($0)) }
        let barred = try #require(try rights(grant, never: "{user: bob, on: [\"option:a/c\"]}"))
        let prints = (all + [barred, all[0].limited(to: all[1], for: 1), all[0].limited(to: all[2], for: 1)]).map(\.fingerprint)
        #expect(Set(prints).count == prints.count)
        #expect(try rights("  # A comment.\n" + grant)?.fingerprint == prints[0])
        // In every process.
        #expect(Rights(everythingAs: .viewer).fingerprint == "3886b134e43457da")
    }

    @Test func theOrderOfTheRulesDoesNotMatter() throws {
        let lines = [
            "  - {user: bob, role: operator, on: [\"**\"], except: [\"option:a\"]}",
            "  - {user: bob, role: viewer, on: [\"option:a\"]}",
        ]
        for grants in [lines, lines.reversed()] {
            let rights = try rights(grants.joined(separator: "\n"))
            #expect(try may(rights, "toggle.get", "a"))
            #expect(try !may(rights, "toggle.set", "a"))
        }
    }

    @Test func aGroupIsMeantWithWhatIsBelowIt() throws {
        let rights = try rights("  - {user: bob, role: operator, on: [\"option:services/**\", \"value:*\"]}")
        #expect(try may(rights, "toggle.set", "services"))
        #expect(try may(rights, "toggle.set", "services/web/nginx"))
        #expect(try !may(rights, "toggle.set", "services2"))
        #expect(try may(rights, "value.set", "value:a"))
        #expect(try !may(rights, "value.set", "value:a/b"))
    }

    @Test func aRoleMayConsistOfMethods() throws {
        let outcome = parse(
            withAdmin(
                """
                roles:
                  night: {extends: viewer, may: ["toggle.set option:services/**"]}
                  later: {extends: night, may: ["value.*"]}
                grant:
                  - {user: bob, role: later, on: ["option:services/**", "value:a"]}
                """))
        let rights = outcome.file?.rights(of: Identity(uid: 1001))
        #expect(try may(rights, "toggle.set", "services/x"))
        #expect(try !may(rights, "toggle.flip", "services/x"))
        #expect(try may(rights, "toggle.get", "services/x"))
        #expect(try may(rights, "value.set", "value:a"))
        #expect(try !may(rights, "value.set", "value:b"))
    }

    @Test func onlyAnAuthorWithBindCarriesOut() throws {
        for (rule, binds) in [("author", false), ("author, bind: true", true), ("admin", true), ("operator", false)] {
            let rights = try rights("  - {user: bob, role: \(rule), on: [\"option:a/**\"]}")
            #expect(try may(rights, "bind.claim", "a/x") == binds, "\(rule)")
        }
    }

    @Test func aUnitIsNamedByItsName() throws {
        let rule = "  - {unit: \"fascia-panel@*.service\", role: author, on: [\"option:a/**\"]}"
        #expect(try may(try rights(rule, unit: "fascia-panel@box.service"), "toggle.declare", "a"))
        #expect(try rights(rule, unit: "other.service") == nil)
        #expect(try rights(rule) == nil)
    }

    @Test func withoutAGrantNobodyConnects() throws {
        #expect(try rights("  - {user: eve, role: viewer}") == nil)
    }

    @Test func theDefaultIsForThoseWhomNoGrantNames() throws {
        let outcome = parse(withAdmin("default: viewer\ngrant:\n  - {user: bob, role: operator, on: [\"option:a\"]}"))
        let file = try #require(outcome.file)
        #expect(file.rights(of: Identity(uid: 4242))?.sees(Resource(.option, "z")) == true)
        #expect(file.rights(of: Identity(uid: 1001))?.sees(Resource(.option, "z")) == false)
    }

    @Test(arguments: [
        ("option:a/**", "option:a/x", true), ("option:a/**", "option:a/*", true), ("option:a/**", "option:a/**", true),
        ("option:a/*", "option:a/**", false), ("option:a/*", "option:a/*", true), ("option:a/*", "option:a/b*", true),
        ("option:a/b*", "option:a/*", false), ("option:a/**", "option:*", false), ("option:**", "option:a/*/c", true),
        ("option:*/b", "option:a/b", true), ("option:*/b", "option:*/b", true), ("option:a/**", "option:a**", false),
        ("**", "option:**", true), ("option:a/**", "value:a/**", false), ("option:a/*/c", "option:a/**/c", false),
    ])
    func aClaimMustBeWithinTheRange(_ range: String, _ claimed: String, _ isAllowed: Bool) throws {
        let rights = try #require(try rights("  - {user: bob, role: author, bind: true, on: [\"\(range)\"]}"))
        #expect(rights.allowsAll(.bind, "bind.claim", of: Resource(claimed, usual: .option)) == isAllowed)
    }

    @Test(arguments: [
        ("option:a/secret", "option:a/**", false), ("option:a/secret", "option:a/x", true), ("option:*/x", "option:a/*", false),
        ("option:b/**", "option:a/**", true), ("option:a/**/z", "option:a/b*", true), ("option:a/**/z", "option:a/**", false),
        ("value:a/**", "option:a/**", true), ("option:a/x*", "option:a/*y", false),
    ])
    func aClaimMustNotReachIntoAnException(_ exception: String, _ claimed: String, _ isAllowed: Bool) throws {
        let rule = "  - {user: bob, role: author, bind: true, on: [\"**\"], except: [\"\(exception)\"]}"
        let rights = try #require(try rights(rule))
        #expect(rights.allowsAll(.bind, "bind.claim", of: Resource(claimed, usual: .option)) == isAllowed)
    }

    @Test func aDenialNamesTheRightTheRuleAndTheLineToAdd() throws {
        let rights = try #require(
            try rights(
                "  - {user: bob, role: operator, on: [\"option:a/**\"], except: [\"option:a/b\"]}",
                never: "{user: bob, on: [\"option:a/c\"]}"))
        func message(_ id: String, _ right: Right = .operate) -> String? {
            guard case .denied(let denial) = rights.decide(right, nil, Resource(.option, id)) else { return nil }
            return denial.message("toggle.set", by: "bob", file: "F")
        }
        #expect(
            message("z")
                == "toggle.set needs the right operate on option:z, and bob has no right there: to allow it, add - {user: bob, "
                + "role: operator, on: [\"option:z\"]} to grant in F")
        #expect(
            message("a/x", .bind)
                == "toggle.set needs the right bind on option:a/x, and bob has only operate there: to allow it, add - {user: bob, "
                + "role: author, on: [\"option:a/x\"], bind: true} to grant in F")
        #expect(
            message("a/b")
                == "toggle.set needs the right operate on option:a/b, and bob has no right there: line 3 of F excepts it; to allow "
                + "it, add - {user: bob, role: operator, on: [\"option:a/b\"]} to grant there")
        #expect(
            message("a/c")
                == "toggle.set needs the right operate on option:a/c, and bob has no right there: line 1 of F never allows it")
        #expect(message("a/x") == nil)
    }

    @Test func anEnvironmentIsSeenWithWhatItBelongsTo() throws {
        let rights = try #require(try rights("  - {user: bob, role: viewer, on: [\"screen:a\", \"nav:main\"]}"))
        let seen = ["panel", "entry/e1", "screen/a", "screen/b", "stack/main", "stack/x"].map {
            rights.sees(Resource(.environment, $0))
        }
        #expect(seen == [true, true, true, false, true, false])
    }
}
