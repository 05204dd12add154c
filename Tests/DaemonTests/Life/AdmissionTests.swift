import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Who may connect, and in which role. Becoming other users requires root.
@Suite(.mustEnd, .enabled(if: geteuid() == 0, "needs root"))
struct AdmissionTests {
    /// Runs socat as another user, connected to the daemon.
    private func peer(_ uid: Int, groups: [Int] = [], at daemon: DaemonProcess) throws -> RunningProcess {
        guard chmod(daemon.socketPath, 0o666) == 0, chmod(daemon.directory["."], 0o711) == 0 else {
            throw TestFailure.system("chmod")
        }
        let more = groups.isEmpty ? ["--clear-groups"] : ["--groups", groups.map(String.init).joined(separator: ",")]
        return try RunningProcess(
            "/usr/bin/setpriv",
            ["--reuid", "\(uid)", "--regid", "\(uid)"] + more + ["socat", "-", "UNIX-CONNECT:\(daemon.socketPath)"])
    }

    private func ask(_ peer: RunningProcess, _ line: String) throws -> JSON {
        // A refused connection gets its error at once and may be closed already, so nothing is sent.
        if !line.isEmpty { try peer.send(line + "\n") }
        try peer.output.wait("an answer") { $0.contains("\n") }
        return try JSON(parsing: String(peer.output.text.split(separator: "\n")[0]))
    }

    private static let sync = #"{"id":1,"method":"sync"}"#

    @Test func oneUserHasOnlySoManyConnections() throws {
        let daemon = try DaemonProcess(arguments: ["--max-clients", "16"])
        var peers: [RunningProcess] = []
        for _ in 0..<4 {
            let peer = try peer(65_534, at: daemon)
            #expect(try ask(peer, Self.sync)["result"] != nil)
            peers.append(peer)
        }
        let fifth = try peer(65_534, at: daemon)
        let refusal = try ask(fifth, "")
        #expect(refusal[at: "error/data/reason"] == "limit")
        #expect(refusal[at: "error/data/limit"] == "clientsOfOneUser")
        #expect(refusal["error"]?.message == "uid 65534 has 4 connections open, which is the limit for one user: close one")
        // The limit does not affect other users.
        #expect(try ask(try peer(65_533, at: daemon), Self.sync)["result"] != nil)
        #expect(try daemon.client().call("daemon.hello")[at: "limits/clientsOfOneUser"] == 4)
    }

