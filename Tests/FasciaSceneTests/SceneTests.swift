import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaScene

struct SceneTests {
    private func panel(_ commands: Command...) throws -> Panel {
        var panel = Panel()
        for command in commands { _ = try panel.apply(command) }
        return panel
    }

    private func put(_ id: String, title: String? = nil, environment: JSON.Object = [:], _ nodes: Node...) -> Command {
        .putScreen(
            Screen(id: id, title: title, body: Node(.form(FormContent(children: nodes))), environment: environment))
    }

    private func push(_ screen: String) -> Command { .push(stack: "main", route: Route(screen), handles: []) }
    private func modal(_ screen: String, _ style: ModalStyle) -> Command {
        .modal(stack: "main", route: Route(screen), style: style, handles: [])
    }

    private let extras = Command.declareGroup(
        OptionDeclaration(
            id: "extras", title: "Extras",
            options: [
                OptionDeclaration(id: "ham", title: "Ham", on: true), OptionDeclaration(id: "cheese", disabled: true),
                OptionDeclaration(
                    id: "more", title: "More", options: [OptionDeclaration(id: "olives", title: "Olives")]),
            ]))

    private func node(_ content: Node.Content, id: String? = nil, _ modifiers: Modifier...) -> Node {
        Node(content, id: id, modifiers: modifiers)
    }

    /// The children of the top layer's root.
    private func rows(_ panel: Panel) throws -> [Element] {
        Array(try #require(panel.scene(stack: "main")?.layers.last?.root.children))
    }

    // MARK: - Visible entries

    @Test func anEntryShowsAScreenOfItsOwnInThePlaceOfTheOneThatItNames() throws {
        var panel = try panel(put("item", title: "Item", node(.text(TextContent("…")))), push("item"), push("item"))
        let entries = try #require(panel.stack("main")?.entries)
        #expect(panel.screenID(of: entries[2]) == "item")
        let own = Screen.id("item", of: entries[2].id)
        _ = try panel.apply(put(own, title: "Two", node(.text(TextContent("two")))))
        #expect(try rows(panel).map(\.label) == ["two"])
        #expect(panel.scene(stack: "main")?.layers.last?.title == "Two")
        #expect(panel.title(of: entries[1]) == "Item", "the other entry shows the one that it names")
        _ = try panel.apply(.setOrphaned(screens: [own], true))
        #expect(panel.scene(stack: "main")?.layers.last?.title == "Two (app disconnected)")
        _ = try panel.apply(.removeScreen(id: own))
        #expect(try rows(panel).map(\.label) == ["…"])
    }

    @Test func aStackThatIsNotThereHasNoScene() { #expect(Panel().scene(stack: "other") == nil) }

    @Test func navigation12_onlyTheTopEntryOfEachVisibleLayerIsLookedAt() throws {
        let panel = try panel(
            put("a", node(.divider)), put("b", title: "Bee", node(.divider)), push("a"), push("b"),
            modal("a", .sheet), push("b"), modal("c", .alert))
        let scene = try #require(panel.scene(stack: "main"))
        #expect(scene.layers.map(\.entry.route.screen) == ["b", "b", "c"])
        #expect(scene.layers.map(\.modal) == [nil, .sheet, .alert])
        #expect(scene.layers.map(\.title) == ["Bee", "Bee", "c"])
        #expect(scene.layers.map(\.back) == ["a", "a", nil])
    }

    @Test func aCoverHidesWhatIsUnderIt() throws {
        let panel = try panel(modal("a", .sheet), modal("b", .cover), modal("c", .alert))
        #expect(panel.scene(stack: "main")?.layers.map(\.entry.route.screen) == ["b", "c"])
    }

    @Test func navigation10_anUnknownScreenSaysWhatIsMissingAndFillsInWhenItComes() throws {
        var panel = try panel(push("later"))
        let root = try #require(panel.scene(stack: "main")?.layers.last?.root)
        #expect(
            root.content
                == .missing(
                    "The screen \"later\" has not been published yet. It appears here when a program publishes it, or "
                        + "fascia screen put."))
        _ = try panel.apply(put("later", title: "Now", node(.divider)))
        #expect(panel.scene(stack: "main")?.layers.last?.title == "Now")
        #expect(panel.scene(stack: "main")?.layers.last?.root.content == .form)
    }

    @Test func navigation2_theBuiltInRootListsWhatThereIs() throws {
        let empty = try #require(Panel().scene(stack: "main")?.layers.first)
        #expect(empty.title == "Fascia")
        #expect(empty.back == nil)
        let titles = ["Screens", "Switches", "Pickers", "Values"]
        #expect(empty.root.children.dropFirst().map(\.content) == titles.map { .section(title: $0, footer: nil) })
        // Where there is nothing yet, it shows the command that makes something.
        let commands = [
            "fascia panel new >box.yaml; fascia panel run box.yaml", "fascia toggle declare desk=Desk lamp=Lamp fan=Fan",
            "fascia picker declare music/source=Music radio=Radio disc=Disc", "fascia value set greeting hello",
        ]
        #expect(empty.root.children.dropFirst().map { $0.children.first?.content } == commands.map { .text($0) })
        let panel = try panel(
            put("a", title: "Aye", node(.divider)), extras, .setValue(key: "cpu", 5),
            .setPath(stack: "other", [PathStep(Route("a"))]))
        let sections = try #require(panel.scene(stack: "main")?.layers.first?.root.children)
        #expect(sections[0].children.map(\.content) == [.button(label: "Aye (a)", role: nil)])
        #expect(
            sections[0].children[0].activation
                == .action(.call(method: "nav.push", params: ["stack": "main", "screen": "a"])))
        #expect(sections[1].children[0].children[0].activation == .flip(id: "extras", expect: .mixed))
        #expect(sections[3].children.map(\.content) == [.labeledValue(label: "cpu", value: "5")])
        #expect(sections[4].children.first?.content == .text("main: 1 entry, shown here"))
    }

