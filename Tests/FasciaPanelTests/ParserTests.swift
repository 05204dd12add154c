import FasciaDocument
import Glibc
import TestSupport
import Testing

@testable import FasciaPanel

@Suite struct ParserTests {
    static let smallest = """
        panel: box
        title: The box
        screens:
          home:
            - group: services
              title: Services
              options:
                nginx:  {unit: nginx.service}
                backup: {on: [backup, start], off: [backup, stop], status: [backup, is-running]}
            - link: network
            - button: Reboot
              confirm: Reboot the box now?
              run: [systemctl, reboot]
          network: []
        """

    @Test func theSmallestUsefulPanel() throws {
        let outcome = parse(ParserTests.smallest)
        #expect(outcome.problems == [])
        let file = try #require(outcome.file)
        #expect(file.title == "The box")
        #expect(file.screens.map(\.id) == ["home", "network"])
        let declarations = Declarations(file)
        #expect(declarations.switches.map(\.id) == ["services/nginx", "services/backup"])
        #expect(declarations.switches[0].option.binding.unit?.name == "nginx.service")
        #expect(declarations.switches[1].option.binding.on?.text == "backup start")
        guard case .button(let button) = file.screens[0].items[2].content, case .run(let run) = button.action else {
            Issue.record("no button")
            return
        }
        #expect(button.question == "Reboot the box now?")
        #expect(run.text == "systemctl reboot")
    }

