import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaScene

/// Layouts computed by hand: the proposal, and the area of each element as `column row columns rows`.
struct LayoutTableTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var root: Element
        var columns: Int?
        var rows: Int?
        var places: [String: [Int]]

        init(_ name: String, _ root: Element, _ columns: Int?, _ rows: Int?, _ places: [String: [Int]]) {
            (testDescription, self.root, self.columns, self.rows, self.places) = (name, root, columns, rows, places)
        }
    }

    @Test(arguments: stacks + rowsOfControls + frames + modifiers + guides + grids)
    func asComputedByHand(_ layout: Case) {
        let found = places(layout.root, layout.columns, layout.rows)
        for (id, place) in layout.places.sorted(by: { $0.key < $1.key }) {
            let rect = found[id]
            let seen = rect.map { [$0.origin.column, $0.origin.row, $0.size.columns, $0.size.rows] }
            #expect(seen == place, "\(id)")
        }
    }

    static let stacks = [
        Case(
            "equal children share", hstack([color("red", id: "a"), color("red", id: "b")], spacing: 0), 11, 2,
            ["a": [0, 0, 5, 2], "b": [5, 0, 6, 2], "whole": [0, 0, 11, 2]]),
        Case(
            "a higher priority takes all but what the others need",
            hstack([text("one two", id: "a"), text("one two", id: "b").with(.layoutPriority(1))], spacing: 0), 10, 2,
            ["a": [0, 0, 3, 2], "b": [3, 0, 7, 1]]),
        Case(
            "what is fixed comes before what is flexible, whatever the order",
            hstack([color("red", id: "a"), block("b", 4, 1), color("red", id: "c")], spacing: 8), 16, 1,
            ["a": [0, 0, 5, 1], "b": [6, 0, 4, 1], "c": [11, 0, 5, 1]]),
        Case(
            "a spacer comes after all else", hstack([color("red", id: "a"), spacer()], spacing: 0), 9, 1,
            ["a": [0, 0, 9, 1], "spacer": [9, 0, 0, 0]]),
        Case(
            "limits of flexible frames are kept when room is shared",
            hstack(
                [
                    color("red", id: "a").with(.frame(Frame(maxWidth: 3, unit: .cells))), color("red", id: "b"),
                    color("red", id: "c").with(.frame(Frame(minWidth: 8, unit: .cells))),
                ], spacing: 0), 20, 1, ["a": [0, 0, 3, 1], "b": [3, 0, 9, 1], "c": [12, 0, 8, 1]]),
        Case(
            "without a proposal everything has its ideal size",
            vstack([text("ab", id: "a"), color("red", id: "b"), text("abcd", id: "c")], alignment: .leading), nil, nil,
            ["a": [0, 0, 2, 1], "b": [0, 1, 1, 1], "c": [0, 2, 4, 1], "whole": [0, 0, 4, 3]]),
        Case(
            "layers are as large as the largest",
            zstack([block("a", 4, 1), block("b", 2, 3)], alignment: .bottomTrailing),
            20, 20, ["a": [0, 2, 4, 1], "b": [2, 0, 2, 3], "whole": [0, 0, 4, 3]]),
    ]

    /// A button is as wide as its label and five columns more; without blanks, three more; on a line of its own, at
    /// most as wide as the line.
    static let rowsOfControls = [
        Case(
            "a row that fits", hstack([button("One", id: "a"), button("Two", id: "b")]), 17, 1,
            ["a": [0, 0, 8, 1], "b": [9, 0, 8, 1], "whole": [0, 0, 17, 1]]),
        Case(
            "a row that fits without decoration has none",
            hstack([button("One", id: "a"), button("Twenty", id: "b")]), 19, 1,
            ["a": [0, 0, 6, 1], "b": [7, 0, 9, 1], "whole": [0, 0, 16, 1]]),
        Case(
            "what does not fit goes on in the next line",
            hstack([button("One", id: "a"), button("Two", id: "b"), button("Three", id: "c")]), 17, 1,
            ["a": [0, 0, 8, 1], "b": [9, 0, 8, 1], "c": [0, 1, 10, 1], "whole": [0, 0, 17, 2]]),
        Case(
            "a word too wide has a line of its own", hstack([button("One", id: "a"), button("Enormous", id: "b")]), 9, 1,
            ["a": [0, 0, 8, 1], "b": [0, 1, 9, 1]]),
        Case(
            "a text beside a control wraps before the row does",
            hstack([text("one two three", id: "a"), button("Go", id: "b")], alignment: .top), 13, 2,
            ["a": [0, 0, 7, 2], "b": [8, 0, 5, 1]]),
        Case(
            "a text goes on in the next line before its words are broken",
            hstack([button("Go", id: "a"), text("enormous", id: "b")]), 12, 2, ["a": [0, 0, 7, 1], "b": [0, 1, 8, 1]]),
        Case(
            "a spacer stays in its line",
            hstack([button("One", id: "a"), spacer(), button("Two", id: "b")]), 12, 2,
            ["a": [0, 0, 8, 1], "b": [0, 1, 8, 1]]),
        Case(
            "a frame keeps its width", hstack([button("One", id: "a").with(frame(10, 1)), button("Two", id: "b")]), 16,
            2, ["a": [1, 0, 8, 1], "b": [0, 1, 8, 1]]),
        Case(
            "a fixed size is never cut", hstack([button("One", id: "a"), button("Two", id: "b").with(.fixedSize(FixedSize()))]),
            16, 2, ["a": [0, 0, 6, 1], "b": [7, 0, 8, 1]]),
        Case(
            "rows of text alone are as SwiftUI's", hstack([text("one two", id: "a"), text("three", id: "b")]), 9, 2,
            ["a": [0, 0, 3, 2], "b": [4, 0, 4, 2]]),
    ]

    static let frames = [
        Case(
            "infinity takes what is offered", text("ab", id: "a").with(.frame(Frame(maxWidth: .infinity))), 10, 3,
            ["a": [4, 0, 2, 1], "whole": [0, 0, 10, 1]]),
        Case(
            "infinity both ways, at a corner",
            text("ab", id: "a")
                .with(.frame(Frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing))), 10, 3,
            ["a": [8, 2, 2, 1], "whole": [0, 0, 10, 3]]),
        Case(
            "a least width alone is no greatest one",
            text("abcdefgh", id: "a").with(.frame(Frame(minWidth: 4, unit: .cells))), 20, 1, ["whole": [0, 0, 8, 1]]),
        Case(
            "the ideal size counts where nothing is offered",
            color("red", id: "a").with(.frame(Frame(idealWidth: 6, idealHeight: 2, unit: .cells))), nil, nil,
            ["a": [0, 0, 6, 2]]),
        Case(
            "the ideal size does not count where something is offered",
            color("red", id: "a").with(.frame(Frame(idealWidth: 6, unit: .cells))), 9, 1, ["a": [0, 0, 9, 1]]),
        Case(
            "points round to the nearest cell and never to none",
            hstack(
                [
                    color("red", id: "a").with(.frame(Frame(width: 1, height: 1))),
                    color("red", id: "b").with(.frame(Frame(width: 20, height: 23))),
                ], alignment: .top, spacing: 3), 20, 5, ["a": [0, 0, 1, 1], "b": [2, 0, 3, 1]]),
        Case(
            "a fixed size ignores what is offered",
            text("one two", id: "a").with(.fixedSize(FixedSize())), 3, 1, ["a": [0, 0, 7, 1]]),
        Case(
            "a fixed height alone lets lines wrap in full",
            text("one two", id: "a").with(.fixedSize(FixedSize(horizontal: false))), 3, 1, ["a": [0, 0, 3, 2]]),
        Case(
            "a square fits", color("red", id: "a").with(.aspectRatio(AspectRatio(1, contentMode: .fit))), 10, 20,
            ["a": [0, 0, 10, 5]]),
        Case(
            "a square covers", color("red", id: "a").with(.aspectRatio(AspectRatio(1, contentMode: .fill))), 10, 20,
            ["a": [0, 0, 40, 20]]),
    ]

    static let modifiers = [
        Case(
            "an offset moves nothing else",
            hstack(
                [block("a", 2, 1).with(.offset(NodeOffset(x: 3, y: 1, unit: .cells))), block("b", 2, 1)], spacing: 0),
            10, 1, ["a": [3, 1, 2, 1], "b": [2, 0, 2, 1], "whole": [0, 0, 4, 1]]),
        Case(
            "a small offset is none", block("a", 2, 1).with(.offset(NodeOffset(x: -3, y: 7))), 9, 9,
            ["a": [0, 0, 2, 1]]),
        Case(
            "a position is that of the middle",
            block("a", 4, 2).with(.position(NodeOffset(x: 10, y: 5, unit: .cells))), 20, 10,
            ["a": [8, 4, 4, 2], "whole": [0, 0, 20, 10]]),
        Case(
            "what is over something is offered its size",
            text("abcd", id: "a").overlay(color("red", id: "b")), 20, 5, ["b": [0, 0, 4, 1], "whole": [0, 0, 4, 1]]),
        Case(
            "what is over something stands in a corner of it",
            block("a", 6, 3).overlay(text("x", id: "b"), .topTrailing), 20, 5, ["b": [5, 0, 1, 1]]),
        Case(
            "what is behind something does not make it larger",
            text("abcd", id: "a").background(block("b", 8, 3), .topLeading), 20, 5,
            ["b": [0, 0, 8, 3], "whole": [0, 0, 4, 1]]),
        Case(
            "what is hidden keeps its room", hstack([text("ab", id: "a").with(.hidden(true)), text("c", id: "b")]), 9,
            1,
            ["b": [3, 0, 1, 1]]),
        Case(
            "padding in cells is exact",
            text("ab", id: "a").with(.padding(Insets(top: 1, leading: 3, unit: .cells))),
            20, 5, ["a": [3, 1, 2, 1], "whole": [0, 0, 5, 2]]),
    ]

    private static func guide(_ alignment: AlignmentGuide.Alignment, _ guide: Guide) -> Modifier {
        .alignmentGuide(AlignmentGuide(alignment, guide))
    }

    private static let middle = CustomAlignment("middle", defaultGuide: Guide(height: 0.5))

    static let guides = [
        Case(
            "first lines meet",
            hstack([text("one\ntwo", id: "a"), text("x", id: "b"), block("c", 1, 3)], alignment: .firstTextBaseline),
            20, 9,
            ["a": [0, 2, 3, 2], "b": [4, 2, 1, 1], "c": [6, 0, 1, 3], "whole": [0, 0, 7, 4]]),
        Case(
            "last lines meet",
            hstack([text("one\ntwo", id: "a"), text("x", id: "b"), block("c", 1, 3)], alignment: .lastTextBaseline), 20,
            9,
            ["a": [0, 1, 3, 2], "b": [4, 2, 1, 1], "c": [6, 0, 1, 3], "whole": [0, 0, 7, 3]]),
        Case(
            "a column has the first line of its first text",
            hstack(
                [
                    vstack([text("a", id: "a"), text("b", id: "b")]).with(.padding(Insets(top: 32))),
                    text("x", id: "x"),
                ], alignment: .firstTextBaseline), 20, 9,
            ["a": [0, 2, 1, 1], "x": [2, 2, 1, 1], "whole": [0, 0, 3, 4]]),
        Case(
            "an explicit guide pushes the others away",
            vstack(
                [
                    text("abc", id: "a").with(guide(.horizontal(.leading), Guide(width: 1))), text("xy", id: "b"),
                ], alignment: .leading), 20, 5, ["a": [0, 0, 3, 1], "b": [3, 1, 2, 1], "whole": [0, 0, 5, 2]]),
        Case(
            "a guide counts in points",
            vstack(
                [text("abc", id: "a").with(guide(.horizontal(.leading), Guide(points: 8))), text("xy", id: "b")],
                alignment: .leading), 20, 5, ["a": [0, 0, 3, 1], "b": [1, 1, 2, 1], "whole": [0, 0, 3, 2]]),
        Case(
            "a guide of another alignment changes nothing",
            vstack(
                [text("abc", id: "a").with(guide(.horizontal(.trailing), Guide())), text("xy", id: "b")],
                alignment: .leading), 20, 5, ["a": [0, 0, 3, 1], "b": [0, 1, 2, 1]]),
        Case(
            "a guide of an author's own, through a column",
            hstack(
                [
                    vstack([text("a", id: "a"), text("b", id: "b").with(guide(.vertical(.custom(middle)), Guide()))]),
                    text("x", id: "x").with(guide(.vertical(.custom(middle)), Guide())), block("c", 1, 4),
                ], alignment: Alignment(horizontal: .center, vertical: .custom(middle))), 20, 9,
            ["a": [0, 1, 1, 1], "b": [0, 2, 1, 1], "x": [2, 2, 1, 1], "c": [4, 0, 1, 4]]),
    ]

    static let grids = [
        Case(
            "columns are as wide as their widest cell",
            grid([
                gridRow([text("a", id: "a"), text("bbb", id: "b")]),
                gridRow([text("cccc", id: "c"), text("d", id: "d")]),
            ]), 20, 9,
            ["a": [0, 0, 1, 1], "b": [5, 0, 3, 1], "c": [0, 1, 4, 1], "d": [5, 1, 1, 1], "whole": [0, 0, 8, 2]]),
        Case(
            "spacing, and rows as high as their highest cell",
            grid(
                [
                    gridRow([block("a", 2, 1), block("b", 2, 3)], .bottom), gridRow([block("c", 2, 1)]),
                ], across: 24, down: 16), 20, 9,
            ["a": [0, 2, 2, 1], "b": [5, 0, 2, 3], "c": [0, 4, 2, 1], "whole": [0, 0, 7, 5]]),
        Case(
            "what is no row takes the full width",
            grid([
                gridRow([text("aaaa", id: "a"), text("bb", id: "b")]), Element(id: "line", .divider),
            ]), 20, 9, ["line": [0, 1, 7, 1]]),
        Case(
            "a cell takes several columns",
            grid([
                gridRow([text("abcdefgh", id: "a").with(.gridCellColumns(2)), text("x", id: "x")]),
                gridRow([text("b", id: "b"), text("c", id: "c"), text("y", id: "y")]),
            ]), 20, 9, ["a": [0, 0, 8, 1], "x": [9, 0, 1, 1], "y": [9, 1, 1, 1]]),
        Case(
            "a cell says where its whole column stands",
            grid([
                gridRow([text("a", id: "a").with(.gridColumnAlignment(.trailing)), text("x", id: "x")]),
                gridRow([text("bbb", id: "b"), text("y", id: "y")]),
                gridRow([text("cc", id: "c"), text("z", id: "z")]),
            ]), 20, 9, ["a": [2, 0, 1, 1], "b": [0, 1, 3, 1], "c": [1, 2, 2, 1]]),
        Case(
            "flexible columns share what the others leave",
            grid([gridRow([text("ab", id: "a"), color("red", id: "b"), color("red", id: "c")])], across: 0), 12, 2,
            ["a": [0, 0, 2, 1], "b": [2, 0, 5, 2], "c": [7, 0, 5, 2]]),
    ]

    @Test func theEnvironmentSaysHowLargeACellIs() {
        var root = color("red", id: "a").with(.frame(Frame(width: 40, height: 40)))
        root.environment = ["cellWidth": 4, "cellHeight": 10]
        #expect(places(root, 50, 50)["a"]?.size == size(10, 4))
        root.environment = ["cellWidth": 0, "cellHeight": "high"]
        #expect(places(root, 50, 50)["a"]?.size == size(5, 3))
    }

    @Test func linesOfATextStandWhereTheTextSays() {
        let words = "one\nthree\nto"
        #expect(body(text(words, [.textAlignment(.leading)]), 5, 3) == ["one", "three", "to"])
        #expect(body(text(words, [.textAlignment(.center)]), 5, 3) == [" one", "three", " to"])
        #expect(body(text(words, [.textAlignment(.trailing)]), 5, 3) == ["  one", "three", "   to"])
    }

    @Test(arguments: [(Truncation.head, "…ghi"), (.middle, "ab…i"), (.tail, "abc…")])
    func aTextIsCutWhereItSays(_ truncation: Truncation, _ shown: String) {
        #expect(body(text("abcdefghi", [.lineLimit(1), .truncation(truncation)]), 4, 1) == [shown])
    }

    @Test(arguments: [(Truncation.head, "…world"), (.middle, "hel…ld"), (.tail, "hello…")])
    func aTextOfSeveralWordsIsCutWhereItSays(_ truncation: Truncation, _ shown: String) {
        #expect(body(text("hello my world", [.lineLimit(1), .truncation(truncation)]), 6, 1) == [shown])
    }

    @Test func higherOnesAreDrawnLast() {
        let stack = zstack(
            [text("aa", id: "a").with(.zIndex(1)), text("bb", id: "b"), text("c", id: "c")], alignment: .leading)
        #expect(body(stack, 2, 1) == ["aa"])
    }
}
