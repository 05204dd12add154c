import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaTesting
import Testing
@testable import FasciaUI

@MainActor @Suite struct LayoutModifierTests {
    func modifiers(_ view: some View) -> [FasciaDocument.Modifier] { Snapshot(view).node.modifiers }

    @Test func nodeModifiers() {
        let text = Text("a")
        #expect(modifiers(text.offset(x: 8, y: -16)) == [.offset(NodeOffset(x: 8, y: -16))])
        #expect(modifiers(text.position(x: 40, y: 32)) == [.position(NodeOffset(x: 40, y: 32))])
        #expect(modifiers(text.opacity(0.5)) == [.opacity(0.5)])
        #expect(modifiers(text.opacity(7)) == [.opacity(1)])
        #expect(modifiers(text.hidden()) == [.hidden(true)])
        #expect(modifiers(text.layoutPriority(1)) == [.layoutPriority(1)])
        #expect(modifiers(text.fixedSize()) == [.fixedSize(FixedSize())])
        #expect(
            modifiers(text.fixedSize(horizontal: false, vertical: true))
                == [.fixedSize(FixedSize(horizontal: false, vertical: true))])
        #expect(modifiers(text.aspectRatio(2, contentMode: .fit)) == [.aspectRatio(AspectRatio(2, contentMode: .fit))])
        #expect(modifiers(text.scaledToFill()) == [.aspectRatio(AspectRatio(contentMode: .fill))])
        #expect(modifiers(text.zIndex(2)) == [.zIndex(2)])
        #expect(
            modifiers(text.frame(idealWidth: 80, maxWidth: .infinity))
                == [.frame(Frame(idealWidth: 80, maxWidth: .infinity))])
        #expect(modifiers(text.multilineTextAlignment(.trailing)) == [.textAlignment(.trailing)])
        #expect(modifiers(text.truncationMode(.middle).lineLimit(1)) == [.truncation(.middle), .lineLimit(1)])
    }

    @Test func units_cellsAreExact() {
        #expect(
            modifiers(Text("a").frame(width: .cells(20), height: .cells(2)))
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

    @Test func cellSize_isAValueOfTheEnvironment_andLengthsGoByIt() throws {
        struct Line: View {
            @Environment(\.cellSize) private var cell
            var body: some View {
                VStack(alignment: .leading, spacing: 0) {
                    Text("\(Int(cell.width)) by \(Int(cell.height))").fixedSize()
                    Text("x").frame(width: 40).border(.red)
                    Text("y").padding(.leading).border(.red)
                    GeometryReader { Text("\(Int($0.size.width)) by \(Int($0.size.height))") }
                }
            }
        }
        func lines(_ view: some View) -> [String] { Snapshot(view, columns: 40, rows: 12).lines }
        let usual = lines(Line())
        #expect(usual[2].contains("8 by 16"))
        #expect(usual[3].contains("┌─────┐"))
        #expect(usual[9].contains("320 by 48"))
        let wide = lines(Line().environment(\.cellSize, CGSize(width: 4, height: 10)))
        #expect(wide[2].contains("4 by 10"))
        #expect(wide[3].contains("┌──────────┐"))
        #expect(wide[6].contains("┌──┐"), "padding without a length is one cell, however large that is")
        #expect(wide[9].contains("160 by 30"))
        // Also inside the view, and when set with `transformEnvironment`.
        let inner = VStack { Line().transformEnvironment(\.cellSize) { $0.width = 4 } }
        #expect(lines(inner)[3].contains("┌──────────┐"))
    }

    @Test func invalidCellSizeIsReported() {
        let snapshot = Snapshot(Text("a").frame(width: 16).border(.red).environment(\.cellSize, .zero))
        #expect(snapshot.lines.contains { $0.contains("┌──┐") })
        #expect(snapshot.issues == ["cellSize (0.0, 0.0) is ignored: width and height must be from 0.001 to 100000 points"])
    }

    private struct Wrong: View {
        let content: AnyView
        var body: some View { content }
    }

    /// The issues and the node modifiers that a view results in.
    private func wrong(_ view: some View) -> (issues: [String], modifiers: [FasciaDocument.Modifier]) {
        let snapshot = Snapshot(Wrong(content: AnyView(view)))
        return (snapshot.issues, snapshot.node.modifiers)
    }

    @Test func invalidNumbersAreIgnored_andReportedOnce() {
        let text = Text("a")
        let negative = wrong(text.frame(width: -5, height: 32))
        #expect(negative.modifiers == [.frame(Frame(height: 32))])
        #expect(
            negative.issues == [
                "frame(width: -5.0) is ignored: a length must be finite and not negative, in Wrong"
            ])
        #expect(
            wrong(text.frame(height: .infinity)).issues == [
                "frame(height: inf) is ignored: a length must be finite and not negative (maxWidth and maxHeight may be "
                    + "infinite), in Wrong"
            ])
        let contrary = wrong(text.frame(minWidth: 100, maxWidth: 50))
        #expect(contrary.modifiers == [.frame(Frame(minWidth: 100, maxWidth: 100))])
        #expect(
            contrary.issues == [
                "frame(minWidth: 100.0, maxWidth: 50.0) is contradictory: minimum ≤ ideal ≤ maximum is required; the "
                    + "minimum is used, in Wrong"
            ])
        #expect(wrong(text.frame(minWidth: 0, idealWidth: .infinity, maxWidth: .infinity)).issues == [])
        for ratio: CGFloat in [0, -1, .nan, .infinity] {
            let aspect = wrong(text.aspectRatio(ratio, contentMode: .fit))
            #expect(aspect.modifiers == [])
            #expect(
                aspect.issues == [
                    "aspectRatio(\(ratio)) is ignored: a ratio must be finite and positive (width / height), in Wrong"
                ])
        }
        #expect(wrong(text.aspectRatio(CGSize(width: 2, height: 0), contentMode: .fill)).issues.count == 1)
        #expect(wrong(text.offset(x: .nan)).issues == ["offset(nan) is treated as 0: it must be finite, in Wrong"])
        #expect(wrong(text.position(y: .infinity)).modifiers == [.position(NodeOffset())])
        for odd in [
            AnyView(text.opacity(.nan)), AnyView(text.zIndex(.infinity)), AnyView(text.layoutPriority(.nan)),
            AnyView(text.padding(.infinity)), AnyView(text.cornerRadius(.nan)),
        ] {
            #expect(wrong(odd).issues.count == 1)
        }
        let twice = Snapshot(
            VStack {
                text.frame(width: -5); text.frame(width: -5)
            })
        #expect(twice.issues.count == 1)
    }

    @Test func negativePaddingOverflows() throws {
        let view = VStack(alignment: .leading, spacing: 0) {
            Text("straight")
            Text("moved").padding(.leading, -16)
        }
        let lines = Snapshot(view, columns: 40, rows: 8).lines
        let straight = try #require(lines.lazy.compactMap { $0.column(of: "straight") }.first)
        let moved = try #require(lines.lazy.compactMap { $0.column(of: "moved") }.first)
        #expect(moved == straight - 2)
    }

    @Test func shortcuts_ofTheTerminalsOwnKeys_areReported() {
        let button = Button("Go") {}
        let quit = wrong(button.keyboardShortcut("q", modifiers: []))
        #expect(quit.modifiers == [.shortcut("q")])
        #expect(
            quit.issues == [
                "keyboardShortcut: q replaces a built-in key (quits) while this control is shown: add a modifier, in Wrong"
            ])
        let end = wrong(button.keyboardShortcut("c", modifiers: .control))
        #expect(end.modifiers == [])
        #expect(
            end.issues == [
                "keyboardShortcut: Control-C is ignored: it quits or suspends the terminal client, in Wrong"
            ])
        #expect(wrong(button.keyboardShortcut("s")).issues == [])
        #expect(wrong(button.keyboardShortcut(.defaultAction)).issues == [])
        #expect(wrong(button.keyboardShortcut(.cancelAction)).issues == [])
        #expect(wrong(button.keyboardShortcut(nil)).issues == [])
    }

    /// The names are those that `KeyDecoder` gives to what terminals send.
    @Test(arguments: [
        (KeyboardShortcut(.upArrow, modifiers: .shift), "shift+up"), (.init(.tab, modifiers: .shift), "backtab"),
        (.init(.end, modifiers: [.command, .option, .shift]), "ctrl+alt+shift+end"),
        (.init("s", modifiers: [.command, .shift]), "ctrl+S"), (.init("s", modifiers: [.option, .shift]), "alt+S"),
        (.init("1", modifiers: [.command, .shift]), "ctrl+shift+1"), (.init("?", modifiers: .shift), "?"),
        (.init("c", modifiers: [.control, .shift]), "ctrl+C"), (.init("S", modifiers: .command), "ctrl+s"),
    ])
    func shortcuts_haveTheNamesThatTerminalsSend(_ shortcut: KeyboardShortcut, _ name: String) {
        #expect(wrong(Button("Go") {}.keyboardShortcut(shortcut)).modifiers == [.shortcut(name)])
    }

    @Test(arguments: [
        (KeyboardShortcut("\u{F704}", modifiers: []), "U+F704"), (.init("\u{7}"), "Control-U+7"),
        (.init("ß", modifiers: .shift), "Shift-U+DF"), (.init("👩‍👧", modifiers: []), "U+1F469-U+200D-U+1F467"),
    ])
    func shortcuts_thatNoTerminalSends_areReported(_ shortcut: KeyboardShortcut, _ shown: String) {
        let found = wrong(Button("Go") {}.keyboardShortcut(shortcut))
        #expect(found.modifiers == [])
        #expect(found.issues == ["keyboardShortcut: \(shown) is ignored: no terminal sends this key, in Wrong"])
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
        let row = HStack {
            Text("left"); Button("Gone") {}.hidden(); Text("right")
        }
        let snapshot = Snapshot(row, columns: 40, rows: 6)
        #expect(!snapshot.text.contains("Gone"))
        #expect(snapshot.lines.contains { $0.contains("left") && $0.contains("        right") })
        #expect(throws: (any Error).self) { try snapshot.tap("Gone") }
    }
}
