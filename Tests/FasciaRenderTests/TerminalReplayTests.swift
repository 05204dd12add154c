import SceneTestSupport
import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The encoder's output, replayed in `TerminalModel`.
@Suite struct TerminalReplayTests {
    private static let features: [[TerminalFeature]] = [[], TerminalFeature.allCases, [.erase, .lines], [.repeat], [.lines]]

    @Test(arguments: ColorDepth.allCases, features)
    func aDiffReplayedInATerminalIsTheNewPicture(_ colors: ColorDepth, _ features: [TerminalFeature]) {
        let size = size(40, 12)
        let profile = TerminalCapabilities(colors: colors, features: features)
        var terminal = TerminalModel(size: size)
        var shown = CellBuffer(size: size)
        terminal.receive(TerminalEncoder.full(shown, profile: profile))
        for seed in Torture.all(0..<40 as Range<UInt64>, otherwiseEvery: 4) {
            var tree = RandomTree(seed: seed)
            var picture = Renderer().frame(scene(tree.element()), size: size)
            if seed % 3 == 0 {
                // A modal, which dims and covers the tree.
                let layers = [layer(tree.element()), layer(tree.element(), entry: "e2", modal: .sheet)]
                picture = Renderer().frame(Scene(stack: "main", layers: layers), size: size)
            }
            terminal.receive(TerminalEncoder.diff(from: shown, to: picture, profile: profile))
            shown = picture
            #expect(terminal.fault(beside: picture, colors: colors) == nil, "seed \(seed)")
            var fresh = TerminalModel(size: size)
            fresh.receive(TerminalEncoder.full(picture, profile: profile))
            #expect(fresh.fault(beside: picture, colors: colors) == nil, "seed \(seed)")
        }
    }

    /// Changes of single cells and rows take other paths through the encoder than whole screens.
    @Test(arguments: Torture.all(0..<40 as Range<UInt64>, otherwiseEvery: 4))
    func scatteredChangesAndScrolledRowsReplayedAreTheNewPicture(_ seed: UInt64) {
        var changes = RandomChanges(seed: seed)
        let profile = changes.profile
        var terminal = TerminalModel(size: changes.picture.size)
        terminal.receive(TerminalEncoder.full(changes.picture, profile: profile))
        for step in 0..<100 {
            let shown = changes.picture
            changes.change()
            let sent = TerminalEncoder.diff(from: shown, to: changes.picture, profile: profile)
            terminal.receive(sent)
            if let fault = terminal.fault(beside: changes.picture, colors: profile.colors) {
                Issue.record("seed \(seed), step \(step), \(profile): \(fault) after \(sent.debugDescription)")
                return
            }
        }
    }

    @Test func theRowsOfAScrolledListAreMoved() {
        func picture(_ first: Int) -> CellBuffer {
            Renderer().frame(scene(form((first..<first + 22).map { toggle("Option \($0)", id: "o\($0)") })), size: size(80, 24))
        }
        let (before, after) = (picture(20), picture(21))
        let sent = TerminalEncoder.diff(
            from: before, to: after, profile: TerminalCapabilities(features: TerminalFeature.allCases))
        #expect(sent.contains("\u{1B}[M"))
        #expect(sent.utf8.count < TerminalEncoder.diff(from: before, to: after, profile: TerminalCapabilities()).utf8.count)
    }

    /// Terminals with other widths for characters of uncertain width still show all other cells in their place.
    @Test(
        arguments: Torture.all(0..<30 as Range<UInt64>, otherwiseEvery: 3),
        [.width(1), .width(2), .parts] as [TerminalModel.Doubt])
    func aTerminalWithOtherWidthsShowsTheRestInItsPlace(_ seed: UInt64, _ doubt: TerminalModel.Doubt) {
        var changes = RandomChanges(seed: seed)
        let profile = changes.profile
        var terminal = TerminalModel(size: changes.picture.size, doubt: doubt)
        terminal.receive(TerminalEncoder.full(changes.picture, profile: profile))
        for step in 0..<100 {
            let shown = changes.picture
            changes.change()
            terminal.receive(TerminalEncoder.diff(from: shown, to: changes.picture, profile: profile))
            if let place = firstDifference(terminal, changes.picture, profile) {
                Issue.record("seed \(seed), step \(step), \(profile): \(place); \(terminal.complaints)")
                return
            }
        }
    }

    /// The first difference, ignoring cells of characters with uncertain width.
    private func firstDifference(_ terminal: TerminalModel, _ picture: CellBuffer, _ profile: TerminalCapabilities) -> String? {
        for row in 0..<picture.size.rows {
            for column in 0..<picture.size.columns {
                let doubtful = (max(0, column - 1)...column).contains { picture[column: $0, row: row].hasAmbiguousWidth }
                let (cell, mark) = (picture[column: column, row: row], terminal.marks[row * picture.size.columns + column])
                let expected = TerminalModel.Mark(text: cell.text, pen: SGRState(cell.style, colors: profile.colors))
                if !doubtful, mark.visible != expected.visible { return "\(row), \(column): \(mark) for \(expected)" }
            }
        }
        return nil
    }

    // MARK: - The terminal itself

