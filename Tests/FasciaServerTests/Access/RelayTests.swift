import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@testable import FasciaServer

/// A program that acts for others, such as a bridge to the web: `mayActFor` in the access file, `actFor` in `daemon.hello`.
@Suite(.mustEnd) struct RelayTests {
    private static let web: UInt32 = 4_001
    private static let (ann, ben): (UInt32, UInt32) = (4_002, 4_003)
    private static let rules = """
        grant:
          - {user: 4001, role: operator, on: ["**"], except: ["value:secret"], mayActFor: {not-user: 4009}}
          - {user: 4002, role: operator, on: ["option:services/**", "value:**", "question:**"]}
          - {user: 4003, role: viewer}
          - {user: 4003, role: operator, on: ["option:network/**", "question:**"]}
          - {user: 4009, role: admin}
        """

    private func relay(_ bench: ApprovalBench, for user: UInt32) throws -> LocalPeer {
        let peer = try bench.user(Self.web)
        try peer.call("daemon.hello", ["name": "web", "actFor": .string(String(user))])
        return peer
    }

    @Test func onlyWhatBothMayDoIsAllowed_andADenialNamesWhoLacksTheRight() throws {
        let bench = try ApprovalBench(Self.rules)
        let ann = try relay(bench, for: Self.ann)
        try ann.call("toggle.set", ["id": "services/nginx", "on": true])
        let denied = try ann.reply("toggle.set", ["id": "network/wifi", "on": true])
        #expect(denied[at: "error/data/add"] == "- {user: 4002, role: operator, on: [\"option:network/wifi\"]}")
        #expect(denied["error"]?["message"]?.stringValue?.contains("and 4002 has no right there") == true, "\(denied.text)")
        // Ann may, and the program may not.
        let secret = try ann.reply("value.get", ["key": "secret"])
        #expect(secret["error"]?["message"]?.stringValue?.contains("and 4001 has no right there") == true, "\(secret.text)")
        #expect(secret[at: "error/data/rule"] == "/access.yaml:2")
        // What Ben only sees, he may not change, though the program may.
        let ben = try relay(bench, for: Self.ben)
        #expect(try ben.reason("toggle.set", ["id": "services/nginx", "on": false]) == "denied")
        try ben.call("toggle.set", ["id": "network/wifi", "on": true])
        #expect(try ben.call("value.get")["values"]?.objectValue?.members.map(\.key).sorted() == ["cpu", "services/port"])
    }

    @Test func theCauseNamesBoth() throws {
        let bench = try ApprovalBench(Self.rules)
        let ann = try relay(bench, for: Self.ann)
        try ann.call("toggle.set", ["id": "services/nginx", "on": true])
        let history = try bench.owner.call("history.get", ["id": "services/nginx", "uid": .int(Int(Self.ann))])["events"]
        let cause = history?.arrayValue?.last?["cause"]
        #expect(cause?["uid"] == 4_002 && cause?["relay"] == 4_001 && cause?["name"] == "web", "\(history?.text ?? "")")
        let peer = try ann.call("daemon.hello", ["actFor": "4002"])["peer"]
        #expect(peer?["uid"] == 4_001 && peer?["actsFor"] == 4_002 && peer?["role"] == "operator")
    }

