import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The chrome around a screen: title bar, footer, banners, and their colours from the environment.
@Suite struct ChromeTests {
    private func layout(
        _ layers: [SceneLayer], _ columns: Int = 60, _ rows: Int = 10, unicode: Bool = true
    ) -> SceneLayout {
        Renderer().layout(Scene(stack: "main", layers: layers), size: size(columns, rows), unicode: unicode)
    }

    private func deep(_ path: String...) -> SceneLayer {
        SceneLayer(
            entry: Entry(id: EntryID("e1"), route: Route("s")), title: "Edit", back: path.last, path: path,
            root: text("x"))
    }

    // MARK: - The path

    @Test(arguments: [
        (64, "›‹ Home › Orders › Order 7    Edit"), (60, "›‹ Home › Orders › Order 7  Edit"),
        (54, "›‹ … › Orders › Order 7  Edit"), (46, "›‹ … › Order 7       Edit"), (30, "›‹ Order 7   Edit"),
        (16, "›‹    Edit"),
    ])
    func thePathIsCutFromTheLeft(_ columns: Int, _ bar: String) {
        let shown = Renderer().paint(layout([deep("Home", "Orders", "Order 7")], columns)).lines[0]
        #expect(shown == bar)
    }

    // MARK: - Banners

    /// Enter on a row that nobody can see would operate it.
    @Test func aBannerDoesNotCoverTheFocus() throws {
        var chrome = Chrome()
        chrome.banner = Banner("somebody opened a screen")
        let rows = (0..<8).map { button("File-\($0)") }
        var moved = 0
        for height in 8...9 {
            let layout = layout([layer(vstack(rows, spacing: 0))], 30, height)
            for stop in try #require(layout.top?.stops) {
                var display = DisplayState()
                display.focus = stop.element
                let focus = try #require(layout.focusRect(display))
                guard focus.minRow >= 0, focus.maxRow <= height else { continue }
                let covered = chrome.bannerRows(in: layout.size, focus: focus)
                #expect(!covered.overlaps(focus.minRow..<focus.maxRow))
                let lines = Renderer().paint(layout, display, chrome, TerminalCapabilities()).lines
                #expect(lines.contains { $0.contains("somebody opened a screen") })
                moved += covered.lowerBound == 0 ? 1 : 0
            }
        }
        #expect(moved > 0)
    }

    // MARK: - Modals

    @Test(arguments: [(ModalStyle.sheet, "╭", "."), (.alert, "┏", "#")])
    func eachModalHasLinesOfItsOwn(_ style: ModalStyle, _ corner: String, _ plain: String) throws {
        let layers = [layer(text("base")), layer(button("OK"), entry: "e2", modal: style)]
        for (unicode, expected) in [(true, corner), (false, plain)] {
            let layout = layout(layers, 60, 16, unicode: unicode)
            let at = try #require(layout.top?.frame.origin)
            #expect(Renderer().paint(layout)[column: at.column, row: at.row].text == expected)
        }
    }

    // MARK: - The footer

    private let busy = Footer(
        daemon: "box", stack: "kitchen", isViewOnly: true, otherTerminals: 2, pending: 3,
        issue: "no handler for onDelete of the screen \"edit\"",
        keys: [Footer.KeyHint("enter", "open"), Footer.KeyHint("escape", "back"), Footer.KeyHint("?", "keys")])

    private func words(_ status: Footer, _ columns: Int) -> String {
        status.parts(columns: columns).map(\.text).joined(separator: "|")
    }

    /// A narrow footer shortens and drops its parts in a fixed order.
    @Test func footerShrinks() {
        let keys = "|Enter open|Esc back|? keys"
        let state = "! no handler for onDelete of the screen \"edit\"|3 pending|2 others here|view only|kitchen|box"
        #expect(words(busy, 150) == state + keys)
        #expect(words(busy, 120) == "! no handler for onDelete of…|3 pending|2 others here|view only|kitchen|box" + keys)
        #expect(words(busy, 80) == "! no handler for onDelete of the screen \"edit\"|3…|+2|view|kitchen|box")
        #expect(words(busy, 60) == "! no handler for onDelete of…|3…|+2|view|kitchen|box")
        #expect(words(busy, 40) == "! no hand…|3…|+2|view|kitchen|box")
        #expect(words(busy, 20) == "! n…|kitchen|box")
        #expect(words(busy, 8) == "box")
        #expect(words(busy, 2) == "b…")
        let idle = Footer(daemon: "box", otherTerminals: 1, keys: busy.keys)
        #expect(words(idle, 80) == "1 other here|box" + keys)
        #expect(words(idle, 36) == "+1|box|Enter open|Esc back", "the state is short where keys need the room")
        #expect(words(idle, 24) == "+1|box|Enter open", "what does not fit is left out")
        #expect(words(idle, 14) == "+1|box")
    }

    /// A click on a key in the footer presses it.
    @Test func eachKeyHasItsColumns() {
        let line = Footer(daemon: "box", keys: busy.keys)
        func key(_ column: Int) -> String? { line.key(at: column, columns: 40) }
        #expect([0, 1, 10, 11, 13, 20, 21, 39].map(key) == [nil, "enter", "enter", nil, "escape", "escape", nil, nil])
    }

    @Test func noFooterIsWiderThanItsRow() {
        for columns in 1...140 {
            let parts = busy.parts(columns: columns)
            for part in parts { #expect(part.column >= 0 && part.column + TextWidth.of(part.text) <= columns, "\(columns)") }
            let places = parts.sorted { $0.column < $1.column }
            for (one, next) in zip(places, places.dropFirst()) {
                #expect(one.column + TextWidth.of(one.text) < next.column, "\(columns)")
            }
        }
    }

    @Test(arguments: [(80, 24, 1), (20, 8, 1), (80, 7, 0), (19, 24, 0), (1, 1, 0)])
    func smallTerminalsHaveNone(_ columns: Int, _ rows: Int, _ status: Int) {
        #expect(Footer.rows(in: size(columns, rows)) == status)
    }

    private func picture(
        _ chrome: Chrome, _ root: Element = text("x"), _ profile: TerminalCapabilities = TerminalCapabilities(),
        columns: Int = 40, rows: Int = 12
    ) -> CellBuffer {
        let layout = Renderer().layout(scene(root), size: size(columns, rows), unicode: profile.unicode)
        return Renderer().paint(layout, TerminalState(), chrome, profile)
    }

    @Test func theFooterIsARowBelowTheStack() {
        let shown = picture(Chrome(footer: Footer(daemon: "box", otherTerminals: 1)))
        #expect(shown.size == size(40, 13))
        #expect(shown.lines[12] == "                      1 other here  box")
        #expect(Array(shown.lines.dropLast()) == picture(Chrome()).lines)
        let plain = picture(
            Chrome(footer: Footer(daemon: "bøx", pending: 1)), text("x"), TerminalCapabilities(colors: .none, unicode: false))
        #expect(plain.lines[12] == "                         1 pending  b?x")
    }

    // MARK: - Banners

    @Test func aRefusalIsWrappedOverTheLowestRows() {
        let shown = picture(Chrome(banner: Banner("it is mixed, not on: look again and say what shall be")))
        #expect(Array(shown.lines.suffix(2)) == [" it is mixed, not on: look again and", " say what shall be"])
        #expect(shown[column: 39, row: 11].style.attributes == .inverse, "as wide as the picture")
    }

    @Test func aShortTextIsShown_whereTheTextHasNoRoom() {
        let chrome = Chrome(
            countdown: Banner("Address goes back to 10.0.0.7 in 8 s: Ctrl-O keeps 10.0.0.8", short: "8 s: Ctrl-O keeps"))
        #expect(
            Array(picture(chrome, columns: 40, rows: 12).lines.suffix(2)) == [
                " Address goes back to 10.0.0.7 in 8 s:", " Ctrl-O keeps 10.0.0.8",
            ])
        #expect(picture(chrome, columns: 20, rows: 6).lines.last == " 8 s: Ctrl-O keeps")
    }

    @Test func anIssueIsPurple_andSaysWhatLedThere() {
        let banner = Banner("no handler for onDelete", isIssue: true, breadcrumbs: "home › edit: onDelete", waiting: 2)
        let shown = picture(Chrome(footer: Footer(daemon: "box"), banner: banner), columns: 50)
        #expect(
            Array(shown.lines.suffix(3)) == [
                " ! no handler for onDelete", " home › edit: onDelete · 2 more: press a key",
                "                                              box",
            ])
        #expect(shown[column: 0, row: 10].style.background == RGB(175, 82, 222))
        #expect(shown[column: 0, row: 12].style == ColorRoles(.defaultDark, .trueColor).chrome)
        let small = picture(Chrome(banner: banner), columns: 20, rows: 4)
        #expect(small.lines.last == " ! no handler for…")
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 9), (3, 2)]) func bannerFitsEverySize(_ columns: Int, _ rows: Int) {
        let banner = Banner("much too long", isIssue: true, breadcrumbs: "a › b", waiting: 1)
        #expect(picture(Chrome(banner: banner), columns: columns, rows: rows).size == size(columns, rows))
    }

    // MARK: - Themes

    private func themed(_ values: JSON.Object) -> Element {
        var root = form([button("OK")])
        root.environment = values
        root.children[0].environment = values
        return root
    }

    @Test func chromeHasTheColoursOfItsEnvironment() {
        let values: JSON.Object = ["chromeBackground": "#102030", "chromeForeground": "yellow", "accent": "green"]
        let shown = picture(Chrome(footer: Footer(daemon: "box", otherTerminals: 1)), themed(values))
        let ground = RGB(0x10, 0x20, 0x30)
        #expect(shown[column: 0, row: 0].style.background == ground)
        #expect(shown[column: 20, row: 0].style.foreground == RGB(255, 204, 0), "the title")
        #expect(shown[column: 0, row: 12].style.background == ground)
        #expect(shown[column: 38, row: 12].style.foreground == RGB(255, 204, 0), "the daemon's name")
        #expect(shown[column: 5, row: 5].style.background == nil, "the body is not chrome")
    }

    @Test func theAccentIsTheTintOfWhatHasNone() {
        func color(_ values: JSON.Object) -> RGB? {
            var root = themed(values)
            root.children.insert(toggle("focused"), at: 0)
            return picture(Chrome(), root, rows: 9)[column: 2, row: 3].style.foreground
        }
        #expect(color([:]) == ThemeColors.defaultDark.accent)
        #expect(color(["accent": "green"]) == RGB(52, 199, 89))
        #expect(color(["accent": "green", "tint": "red"]) == RGB(255, 59, 48))
    }

    @Test func letteringOnAGroundWithoutAColourOfItsOwnCanBeRead() {
        let shown = picture(Chrome(), themed(["chromeBackground": "white"]))
        #expect(shown[column: 19, row: 0].style.foreground == RGB(0, 0, 0))
    }

    // MARK: - Light and dark

    @Test func contentBelowModalFades() {
        let layers = [layer(color("red"), title: "Below"), layer(button("OK"), entry: "e2", modal: .sheet)]
        let layout = layout(layers, 30, 10)
        let dark = Renderer().paint(layout, scheme: .dark)[column: 1, row: 5].style.background
        let light = Renderer().paint(layout, scheme: .light)[column: 1, row: 5].style.background
        #expect(dark == RGB(128, 30, 24))
        #expect(light == RGB(255, 157, 152))
    }

    @Test func aSchemeOfTheEnvironmentsPaintsTheGround_whereTheTerminalHasAnother() {
        let root = themed(["colorScheme": "light"])
        let status = Chrome(footer: Footer(daemon: "box"))
        let shown = picture(status, root, TerminalCapabilities(scheme: .dark))
        #expect(shown[column: 39, row: 5].style.background == RGB(255, 255, 255))
        #expect(shown[column: 39, row: 5].style.foreground != nil)
        for row in [0, 12] { #expect(shown[column: 39, row: row].style == ColorRoles(.defaultLight, .trueColor).chrome) }
        #expect(picture(status, root, TerminalCapabilities(scheme: .light))[column: 39, row: 5].style == CellStyle())
        #expect(picture(status, root, TerminalCapabilities(colors: .none))[column: 39, row: 5].style == CellStyle())
    }

    // MARK: - What is pending

    /// A pending control has an animated mark, which is still without colours.
    @Test func pendingControlHasAnimatedMark() {
        let root = form([button("Delete"), button("Keep")])
        let layout = layout([layer(root)], 20, 7)
        var now = layout.reconcile(TerminalState())
        func row(_ phase: Int, _ colors: ColorDepth = .trueColor) -> String {
            now.pending = [ElementID(entry: EntryID("e1"), element: "Keep")]
            now.animationStep = phase
            return Renderer().paint(layout, now, colors: colors).lines[3]
        }
        #expect([row(0), row(1), row(4)] == ["▖Keep            ↵", "▘Keep            ↵", "▖Keep            ↵"])
        #expect(
            [row(0, .none), row(1, .none)] == ["…Keep            ↵", "…Keep            ↵"], "without colours it stands still")
        now.focus[EntryID("e1")] = .init(element: "Keep")
        #expect(row(0) == "▖Keep            ↵", "the focus has its colours")
        #expect(row(0, .none) == "»Keep            ↵", "the mark says both")
        now.focus[EntryID("e1")] = .init(element: "Delete")
        now.animationStep = 1
        let plain = self.layout([layer(root)], 20, 7, unicode: false)
        #expect(Renderer().paint(plain, now, colors: .ansi16).lines[3] == "/Keep           <-")
        now.pending = []
        #expect(Renderer().paint(layout, now, colors: .ansi16).lines[3] == " Keep            ↵")
    }
}