    @Test func everyKindOfItem() {
        let text = panel(
            """
            - switch: net/wifi
              on: [nmcli, radio, wifi, on]
              off: [nmcli, radio, wifi, off]
              status: {shell: "nmcli radio wifi | grep -q enabled"}
              says: {match: enabled}
              every: 10s
              while: seen
              timeout: 1m
              settle: 500ms
              retry: true
              revert: {within: 60s}
              lock: network
            - picker: clock/zone
              choices: {from: [timedatectl, list-timezones], every: 1h}
              set: [timedatectl, set-timezone, "{value}"]
              status: [timedatectl, show, --value, --property=Timezone]
            - picker: clock/format
              title: Format
              choices: [12, {id: 24h, label: 24 hours}]
            - value: host
              title: Host name
              pattern: "[a-z][a-z0-9-]*"
              set: [hostnamectl, hostname, --, "{value}"]
            - value: volume
              kind: int
              range: [0, 100]
              step: 5
              set: [volume, "--level={value}"]
            - section: Machine
              items:
                - gauge: disk
                  from: [disk-usage]
                  every: 1m
                - progress: update
                - sparkline: load
                  from: [load]
                - divider
                - text: Hello
                  shown: value:load > 0.5
            - log: journal
              unit: nginx.service
            - table: disks
              from: [lsblk, --json]
              columns: [name, {key: size, title: Size}]
              each:
                - button: Eject
                  run: [eject, "--device={name}"]
            - each: {from: [units], id: name}
              switch: units/{name}
              unit: "{name}"
            - button: Update
              run: [apt-get, upgrade]
              type: yes
              reason: required
              role: destructive
              enabled: not option:net/wifi
              because: Only by cable.
              where: [{command: apt-get}, {file: /etc/apt}]
            - node: {kind: text, text: hi}
            """)
        let outcome = parse(text)
        #expect(
            outcome.problems.map(\.description) == [
                "box.yaml:37:11: warning: nothing in this file declares the value \"update\""
            ])
        guard let file = outcome.file, case .toggle(let item) = file.screens[0].items[0].content else {
            Issue.record("no switch")
            return
        }
        #expect(item.binding.settle == .milliseconds(500))
        #expect(item.binding.revertWithin == .seconds(60))
        #expect(item.binding.says == .match("enabled"))
        #expect(item.binding.status?.isShell == true)
        #expect(item.binding.retry && item.binding.isPolledOnlyWhileSeen)
        #expect(file.screens[0].items.last?.content == .node(["kind": "text", "text": "hi"]))
    }

    /// All errors are reported at once, each with its place.
    @Test func twentyErrors() {
        let text = """
            pannel: box
            screens:
              home:
                - grup: services
                - swich: services/nginx
                - switch: nginx
                - switch: services/web
                  on: systemctl start web
                  of: [systemctl, stop, web]
                - value: host
                  kind: txt
                - value: level
                  kind: int
                  range: [100, 0]
                  step: much
                - button: Reboot
                - button: Off
                  run: [poweroff]
                  tap: {push: home}
                  timeout: 5 years
                - text: one
                  link: two
                - gauge: disk
                  from: [df, "--{value}"]
                - picker: zone/name
                  choices: {form: [zones]}
                  set: [sh, -c, "{value}"]
                - text: here
                  shown: opinion:x
                - each: {from: [rows]}
                  switch: x/{name}
                - section: Empty
                - value: name
                  pattern: "["
                - value: password
                  secret: yes
                  set: [passwd, "{value}"]
            """
        let found = problems(text)
        let expected = [
            "1:1: error: the key \"panel\" is missing",
            "1:1: error: unknown key \"pannel\" here: expected one of panel, title, theme, include, screens, rules, atMost: did you mean \"panel\"?",
            "4:7: error: unknown kind of item \"grup\": expected one of",
            "5:7: error: unknown kind of item \"swich\"",
            "6:15: error: expected an id of two parts, such as services/nginx, found \"nginx\"",
            "8:11: error: expected a command as a list, such as [systemctl, reboot], found \"systemctl start web\": did you mean [systemctl, start, web]?",
            "9:7: error: unknown key \"of\" of a switch",
            "11:13: error: expected one of text, int, double, bool, found \"txt\": did you mean \"text\"?",
            "14:14: error: write the lowest number first: [0, 100]",
            "15:13: error: expected a number, found \"much\"",
            "16:7: error: expected either run or tap, found neither",
            "17:7: error: expected either run or tap, found both",
            "20:16: error: expected a time such as 500ms, 60s, 5m or 2h, found \"5 years\"",
            "22:7: error: an item is one of text and link, not both: is a \"-\" missing before it?",
            "24:18: error: {value} must be a whole argument, or stand at the end after \"=\", found \"--{value}\"",
            "26:16: error: the key \"from\" is missing",
            "26:17: error: unknown key \"form\" here: expected one of from, every: did you mean \"from\"?",
            "27:21: error: {value} would be run as a program after sh -c",
            "29:14: error: expected a condition such as option:ID",
            "30:13: error: the key \"id\" is missing",
            "32:7: error: the key \"items\" is missing",
            "34:16: error: expected a regular expression, found \"[\"",
            "37:21: error: a secret is never an argument",
        ]
        #expect(found.count >= expected.count)
        for message in expected { #expect(found.contains { $0.hasPrefix(message) }, "\(message)") }
    }

    @Test(arguments: [
        ("panel: [", "1:8: error: close the bracket that begins here"), ("", "1:1: error: expected a panel, found an empty file"),
        ("- a", "1:1: error: expected a mapping with panel"),
        ("panel: a\npanel: b", "1:1: error: the key \"panel\" occurs twice"),
        (String(repeating: "[", count: 100_000), "1:1: error: expected at most 100 levels"),
        (String(repeating: "- ", count: 100_000), "1:1: error: expected at most 100 levels"),
        (
            "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]", "expected at most 100000 parts"
        ),
        ("panel: \u{1}", "not YAML"),
    ])
    func invalidPanelFilesAreRefused(_ text: String, _ message: String) {
        let found = problems(text)
        #expect(!found.isEmpty)
        #expect(found.first?.contains(message.drop { $0.isNumber || $0 == ":" }) == true, "\(found)")
    }

    @Test(arguments: [
        ("theme: nrd", "1:8: error: expected default, highContrast"),
        ("theme: {base: nord, accent: orange-ish}", "1:29: error: expected"),
        ("theme: {acent: '#ff8800'}", "1:16: error: expected base or a role"),
    ])
    func invalidThemesAreRefused(_ text: String, _ message: String) {
        let found = problems(text + "\npanel: box")
        #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
    }

    @Test func aValueIsEitherReadOrSet() {
        #expect(
            problems(panel("- value: a\n  from: [a]\n  set: [b]"))
                == ["4:7: error: expected either from, or set and status, found from and set"])
        #expect(problems(panel("- link: home\n  shows: lmp\n- {switch: lamp/a, unit: a}")).first?.contains("lmp") == true)
    }

    @Test func misspeltNamesOfThingsAreErrorsAndForeignOnesWarnings() {
        let text = panel(
            """
            - group: services
              options: {nginx: , web: {options: {php: }}}
            - switch: services/ngnix
            - switch: services/web/php
            - switch: lamps/desk
            - link: hme
            """)
        #expect(
            problems(text) == [
                "6:7: error: there is no switch \"services/ngnix\": did you mean \"services/nginx\"?",
                "8:7: warning: nothing in this file declares the switch \"lamps/desk\"",
                "9:7: error: there is no screen \"hme\": did you mean \"home\"?",
            ])
    }

    @Test func aTemplateOfAUnitIsAWarning() {
        let text = panel("- switch: vpn/home\n  unit: wg-quick@\n- switch: vpn/work\n  unit: wg-quick@work.service")
        #expect(
            problems(text) == [
                "5:13: warning: \"wg-quick@\" is a template, which cannot be started: name an instance, such as "
                    + "wg-quick@one.service"
            ])
    }

    @Test func thingsAreDeclaredOnce() {
        let text = panel(
            """
            - switch: a/b
              unit: one
            - group: a
              options: {b: {unit: two}}
            - value: v
              kind: int
            - value: v
              kind: text
            - value: v
            """)
        let found = problems(text)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.contains("is declared twice") })
    }

    @Test func buttonsThatCannotBeToldApartAreErrors() {
        let text = panel(
            """
            - {button: Go, run: [one]}
            - {button: Go, run: [one]}
            - section: Inside
              items: [{button: go, run: [two]}]
            - {button: Go, confirm: Really?, run: [one]}
            - {button: Update, where: {command: apt}, run: [apt, upgrade]}
            - {button: Update, where: {command: dnf}, run: [dnf, upgrade]}
            - table: disks
              from: [disks]
              columns: [name]
              each: [{button: Eject, run: [eject, "{name}"]}, {button: Eject, run: [umount, "{name}"]}]
            - table: sticks
              from: [sticks]
              columns: [name]
              each: [{button: Eject, run: [udisksctl, "{name}"]}]
            - {each: {from: [units], id: name}, button: "{name}", run: [start, "{name}"]}
            """)
        func problem(_ place: String, _ title: String, _ first: String, line: Int) -> String {
            "\(place): error: the button \"\(title)\" cannot be told from \"\(first)\" (box.yaml, line \(line)), "
                + "which does something else: give one of them another title"
        }
        #expect(
            problems(text) == [
                problem("7:15", "go", "Go", line: 4), problem("8:7", "Go", "Go", line: 4),
                problem("14:55", "Eject", "Eject", line: 14),
            ])
    }

    @Test func includedFilesAddTheirScreens() {
        let outcome = parse(
            "panel: box\ninclude: [more.yaml]\nscreens: {home: [link: other]}",
            including: ["more.yaml": "panel: more\nscreens: {other: [text: hi]}"])
        #expect(outcome.problems == [])
        #expect(outcome.file?.screens.map(\.id) == ["home", "other"])
        #expect(outcome.file?.files == ["box.yaml", "more.yaml"])
        #expect(problems("panel: box\ninclude: [gone.yaml]") == ["2:11: error: cannot read gone.yaml"])
        #expect(
            problems("panel: box\ninclude: [box.yaml, m.yaml]", including: ["m.yaml": "panel: m\nscrens: {}"]).first?
                .hasPrefix("m.yaml:2:1: error: unknown key \"screns\"") == true)
    }

    @Test(
        arguments: [
            ("option:a/b == true", ["toggle": "a/b", "is": "on"]), ("option:a/b == off", ["toggle": "a/b", "is": "off"]),
            ("not  option:a/b == mixed", ["toggle": "a/b", "is": "mixed", "not": true]),
            (" value:a  ==  two  words ", ["value": "a", "is": "two  words"]),
            ("value:a == yes", ["value": "a", "is": "yes"]), ("not value:a != 5", ["value": "a", "is": 5, "not": false]),
            ("value:a < 5", ["value": "a", "below": 5.0]), ("not value:a", ["value": "a", "not": true]),
        ] as [(String, JSON)])
    func aConditionIsWhatItSays(_ text: String, _ condition: JSON) throws {
        #expect(try .object(ConditionText.parse(text)) == condition)
    }

    @Test(arguments: ["", "not", "not not option:a", "option:", "value:a ==", "value:a is 3", "value:a > x", "a == b"])
    func whatIsNoConditionIsRefused(_ text: String) {
        #expect(throws: ConditionText.Refusal.self) { try ConditionText.parse(text) }
    }

    @Test func aTagForTextsMakesATextOfANumber() {
        let outcome = parse(panel("- node: {kind: text, text: !!str 8080}"))
        guard case .node(let node)? = outcome.file?.screens[0].items[0].content else {
            Issue.record("\(outcome.problems)")
            return
        }
        #expect(node["text"] == "8080")
    }

    /// By whatever paths it is included: files of different directories may include each other.
    @Test func aFileIsReadOnce() throws {
        let directory = try TemporaryDirectory()
        for name in ["one", "two"] { mkdir(directory[name], 0o700) }
        let first = try directory.write(
            "panel: a\ninclude: [../two/b.yaml, ./c.yaml]\nscreens: {home: [text: a]}", to: "one/a.yaml")
        let second = try directory.write(
            "panel: b\ninclude: [../one/a.yaml, ../one/c.yaml, d.yaml]\nscreens: {b: [text: b]}", to: "two/b.yaml")
        try directory.write("panel: c\nscreens: {c: [text: c]}", to: "one/c.yaml")
        symlink(second, directory["two/d.yaml"])
        let outcome = PanelFiles.parse(first)
        #expect(outcome.problems == [])
        #expect(outcome.file?.screens.map(\.id) == ["home", "b", "c"])
    }

    /// Whatever bytes a file has, it is read or refused: no prefix of a file crashes the parser.
    @Test func halfEditedFiles() {
        for count in 0..<ParserTests.smallest.count {
            let outcome = parse(String(ParserTests.smallest.prefix(count)))
            #expect(outcome.file != nil || !outcome.problems.isEmpty)
        }
    }

    @Test func everyKeyIsDocumentedAndInTheSchema() throws {
        let definitions = try #require(PanelSchema.json["$defs"]?.objectValue)
        for name in KeyTable.Name.allCases {
            let table = KeyTable[name]
            #expect(!table.keys.isEmpty && !table.summary.isEmpty)
            let properties = definitions[name.rawValue]?["properties"]
            for key in table.keys {
                #expect(properties?[key.name]?["description"] == .string(key.summary))
                #expect(PanelSchema.documentation.contains("| `\(key.name)` |"))
            }
        }
    }
}
