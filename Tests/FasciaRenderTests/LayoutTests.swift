import SceneTestSupport
import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Layouts computed by hand, and properties of random layouts.
struct LayoutTests {
    @Test func smallerContentIsCentred() {
        #expect(rect(of: "text", in: text("Hello"), 20, 5) == CellRect(column: 7, row: 2, columns: 5, rows: 1))
    }

    @Test func aColumnAlignsAndSpaces() {
        let column = vstack([text("Hello", id: "a"), text("Hi", id: "b")], alignment: .trailing, spacing: 16)
        #expect(rect(of: "vstack", in: column, 20, 6) == CellRect(column: 7, row: 1, columns: 5, rows: 3))
        #expect(rect(of: "a", in: column, 20, 6) == CellRect(column: 7, row: 1, columns: 5, rows: 1))
        #expect(rect(of: "b", in: column, 20, 6) == CellRect(column: 10, row: 3, columns: 2, rows: 1))
    }

    @Test func aRowKeepsAColumnBetweenItsChildrenWhereNothingElseIsSaid() {
        let row = hstack([text("ab", id: "a"), text("cd", id: "b")])
        #expect(rect(of: "b", in: row, 20, 1) == CellRect(column: 10, row: 0, columns: 2, rows: 1))
        let tight = hstack([text("ab", id: "a"), text("cd", id: "b")], spacing: 0)
        #expect(rect(of: "b", in: tight, 20, 1) == CellRect(column: 10, row: 0, columns: 2, rows: 1))
        #expect(rect(of: "a", in: tight, 20, 1) == CellRect(column: 8, row: 0, columns: 2, rows: 1))
    }

    @Test func aSpacerTakesWhatIsLeft() {
        let row = hstack([text("ab", id: "a"), spacer(), text("cd", id: "b")], spacing: 0)
        #expect(rect(of: "a", in: row, 20, 1)?.origin.column == 0)
        #expect(rect(of: "spacer", in: row, 20, 1)?.size.columns == 16)
        #expect(rect(of: "b", in: row, 20, 1)?.origin.column == 18)
    }

    @Test func modifiersAreAppliedInTheOrderTheyAreWritten() {
        let padded = text("x", [.padding(Insets(all: 16)), .border(NamedColor("red"))])
        let bordered = text("x", [.border(NamedColor("red")), .padding(Insets(all: 16))])
        #expect(body(padded, 16, 5).map { $0.drop { $0 == " " } } == ["┌─────┐", "│     │", "│  x  │", "│     │", "└─────┘"])
        #expect(body(bordered, 7, 5) == ["", "  ┌─┐", "  │x│", "  └─┘", ""])
    }

    @Test func pointsBecomeTheNearestCellsAndNeverNone() {
        #expect([0, 0.1, 8, 11, 12, 16, -3, .nan].map { CellMetrics().columns($0) } == [0, 1, 1, 1, 2, 2, 0, 0])
        #expect([0, 1, 16, 23, 24, 32, .infinity].map { CellMetrics().rows($0) } == [0, 1, 1, 1, 2, 2, Cells.maximumLength])
    }

    @Test func aFixedFrameAligns() {
        let frame = Frame(width: 40, height: 48, alignment: .bottomTrailing)
        let framed = text("x", [.frame(frame), .border(NamedColor("red"))])
        #expect(body(framed, 7, 5) == ["┌─────┐", "│     │", "│     │", "│    x│", "└─────┘"])
    }

    @Test(arguments: [
        (Frame(maxWidth: .infinity), 20), (Frame(maxWidth: 80), 10), (Frame(maxWidth: 8), 1), (Frame(minWidth: 80), 10),
        (Frame(minWidth: 8), 5), (Frame(minWidth: 80, maxWidth: 120), 15), (Frame(minHeight: 16), 5),
    ])
    func aFlexibleFrameKeepsToItsLimits(_ frame: Frame, _ columns: Int) {
        let column = vstack([text("Hello", [.frame(frame)])])
        #expect(rect(of: "vstack", in: column, 20, 6)?.size.columns == columns)
    }

