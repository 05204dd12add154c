import FasciaDocument
import FasciaProcess
import FasciaYAML
import TestSupport
import Testing

@testable import FasciaPanel

/// Lists whose rows cannot all be shown, and things whose rows go away.
@Suite struct ListTests {
    private static let text = panel(
        """
        - picker: wifi/ssid
          choices: {from: [scan]}
          set: [connect, "{value}"]
        - each: {from: [links], id: name}
          switch: link/{name}
          on: [ip, up, "--link={name}"]
          off: [ip, down, "--link={name}"]
        - value: host
          set: [hostnamectl, "{value}"]
        """)

    private let file: PanelFile
    private var data = ExpandedPanel.Data()
    private let scan: CommandTemplate
    private let links: CommandTemplate

    init() throws {
        file = try #require(parse(Self.text).file)
        guard case .picker(let picker) = file.screens[0].items[0].content, case .from(let scan, _)? = picker.choices,
            case .each(let each) = file.screens[0].items[1].content
        else { throw TestFailure("no lists") }
        (self.scan, links) = (scan, each.from)
    }

    private func names(_ panel: ExpandedPanel) -> [String] { panel.declarations.switches.map(\.id) }

    private func texts(_ panel: ExpandedPanel) -> [String] {
        func texts(_ node: JSON) -> [String] {
            let own = node["kind"] == "text" ? [node["text"]?.stringValue ?? ""] : []
            return own + (node["children"]?.arrayValue ?? []).flatMap(texts)
        }
        return texts(JSON.object(NodeBuilder(file: panel).screen(panel.screens[0]))["body"] ?? .null)
    }

    // MARK: - Bad rows

    @Test func aBadElementIsLeftOutAndVisibleAtTheRow() throws {
        var data = data
        data.rows[scan] = ["Home", "Cafe", "Home", ""].map { ["id": $0] } + [["size": "3"]]
        data.rows[links] = [["name": "eth0"]]
        let panel = ExpandedPanel(file, data)
        #expect(panel.choices(of: panel.declarations.pickers[0]).map(\.id) == ["Home", "Cafe"])
        #expect(names(panel) == ["link/eth0"])
        let problem = "3 rows are left out, the first one because \"Home\" occurs twice"
        #expect(panel.listProblems == [scan: problem])
        #expect(texts(panel) == ["! " + problem])
        #expect(panel.problems.isEmpty)
    }

    @Test(
        arguments: [
            (["name": ""], "the \"name\" of row 2 is empty"), (["id": "a"], "row 2 has no \"name\""),
            (["name": "eth0"], "\"eth0\" occurs twice"),
            (["name": "a*"], "\"a*\": a part of the id is \"a*\": \"*\" is for patterns"),
            (["name": "a\u{7}"], "\"a\u{7}\": a part of the id has a control character"),
            (["name": "eth0/a"], "\"eth0/a\": \"link/eth0\" is a switch and would be a group"),
            (["name": String(repeating: "x", count: 513)], "the \"name\" of row 2 has 513 bytes, of which 512 are allowed"),
        ] as [([String: String], String)])
    func aBadRowIsLeftOutWithItsReason(_ row: [String: String], _ problem: String) throws {
        var data = data
        data.rows[links] = [["name": "eth0"], row, ["name": "wlan0"]]
        let panel = ExpandedPanel(file, data)
        #expect(names(panel) == ["link/eth0", "link/wlan0"])
        #expect(panel.listProblems == [links: "1 row is left out: " + problem])
    }

