import FasciaAsk
import Testing

/// The boxes of whiptail and dialog, compared with what those programs were recorded to do.
@Suite struct DialogBoxTests {
    @Test func everyBoxAnswersAsRecorded() throws {
        let boxes = try RecordedBox.all()
        #expect(boxes.count > 300)
        for box in boxes {
            let (output, status) = box.ours()
            #expect(status == box.status && output == box.output, "\(box.description): \(output ?? "usage") \(status ?? -1)")
        }
    }

    /// What is missing is said, with the status that those programs have for errors.
    @Test(arguments: [
        (["--calendar", "hi", "0", "0"], "fascia has no --calendar."),
        (["--msgbox", "hi", "8", "40", "--and-widget", "--yesno", "ho", "8", "40"], "Only one widget can be shown"),
        (["--frobnicate", "x"], "Unknown option --frobnicate."),
        (["--form", "hi", "0", "0", "0", "a", "1"], "Expected 8 arguments, found only 2."),
        (["--timeout", "soon", "--msgbox", "hi", "8", "40"], "Expected a number for --timeout."),
        (["--default-button", "up", "--msgbox", "hi", "8", "40"], "Unknown button up."),
        (["--output-fd", "out", "--msgbox", "hi", "8", "40"], "Expected a number for --output-fd."),
        (["--menu", "hi", "8", "40", "many", "a", "A"], "Expected a number for token 5 of --menu."),
        (["--defaultno", "--title"], "Expected an argument of --title."),
        (["--pause", "hi", "8", "40", "long"], "Expected a number for token 5 of --pause."),
        (["--pause", "hi", "8", "40", "nan"], "Expected a number for token 5 of --pause."),
        (["--form", "hi", "0", "0", "0", "a", "x", "1", "", "1", "1", "9", "9"], "Expected numbers for the places of a."),
        (["hello", "you"], "Expected a box option, not hello."),
    ]) func dialogSaysWhatIsMissing(_ arguments: [String], _ message: String) {
        #expect { try parse(.dialog, arguments) } throws: { error in
            guard case .fails(let text, 255)? = error as? DialogExit else { return false }
            return text.contains(message)
        }
    }

    /// As dialog does.
    @Test(arguments: ["--frobnicate", "--title", "hello", "--calendar"]) func singleArgumentPrintsTheHelp(_ argument: String) {
        #expect {
            try parse(.dialog, [argument])
        } throws: { error in
            if case .prints(let text)? = error as? DialogExit { text.contains("Box options") } else { false }
        }
    }

    @Test(arguments: ["9223372036854775807", "1e300", "inf"]) func hugeTimesAreLimited(_ time: String) throws {
        #expect(try parse(.dialog, ["--timeout", time, "--msgbox", "hi", "8", "40"]).timeout == 1e9)
        #expect(try parse(.dialog, ["--pause", "hi", "8", "40", time]).timeout == 1e9)
        #expect(try parse(.dialog, ["--pause", "hi", "8", "40", "-" + time]).timeout == 0)
    }

    @Test func hugeListHasNoMoreRowsThanItems() throws {
        let arguments = ["--menu", "hi", "0", "0", String(Int.max), "a", "A", "b", "B"]
        #expect(try parse(.whiptail, arguments).question.choices?.pageRows == 2)
    }

    @Test func clearAloneClearsTheScreen() {
        #expect(throws: DialogExit.prints("\u{1B}[H\u{1B}[2J")) { try parse(.dialog, ["--clear"]) }
    }

    @Test(arguments: [
        (["--frob"], "--frob: unknown option\n", 1), (["--title"], "--title: missing argument\n", 1),
        (["--textbox", "/nonexistent", "8", "40"], "gone", 255),
    ]) func whiptailSaysWhatIsWrong(_ arguments: [String], _ message: String, _ status: Int32) {
        #expect(throws: DialogExit.fails(message, status: status)) { try parse(.whiptail, arguments) }
    }

    /// The variables of dialog say which exit status means what.
    @Test func dialogsVariablesSetItsStatuses() throws {
        let box = try parse(.dialog, ["--yesno", "hi", "8", "40"])
        let variables = [
            "DIALOG_OK": "10", "DIALOG_CANCEL": "11", "DIALOG_ESC": "12", "DIALOG_TIMEOUT": "13", "DIALOG_HELP": "x",
        ]
        let statuses = [
            QuestionOutcome.answered(.confirmed(true)), .answered(.confirmed(false)), .escaped, .timedOut, .help(.question),
        ].map { box.result($0) { variables[$0] }.status }
        #expect(statuses == [10, 11, 12, 13, 2])
    }

    @Test func aPauseIsOverByItself() throws {
        let box = try parse(.dialog, ["--pause", "hi", "8", "40", "7"])
        #expect(box.timeout == 7 && box.result(.timedOut).status == 0)
        #expect(try parse(.dialog, ["--timeout", "7", "--msgbox", "hi", "8", "40"]).result(.timedOut).status == 255)
    }

    private func parse(_ program: DialogBox.Program, _ arguments: [String]) throws(DialogExit) -> DialogBox {
        try DialogBox.parse(program, arguments, version: "1") { _ throws(DialogExit) in throw .fails("gone", status: 255) }
    }
}
