import Foundation
import TestSupport
import Testing

/// `fascia ask`, and `fascia` called as whiptail or dialog, as processes in a terminal.
@Suite struct AskProgramTests {
    /// What a question prints, and its exit status.
    private struct Asked: Equatable {
        var output: String
        var status: TestSupport.ExitStatus

        init(output: String, status: TestSupport.ExitStatus) { (self.output, self.status) = (output, status) }
        init(_ output: String, _ status: Int32) { self.init(output: output, status: .exited(status)) }
    }

    /// Runs a question, types keys when it is shown, and returns what it prints and its status.
    private func ask(
        _ command: String, _ keys: String, at text: String, input: String = "", environment: [String: String] = [:]
    ) throws -> Asked {
        let script = try Script("\(input)\(command) >out", environment: environment)
        try script.type(keys, at: text)
        let status = try script.status()
        #expect(script.terminal.isInCookedMode)
        return Asked(output: try script.file("out"), status: status)
    }

    // MARK: - Answers

    @Test(.mustEnd) func yesAndNoAreExitStatuses() throws {
        #expect(try ask(#""$fascia" ask confirm Really"#, "\r", at: "Really") == Asked("", 0))
        #expect(try ask(#""$fascia" ask confirm Really"#, "\u{1B}[C\r", at: "Really") == Asked("", 1))
        #expect(try ask(#""$fascia" ask confirm --default=false Really"#, "\r", at: "Really") == Asked("", 1))
        #expect(try ask(#""$fascia" ask confirm Really"#, "\u{1B}", at: "Really") == Asked("", 1), "Escape")
        #expect(try ask(#""$fascia" ask confirm Really"#, "\u{3}", at: "Really") == Asked("", 130), "Ctrl-C")
    }

