import SceneTestSupport
import Testing
@testable import FasciaRender
@testable import FasciaScene

/// Where a menu opens.
struct MenuBoxTests {
    private let screen = CellRect(column: 0, row: 0, columns: 40, rows: 12)

    private func box(_ count: Int, row: Int, column: Int = 2, columns: Int = 36) -> CellRect {
        let items = (0..<count).map {
            MenuItem(id: .init(element: "m", option: "\($0)"), label: "Item", level: 0, isHeading: false, isChecked: false)
        }
        let menu = DisplayState.Menu(element: "m", items: items, chosen: 0)
        return MenuBox(menu, of: CellRect(column: column, row: row, columns: columns, rows: 1), in: screen).rect
    }

    @Test func itEndsWhereTheRowEnds() {
        #expect(box(3, row: 2).maxColumn == 38)
        #expect(box(3, row: 2, columns: 6).minColumn == 2, "a control that is narrower")
        #expect(box(3, row: 2, column: 36, columns: 4).maxColumn == 40)
    }

    @Test func itLeavesItsRowVisible() {
        #expect(box(3, row: 2).minRow == 3)
        #expect(box(6, row: 8).maxRow == 8, "above, where all of it has room")
        let tall = box(30, row: 4)
        #expect(tall.minRow == 5 && tall.maxRow == 12)
    }
}
