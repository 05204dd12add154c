import FasciaDocument
import FasciaRender
import FasciaScene
import Testing
@testable import FasciaPlugins

@Suite struct StyleTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()
    let control = Control(kind: .toggle, label: "Cheese")

    func style(_ macros: [String: String] = [:]) throws -> PluginStyle {
        try folder.plugin("sample.so", macros)
        var loader = folder.loader(listener)
        return try #require(try loader.load("sample").styles.first)
    }

    func drawn(_ style: PluginStyle, _ control: Control, size: CellSize = CellSize(columns: 20, rows: 3)) -> Canvas {
        var canvas = Canvas(size: size)
        style.draw(control, into: &canvas)
        return canvas
    }

    func texts(_ canvas: Canvas) -> [String] {
        canvas.operations.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
    }

    @Test func aGoodStyleIsMeasuredAndDrawn() throws {
        let style = try style()
        #expect(style.measure(control, proposal: ProposedCells()) == CellSize(columns: 9, rows: 1))
        #expect(drawn(style, control).line(0).hasPrefix("sample"))
        #expect(listener.issues.isEmpty)
    }

    /// A measured size out of range is a fault: the default style is used, and the fault is reported.
    @Test(arguments: [("-1", "1"), ("1", "-1"), ("4097", "1"), ("1", "2147483647"), ("-2147483647", "1")])
    func sizeOutOfRangeFallsBack(_ columns: String, _ rows: String) throws {
        let style = try style(["COLUMNS": columns, "ROWS": rows])
        #expect(style.measure(control, proposal: ProposedCells()) == BuiltIn.size)
        #expect(drawn(style, control).line(0).hasPrefix("built in"))
        #expect(
            listener.messages == [
                "toggle style \"sample\" of plugin \"sample\": measure gave \(columns)x\(rows) cells, and 0 to 4096 "
                    + "are allowed for \"Cheese\"; the default style takes its place"
            ])
        #expect(listener.issues.map(\.severity) == [.error])
    }

    @Test func theLargestSizesAreTaken() throws {
        let style = try style(["COLUMNS": "4096", "ROWS": "0"])
        #expect(style.measure(control, proposal: ProposedCells()) == CellSize(columns: 4096, rows: 0))
        #expect(listener.issues.isEmpty)
    }

    @Test func aMeasureThatFailsGivesTheDefaultStyleAndItsReasonIsHeard() throws {
        let style = try style(["MEASURE_FAILS": "1"])
        #expect(style.measure(control, proposal: ProposedCells()) == BuiltIn.size)
        #expect(
            listener.messages == [
                "no idea how large",
                "toggle style \"sample\" of plugin \"sample\": measure failed with status -1 for \"Cheese\"; the "
                    + "default style takes its place",
            ])
    }

    /// After a failed `draw`, the canvas has only the drawing of the default style.
    @Test func failedDrawIsDiscarded() throws {
        let style = try style(["DRAW_FAILS": "1"])
        let canvas = drawn(style, control)
        #expect(canvas.operations == [.text("built in", at: CellPoint(column: 0, row: 0), CellStyle())])
        #expect(listener.messages.count == 1)
        #expect(listener.messages.first?.contains("draw failed with status -1 for \"Cheese\"") == true)
    }

    /// The default style would be cut off in the size of the other one.
    @Test func aControlWhoseDrawingFailsHasTheSizeOfTheDefaultStyle() throws {
        let style = try style(["DRAW_FAILS": "1"])
        #expect(style.measure(control, proposal: ProposedCells()) == BuiltIn.size)
        #expect(drawn(style, control).line(0).hasPrefix("built in"))
        #expect(listener.messages.count == 1)
    }

    @Test func aFaultIsReportedOnceForAControl() throws {
        let style = try style(["DRAW_FAILS": "1"])
        for _ in 0..<3 { _ = drawn(style, control) }
        #expect(listener.issues.count == 1)
        _ = drawn(style, Control(kind: .toggle, label: "Ham"))
        #expect(listener.issues.count == 2)
    }

    @Test func aStyleThatFailsForManyControlsIsNotAskedAnyMore() throws {
        let style = try style(["DRAW_FAILS": "1"])
        for number in 0..<100 { _ = drawn(style, Control(kind: .toggle, label: "\(number)")) }
        #expect(listener.issues.count == 65)
        #expect(
            listener.messages.last
                == "toggle style \"sample\" of plugin \"sample\" failed for 64 controls and is not used any more; "
                + "unload and load it to retry")
    }

    /// A refused canvas operation is a fault: the default style is used, and the refusal is reported.
    @Test(arguments: [
        (#"canvas->text(canvas,0,0,text("a\x1b[2J"),0);"#, "text with control characters in it"),
        (#"canvas->text(canvas,0,0,text("\xc2\x9b"),0);"#, "text with control characters in it"),
        (#"canvas->text(canvas,0,0,text("\xff"),0);"#, "text that is not UTF-8"),
        ("canvas->text(canvas,0,0,(fascia_string){0,5},0);", "text that is not UTF-8"),
        ("canvas->text(canvas,0,0,(fascia_string){(char*)1,(size_t)-1},0);", "text of 18446744073709551615 bytes, and"),
        (#"canvas->fill(canvas,(fascia_rect){0,0,1,1},text("ab"),0);"#, "a fill with something else than one"),
        (#"canvas->fill(canvas,(fascia_rect){0,0,1,1},text(""),0);"#, "a fill with something else than one"),
        (#"canvas->fill(canvas,(fascia_rect){0,0,1,1},text("\n"),0);"#, "a fill with something else than one"),
        (#"canvas->fill(canvas,(fascia_rect){0,0,-1,1},text("a"),0);"#, "a fill of a negative size"),
        ("canvas->box(canvas,(fascia_rect){0,0,1,-1},0);", "a box of a negative size"),
        ("for(int i=0;i<5000;i++)canvas->box(canvas,(fascia_rect){0,0,1,1},0);", "more than 4096 operations"),
    ])
    func refusedCanvasOperationFallsBack(_ code: String, _ what: String) throws {
        let style = try style(["DRAW": code])
        let canvas = drawn(style, control)
        #expect(canvas.operations == [.text("built in", at: CellPoint(column: 0, row: 0), CellStyle())])
        #expect(listener.messages.count == 1)
        #expect(listener.messages.first?.contains("it drew \(what)") == true, "\(listener.messages)")
    }

    @Test func theCanvasPassesOnWhatIsDrawn() throws {
        let style = try style([
            "DRAW": """
            fascia_cell_style look = {0x102030, FASCIA_COLOR_DEFAULT, FASCIA_BOLD | FASCIA_UNDERLINE | 0x8000};
            fascia_size size = canvas->size(canvas);
            canvas->text(canvas, -3, 2147483647, text("t"), &look);
            canvas->fill(canvas, (fascia_rect){1, 2, size.columns, size.rows}, text("#"), 0);
            canvas->box(canvas, (fascia_rect){0, 0, 0, 4}, &look);
            """
        ])
        let look = CellStyle(foreground: RGB(0x10, 0x20, 0x30), attributes: [.bold, .underline])
        #expect(
            drawn(style, control, size: CellSize(columns: 20, rows: 3)).operations == [
                .text("t", at: CellPoint(column: -3, row: 2_147_483_647), look),
                .fill(CellRect(column: 1, row: 2, columns: 20, rows: 3), "#", CellStyle()),
                .box(CellRect(column: 0, row: 0, columns: 0, rows: 4), look),
            ])
        #expect(listener.issues.isEmpty)
    }

    /// Draws what only some kinds of controls have.
    static let special = """
        char line[200]; fascia_string first = control->option(control, 0), last = control->option(control, 2);
        fascia_string value = control->value(control), prompt = control->prompt(control);
        snprintf(line, sizeof line, "%x|%g|%u|%.*s|%zu|%d", control->traits(control), control->fraction(control),
                 control->option_count(control), (int)first.length, first.data, last.length, control->selected(control));
        canvas->text(canvas, 0, 0, text(line), 0);
        snprintf(line, sizeof line, "%.*s|%.*s|%d|%d|%u|%x", (int)value.length, value.data, (int)prompt.length, prompt.data,
                 control->cursor(control), control->animation_step(control), control->color_depth(control),
                 control->state(control));
        canvas->text(canvas, 0, 1, text(line), 0);
        """

    static var specialControls: [(Control, [String])] {
        var segments = Control(kind: .segments, label: "Size")
        (segments.options, segments.selected, segments.isRow) = (["S", "L\u{1b}"], 1, true)
        var field = Control(kind: .textField, label: "Password", value: "a\u{301}bc")
        field.field = TextFieldState(text: "a\u{301}bc", prompt: "secret", isSecure: true)
        (field.cursor, field.colorDepth) = (2, 4)
        var progress = Control(kind: .progress, label: "")
        (progress.animationStep, progress.conditions) = (7, [.unknown, .stale])
        var gauge = Control(kind: .gauge, label: "")
        (gauge.fraction, gauge.conditions, gauge.isPending) = (0.25, [.unconfirmed, .failed], true)
        var stepper = Control(kind: .stepper, label: "", value: "5")
        (stepper.canDecrement, stepper.canIncrement) = (true, true)
        var button = Control(kind: .button, label: "")
        (button.isNavigation, button.isOpen) = (true, true)
        return [
            (segments, ["1|-1|2|S|0|1", "||-1|-1|24|0"]), (field, ["20|-1|0||0|-1", "•••|secret|2|-1|4|0"]),
            (progress, ["0|-1|0||0|-1", "||-1|7|24|c00"]), (gauge, ["0|0.25|0||0|-1", "||-1|-1|24|1300"]),
            (stepper, ["18|-1|0||0|-1", "5||-1|-1|24|0"]), (button, ["6|-1|0||0|-1", "||-1|-1|24|0"]),
        ]
    }

    @Test func aStyleSeesWhatOnlySomeKindsHave() throws {
        let style = try style(["DRAW": Self.special])
        for (control, expected) in Self.specialControls { #expect(texts(drawn(style, control)) == expected) }
    }

    /// Draws all properties of the control, several per row.
    static let curious = """
        char line[200]; fascia_value v = {0}; int row = 0;
        fascia_string label = control->label(control);
        snprintf(line, sizeof line, "%u|%.*s|%zu|%d", control->kind(control), (int)label.length, label.data,
                 control->value(control).length, control->text_width(control, label));
        canvas->text(canvas, 0, row++, text(line), 0);
        snprintf(line, sizeof line, "%x|%u|%u%u%u|%x|%u", control->state(control), control->role(control),
                 control->is_enabled(control), control->is_focused(control),
                 control->unicode(control), control->tint(control), control->color_depth(control));
        canvas->text(canvas, 0, row++, text(line), 0);
        int s = control->parameter(control, text("s"), &v);
        snprintf(line, sizeof line, "%d|%u|%.*s", s, v.type, (int)v.string.length, v.string.data);
        canvas->text(canvas, 0, row++, text(line), 0);
        int b = control->parameter(control, text("b"), &v);
        snprintf(line, sizeof line, "%d|%u|%u", b, v.type, v.boolean);
        canvas->text(canvas, 0, row++, text(line), 0);
        int i = control->parameter(control, text("i"), &v);
        snprintf(line, sizeof line, "%d|%u|%lld", i, v.type, (long long)v.integer);
        canvas->text(canvas, 0, row++, text(line), 0);
        int d = control->parameter(control, text("d"), &v);
        snprintf(line, sizeof line, "%d|%u|%g", d, v.type, v.number);
        canvas->text(canvas, 0, row++, text(line), 0);
        snprintf(line, sizeof line, "%d|%d|%d|%d", control->parameter(control, text("n"), &v),
                 control->parameter(control, text("a"), &v), control->parameter(control, text("absent"), &v),
                 control->parameter(control, text("s"), 0));
        canvas->text(canvas, 0, row++, text(line), 0);
        """

    @Test func aStyleSeesAllOfTheControl() throws {
        let style = try style(["DRAW": Self.curious])
        let control = Control(
            kind: .toggle, label: "Käse", state: .mixed, role: .destructive, isEnabled: false, isFocused: true,
            tint: NamedColor("red"), unicode: true,
            parameters: ["s": "tür", "b": true, "i": -7, "d": 1.5, "n": .null, "a": [1]])
        #expect(
            texts(drawn(style, control)) == [
                "1|Käse|0|4", "2|1|011|ff3b30|24", "0|4|tür", "0|1|1", "0|2|-7", "0|3|1.5", "0|-4|-3|-2",
            ])
        let plain = texts(drawn(style, Control(kind: .toggle, label: "", unicode: false)))
        #expect(plain.prefix(2) == ["1||0|0", "0|0|100|ffffffff|24"])
    }

    @Test func aLabelIsLentWithoutControlCharacters() throws {
        let style = try style(["DRAW": "canvas->text(canvas, 0, 0, control->label(control), 0);"])
        let hostile = Control(kind: .toggle, label: "a\u{1b}[2J\nb\tc")
        let text = try #require(texts(drawn(style, hostile)).first)
        #expect(text.hasPrefix("a") && text.hasSuffix("c"))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(listener.issues.isEmpty)
    }

    /// The texts have the width that they take on the terminal.
    @Test func whereThereIsOnlyASCIIAStyleGetsNothingElse() throws {
        let style = try style([
            "DRAW": """
            canvas->text(canvas, 0, 0, control->label(control), 0);
            canvas->text(canvas, 0, 1, control->value(control), 0);
            canvas->text(canvas, 0, 2, control->option(control, 0), 0);
            """
        ])
        var control = Control(kind: .toggle, label: "Zoë…", value: "‹ Home", unicode: false)
        control.options = ["½"]
        #expect(texts(drawn(style, control)) == ["Zo?~", "< Home", "?"])
        control.unicode = true
        #expect(texts(drawn(style, control)) == ["Zoë…", "‹ Home", "½"])
    }

    /// By default, the renderer's built-in style replaces a failing one.
    @Test func withoutOtherServicesTheRendererItselfTakesOver() throws {
        try folder.plugin("sample.so", ["DRAW_FAILS": "1", "COLUMNS": "30"])
        let listener = listener
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1", isolation: PluginIsolation(patience: .seconds(60)),
            services: StyleServices { listener.hear($0) })
        let style = try #require(try loader.load("sample").styles.first)
        let builtIn = StyleRegistry.builtIn(.toggle)
        let tinted = Control(kind: .toggle, label: "Cheese", state: .on, tint: NamedColor("red"))
        var ours = Canvas(size: CellSize(columns: 30, rows: 1))
        var theirs = ours
        style.draw(tinted, into: &ours)
        builtIn.draw(tinted, into: &theirs)
        #expect(ours.operations == theirs.operations)
        #expect(listener.issues.count == 1)
    }

    @Test func aListenerMayDrawAgain() throws {
        // A listener that draws in response to a report must not be in the plugin's way.
        try folder.plugin("sample.so", ["MEASURE_FAILS": "1"])
        let again = Again()
        var services = StyleServices.sample(listener)
        services.report = { _ in again.draw() }
        var loader = PluginLoader(
            searchPath: [folder.path], hostVersion: "1", isolation: PluginIsolation(patience: .seconds(60)), services: services)
        let style = try #require(try loader.load("sample").styles.first)
        again.style = style
        #expect(style.measure(control, proposal: ProposedCells()) == BuiltIn.size)
        #expect(again.drawn == 2)
    }
}

private final class Again {
    var style: PluginStyle?
    var drawn = 0

    func draw() {
        var canvas = Canvas(size: BuiltIn.size)
        style?.draw(Control(kind: .toggle, label: "other"), into: &canvas)
        drawn += 1
    }
}
