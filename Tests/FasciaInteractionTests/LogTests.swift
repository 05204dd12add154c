import SceneTestSupport
import Testing

@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// A log follows its end, and stays where a user has scrolled it.
struct LogTests {
    private let entry = EntryID("e1")

    private func log(_ numbers: Range<Int>, id: String = "log") -> Element {
        Element(
            id: id, .log(id: id, rows: 4), children: numbers.map { Element(id: "\(id):\($0)", .text("line \($0)")) })
    }

    private func layout(_ root: Element) -> SceneLayout { Renderer().layout(scene(root), size: size(20, 8)) }

    private func shown(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
        Renderer().paint(layout, layout.reconcile(now)).lines.compactMap { line in
            line.firstMatch(of: /line \d+/).map { String($0.output) }
        }
    }

    private func press(_ keys: Key..., at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        keys.reduce(layout.reconcile(now)) { layout.handle($1, $0).state }
    }

    private func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

    @Test func itFollowsItsEnd() {
        for count in [3, 7, 30, 999] {
            let before = layout(log(0..<count))
            let now = before.reconcile(.init())
            #expect(shown(before, now) == lines(max(0, count - 6)...count - 1))
            #expect(shown(layout(log(0..<count + 5)), now) == lines(max(0, count - 1)...count + 4))
            // Old lines are dropped.
            #expect(shown(layout(log(count..<count + 50)), now) == lines(count + 44...count + 49))
        }
    }

    @Test func itKeepsItsPlaceWhenScrolledUp_untilEnd() {
        let before = layout(log(0..<100))
        let up = press("up", "up", at: before)
        #expect(shown(before, up) == lines(92...97))
        #expect(shown(layout(log(0..<120)), up) == lines(92...97))
        // Also when old lines are dropped.
        #expect(shown(layout(log(50..<150)), up) == lines(92...97))
        let page = press("pageup", at: before, from: up)
        #expect(shown(before, page).first == "line 87")
        let home = press("home", at: before, from: up)
        #expect(shown(before, home) == lines(0...5))
        #expect(shown(layout(log(0..<120)), home) == lines(0...5))
        let end = press("end", at: before, from: home)
        #expect(shown(layout(log(0..<120)), end) == lines(114...119))
        // Scrolling down to the end follows it again, too.
        let down = press("down", "down", "down", at: before, from: up)
        #expect(shown(layout(log(0..<120)), down) == lines(114...119))
    }

    @Test func theFooterSaysHowToFollowItAgain() {
        func follows(_ now: TerminalState) -> Bool { !layout(log(0..<100)).keyHints(now).contains { $0.meaning == "follow" } }
        let up = press("up", at: layout(log(0..<100)))
        #expect(follows(.init()) && !follows(up))
        #expect(follows(press("end", at: layout(log(0..<100)), from: up)))
    }

    @Test func itShowsOnlyTheLinesThatContainWhatIsTyped() {
        let before = layout(log(0..<100))
        let filtered = press("/", "9", at: before)
        #expect(shown(before, filtered) == lines(95...99))
        #expect(press("up", at: before, from: filtered).scroll.filters.count == 1)
        #expect(shown(layout(log(0..<110)), filtered) == lines(96...99) + ["line 109"])
        let all = press("escape", at: before, from: filtered)
        #expect(shown(before, all) == lines(94...99))
        #expect(before.keyHints(before.reconcile(.init())).contains { $0.meaning == "filter" })
        #expect(before.keyHelp(filtered).contains { $0.meaning == "scrolls the lines" })
    }

    /// Its filter does not take the keys of another control.
    @Test func aFilteredLogBesideAControl() {
        let root = form([log(0..<20), toggle("a")])
        let layout = layout(root)
        var now = press("/", "1", "9", at: layout)
        #expect(shown(layout, now) == ["line 19"])
        now = press("tab", "x", at: layout, from: now)
        #expect(now.focus[entry]?.element == "a")
        #expect(now.scroll.filters.values.first == "19")
    }

    @Test func theWheelScrollsIt() {
        let before = layout(log(0..<100))
        let up = before.handle(Mouse(.wheelUp, at: CellPoint(column: 3, row: 4)), .init()).state
        #expect(shown(layout(log(0..<110)), up) == lines(91...96))
    }

    /// In a form it has a fixed height. Up and down scroll it before they leave it.
    @Test func amongOtherControls() {
        let root = form([toggle("a"), log(0..<20), toggle("b")])
        let layout = layout(root)
        #expect(shown(layout, .init()) == lines(16...19))
        var now = press("down", at: layout)
        #expect(now.focus[entry]?.element == "log")
        #expect(layout.keyHelp(now).contains { $0.meaning == "scrolls the log" })
        now = press("up", at: layout, from: now)
        #expect(now.focus[entry]?.element == "log")
        #expect(shown(layout, now) == lines(15...18))
        now = press("home", "up", at: layout, from: now)
        #expect(now.focus[entry]?.element == "a")
        #expect(shown(layout, now) == lines(0...3))
        now = press("down", "end", "down", at: layout, from: now)
        #expect(now.focus[entry]?.element == "b")
        #expect(shown(layout, now) == lines(16...19))
        // Home elsewhere leaves it at its end.
        #expect(shown(layout, press("home", at: layout, from: now)) == lines(16...19))
    }

    /// The focus is visible without colours: the column of marks has a line.
    @Test func itsFocusIsVisible() {
        let layout = layout(log(0..<20))
        let focused = Renderer().paint(layout, layout.reconcile(.init()), colors: .none)
        #expect(focused[column: 19, row: 2].text == "▲" && focused[column: 19, row: 4].text == "│")
    }
}
