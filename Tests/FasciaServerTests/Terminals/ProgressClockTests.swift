import FasciaDocument
import FasciaInteraction
import FasciaRender
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite struct ProgressClockTests {
    private let parts: Parts
    private let client: Client

    /// A screen whose first row is animated, and whose other rows fill more than a terminal.
    init() throws {
        parts = try Parts()
        client = parts.client()
        let rows: [JSON] = (0..<20).map { ["kind": "button", "label": .string("Row \($0)"), "emit": "onRow"] }
        let spinner: JSON = ["kind": "progress", "label": "Copy"]
        let body: JSON = ["kind": "form", "children": .array([spinner] + rows)]
        try parts.apply("screen.put", ["screen": ["id": "copy", "title": "Copy", "body": body]])
        try parts.apply("nav.set", ["path": [["screen": "copy"]]])
    }

    private func attach(_ colors: ColorDepth) throws -> Terminal {
        var attach = TerminalAttach()
        (attach.columns, attach.rows, attach.colors) = (40, 10, colors)
        let terminal = try parts.terminals.add(attach, of: client)
        parts.frames.send(to: terminal)
        return terminal
    }

    private func press(_ key: Key, _ terminal: Terminal) throws {
        terminal.state = try #require(parts.renderer.layOut(terminal.shape)).handle(key, terminal.state).state
        parts.frames.send(to: terminal)
    }

    /// Lets the next step happen, and draws the terminals that are due.
    ///
    /// - Returns: how many were due.
    private func step() throws -> Int {
        let next = try #require(parts.loop.nextTimer)
        parts.loop.fireTimers(dueAt: next)
        let due = parts.terminals.all.filter { $0.shownRevision == nil }
        for terminal in due { parts.frames.send(to: terminal) }
        return due.count
    }

    @Test func aTerminalWithoutColoursHasNoAnimation() throws {
        _ = try attach(.none)
        #expect(parts.loop.nextTimer == nil)
    }

    /// Out of sight, an animation neither renders nor wakes the daemon.
    @Test func anAnimationRunsOnlyWhileItIsVisible() throws {
        _ = try attach(.none)
        let terminal = try attach(.ansi16)
        #expect(try step() == 1, "only the terminal that shows it")
        #expect(try step() == 1)
        try press("end", terminal)
        #expect(try step() == 0, "the last step was scheduled while it was visible")
        #expect(parts.loop.nextTimer == nil)
        try press("home", terminal)
        #expect(try step() == 1)
    }
}
