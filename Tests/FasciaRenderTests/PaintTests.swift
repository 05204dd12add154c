import Foundation
import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Mixed colours, shapes and clips, and their replacements on terminals with fewer colours.
struct PaintTests {
    private static let red = RGB(255, 59, 48)
    private static let blue = RGB(0, 122, 255)

    /// The whole frame for a body of this size.
    private func picture(
        _ root: Element, _ columns: Int, _ rows: Int, colors: ColorDepth = .trueColor, unicode: Bool = true
    ) -> CellBuffer {
        let root = root.with(.frame(Frame(maxWidth: .infinity, maxHeight: .infinity)))
        let whole = Renderer().frame(
            scene(root), size: size(columns, rows + titleRows(columns, rows)), unicode: unicode, colors: colors)
        return whole
    }

    private func cell(_ picture: CellBuffer, _ column: Int, _ row: Int) -> Cell {
        picture[column: column, row: row + headRows(picture)]
    }

    private func lines(_ picture: CellBuffer) -> [String] {
        Array(picture.lines.dropFirst(headRows(picture)))
    }

    private func headRows(_ picture: CellBuffer) -> Int { picture.size.rows < (picture.size.columns < 24 ? 7 : 4) ? 1 : 2 }

    // MARK: - Opacity

    @Test func aTranslucentColourMixesWithWhatIsBeneath() {
        let half = Element(id: "half", .color(NamedColor("#ff0000", opacity: 0.5)))
        let over = zstack([color("#0000ff", id: "under"), half])
        #expect(cell(picture(over, 2, 1), 0, 0).style.background == RGB(128, 0, 127))
        // The terminal's default background counts as black.
        #expect(cell(picture(half, 2, 1), 0, 0).style.background == RGB(128, 0, 0))
    }

    @Test func lettersShowThroughATranslucentColour() {
        let over = zstack([text("Hi"), Element(id: "half", .color(NamedColor("#ff0000", opacity: 0.5)))])
        let shown = picture(over, 2, 1)
        #expect(lines(shown) == ["Hi"])
        #expect(cell(shown, 0, 0).style.background == RGB(128, 0, 0))
        #expect(cell(shown, 0, 0).style.foreground == RGB(242, 114, 114))
    }

    @Test func lettersOfATranslucentColourMixWithWhatIsBehindThem() {
        let words = text("x", [.foreground(NamedColor("#ffffff", opacity: 0.5)), .background(NamedColor("#0000ff"))])
        #expect(cell(picture(words, 1, 1), 0, 0).style.foreground == RGB(128, 128, 255))
        let clear = text("x", [.foreground(NamedColor("clear"))])
        #expect(lines(picture(clear, 1, 1)) == [""])
        let faint = text("x", [.foreground(NamedColor("primary", opacity: 0.3))])
        #expect(cell(picture(faint, 1, 1), 0, 0).style == ColorRoles(.defaultDark, .trueColor).secondary)
    }

    @Test func opacityHoldsForAllThatIsInside() {
        let group = vstack([text("x").with(.foreground(NamedColor("#ffffff"))), block("b", 1, 1)])
            .with(.background(NamedColor("#0000ff")), .opacity(0.5))
        let shown = picture(group, 1, 2)
        #expect(cell(shown, 0, 0).style.background == RGB(0, 0, 128))
        #expect(cell(shown, 0, 0).style.foreground == RGB(128, 128, 192))
        #expect(cell(shown, 0, 1).style.background == RGB(128, 30, 24))
        #expect(lines(picture(group.with(.opacity(0)), 1, 2)) == ["", ""])
        let nothing = picture(text("x").with(.opacity(0)), 1, 1)
        #expect(cell(nothing, 0, 0) == .blank)
    }

    @Test(arguments: [ColorDepth.none, .ansi16])
    func withoutColoursToMixWhatIsFaintIsDim(_ colors: ColorDepth) {
        let faint = text("x").with(.foreground(NamedColor("red")), .opacity(0.4))
        #expect(cell(picture(faint, 1, 1, colors: colors), 0, 0).style.attributes == .dim)
        #expect(cell(picture(faint, 1, 1, colors: colors), 0, 0).style.foreground == PaintTests.red)
        let strong = text("x").with(.foreground(NamedColor("red", opacity: 0.8)))
        #expect(cell(picture(strong, 1, 1, colors: colors), 0, 0).style == CellStyle(foreground: PaintTests.red))
        // A colour with an opacity below one half is not shown.
        let area = { Element(id: "a", .color(NamedColor("red", opacity: $0))) }
        #expect(cell(picture(area(0.4), 1, 1, colors: colors), 0, 0).style.background == nil)
        #expect(cell(picture(area(0.6), 1, 1, colors: colors), 0, 0).style.background == PaintTests.red)
        #expect(lines(picture(zstack([text("x"), area(0.6)]), 1, 1, colors: colors)) == ["x"])
    }

