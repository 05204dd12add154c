import FasciaProcess
import FasciaYAML
import Testing

@testable import FasciaPanel

@Suite struct CommandTemplateTests {
    private func template(_ words: [String], hasRow: Bool = false, isSecret: Bool = false) -> (CommandTemplate?, [String]) {
        let position = Position(file: "f")
        let source = Source(
            content: .list(words.map { Source(content: .scalar($0, isPlain: false), position: position) }), position: position)
        var parser = TemplateParser(hasRow: hasRow, isSecret: isSecret)
        let template = parser.template(source)
        return (template, parser.problems.map(\.message))
    }

    static let malicious = [
        "; rm -rf /", "$(x)", "`x`", "-rf", "--force", "-", "--", "a\nb", "'", "\"", "\\", "a b", "*", "~", "${HOME}", "{id}",
        "{value}",
        "", "=", "a=b", "\u{1b}[2J", "\0", "a\0-rf", "ü", String(repeating: "A", count: 65_536),
    ]

    /// No value changes the number of arguments, any other argument, or becomes an option.
    @Test(arguments: [
        ["set", "{value}"], ["set", "--to={value}"], ["set", "--", "{value}"], ["set", "{id}", "{old}", "x={value}"],
        ["set", "--a", "{value}", "--b"],
    ])
    func noValueChangesTheArguments(_ words: [String]) throws {
        let (made, problems) = template(words)
        #expect(problems == [])
        let template = try #require(made)
        var values = CommandTemplateTests.malicious
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let pieces = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                CommandTemplateTests.malicious.filter { $0.count < 20 }.randomElement(using: &generator) ?? ""
            }
            values.append(pieces.joined())
        }
        for value in values {
            let command: ProcessCommand
            do throws(CommandRefusal) {
                command = try template.command(["value": value, "old": value, "id": "a/b"])
            } catch {
                let isOption =
                    value.hasPrefix("-") && words.contains { $0 == "{value}" || $0 == "{old}" } && !words.contains("--")
                #expect(value.contains("\0") || isOption, "\(value)")
                continue
            }
            #expect(command.arguments.count == words.count)
            #expect(command.environment == [:] && command.input == [])
            for (word, argument) in zip(words, command.arguments) {
                switch word {
                case "{value}", "{old}":
                    #expect(argument == value)
                    #expect(!argument.hasPrefix("-") || words.contains("--"))
                case "{id}": #expect(argument == "a/b")
                case let word where word.hasSuffix("{value}"): #expect(argument == word.dropLast(7) + value)
                default: #expect(argument == word)
                }
            }
        }
    }

    @Test(arguments: [
        (["{value}"], "the program must be written out"), (["sh", "-c", "{value}"], "would be run as a program"),
        (["sh", "-c", "echo {value}"], "must be a whole argument"), (["x", "a{value}"], "must be a whole argument"),
        (["x", "--a={value}b"], "must be a whole argument"), ([], "expected a program"),
        (["x", "{vlaue}"], "there is no {vlaue}: did you mean {value}?"),
        (["awk", "{print $1}"], nil),
        // What the program before it would run, also behind another one.
        (["bash", "-ec", "{value}"], "would be run as a program after bash -ec"),
        (["/usr/bin/python3.11", "-u", "-c", "{value}"], "would be run as a program after python -c"),
        (["docker", "exec", "web", "sh", "-c", "{value}"], "would be run as a program after sh -c"),
        (["bash", "-o", "pipefail", "-c", "{value}"], "would be run as a program after bash -c"),
        (["perl", "-ne", "{value}"], "would be run as a program after perl -ne"),
        (["node", "--eval={value}"], "would be run as a program after node --eval"),
        (["mysql", "-u", "root", "-e", "{value}"], "would be run as a program after mysql -e"),
        (["su", "pi", "-c", "{value}"], "would be run as a program after su -c"),
        // What means something else to the program before it.
        (["test", "-e", "{value}"], nil), (["[", "-e", "{value}", "]"], nil), (["grep", "-e", "{value}", "f"], nil),
        (["ping", "-c", "{value}", "host"], nil), (["head", "-c", "{value}", "f"], nil),
        (["bash", "script", "-c", "{value}"], nil),
        (["python3", "tool.py", "-c", "{value}"], nil), (["sh", "-e", "script", "{value}"], nil),
        (["nice", "test", "-e", "{value}"], nil), (["tool", "--command", "{value}"], nil),
    ])
    func templatesThatAreRefused(_ words: [String], _ message: String?) {
        let found = template(words).1
        if let message { #expect(found.count == 1 && found[0].contains(message), "\(found)") } else { #expect(found.isEmpty) }
    }

    @Test(arguments: [
        (["df", "-h", "|", "tail"], true), (["a", "&&", "b"], true), (["a", ">", "/dev/null"], true), (["a", "&"], true),
        (["[", "-e", "a", "]", "||", "touch", "a"], true),
        (["cut", "-d", ";", "f"], false), (["tr", "|", "x"], false),
        (["expr", "1", "|", "2"], false), (["[", "b", "<", "a", "]"], false), (["grep", "-c", ">", "f"], false),
        (["sort", "--field-separator", "|", "f"], false), (["|", "a"], false),
    ])
    func signsOfAShell(_ words: [String], _ isForAShell: Bool) {
        let found = template(words).1
        #expect(found.contains { $0.contains("without a shell it is only an argument") } == isForAShell, "\(found)")
    }

    @Test func misspeltAnswersAreFound() {
        let position = Position(file: "f")
        func problems(_ word: String) -> [String] {
            let words = ["touch", word].map { Source(content: .scalar($0, isPlain: false), position: position) }
            var parser = TemplateParser(places: CommandTemplate.names + ["user"])
            _ = parser.template(Source(content: .list(words), position: position))
            return parser.problems.map(\.message)
        }
        #expect(problems("{usr}") == ["there is no {usr}: did you mean {user}?"])
        #expect(problems("{user}") == [] && problems("{print}") == [])
    }

    @Test func bracesOfOtherProgramsMeanNothing() throws {
        let (made, problems) = template(["awk", "{print $1}", "{print}", "{}", "{{x}}"])
        #expect(problems == [])
        #expect(try made?.command().arguments == ["awk", "{print $1}", "{print}", "{}", "{{x}}"])
    }

    @Test func rowsStandForTheirMembers() throws {
        var template = try #require(template(["eject", "--device={name}", "{print $1}"], hasRow: true).0)
        template.row = ["name": "sda; reboot"]
        #expect(try template.command().arguments == ["eject", "--device=sda; reboot", "{print $1}"])
        template.row = [:]
        #expect(throws: CommandRefusal(message: "there is no {name} for eject")) { try template.command() }
    }

    @Test func shellGetsValuesInItsEnvironmentOnly() throws {
        let position = Position(file: "f")
        var parser = TemplateParser()
        let source = Source(
            content: .mapping([
                .init(
                    key: "shell", keyPosition: position,
                    value: Source(content: .scalar("echo \"$FASCIA_VALUE\" {value}", isPlain: true), position: position))
            ]), position: position)
        let made = parser.template(source)
        let template = try #require(made)
        #expect(
            parser.problems.map(\.message) == ["write \"$FASCIA_VALUE\" in the script: {value} stays as it is there"])
        let command = try template.command(["value": "; rm", "id": "x"])
        #expect(command.arguments == ["/bin/sh", "-c", "echo \"$FASCIA_VALUE\" {value}"])
        #expect(command.environment == ["FASCIA_VALUE": "; rm", "FASCIA_ID": "x"])
        #expect(throws: CommandRefusal.self) { try template.command(["value": "\0"]) }
    }

    @Test func secretsGoToStandardInput() throws {
        let (_, problems) = template(["passwd", "{value}"], isSecret: true)
        #expect(problems.first?.contains("a secret is never an argument") == true)
        let command = try #require(template(["passwd", "{id}"], isSecret: true).0).command(["id": "wifi"], secret: "s3cret")
        #expect(command.arguments == ["passwd", "wifi"])
        #expect(command.environment == [:])
        #expect(command.input == Array("s3cret".utf8))
    }
}

