import FasciaAccess
import FasciaLoop
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// `limits` of the access file, compared with a naive count of what each user has.
@Suite(.mustEnd) struct UserLimitsTests {
    private let parts = try! Parts()

    /// What each user has, and may have.
    private struct Naive {
        /// In force: by the words of the file.
        var rules: [String: Int] = [:]
        var open: [(id: Int, uid: UInt32, watches: Int)] = []
        /// What is left of each user's requests, in thousandths. A request takes 1000, and a millisecond brings back as many as
        /// the limit says, up to what a second brings.
        var left: [UInt32: Int] = [:]

        mutating func pass(milliseconds: Int) {
            guard let limit = rules["requests"] else { return }
            left = left.mapValues { min(1_000 * limit, $0 + milliseconds * limit) }
        }

        func mayConnect(_ uid: UInt32) -> Bool {
            uid == 0 || rules["connections"].map { limit in open.count { $0.uid == uid } < limit } ?? true
        }

        func mayWatch(_ uid: UInt32) -> Bool {
            uid == 0
                || rules["watches"].map { limit in open.filter { $0.uid == uid }.map(\.watches).reduce(0, +) < limit } ?? true
        }

        mutating func mayRequest(_ uid: UInt32, commands: Int) -> Bool {
            guard uid != 0, let limit = rules["requests"] else { return true }
            let rest = left[uid] ?? 1_000 * limit
            guard rest > 0 else { return false }
            left[uid] = rest - 1_000 * commands
            return true
        }

        /// The connections that are too many are the latest of their users.
        mutating func use(_ new: [String: Int]) {
            (rules, left) = (new, [:])
            var kept: [(id: Int, uid: UInt32, watches: Int)] = []
            for client in open.sorted(by: { $0.id < $1.id }) {
                let own = kept.filter { $0.uid == client.uid }
                let isFew = rules["connections"].map { own.count < $0 } ?? true
                let watchesFew = rules["watches"].map { own.map(\.watches).reduce(client.watches, +) <= $0 } ?? true
                if client.uid == 0 || isFew && watchesFew { kept.append(client) }
            }
            open = kept
        }
    }

    private func file(_ rules: [String: Int]) throws -> AccessFile {
        let all = rules.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\($0.key == "requests" ? "/s" : "")" }
        return try AccessBench.file("limits: {per-uid: {\(all.joined(separator: ", "))}}\ndefault: operator\ngrant:")
    }

    private func allows(_ body: () throws -> Void) -> Bool { (try? body()) != nil }

    @Test(arguments: Torture.all(0..<300 as Range<UInt64>, otherwiseEvery: 10)) func aUserHasWhatTheFileAllows(_ seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        var naive = Naive()
        var now = Moment.now
        func client(_ id: Int) throws -> Client { try #require(parts.clients[id]) }
        func require(_ limit: UserLimit, adding more: Int = 1, _ uid: UInt32) throws {
            var credentials = Peer.Credentials()
            credentials.uid = uid
            let peer = Peer(credentials)
            try parts.clients.require(limit, adding: more, of: peer, try parts.access.permit(for: peer), at: now)
        }
        for step in 0..<300 {
            let uid: UInt32 = [0, 4_001, 4_002].randomElement(using: &generator) ?? 0
            let one = naive.open.indices.randomElement(using: &generator)
            switch Int.random(in: 0..<12, using: &generator) {
            case 0..<3:
                let isAllowed = allows { try require(.connections, uid) }
                #expect(isAllowed == naive.mayConnect(uid), "step \(step)")
                guard isAllowed else { continue }
                let client = parts.client(uid: uid)
                client.permit = try parts.access.permit(for: client.peer)
                naive.open.append((client.id, uid, 0))
            case 3..<5:
                guard let one else { continue }
                let client = try client(naive.open[one].id)
                let isAllowed = allows { _ = try parts.watches.start(WatchStart(), client) }
                #expect(isAllowed == (naive.mayWatch(client.peer.uid) && naive.open[one].watches < 64), "step \(step)")
                if isAllowed { naive.open[one].watches += 1 }
            case 5:
                guard let one else { continue }
                parts.disconnect(try client(naive.open.remove(at: one).id))
            case 6 where step % 5 == 0:
                var rules: [String: Int] = [:]
                for (name, numbers) in [("connections", 1...6), ("watches", 1...8)] where Bool.random(using: &generator) {
                    rules[name] = Int.random(in: numbers, using: &generator)
                }
                if Bool.random(using: &generator) { rules["requests"] = [1, 2, 5, 20, 100].randomElement(using: &generator) }
                naive.use(rules)
                parts.access.use(try file(rules))
                for client in parts.clients.all where client.transport == nil { parts.disconnect(client) }
                #expect(parts.clients.all.map(\.id).sorted() == naive.open.map(\.id).sorted(), "step \(step): \(rules)")
            case 7:
                let pause = Int.random(in: 0...1_500, using: &generator)
                now = now.advanced(by: .milliseconds(pause))
                naive.pass(milliseconds: pause)
            default:
                let commands = Int.random(in: 1...3, using: &generator)
                let isAllowed = allows { try require(.requests, adding: commands, uid) }
                #expect(isAllowed == naive.mayRequest(uid, commands: commands), "step \(step)")
            }
        }
    }

    @Test func aRefusalNamesTheLine() throws {
        parts.access.use(try file(["connections": 1, "requests": 2, "watches": 3]))
        let client = parts.client(uid: 4_001)
        client.permit = try parts.access.permit(for: client.peer)
        func message(_ body: () throws -> Void) -> String? { (#expect(throws: Refusal.self) { try body() })?.message }
        let (peer, permit, now) = (client.peer, client.permit, Moment.now)
        #expect(
            message { try parts.clients.require(.connections, of: peer, permit) }
                == "uid 4001 has 1 connections open, which is the limit for one user in line 1 of /access.yaml: close one")
        for _ in 0..<2 { try parts.clients.require(.requests, of: peer, permit, at: now) }
        let refusal = #expect(throws: Refusal.self) { try parts.clients.require(.requests, of: peer, permit, at: now) }
        #expect(
            refusal?.message
                == "uid 4001 has sent 2 requests in a second, which is the limit for one user in line 1 of /access.yaml: send this "
                + "one again later")
        #expect(refusal?.details == ["limit": "requestsOfOneUser", "value": 2, "rule": "/access.yaml:1"])
        for _ in 0..<3 { _ = try parts.watches.start(WatchStart(), client) }
        #expect(
            message { try parts.clients.require(.watches, of: peer, permit) }
                == "the connections of uid 4001 have 3 watches, which is the limit for one user in line 1 of /access.yaml: stop "
                + "one, or watch more topics with one")
    }

    @Test func usersOfThePastAreForgotten() throws {
        parts.access.use(try file(["requests": 5]))
        let now = Moment.now
        for uid in 5_000..<8_000 as Range<UInt32> {
            var credentials = Peer.Credentials()
            credentials.uid = uid
            let later = now.advanced(by: .seconds(Int(uid - 5_000)))
            try parts.clients.require(
                .requests, of: Peer(credentials), try parts.access.permit(for: Peer(credentials)), at: later)
        }
        #expect(parts.clients.users.known < 1_010)
    }
}