    @Test(arguments: ColorDepth.allCases)
    func contentBelowModalIsDarkerOrDim(_ colors: ColorDepth) {
        let below = zstack(
            [color("blue"), text("word").with(.foreground(NamedColor("white")))], alignment: .topLeading)
        let plain = vstack([below, text("plain", id: "plain")], alignment: .leading)
        let layers = [layer(plain), layer(text("Over", id: "over"), entry: "e2", modal: .alert)]
        let shown = Renderer().frame(Scene(stack: "main", layers: layers), size: size(60, 16), colors: colors)
        let (letter, own) = (shown[column: 0, row: 2].style, shown[column: 0, row: 15].style)
        #expect(shown[column: 0, row: 15].text == "p")
        #expect(own == CellStyle(attributes: .dim))
        if colors == .trueColor || colors == .ansi256 {
            #expect(letter == CellStyle(foreground: RGB(128, 128, 128), background: RGB(0, 61, 128)))
        } else {
            #expect(letter.attributes == .dim && letter.background == PaintTests.blue)
        }
    }

    // MARK: - Shapes

    private func drawn(_ element: Element, _ columns: Double, _ rows: Double, unicode: Bool = true) -> [String] {
        lines(picture(element.with(frame(columns, rows)), Int(columns), Int(rows), unicode: unicode))
    }

    @Test func linesAroundShapes() {
        let black = NamedColor("black")
        #expect(drawn(shape(.rectangle, stroke: black), 5, 3) == ["┌───┐", "│   │", "└───┘"])
        #expect(drawn(shape(.roundedRectangle(cornerRadius: 8), stroke: black), 5, 3) == ["╭───╮", "│   │", "╰───╯"])
        #expect(drawn(shape(.roundedRectangle(cornerRadius: 0), stroke: black), 5, 3) == ["┌───┐", "│   │", "└───┘"])
        #expect(drawn(shape(.rectangle, stroke: black, lineWidth: 4), 5, 3) == ["┏━━━┓", "┃   ┃", "┗━━━┛"])
        #expect(drawn(shape(.capsule, stroke: black), 5, 3, unicode: false) == [".---.", "|   |", "'---'"])
        #expect(drawn(shape(.rectangle, stroke: black), 5, 3, unicode: false) == ["+---+", "|   |", "+---+"])
        #expect(drawn(shape(.capsule, stroke: black), 5, 1) == ["(   )"])
        #expect(drawn(shape(.rectangle, stroke: black), 5, 1) == ["[   ]"])
        // A circle is a centred square: 3 rows are 48 points, which are 6 columns.
        #expect(drawn(shape(.circle, stroke: black), 10, 3) == ["  ╭────╮", "  │    │", "  ╰────╯"])
        #expect(drawn(shape(.circle, stroke: black), 1, 1) == ["○"])
        #expect(drawn(shape(.circle, fill: black), 2, 1) == ["●"])
        #expect(drawn(shape(.circle, fill: black), 1, 1, unicode: false) == ["o"])
    }

    /// An outline of one line, given as in JSON.
    private func outline(_ line: Double...) -> NodeShape {
        let points = stride(from: 0, to: line.count, by: 2).map { Outline.Point(x: line[$0], y: line[$0 + 1]) }
        return .outline(Outline(lines: [points]))
    }

    @Test func outlinesAreFilledWithDots() {
        #expect(drawn(shape(outline(0, 0, 1, 0, 1, 1, 0, 1)), 2, 1) == ["██"])
        #expect(drawn(shape(outline(0, 0, 0.5, 0, 0.5, 1, 0, 1)), 1, 1) == ["⡇"])
        #expect(drawn(shape(outline(0, 0, 1, 0, 1, 0.5, 0, 0.5)), 1, 1) == ["⠛"])
        #expect(drawn(shape(outline(0, 0, 0.5, 0, 0.5, 1, 0, 1)), 2, 1, unicode: false) == ["#"])
        #expect(drawn(shape(outline()), 1, 1) == [""])
        // What is beyond the frame is not drawn, however far.
        #expect(drawn(shape(outline(-1e300, -1e300, 1e300, -1e300, 1e300, 1e300, -1e300, 1e300)), 1, 1).count == 1)
    }