/// The variables in which a script gets the members of its row.
@Suite struct RowVariableTests {
    private func environment(_ row: [String: String], _ script: String = "true", _ values: [String: String] = [:]) throws
        -> [String: String]
    {
        var template = CommandTemplate(
            arguments: ["/bin/sh", "-c", script].map { .literal($0) }, isShell: true, position: Position(file: "box.yaml"))
        template.row = row
        return try template.command(values).environment
    }

    @Test func noMemberReplacesWhatProgramsRead() throws {
        #expect(
            try environment(["socket": "/tmp/evil", "plugin path": "x", "name": "a"], "true", ["value": "1"]) == [
                "FASCIA_NAME": "a", "FASCIA_VALUE": "1",
            ])
        #expect(try environment(["Value": "2"], "true", ["value": "1"]) == ["FASCIA_VALUE": "1"])
    }

    @Test func aScriptWithoutAWordOfItsRowIsRefused() throws {
        let script = "echo \"S [$FASCIA_2]\""
        #expect(try environment(["line": "one two", "1": "one", "2": "two"], script)["FASCIA_2"] == "two")
        #expect(throws: CommandRefusal(message: "the row has nothing for $FASCIA_2 in the script")) {
            try environment(["line": "x", "1": "x"], script)
        }
        #expect(try environment(["line": "x", "1": "x"], "echo ${FASCIA_2:-none} $FASCIA_SOCKET").count == 2)
    }

    @Test func twoMembersAreNeverOneVariable() throws {
        #expect(try environment(["a-b": "1"]) == ["FASCIA_A_B": "1"])
        for other in ["a.b", "a_b"] {
            #expect(try environment(["a-b": "1", other: "2"], "env") == [:])
            let refusal = #expect(throws: CommandRefusal.self) {
                try environment(["a-b": "1", other: "2"], "echo \"$FASCIA_A_B\"")
            }
            #expect(
                refusal?.message
                    == "rename a-b or \(other) of the row: they would be the same variable $FASCIA_A_B, and the script gets none of them"
            )
        }
    }

    /// What docker prints has a State.
    @Test func aMemberReplacesNothingThatFasciaReads() throws {
        let row = ["State": "running", "host": "attic", "uid": "0"]
        #expect(try environment(row) == ["FASCIA_STATE": "running", "FASCIA_HOST": "attic", "FASCIA_UID": "0"])
        for name in ["preseed", "timeout", "act-for", "client", "ask_here", "mouse", "patience", "socket", "reason"] {
            #expect(try environment([name: "x"]) == [:])
            let variable = "FASCIA_" + CommandTemplate.variable(name)
            #expect(
                throws: CommandRefusal(
                    message:
                        "rename \(name) of the row: fascia reads the variable $\(variable) itself, and the script does not get it"
                )
            ) { try environment([name: "x"], "echo \"$\(variable)\"") }
        }
    }

    @Test(arguments: [
        ("host", nil), ("state", nil),
        ("timeout", "a script has timeout as $FASCIA_TIMEOUT, which fascia reads itself: choose another name"),
        ("a_b", "a script would have a-b and a_b as the same variable $FASCIA_A_B: choose another name"),
    ])
    func aFieldIsAVariableOfItsOwn(_ name: String, _ problem: String?) {
        let all = parse(panel("- button: Add\n  ask: [{name: a-b}, {name: \(name)}]\n  run: {shell: env}")).problems
        #expect(all.map(\.message) == [problem].compactMap { $0 })
        let without = parse(
            panel("- button: Add\n  ask: [{name: a-b}, {name: \(name)}]\n  run: [echo, \"{a-b}\", \"{\(name)}\"]"))
        #expect(without.problems == [], "there is no script")
    }

    /// A script may print all of its variables without naming them.
    @Test(arguments: [
        "- each: {from: [rows], id: id}\n  button: Go {id}\n  run: {shell: env}",
        "- table: t\n  from: [rows]\n  columns: [id]\n  each: [{button: \"Go {id}\", run: {shell: env}}]",
    ])
    func membersThatAScriptDoesNotGetAreWarnedOfOnce(_ items: String) throws {
        let file = try #require(parse(panel(items)).file)
        var data = ExpandedPanel.Data()
        let source = try #require(RowSources(file, missing: []).sources.first)
        data.rows[source.command] = ["x", "y"].map { ["id": $0, "a-b": "1", "a_b": "2"] }
        #expect(
            ExpandedPanel(file, data).warnings.map(\.message) == [
                "rename a-b or a_b of the row: they would be the same variable $FASCIA_A_B, and the script gets none of them"
            ])
    }
}

