import FasciaDocument
import FasciaTesting
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

    /// 640 points fit four columns of 152 and three gaps of 8; 320 points fit two columns.
    @Test(arguments: [(80, [4, 4]), (40, [2, 2, 2, 2])])
    func lazyVGrid_adaptiveColumns_dependOnAvailableWidth(_ columns: Int, _ cells: [Int]) {
        let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 152), spacing: 8)]) {
            ForEach(0..<8) { Text("n\($0)") }
        }
        let nodes = Snapshot(grid, columns: columns).node.flat
        let rows = nodes.filter { if case .gridRow = $0.content { true } else { false } }
        #expect(rows.map(\.children.count) == cells)
    }

    private struct Measured: View {
        var body: some View {
            GeometryReader { Text("\(Int($0.size.width)) by \(Int($0.size.height))") }
        }
    }

    @Test func geometryReader_reportsAvailableSize() {
        // The title bar and its rule take two rows.
        #expect(Snapshot(Measured(), columns: 40, rows: 10).texts == ["320 by 128"])
        #expect(Snapshot(Measured(), columns: 120, rows: 40).texts == ["960 by 608"])
        // It takes all the space, and its content is at the top.
        let snapshot = Snapshot(
            VStack {
                Measured(); Text("below")
            }, columns: 40, rows: 10)
        #expect(snapshot.lines[2].hasPrefix("320 by 112"))
        #expect(snapshot.lines[9].contains("below"))
        #expect(snapshot.issues == [])
    }

    @Test func geometryReader_eachHasItsOwnSize() {
        let beside = HStack(spacing: 0) {
            Measured(); Measured().frame(width: 80, height: 32)
        }
        #expect(Snapshot(beside, columns: 40, rows: 10).texts == ["240 by 128", "80 by 32"])
        // Without an offered length it is 10 points, as in SwiftUI.
        #expect(Snapshot(ScrollView { Measured() }, columns: 40, rows: 10).texts == ["312 by 10"])
        #expect(Snapshot(List(0..<2) { _ in Measured() }, columns: 40, rows: 10).texts == ["288 by 10", "288 by 10"])
    }

    /// The lengths that `containerRelativeFrame` was made for, the last one last.
    private func lengths(_ axes: Axis.Set, _ frame: (AnyView) -> some View) -> [Int] {
        var lengths: [Int] = []
        let view = Text("A").containerRelativeFrame(axes) { length, _ in
            lengths.append(Int(length))
            return length
        }
        _ = Snapshot(frame(AnyView(view)), columns: 40, rows: 10).text
        return lengths
    }

    @Test func containerRelativeFrame_isMadeForTheRoomThatIsOffered() {
        #expect(lengths(.horizontal) { $0 }.last == 320)
        #expect(lengths(.horizontal) { $0.frame(width: 80) }.last == 80)
        #expect(lengths(.vertical) { $0.frame(height: 32) }.last == 32)
    }

    @Test func containerRelativeFrame_isMadeForTheScreen_whereNoRoomIsOffered() {
        #expect(lengths(.horizontal) { view in ScrollView(.horizontal) { view } }.last == 640)
        #expect(lengths(.vertical) { view in ScrollView { view } }.last == 352)
    }

    @Test func aRoomOf10PointsIsARoom() {
        // A column of this size has 10 points, a row 20.
        let size = CGSize(width: 10, height: 20)
        #expect(lengths(.horizontal) { $0.frame(width: 10).environment(\.cellSize, size) }.last == 10)
        let fitting = ViewThatFits {
            Text("wide")
            Text("s")
        }
        #expect(Snapshot(fitting.frame(width: 10).environment(\.cellSize, size), columns: 40, rows: 10).text.contains("s"))
        #expect(!Snapshot(fitting.frame(width: 10).environment(\.cellSize, size), columns: 40, rows: 10).text.contains("w"))
    }

    @Test func containerRelativeFrame_takesAShareWithGaps() {
        let view = HStack(spacing: 0) {
            Text("A").containerRelativeFrame(.horizontal, count: 4, span: 2, spacing: 8, alignment: .leading)
            Text("B")
        }
        // (640 - 3 * 8) / 4 = 154 points each, two of them with a gap: 316 points, 40 cells.
        let line = Snapshot(ScrollView(.horizontal) { view }, columns: 80, rows: 6).lines.first { $0.contains("A") }
        #expect(line.flatMap { line in line.column(of: "A").map { (line.column(of: "B") ?? 0) - $0 } } == 40)
    }

    @Test func geometryReader_insideAnother_andStateInIt() throws {
        struct Half: View {
            @State private var count = 0
            var body: some View {
                GeometryReader { outer in
                    VStack(alignment: .leading, spacing: 0) {
                        Button("More \(count)") { count += 1 }
                        Measured().frame(width: outer.size.width / 2, height: 32)
                    }
                }
            }
        }
        let snapshot = Snapshot(Half(), columns: 40, rows: 10)
        #expect(snapshot.texts == ["160 by 32"])
        try snapshot.tap("More 0")
        #expect(snapshot.labels == ["More 1"])
    }

    @Test func geometryReader_resizingItself_isReported() {
        struct Restless: View {
            @State private var isWide = false
            var body: some View {
                HStack(spacing: 0) {
                    GeometryReader { proxy in
                        Text("a").onChange(of: proxy.size.width, initial: true) { _, new in isWide = new > 200 }
                    }
                    Text(isWide ? "a very long text beside it" : "short").fixedSize()
                }
            }
        }
        #expect(
            Snapshot(Restless(), columns: 40, rows: 10).issues == [
                "GeometryReader loop: its content still changes its size after 32 passes"
            ])
    }

    @Test func labeledContent_andBadges() {
        let view = Form {
            LabeledContent("Host", value: "pi4")
            Text("Mail").badge(3)
            Text("None").badge(0)
            Text("New").badge("yes")
            Text("No").badge(Text?.none)
        }
        let rows = [" Host  pi4", " Mail    3", " None", " New   yes", " No"]
        #expect(Array(Snapshot(view, columns: 12, rows: 7).lines[2...6]) == rows)
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