    @Test func textWrapsAndTruncates() {
        #expect(body(text("one two three"), 6, 3) == ["one", "two", "three"])
        #expect(body(text("one two three"), 6, 2) == ["one", "two t…"])
        #expect(body(text("one two three", [.lineLimit(1)]), 6, 1) == ["one t…"])
    }

    @Test func layersLieOverEachOther() {
        let stack = zstack([text("aaaaa", id: "a"), text("b", id: "b")], alignment: .trailing)
        #expect(body(stack, 7, 1) == [" aaaab"])
    }

    @Test func emptyElementTakesNoSpaceOrSpacing() {
        let column = vstack([text("a", id: "a"), Element(id: "none", .empty), text("b", id: "b")], spacing: 16)
        #expect(body(column, 5, 5) == ["", "  a", "", "  b", ""])
    }

    @Test func aDividerGoesAcrossItsStack() {
        #expect(body(vstack([text("a"), Element(id: "d", .divider)]), 5, 2) == ["  a", "─────"])
        #expect(body(hstack([text("a"), Element(id: "d", .divider), text("b", id: "b")]), 5, 1) == ["a │ b"])
    }

    @Test func aFormHasItsSectionsApart() {
        let rows = form([
            section("Extras", [toggle("Ham", .on), toggle("Olives")], footer: "Free"), section("More", [button("Go")]),
        ])
        #expect(
            body(rows, 24, 9) == [
                "╭ Extras ──────────────╮", "│›Ham              ━━● │", "│ Olives           ○━━ │", "╰──────────────────────╯",
                "  Free", "╭ More ────────────────╮", "│ Go                 ↵ │", "╰──────────────────────╯", "",
            ])
        #expect(
            body(rows, 20, 7) == [
                " Extras", "›Ham           ━━●", " Olives        ○━━", " Free", " More", " Go              ↵", "",
            ])
    }

    @Test func aCardDoesNotRepeatTheScreenOrItsFirstRow() {
        func titles(_ sections: Element...) -> [String] {
            body(form(sections), 30, 20).filter { $0.hasPrefix("╭") }.map { $0.filter(\.isLetter) }
        }
        #expect(titles(section("Title", [toggle("a")]), section("More", [toggle("b")])) == ["", "More"])
        let group = vstack([toggle("Lights"), vstack([toggle("Desk")])])
        #expect(
            titles(section("Lights", [group]), section("Desk", [toggle("a", id: "x"), toggle("Desk", id: "y")])) == ["", "Desk"])
    }

    @Test func moreContentIsMarkedInTheBorderOfACard() {
        let rows = form([section("Many", (0..<20).map { toggle("\($0)") })])
        let lines = body(rows, 24, 8)
        #expect(lines[6] == "│ 5                ○━━ │" && lines[7] == "│ 6                ○━━ ▼")
    }

    @Test func aValueOfSeveralLinesIsBelowItsLabel() {
        let lines = body(form([Element(id: "v", .labeledValue(label: "Load", value: "7\n8"))]), 20, 6)
        #expect(lines.prefix(3).map { $0.filter { $0 != " " } } == ["Load", "7", "8"])
    }

    @Test func segmentsEndWhereOtherValuesEnd() {
        var size = Element(id: "size", .segments(label: "Size"))
        size.options = Options(["s", "m"].map { Options.Option(id: $0, label: $0, activation: nil) }, shown: 0, isSelected: true)
        let lines = body(form([size, Element(id: "v", .labeledValue(label: "Load", value: "7"))]), 30, 6)
        #expect(lines[0] == "›Size                [s]  m" && lines[0].count + 1 == lines[1].count)
        // Without room for all options, the selected one.
        #expect(body(form([size]), 12, 6)[0] == "›Size ‹ s ›")
    }

    @Test func aFormShowsWhatFitsAndSaysThatThereIsMore() {
        let rows = form((0..<6).map { toggle("Row \($0)", id: "\($0)") })
        #expect(body(rows, 12, 3) == ["›Row 0  ○━━", " Row 1  ○━━", " Row 2  ○━━▼"])
        #expect(body(rows, 12, 3, focus: "3") == [" Row 0  ○━━", " Row 1  ○━━", " Row 2  ○━━▼"])
    }

    @Test func aBodyThatIsTooHighScrollsAsAWhole() {
        let column = vstack((0..<6).map { text("Line \($0)", id: "\($0)") })
        #expect(body(column, 8, 3) == [" Line 0", " Line 1", " Line 2▼"])
    }

    // MARK: - Properties

    static let sizes = [
        (0, 0), (1, 1), (2, 1), (1, 2), (3, 3), (5, 2), (16, 7), (17, 8), (40, 12), (80, 24), (200, 3), (3, 200),
        (-4, -9),
    ]

    @Test(arguments: Torture.all(0..<60 as Range<UInt64>, otherwiseEvery: 4))
    func anyTreeAtAnySizeIsLaidOutAndPainted(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        let modal = ModalStyle.allCases[Int(seed % 3)]
        let layers = [layer(trees.element(), back: trees.words()), layer(trees.element(), entry: "e2", modal: modal)]
        let scene = Scene(stack: "main", layers: layers)
        for (turn, (columns, rows)) in LayoutTests.sizes.enumerated() {
            let size = size(columns, rows)
            let layout = Renderer().layout(scene, size: size)
            for layer in layout.layers { check(layer.body) }
            let profiles = ColorDepth.allCases
            let colors = profiles[(Int(seed) + turn) % profiles.count]
            let picture = Renderer().paint(layout, colors: colors)
            #expect(picture.cells.count == max(0, columns) * max(0, rows))
            #expect(picture == Renderer().frame(scene, size: size, colors: colors), "twice the same")
            checkWide(picture)
            let scalars = picture.cells.lazy.flatMap(\.text.unicodeScalars)
            #expect(!scalars.contains { $0.properties.generalCategory == .control })
            let shown = picture.cells.lazy.flatMap { [$0.style.foreground, $0.style.background] }
            #expect(!shown.contains { $0.map { $0.alpha < .max } ?? false }, "pictures are opaque")
            guard turn == Int(seed) % LayoutTests.sizes.count else { continue }
            let plain = Renderer().frame(scene, size: size, unicode: false, colors: colors)
            #expect(plain.cells.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
        }
    }

    /// Sizes are never negative, and at most `Cells.maximumLength`.
    private func check(_ box: LayoutBox) {
        #expect((0...Cells.maximumLength).contains(box.rect.size.columns))
        #expect((0...Cells.maximumLength).contains(box.rect.size.rows))
        for child in box.children { check(child) }
    }

    private func checkWide(_ picture: CellBuffer) {
        for row in 0..<picture.size.rows {
            for column in 0..<picture.size.columns {
                let cell = picture[column: column, row: row]
                if cell.isContinuation {
                    let lead = picture[column: column - 1, row: row]
                    #expect(lead.text.first.map(TextWidth.of) == 2 && lead.style == cell.style)
                } else {
                    let isWide = cell.text.first.map(TextWidth.of) == 2
                    #expect(!isWide || picture[column: column + 1, row: row].isContinuation)
                    #expect(cell.text.count == 1)
                }
            }
        }
    }

    /// With enough room, children are inside their parents.
    @Test(arguments: 0..<120 as Range<UInt64>)
    func childrenStandInsideTheirParents(_ seed: UInt64) {
        var trees = RandomTree(seed: seed &+ 1_000)
        let item = LayoutBuilder(styles: .init(), unicode: true).item(for: trees.element(depth: 2))
        let box = item.place(at: CellPoint(column: 0, row: 0), ProposedCells())
        // Lengths above the maximum are cut off.
        let isSaturated = box.rect.size.columns == Cells.maximumLength || box.rect.size.rows == Cells.maximumLength
        guard !isSaturated, !hasExceptions(item) else { return }
        func check(_ box: LayoutBox) {
            for child in box.children {
                #expect(child.rect.intersection(box.rect) == child.rect || child.rect.isEmpty, "seed \(seed)")
                check(child)
            }
        }
        check(box)
    }

    /// Whether a tree has items whose children may extend beyond them: frames, fixed sizes and attachments as in
    /// SwiftUI, displaced items, negative padding, explicit guides, and scroll views.
    private func hasExceptions(_ item: LayoutItem) -> Bool {
        let kind = item.kind
        if let room = kind as? PaddingKind, min(room.top, room.leading, room.bottom, room.trailing) < 0 { return true }
        return kind is FrameKind || kind is OffsetKind || kind is PositionKind || kind is AttachmentKind
            || kind is ScrollKind || kind is AspectRatioKind || kind is FixedSizeKind || !item.guides.keys.isEmpty
            || item.children.contains { hasExceptions($0) }
    }

    @Test func deepNestingIsLaidOutInReasonableTime() {
        var element = text("deep")
        for level in 0..<64 {
            element =
                level % 2 == 0
                ? vstack([element, spacer(id: "s\(level)")], id: "v\(level)")
                : hstack([element, color("red", id: "c\(level)")], id: "h\(level)")
        }
        // Without cached sizes this would measure 3 to the 64th times.
        #expect(Renderer().frame(scene(element), size: size(1_000, 1_000)).size == size(1_000, 1_000))
    }

    @Test func modifiersThatOnlyStyleCostNoLevelOfTheLayout() {
        let modifiers = [Modifier](repeating: .bold(true), count: 100_000)
        let item = LayoutBuilder(styles: StyleRegistry(), unicode: true).item(for: text("t", modifiers))
        #expect(item.children.isEmpty)
    }

    /// The deepest allowed tree: 64 levels of nodes, and 256 nodes and modifiers on one path.
    @Test func theDeepestScreenIsLaidOutAndPainted() {
        let effects: [Modifier] = [
            .opacity(0.9), .padding(Insets(top: 0.1)), .clip(.capsule), .frame(Frame(minWidth: 1)),
            .border(NamedColor("red")), .offset(NodeOffset(x: 1)), .background(NamedColor("blue", opacity: 0.1)),
            .fixedSize(FixedSize(vertical: false)), .layoutPriority(2), .aspectRatio(AspectRatio(1, contentMode: .fit)),
        ]
        var element = text("deep", id: "deep")
        var left = 256 - 1
        for level in 0..<63 {
            let inner = [element, text("beside", id: "b\(level)")]
            let id = "n\(level)"
            element =
                switch level % 6 {
                case 0: vstack(inner, alignment: .leading, id: id)
                case 1: hstack(inner, alignment: .firstTextBaseline, id: id)
                case 2: scroll(.both, inner, id: id)
                case 3: Element(id: id, .grid(alignment: .center, horizontalSpacing: nil, verticalSpacing: nil), children: inner)
                case 4: form(inner, id: id)
                default: list(inner, id: id)
                }
            left -= 1
            for _ in 0..<3 {
                element = element.with(effects[left % effects.count])
                left -= 1
            }
        }
        element = element.with(.opacity(0.5), .cornerRadius(8), .padding(Insets(all: 1)))
        #expect(left == 3)
        for (columns, rows) in [(80, 24), (1, 1), (300, 100)] {
            let picture = Renderer().frame(scene(element), size: size(columns, rows))
            #expect(picture.cells.count == columns * rows)
        }
    }

    /// Nested overlays and alignment guides are measured once per proposal.
    @Test func nestedAttachmentsAreLaidOutInReasonableTime() {
        var element = text("deep")
        for level in 0..<60 {
            element = element.overlay(text("o\(level)", id: "o\(level)"), .topTrailing)
            element = hstack([element, spacer(id: "s\(level)")], alignment: .lastTextBaseline, id: "h\(level)")
        }
        #expect(Renderer().frame(scene(element), size: size(100, 10)).size == size(100, 10))
    }

    @Test func aValueWithoutALabelHasNoColon() {
        let value = Element(id: "v", .labeledValue(label: "", value: "5"))
        #expect(value.words == "5")
    }
}