    /// The row would be operated with the commands of the other.
    @Test func aRowWhoseThingIsDeclaredElsewhereIsLeftOut() throws {
        let file = try #require(
            parse(
                panel(
                    """
                    - each: {from: [one], id: line}
                      switch: "link/{line}"
                      on: [first]
                      off: [first]
                    - each: {from: [two], id: line}
                      switch: "link/{line}"
                      on: [second]
                      off: [second]
                    - switch: link/fixed
                      on: [third]
                      off: [third]
                    """)
            ).file)
        let commands = RowSources(file, missing: []).sources.map(\.command).inOrder
        let (one, two) = (try #require(commands.first), try #require(commands.last))
        var data = ExpandedPanel.Data()
        data.rows[one] = [["line": "eth0"], ["line": "fixed"]]
        data.rows[two] = [["line": "wlan0"], ["line": "eth0"]]
        let panel = ExpandedPanel(file, data)
        #expect(Set(panel.declarations.switches.map(\.id)) == ["link/eth0", "link/wlan0", "link/fixed"])
        #expect(
            panel.listProblems == [
                one: "1 row is left out: \"fixed\": \"link/fixed\" occurs elsewhere, too",
                two: "1 row is left out: \"eth0\": \"link/eth0\" occurs elsewhere, too",
            ])
        #expect(panel.problems.isEmpty)
    }

    /// It would run the command of the other.
    @Test func aRowWhoseButtonIsTitledAsAnotherIsLeftOut() throws {
        let file = try #require(
            parse(
                panel(
                    """
                    - each: {from: [one], id: line}
                      button: Do {line}
                      run: [first, "{line}"]
                    - each: {from: [two], id: line}
                      button: Do {line}
                      run: [second, "{line}"]
                    """)
            ).file)
        let commands = RowSources(file, missing: []).sources.map(\.command).inOrder
        var data = ExpandedPanel.Data()
        for command in commands { data.rows[command] = [["line": "web"], ["line": command.text]] }
        let panel = ExpandedPanel(file, data)
        #expect(panel.buttons.map(\.item.title) == ["Do web", "Do one", "Do two"])
        #expect(
            panel.listProblems == [
                commands[1]:
                    "1 row is left out: \"web\": another button is titled \"Do web\" and does something else"
            ])
        #expect(panel.problems.isEmpty)
    }

    @Test func aListThatCannotBeReadSaysSoAtItsRow() throws {
        var data = data
        data.rows[links] = [["name": "eth0"]]
        data.failures[links] = "exit status 2"
        let panel = ExpandedPanel(file, data)
        #expect(names(panel) == ["link/eth0"] && texts(panel) == ["! exit status 2"])
    }

    /// The daemon would refuse all of it.
    @Test func aListThatIsTooLongIsCut() throws {
        var data = data
        data.rows[scan] = (0...RowReader.most).map { ["line": "\($0)"] }
        data.rows[links] = (0..<2_500).map { ["name": "eth\($0)"] }
        data.outside["wifi/ssid"] = ["Attic"]
        let panel = ExpandedPanel(file, data)
        #expect(panel.choices(of: panel.declarations.pickers[0]).count == 10_000)
        #expect(names(panel).count == 2_000)
        #expect(
            panel.listProblems == [
                scan: "the list is too long: only its first 9999 rows are shown",
                links: "the list is too long: only its first 2000 rows are shown",
            ])
        #expect(texts(panel).filter { $0.hasPrefix("! the list is too long") }.count == 2)
    }

    @Test(arguments: [(1, "x", 6_172), (4, "x", 2_450), (1, String(repeating: "x", count: 920), 500)])
    func aTableThatIsTooLongIsCut(_ columns: Int, _ cell: String, _ most: Int) throws {
        let keys = (1...columns).map(String.init)
        let file = try #require(parse(panel("- table: t\n  from: [rows]\n  columns: [\(keys.joined(separator: ", "))]")).file)
        let source = try #require(RowSources(file, missing: []).sources.first)
        var data = ExpandedPanel.Data()
        data.rows[source.command] = Array(
            repeating: Dictionary(uniqueKeysWithValues: keys.map { ($0, cell) }), count: RowReader.most + 1)
        let panel = ExpandedPanel(file, data)
        #expect(panel.rows(of: source.command).count == most)
        #expect(panel.listProblems[source.command] == "the list is too long: only its first \(most) rows are shown")
    }

    @Test func aTitleHasNothingForAWordThatItsLineLacks() throws {
        let file = try #require(parse(panel("- each: {from: [rows], id: line}\n  text: \"{1}-{2}\"")).file)
        let source = try #require(RowSources(file, missing: []).sources.first)
        var data = ExpandedPanel.Data()
        data.rows[source.command] = [["line": "x", "1": "x"]]
        #expect(texts(ExpandedPanel(file, data)) == ["x-"])
    }

    @Test func theTimeoutOfAPickerIsThatOfItsList() throws {
        let file = try #require(parse(panel("- picker: a/b\n  choices: {from: [x]}\n  timeout: 5s")).file)
        #expect(RowSources(file, missing: []).sources.map(\.timeout) == [.seconds(5)])
    }

    @Test func listsOfAToolbarAreListsToo() throws {
        let text =
            "panel: box\nscreens:\n  home:\n    items: [text: a]\n    toolbar: [{each: {from: [x], id: line}, text: \"{line}\"}]"
        let file = try #require(parse(text).file)
        #expect(RowSources(file, missing: []).sources.map(\.owner) == ["each line"])
    }

    /// A list that needs something itself is not read without it.
    @Test func rowsThatNeedWhatTheMachineLacksAreLeftOut() throws {
        let text = panel(
            """
            - each: {from: [tools], id: line}
              text: "{line}"
              where: {command: "{line}"}
            - table: t
              from: [rows]
              columns: [line]
              each: [{button: Go, run: [x, "{line}"], where: [{file: /}, {command: "{line}"}]}]
            - each: {from: [units], id: line}
              text: "{line}"
              where: {command: nothing}
            """)
        let file = try #require(parse(text).file)
        let lists = RowSources(file, missing: []).sources.map(\.command)
        #expect(RowSources(file, missing: [.command("nothing")]).sources.map(\.command) == Array(lists.prefix(2)))
        let rows = [["line": "sh"], ["line": "no-such-program"]]
        var data = ExpandedPanel.Data()
        data.rows = [lists[0]: rows, lists[1]: rows]
        data.missing = Requirements(file, rows: data.rows).missing.union([.command("nothing")])
        #expect(data.missing == [.command("no-such-program"), .command("nothing")])
        let panel = ExpandedPanel(file, data)
        #expect(panel.screens[0].items.count == 2 && panel.screens[0].items[0].content == .text("sh"))
        #expect(panel.buttons.map(\.item.row) == [["line": "sh"]])
        let table = try table(panel)
        #expect(rows.map { panel.rowItems(of: table, $0).count } == [1, 0])
    }

    @Test func aPartOfARowThatNeedsWhatTheMachineLacksIsLeftOut() throws {
        let text = panel(
            """
            - each: {from: [rows], id: line}
              section: "{line}"
              items: [text: one, {text: two, where: {command: "{line}"}}]
            """)
        let file = try #require(parse(text).file)
        var data = ExpandedPanel.Data()
        data.rows[try #require(RowSources(file, missing: []).sources.first).command] = [["line": "no-such-program"]]
        data.missing = Requirements(file, rows: data.rows).missing
        #expect(texts(ExpandedPanel(file, data)) == ["one"])
    }

    private func table(_ panel: ExpandedPanel) throws -> TableItem {
        for item in panel.screens[0].items { if case .table(let table) = item.content { return table } }
        throw TestFailure("no table")
    }

    @Test func theButtonsOfARowHaveConditionsAsOthersHave() throws {
        let text = panel(
            """
            - table: t
              from: [rows]
              columns: [line]
              each: [{button: Go, run: [x], shown: "value:{line} > 3", enabled: "option:a/b", because: not now, icon: gear}]
            """)
        let file = try #require(parse(text).file)
        var data = ExpandedPanel.Data()
        data.rows[try #require(RowSources(file, missing: []).sources.first).command] = [["line": "load"]]
        let panel = ExpandedPanel(file, data)
        let body = try #require(JSON.object(NodeBuilder(file: panel).screen(panel.screens[0]))["body"])
        let nodes = try #require(body[at: "children/0/children/1/children"]?.arrayValue, "\(body.text)")
        #expect(nodes.map { $0["kind"] } == ["button", "button", "text"])
        for node in nodes {
            let modifiers = node["modifiers"]?.arrayValue ?? []
            #expect(modifiers.contains(["shown": ["value": "load", "above": 3.0]]), "\(node.text)")
            #expect(modifiers.contains { $0["shown"]?["toggle"] == "a/b" }, "\(node.text)")
        }
    }

    @Test func listsOfRowsAreListsToo() throws {
        let outcome = parse(
            panel("- each: {from: [cards], id: line}\n  picker: card/{line}\n  choices: {from: [modes, \"{line}\"]}"))
        let file = try #require(outcome.file)
        var data = ExpandedPanel.Data()
        let each = try #require(RowSources(file, missing: []).sources.first)
        data.rows[each.command] = [["line": "a"], ["line": "b"]]
        let sources = RowSources(file, missing: [], panel: ExpandedPanel(file, data)).sources
        #expect(sources.map(\.id) == [nil, "card/a", "card/b"])
        #expect(try sources[2].command.command().arguments == ["modes", "b"])
    }

    @Test func anEditKeepsTheRowsOfItsLists() throws {
        let edited = try #require(parse(Self.text.replacing("    - picker", with: "    - text: new\n    - picker")).file)
        let moved = RowSources(edited, missing: []).commands(from: RowSources(file, missing: []))
        #expect(moved.map(\.old) == [scan, links] && moved.map(\.command) != [scan, links])
        #expect(moved.map(\.command.text) == ["scan", "links"])
    }

    // MARK: - States outside the choices

    @Test func aStateOutsideTheChoicesIsShownAsItself() throws {
        var data = data
        data.outside["wifi/ssid"] = ["Attic"]
        func choices(_ data: ExpandedPanel.Data) -> [PanelChoice] {
            let panel = ExpandedPanel(file, data)
            return panel.choices(of: panel.declarations.pickers[0])
        }
        #expect(choices(data) == [.init(id: "Attic")], "it may be one of them")
        data.rows[scan] = [["id": "Home"]]
        #expect(
            choices(data) == [
                .init(id: "Home"), .init(id: "Attic", label: "Attic (not among the choices)"),
            ])
        data.rows[scan] = [["id": "Home"], ["id": "Attic"]]
        #expect(choices(data) == [.init(id: "Home"), .init(id: "Attic")])
    }

    @Test func aSetterMayNormalise() throws {
        let things = Thing.all(ExpandedPanel(file, data))
        let host = try #require(things.first { $0.id == "value:host" })
        #expect(host.normalises("Attic", into: "attic", from: "box"))
        #expect(host.normalises("Attic", into: "attic", from: "attic"))
        #expect(!host.normalises("Attic", into: "box", from: "box"), "nothing has changed")
    }

    @Test func whatIsTooLongForAValueIsUnknown() throws {
        var data = data
        data.rows[links] = [["name": "eth0"]]
        let host = try #require(Thing.all(ExpandedPanel(file, data)).first { $0.id == "value:host" })
        var output = OutputTail()
        output.append(String(repeating: "x", count: 70_000).utf8)
        #expect(host.held(host.reading(CommandResult(.exited(0), output: output))) == .unknown("the output is over 64 KiB"))
    }

    // MARK: - Things that go away

    @Test func aRowRemainsWhileAChangeOfItsThingsRuns() throws {
        var data = data
        data.rows[links] = ["a", "b", "c", "d"].map { ["name": $0] }
        let before = ExpandedPanel(file, data)
        data.rows[links] = ["d", "a"].map { ["name": $0] }
        #expect(names(ExpandedPanel(file, data)) == ["link/d", "link/a"])
        let kept = ExpandedPanel(file, data, keeping: ["link/b"], of: before)
        #expect(names(kept) == ["link/d", "link/a", "link/b"], "behind the one that it stood behind")
        #expect(names(ExpandedPanel(file, data, keeping: ["link/b"], of: kept)) == ["link/d", "link/a", "link/b"])
        #expect(names(ExpandedPanel(file, data, of: kept)) == ["link/d", "link/a"])
    }

    @Test func aThingThatGoesFromTheFileRemainsWhileItsChangeRuns() throws {
        let group = "- group: services\n  title: Services\n  options:\n    a: {on: [a], off: [b]}\n    b: {on: [a], off: [b]}"
        let old = ExpandedPanel(try #require(parse(panel(group)).file), data)
        for text in [panel("- text: empty"), panel(group.replacing("\n    b: {on: [a], off: [b]}", with: ""))] {
            let new = ExpandedPanel(try #require(parse(text).file), data, keeping: ["services/b"], of: old)
            #expect(names(new).contains("services/b"))
            #expect(new.declarations.groups.map(\.title) == ["Services"])
            #expect(Thing.all(new).contains { $0.id == "services/b" && !$0.binding.isEmpty })
        }
        let values = ExpandedPanel(file, data, keeping: ["value:host", "picker:wifi/ssid"], of: ExpandedPanel(file, data))
        let emptied = ExpandedPanel(
            try #require(parse(panel("- text: empty")).file), data, keeping: ["value:host", "picker:wifi/ssid"], of: values)
        #expect(Thing.all(emptied).map(\.id) == ["picker:wifi/ssid", "value:host"])
    }

    /// The daemon takes no name of any length.
    @Test func aRowOfAnyLengthMakesAButtonWithAShortName() {
        for title in [
            String(repeating: "long ", count: 200), String(repeating: "x", count: 65), String(repeating: "é", count: 9_000),
        ] {
            var item = ButtonItem(title: title, action: .tap(method: "nav.pop", params: [:]), position: Position(file: ""))
            let first = PanelButton(item: item, screen: "home")
            item.title += "!"
            let second = PanelButton(item: item, screen: "home")
            #expect(first.action.utf8.count < 128 && first.name != second.name)
        }
    }
}