    @Test func someConnectionsAreLeftToTheOwner() throws {
        let daemon = try DaemonProcess(arguments: ["--max-clients", "16"])
        var peers: [RunningProcess] = []
        for index in 0..<15 {
            let peer = try peer(65_000 + index / 4, at: daemon)
            #expect(try ask(peer, Self.sync)["result"] != nil)
            peers.append(peer)
        }
        let refusal = try ask(try peer(65_100, at: daemon), "")
        #expect(
            refusal["error"]?.message
                == "15 connections are open, and the rest of 16 is for admins: try again later")
        #expect(try daemon.client().sync() == 0)
    }

    @Test func membersOfOneGroupMayOnlyLook() throws {
        let daemon = try DaemonProcess(arguments: ["--view-group", "4242"])
        let hello = #"{"id":1,"method":"daemon.hello"}"#
        let viewer = try peer(65_534, groups: [7, 4_242], at: daemon)
        #expect(try ask(viewer, hello)[at: "result/peer/role"] == "viewer")
        let denied = try ask(
            try peer(65_534, groups: [4_242], at: daemon),
            #"{"id":2,"method":"value.set","params":{"key":"a","value":1}}"#)
        #expect(denied[at: "error/data/reason"] == "denied")
        #expect(denied[at: "error/data/needed"] == "operator")
        // Waiting for one content after another would tell a secret.
        let owner = try daemon.client()
        try owner.call("value.declare", ["key": "pin", "kind": "int", "secret": true])
        let wait = #"{"id":3,"method":"ui.wait","params":{"for":{"value":"pin","equals":0}}}"#
        let guess = try ask(try peer(65_534, groups: [4_242], at: daemon), wait)
        #expect(guess["error"]?.message == "value \"pin\" is secret: only operators may wait for its content")
        #expect(try owner.call("ui.wait", ["for": ["value": "pin", "equals": 0]])["revision"] != nil)
        #expect(try ask(try peer(65_534, groups: [7], at: daemon), hello)[at: "result/peer/role"] == "operator")
    }

    private static let claim = #"{"id":1,"method":"bind.claim","params":{"ids":["a"]}}"#

    /// Publishes, declares, claims, binds, sets and navigates.
    @Test(arguments: [
        #"{"id":1,"method":"screen.put","params":{"screen":{"id":"home","body":{"kind":"text","text":"hi"}}}}"#,
        #"{"id":1,"method":"toggle.declare","params":{"group":{"id":"a","options":[{"id":"b"}]}}}"#, claim,
        #"{"id":1,"method":"action.bind","params":{"screen":"home","names":["onTap"]}}"#,
        #"{"id":1,"method":"value.set","params":{"key":"a","value":1}}"#,
        #"{"id":1,"method":"nav.push","params":{"screen":"home"}}"#,
    ])
    func membersOfAnotherGroupMayPublishToo(_ line: String) throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343"])
        let answer = try ask(try peer(65_534, groups: [7, 4_343], at: daemon), line)
        #expect(answer["result"] != nil, "\(answer)")
    }

    /// Whoever pushes a screen is asked first about what is tapped on it.
    @Test func operatorsDoNotHandleTheActionsOfAnotherProgramsScreen() throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343"])
        let owner = try daemon.client()
        try owner.call("screen.put", ["screen": ["id": "home", "body": ["kind": "divider"]]])
        for method in ["nav.push", "nav.modal"] {
            let push = #"{"id":1,"method":"\#(method)","params":{"screen":"home","handles":["onTapped"]}}"#
            let denied = try ask(try peer(65_534, groups: [7], at: daemon), push)
            #expect(denied[at: "error/data/reason"] == "denied")
            #expect(denied["error"]?.message?.hasSuffix("which publishes it: to handle them needs the role author") == true)
            #expect(try ask(try peer(65_534, groups: [7, 4_343], at: daemon), push)["result"] != nil)
        }
        let push = #"{"id":1,"method":"nav.push","params":{"screen":"home"}}"#
        #expect(try ask(try peer(65_534, groups: [7], at: daemon), push)["result"] != nil)
    }

    @Test(arguments: ["daemon.shutdown", "daemon.reload", "plugin.load"])
    func authorsMayNotAdministerTheDaemon(_ method: String) throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343"])
        let params = method == "plugin.load" ? #","params":{"id":"neon"}"# : ""
        let denied = try ask(
            try peer(65_534, groups: [4_343], at: daemon), #"{"id":1,"method":"\#(method)"\#(params)}"#)
        #expect(denied[at: "error/data/reason"] == "denied")
        #expect(denied[at: "error/data/needed"] == "admin")
        #expect(denied["error"]?.message == "\(method) needs the role admin, and uid 65534 is author: ask the owner of the panel")
    }

    @Test func othersMayNotPublish() throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343"])
        let denied = try ask(try peer(65_534, groups: [7], at: daemon), Self.claim)
        #expect(denied[at: "error/data/needed"] == "author")
    }

    @Test func aViewerWhoIsAlsoAnAuthorMayOnlyLook() throws {
        let daemon = try DaemonProcess(arguments: ["--author-group", "4343", "--view-group", "4242"])
        let denied = try ask(try peer(65_534, groups: [4_242, 4_343], at: daemon), Self.claim)
        #expect(
            denied["error"]?.message == "bind.claim needs the role author, and uid 65534 is viewer: ask the owner of the panel")
    }
}
