import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaScene

struct FindableTests {
    private func panel() throws -> Panel {
        var panel = Panel()
        func node(_ json: JSON) throws -> Node { try Node.schema.read(json) }
        func put(_ id: String, _ title: String, _ children: JSON...) throws {
            let body = try node(["kind": "form", "children": .array(children)])
            _ = try panel.apply(.putScreen(Screen(id: id, title: title, body: body)))
        }
        _ = try panel.apply(
            .declareGroup(
                OptionDeclaration(
                    id: "desk", title: "Desk",
                    options: [
                        OptionDeclaration(id: "lamp", title: "Lamp", on: true),
                        OptionDeclaration(id: "fan", title: "Fan", disabled: true),
                    ])))
        _ = try panel.apply(
            .declareGroup(OptionDeclaration(id: "spare", title: "Spare", options: [OptionDeclaration(id: "a", title: "Any")])))
        _ = try panel.apply(
            .declarePicker(
                PickerDeclaration(
                    id: "music", title: "Music",
                    components: [PickerComponent(id: "source", elements: ["radio", "disc"], selection: "disc")])))
        _ = try panel.apply(.setValue(key: "volume", 42))
        _ = try panel.apply(.setValue(key: "key", "topsecret"))
        _ = try panel.apply(.setValue(key: "load", 0.5))
        try put(
            "home", "Home",
            ["kind": "section", "title": "Power", "children": [["kind": "group", "bind": "desk"]]],
            ["kind": "button", "label": "Sound", "tap": ["method": "nav.push", "params": ["screen": "sound"]]],
            ["kind": "button", "label": "Back", "tap": ["method": "nav.pop"]],
            ["kind": "button", "label": "Reboot", "role": "destructive", "emit": "onReboot", "id": "reboot"],
            ["kind": "gauge", "bind": "load", "label": "Load", "format": "percent"])
        try put(
            "sound", "Sound", ["kind": "picker", "bind": "music/source", "label": "Source"],
            ["kind": "slider", "bind": "volume", "label": "Volume", "range": [0, 100]],
            ["kind": "textField", "bind": "key", "label": "Key", "secure": true],
            ["kind": "toggle", "label": "Mute", "state": "off", "emit": "onMute", "id": "mute"],
            [
                "kind": "menu", "label": "More", "id": "more",
                "children": [
                    ["kind": "button", "label": "Louder", "emit": "onLouder", "id": "louder"],
                    ["kind": "button", "label": "Reset", "role": "destructive", "emit": "onReset", "id": "reset"],
                ],
            ])
        return panel
    }

    private func thing(_ address: String, _ panel: Panel) throws -> Findable {
        try #require(panel.findables(stack: "main").all.first { $0.address.text == address }, "\(address)")
    }

