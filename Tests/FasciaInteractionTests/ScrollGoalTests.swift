import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaRender
@testable import FasciaScene

/// Scroll requests of a screen: `scrollTo`.
struct ScrollGoalTests {
    private func layout(_ root: Element, _ goal: ScrollGoal?) -> SceneLayout {
        var root = root
        if let goal { root.modifiers.append(.scrollTo(goal)) }
        return Renderer().layout(scene(root), size: size(14, 7))
    }

    private func shown(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
        Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(2).map { line in
            line.split(whereSeparator: { "▲▼┃ ".contains($0) }).joined(separator: " ")
        }
    }

    private func shown(_ root: Element, _ goal: ScrollGoal) -> [String] {
        let layout = layout(root, goal)
        return shown(layout, layout.reconcile(.init()))
    }

    private func rows(_ count: Int) -> [Element] { (0..<count).map { text("Row \($0)", id: "r\($0)") } }
    private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "Row \($0)" } }

    private func containers(_ count: Int) -> [Element] {
        [
            list(rows(count)), scroll(.vertical, [vstack(rows(count), alignment: .leading)]),
            vstack(rows(count), alignment: .leading),
        ]
    }

    @Test func anElementComesIntoSight_whereverItScrolls() {
        for root in containers(60) {
            #expect(shown(root, ScrollGoal(request: 1, node: "r40", y: 0)) == numbers(40...44))
            #expect(shown(root, ScrollGoal(request: 1, node: "r40", y: 0.5)) == numbers(38...42))
            #expect(shown(root, ScrollGoal(request: 1, node: "r40", y: 1)) == numbers(36...40))
            #expect(shown(root, ScrollGoal(request: 1, node: "r59", y: 0)) == numbers(55...59), "no farther than the end")
            #expect(shown(root, ScrollGoal(request: 1, node: "r3")) == numbers(0...4), "it is in sight")
            #expect(shown(root, ScrollGoal(request: 1, node: "r6")) == numbers(2...6), "as far as needed")
            #expect(shown(root, ScrollGoal(request: 1, node: "nobody", y: 0)) == numbers(0...4))
        }
    }

    /// Each request number scrolls once, so that users can scroll on afterwards.
    @Test func onceForEachNumber() {
        for root in containers(60) {
            let first = layout(root, ScrollGoal(request: 1, node: "r40", y: 0))
            var now = first.reconcile(.init())
            let wheel = Mouse(.wheelUp, at: CellPoint(column: 6, row: 4))
            now = first.handle(wheel, now).state
            #expect(shown(first, first.reconcile(now)) == numbers(37...41), "people scroll on from there")
            let second = layout(root, ScrollGoal(request: 2, node: "r40", y: 0))
            #expect(shown(second, second.reconcile(now)) == numbers(40...44))
            let none = layout(root, nil)
            #expect(shown(none, none.reconcile(now)) == numbers(37...41))
        }
    }

    @Test func aRowOfMany_alsoBeforeItIsKnown() {
        let known = (0..<10).map { text("Row \($0)", id: "r\($0)") }
        let rows = Element(id: "many", .rows(total: 500, known: [RowRange(0, 10)]), children: known)
        let layout = layout(list([rows]), ScrollGoal(request: 1, rows: "many", row: 400, y: 0))
        let seen = layout.visibleRows(layout.reconcile(.init()))
        #expect(seen.first?.node == "many")
        #expect(seen.first.map { $0.rows.first == 400 && $0.rows.count == 5 } == true)
    }

    /// Unknown rows count as high as known ones.
    @Test(arguments: [(0, 400..<403), (0.5, 399..<402), (1, 398..<401)] as [(Double, Range<Int>)])
    func aRowOfManyThatAreHigher(_ part: Double, _ seen: Range<Int>) {
        let known = (0..<10).map { text("Row \($0)\nmore", id: "r\($0)") }
        let rows = Element(id: "many", .rows(total: 500, known: [RowRange(0, 10)]), children: known)
        let layout = layout(list([rows]), ScrollGoal(request: 1, rows: "many", row: 400, y: part))
        #expect(layout.visibleRows(layout.reconcile(.init())).first?.rows == RowRange(seen))
    }
}