    @Test func outlinesAreStrokedWithDots() {
        let black = NamedColor("black")
        #expect(drawn(shape(outline(0, 0, 1, 1), stroke: black), 1, 1) == ["⢣"])
        #expect(drawn(shape(outline(0, 0.5, 1, 0.5), stroke: black), 2, 1) == ["⠤⠤"])
        #expect(drawn(shape(outline(0, 1, 1, 1), stroke: black), 2, 1) == ["⣀⣀"])
        #expect(drawn(shape(outline(-9, 0.5, 9, 0.5), stroke: black), 2, 1) == ["⠤⠤"])
        #expect(drawn(shape(outline(-1e300, 0, 1e300, 1), stroke: black), 1, 1).count == 1)
        #expect(drawn(shape(outline(0, 0.5, 1, 0.5), stroke: black), 2, 1, unicode: false) == ["##"])
    }

    @Test func fillsAreCellsOfTheColourAndHalfCellsAtTheEdge() {
        let shown = picture(shape(.ellipse, fill: NamedColor("red")).with(frame(8, 2)), 8, 2)
        #expect(lines(shown) == ["▄      ▄", "▀      ▀"])
        #expect(cell(shown, 0, 0).style == CellStyle(foreground: PaintTests.red))
        #expect(cell(shown, 3, 0).style.background == PaintTests.red)
        let square = picture(shape(.rectangle, fill: NamedColor("red")).with(frame(2, 1)), 2, 1)
        #expect(cell(square, 1, 0).style.background == PaintTests.red)
        // Without half-block characters, a cell is either inside or outside.
        #expect(drawn(shape(.ellipse, fill: NamedColor("red")), 8, 2, unicode: false) == ["", ""])
    }

