import FasciaModel
import Testing

@testable import FasciaRender

struct TerminalEncoderTests {
    @Test(arguments: Profile.Colors.allCases)
    func aDiffReplayedInATerminalIsTheNewPicture(_ colors: Profile.Colors) {
        let size = size(40, 12)
        var terminal = TerminalModel(size: size)
        var shown = CellBuffer(size: size)
        terminal.receive(TerminalEncoder.full(shown, colors: colors))
        for seed in 0..<100 as Range<UInt64> {
            var tree = RandomTree(seed: seed)
            var picture = Renderer().picture(scene(tree.element()), size: size)
            if seed % 3 == 0 {
                // A modal over it, which dims and cuts through what is there.
                let layers = [layer(tree.element()), layer(tree.element(), entry: "e2", modal: .sheet)]
                picture = Renderer().picture(Scene(stack: "main", layers: layers), size: size)
            }
            terminal.receive(TerminalEncoder.diff(from: shown, to: picture, colors: colors))
            shown = picture
            #expect(TerminalModel.visible(terminal.marks) == TerminalModel.expected(picture, colors), "seed \(seed)")
            #expect(terminal.complaints == [], "seed \(seed)")
            var fresh = TerminalModel(size: size)
            fresh.receive(TerminalEncoder.full(picture, colors: colors))
            #expect(TerminalModel.visible(fresh.marks) == TerminalModel.expected(picture, colors), "seed \(seed)")
        }
    }

    /// Cells changed one by one find other paths through the encoder than whole screens do.
    @Test func aDiffOfScatteredCellsIsTheNewPicture() {
        var generator = Seeded(7)
        let size = size(30, 3)
        let clip = CellRect(column: 0, row: 0, columns: 30, rows: 3)
        let texts = ["a", " ", "世", "é", "❤️", "xyz", "                    "]
        let styles = [
            CellStyle(), CellStyle(attributes: [.bold, .underline]), CellStyle(attributes: .dim),
            CellStyle(background: RGB(1, 2, 3)), CellStyle(foreground: RGB(200, 0, 0), attributes: .inverse),
        ]
        var terminal = TerminalModel(size: size)
        var shown = CellBuffer(size: size)
        for step in 0..<3_000 {
            var picture = shown
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let row = Int.random(in: 0..<3, using: &generator)
                let column = Int.random(in: -1..<30, using: &generator)
                let style = styles.randomElement(using: &generator) ?? CellStyle()
                let text = texts.randomElement(using: &generator) ?? ""
                if step % 50 == 0 { picture.clear(CellRect(column: column, row: row, columns: 5, rows: 2)) }
                picture.write(text, column: column, row: row, style: style, clip: clip)
            }
            terminal.receive(TerminalEncoder.diff(from: shown, to: picture, colors: .trueColor))
            shown = picture
            guard TerminalModel.visible(terminal.marks) == TerminalModel.expected(picture, .trueColor) else {
                Issue.record("step \(step): \(picture.lines)")
                return
            }
        }
        #expect(terminal.complaints == [])
    }

    @Test func nothingIsSentForTheSamePicture() {
        let picture = Renderer().picture(scene(text("Hello")), size: size(80, 24))
        #expect(TerminalEncoder.diff(from: picture, to: picture, colors: .trueColor) == "")
    }

    @Test func aPictureOfAnotherSizeIsSentWhole() {
        let small = CellBuffer(size: size(3, 1))
        let large = Renderer().picture(scene(text("Hi")), size: size(20, 5))
        #expect(
            TerminalEncoder.diff(from: small, to: large, colors: .none) == TerminalEncoder.full(large, colors: .none))
    }

    @Test(arguments: Profile.Colors.allCases)
    func aFlippedSwitchTakesAtMostFortyBytes(_ colors: Profile.Colors) {
        let options = (0..<18).map { toggle("Option \($0)", id: "o\($0)") }
        var flipped = options
        flipped[9] = toggle("Option 9", .on, id: "o9")
        for index in options.indices { flipped[index].environment = ["tint": "orange"] }
        var presentation = Presentation()
        presentation.focus[EntryID("e1")] = .init(element: "o9")
        let before = Renderer().picture(scene(form(options)), size: size(80, 24), presentation: presentation)
        let after = Renderer().picture(scene(form(flipped)), size: size(80, 24), presentation: presentation)
        let bytes = TerminalEncoder.diff(from: before, to: after, colors: colors).utf8.count
        #expect(bytes > 0)
        #expect(bytes <= 40)
    }

    @Test func theSeventhColourIsSeenAsABackgroundInEveryPalette() {
        let picture = Renderer().picture(scene(color("indigo")), size: size(10, 4))
        #expect(TerminalEncoder.full(picture, colors: .trueColor).contains("48;2;88;86;214"))
        #expect(TerminalEncoder.full(picture, colors: .ansi256).contains("48;5;62"))
        #expect(TerminalEncoder.full(picture, colors: .ansi16).contains("97;104m"))
        #expect(!TerminalEncoder.full(picture, colors: .none).contains("48;"))
    }

    @Test func theSevenColouredScreensDifferFromEachOther() {
        let colors = ["red", "orange", "yellow", "green", "blue", "indigo", "purple"]
        let shown = colors.map { name in
            TerminalEncoder.full(
                Renderer().picture(scene(color(name)), size: size(10, 4)), colors: .ansi256)
        }
        #expect(Set(shown).count == 7)
    }

    @Test func nearestColours() {
        #expect(Palette.nearest16(RGB(255, 59, 48)) == 9)
        #expect(Palette.nearest16(RGB(0, 0, 0)) == 0)
        #expect(Palette.nearest256(RGB(255, 255, 255)) == 231)
        #expect(Palette.nearest256(RGB(255, 0, 0)) == 196)
        #expect(Palette.nearest256(RGB(128, 128, 128)) == 244)
    }

    @Test func attributesChangeByTheShorterWay() {
        var bold = Pen.standard
        bold.attributes = [.bold]
        var dim = Pen.standard
        dim.attributes = [.dim]
        #expect(bold.parameters(from: .standard, colors: .none) == "1")
        #expect(dim.parameters(from: bold, colors: .none) == "0;2")
        #expect(Pen.standard.parameters(from: bold, colors: .none) == "")
        #expect(bold.parameters(from: bold, colors: .none) == nil)
    }

    @Test func styledTextHasNoCursorMoves() {
        let picture = Renderer().picture(scene(text("Hi", [.bold(true)])), size: size(6, 1))
        #expect(picture.styledText(colors: .none) == "  \u{1B}[1mHi\u{1B}[m\n")
        #expect(picture.plainText == "  Hi\n")
    }
}
