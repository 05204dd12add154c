import FasciaModel
@testable import FasciaUI
import Testing

@MainActor @Suite struct LayoutModifierTests {
    func modifiers(_ view: some View) -> [FasciaModel.Modifier] { Snapshot(view).node.modifiers }

    @Test func modifiers_whatIsSaidOfANode() {
        let text = Text("a")
        #expect(modifiers(text.offset(x: 8, y: -16)) == [.offset(Displacement(x: 8, y: -16))])
        #expect(modifiers(text.position(x: 40, y: 32)) == [.position(Displacement(x: 40, y: 32))])
        #expect(modifiers(text.opacity(0.5)) == [.opacity(0.5)])
        #expect(modifiers(text.opacity(7)) == [.opacity(1)])
        #expect(modifiers(text.hidden()) == [.hidden(true)])
        #expect(modifiers(text.layoutPriority(1)) == [.layoutPriority(1)])
        #expect(modifiers(text.fixedSize()) == [.fixedSize(FixedSize())])
        #expect(modifiers(text.fixedSize(horizontal: false, vertical: true))
            == [.fixedSize(FixedSize(horizontal: false, vertical: true))])
        #expect(modifiers(text.aspectRatio(2, contentMode: .fit)) == [.aspectRatio(AspectRatio(2, contentMode: .fit))])
        #expect(modifiers(text.scaledToFill()) == [.aspectRatio(AspectRatio(contentMode: .fill))])
        #expect(modifiers(text.zIndex(2)) == [.zIndex(2)])
        #expect(modifiers(text.frame(idealWidth: 80, maxWidth: .infinity))
            == [.frame(Frame(idealWidth: 80, maxWidth: .infinity))])
        #expect(modifiers(text.multilineTextAlignment(.trailing)) == [.textAlignment(.trailing)])
        #expect(modifiers(text.truncationMode(.middle).lineLimit(1)) == [.truncation(.middle), .lineLimit(1)])
    }

    @Test func units_cellsAreExact() {
        #expect(modifiers(Text("a").frame(width: .cells(20), height: .cells(2)))
            == [.frame(Frame(width: 20, height: 2, unit: .cells))])
        #expect(modifiers(Text("a").padding(.leading, .cells(3))) == [.padding(.init(leading: 3, unit: .cells))])
        let snapshot = Snapshot(Text("a").frame(width: .cells(7)).border(.red), columns: 20, rows: 6)
        #expect(snapshot.lines.contains { $0.contains("┌───────┐") })
    }

    @Test func units_pointsRoundToTheNearestCell_andNeverToNone() {
        func width(_ points: CGFloat) -> Int? {
            let snapshot = Snapshot(Text("x").frame(width: points).border(.red), columns: 40, rows: 6)
            return snapshot.lines.first { $0.contains("┌") }.map { line in line.count { $0 == "─" } }
        }
        #expect(width(80) == 10)
        #expect(width(83) == 10)
        #expect(width(85) == 11)
        #expect(width(1) == 1)
    }

    private enum Third: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 3 }
    }

    @Test func alignmentGuides_areLinear() {
        let leading = modifiers(Text("a").alignmentGuide(.leading) { $0[.trailing] - 8 })
        #expect(leading == [.alignmentGuide(AlignmentGuide(.horizontal(.leading), Guide(points: -8, width: 1)))])
        let top = modifiers(Text("a").alignmentGuide(.top) { $0.height / 2 + $0[VerticalAlignment.center] })
        #expect(top == [.alignmentGuide(AlignmentGuide(.vertical(.top), Guide(height: 1)))])
        guard case .custom(let third) = HorizontalAlignment(Third.self).model else {
            Issue.record("not custom")
            return
        }
        #expect(third.name.hasSuffix("Third"))
        #expect(abs(third.defaultGuide.width - 1.0 / 3) < 1e-9)
    }

    @Test func alignmentGuides_pictures() throws {
        let view = VStack(alignment: .leading) {
            Text("straight")
            Text("moved").alignmentGuide(.leading) { _ in -32 }
        }
        let lines = Snapshot(view, columns: 40, rows: 8).lines
        let straight = try #require(lines.lazy.compactMap { $0.column(of: "straight") }.first)
        let moved = try #require(lines.lazy.compactMap { $0.column(of: "moved") }.first)
        #expect(moved == straight + 4)
    }

    @Test func hidden_takesItsRoom_andCannotBeOperated() {
        let row = HStack { Text("left"); Button("Gone") {}.hidden(); Text("right") }
        let snapshot = Snapshot(row, columns: 40, rows: 6)
        #expect(!snapshot.text.contains("Gone"))
        #expect(snapshot.lines.contains { $0.contains("left") && $0.contains("        right") })
        #expect(throws: (any Error).self) { try snapshot.tap("Gone") }
    }
}