@Suite struct StatusReaderTests {
    private func result(_ end: CommandResult.End, _ text: String = "") -> CommandResult {
        var output = OutputTail()
        output.append(text.utf8)
        return CommandResult(end, output: output)
    }

    @Test func theExitStatusTellsTheStateOfASwitch() {
        #expect(StatusReader.toggle(result(.exited(0)), nil) == .value(true))
        for status: Int32 in [1, 3] { #expect(StatusReader.toggle(result(.exited(status)), nil) == .value(false)) }
        for end: CommandResult.End in [
            .exited(2), .exited(127), .signalled(9), .timedOut(.seconds(1)), .notStarted("gone"), .cancelled,
        ] {
            guard case .unknown(let reason) = StatusReader.toggle(result(end), nil) else {
                Issue.record("\(end) is known")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func theOutputTellsTheState() {
        #expect(StatusReader.toggle(result(.exited(0), "enabled\n"), .match("^enabled")) == .value(true))
        #expect(StatusReader.toggle(result(.exited(1), "disabled\n"), .match("^enabled")) == .value(false))
        #expect(StatusReader.toggle(result(.exited(0), "Active\n"), .text) == .value(true))
        #expect(StatusReader.toggle(result(.exited(0), "{\"on\": false}"), .json) == .value(false))
        #expect(StatusReader.toggle(result(.exited(1), "inactive\n"), .text) == .unknown("exit status 1: inactive"))
        #expect(StatusReader.toggle(result(.exited(4)), .text) == .unknown("exit status 4"))
        #expect(StatusReader.toggle(result(.exited(0), "maybe"), .text) == .unknown("expected on or off, found \"maybe\""))
        #expect(StatusReader.value(result(.exited(0), " Europe/Rome\n"), nil, .text) == .value("Europe/Rome"))
        #expect(StatusReader.value(result(.exited(0), "level 42 of 100"), .match("level ([0-9]+)"), .int) == .value(42))
        #expect(StatusReader.value(result(.exited(0), "{\"value\": 1.5}"), .json, .double) == .value(1.5))
        #expect(StatusReader.value(result(.exited(1), "42"), nil, .int) == .unknown("42"))
        #expect(StatusReader.value(result(.exited(0), "x"), nil, .int) == .unknown("expected an integer, found \"x\""))
    }

    @Test func aPatternMatchesTheOutputWithoutItsLineEnd() {
        #expect(StatusReader.toggle(result(.exited(0), "0\n"), .match("^0$")) == .value(true))
        #expect(StatusReader.toggle(result(.exited(0), "1\n"), .match("^0$")) == .value(false))
        #expect(StatusReader.value(result(.exited(0), "Volume 40%\n"), .match(#"(\d+)%$"#), .int) == .value(40))
    }

    /// Only the end of an output is kept: what is not found there may have stood before it, and a line may be half of one.
    @Test func anOutputWhoseBeginningIsMissingTellsNothing() {
        var output = OutputTail(limit: 4)
        output.append("found\n1\n 2 \n".utf8)
        let long = CommandResult(.exited(0), output: output)
        let unknown = StatusReading.unknown("the output is over 64 KiB")
        #expect(output.isShortened)
        #expect(StatusReader.toggle(long, .match("found")) == unknown)
        for says in [nil, .text, .json, .match("[0-9]+")] as [ThingBinding.Says?] {
            #expect(StatusReader.value(long, says, .int) == unknown)
        }
        #expect(StatusReader.toggle(long, nil) == .value(true))
        #expect(throws: CommandRefusal(message: "the output is longer than 4 MiB")) { try RowReader.rows(long) }
    }

    @Test func blankLinesAreNoRows() throws {
        #expect(try RowReader.rows(result(.exited(0), "a\n\n  \n\t\r\nb\n")).map { $0["line"] } == ["a", "b"])
    }

    /// As a state is read, which must be one of them.
    @Test func rowsAreReadAsStatesAre() throws {
        let text = "\u{FEFF} main \r\n  dev\t\n"
        #expect(try RowReader.rows(result(.exited(0), text)).map { $0["line"] } == ["main", "dev"])
        #expect(StatusReader.value(result(.exited(0), "\u{FEFF}main\n"), nil, .text) == .value("main"))
        #expect(try RowReader.rows(result(.exited(0), "eth0\0wlan0\0")).map { $0["line"] } == ["eth0", "wlan0"])
        #expect(
            try RowReader.rows(result(.exited(0), "\u{FEFF}[\"a\", null, {\"id\": null}]")).map { $0["id"] } == ["a", "", ""])
        #expect(StatusReader.value(result(.exited(0), "null"), .json, .text) == .unknown("the output is null"))
        #expect(StatusReader.value(result(.exited(0), "{\"value\": null}"), .json, .text) == .unknown("the output is null"))
    }

    @Test func rowsAreJSONOrLines() throws {
        #expect(
            try RowReader.rows(result(.exited(0), "{\"all\": [{\"name\": \"sda\", \"size\": 4}]}")) == [
                ["name": "sda", "size": "4"]
            ])
        #expect(try RowReader.rows(result(.exited(0), "[\"a\"]")) == [["line": "a", "id": "a"]])
        #expect(try RowReader.rows(result(.exited(0), "/ ext4\n")) == [["line": "/ ext4", "1": "/", "2": "ext4"]])
        #expect(try RowReader.rows(result(.exited(0))) == [])
        #expect(throws: CommandRefusal.self) { try RowReader.rows(result(.exited(1), "[]")) }
    }

    /// As `service --status-all`, `ps` and `dmesg` print them.
    @Test(arguments: ["[ + ]  ssh\n[ - ]  cron", "[kthreadd]\nbash", "[a]\n[b]", "[    0.00] Linux version 6", "{a} b", "[1] 2"])
    func aLineInBracketsIsALine(_ text: String) throws {
        #expect(
            try RowReader.rows(result(.exited(0), " " + text)).map { $0["line"] } == text.split(separator: "\n").map(String.init))
    }

    @Test(arguments: ["[", "{", "[{", "{\"", "[\"", "[{\"id\": 1},]", "[] x", "{} x", "[[1,", "[ \n {'id': 1}]"])
    func whatBeginsAsJSONAndIsNoneIsRefused(_ text: String) {
        #expect(throws: CommandRefusal(message: "the output begins as JSON, but is not JSON")) {
            try RowReader.rows(result(.exited(0), text))
        }
    }

