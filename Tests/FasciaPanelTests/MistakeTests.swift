import FasciaDocument
import FasciaProcess
import FasciaYAML
import TestSupport
import Glibc
import Testing

@testable import FasciaPanel

/// What `check` says of the mistakes that people make most often. The remedy comes first.
@Suite struct MistakeTests {
    @Test(arguments: [
        // What YAML reads otherwise than people do.
        ("- value: a\n  set: [x, {value}]", "5:16: error: put it into quotes: \"{value}\": without them it is a mapping"),
        ("- value: a\n  set: {value}", "5:12: error: write a list, with \"{value}\" in quotes as one of its arguments"),
        ("- each: {from: [x], id: line}\n  text: {line}", "5:13: error: put it into quotes: \"{line}\""),
        (
            "- each: {from: [docker, ps, --format, {{.Names}}], id: line}\n  text: \"{line}\"",
            "4:44: error: put it into quotes: \"{{.Names}}\": without them it is a mapping"
        ),
        (
            "- gauge: b\n  from: [docker, --format={{.Names}}]",
            "5:31: error: put the text into quotes: without them a \"{\" begins a mapping"
        ),
        ("- text:x", "4:7: error: write a blank after \"text:\": without it this is a text"),
        ("- text: a\n\t shown: option:a/b", "5:5: error: indent with spaces: a tab stands here"),
        ("- text: \"a\n- text: b\n- text: c", "4:13: error: close the quote that begins here: it goes on to the end"),
        ("- text: 'a\n- text: b", "4:13: error: close the quote that begins here"),
        ("- text: 'it's broken'", "4:16: error: write '' for this quote, or put the text into double quotes: it ends here"),
        ("- button: a\n  run: [echo, 'it's broken']", "5:22: error: write '' for this quote"),
        (
            "- text: \"say \"hi\" twice\"",
            "4:18: error: write \\\" for this quote, or put the text into single quotes: it ends here"
        ),
        ("- button: a\n  run: [a, b\n- text: b", "5:12: error: close the bracket that begins here"),
        ("- text: #5 is next", "4:12: error: put the text into quotes: without them #5 begins a comment"),
        (
            "- button: a\n  run:\n    shell: echo \"a # b\"",
            "6:16: warning: put the script into quotes, or below \"shell: |\": # begins a comment, within quotes of the shell"
        ),
        (
            "- button: a\n  run:\n    - echo\n    - thé #5 of them",
            "7:11: warning: put the argument into quotes if #5 belongs to it: without them that begins a comment"
        ),
        ("- text: Note: this", "4:17: error: put a text with \": \" in it into quotes"),
        ("- text: @home", "4:13: error: put the text into quotes: YAML keeps its first character for itself"),
        ("- <<: *base\n  text: a", "*base has no &base before it"),
        ("- text: a\n  <<: {icon: gear}", "5:7: error: write the keys out: << is no key here"),
        ("- value: a\n  pattern: \"\\d+\"", "5:17: error: put the text into single quotes"),
        ("- button: a\n  run: [ls, *.txt]", "5:17: error: put the text into quotes: without them a \"*\" begins an alias"),
        ("- button: a\n  run: [x, &&, y]", "5:16: error: put the text into quotes: without them a \"&\" begins an anchor"),
        ("- button: a\n  run: [x, &]", "5:16: error: put the text into quotes: without them a \"&\" begins an anchor"),
        ("- button: a\n  run: [find, !]", "5:19: error: put the text into quotes: without them a \"!\" begins a tag"),
        ("- text: !Note this", "4:13: error: put the text into quotes: without them a \"!\" begins a tag"),
        ("- button: a\n  run: [test, ! -e, x]", "5:19: error: put the text into quotes: without them a \"!\" begins a tag"),
        ("- button: a\n  run: {shell: ! grep -q x y}", "5:20: error: put the text into quotes: without them a \"!\""),
        ("- value: a\n  initial: !secret b", "5:16: error: put the text into quotes: without them a \"!\" begins a tag"),
        ("- text: a\n- !include more.yaml", "5:7: error: put the text into quotes: without them a \"!\" begins a tag"),
        ("- {button: a, run: {shell: |\n  x}}", "4:32: error: write the text in quotes, or without brackets around it"),
        ("- gauge: a\n  from: [x]\n  range: [100, 0]", "6:14: error: write the lowest number first: [0, 100]"),
        ("- value: a\n  set: echo {value}", "did you mean [echo, \"{value}\"]?"),
        (
            "- {value: f/x, title: X}",
            "warning: nothing in this file declares the value \"f/x\": add kind: text, or what it is, to declare it"
        ),
        (
            "- {value: note, kind: text}\n- {link: home, shows: value:note}",
            "5:7: error: write \"note\", the id alone, for what a link shows"
        ),
        ("- group: g\n  rules: [exclusive]", "5:14: error: expected a mapping with exclusive, max, requires, excludes"),
        ("- group: g\n  rules: {exclusiv: true}", "unknown key \"exclusiv\" here: expected one of exclusive, max, requires"),
        (
            "- group: g\n  options: {a: {on: [x], off: [x], rules: {max: 1}}}",
            "5:47: error: rules are among options: a switch has none"
        ),
        // Commands.
        ("- button: a\n  run: [ls, \"~\"]", "5:17: warning: write {shell: …} for ~, or write it out: only a shell"),
        ("- button: a\n  run: [ls, $HOME]", "warning: write {shell: …} for $HOME"),
        (
            "- value: a\n  set: [touch, $FASCIA_VALUE]",
            "5:20: warning: write \"{value}\" or {shell: …} for $FASCIA_VALUE: nothing puts a value in its place here"
        ),
        (
            "- value: a\n  set: [sh, -c, 'echo \"${FASCIA_OLD}\"']",
            "warning: write \"{old}\" or {shell: …} for $FASCIA_OLD: nothing puts"
        ),
        (
            "- button: a\n  ask: [{name: to-do}]\n  run: [x, \"--to=$FASCIA_TO_DO\"]",
            "warning: write \"{to-do}\" or {shell: …} for"
        ),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: [x, $FASCIA_1]",
            "warning: write \"{1}\" or {shell: …} for $FASCIA_1: nothing"
        ),
        ("- button: a\n  reason: required\n  run: [x, $FASCIA_REASON]", "warning: write {shell: …} for $FASCIA_REASON: nothing"),
        ("- value: a\n  secret: true\n  set: [x, $FASCIA_VALUE]", "error: a secret is never an argument"),
        ("- button: a\n  run: [echo, \"${EDITOR}\"]", "warning: write {shell: …} for ${EDITOR}, or write it out"),
        ("- button: a\n  run: [ls, \"*.txt\"]", "warning: write {shell: …} for *.txt"),
        ("- button: \"\"\n  run: [x]", "4:15: error: expected what the button says, found an empty text"),
        ("- button: a\n  run: [\"\"]", "5:13: error: expected a program, found an empty text"),
        ("- button: a\n  run: [x]\n  type: \"\"", "6:13: error: expected a word, found an empty text"),
        (
            "- button: a\n  run: apt update && reboot",
            "5:12: error: use shell: {shell: \"apt update && reboot\"}: only a shell knows &&"
        ),
        ("- button: a\n  run: cd /srv", "5:12: error: use shell: {shell: \"cd … && …\"}: only a shell knows cd"),
        ("- button: a\n  run: df | tail", "only a shell knows |"),
        ("- button: a\n  run: [df, \"|\", tail]", "5:17: warning: write {shell: …} for |"),
        (
            "- switch: a/b\n  on: yes\n  off: [x]",
            "5:11: error: on is the command that turns it on, such as [systemctl, start, nginx]"
        ),
        ("- switch: a/b\n  on: [x]\n  off: [x]\n  status: true", "7:15: error: status is the command that tells the state"),
        ("- button: a\n  shell: reboot", "5:7: error: write run: {shell: …}: shell is a way to write a command"),
        ("- switch: a/b\n  shell: x", "5:7: error: write on: {shell: …}"),
        ("- button: a\n  command: [x]", "5:7: error: write run instead of command"),
        ("- button: a\n  confirm: yes\n  run: [x]", "5:16: error: confirm is the question, such as \"Reboot now?\""),
        // Questions.
        ("- button: a\n  ask: [{name: b}]\n  tap: {push: home}", "5:12: error: ask is for run, whose command gets the answers"),
        ("- button: a\n  ask: [{name: b}, {name: b}]\n  run: [x]", "error: there are two fields \"b\""),
        ("- button: a\n  ask: [{name: id}]\n  run: [x]", "error: {id} stands for something else: choose another name"),
        ("- button: a\n  ask: [{name: a b}]\n  run: [x]", "so that {NAME} can stand for it: found \"a b\""),
        (
            "- button: a\n  ask: [{name: b, secret: true}, {name: c, secret: true}]\n  run: [x]",
            "error: a command reads one secret: it has one standard input"
        ),
        (
            "- button: a\n  ask: [{name: b, secret: true, initial: x}]\n  run: [x]",
            "error: a secret begins with nothing: it is kept nowhere"
        ),
        ("- button: a\n  ask: [{name: b, choices: []}]\n  run: [x]", "5:32: error: expected choices, found none"),
        (
            "- button: a\n  ask: [{name: b, kind: int, initial: x}]\n  run: [x]",
            "5:43: error: expected a whole number, found \"x\""
        ),
        (
            "- button: a\n  ask: [{name: b, choices: [c, d], initial: x}]\n  run: [x]",
            "5:49: error: expected one of c, d, found \"x\""
        ),
        (
            "- button: a\n  ask: [{name: b, pattern: \"[a-c]\", initial: x}]\n  run: [x]",
            "error: expected a text that matches [a-c], found \"x\""
        ),
        // Keys.
        ("- picker: a/b\n  options: [x]", "5:7: error: write choices instead of options"),
        ("- gauge: a\n  from: [x]\n  interval: 5s", "6:7: error: write every instead of interval"),
        ("- switch: a/b\n  service: x", "5:7: error: write unit instead of service"),
        ("- value: a\n  type: int", "5:7: error: write kind instead of type"),
    ])
    func aCommonMistakeNamesItsRemedy(_ items: String, _ message: String) {
        let found = problems(panel(items))
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test(arguments: [
        ("-text: x", ["4:5: error: write \"- text: …\", with \"-\" and a blank before it: an item of a list begins so"]),
        ("text: x", ["4:5: error: write \"- text: …\", with \"-\" and a blank before it: an item of a list begins so"]),
        ("-text: x\n-text: y", ["5:5: error: write a blank after its \"-\": the key \"-text\" occurs twice"]),
    ])
    func anItemThatIsAKeyNamesItsRemedy(_ items: String, _ expected: [String]) { #expect(problems(panel(items)) == expected) }

    @Test func aScreenInAListNamesItsRemedy() {
        let found = problems("panel: a\nscreens:\n  - home:\n      - text: b")
        #expect(found.contains { $0.hasSuffix("found a list: write \"home:\" without the \"-\" before it") }, "\(found)")
    }

    @Test func jsonLinesNameTheirRemedy() {
        var output = OutputTail()
        output.append("{\"a\": 1}\n{\"a\": 2}\n".utf8)
        #expect(
            throws: CommandRefusal(
                message: "add \"| jq -s .\" in a shell: the output has one JSON value in each line, and one list is expected")
        ) { try RowReader.rows(CommandResult(.exited(0), output: output)) }
    }
}

