import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender

struct TerminalEncoderTests {
    @Test func nothingIsSentForTheSamePicture() {
        let picture = Renderer().frame(scene(text("Hello")), size: size(80, 24))
        #expect(TerminalEncoder.diff(from: picture, to: picture, profile: TerminalCapabilities()) == "")
    }

    @Test func aPictureOfAnotherSizeIsSentWhole() {
        let small = CellBuffer(size: size(3, 1))
        let large = Renderer().frame(scene(text("Hi")), size: size(20, 5))
        #expect(
            TerminalEncoder.diff(from: small, to: large, profile: TerminalCapabilities())
                == TerminalEncoder.full(large, profile: TerminalCapabilities()))
    }

    @Test(arguments: ColorDepth.allCases)
    func aFlippedSwitchTakesAtMostSeventyBytes(_ colors: ColorDepth) {
        let options = (0..<18).map { toggle("Option \($0)", id: "o\($0)") }
        var flipped = options
        flipped[9] = toggle("Option 9", .on, id: "o9")
        for index in options.indices { flipped[index].environment = ["tint": "orange"] }
        var state = TerminalState()
        state.focus[EntryID("e1")] = .init(element: "o9")
        let before = Renderer().frame(scene(form(options)), size: size(80, 24), state: state)
        let after = Renderer().frame(scene(form(flipped)), size: size(80, 24), state: state)
        let bytes = TerminalEncoder.diff(from: before, to: after, profile: TerminalCapabilities(colors: colors)).utf8.count
        #expect(bytes > 0)
        #expect(bytes <= 70)
    }

    @Test func theSeventhColourIsSeenAsABackgroundInEveryPalette() {
        let picture = Renderer().frame(scene(color("indigo")), size: size(10, 4))
        #expect(TerminalEncoder.full(picture, profile: TerminalCapabilities(colors: .trueColor)).contains("48;2;88;86;214"))
        #expect(TerminalEncoder.full(picture, profile: TerminalCapabilities(colors: .ansi256)).contains("48;5;62"))
        #expect(TerminalEncoder.full(picture, profile: TerminalCapabilities(colors: .ansi16)).contains("97;104m"))
        #expect(!TerminalEncoder.full(picture, profile: TerminalCapabilities(colors: .none)).contains("48;"))
    }

    @Test func theSevenColouredScreensDifferFromEachOther() {
        let colors = ["red", "orange", "yellow", "green", "blue", "indigo", "purple"]
        let shown = colors.map { name in
            TerminalEncoder.full(
                Renderer().frame(scene(color(name)), size: size(10, 4)), profile: TerminalCapabilities(colors: .ansi256))
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

    @Test func attributesAreResetAndSet() {
        var bold = SGRState.standard
        bold.attributes = [.bold]
        var dim = SGRState.standard
        dim.attributes = [.dim]
        #expect(bold.parameters(from: .standard, colors: .none) == [1])
        #expect(dim.parameters(from: bold, colors: .none) == [0, 2])
        #expect(SGRState.standard.parameters(from: bold, colors: .none) == [])
        #expect(bold.parameters(from: bold, colors: .none) == nil)
    }

    @Test func styledTextHasNoCursorMoves() {
        let picture = Renderer().frame(scene(text("Hi", [.bold(true)])), size: size(6, 1))
        #expect(picture.styledText(colors: .none) == "  \u{1B}[1mHi\u{1B}[m\n")
        #expect(picture.plainText == "  Hi\n")
    }
}