    @Test func aNumberThatFitsInNoTypeIsItsDigits() throws {
        let text = #"[{"id": "a"}, {"id": 18446744073709551615, "n": -1e400}]"#
        #expect(try RowReader.rows(result(.exited(0), text)) == [["id": "a"], ["id": "18446744073709551615", "n": "-1e400"]])
        #expect(
            StatusReader.value(result(.exited(0), "{\"value\": 18446744073709551615}"), .json, .double) == .value(.double(0x1p64))
        )
    }

    @Test func theRowsOfAnObjectAreItsObjects() throws {
        let text = #"{"warnings": [], "tags": ["x"], "items": [{"id": "a"}]}"#
        #expect(try RowReader.rows(result(.exited(0), text)) == [["id": "a"]])
        #expect(try RowReader.rows(result(.exited(0), #"{"count": 0, "items": []}"#)) == [])
        #expect(try RowReader.rows(result(.exited(0), #"{"names": ["a"]}"#)).map { $0["id"] } == ["a"])
    }

    /// A variable outside of quotes is taken apart by the shell.
    @Test(arguments: [
        ("echo $FASCIA_VALUE", true), ("echo \"a\" ${FASCIA_ID}", true), ("echo \"$FASCIA_VALUE\"", false), ("df | tail", false),
    ])
    func unquotedVariablesAreWarnedOf(_ script: String, _ isWarnedOf: Bool) {
        let found = problems(panel("- button: Go\n  run: {shell: '\(script)'}"))
        #expect(found.contains { $0.contains("takes $FASCIA") } == isWarnedOf, "\(found)")
    }

    @Test func quotingIsReadAsTheShellReadsIt() {
        let unquoted = [
            #"tr -d "\"" <in; touch $FASCIA_VALUE"#, #"echo \" $FASCIA_VALUE"#, #"echo "$(echo $FASCIA_VALUE)""#,
            #"echo `echo $FASCIA_VALUE`"#, #"echo a=$FASCIA_VALUE"#, #"echo 'it' $FASCIA_VALUE"#,
            #"echo $((1 + 2)) ${FASCIA_VALUE}"#,
            "cat <<E\n$FASCIA_VALUE\nE\necho $FASCIA_VALUE", "echo \\\\$FASCIA_VALUE", "# it's\necho $FASCIA_VALUE",
            #"(cd x; ls $FASCIA_VALUE)"#, #"echo "a"$FASCIA_VALUE"#, #"if true; then ls $FASCIA_VALUE; fi"#,
        ]
        for script in unquoted { #expect(ScriptQuoting.unquoted(script) == "FASCIA_VALUE", "\(script)") }
        let quoted = [
            #"tr -d "\"" <in; echo "$FASCIA_VALUE""#, #"echo "\"$FASCIA_VALUE\"""#, #"echo "$(echo "$FASCIA_VALUE")""#,
            #"echo '$FASCIA_VALUE'"#, #"x=$FASCIA_VALUE; echo "$x""#, #"LANG=C x=$FASCIA_VALUE make"#, #"echo \$FASCIA_VALUE"#,
            "cat <<E\n$FASCIA_VALUE\nE", "cat <<-'E' | tr a b\n\t$FASCIA_VALUE\n\tE\ntrue", "# $FASCIA_VALUE",
            "echo ${#FASCIA_VALUE}",
            #"echo $((FASCIA_VALUE + $FASCIA_VALUE))"#, #"if y=$FASCIA_VALUE; then :; fi"#, #"(x=$FASCIA_VALUE)"#, "'", "\"",
            "\\", "$(", "<<",
            #"echo "`echo "$FASCIA_VALUE"`""#,
        ]
        for script in quoted { #expect(ScriptQuoting.unquoted(script) == nil, "\(script)") }
    }
}
