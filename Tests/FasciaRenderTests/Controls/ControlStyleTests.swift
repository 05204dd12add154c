import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The built-in styles: states can be told apart without colour and without Unicode.
struct ControlStyleTests {
    private func line(
        _ content: Element.Content, enabled: Bool = true, focus: Bool = false, unicode: Bool = true, columns: Int = 24,
        _ change: (inout Element) -> Void = { _ in }
    ) -> String {
        var element = Element(id: "x", content, isEnabled: enabled)
        change(&element)
        // Another element has the focus unless `focus` is set.
        let other = Element(id: "y", .button(label: "y", role: nil), activation: .pick(id: "y", element: nil))
        let layout = Renderer().layout(
            scene(
                vstack([element, other], alignment: .leading)
                    .with(.frame(Frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)))),
            size: size(columns, 8), unicode: unicode)
        let state = TerminalState(focus: [EntryID("e1"): .init(element: focus ? "x" : "y")])
        return Renderer().paint(layout, state, colors: .ansi16).lines[2]
    }

    private func options(_ element: inout Element, selected: Int?) {
        let all = ["S", "M"].map { Options.Option(id: $0, label: $0, activation: .pick(id: "p", element: $0)) }
        element.options = Options(all, shown: selected, isSelected: selected != nil)
    }

    /// The row of a form with a condition, without the border of its card.
    private func row(_ content: Element.Content, _ words: [BoundCondition.Word], columns: Int) -> String {
        var element = Element(id: "x", content)
        element.conditions = words.map { ElementCondition($0) }
        let other = Element(id: "y", .button(label: "y", role: nil), activation: .pick(id: "y", element: nil))
        let layout = Renderer().layout(scene(form([element, other])), size: size(columns, 12))
        let state = TerminalState(focus: [EntryID("e1"): .init(element: "y")])
        let line = Renderer().paint(layout, state, colors: .ansi16).lines.first { $0.contains("Name") } ?? ""
        return line.trimmingPrefix { " │".contains($0) }.filter { $0 != "│" }
    }

    /// The word stands where there is room; without it, the mark tells the condition.
    @Test func aConditionShortensNeitherFieldsNorBars() {
        let field = Element.Content.textField(TextFieldState(label: "Name", text: "Ada"))
        #expect(row(field, [], columns: 40) == "Name         [Ada                ] ")
        #expect(row(field, [.failed], columns: 40) == "!Name  failed [Ada                ] ")
        #expect(row(field, [.unconfirmed], columns: 40) == "◔Name         [Ada                ] ")
        let bar = Element.Content.gauge(label: "Name", value: 0.5, range: 0...1, text: nil)
        #expect(row(bar, [], columns: 40) == "Name         ━━━━━━━───────    0.5 ")
        #expect(row(bar, [.stale], columns: 40) == "≈Name   stale ━━━━━━━───────    0.5 ")
        let stepper = Element.Content.stepper(label: "Name", value: 5, showsValue: true)
        #expect(row(stepper, [.failed], columns: 40) == "!Name                failed 5 [ | ] ")
    }

    @Test func aButtonWithAConditionShowsItsWordsInsteadOfItsChildren() {
        var button = Element(id: "x", .button(label: "Name", role: nil), activation: .pick(id: "x", element: nil))
        button.children = [Element(id: "t", .text("picture"))]
        #expect(body(button, 20, 3).contains { $0.contains("[ picture ]") })
        button.conditions = [ElementCondition(.stale)]
        let lines = body(button, 20, 3)
        #expect(lines.contains { $0.contains("≈") && $0.contains("Name") } && !lines.contains { $0.contains("picture") })
    }

    @Test func options() {
        let (on, off) = (
            Element.Content.option(label: "A", isSelected: true), Element.Content.option(label: "A", isSelected: false)
        )
        func act(_ element: inout Element) { element.activation = .pick(id: "p", element: "a") }
        #expect(line(on, act) == " (•) A")
        #expect(line(off, act) == " ( ) A")
        #expect(line(on, focus: true, act) == "›(•) A")
        #expect(line(on, focus: true, unicode: false, act) == ">(*) A")
        #expect(line(on, enabled: false, act) == "  •  A")
        #expect(line(off, enabled: false, act) == "     A")
    }

    @Test func segments() {
        #expect(line(.segments(label: "Size")) { options(&$0, selected: 1) } == " Size  S  [M]")
        #expect(line(.segments(label: "Size")) { options(&$0, selected: nil) } == " Size  S │ M")
        #expect(line(.segments(label: ""), focus: true, unicode: false) { options(&$0, selected: 0) } == ">[S]  M")
        #expect(line(.segments(label: ""), enabled: false) { options(&$0, selected: 0) } == " (S)┆ M")
    }

    @Test func menus() {
        #expect(line(.menu(label: "Size", shown: "M")) == " [ Size: M ▾ ]")
        #expect(line(.menu(label: "Size", shown: ""), focus: true, unicode: false) == ">[ Size v ]")
        #expect(line(.menu(label: "Size", shown: "M"), enabled: false) == " ( Size: M ▾ )")
    }

    @Test func textFields() {
        func field(_ text: String) -> Element.Content { .textField(TextFieldState(label: "N", text: text, prompt: "Name")) }
        #expect(line(field("Ada"), columns: 16) == " N [Ada        ]")
        #expect(line(field("Ada"), focus: true, columns: 16) == "›N [Ada        ]")
        #expect(line(field(""), columns: 16) == " N [Name       ]")
        #expect(line(field("Ada"), enabled: false, columns: 16) == " N (Ada        )")
        #expect(line(field("Zoë…"), unicode: false, columns: 16) == " N [Zo?~       ]")
    }

    @Test func aTextFieldShowsTheEndOfWhatIsTyped_andItsBeginningToOthers() {
        let long = Element.Content.textField(TextFieldState(text: "abcdefghijklmnopqrstuvwxyz"))
        #expect(line(long, columns: 14) == " [abcdefghij…]")
        #expect(line(long, focus: true, columns: 14) == "›[qrstuvwxyz ]")
        let wide = Element.Content.textField(TextFieldState(text: "日本語日本語日本語"))
        #expect(line(wide, focus: true, columns: 14) == "›[本語日本語 ]")
    }

    @Test func theCursorIsOneInverseCell() {
        let element = Element(id: "x", .textField(TextFieldState(text: "abc")))
        let layout = Renderer().layout(scene(hstack([element])), size: size(14, 4))
        var now = layout.reconcile(TerminalState())
        func inverse() -> [Int] {
            let picture = Renderer().paint(layout, now, colors: .ansi16)
            return (1..<14).filter { picture[column: $0, row: 1].style.attributes.contains(.inverse) }
        }
        #expect(inverse() == [])
        now = layout.handle("left", now).state
        #expect(inverse() == [])
        now = layout.handle("home", now).state
        #expect(inverse() == [])
    }

    @Test func sliders() {
        let slider = Element.Content.slider(label: "V", value: 5, range: 0...10)
        #expect(line(slider, columns: 18) == " V ━━━━━━●────── 5")
        #expect(line(slider, focus: true, unicode: false, columns: 18).hasPrefix(">V ="))
        #expect(line(slider, unicode: false, columns: 18).contains("o"))
        #expect(line(slider, enabled: false, columns: 18) == " V ╍╍╍╍╍╍●╌╌╌╌╌╌ 5")
        #expect(line(.slider(label: "", value: 0, range: 0...10), columns: 14).contains(" ●─"))
        // A value outside of the range is shown at the nearest end.
        for (value, shown) in [(1e300, "━● >10"), (-1e300, " ●─"), (11, "━● 11")] {
            let outside = line(.slider(label: "", value: value, range: 0...10), columns: 18)
            #expect(outside.contains(shown), "\(outside)")
        }
        #expect(line(.slider(label: "", value: -1e300, range: 0...10), columns: 18).hasSuffix("─ <0"))
        let number = line(.slider(label: "", value: -123_456_789.125, range: 0...10), columns: 18)
        #expect(number.contains("●") && number.hasSuffix("<0"))
        #expect(line(.slider(label: "", value: 10, range: 0...10), columns: 14).contains("━●"))
        #expect(line(.slider(label: "", value: 3, range: 3...3), columns: 14).contains(" ●─"))
    }

    @Test func aSliderOfAnyRangeIsDrawn() {
        let most = Double.greatestFiniteMagnitude
        #expect(line(.slider(label: "", value: most, range: -most...most), columns: 40).contains("━●"))
        #expect(line(.gauge(label: "", value: most, range: -most...most, text: ""), columns: 14).hasSuffix("━━"))
    }

    @Test func thePressedPlaceOnATrackIsAPlaceInTheRange_howeverLongTheTrackIs() throws {
        var slider = Element(id: "s", .slider(label: "", value: 0, range: 0...10))
        slider.edit = Edit(.value(key: "k", kind: nil), .number(NumberScale(range: 0...10, step: 1)))
        let layout = Renderer().layout(scene(form([slider])), size: size(30, 6))
        let stop = try #require(layout.top?.stops.first)
        let track = try #require(stop.parts.first)
        func pressed(_ column: Int) -> InputResult.Outcome {
            let at = stop.rect.origin + CellPoint(column: track.rect.minColumn + column, row: 0)
            return layout.handle(Mouse(.press, at: at), .init()).outcome
        }
        func sets(_ number: JSON) -> InputResult.Outcome {
            .activate(entry: EntryID("e1"), element: "s", .setValue(key: "k", number))
        }
        #expect(pressed(0) == sets(0))
        #expect(pressed(track.rect.size.columns - 1) == sets(10))
        #expect(pressed(track.rect.size.columns / 2) == sets(5))
        let control = try #require(slider.control)
        #expect(BuiltInBarStyle().parts(control, size: size(1_000_000, 1)).count == 1)
    }

    @Test func steppers() {
        func both(_ element: inout Element) {
            element.steps = Steps(previous: .pick(id: "p", element: nil), next: .pick(id: "p", element: nil))
        }
        let stepper = Element.Content.stepper(label: "N", value: 3, showsValue: true)
        #expect(line(stepper, both) == " N 3 [−|+]")
        #expect(line(stepper, focus: true, unicode: false, both) == ">N 3 [-|+]")
        #expect(line(stepper, enabled: false, both) == " N 3 (−|+)")
        #expect(line(stepper) { $0.steps = Steps(next: .pick(id: "p", element: nil)) } == " N 3 [ |+]")
        #expect(line(.stepper(label: "N", value: 3, showsValue: false), both) == " N [−|+]")
    }

    @Test func bars() {
        #expect(line(.progress(label: "P", value: 1, total: 2), columns: 18) == " P ━━━━━────  50 %")
        #expect(line(.progress(label: "P", value: 1, total: 2), unicode: false, columns: 18) == " P =====----  50 %")
        #expect(line(.progress(label: "P", value: nil, total: 2)) == " P ▖")
        #expect(line(.progress(label: "P", value: nil, total: 2), unicode: false) == " P |")
    }

    /// The bar of a gauge does not move when the value changes: the widest value has room.
    @Test func gauges() {
        func gauge(_ value: Double, unicode: Bool = true) -> String {
            line(.gauge(label: "G", value: value, range: 0...10, text: value.shortText), unicode: unicode, columns: 16)
        }
        #expect(gauge(0) == " G ─────────   0")
        #expect(gauge(5) == " G ━━━━━────   5")
        #expect(gauge(7.5) == " G ━━━━━━━── 7.5")
        #expect(gauge(10) == " G ━━━━━━━━━  10")
        #expect(gauge(1e300) == " G ━━━━━━━━━ >10")
        #expect(gauge(5, unicode: false) == " G =====----   5")
        let words = line(.gauge(label: "G", value: 5, range: 0...10, text: "half"), columns: 16)
        #expect(words == " G ━━━━──── half", "what the app says is as it says it")
    }
}