/// `check` knows what cannot work.
@Suite struct CheckTests {
    @Test func whatRowsNeedIsWarnedOfOnce() {
        #expect(
            problems(panel("- each: {from: [x], id: line}\n  text: a\n  where: {command: \"{name}\"}")) == [
                "6:24: warning: plain lines have no member \"name\": there are {line}, and {1}, {2} and so on for the words"
            ])
    }

    @Test func aRuleForNothingIsAnError() {
        #expect(
            problems("panel: box\nrules: [{on: [], run: [x]}]\nscreens: {home: [text: a]}") == [
                "2:14: error: expected what has to change, found an empty list"
            ])
    }

    @Test(arguments: [
        ("on: v", "4:10: error: expected a glob for kind:id, such as option:extras/**, found \"v\""),
        ("on: [value:a, b]", "4:20: error: expected a glob for kind:id, such as option:extras/**, found \"b\""),
        ("on: valu:a", "4:10: warning: unknown kind of change \"valu\": did you mean \"value\"?"),
        ("on: value:\(String(repeating: "a", count: 1_024))", "4:10: error: expected at most 1024 bytes, found "),
    ])
    func aTopicThatNothingCanHave(_ on: String, _ message: String) {
        let found = problems("panel: a\nscreens: {home: [text: b]}\nrules:\n  - {\(on), run: [x]}")
        #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
    }

    @Test(arguments: [
        (
            "- {switch: s/a, on: [x], off: [x]}\n- {switch: s/a/b, on: [x], off: [x]}",
            "5:7: error: \"s/a\" is a switch, of which \"s/a/b\" would make a group"
        ),
        (
            "- group: s\n  options: {a: {unit: x}}\n- {switch: s/a/b/c, on: [x], off: [x]}",
            "6:7: error: \"s/a\" is a switch, of which \"s/a/b\" would make a group"
        ),
        (
            "- {table: t, from: [x], columns: [id]}\n- section: S\n  items: [{table: t, from: [y], columns: [id]}]",
            "6:15: error: another table of this screen has the id \"t\""
        ),
    ])
    func whatWouldBeAnotherThing(_ items: String, _ message: String) { #expect(problems(panel(items)) == [message]) }

    @Test(arguments: [
        (
            "- value: a\n  set: {shell: \"echo {value}\"}",
            "error: write \"$FASCIA_VALUE\" in the script: {value} stays as it is there"
        ),
        (
            "- value: a\n  status: {shell: \"echo {value}\"}",
            "error: status has no {value}, and in a script it would stay as it is"
        ),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: \"echo {line}\"}",
            "error: write \"$FASCIA_LINE\" in the script"
        ),
        ("- each: {from: [x], id: line}\n  button: a {lien}\n  run: [x]", "warning: plain lines have no member \"lien\""),
        ("- each: {from: [x], id: line}\n  text: a\n  shown: value:{lien} > 3", "warning: plain lines have no member \"lien\""),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: [x, \"{name}\"]",
            "error: plain lines have no member \"name\""
        ),
        ("- each: {from: [x], id: line}\n  button: a {line}\n  run: [x, \"a{line}\"]", "error: {line} must be a whole argument"),
        ("- each: {from: [x], id: line}\n  button: a {line}\n  run: [x, \"{value}\"]", "error: a button has no {value}"),
        ("- button: a\n  run: [x, \"{value}\"]", "error: a button has no {value}"),
        ("- button: a\n  run: {shell: \"echo {value}\"}", "error: a button has no {value}, and in a script"),
        ("- gauge: a\n  from: [x, \"{value}\"]", "error: from has no {value}"),
        ("- log: a\n  follow: [x, \"{id}\"]", "error: follow has no {id}"),
        ("- switch: a/b\n  on: [x]\n  off: [x]\n  status: [x, \"{value}\"]", "error: status has no {value}"),
        // A secret is in no argument and in no variable.
        (
            "- value: a\n  secret: true\n  set: {shell: 'printf %s \"$FASCIA_VALUE\" >a'}",
            "error: a secret is never in a variable: the script reads it from its standard input"
        ),
        ("- value: a\n  secret: true\n  set: {shell: 'echo ${FASCIA_OLD}'}", "error: a secret is never in a variable"),
        ("- value: a\n  secret: true\n  set: {shell: 'echo {value}'}", "error: a secret is never in a script"),
        ("- value: a\n  secret: true\n  set: [x, \"{old}\"]", "error: a secret is never an argument"),
        (
            "- button: a\n  ask: [{name: pw, secret: true}]\n  run: {shell: 'echo \"$FASCIA_PW\"'}",
            "error: a secret is never in a variable"
        ),
        ("- button: a\n  ask: [{name: pw, secret: true}]\n  run: [x, \"{pw}\"]", "error: a secret is never an argument"),
        // What a script names, and nothing is.
        (
            "- value: a\n  set: {shell: 'echo \"$FASCIA_VALU\"'}",
            "warning: set has no $FASCIA_VALU, which would be empty: did you mean $FASCIA_VALUE?"
        ),
        ("- button: a\n  run: {shell: 'echo \"$FASCIA_LINE\"'}", "warning: a button has no $FASCIA_LINE, which would be empty"),
        (
            "- button: a\n  ask: [{name: name}]\n  run: {shell: 'echo {nam}'}",
            "warning: {nam} stays as it is in a script: did you mean \"$FASCIA_NAME\"?"
        ),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: 'echo \"$FASCIA_NAME\"'}",
            "error: plain lines have no $FASCIA_NAME: there are $FASCIA_LINE, and $FASCIA_1"
        ),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: 'rm -rf /data/{1}'}",
            "warning: write \"$FASCIA_1\" in the script: {1} stays as it is there"
        ),
        (
            "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: 'echo {name}'}",
            "warning: {name} stays as it is in a script, and plain lines have no such member"
        ),
        // What the daemon would refuse.
        ("- picker: a/b\n  choices: [x, x, y]", "5:20: error: the choice \"x\" occurs twice"),
        ("- picker: a/b\n  choices: [x, \"\"]", "5:20: error: expected what can be chosen, found an empty text"),
        ("- button: a\n  ask: [{name: b, choices: [c, c]}]\n  run: [x]", "error: the choice \"c\" occurs twice"),
        ("- value: a//b\n  kind: text", "error: expected a key such as disk/free, found \"a//b\": a part of it is empty"),
        ("- value: a\n  kind: int\n  step: 0", "6:13: error: expected a step of more than 0, found \"0\""),
        ("- switch: a/b\n  unit: foo bar", "error: expected the name of a unit, found \"foo bar\""),
        ("- picker: a/b\n  choices: []", "5:16: error: expected at least one choice, or {from: COMMAND}, found an empty list"),
        ("- gauge: a\n  from: [x]\n  every: 5", "6:14: warning: write 5s or 5m: a time without a unit counts seconds"),
        ("- value: a\n  kind: int\n- gauge: a\n  from: [x]", "error: \"a\" is declared twice"),
        ("- picker: a/b\n  choices: [x]\n  initial: y", "6:16: error: expected one of the choices, found \"y\""),
        ("- picker: a/b\n  choices: {from: [x]}\n  initial: y", "error: write the choices out to begin with one of them"),
        ("- value: a\n  secret: true\n  initial: x", "error: a secret has no initial value"),
        (
            "- switch: a/b\n  on: [x]\n  off: [x]\n  revert: {within: 9999h}",
            "error: expected from 1ms to 24h, such as 60s, found \"9999h\""
        ),
        ("- value: a\n  kind: bool\n  range: [0, 1]", "error: only a value of kind int or double has a range and a step"),
        ("- value: a\n  initial: x\n  status: [x]", "error: status tells what the value begins with"),
        ("- value: a\n  kind: int\n  initial: x", "error: expected what the value can be, found \"x\""),
        ("- value: a\n  kind: int\n  range: [0, 9]\n  initial: 10", "error: expected a number in the range, found \"10\""),
        ("- value: a\n  pattern: \"[a-z]+\"\n  initial: \"1\"", "6:16: error: expected a text that matches [a-z]+, found \"1\""),
        ("- gauge: a\n  from: [x]\n  every: 0s", "6:14: error: expected at least 20ms, such as 5s, found \"0s\""),
        ("- picker: a/b\n  choices: {from: [x], every: 19ms}", "error: expected at least 20ms, such as 5s, found \"19ms\""),
        ("- value: a\n  hint: letters", "error: a hint says what the pattern wants, and that is missing"),
        (
            "- button: a\n  run: [x]\n  requires: [nmae]\n- {value: name, kind: text}",
            "error: there is no value or picker \"nmae\": did you mean \"name\"?"
        ),
        (
            "- switch: a/b\n  on: [x]\n  off: [x]\n  every: 5s",
            "warning: every says when the state is read, and status is missing"
        ),
        ("- value: a\n  set: [x]\n  timeout: 0s", "expected more than 0s, such as 30s"),
        ("- value: a\n  kind: int\n  range: [0, 9223372036854775808]", "6:18: error: expected a whole number of at most 64 bits"),
        ("- value: a\n  kind: int\n  range: [-1.5, 3]", "6:15: error: expected a whole number of at most 64 bits"),
        ("- value: a\n  kind: int\n  step: 0.5", "6:13: error: expected a whole number of at most 64 bits"),
        (
            "- value: a\n  from: [x]\n- text: b\n  shown: value:a > 3",
            "6:7: warning: the value \"a\" is a text, and compared with a number: give it kind: int or double"
        ),
        ("- value: a\n  initial: x\n- text: b\n  enabled: value:a == 5", "is a text, and compared with a number"),
        ("- value: a\n  initial: x\n- text: b\n  shown: value:a != true", "is a text, and compared with a boolean"),
        ("- gauge: a\n  from: [x]\n- text: b\n  shown: value:a == full", "is a number, and compared with something else"),
        ("- value: a\n  kind: bool\n- text: b\n  shown: value:a == on", "is a boolean: compare it with true or false"),
        (
            "- table: t\n  from: [x]\n  columns: [a]\n  each: [{button: b, run: [x], each: {from: [x], id: line}}]",
            "7:42: error: a row has no list of its own"
        ),
        (
            "- each: {from: [x], id: line}\n  section: a\n  items: [{each: {from: [x], id: line}, text: b}]",
            "6:22: error: a row has no list of its own"
        ),
    ])
    func whatCannotWorkIsSaid(_ items: String, _ message: String) {
        let found = problems(panel(items))
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test(arguments: [
        "- value: a\n  set: {shell: 'awk \"{value+=1}\" ${value} {{value}} \"$FASCIA_VALUE\"'}",
        "- each: {from: [x], id: name}\n  button: a {name}\n  run: [x, \"{name}\", \"{value}\"]",
        "- each: {from: [x], id: line}\n  button: a {line}\n  run: [x, \"{1}\", \"{line}\"]",
        "- gauge: a\n  from: [x]\n  every: 20ms",
        "- button: a\n  run: {shell: 'echo {1..3}; FASCIA_Y=1; echo \"${FASCIA_X:-1} $FASCIA_Y $FASCIA_SOCKET $FASCIA_ID\"'}",
        "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: 'awk \"{print}\" f | grep -E \"[a-z]{2}\"'}",
        "- each: {from: [x], id: line}\n  button: a {line}\n  run: {shell: 'read -r FASCIA_Z; echo \"$FASCIA_Z $FASCIA_2\"'}",
        "- value: a\n  secret: true\n  set: {shell: 'read -r it; echo \"$it $FASCIA_ID\"'}",
        "- button: a\n  run: [find, -name, \"*.txt\"]",
        "- value: a\n  kind: double\n- text: b\n  shown: value:a > 3\n- text: c\n  shown: not value:a == 5",
        "- value: a\n  initial: x\n- text: b\n  shown: value:a == two  words\n- text: c\n  shown: value:a == null",
        "- button: a\n  run: !!seq [find, \"!\", -name, x!]",
        "- button: a\n  reason: required\n  run: [sudo, sh, -c, 'echo \"$FASCIA_REASON\"']",
        "- button: a\n  run: [awk, $NF, x]",
        "- button: a\n  run: [sh, -c, $PAGER]",
        "- button: a  # a \"comment\"\n  run:\n    - x # with #5\n    - 'y' #5\n    - \"z #5\" #6\n    - u#5 ##",
        "- button: a\n  run:\n    shell: echo 'a' \"it's\" # b",
        "- switch: a/b\n  unit: -.mount",
        "- value: a\n  set: [x]\n  settle: 0",
        "- value: a\n  pattern: \"[a-z]+\"\n  initial: b",
        "- value: a\n  pattern: \"[a-z]+\"\n  initial: \"\"",
    ])
    func whatCanWorkIsNot(_ items: String) { #expect(problems(panel(items)) == []) }

    @Test func warningsAreShownBesideErrors() {
        let found = problems(panel("- switch: lamps/desk\n- swich: a/b\n- gauge: g\n  from: [x]\n  every: 5"))
        #expect(found.contains { $0.contains("warning: nothing in this file declares the switch \"lamps/desk\"") }, "\(found)")
        #expect(found.contains { $0.contains("error: unknown kind of item") })
        #expect(found.contains { $0.contains("warning: write 5s") })
    }

    /// What only the daemon's own rules know is found by following them.
    @Test(arguments: [
        (
            "- text: A\n- button: X\n  tap: {method: no.such}",
            "5:7: error: tap/method: expected a method that changes the panel, found \"no.such\""
        ),
        ("- button: X\n  tap: {method: toggle.set, params: {id: 5}}", "4:7: error: tap/params/id: expected a string, found 5"),
        (
            "- section: S\n  items:\n    - table: t\n      from: [x]\n      columns: [a, a]",
            "6:11: error: columns/1/id: expected an id that no other column has, found \"a\" again"
        ),
        ("- node: {kind: nosuch}", "4:7: error: kind: expected one of text, button"),
    ])
    func whatTheDaemonWouldRefuseIsSaidAtItsItem(_ items: String, _ message: String) {
        let found = problems(panel(items))
        #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
    }

    @Test func eachRefusedItemIsSaid() {
        let found = problems(panel("- node: {kind: a}\n- text: b\n- node: {kind: c}"))
        #expect(found.count == 2 && found[0].hasPrefix("4:7: error: kind") && found[1].hasPrefix("6:7: error: kind"), "\(found)")
    }

    @Test func missingProgramsAreShownBesideErrors() throws {
        let directory = try TemporaryDirectory()
        let text = panel("- switch: s/x\n  on: [no-such-program]\n  off: [\"true\"]\n  of: [\"true\"]")
        let path = try directory.write(text, to: "box.yaml")
        let outcome = PanelFiles.parse(path)
        let found = outcome.problems.map(\.description)
        #expect(outcome.file == nil && found.count == 2, "\(found)")
        #expect(found.contains { $0.hasPrefix("\(path):5:11: warning: this machine has no program no-such-program") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("\(directory["box.yaml"]):7:7: error: unknown key \"of\"") }, "\(found)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root runs what it should not"))
    func aProgramThatOthersMayChangeIsAWarningForRoot() throws {
        let directory = try TemporaryDirectory()
        let tool = try directory.write("#!/bin/sh", to: "tool")
        let path = try directory.write(panel("- {button: Go, run: [./tool]}\n- {button: Here, run: [sh]}"), to: "box.yaml")
        chmod(tool, 0o755)
        let file = try #require(PanelFiles.parse(path).file)
        #expect(ProgramProblems.problems(file) == [])
        chmod(tool, 0o777)
        let found = ProgramProblems.problems(file).map(\.description)
        #expect(found.count == 1 && found[0].contains("warning: root would run ./tool, which others may change: "), "\(found)")
        #expect(found.first?.contains("chmod go-w") == true, "\(found)")
    }

    @Test func aProgramThatTheMachineLacksIsAWarning() throws {
        let text = panel(
            """
            - button: Go
              run: [no-such-program, x]
            - button: Again
              run: [no-such-program]
            - button: Here
              run: [sh]
            - button: Elsewhere
              where: {command: no-such-program}
              run: [no-such-tool]
            - group: g
              options: {a: {where: {file: /nowhere}, on: [no-such-tool], off: [no-such-tool]}}
            """)
        let file = try #require(parse(text).file)
        #expect(
            ProgramProblems.problems(file).map { $0.description.replacing("box.yaml:", with: "") } == [
                "5:12: warning: this machine has no program no-such-program: "
                    + "with \"where: {command: …}\" its item is left out here"
            ])
    }

    @Test(arguments: [
        (
            "[\"ls -l\"]",
            "write each word by itself, as in [ls, -l], or {shell: …}: this machine has no program 'ls -l'"
        ),
        (
            "[/nowhere/my prog, x]",
            "write each word by itself, as in [/nowhere/my, prog], or {shell: …}: this machine has no program '/nowhere/my prog'"
        ),
        ("[cd, /srv]", "use shell: {shell: \"cd … && …\"}: only a shell knows cd"),
    ])
    func aProgramThatIsNoneNamesItsRemedy(_ command: String, _ message: String) throws {
        let file = try #require(parse(panel("- button: Go\n  run: \(command)")).file)
        #expect(ProgramProblems.problems(file).map(\.description) == ["box.yaml:5:12: warning: \(message)"])
    }

    @Test func whatRowsLackIsNamed() throws {
        let text = panel(
            """
            - each: {from: [rows], id: name}
              button: Go {name}
              run: [x, "{nam}"]
            - each: {from: [others], id: name}
              button: Stop {name}
              run: {shell: 'echo {size} "$FASCIA_NAM"'}
            - table: t
              from: [lines]
              columns: [nmae]
              each: [{button: "Kill {name}", run: [x, "{nam}"]}]
            """)
        let file = try #require(parse(text).file)
        var data = ExpandedPanel.Data()
        for source in RowSources(file, missing: []).sources {
            data.rows[source.command] = [["name": "a", "size": "1"], ["name": "b", "size": "2"]]
        }
        #expect(
            ExpandedPanel(file, data).warnings.map(\.message) == [
                "the row has no member \"nam\"", "the row has nothing for $FASCIA_NAM",
                "write \"$FASCIA_SIZE\" in the script: {size} stays as it is there",
                "no row has a member \"nmae\": did you mean \"name\"?", "the row has no member \"nam\"",
            ])
    }

    /// As the agent does when it has the rows.
    @Test func rowsWithoutAMemberAreWarnedOfOnce() throws {
        let file = try #require(parse(panel("- each: {from: [rows], id: name}\n  text: \"{name} {size}\"")).file)
        guard case .each(let each) = file.screens[0].items[0].content else {
            Issue.record("no each")
            return
        }
        var data = ExpandedPanel.Data()
        data.rows[each.from] = [["name": "a"], ["name": "b"], ["name": "c", "size": "1"]]
        #expect(ExpandedPanel(file, data).warnings.map(\.message) == ["the row has no member \"size\""])
    }
}