    /// Also when it was asked before a restart.
    @Test func whoeverCarriesAChangeOutIsToldOfBoth() throws {
        let bench = try ApprovalBench(Self.rules)
        try bench.owner.call("bind.claim", ["ids": ["services/nginx"]])
        try relay(bench, for: Self.ann).call("toggle.set", ["id": "services/nginx", "on": true])
        try bench.owner.call("sync")
        let request = try #require(bench.owner.takeNotifications().first { $0["method"] == "carryOut" })
        #expect(request[at: "params/cause/uid"] == 4_002 && request[at: "params/cause/relay"] == 4_001, "\(request.text)")
        #expect(request[at: "params/cause/method"] == "toggle.set")
        let panel = bench.core.live.panel
        let read = try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: panel.limits) }
        let requester = try #require(read.boundState(of: ThingID("services/nginx"))?.running?.requester)
        #expect(requester.relay == 4_001 && requester.method == "toggle.set" && requester.uid == 4_002)
    }

    /// What is sent behind a refused greeting would be done in the program's own name.
    @Test func whoeverMayNotActForAUserDoesNothing() throws {
        let bench = try ApprovalBench(Self.rules)
        let web = try bench.user(Self.web)
        let refused = try web.reply("daemon.hello", ["actFor": "4009"])
        #expect(
            refused["error"]?["message"]?.stringValue
                == "4001 may not act for 4009: to allow it, add - {user: 4001, role: operator, mayActFor: {user: 4009}} to grant in "
                + "/access.yaml")
        for method in ["toggle.get", "daemon.hello", "sync"] {
            #expect(try web.message(method)?.hasPrefix("4001 may not act for 4009: ") == true)
        }
        let other = try bench.user(Self.web)
        #expect(
            try other.message("daemon.hello", ["actFor": "nobody-here"]) == "there is no user nobody-here in /etc/passwd: of a "
                + "directory service, give the number")
        #expect(try other.reason("toggle.set", ["id": "services/nginx", "on": true]) == "notFound")
        #expect(try bench.owner.state(of: "services") == "off")
    }

    /// A greeting fails for other reasons, too.
    @Test func whateverRefusesAGreetingForAUser_nothingIsDoneInTheProgramsName() throws {
        let bench = try ApprovalBench(Self.rules)
        for name: JSON in [4_002, ["4002"], .string(String(repeating: "a", count: 200))] {
            let web = try bench.user(Self.web)
            #expect(try web.reply("daemon.hello", ["actFor": name])["error"] != nil)
            #expect(try web.message("toggle.set", ["id": "services/nginx", "on": true])?.contains("actFor") == true, "\(name)")
        }
        // So much is used up that the limit is still reached at the next line, however slow the machine is.
        try bench.use("limits: {per-uid: {requests: 1/s}}\n" + Self.rules)
        let web = try bench.user(Self.web)
        let client = try #require(bench.core.clients.all.max { $0.id < $1.id })
        try bench.core.clients.require(.requests, adding: 1_000_000, of: client.peer, client.permit)
        #expect(try web.reason("daemon.hello", ["actFor": "4002"]) == "limit")
        try bench.use(Self.rules)
        #expect(try web.reason("toggle.set", ["id": "services/nginx", "on": true]) == "limit")
        // The program may do this one thing, and not greet.
        try bench.use(
            "roles: {setter: {may: [toggle.set]}}\n"
                + Self.rules.replacing("role: operator, on: [\"**\"], except", with: "role: setter, on: [\"**\"], except"))
        let setter = try bench.user(Self.web)
        #expect(try setter.reason("daemon.hello", ["actFor": "4002"]) == "denied")
        #expect(try setter.reason("toggle.set", ["id": "services/nginx", "on": true]) == "denied")
        #expect(try bench.owner.state(of: "services") == "off")
    }

    /// It acts for the user then, too.
    @Test func aGreetingWithAnotherVersionMayBeFollowedByOneForTheSameUser() throws {
        let bench = try ApprovalBench(Self.rules)
        let web = try bench.user(Self.web)
        #expect(try web.reason("daemon.hello", ["actFor": "4002", "protocol": ["min": 9, "max": 9]]) == "version")
        #expect(try web.call("daemon.hello", ["actFor": "4002"])[at: "peer/actsFor"] == 4_002)
        try web.call("toggle.set", ["id": "services/nginx", "on": true])
    }

    @Test func aUserWithoutRightsHasNoneThroughAProgram() throws {
        let bench = try ApprovalBench(Self.rules)
        #expect(try bench.user(Self.web).message("daemon.hello", ["actFor": "4004"])?.hasPrefix("4004 has no rights: ") == true)
    }

    @Test func itIsSaidBeforeAnythingElse_andOnce() throws {
        let bench = try ApprovalBench(Self.rules)
        let web = try bench.user(Self.web)
        try web.call("daemon.hello")
        try web.call("sync")
        let message = "this connection has begun as 4001: open another one, and say actFor before anything else"
        #expect(try web.message("daemon.hello", ["actFor": "4002"]) == message)
        #expect(try web.message("sync") == message)
        let ann = try relay(bench, for: Self.ann)
        try ann.call("daemon.hello", ["actFor": "4002"])
        #expect(try ann.reason("daemon.hello", ["actFor": "4003"]) == "refused")
    }

    @Test func withoutAnAccessFileNobodyActsForOthers() throws {
        let bench = try AccessBench()
        #expect(
            try LocalPeer(bench.server.connect()).message("daemon.hello", ["actFor": "4002"])?
                .hasSuffix(" may not act for 4002: only the mayActFor of a grant in /etc/fascia/access.yaml allows that") == true)
    }

    @Test func aChangedFileEndsIt() throws {
        let bench = try ApprovalBench(Self.rules)
        let ann = try relay(bench, for: Self.ann)
        try bench.use(Self.rules.replacing("role: operator, on: [\"option:services/**\"", with: "role: viewer, on: [\"**\""))
        #expect(try ann.reason("toggle.set", ["id": "services/nginx", "on": true]) == "denied")
        #expect(try ann.call("daemon.hello")[at: "peer/role"] == "viewer")
        let before = bench.core.clients.count
        try bench.use(Self.rules.replacing(", mayActFor: {not-user: 4009}", with: ""))
        #expect(bench.core.clients.count == before - 1)
    }

    /// Otherwise the next change of the file, or of any account, would end some of them.
    @Test(arguments: ["admin", "operator"]) func connectionsForOthersCountFromTheirGreetingOn(_ role: String) throws {
        let rules = Self.rules.replacing("user: 4001, role: operator", with: "user: 4001, role: \(role)")
        let bench = try ApprovalBench("limits: {per-uid: {connections: 2}}\n" + rules)
        let peers = try [relay(bench, for: Self.ann), relay(bench, for: Self.ben)]
        if role == "admin" {
            #expect(try bench.user(Self.web).reason("daemon.hello", ["actFor": "4002"]) == "limit")
            try bench.user(Self.web).call("sync")
        }
        try bench.use("limits: {per-uid: {connections: 2}}\n# Another line.\n" + rules)
        for peer in peers { try peer.call("sync") }
    }

    @Test func usersBehindOneProgramAreDifferentPeople() throws {
        let bench = try ApprovalBench(
            Self.rules.replacing("on: [\"option:network/**\", \"question:**\"]", with: "on: [\"**\"]"))
        let (ann, ben) = (try relay(bench, for: Self.ann), try relay(bench, for: Self.ben))
        try ann.call("value.set", ["key": "cpu", "value": 2, "once": "k"])
        // Neither the answers to the keys of others nor their changes are one's own.
        try ben.call("value.set", ["key": "services/port", "value": 3, "once": "k"])
        try ben.call("history.undo", ["uid": .int(Int(Self.ben))])
        #expect(try bench.value("cpu") == 2)
        #expect(try bench.value("services/port") == 1)
    }

    /// The program could ask and approve in two names: its word is enough for neither.
    @Test func whatAProgramAsksForIsNotApprovedThroughIt() throws {
        let approve = "approve:\n  - {on: [\"option:services/nginx\"], role: operator}\n"
        let rules = Self.rules.replacing("\"option:network/**\", \"question:**\"", with: "\"option:**\", \"question:**\"")
        let bench = try ApprovalBench(approve + rules)
        let question = try relay(bench, for: Self.ann).on("services/nginx")
        let ben = try relay(bench, for: Self.ben)
        #expect(try ben.approve(question) == "denied")
        #expect(
            try ben.message("ask.answer", ["id": .string(question), "answer": true])?
                .contains("through a program of theirs: somebody else has to approve it, over another one") == true)
        #expect(try bench.user(Self.ann).approve(question) == "denied")
        #expect(try bench.user(Self.web).approve(question) == "denied")
        #expect(try bench.user(Self.ben).approve(question) == nil)
        #expect(try bench.owner.state(of: "services/nginx") == "on")
        let cause = try bench.owner.call("history.get", ["id": "services/nginx"])["events"]?.arrayValue?.last?["cause"]
        #expect(cause?["uid"] == 4_002 && cause?["relay"] == 4_001 && cause?[at: "approval/uid"] == 4_003, "\(cause?.text ?? "")")
    }

    /// With the rights that both have when it is carried out.
    @Test func whatIsApprovedAfterTheRelayHasGoneNeedsTheRightsOfBoth() throws {
        let approve = "approve:\n  - {on: [\"option:services/nginx\"], role: admin}\n"
        let bench = try ApprovalBench(approve + Self.rules)
        let question = try relay(bench, for: Self.ann).on("services/nginx")
        bench.leave()
        try bench.use(approve + Self.rules.replacing(", mayActFor: {not-user: 4009}", with: ""))
        #expect(try bench.owner.approve(question) == nil)
        #expect(try bench.owner.state(of: "services/nginx") == "off")
        let issues = try bench.owner.call("daemon.status")["issues"]?.text ?? ""
        #expect(issues.contains("was approved, and not carried out: 4001 may not act for 4002"), "\(issues)")
    }

    /// Numbers of connections begin anew after a crash.
    @Test func nobodyElseBehindAProgramIsToldWhatBecameOfARequest() throws {
        let approve = "approve:\n  - {on: [\"option:services/nginx\"], role: admin}\n"
        for isAnother in [false, true] {
            let bench = try ApprovalBench(approve + Self.rules)
            try bench.use(approve + Self.rules.replacing("on: [\"option:services/**\"", with: "on: [\"nav:**\", \"option:**\""))
            var peer = try relay(bench, for: Self.ann)
            let number = bench.core.clients.lastID
            let question = try peer.on("services/nginx")
            if isAnother {
                bench.leave()
                bench.core.clients.lastID = number - 1
                peer = try relay(bench, for: Self.ben)
            }
            let attach: JSON = ["columns": 100, "rows": 12, "colors": "none"]
            let terminal = try peer.call("terminal.attach", attach)["terminal"] ?? .null
            #expect(try bench.owner.approve(question, false) == nil)
            let picture = try peer.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
            #expect(picture.contains("was refused by") != isAnother, "\(picture)")
        }
    }

    @Test func aTerminalBehindAProgramIsItsUsers() throws {
        let bench = try ApprovalBench(Self.rules)
        try bench.use(Self.rules.replacing("on: [\"option:services/**\"", with: "on: [\"**\""))
        let (ann, ben) = (try relay(bench, for: Self.ann), try relay(bench, for: Self.ben))
        let terminal = try ann.call("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"])["terminal"] ?? .null
        #expect(try ben.message("ui.render", ["terminal": terminal])?.contains("belongs to uid 4002") == true)
        let status = try bench.owner.call("daemon.status")["terminals"]?.arrayValue?.first
        #expect(status?["uid"] == 4_002)
    }
}