    @Test(arguments: [
        ("\u{1B}[2;3H\u{1B}[K\r\n", nil), ("abc", "printed a at an unknown place"),
        ("\u{1B}[Habcdef", "printed e at an unknown place"),
        ("\u{1B}[5;1H", "moved outside"), ("\u{1B}[H\u{8}", "moved over the edge"), ("\u{1B}[H\n\n\n", "moved over the edge"),
        ("\u{1B}[H\u{1B}[7m\u{1B}[K\u{1B}[m", "erased with a colour"), ("\u{1B}[H\u{1B}[1m", "the pen is left set"),
        ("\u{1B}[;2H\u{1B}[L", "moved lines from within one"), ("\u{1B}[2J\u{1B}[3b", "repeated nothing"),
        ("\u{1B}[2J\u{1B}[H─\u{1B}[3b", "repeated more than a byte"),
        ("\u{1B}[3g", "unknown sequence 3g"), ("\u{1B}c", "ESC without ["), ("\u{1B}[5m\u{1B}[m", "unknown attribute 5"),
        ("\u{1B}[H❤️x", "printed x at an unknown place"), ("\u{1B}[;4H世", "printed 世 outside, at 0, 3"),
        ("\u{1B}[H\u{7}", "control character"),
    ])
    func itComplainsOfWhatTerminalsDisagreeAbout(_ sequence: String, _ complaint: String?) {
        var terminal = TerminalModel(size: size(4, 3))
        terminal.receive(sequence)
        #expect(terminal.complaints.first == complaint)
    }

    @Test func itTellsWhereAPictureDiffers() {
        var picture = CellBuffer(size: size(4, 3))
        var terminal = TerminalModel(size: size(4, 3))
        #expect(terminal.fault(beside: picture, colors: .none) == nil)
        picture.write("a", column: 2, row: 1, style: .init(), clip: CellRect(column: 0, row: 0, columns: 4, rows: 3))
        #expect(terminal.fault(beside: picture, colors: .none)?.hasPrefix("row 1, column 2: ") == true)
        terminal.receive("\u{1B}[2;3Ha")
        #expect(terminal.fault(beside: picture, colors: .none) == nil)
        terminal.receive("a")
        #expect(terminal.fault(beside: picture, colors: .none) == "printed a at an unknown place")
        #expect(terminal.fault(beside: CellBuffer(size: size(1, 1)), colors: .none) != nil)
    }

    @Test func anOverwrittenHalfOfAWideCharacterBlanksTheOther() {
        var terminal = TerminalModel(size: size(4, 1))
        terminal.receive("\u{1B}[H世界\u{1B}[;2Ha")
        #expect(terminal.marks.map(\.text) == [" ", "a", "界", ""])
        terminal.receive("\u{1B}[;3Hb")
        #expect(terminal.marks.map(\.text) == [" ", "a", "b", " "])
    }
}

/// Random changes to a frame of a random size, for a random terminal.
struct RandomChanges {
    let profile: TerminalCapabilities
    private(set) var picture: CellBuffer
    private var generator: Seeded

    private static let texts = [
        "a", " ", "世", "é", "❤️", "xyz", "                    ", "────────────", "👨‍👩‍👧‍👦世界", "🇩🇪x", "e\u{301}", "=========", "✈x", "▶ab",
    ]
    private static let styles = [
        CellStyle(), CellStyle(attributes: [.bold, .underline]), CellStyle(attributes: .dim),
        CellStyle(background: RGB(1, 2, 3)), CellStyle(foreground: RGB(200, 0, 0), attributes: .inverse),
        CellStyle(foreground: RGB(0, 200, 0)), CellStyle(foreground: RGB(1, 200, 1), attributes: [.italic, .bold]),
    ]

    init(seed: UInt64) {
        generator = Seeded(seed)
        let colors = ColorDepth.allCases.randomElement(using: &generator) ?? .none
        let features = TerminalFeature.allCases.shuffled(using: &generator).prefix(.random(in: 0...4, using: &generator))
        profile = TerminalCapabilities(colors: colors, features: Array(features))
        let columns = seed % 6 == 0 ? Int.random(in: 1...3, using: &generator) : Int.random(in: 4...60, using: &generator)
        picture = CellBuffer(size: CellSize(columns: columns, rows: Int.random(in: 1...14, using: &generator)))
    }

    mutating func change() {
        if Int.random(in: 0..<3, using: &generator) == 0 { scroll() }
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let row = Int.random(in: 0..<picture.size.rows, using: &generator)
            let column = Int.random(in: -1..<picture.size.columns, using: &generator)
            let all = CellRect(column: 0, row: 0, columns: picture.size.columns, rows: picture.size.rows)
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: picture.clear(CellRect(column: column, row: row, columns: 5, rows: 2))
            case 1: picture.clear(CellRect(column: 0, row: row, columns: picture.size.columns, rows: 20))
            case 2:
                picture.restyle(CellRect(column: column, row: row, columns: 3, rows: 1)) {
                    $0.attributes.formSymmetricDifference(.inverse)
                }
            default:
                let style = Self.styles.randomElement(using: &generator) ?? CellStyle()
                picture.write(
                    Self.texts.randomElement(using: &generator) ?? "", column: column, row: row, style: style, clip: all)
            }
        }
    }

    /// Moves some rows up or down, and keeps the rows that are not replaced.
    private mutating func scroll() {
        let before = picture
        let first = Int.random(in: 0..<before.size.rows, using: &generator)
        let end = Int.random(in: first..<before.size.rows, using: &generator) + 1
        let distance = Int.random(in: -3...3, using: &generator)
        for row in first..<end where (first..<end).contains(row + distance) {
            for column in 0..<before.size.columns {
                picture.set(before[column: column, row: row + distance], column: column, row: row)
            }
        }
    }
}