/// Files that are run together, of which the daemon refuses the second one.
@Suite struct SharedIDTests {
    @Test(arguments: [
        ("- switch: s/a\n  on: [x]\n  off: [x]", "- switch: s/b\n  on: [x]\n  off: [x]", "the group \"s\""),
        ("- value: v\n  kind: text", "- gauge: v\n  from: [x]", "the value \"v\""),
        ("- picker: p/a\n  choices: [x]", "- section: S\n  items: [{picker: p/b, choices: [x]}]", "the picker \"p\""),
    ])
    func whatTwoFilesDeclareIsAnError(_ one: String, _ other: String, _ what: String) throws {
        func file(_ items: String, _ name: String) throws -> PanelFile {
            let text = panel(items).replacing("home:", with: name + ":")
            return try #require(PanelParser.parse(path: name) { _ throws(Problem) in text }.file)
        }
        #expect(
            SharedIDs.problems([try file(one, "one"), try file(other, "two")]).map { String($0.description.drop { $0 != " " }) }
                == [
                    " error: \(what) is also in one, line 4: the panel that comes second is refused"
                ])
    }

    @Test func oneFileMayNameWhatAnotherDeclares() {
        func outcome(_ name: String, _ text: String) -> PanelParser.Outcome {
            PanelParser.parse(path: name) { _ throws(Problem) in "panel: \(name)\nscreens:\n" + text }
        }
        let one = outcome("one", "  home:\n    - {value: host, kind: text}\n    - link: two")
        let two = outcome("two", "  two:\n    - value: host\n    - link: elsewhere")
        #expect(one.problems.count == 1 && two.problems.count == 3)
        #expect(
            SharedIDs.problems(of: [one, two]).map(\.description) == [
                "two:5:7: warning: nothing in this file declares the screen \"elsewhere\""
            ])
        // A name is compared with those of all files.
        let near = outcome(
            "near", "  near:\n    - {value: host, kind: text}\n    - {value: lamp, kind: text}\n    - value: lamps")
        let far = outcome("far", "  far:\n    - {value: lamps, kind: text}\n    - value: hots")
        #expect(near.file == nil && far.problems.contains { $0.severity == .warning })
        #expect(
            SharedIDs.problems(of: [near, far]).filter { $0.severity == .error }.map(\.message) == [
                "there is no value \"hots\": did you mean \"host\"?"
            ])
    }

    @Test func aLogOfTwoFilesIsAnError() throws {
        let files = try ["one", "two"].map { name in
            try #require(
                PanelParser.parse(path: name) { _ throws(Problem) in
                    "panel: \(name)\nscreens:\n  \(name):\n    - {log: l, follow: [tail]}\n    - {log: l, follow: [tail]}"
                }.file)
        }
        #expect(
            SharedIDs.problems(files).map(\.description) == [
                "two:4:7: error: the log \"l\" is also in one, line 4: both write to it"
            ])
    }

    /// One problem for all that it has.
    @Test func aFileThatTwoPanelsIncludeIsAnError() throws {
        let inner = "panel: inner\nscreens:\n  shared:\n    - {switch: s/a, on: [x], off: [x]}\n    - {value: v, kind: text}"
        func file(_ name: String) throws -> PanelFile {
            let text = "panel: \(name)\ninclude: [inner]\nscreens:\n  \(name):\n    - link: shared"
            return try #require(PanelParser.parse(path: name) { path throws(Problem) in path == "inner" ? inner : text }.file)
        }
        #expect(
            SharedIDs.problems([try file("one"), try file("two")]).map(\.description) == [
                "inner:3:3: error: the screen \"shared\" is of one, too: the panel that comes second is refused"
            ])
        #expect(SharedIDs.problems([try file("one")]) == [])
    }
}