    @Test(.mustEnd) func onlyTheAnswerIsPrinted() throws {
        #expect(try ask(#""$fascia" ask choose red green --header Which"#, "\u{1B}[B\r", at: "Which") == Asked("green\n", 0))
        #expect(
            try ask(#""$fascia" ask choose --no-limit --selected red,blue red green blue"#, "\u{1B}[B \r", at: "green")
                == Asked("red\ngreen\nblue\n", 0))
        #expect(try ask(#""$fascia" ask input Name --value ham"#, "s\r", at: "Name") == Asked("hams\n", 0))
        #expect(try ask(#""$fascia" ask write Text"#, "a\rb\u{4}", at: "Text") == Asked("a\nb\n", 0))
        #expect(
            try ask(#""$fascia" ask form Box --field host --field port:int:Port:22"#, "attic\r\r", at: "Box")
                == Asked("host=attic\nport=22\n", 0))
        #expect(
            try ask(#""$fascia" ask form Box --json --field host --field port:int:Port:22"#, "attic\r\r", at: "Box")
                == Asked(#"{"host":"attic","port":22}"# + "\n", 0))
        #expect(try ask(#""$fascia" ask message Hello"#, "\r", at: "Hello") == Asked("", 0))
    }

    /// Standard input is a pipe: the list comes from there, and the keys from the terminal.
    @Test(.mustEnd) func listsComeFromStandardInput() throws {
        #expect(
            try ask(#""$fascia" ask choose"#, "\u{1B}[B\r", at: "two", input: "printf 'one\\ntwo\\n' | ") == Asked("two\n", 0))
        #expect(try ask(#""$fascia" ask filter"#, "tw\r", at: "two", input: "printf 'one\\ntwo\\n' | ") == Asked("two\n", 0))
        #expect(try ask(#""$fascia" ask pager"#, "q", at: "two", input: "printf 'one\\ntwo\\n' | ") == Asked("", 0))
        #expect(
            try ask(#""$fascia" ask choose --label-delimiter :"#, "\r", at: "One", input: "printf 'One:1\\nTwo:2\\n' | ")
                == Asked("1\n", 0))
    }

    @Test(.mustEnd) func aFileIsChosenInFolders() throws {
        let script = try Script(#"mkdir -p top/sub; touch top/sub/file; "$fascia" ask file top >out"#)
        try script.type("\r", at: "sub/")
        try script.type("\r", at: "file")
        #expect(try script.status() == .exited(0))
        #expect(try script.file("out").hasSuffix("/top/sub/file\n"))
    }

    // MARK: - The terminal

    /// Keys that were typed ahead of the next question belong to it.
    @Test(.mustEnd) func keysTypedAheadAnswerTheNextQuestion() throws {
        let script = try Script(#""$fascia" ask confirm First && "$fascia" ask input Second >out"#)
        try script.type("\rab\r", at: "First")
        #expect(try script.status() == .exited(0))
        #expect(try script.file("out") == "ab\n")
    }

    @Test(.mustEnd) func theTerminalIsRestoredWhenItIsKilled() throws {
        let script = try Script(#"echo $$ >pid; exec "$fascia" ask input Name"#)
        try script.terminal.output.wait(for: "Name")
        #expect(!script.terminal.isInCookedMode)
        script.terminal.process.signal(SIGTERM)
        #expect(try script.status() == .signalled(SIGTERM))
        #expect(script.terminal.isInCookedMode)
        #expect(try script.terminal.output.waitForEnd().hasSuffix("\u{1B}[?1049l"))
    }

    @Test(.mustEnd) func aResizedTerminalShowsTheQuestion() throws {
        let script = try Script(#"exec "$fascia" ask confirm Really"#)
        try script.terminal.output.wait(for: "Really")
        try script.terminal.resize(columns: 8, rows: 3)
        try script.terminal.output.wait("two pictures") { $0.components(separatedBy: "\u{1B}[2J").count > 2 }
        try script.terminal.type("\r")
        #expect(try script.status() == .exited(0))
    }

    /// A terminal that shows no pictures is asked in lines.
    @Test(.mustEnd) func aDumbTerminalIsAskedInLines() throws {
        let dumb = ["TERM": "dumb"]
        #expect(try ask(#""$fascia" ask choose red green"#, "2\n", at: "Number", environment: dumb) == Asked("green\n", 0))
        #expect(try ask(#""$fascia" ask confirm --linear Go"#, "no\n", at: "Yes or No") == Asked("", 1))
        let secret = try Script(#""$fascia" ask input --password Word >out"#, environment: dumb)
        try secret.type("hid\u{7F}e\r", at: "Answer:")
        #expect(try secret.status() == .exited(0))
        #expect(try secret.file("out") == "hie\n")
        #expect(try !secret.terminal.output.waitForEnd().contains("hi") && secret.terminal.isInCookedMode)
    }

    @Test(.mustEnd) func theAnswerCanComeFromAPipe() throws {
        let fascia = try Products.executable("fascia")
        let result = try runProcess("/usr/bin/setsid", ["-w", fascia, "ask", "choose", "--linear", "red", "green"], input: "2\n")
        #expect(result.status == .exited(0) && result.output == "green\n")
        let end = try runProcess("/usr/bin/setsid", ["-w", fascia, "ask", "confirm", "--linear"])
        #expect(end.status == .exited(1), "the end of the input is no answer")
        let none = try runProcess("/usr/bin/setsid", ["-w", fascia, "ask", "confirm"])
        #expect(none.status == .exited(2) && none.error.contains("there is no terminal to ask at: give the answer with --answer"))
    }

    // MARK: - Time, and answers given beforehand

    @Test(.mustEnd) func timeEndsAQuestion() throws {
        #expect(try ask(#""$fascia" ask input Name --timeout 0"#, "", at: "\u{1B}[?1049l") == Asked("", 124))
        #expect(try ask(#""$fascia" ask input Name --value ham --default-after 0"#, "", at: "\u{1B}[?1049l") == Asked("ham\n", 0))
        #expect(try ask(#""$fascia" ask confirm Go --no-default --default-after 0"#, "", at: "\u{1B}[?1049l") == Asked("", 1))
        let script = try Script(#""$fascia" ask confirm Go --timeout 1h"#)
        try script.type("\r", at: "60 min left")
        #expect(try script.status() == .exited(0))
    }

    @Test(.mustEnd) func answersCanBeGivenBeforehand() throws {
        let directory = try TemporaryDirectory()
        try directory.write("host=attic\ncolours=red\ncolours=blue\nsure=no\n", to: "answers")
        func run(_ arguments: [String]) throws -> ProcessResult {
            try runProcess(
                Products.executable("fascia"), ["ask"] + arguments, environment: ["FASCIA_PRESEED": directory["answers"]])
        }
        #expect(try run(["input", "--id", "host"]).output == "attic\n")
        #expect(try run(["choose", "--id", "colours", "--no-limit", "red", "green", "blue"]).output == "red\nblue\n")
        #expect(try run(["confirm", "--id", "sure"]).status == .exited(1))
        #expect(try run(["confirm", "--answer", "yes"]).status == .exited(0))
        #expect(try run(["form", "--field", "a", "--answer", "a=1"]).output == "a=1\n")
        let wrong = try run(["choose", "red", "--answer", "pink"])
        #expect(wrong.status == .exited(2) && wrong.error == "fascia: \"pink\" is none of the options\n")
        // A text that has to match is not empty.
        try directory.write("host=\n", to: "answers")
        let empty = try run(["input", "--id", "host", "--pattern", "[a-z]+"])
        #expect(empty.status == .exited(2) && empty.error == "fascia: the answer must not be empty\n")
        #expect(try run(["input", "--id", "host", "--pattern", "[a-z]*"]).output == "\n")
        try directory.write("nonsense\n", to: "answers")
        #expect(try run(["input", "--id", "host"]).error.hasSuffix("answers:1: expected ID=ANSWER\n"))
    }

    @Test(.mustEnd) func aFileGivenBeforehandIsChecked() throws {
        let directory = try TemporaryDirectory()
        try directory.write("x", to: "file")
        let folder = directory.path
        func run(_ answer: String, _ options: [String] = []) throws -> ProcessResult {
            try runProcess(Products.executable("fascia"), ["ask", "file", folder, "--answer", answer] + options)
        }
        #expect(try run("file").output.hasSuffix("/file\n"))
        #expect(try run(directory["file"]).output == directory["file"] + "\n")
        #expect(try run("nosuch").error.hasSuffix("/nosuch\"\n"))
        #expect(try run(folder).error == "fascia: \"\(folder)\" is a folder: add --directory to choose one\n")
        #expect(try run(folder, ["--directory"]).output == folder + "\n")
        #expect(
            try run(directory["file"], ["--directory", "--no-file"]).error == "fascia: \"\(directory["file"])\" is no folder\n")
    }

    /// A script's variable may be empty.
    @Test(
        .mustEnd,
        arguments: [
            ["input", "--value", "", "Host name", "--answer", "a"], ["input", "--value=", "Host name", "--answer=a"],
            ["choose", "--header", "", "a", "b", "--answer", "a"], ["choose", "a", "b", "--header=", "--answer", "a"],
            ["input", "--password=false", "--answer", "a", "--", "Host name"],
            ["input", "--placeholder", "", "", "--answer", "a"],
        ])
    func anEmptyArgumentIsOne(_ arguments: [String]) throws {
        let end = try runProcess(Products.executable("fascia"), ["ask"] + arguments)
        #expect(end.output == "a\n" && end.status == .exited(0), "\(end.error)")
    }

    @Test(.mustEnd) func anEmptyAnswerIsOne() throws {
        for answer in [["--answer", ""], ["--answer="]] {
            let end = try runProcess(Products.executable("fascia"), ["ask", "input", "Name", "--value", "x"] + answer)
            #expect(end.output == "\n" && end.status == .exited(0), "\(end.error)")
        }
    }

    @Test(
        .mustEnd,
        arguments: [
            (["confirm", "--timeout", "soon"], "\"soon\" is not a time such as 30s, 1m30s or 500ms"),
            (["input", "--char-limit=-1"], "--char-limit must be at least 0"),
            (["write", "--max-lines=-1"], "--char-limit and --max-lines must be at least 0"),
            (["input", "--pattern", "["], "--pattern \"[\""),
            (["choose", "--limit", "0", "a"], "--limit must be at least 1: --no-limit for any number"),
            (["choose", "a", "--selected", "b"], "\"b\" of --selected is none of the options"),
            (["choose"], "there is nothing to choose: give options, or lines on standard input"),
            (["form"], "a form needs fields: --field NAME, or lines on standard input"),
            (["form", "--field", "a", "--field", "a"], "there are two fields \"a\""),
            (["form", "--field", "a:colour"], "\"a:colour\" is not NAME:KIND:LABEL:VALUE with a kind of text"),
            (["spin"], "a command is needed after --"),
            (["file", "--no-file"], "--no-file leaves nothing to choose: add --directory"),
            (["file", "/nonexistent"], "cannot read /nonexistent: No such file or directory"),
            (["confirm", "--preseed", "x"], "--preseed needs --id, the name of this question in the file"),
        ]) func wrongArgumentsAreSaid(_ arguments: [String], _ message: String) throws
    {
        let result = try runProcess(Products.executable("fascia"), ["ask"] + arguments)
        #expect(result.status == .exited(2) && result.error.contains(message), "\(result.error)")
    }

    @Test(.mustEnd) func anAnswerThatCannotBePrintedIsAnError() throws {
        let script = try Script(#""$fascia" ask input --answer x >/dev/full"#)
        #expect(try script.status() == .exited(74))
    }

    // MARK: - Progress

    @Test(.mustEnd) func aGaugeFollowsItsInput() throws {
        // Another process writes when it is told to, so that each picture can be waited for.
        let script = try Script(
            #"""
            mkfifo f next
            { exec 3<>next; read -r _ <&3; echo 45; read -r _ <&3; printf 'XXX\n80\nAlmost\nXXX\n'; read -r _ <&3; } >f &
            "$fascia" ask gauge Working <f; echo $? >status
            """#)
        try script.terminal.output.wait(for: "Working")
        for (percentage, next) in [("45", "45"), ("80", "Almost")] {
            try "go\n".appendLine(to: script.directory["next"])
            try script.terminal.output.wait("\(percentage) %") { $0.contains(next) }
        }
        try "go\n".appendLine(to: script.directory["next"])
        #expect(try script.status() == .exited(0))
        #expect(try script.file("status") == "0\n")
    }

    @Test(.mustEnd) func aSpinnerExitsAsTheCommandDoes() throws {
        #expect(
            try ask(#""$fascia" ask spin --title Busy --show-output -- sh -c 'echo done; exit 3'"#, "", at: "Busy")
                == Asked("done\n", 3))
        #expect(try ask(#""$fascia" ask spin -- /nonexistent"#, "", at: "\u{1B}[?1049l").status == .exited(127))
        let script = try Script(#""$fascia" ask spin --title Busy -- sh -c 'sleep 1000 & wait'"#)
        try script.type("\u{3}", at: "Busy")
        #expect(try script.status() == .exited(130), "Ctrl-C ends the command")
    }

    // MARK: - whiptail and dialog

    @Test(.mustEnd) func calledAsWhiptailItIsWhiptail() throws {
        let script = try Script(
            #"""
            name=$("$whiptail" --title Setup --inputbox "Host name" 8 40 attic 3>&1 1>&2 2>&3); echo "$name $?" >>log
            "$whiptail" --yesno Sure 8 40; echo $? >>log
            "$whiptail" --menu Menu 15 40 4 a Apple b Berry 2>choice; echo $? >>log
            """#)
        try script.type("s\r", at: "Host name")
        try script.type("\u{1B}", at: "Sure")
        try script.type("\u{1B}[B\r", at: "Berry")
        #expect(try script.status() == .exited(0))
        #expect(try script.file("log") == "attics 0\n255\n0\n")
        #expect(try script.file("choice") == "b")
    }

    @Test(.mustEnd) func calledAsDialogItIsDialog() throws {
        let script = try Script(
            #"""
            "$dialog" --output-fd 4 --checklist List 15 40 4 "a b" Apple on c Berry off 4>choice; echo $? >>log
            "$fascia" ask --status dialog --stdout --inputbox Name 8 40 attic >name; echo $? >>log
            "$dialog" --extra-button --yesno Sure 8 40; echo $? >>log
            "$dialog" --infobox Wait 8 40; echo $? >>log
            "$dialog" --calendar x 0 0 2>error; echo $? >>log
            """#)
        try script.type("\u{1B}OB \r", at: "Berry")
        try script.type("\r", at: "attic")
        try script.type("\t\r", at: "Sure")
        #expect(try script.status() == .exited(0))
        #expect(try script.file("log") == "0\n0\n3\n0\n255\n")
        #expect(try script.file("choice") == "\"a b\" c")
        #expect(try script.file("name") == "attic")
        #expect(try script.terminal.output.waitForEnd().contains("Wait"))
        #expect(try script.file("error").contains("fascia has no --calendar."))
    }

    @Test(.mustEnd) func whiptailsGaugeEndsWithItsInput() throws {
        let script = try Script(
            #"{ echo 30; echo XXX; echo 60; echo 'Almost there'; echo XXX; } | "$whiptail" --gauge Busy 8 40 0; echo $? >status"#)
        #expect(try script.status() == .exited(0))
        #expect(try script.file("status") == "0\n")
    }
}

extension String {
    /// Writes it to a pipe with a name.
    fileprivate func appendLine(to path: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data(utf8))
    }
}
