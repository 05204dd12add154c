import FasciaDocument
import FasciaProcess
import TestSupport
import Testing

@testable import FasciaAgent
@testable import FasciaPanel

@Suite struct PublicationTests {
    private func expanded(_ text: String, _ data: ExpandedPanel.Data = .init()) throws -> ExpandedPanel {
        let outcome = parse(text)
        #expect(!outcome.hasErrors, "\(outcome.problems)")
        return ExpandedPanel(try #require(outcome.file), data)
    }

    private func screen(_ id: String, _ publication: Publication) -> JSON? {
        publication.calls.first { $0.key == "screen:\(id)" }?.call.params["screen"]
    }

    @Test func theSmallestPanel() throws {
        let publication = Publication(try expanded(ParserTests.smallest))
        #expect(publication.calls.map(\.key).prefix(2) == ["group:services", "screen:home"])
        #expect(
            publication.calls[0].call.params["group"]
                == ["id": "services", "title": "Services", "options": [["id": "nginx"], ["id": "backup"]]])
        let home = try #require(screen("home", publication))
        #expect(home["title"] == "The box")
        let rows = home["body"]?["children"]?[0]?["children"]
        #expect(rows?[0] == ["kind": "group", "bind": "services"])
        #expect(rows?[2]?["tap"]?["params"] == ["screen": "home.ask-reboot", "style": "alert"])
        #expect(screen("home.ask-reboot", publication)?["title"] == "Reboot the box now?")
        #expect(screen("home.ask-reboot", publication)?["emits"] == ["onTapped-reboot"])
    }