    @Test func everythingIsFoundOnce_withItsKindStateAndPath() throws {
        let found = try panel().findables(stack: "main").all.map {
            "\($0.kind.rawValue) \($0.title) [\($0.state)] \($0.path.joined(separator: "/"))"
        }
        #expect(
            found == [
                "screen Home [] ", "group Desk [mixed] Home/Power", "switch Lamp [on] Home/Power",
                "switch Fan [off] Home/Power", "button Reboot [] Home", "value Load [50 %] Home",
                "screen Sound [] ", "picker Source [disc] Sound", "value Volume [42] Sound", "value Key [] Sound",
                "switch Mute [off] Sound", "command Louder [] Sound/More", "command Reset [] Sound/More", "group Spare [off] ",
                "switch Any [off] Spare",
            ])
    }

    @Test func addressesAreUnique_andNameThePlace() throws {
        let panel = try panel()
        let things = panel.findables(stack: "main").all
        #expect(Set(things.map(\.address)).count == things.count)
        #expect(try thing("switch/desk/lamp", panel).activation == .flip(id: "desk/lamp", expect: .on))
        #expect(try thing("switch/desk/fan", panel).activation == nil, "it is disabled")
        #expect(try thing("picker/music/source", panel).options?.selected == 1)
        #expect(try thing("value/volume", panel).place?.screen == "sound")
        #expect(try thing("value/load", panel).place?.screen == "home")
        #expect(try thing("node/home/reboot", panel).isDestructive)
        #expect(try thing("node/sound/reset", panel).isDestructive, "a command of a menu as well")
        #expect(try thing("switch/spare/a", panel).place == nil)
    }

    @Test func aSecretIsNotShown() throws {
        var panel = try panel()
        #expect(try thing("value/key", panel).state == "", "a secure field shows it")
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "token", kind: .string, isSecret: true)))
        _ = try panel.apply(.setValue(key: "token", "topsecret"))
        #expect(try thing("value/token", panel).state == "", "it is declared as one")
        #expect(panel.findableState(of: FindAddress(.value, "token")) == "")
    }

    /// For example the progress of a command.
    @Test func aVolatileValueOnNoScreenIsNotFound() throws {
        var panel = try panel()
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "progress", kind: .int, isVolatile: true)))
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "limit", kind: .int)))
        let found = panel.findables(stack: "main").all.map(\.address.text)
        #expect(found.contains("value/limit") && !found.contains("value/progress"))
    }

    @Test func whatIsInDoubtSaysSo() throws {
        var panel = try panel()
        let agent = Sender(client: 7, name: "agent")
        var claim = ClaimRequest()
        claim.ids = ["desk/**", "picker:music/source", "value:volume"].map { ThingPattern($0) }
        _ = try panel.apply(.claim(claim), by: agent)
        func shown(_ address: String) throws -> String { try thing(address, panel).shownState }
        for address in ["switch/desk/lamp", "switch/desk", "picker/music/source", "value/volume"] {
            #expect(try shown(address) == "unknown")
            #expect(try thing(address, panel).conditions == [.unknown])
        }
        #expect(try thing("picker/music/source", panel).options?.selected == nil)
        _ = try panel.apply(.reportThing(ThingID("desk/lamp"), .value(true, failure: nil)), by: agent)
        #expect(try shown("switch/desk/lamp") == "on")
        #expect(try thing("switch/desk/lamp", panel).condition?.claimer == "agent")
        _ = try panel.apply(.leave(clients: [7], reason: "it ended"), by: Sender())
        #expect(try shown("switch/desk/lamp") == "on (stale)")
        #expect(try shown("switch/desk/fan") == "unknown (stale)", "it was never known")
    }

    @Test func theBestMatchesComeFirst() throws {
        let things = try panel().findables(stack: "main")
        func titles(_ query: String) -> [String] { things.matching(query).things.map(\.title) }
        #expect(titles("so").first == "Sound")
        #expect(titles("lmp") == ["Lamp"])
        #expect(titles("sound mute") == ["Mute"], "a word may be that of its screen")
        #expect(titles("music") == ["Source"], "or of its id")
        #expect(titles("xyz").isEmpty)
        #expect(titles("").count == things.all.count)
    }

    @Test func anEntrysOwnScreenIsFoundInItsStackOnly() throws {
        var panel = try panel()
        _ = try panel.apply(.push(stack: "main", route: Route("item"), handles: []))
        let entry = try #require(panel.stack("main")?.top.id)
        let body = Node(.button(ButtonContent("Own", tap: .emit(name: "onOwn", payload: .null))))
        _ = try panel.apply(.putScreen(Screen(id: Screen.id("item", of: entry), title: "Item", body: body)))
        #expect(panel.findables(stack: "main").all.contains { $0.title == "Own" })
        _ = try panel.apply(.setPath(stack: "other", [PathStep(Route("home"))]))
        #expect(!panel.findables(stack: "other").all.contains { $0.title == "Own" })
    }

    @Test func aHugePanelIsSearchedUpToALimit() throws {
        var panel = Panel()
        for index in 0..<12_000 { _ = try panel.apply(.setValue(key: "v\(index)", .int(index))) }
        let things = panel.findables(stack: "main")
        #expect(things.all.count == 10_000 && !things.isComplete)
    }

    /// A letter that most things have is not searched for in all of them; what has the words in its title comes first.
    @Test func aQueryThatFindsMuchIsComparedUpToALimit() throws {
        var panel = Panel()
        for index in 0..<600 { _ = try panel.apply(.setValue(key: "pxrxixnxt\(index)", .int(index))) }
        _ = try panel.apply(.setValue(key: "the-print-queue", 1))
        let things = panel.findables(stack: "main")
        #expect(things.isComplete)
        let found = things.matching("PRINT")
        #expect(found.things.count == 500 && !found.isComplete && found.things[0].title == "the-print-queue")
        let few = things.matching("t599")
        #expect(few.things.map(\.title) == ["pxrxixnxt599"] && few.isComplete)
        #expect(things.matching("").isComplete && things.matching("").things.count == 601)
    }

    @Test func ofManyMatchesThoseWithTheWordsInTheirNameAreCompared() throws {
        func value(_ key: String, _ title: String) -> Findable {
            Findable(.value, address: FindAddress(.value, key), title: title)
        }
        let many = (0..<600).map { value("pxrxixnxt\($0)", "pxrxixnxt\($0)") }
        let found = Findables(many + [value("the-print-queue", "Jobs")]).matching("print")
        #expect(found.things.count == 500 && found.things[0].title == "Jobs")
    }

    @Test func aLongTitleIsSearchedUpToALimit() throws {
        var panel = Panel()
        let title = String(repeating: "ä", count: 300) + "end"
        _ = try panel.apply(.putScreen(Screen(id: "s", title: title, body: Node(.text(TextContent("x"))))))
        let things = panel.findables(stack: "main")
        #expect(things.all.map(\.title) == [String(repeating: "ä", count: 256)])
        #expect(things.matching("ääend").things == [])
    }
}