    @Test func fillsWithoutColoursAreCharacters() {
        let ellipse = shape(.ellipse, fill: NamedColor("red")).with(frame(8, 3))
        #expect(lines(picture(ellipse, 8, 3, colors: .none)) == [" ▒▒▒▒▒▒", "▒▒▒▒▒▒▒▒", " ▒▒▒▒▒▒"])
        #expect(lines(picture(ellipse, 8, 3, colors: .none, unicode: false)) == [" ::::::", "::::::::", " ::::::"])
        // The terminal's default colour is unknown, so characters in that colour make the area.
        let own = shape(.rectangle).with(frame(3, 1))
        for colors in ColorDepth.allCases { #expect(lines(picture(own, 3, 1, colors: colors)) == ["███"]) }
        #expect(lines(picture(own, 3, 1, unicode: false)) == ["###"])
        let tinted = picture(own.with(.foreground(NamedColor("red"))), 3, 1)
        #expect(cell(tinted, 0, 0).style.background == PaintTests.red)
    }

    // MARK: - Clips

    @Test func clipShapeCutsContent() {
        let words = text("abcdefgh\nabcdefgh\nabcdefgh").with(.clip(.ellipse))
        #expect(lines(picture(words, 8, 3)) == [" bcdefg", "abcdefgh", " bcdefg"])
        let area = picture(color("red").with(frame(8, 2), .cornerRadius(16)), 8, 2)
        #expect(lines(area) == ["▄      ▄", "▀      ▀"])
        #expect(cell(area, 0, 0).style == CellStyle(foreground: PaintTests.red))
        #expect(cell(area, 1, 0).style.background == PaintTests.red)
        let sharp = picture(color("red").with(frame(8, 2), .clip(.rectangle)), 8, 2)
        #expect(cell(sharp, 0, 0).style.background == PaintTests.red)
    }

    @Test func offsetNodeIsDrawnOutsideItsFrame_unlessClipped() {
        let moved = block("b", 1, 1).with(.offset(NodeOffset(x: 2, unit: .cells)))
        let free = picture(hstack([moved, text("....")], spacing: 0), 5, 1)
        #expect((0..<5).map { cell(free, $0, 0).style.background } == [nil, nil, PaintTests.red, nil, nil])
        let clipped = picture(hstack([moved.with(.clip(.rectangle)), text("....")], spacing: 0), 5, 1)
        #expect((0..<5).map { cell(clipped, $0, 0).style.background } == [nil, nil, nil, nil, nil])
    }

    @Test func halfAWideCharacterIsNeverLeft() {
        let words = text("世界世界")
        for opacity in [0.5, 1] {
            let area = Element(id: "a", .color(NamedColor("red", opacity: opacity))).with(frame(3, 1))
            let shown = picture(
                zstack([words, area.with(.offset(NodeOffset(x: 1, unit: .cells)))], alignment: .leading), 8, 1)
            for column in 0..<8 where cell(shown, column, 0).isContinuation {
                #expect(cell(shown, column - 1, 0).isWide)
                #expect(cell(shown, column - 1, 0).style == cell(shown, column, 0).style)
            }
        }
    }

    // MARK: - Behind and over

    @Test func backgroundAndOverlay() {
        let root = text("abc").background(color("red", id: "r")).overlay(text("x", id: "x"), .trailing)
        let shown = picture(root, 3, 1)
        #expect(lines(shown) == ["abx"])
        #expect(cell(shown, 0, 0).style.background == PaintTests.red)
    }

    @Test func hiddenNodeIsNotDrawn_norFocusable() {
        let layout = Renderer().layout(
            scene(hstack([button("A").with(.hidden(true)), button("B")])), size: size(20, 3))
        #expect(layout.top?.stops.map(\.element) == ["B"])
        #expect(!Renderer().paint(layout).plainText.contains("A"))
    }

    // MARK: - Scrolling sideways

    @Test func aScrollViewGoesSideways() {
        let wide = scroll(.horizontal, (0..<6).map { button("B\($0)") })
        let layout = Renderer().layout(scene(wide), size: size(20, 4))
        var now = TerminalState()
        #expect(
            Array(Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(1)) == [
                "›[ B0 ]  [ B1 ]  [ B", "                   ▶", "",
            ])
        now = layout.handle("right", now).state
        now = layout.handle("right", now).state
        #expect(now.focus[EntryID("e1")]?.element == "B2")
        #expect(Array(Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(1))[0].hasSuffix("›[ B2 ]"))
        now = layout.handle("end", now).state
        #expect(Array(Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(1))[0].hasSuffix("›[ B5 ]"))
        #expect(Array(Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(1))[1] == "◀")
        let click = layout.handle(Mouse(.press, at: CellPoint(column: 16, row: 1)), now)
        #expect(click.state.focus[EntryID("e1")]?.element == "B5")
        let back = layout.handle(Mouse(.wheelUp, at: CellPoint(column: 3, row: 1)), now).state
        #expect(
            layout.top.map { $0.scrollOffset("scroll", back.scroll).column }
                == layout.top.map { $0.scrollOffset("scroll", now.scroll).column - 3 })
    }

    @Test func aScrollViewInAFormFollowsTheFocusBothWays() {
        let inner = scroll(.horizontal, (0..<5).map { button("B\($0)") })
        let root = form((0..<8).map { button("R\($0)") } + [inner])
        let layout = Renderer().layout(scene(root), size: size(18, 6))
        let now = layout.handle("end", .init()).state
        let shown = Renderer().paint(layout, now, colors: .ansi16).lines
        #expect(now.focus[EntryID("e1")]?.element == "B4")
        #expect(shown.contains { $0.contains("›[ B4 ]") })
    }

    @Test func symbolsAreOneCellWide() {
        for name in ["star.fill", "chevron.right", "trash.circle.fill", "no.such.thing", "plus"] {
            #expect(TextWidth.of(Symbols.glyph(name, unicode: true)) == 1)
            #expect(Symbols.glyph(name, unicode: false).utf8.count == 1)
        }
        #expect(Symbols.plain.allSatisfy { TextWidth.of($0.key) == 1 && $0.value.utf8.count == 1 })
        #expect(drawn(image("star.fill"), 1, 1) == ["★"])
        #expect(drawn(image("star.fill"), 1, 1, unicode: false) == ["*"])
        #expect(drawn(button("★"), 6, 1, unicode: false) == [">[ * ]"])
    }

    @Test func iconsOfTheSamplePanelDiffer() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try String(contentsOfFile: root + "/Sources/Examples/Box/box.yaml", encoding: .utf8)
        let names = Set(file.matches(of: #/icon: ([a-z.]+)/#).map { String($0.1) })
        #expect(names.count > 5 && Set(names.map { Symbols.glyph($0, unicode: true) }).count == names.count)
    }

    @Test func cellsOfAnImpossibleSizeAreOfTheUsualOne() {
        for size in [0, -1, Double.leastNonzeroMagnitude, 1e308, .infinity, .nan] {
            let metrics = CellMetrics().reading(["cellWidth": .double(size), "cellHeight": .double(size)])
            #expect(metrics == CellMetrics())
        }
        #expect(CellMetrics().reading(["cellWidth": 10, "cellHeight": 0.5]) == CellMetrics(width: 10, height: 0.5))
    }
}