    @Test func navigation2_aPublishedHomeTakesTheBuiltInOnesPlace() throws {
        let panel = try panel(put("home", title: "Mine", node(.divider)))
        let layer = try #require(panel.scene(stack: "main")?.layers.first)
        #expect(layer.title == "Mine")
        #expect(layer.root.children.map(\.content) == [.divider])
    }

    @Test func theBuiltInRootShowsSomeOfVeryMany() throws {
        var panel = Panel()
        for index in 0..<60 { _ = try panel.apply(.setValue(key: "v\(index)", .int(index))) }
        let values = try #require(panel.scene(stack: "main")?.layers.first?.root.children[3])
        #expect(values.children.count == 51)
        #expect(values.children.last?.content == .text("… and 10 more"))
    }

    // MARK: - Names

    @Test func aSwitchOfThePublishersOwnShowsWhatItWasPublishedWith() throws {
        let tap = Action.emit(name: "onToggle", payload: ["on": true])
        let root = try #require(
            panel(
                put(
                    "a", node(.toggle(ToggleContent(state: .mixed, label: "Own", tap: tap))),
                    node(.toggle(ToggleContent(state: .on, label: "Still", tap: nil)))),
                push("a")
            ).scene(stack: "main")?.layers.last?.root)
        #expect(
            root.children.map(\.content)
                == [.toggle(label: "Own", state: .mixed), .toggle(label: "Still", state: .on)])
        #expect(root.children.map(\.activation) == [.action(tap), nil])
        #expect(root.children.map(\.isEnabled) == [true, false])
    }

    @Test func tapModifierActivatesNonControl() throws {
        let tap = Modifier.tap(.emit(name: "onTap", payload: .null))
        let root = try #require(
            panel(
                put(
                    "a", Node(.text(TextContent("words")), modifiers: [tap, .bold(true)]),
                    Node(.button(ButtonContent("b", tap: .emit(name: "onB", payload: .null))), modifiers: [tap])),
                push("a")
            ).scene(stack: "main")?.layers.last?.root)
        let names = root.children.map { child -> String? in
            if case .action(.emit(let name, _)) = child.activation { name } else { nil }
        }
        #expect(names == ["onTap", "onB"])
    }

    @Test func aToggleIsLookedUp() throws {
        let panel = try panel(
            extras,
            put(
                "a", node(.toggle(ToggleContent(bind: "extras/ham"))),
                node(.toggle(ToggleContent(bind: "extras", label: "All"))),
                node(.toggle(ToggleContent(bind: "extras/cheese")))),
            push("a"))
        let rows = try rows(panel)
        #expect(rows[0].content == .toggle(label: "Ham", state: .on))
        #expect(rows[0].activation == .flip(id: "extras/ham", expect: .on))
        #expect(rows[1].content == .toggle(label: "All", state: .mixed, count: "1 of 3"))
        #expect(rows.map(\.isEnabled) == [true, true, false])
        #expect(rows[2].content == .toggle(label: "cheese", state: .off))
    }

    @Test func aGroupIsItsMasterAndItsOptions() throws {
        let panel = try panel(extras, put("a", node(.group(GroupContent(bind: "extras")), id: "g")), push("a"))
        let group = try #require(try rows(panel).first)
        #expect(group.id == "g")
        #expect(group.children.map(\.id) == ["g:", "g:/"])
        #expect(group.children[0].content == .toggle(label: "Extras", state: .mixed, count: "1 of 3"))
        let options = group.children[1]
        #expect(options.modifiers == [.padding(Insets(leading: 16))])
        #expect(options.children.map(\.id) == ["g:ham", "g:cheese", "g:more", "g:more/"])
        #expect(options.children[2].content == .toggle(label: "More", state: .off, count: "0 of 1"))
        #expect(options.children[3].children.map(\.content) == [.toggle(label: "Olives", state: .off)])
        #expect(options.children[3].children.map(\.id) == ["g:more/olives"])
        #expect(options.children.prefix(3).map(\.isEnabled) == [true, false, true])
    }

    @Test func anIndependentGroupHasAHeadingInsteadOfAMaster() throws {
        let group = OptionDeclaration(
            id: "free", title: "Free", options: [OptionDeclaration(id: "a")], independent: true)
        let panel = try panel(
            .declareGroup(group),
            put("s", node(.group(GroupContent(bind: "free"))), node(.toggle(ToggleContent(bind: "free")))), push("s"))
        let rows = try rows(panel)
        #expect(rows[0].children[0].content == .text("Free"))
        #expect(rows[0].children[0].activation == nil)
        #expect(rows[1].content == .missing("group \"free\" is independent: it has no master switch"))
    }

    @Test func aHugeGroupShowsItsFirstOptions() throws {
        let options = (0..<600).map { OptionDeclaration(id: "o\($0)") }
        let panel = try panel(
            .declareGroup(OptionDeclaration(id: "huge", options: options)),
            put("s", node(.group(GroupContent(bind: "huge")))), push("s"))
        let group = try #require(try rows(panel).first)
        #expect(group.children[1].children.count == 500)
        #expect(group.children.last?.content == .text("only the first 500 are shown: Ctrl-K finds the others"))
    }

    @Test(arguments: [
        (
            Node.Content.toggle(ToggleContent(bind: "extras/chese")),
            "no switch \"extras/chese\": group \"extras\" has ham, cheese, more"
        ),
        (.toggle(ToggleContent(bind: "extra/ham")), "no switch \"extra/ham\": no group \"extra\""),
        (.toggle(ToggleContent(bind: "extra")), "no group \"extra\""),
        (.group(GroupContent(bind: "extra")), "no group \"extra\""),
        (.group(GroupContent(bind: "extras/ham")), "no group \"extras/ham\""),
        (.picker(PickerContent(bind: "size")), "no picker \"size\""),
        (.picker(PickerContent(bind: "size/a")), "no component \"size/a\": no picker \"size\""),
        (.picker(PickerContent(bind: "height/x")), "no component \"height/x\": picker \"height\" has m, comma, cm"),
        (.value(ValueContent(bind: "cpu")), "no value \"cpu\""),
    ])
    func aNameThatNothingHasIsShownAsMissing(_ content: Node.Content, _ message: String) throws {
        let panel = try panel(extras, height, put("s", node(content)), push("s"))
        let row = try #require(try rows(panel).first)
        #expect(row.content == .missing(message))
        #expect(row.activation == nil)
    }

    @Test(
        arguments: [
            (JSON.string("a b"), "a b"), (.int(5), "5"), (.double(0.5), "0.5"), (.bool(true), "true"), (.null, "–"),
            (["a", 1, .null], "[\"a\", 1, –]"), (["k": "v"], "{k: \"v\"}"),
        ] as [(JSON, String)])
    func valuesAreShownAsText(_ value: JSON, _ text: String) { #expect(value.displayText == text) }

    private let height = Command.declarePicker(
        PickerDeclaration(
            id: "height", title: "Height",
            components: [
                PickerComponent(id: "m", title: "Metres", elements: ["0", "1", "2"], selection: "1"),
                PickerComponent(id: "comma", elements: [","], role: .label),
                PickerComponent(id: "cm", elements: ["84", "85"], isOptional: true, initial: "85"),
            ]))

    @Test func pickers3_aPickerIsItsComponentsSideBySideAndALabelIsText() throws {
        let panel = try panel(height, put("a", node(.picker(PickerContent(bind: "height")), id: "h")), push("a"))
        let picker = try #require(try rows(panel).first)
        #expect(picker.content == .stack(.horizontal, alignment: .center, spacing: nil))
        #expect(picker.children.map(\.id) == ["h:", "h:m", "h:comma", "h:cm"])
        #expect(
            picker.children.map(\.content) == [
                .text("Height"), .menu(label: "", shown: "1"), .text(","), .menu(label: "", shown: "85", isSelected: false),
            ])
        #expect(picker.children.map(\.accessibilityLabel) == [nil, "Metres", nil, "cm"])
        #expect(picker.children[2].activation == nil && picker.children[2].steps == nil)
    }

    @Test func aWheelStepsToItsNeighbours_andNothingElseSelects() throws {
        func part(_ selection: String?) throws -> Element {
            let panel = try panel(
                height, .pick(id: "height/m", element: selection),
                put("a", node(.picker(PickerContent(bind: "height/m", label: "Tall", style: .wheel)))), push("a"))
            return try #require(try rows(panel).first)
        }
        func pick(_ element: String) -> Activation { .pick(id: "height/m", element: element) }
        #expect(try part("0").content == .picker(label: "Tall", shown: "0", isSelected: true))
        #expect(try part("0").steps == Steps(previous: nil, next: pick("1")))
        #expect(try part("2").steps == Steps(previous: pick("1"), next: nil))
        #expect(try part("1").activation == nil)
        #expect(try part("1").takesFocus)
    }

    @Test func aPlaceholderIsShown_andNotSelected() throws {
        for style in [PickerContent.Style.automatic, .menu, .wheel] {
            let panel = try panel(height, put("a", node(.picker(PickerContent(bind: "height/cm", style: style)))), push("a"))
            let part = try #require(try rows(panel).first)
            #expect(part.activation == nil)
            #expect(part.control?.state == .off)
            #expect(part.options?.shown == 1)
            #expect(part.options?.selected == nil)
        }
    }

    @Test func veryManyOptionsAreAMenu_whereEachOneCanBeReached() throws {
        func control(_ count: Int) throws -> Element {
            let options = (0..<count).map { PickerElement(id: "\($0)", label: "Option \($0)") }
            let choice = LiteralChoice(options, selection: "0")
            let picker = PickerContent(.literal(choice, action: .emit(name: "onPick", payload: .null)), style: .inline)
            return try #require(try rows(panel(put("a", node(.picker(picker))), push("a"))).first)
        }
        #expect(try control(500).children.count == 500)
        #expect(try control(501).controlKind == .menu)
        #expect(try control(501).options?.all.count == 501)
    }

    @Test func pickers6_oneBadComponentNeverStopsTheOthers() throws {
        let picker = PickerDeclaration(
            id: "p", components: [PickerComponent(id: "none"), PickerComponent(id: "a", elements: ["x", "y"])])
        let panel = try panel(.declarePicker(picker), put("a", node(.picker(PickerContent(bind: "p")))), push("a"))
        let parts = try #require(try rows(panel).first).children
        #expect(parts[1].content == .menu(label: "", shown: ""))
        #expect(!parts[1].isEnabled && parts[1].options == nil)
        #expect(parts[2].isEnabled && parts[2].options?.all.count == 2)
    }

    @Test func navigation11_aScreenWhoseAppIsGoneIsStillShownAndSaysSo() throws {
        let panel = try panel(put("a", title: "Aye", node(.divider)), push("a"), .setOrphaned(screens: ["a"], true))
        let layer = try #require(panel.scene(stack: "main")?.layers.last)
        #expect(layer.title == "Aye (app disconnected)")
        #expect(layer.root.children.map(\.content) == [.divider])
    }

    // MARK: - Enabled

    @Test func childrenOfDisabledNodeAreDisabled() throws {
        let button = node(.button(ButtonContent("x", tap: .emit(name: "onX", payload: .null))), .disabled(false))
        let inside = node(.section(SectionContent(children: [button])), .disabled(true))
        let panel = try panel(put("s", inside, button), push("s"))
        let rows = try rows(panel)
        #expect(rows[0].children.map(\.isEnabled) == [false])
        #expect(rows[1].isEnabled)
    }

    @Test func aButtonWithoutAnActionIsDisabled() throws {
        let panel = try panel(put("s", node(.button(ButtonContent("x")))), push("s"))
        #expect(try rows(panel).first?.isEnabled == false)
    }

    // MARK: - Actions

    @Test func navigation4_aButtonMeansTheEntryThatShowsIt() throws {
        func call(_ method: String, _ params: JSON = [:]) -> Node {
            node(.button(ButtonContent(method, tap: .call(method: method, params: params))))
        }
        let panel = try panel(
            put("s", call("nav.pop"), call("nav.close", ["entry": "e9"]), call("nav.push", ["screen": "x"])), push("s"))
        let scene = try #require(panel.scene(stack: "main")?.layers.last)
        let entry = JSON.string(scene.entry.id.rawValue)
        #expect(
            scene.root.children.map(\.activation) == [
                .action(.call(method: "nav.pop", params: ["entry": entry])),
                .action(.call(method: "nav.close", params: ["entry": "e9"])),
                .action(.call(method: "nav.push", params: ["screen": "x"])),
            ])
    }

    // MARK: - Ids

    @Test func idIsAuthorIDOrPosition() throws {
        let panel = try panel(
            put(
                "s", node(.divider), node(.divider, id: "mine"),
                node(.section(SectionContent(children: [node(.divider)])))), push("s"))
        let rows = try rows(panel)
        #expect(rows.map(\.id) == ["0.0", "mine", "0.2"])
        #expect(rows[2].children.map(\.id) == ["0.2.0"])
    }

    @Test func positionIDsDoNotCollideWithAuthorIDs() throws {
        let panel = try panel(put("s", node(.divider), node(.divider, id: "0.0")), push("s"))
        #expect(try rows(panel).map(\.id) == ["0.0'", "0.0"])
    }

    // MARK: - Environment

    @Test func theEnvironmentIsInheritedAndInnerOnesWin() throws {
        let inner = node(.divider, .environment(["d": 5]))
        let section = node(.section(SectionContent(children: [inner])), .environment(["d": 4, "e": 4]))
        var panel = try panel(
            .setEnvironment(.panel, ["a": 0, "b": 0, "gone": 0]), .setEnvironment(.stack("main"), ["b": 1, "c": 1]),
            put("s", environment: ["c": 2, "d": 2], section),
            .setEnvironment(.screen("s"), ["f": 2, "c": 3]), push("s"))
        let entry = try #require(panel.stack("main")?.top.id)
        _ = try panel.apply(.setEnvironment(.entry(entry), ["f": 3]))
        let row = try #require(try rows(panel).first)
        #expect(row.environment == ["a": 0, "b": 1, "c": 3, "d": 4, "e": 4, "f": 3, "gone": 0])
        #expect(row.children[0].environment["d"] == 5)
        #expect(try rows(panel)[0].children[0].environment["e"] == 4)
    }

    @Test func nullRemovesInheritedValue() throws {
        let panel = try panel(
            .setEnvironment(.panel, ["tint": "red"]), put("s", environment: ["tint": .null], node(.divider)), push("s"))
        #expect(try rows(panel)[0].environment == [:])
    }
}