    /// A good edit changes only what differs, and publishing the same file again changes nothing.
    @Test func onlyDifferencesArePublished() throws {
        let old = Publication(try expanded(ParserTests.smallest))
        #expect(old.calls(after: old) == [])
        let edited = Publication(try expanded(ParserTests.smallest.replacing("title: Services", with: "title: Units")))
        #expect(edited.calls(after: old).map(\.method) == ["toggle.declare"])
        let other = Publication(try expanded("panel: box\nscreens: {home: [text: hi]}"))
        #expect(
            other.calls(after: old).map(\.method) == ["screen.put", "screen.remove", "screen.remove", "toggle.remove"])
    }

    @Test func thingsTheMachineLacksAreOmitted() throws {
        let text = panel(
            """
            - text: one
              where: {command: nothing}
            - group: services
              options: {a: {where: {unit: a.service}}, b: }
            """)
        var data = ExpandedPanel.Data()
        data.missing = [.command("nothing"), .unit("a.service")]
        let panel = try expanded(text, data)
        #expect(panel.screens[0].items.count == 1)
        #expect(panel.declarations.switches.map(\.id) == ["services/b"])
        #expect(try expanded(text).screens[0].items.count == 2)
    }

    @Test func eachRowMakesAnItem() throws {
        let text = panel(
            """
            - each: {from: [units], id: name}
              switch: units/{name}
              title: Unit {name}
              on: [systemctl, start, --, "{name}"]
              off: [systemctl, stop, --, "{name}"]
            - table: disks
              from: [disks]
              columns: [name]
              each:
                - button: Eject
                  run: [eject, "--device={name}"]
            """)
        let outcome = parse(text)
        var data = ExpandedPanel.Data()
        for screen in outcome.file?.screens ?? [] {
            if case .each(let each) = screen.items[0].content { data.rows[each.from] = [["name": "a"], ["name": "$(b)"]] }
            if case .table(let table) = screen.items[1].content { data.rows[table.from] = [["name": "sda"], ["name": "sdb"]] }
        }
        let panel = try expanded(text, data)
        #expect(panel.declarations.switches.map(\.id) == ["units/a", "units/$(b)"])
        #expect(panel.declarations.switches[0].option.title == "Unit a")
        #expect(
            try panel.declarations.switches[1].option.binding.on?.command().arguments == ["systemctl", "start", "--", "$(b)"])
        #expect(panel.buttons.count == 2)
        #expect(Set(panel.buttons.map(\.name)).count == 2)
        let table = screen("home", Publication(panel))?["body"]?["children"]?[0]?["children"]?[2]
        #expect(table?["children"]?[1]?["children"]?[0] == ["kind": "text", "text": "sdb"])
        #expect(table?["children"]?[1]?["children"]?[1]?["label"] == "Eject")
    }

    private static let titles = [
        "Reboot", "Reboot now", "Reboot-now", "Reboot  now", "Öffnen", "Affnen", "ffnen", "Старт", "Стоп", "起動", "停止", "Wait…",
        "Wait", "Wait!", "?",
    ]

    @Test func eachTitleMakesItsOwnName() throws {
        let items = PublicationTests.titles.map { "- button: \"\($0)\"\n  run: [echo, \"\($0)\"]" }
        let buttons = try expanded(panel(items.joined(separator: "\n"))).buttons
        #expect(buttons.map(\.item.title) == PublicationTests.titles)
        #expect(Set(buttons.map(\.name)).count == buttons.count)
        // Names outlive the process, as those of questions and sheets that an agent has left.
        #expect(buttons[0...1].map(\.name) == ["reboot", "reboot-now"])
        #expect(buttons[4].name == "ffnen-jhv2c23s9gya")
        for button in buttons { #expect(button.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) }
    }

    @Test func rowsWhoseMembersJoinedAreTheSameDiffer() throws {
        let text = panel(
            """
            - table: t
              from: [rows]
              columns: [a]
              each: [{button: Go, run: [echo, "{a}", "{b}"]}]
            """)
        var data = ExpandedPanel.Data()
        guard case .table(let table)? = parse(text).file?.screens[0].items[0].content else { throw TestFailure("no table") }
        data.rows[table.from] = [["a": "x-y", "b": "z"], ["a": "x", "b": "y-z"], ["b": "x", "c": "y-z"]]
        let panel = try expanded(text, data)
        #expect(Set(panel.buttons.map(\.name)).count == 3)
        #expect(panel.problems == [])
    }

    @Test func conditionsBecomeModifiers() throws {
        let text = panel(
            """
            - group: a
              options: {b: }
            - text: one
              shown: option:a/b
            - button: Go
              tap: {method: nav.pop}
              enabled: not option:a/b
              because: It is on.
            """)
        let rows = screen("home", Publication(try expanded(text)))?["body"]?["children"]?[0]?["children"]
        #expect(rows?[1]?["modifiers"] == [["shown": ["toggle": "a/b"]]])
        #expect(rows?[2]?["modifiers"] == [["shown": ["toggle": "a/b", "not": true]]])
        #expect(rows?[3]?["modifiers"] == [["disabled": true], ["shown": ["toggle": "a/b", "unknown": true]]])
        #expect(rows?[4]?["text"] == "It is on.")
    }

    @Test func linksShowStatesAndIcons() throws {
        let text = panel(
            """
            - {link: more, title: More, icon: gear, shows: a}
            - group: a
              options: {b: }
            """)
        let rows = screen("home", Publication(try expanded(text)))?["body"]?["children"]?[0]?["children"]
        #expect(
            rows?[0] == [
                "kind": "button", "bind": "a", "tap": ["method": "nav.push", "params": ["screen": "more"]], "label": "More",
                "modifiers": [["icon": "gear"]],
            ])
    }

    /// What has `from` is volatile, and people can only read it.
    @Test func valuesThatAreOnlyRead() throws {
        let text = panel(
            """
            - value: up
              from: [uptime]
              format: duration
            - value: address
              title: Address
              from: [address]
            - value: level
              kind: int
              format: {unit: "%"}
            """)
        let panel = try expanded(text)
        let publication = Publication(panel)
        let rows = screen("home", publication)?["body"]?["children"]?[0]?["children"]
        #expect(rows?[0] == ["kind": "value", "bind": "up", "format": "duration", "label": "up"])
        #expect(rows?[1] == ["kind": "value", "bind": "address", "label": "Address"])
        #expect(
            publication.calls.prefix(2).map(\.call.params) == [
                ["key": "up", "kind": "double", "volatile": true], ["key": "address", "kind": "string", "volatile": true],
            ])
        let things = Thing.all(panel)
        #expect(things.first { $0.name == "up" }?.binding.every == .seconds(10))
        #expect(things.first { $0.name == "address" }?.kind == .value(panel.declarations.values[1]))
    }

    /// A slider can be set to each of its numbers by keys, and where these are too many the number is typed.
    /// A curve shows when its value was read.
    @Test func eachReadingOfWhatIsOnlyReadIsReported() throws {
        let panel = try expanded(
            panel(
                """
                - gauge: g/a
                  from: [x]
                - value: v/b
                  from: [x]
                - value: v/c
                  kind: int
                  status: [x]
                  set: [y]
                - switch: s/d
                  on: [x]
                  off: [x]
                  status: [x]
                """))
        #expect(Set(Thing.all(panel).filter(\.isSampled).map(\.name)) == ["g/a", "v/b"])
    }

    /// Its mark for people would be what a command gets.
    @Test func nothingIsNoValueOfACommand() throws {
        let panel = try expanded(
            panel(
                """
                - picker: p/a
                  choices: [x, y]
                  set: [z, "{value}"]
                - value: v/b
                  kind: text
                  secret: true
                  set: [z]
                - switch: s/c
                  on: [x]
                  off: [x]
                """))
        let things = Thing.all(panel)
        #expect(things.count == 3)
        for thing in things {
            for isRevert in [false, true] {
                let refusal = #expect(throws: CommandRefusal.self) {
                    try thing.command(for: ThingChange(from: "x", to: .null, isRevert: isRevert))
                }
                #expect(refusal?.message == "\(thing.name) cannot be set to nothing" && refusal?.isOfValue == true)
            }
        }
    }

    /// Nobody waits for them any more.
    @Test func aRequestWhoseTimeIsOverIsLate() {
        #expect(Agent.isLate(["deadline": "2020-01-01T00:00:00.000Z"]))
        #expect(!Agent.isLate(["deadline": "9999-01-01T00:00:00.000Z"]) && !Agent.isLate([:]))
    }

    @Test func aNumberIsASliderWhereThereAreFewSteps_elseAFieldWithAStepper() throws {
        func node(_ members: String, _ format: JSON? = nil) throws -> JSON? {
            let rows = screen("home", Publication(try expanded(panel("- {value: n, title: N, \(members)}"))))?["body"]?[
                "children"]?[0]
            return rows?["children"]?[0]
        }
        let slider: JSON = ["kind": "slider", "bind": "n", "label": "N", "step": 1]
        #expect(try node("kind: int, range: [0, 100]") == slider)
        #expect(try node("kind: double, range: [0, 5]") == ["kind": "slider", "bind": "n", "label": "N"])
        let field: JSON = [
            "kind": "hstack",
            "children": [
                ["kind": "textField", "bind": "n", "updates": "submit", "label": "N"],
                ["kind": "stepper", "bind": "n", "showsValue": false],
            ],
        ]
        for members in [
            "kind: int, range: [0, 101]", "kind: int, range: [1, 65535]", "kind: int", "kind: double", "kind: int, step: 5",
        ] {
            #expect(try node(members) == field, "\(members)")
        }
        #expect(
            try node("kind: double, range: [0, 5], step: 0.1")
                == ["kind": "slider", "bind": "n", "label": "N", "step": 0.1])
        #expect(try node("kind: double, range: [0, 5], step: 0.01") == field)
    }

    /// The same number can be shown twice: what the first one says need not be said again.
    @Test func aCurveHasTheTitleTheFormatAndTheRangeOfItsGauge() throws {
        let text = panel(
            """
            - {gauge: disk, title: Disk, from: [used], range: [0, 50], format: bytes}
            - sparkline: disk
            - {chart: disk, title: Last hour, format: percent, rows: 3}
            - {value: heat, title: Heat, from: [heat], format: {unit: °C}}
            - sparkline: heat
            """)
        let rows = screen("home", Publication(try expanded(text)))?["body"]?["children"]?[0]?["children"]
        #expect(rows?[1] == ["kind": "sparkline", "bind": "disk", "format": "bytes", "range": [0.0, 50.0], "label": "Disk"])
        #expect(
            rows?[2] == [
                "kind": "chart", "bind": "disk", "format": ["kind": "number", "digits": 0, "unit": "%"], "range": [0.0, 50.0],
                "rows": 3, "label": "Last hour",
            ])
        #expect(rows?[4] == ["kind": "sparkline", "bind": "heat", "format": ["unit": "°C"], "label": "Heat"])
    }

    /// The daemon takes each double for a part of 1.
    @Test(
        arguments: [
            ("gauge: n", "int", "percent"), ("gauge: n, range: [0, 1]", "double", "percent"), ("sparkline: n", "int", "percent"),
            ("gauge: n, range: [0, 200]", "int", "percent"), ("value: n", "int", "percent"),
            ("value: n, range: [0, 1]", "double", "percent"), ("value: n, kind: double", "double", "percent"),
            ("value: n, kind: double, range: [0, 100]", "double", ["kind": "number", "digits": 0, "unit": "%"]),
        ] as [(String, String, JSON)])
    func aPercentIsThatMany_orAPartOfARangeThatEndsAtOne(_ item: String, _ kind: String, _ format: JSON) throws {
        let publication = Publication(try expanded(panel("- {\(item), from: [used], format: percent}")))
        #expect(screen("home", publication)?["body"]?["children"]?[0]?["children"]?[0]?["format"] == format)
        #expect(publication.calls.first { $0.key == "value:n" }?.call.params["kind"]?.stringValue == kind)
    }

    @Test func aPercentThatIsReadIsRounded() throws {
        let things = Thing.all(
            try expanded(panel("- {value: n, from: [used], format: percent}\n- {gauge: g, from: [used], format: percent}")))
        for thing in things {
            var output = OutputTail()
            output.append("42.7\n".utf8)
            #expect(thing.reading(CommandResult(.exited(0), output: output)) == .value(43), "\(thing.id)")
        }
        #expect(things.count == 2)
    }

    @Test func aProgressEndsWithItsRange_orAtAHundred() throws {
        let text = panel("- {progress: copy, from: [copied]}\n- {progress: steps, from: [done], range: [0, 12]}")
        let rows = screen("home", Publication(try expanded(text)))?["body"]?["children"]?[0]?["children"]
        #expect(rows?[0]?["total"] == 100.0 && rows?[1]?["total"] == 12.0)
    }

    @Test func chartsLogsAndColumnsHaveTheirSizes() throws {
        let text = panel(
            """
            - chart: load
              from: [load]
              rows: 3
            - log: l
              follow: [tail]
              rows: 4
            - table: t
              from: [rows]
              columns: [{key: a, weight: 2, alignment: trailing}]
            """)
        let rows = screen("home", Publication(try expanded(text)))?["body"]?["children"]?[0]?["children"]
        #expect(rows?[0] == ["kind": "chart", "bind": "load", "rows": 3, "label": "load"])
        #expect(rows?[1] == ["kind": "log", "bind": "l", "rows": 4])
        #expect(
            rows?[2]?["columns"]?[0] == ["title": "a", "sortable": false, "alignment": "trailing", "weight": 2.0])
    }

    /// A theme is the panel's, until the file has none.
    @Test func aThemeIsSetAndTakenBack() throws {
        let themed = Publication(try expanded("panel: box\ntheme: nord\nscreens: {home: [text: hi]}"))
        #expect(themed.calls[0].call == .init(method: "environment.set", params: ["values": ["theme": "nord"]]))
        let plain = Publication(try expanded("panel: box\nscreens: {home: [text: hi]}"))
        #expect(plain.calls(after: themed) == [.init(method: "environment.set", params: ["values": ["theme": .null]])])
        let colors = try expanded("panel: box\ntheme: {base: nord, accent: '#ff8800'}\nscreens: {home: [text: hi]}")
        #expect(Publication(colors).calls[0].call.params == ["values": ["theme": ["base": "nord", "accent": "#ff8800"]]])
    }

    /// What nobody has chosen is not chosen, and what a command tells is not known before it is read.
    @Test func aPickerBeginsUnselected() throws {
        let text = panel(
            """
            - picker: a/b
              choices: [one, two]
            - picker: c/d
              choices: [one, two]
              status: [which]
            """)
        let components = Publication(try expanded(text)).calls.prefix(2).map { $0.call.params["picker"]?["components"]?[0] }
        #expect(components.map { $0?["optional"] } == [true, true])
    }

    /// A group without options on this machine is left out, and no link shows it.
    @Test func groupsWithoutOptionsAreLeftOut() throws {
        var data = ExpandedPanel.Data()
        data.missing = [.unit("a.service")]
        let text = panel("- group: s\n  options: {a: {unit: a, where: {unit: a.service}}}\n- {link: home, shows: s}")
        let rows = screen("home", Publication(try expanded(text, data)))?["body"]?["children"]?[0]?["children"]
        #expect(rows?[0]?["kind"] == "button")
        #expect(rows?[0]?["bind"] == nil)
    }

    /// The file that `panel new` prints is right on any machine.
    @Test(arguments: [true, false]) func newPanelIsRight(_ hasAll: Bool) {
        let machine = NewPanel.Machine(hasCommand: { _ in hasAll }, hasFile: { _ in hasAll })
        let outcome = parse(NewPanel.text(name: "box", on: machine))
        #expect(!outcome.hasErrors, "\(outcome.problems)")
    }

    @Test func everyCommandIsListed() throws {
        let file = try #require(parse(ParserTests.smallest).file)
        #expect(
            CommandList(file).entries.map { "\($0.owner) \($0.purpose) \($0.text)" } == [
                "services/nginx unit start, stop nginx.service", "services/backup on backup start",
                "services/backup off backup stop", "services/backup status backup is-running",
                "Reboot run systemctl reboot",
            ])
    }
}

