import FasciaDocument
import FasciaModel
import FasciaInteraction
import FasciaRender
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite struct TerminalsTests {
    private let parts: Parts
    private let terminals: Terminals
    private let client: Client

    init() throws {
        parts = try Parts()
        terminals = parts.terminals
        client = parts.client()
    }

    private func attach(
        _ columns: Int = 80, _ rows: Int = 24, of client: Client? = nil, change: (inout TerminalAttach) -> Void = { _ in }
    ) throws -> Terminal {
        var attach = TerminalAttach()
        (attach.columns, attach.rows) = (columns, rows)
        change(&attach)
        return try terminals.add(attach, of: client ?? self.client)
    }

    private func following(_ number: Int, of client: Client? = nil) throws -> Terminal {
        try attach(of: client) { $0.follow = number }
    }

    /// The terminals that are due for a new picture, by their id, since the last call.
    private func redrawn() -> [Int] {
        defer { for terminal in terminals.all { terminal.shownRevision = 0 } }
        return terminals.all.filter { $0.shownRevision == nil }.map(\.id)
    }

    // MARK: - Limits

    @Test func theTerminalsOfOneUserHaveAMaximumOfCells() throws {
        let (same, other) = (parts.client(), parts.client(uid: 12_345))
        for _ in 1...14 { _ = try attach(256, 256) }
        let (small, _) = (try attach(10, 10, of: same), try attach(10, 10))
        let refusal = #expect(throws: Refusal.self) { try attach(256, 256, of: same) }
        #expect(refusal?.details["limit"] == "cellsOfOneUser")
        #expect(throws: Refusal.self) { try terminals.resize(small, columns: 256, rows: 256) }
        for _ in 1...2 { try terminals.resize(small, columns: 256, rows: 255) }
        _ = try attach(256, 256, of: other)
    }

    @Test func aPictureThatIsTooLargeLosesItsLastRows() throws {
        #expect(try attach(1_000, 1_000).size == CellSize(columns: 1_000, rows: 65))
    }

    @Test func aTerminalBelongsToItsConnection() throws {
        let terminal = try attach()
        #expect(try terminals.terminal(terminal.id, of: client) === terminal)
        let error = #expect(throws: WireError.self) { try terminals.terminal(terminal.id, of: parts.client()) }
        #expect(error?.reason == "notFound")
        terminals.remove(terminal)
        #expect(!terminals.contains(terminal) && client.terminals.isEmpty)
    }

    @Test func aStackThatATerminalShowsIsNotRemoved() throws {
        _ = try attach { $0.stack = "side" }
        let error = #expect(throws: WireError.self) { try terminals.checkShown(.removeStack(name: "side")) }
        #expect(error?.data["stack"] == "side")
        try terminals.checkShown(.removeStack(name: "other"))
    }

    // MARK: - Size and use

    @Test func theTerminalThatWasAttachedOrResizedLastDeterminesTheSize() throws {
        let (first, second, side) = (try attach(), try attach(), try attach { $0.stack = "side" })
        #expect(!terminals.determinesSize(first) && terminals.determinesSize(second) && terminals.determinesSize(side))
        try terminals.resize(first, columns: 81, rows: 24)
        #expect(terminals.determinesSize(first) && !terminals.determinesSize(second))
        _ = redrawn()
        terminals.remove(first)
        #expect(terminals.determinesSize(second))
        #expect(redrawn().contains(second.id), "it reports its size")
    }

    @Test func theTerminalUsedLastIsNoFollower() throws {
        let (first, second) = (try attach(), try attach())
        #expect(terminals.lastUsed(seenBy: client.permit) === first)
        terminals.recordInput(on: second)
        terminals.recordInput(on: try following(second.id))
        #expect(terminals.lastUsed(seenBy: client.permit) === second)
    }

    // MARK: - Redrawing

    @Test func anErrorIsABannerOnEveryTerminal() throws {
        let all = try (1...2).map { _ in try attach() }
        _ = redrawn()
        let issue = Issue(.error, .reported, "it went wrong")
        parts.issues.take(Turn(revision: 0, changes: [.issue(issue)], cause: .ofDaemon("test")))
        #expect(all.map(\.banners.shown?.text) == ["it went wrong", "it went wrong"])
        #expect(redrawn() == all.map(\.id))
        terminals.withdraw([2])
        #expect(redrawn() == [])
        terminals.withdraw([1])
        #expect(all.map(\.banners.shown?.text) == [nil, nil])
        #expect(redrawn() == all.map(\.id))
    }

    @Test func theFootersCountTheTerminals() throws {
        let plain = try attach()
        let status = try attach { $0.status = true }
        _ = redrawn()
        let third = try attach()
        #expect(redrawn() == [status.id, third.id])
        terminals.remove(third)
        #expect(redrawn() == [status.id] || redrawn() == [plain.id, status.id])
    }

    @Test func theFocusOfRemovedEntriesIsForgotten() throws {
        try parts.apply("nav.push", ["screen": "a"])
        let terminal = try attach()
        let entry = parts.top
        terminal.state.focus[entry] = .init(element: "x", index: 0)
        parts.live.stages = [terminals]
        try parts.apply("value.set", ["key": "n", "value": 1])
        #expect(terminal.state.focus[entry] != nil)
        try parts.apply("nav.pop", [:])
        #expect(terminal.state.focus[entry] == nil)
    }

    // MARK: - Following

    private var follower: Following { Following(terminals: terminals, renderer: parts.renderer) }

    @Test func onlyATerminalThatGoesByItselfIsFollowed() throws {
        #expect(#expect(throws: WireError.self) { try follower.stack(of: 1, by: client) }?.reason == "notFound")
        let leader = try attach()
        #expect(try follower.stack(of: nil, by: client) == nil)
        #expect(try follower.stack(of: 0, by: client) == "main")
        #expect(try follower.stack(of: leader.id, by: client) == "main")
        let second = try following(leader.id)
        #expect(#expect(throws: WireError.self) { try follower.stack(of: second.id, by: client) }?.reason == "refused")
    }

    @Test func aFollowerShowsTheStackOfItsLeader_orOfTheTerminalUsedLast() throws {
        try parts.apply("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        let (leader, other) = (try attach { $0.stack = "side" }, try attach())
        let (one, latest) = (try following(leader.id), try following(0))
        terminals.recordInput(on: other)
        for terminal in [one, latest] { follower.update(terminal) }
        #expect(one.stack == "side" && latest.stack == "main")
        terminals.recordInput(on: leader)
        follower.update(latest)
        #expect(latest.stack == "side")
        _ = redrawn()
        follower.redrawFollowers(of: leader)
        #expect(redrawn() == [one.id, latest.id])
    }

    @Test func aFollowerGoesByItselfWhenItsLeaderIsGone() throws {
        let leader = try attach()
        let terminal = try following(leader.id)
        _ = redrawn()
        terminals.remove(leader)
        #expect(redrawn() == [terminal.id])
        follower.update(terminal)
        #expect(terminal.follows == nil && terminal.banners.shown != nil)
    }

    @Test func terminalIsVisibleToItsUserAndTheOwner() throws {
        let terminal = try attach(of: parts.client(.operator, uid: 12_345))
        #expect(terminal.isVisible(to: parts.client(.operator, uid: 12_345)))
        #expect(terminal.isVisible(to: client))
        #expect(!terminal.isVisible(to: parts.client(.operator, uid: 54_321)))
    }

    // MARK: - Restarts

    /// What a follower shows is not what it was attached to.
    @Test func theNextProcessShowsTheStackThatATerminalShowed() throws {
        try parts.apply("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        let leader = try attach { $0.stack = "side" }
        let follower = try following(leader.id)
        follower.stack = leader.stack
        func restored() throws -> [Terminal] {
            let records = terminals.records(of: client, in: parts.live)
            terminals.restore(records, of: client, in: parts.live)
            return client.terminals
        }
        #expect(try restored().map(\.stack) == ["side", "side"])
        #expect(client.terminals[1].follows == .terminal(leader.id))
        client.terminals[1].follows = nil
        #expect(try restored()[1].follows == nil)
        try parts.apply("nav.remove", ["stack": "side"])
        #expect(try restored().map(\.stack) == ["main", "main"], "its stack is gone")
    }
}