/// Forms: fields that nothing carries out, and a button that requires them.
@Suite struct FormTests {
    private func calls(_ items: String) throws -> [Publication.Call] {
        let outcome = parse(panel(items))
        #expect(outcome.problems == [])
        return Publication(ExpandedPanel(try #require(outcome.file), .init())).calls.map(\.call)
    }

    @Test func valuesAndPickersBeginWithWhatTheFileSays() throws {
        let calls = try calls(
            """
            - {value: form/name, initial: ada}
            - {value: form/age, kind: int, initial: 36}
            - picker: form/color
              choices: [red, blue]
              initial: blue
            - picker: form/size
              choices: [s, m]
            """)
        let values = calls.filter { $0.method == "value.declare" }.map { $0.params["initial"] }
        #expect(values == ["ada", 36])
        let components = try #require(calls.first { $0.method == "picker.declare" }?.params["picker"]?["components"]?.arrayValue)
        #expect(components.map { $0["selection"] } == ["blue", nil])
        // What nobody has chosen is not chosen.
        #expect(components.allSatisfy { $0["optional"] == true })
    }

    @Test func aHintIsSaidInsteadOfThePattern() throws {
        let text = panel("- value: label\n  title: Label\n  pattern: \"[A-Za-z ]+\"\n  hint: letters and spaces only\n  set: [x]")
        let file = try #require(parse(text).file)
        let thing = try #require(Thing.all(ExpandedPanel(file, .init())).first)
        var refusal = CommandRefusal(message: "Label: letters and spaces only")
        refusal.isOfValue = true
        #expect(throws: refusal) {
            try thing.command(for: ThingChange(from: .null, to: "a1"))
        }
    }

    @Test func aRequiredFieldIsCarriedOutByTheAgent() throws {
        let text = panel("- {value: name, kind: text}\n- {value: other, kind: text}\n- {button: Go, run: [x], requires: name}")
        let file = try #require(parse(text).file)
        #expect(Thing.all(ExpandedPanel(file, .init())).map(\.id) == ["value:name"])
    }
}
