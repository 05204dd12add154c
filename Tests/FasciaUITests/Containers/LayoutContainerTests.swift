import FasciaModel
import FasciaUI
import Testing

@MainActor @Suite struct LayoutContainerTests {
    @Test func grid_columnsAreAsWideAsTheirWidestCell() throws {
        let grid = Grid(alignment: .leading, horizontalSpacing: 16) {
            GridRow {
                Text("a")
                Text("second")
            }
            GridRow {
                Text("long one")
                Text("b")
            }
            Text("all across").gridCellColumns(2)
        }
        let snapshot = Snapshot(grid, columns: 40, rows: 8)
        let first = try #require(snapshot.lines.first { $0.contains("second") })
        let second = try #require(snapshot.lines.first { $0.contains("long one") })
        #expect(first.column(of: "a") == second.column(of: "long one"))
        #expect(first.column(of: "second") == second.column(of: "b"))
        #expect(second.column(of: "b") == (second.column(of: "long one") ?? 0) + 10)
        #expect(snapshot.text.contains("all across"))
    }

    @Test func lazyVGrid_fillsItsColumnsRowByRow() throws {
        let grid = LazyVGrid(columns: [GridItem(.fixed(80)), GridItem(.fixed(80)), GridItem(.fixed(80))]) {
            ForEach(0..<5) { Text("n\($0)") }
        }
        let snapshot = Snapshot(grid, columns: 60, rows: 8)
        let first = try #require(snapshot.lines.first { $0.contains("n0") })
        #expect(first.contains("n1") && first.contains("n2"))
        let second = try #require(snapshot.lines.first { $0.contains("n3") })
        #expect(second.contains("n4"))
        #expect(second.column(of: "n3") == first.column(of: "n0"))
        #expect(second.column(of: "n4") == first.column(of: "n1"))
    }

    @Test func lazyHGrid_fillsItsRowsColumnByColumn() throws {
        let grid = LazyHGrid(rows: [GridItem(), GridItem()]) { ForEach(0..<3) { Text("n\($0)") } }
        let snapshot = Snapshot(grid, columns: 60, rows: 8)
        let first = try #require(snapshot.lines.first { $0.contains("n0") })
        #expect(first.contains("n2"))
        #expect(!first.contains("n1"))
    }

    @Test func lazyVGrid_adaptiveColumns_areAsManyAsFit() {
        let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 152), spacing: 8)]) {
            ForEach(0..<8) { Text("n\($0)") }
        }
        let rows = Snapshot(grid).node.flat.filter { if case .gridRow = $0.content { true } else { false } }
        // Four times 152 and three gaps of 8 are within 640 points.
        #expect(rows.map(\.children.count) == [4, 4])
    }

    @Test func geometryReader_tellsTheSizeOfAnOrdinaryTerminal() {
        let reader = GeometryReader { Text("\(Int($0.size.width)) by \(Int($0.size.height))") }
        #expect(Snapshot(reader, columns: 40, rows: 10).texts == ["640 by 352"])
        #expect(Snapshot(reader, columns: 120, rows: 40).texts == ["640 by 352"])
        // It takes all the room, and its content stands at the top.
        let snapshot = Snapshot(VStack { reader; Text("below") }, columns: 40, rows: 10)
        #expect(snapshot.lines[2].hasPrefix("640 by 352"))
        #expect(snapshot.lines[9].contains("below"))
    }

    @Test func labeledContent_andBadges() throws {
        let snapshot = Snapshot(
            VStack {
                LabeledContent("Host", value: "pi4")
                Text("Mail").badge(3)
                Text("None").badge(0)
            }, columns: 30, rows: 8)
        let host = try #require(snapshot.lines.first { $0.contains("Host") })
        #expect(host.hasSuffix("pi4"))
        #expect(snapshot.lines.contains { $0.hasSuffix("3") && $0.contains("Mail") })
        #expect(!snapshot.text.contains("0"))
    }

    @Test func scrollView_axes() {
        func axes(_ view: some View) -> ScrollContent? {
            if case .scroll(let scroll) = Snapshot(view).node.content { scroll } else { nil }
        }
        #expect(axes(ScrollView { Text("a") })?.axes == .vertical)
        #expect(axes(ScrollView(.horizontal, showsIndicators: false) { Text("a") })?.axes == .horizontal)
        #expect(axes(ScrollView(.horizontal, showsIndicators: false) { Text("a") })?.showsIndicators == false)
        #expect(axes(ScrollView([.horizontal, .vertical]) { Text("a") })?.axes == .both)
    }
}