@Suite struct ExamplePanelTests {
    /// The panels among the examples have neither errors nor warnings.
    @Test(arguments: ["Box/box.yaml", "Box/menu.yaml", "Whiptail/menu.yaml"]) func examplesAreRight(_ name: String) throws {
        var parts = #filePath.split(separator: "/").dropLast(3).map(String.init)
        parts += ["Sources", "Examples", name]
        let outcome = PanelFiles.parse("/" + parts.joined(separator: "/"))
        #expect(outcome.problems == [])
        #expect(outcome.file != nil)
    }
}

@Suite struct PolkitRuleTests {
    @Test func exactlyTheUnitsOfTheFileAreAllowed() throws {
        let text = panel(
            """
            - group: s
              options:
                a: {unit: nginx}
                b: {unit: backup.timer, also: enable}
                c: {unit: mine.service, user: true}
                d: {on: [x], off: [y]}
                gone: {unit: gone.service}
            """)
        let files = ["nginx.service": "/lib/nginx.service", "backup.timer": "/etc/backup.timer"]
        let rule = PolkitRule.text([try #require(parse(text).file)], user: "bo\"x") { files[$0] }
        #expect(rule.contains(#"var units = {"nginx.service":"/lib/nginx.service","backup.timer":"/etc/backup.timer"};"#))
        #expect(rule.contains(#"polkit.spawn(["/usr/bin/test", "-e", units[unit]])"#))
        // Whoever may start a unit that the machine does not have decides what it is.
        #expect(rule.contains("// Left out: \"gone.service\"."))
        #expect(!rule.contains(#""gone.service":"#))
        #expect(rule.contains("called so"))
        #expect(rule.contains(#"subject.user != "bo\"x")"#))
        #expect(rule.contains("// Not allowed here: enabling and disabling \"backup.timer\"."))
        #expect(!rule.contains("mine.service"))
        #expect(!rule.contains("rows of lists"))
    }

    /// What a command prints does not decide what is permitted.
    @Test func theUnitsOfRowsAreLeftOut_andTheRuleSaysSo() throws {
        let text = panel(
            """
            - section: Units
              items:
                - each: {from: [units], id: id}
                  switch: u/{id}
                  unit: "{id}.service"
            """)
        let rule = PolkitRule.text([try #require(parse(text).file)], user: "box") { _ in nil }
        #expect(rule.contains("var units = {};") && rule.contains("// Left out: the units of the rows of lists."))
    }

    /// Two panels do not overwrite each other's rule.
    @Test func eachPanelHasARuleFileOfItsOwn() throws {
        let one = try #require(parse(panel("- text: a")).file)
        let two = try #require(parse(panel("- text: a").replacing("panel: box", with: "panel: attic")).file)
        func name(_ files: [PanelFile]) -> Substring? {
            PolkitRule.text(files, user: "box") { _ in nil }.firstMatch(of: /"([^"]*\.rules)"/)?.output.1
        }
        #expect(name([one]) == "50-fascia-panel-box.rules" && name([two]) == "50-fascia-panel-attic.rules")
        let both = try #require(name([one, two]))
        #expect(both.contains("box") && both.contains("attic"))
    }
}

/// Rules among the options of a group.
@Suite struct GroupRuleTests {
    private static let file = """
        - group: net
          rules: {exclusive: true, max: 1, requires: {vpn: [wifi], in/a: [in/b]}, excludes: [[wifi, lan], [in/a, 4g]]}
          options:
            wifi: {on: [x], off: [x]}
            lan: {on: [x], off: [x], where: {command: nothing-of-this-name}}
            vpn: {on: [x], off: [x]}
            4g: {on: [x], off: [x]}
            in:
              rules: {max: 1}
              options:
                a: {on: [x], off: [x]}
                b: {on: [x], off: [x]}
            none:
              rules: {max: 1}
              options:
                c: {on: [x], off: [x], where: {command: nothing-of-this-name}}
        """

    private func rules(missing isMissing: Bool) throws -> [JSON?] {
        let file = try #require(parse(panel(Self.file)).file)
        var data = ExpandedPanel.Data()
        if isMissing { data.missing = Requirements(file).all }
        let declared = Publication(ExpandedPanel(file, data)).calls.map(\.call).first { $0.method == "toggle.declare" }
        let group = declared?.params["group"]
        let options = group?["options"]?.arrayValue ?? []
        #expect(options.contains { $0["id"] == "none" } == !isMissing, "without options it would be a switch")
        return [group?["rules"], options.first { $0["id"] == "in" }?["rules"]]
    }

    @Test func theyAreDeclared() throws {
        let all = try rules(missing: false)
        #expect(all[0]?["exclusive"] == true && all[0]?["max"] == 1)
        #expect(all[0]?["requires"] == ["vpn": ["wifi"], "in/a": ["in/b"]])
        #expect(all[0]?["excludes"] == [["wifi", "lan"], ["in/a", "4g"]])
        #expect(all[1]?["max"] == 1)
    }

    @Test func whatThisMachineLacksIsInNone() throws {
        #expect(try rules(missing: true)[0]?["excludes"] == [["in/a", "4g"]])
    }
}
