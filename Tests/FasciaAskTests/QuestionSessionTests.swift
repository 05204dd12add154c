import FasciaAsk
import FasciaInteraction
import FasciaRender
import Testing

/// What keys, the mouse and time make of a question. No terminal takes part.
@Suite struct QuestionSessionTests {
    private static let yes = Question.Button(.ok, "Yes"), no = Question.Button(.cancel, "No")

    private func confirm(default button: Int = 0) -> Question {
        var question = Question(.confirm, text: "Really?", buttons: [Self.yes, Self.no])
        question.defaultButton = button
        return question
    }

    private func choose(_ selection: Choices.Selection = .focused, _ labels: String...) -> Question {
        let buttons = selection == .focused ? [] : [Question.Button(.ok, "OK"), Question.Button(.cancel, "Cancel")]
        return Question(.choose(Choices(labels.map { .init($0) }, selection)), text: "Which?", buttons: buttons)
    }

    private func outcome(_ question: Question, _ keys: String..., size: CellSize = CellSize(columns: 80, rows: 24))
        -> QuestionOutcome?
    {
        var session = QuestionSession(question, size: size)
        for key in keys {
            _ = session.picture()
            session.handle(.key(key))
        }
        return session.outcome
    }

    // MARK: - Yes or no

    @Test func enterPressesTheDefaultButton() {
        #expect(outcome(confirm(), "enter") == .answered(.confirmed(true)))
        #expect(outcome(confirm(default: 1), "enter") == .answered(.confirmed(false)))
    }

    @Test func arrowsAndTabMoveBetweenButtons() {
        #expect(outcome(confirm(), "right", "enter") == .answered(.confirmed(false)))
        #expect(outcome(confirm(), "right", "right", "space") == .answered(.confirmed(false)), "arrows stop at the last one")
        #expect(outcome(confirm(), "tab", "tab", "enter") == .answered(.confirmed(true)), "Tab goes around")
        #expect(outcome(confirm(), "backtab", "enter") == .answered(.confirmed(false)))
    }

    @Test func theFirstLetterOfAButtonAnswers() {
        #expect(outcome(confirm(), "n") == .answered(.confirmed(false)))
        #expect(outcome(confirm(), "Y") == .answered(.confirmed(true)))
        #expect(outcome(confirm(), "x") == nil)
    }

    @Test func escapeAndControlCAreNoAnswers() {
        #expect(outcome(confirm(), "escape") == .escaped)
        #expect(outcome(confirm(), "ctrl+c") == .interrupted)
    }

    @Test func whatWasTypedWhenTheTimeIsOverIsNoAnswer() {
        var session = QuestionSession(Question(.input(QuestionField(""))), size: CellSize(columns: 80, rows: 24))
        session.handle(.key("a"))
        session.handle(.timedOut)
        session.handle(.key("enter"))
        #expect(session.outcome == .timedOut)
    }

    // MARK: - Lists

    @Test func oneIsChosenWithTheFocus() {
        let question = choose(.focused, "red", "green", "blue")
        #expect(outcome(question, "down", "enter") == .answered(.chosen([1])))
        #expect(outcome(question, "end", "space") == .answered(.chosen([2])))
        #expect(outcome(question, "up", "enter") == .answered(.chosen([0])), "it stops at the first one")
    }

    @Test func severalAreMarkedInTheOrderOfTheList() {
        let question = choose(.several(limit: nil), "red", "green", "blue")
        #expect(outcome(question, "end", "space", "home", "space", "enter") == .answered(.chosen([0, 2])))
        #expect(outcome(question, "ctrl+a", "enter") == .answered(.chosen([0, 1, 2])))
        #expect(outcome(question, "ctrl+a", "ctrl+a", "enter") == .answered(.chosen([])))
    }

    @Test func anOrderedAnswerHasTheOrderOfMarking() {
        var choices = Choices(["a", "b"].map { .init($0) }, .several(limit: nil))
        choices.isOrdered = true
        #expect(outcome(Question(.choose(choices)), "end", "space", "home", "space", "enter") == .answered(.chosen([1, 0])))
    }

    @Test func noMoreThanTheLimitAreMarked() {
        let question = choose(.several(limit: 2), "a", "b", "c")
        #expect(outcome(question, "space", "down", "space", "down", "space", "enter") == .answered(.chosen([0, 1])))
    }

    @Test func lettersGoToWhatBeginsWithThem() {
        let question = choose(.focused, "apple", "apricot", "banana")
        #expect(outcome(question, "a", "p", "r", "enter") == .answered(.chosen([1])))
        #expect(outcome(question, "b", "enter") == .answered(.chosen([2])))
        #expect(outcome(question, "z", "enter") == .answered(.chosen([0])))
        var session = QuestionSession(question, size: CellSize(columns: 80, rows: 24))
        session.handle(.key("b"))
        session.handle(.paused)
        session.handle(.key("a"))
        session.handle(.key("enter"))
        #expect(session.outcome == .answered(.chosen([0])), "after a pause a letter begins anew")
    }

    @Test func aLongListShowsTheRowWithTheFocus() {
        let question = Question(.choose(Choices((0..<10_000).map { .init("row \($0)") })))
        var session = QuestionSession(question, size: CellSize(columns: 40, rows: 12))
        session.handle(.key("end"))
        #expect(text(&session).contains("row 9999"))
        session.handle(.key("pageup"))
        #expect(!text(&session).contains("row 9999 "))
        session.handle(.key("home"))
        #expect(text(&session).contains("row 0"))
    }

    @Test func aFilterKeepsTheRowsWithItsLetters() {
        let choices = Choices(["pear", "peach", "plum"].map { .init($0) })
        let question = Question(.filter(choices, .init()))
        #expect(outcome(question, "p", "l", "enter") == .answered(.chosen([2])))
        #expect(outcome(question, "x", "backspace", "enter") == .answered(.chosen([0])))
        #expect(outcome(question, "x", "enter") == nil, "nothing matches")
        let free = Question(.filter(choices, .init(isStrict: false)))
        #expect(outcome(free, "x", "y", "enter") == .answered(.text("xy")))
    }

    // MARK: - Fields

    @Test func aTextIsEditedWithTheKeysOfThePanel() {
        let question = Question(.input(QuestionField("", value: "ham")))
        #expect(outcome(question, "s", "enter") == .answered(.text("hams")))
        #expect(outcome(question, "home", "x", "enter") == .answered(.text("xham")))
        #expect(outcome(question, "ctrl+w", "enter") == .answered(.text("")))
    }

    @Test func aTextThatDoesNotMatchStays() throws {
        var field = QuestionField("")
        (field.pattern, field.hint) = ("[a-z]+", "only small letters")
        var session = QuestionSession(Question(.input(field)), size: CellSize(columns: 80, rows: 24))
        for key in ["A", "enter"] { session.handle(.key(key)) }
        #expect(session.outcome == nil)
        #expect(text(&session).contains("only small letters"))
        for key in ["backspace", "a", "enter"] { session.handle(.key(key)) }
        #expect(session.outcome == .answered(.text("a")))
    }

    @Test func aSecretIsNotShown() {
        var session = QuestionSession(
            Question(.input(QuestionField("", kind: .secret, value: "old"))), size: CellSize(columns: 80, rows: 24))
        for key in ["q", "z"] { session.handle(.key(key)) }
        let shown = text(&session)
        #expect(!shown.contains("qz") && !shown.contains("old") && shown.contains("•••••"))
        session.handle(.key("enter"))
        #expect(session.outcome == .answered(.text("oldqz")))
    }

    @Test func atTheLimitNothingIsTyped() {
        var field = QuestionField("")
        field.limit = 2
        #expect(outcome(Question(.input(field)), "a", "b", "c", "enter") == .answered(.text("ab")))
    }

    @Test func severalLinesEndWithControlD() {
        let question = Question(.write(QuestionField("")))
        #expect(outcome(question, "a", "enter", "b", "ctrl+d") == .answered(.text("a\nb")))
    }

    @Test func enterGoesThroughAFormAndBackIsNeverBlocked() throws {
        let fields = try ["host!", "port:int:Port:22", "mode:choice=on,off:Mode", "ssh:bool"].map {
            try #require(QuestionField(parsing: $0))
        }
        let question = Question(.form(fields), buttons: [.init(.ok, "OK"), .init(.cancel, "Cancel")])
        #expect(
            outcome(question, "a", "enter", "enter", "right", "enter", "space", "enter")
                == .answered(.texts(["a", "22", "off", "true"])))
        var session = QuestionSession(question, size: CellSize(columns: 80, rows: 24))
        for key in ["enter", "backspace", "x", "up", "a", "down", "enter", "enter", "enter"] { session.handle(.key(key)) }
        #expect(session.outcome == nil, "2x is no number")
        #expect(text(&session).contains("must be a whole number"))
        for key in ["backspace", "enter", "enter", "enter"] { session.handle(.key(key)) }
        #expect(session.outcome == .answered(.texts(["a", "2", "on", "false"])))
    }

    @Test func pastedTextIsTyped() {
        var session = QuestionSession(Question(.input(QuestionField(""))), size: CellSize(columns: 80, rows: 24))
        session.handle(.paste("two\nlines\u{1B}[31m"))
        session.handle(.key("enter"))
        #expect(session.outcome == .answered(.text("two lines[31m")))
    }

    // MARK: - Mouse

    @Test func aClickAnswers() throws {
        var session = QuestionSession(confirm(), size: CellSize(columns: 80, rows: 24))
        session.handle(.mouse(Mouse(.press, at: try place(of: "No", &session))))
        #expect(session.outcome == .answered(.confirmed(false)))
        var list = QuestionSession(choose(.focused, "red", "green"), size: CellSize(columns: 80, rows: 24))
        list.handle(.mouse(Mouse(.press, at: try place(of: "green", &list))))
        #expect(list.outcome == .answered(.chosen([1])))
        var marks = QuestionSession(choose(.marked, "red", "green"), size: CellSize(columns: 80, rows: 24))
        marks.handle(.mouse(Mouse(.press, at: try place(of: "green", &marks))))
        marks.handle(.key("enter"))
        #expect(marks.outcome == .answered(.chosen([1])))
        var closed = QuestionSession(confirm(), size: CellSize(columns: 80, rows: 24))
        closed.handle(.mouse(Mouse(.press, at: try place(of: "Close", &closed))))
        #expect(closed.outcome == .escaped)
        var footer = QuestionSession(confirm(), size: CellSize(columns: 80, rows: 24))
        footer.handle(.mouse(Mouse(.press, at: try place(of: "Esc", &footer))))
        #expect(footer.outcome == .escaped)
    }

    // MARK: - Progress

    @Test func aGaugeShowsWhatItIsTold() {
        var session = QuestionSession(Question(.gauge(10), text: "one"), size: CellSize(columns: 80, rows: 24))
        #expect(text(&session).contains("10 %"))
        session.handle(.gauge(.init(percent: 55, text: "two")))
        let shown = text(&session)
        #expect(shown.contains("55 %") && shown.contains("two") && !shown.contains("one"))
        session.handle(.key("enter"))
        #expect(session.outcome == nil, "keys do not end it")
        session.handle(.finished)
        #expect(session.outcome == .answered(.seen))
    }

    @Test func aSpinnerTurns() {
        var session = QuestionSession(Question(.spin, text: "sleep"), size: CellSize(columns: 80, rows: 24))
        let first = session.picture()
        #expect(first.isAnimated)
        session.handle(.ticked)
        #expect(session.picture() != first)
    }

    // MARK: - Bad input

    /// A title of 64 KiB with escapes and bidirectional controls shows neither, and leaves room for the answer.
    @Test(arguments: [CellSize(columns: 80, rows: 24), CellSize(columns: 8, rows: 3), CellSize(columns: 1, rows: 1)])
    func textsAreCleaned(_ size: CellSize) {
        let bad = String(repeating: "\u{1B}[31m\u{202E}evil\u{9B}2J\u{7}\u{200F}\n", count: 4_096)
        #expect(bad.utf8.count > 65_536)
        var question = confirm()
        (question.title, question.text, question.backdrop) = (bad, bad, bad)
        question.buttons[0].label = bad
        var session = QuestionSession(question, size: size)
        let isClean = session.picture().cells.allSatisfy { cell in
            cell.text.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && !(0x200B...0x200F).contains($0.value)
                    && !(0x202A...0x202E).contains($0.value)
            }
        }
        #expect(isClean)
        session.handle(.key("enter"))
        #expect(session.outcome == .answered(.confirmed(true)))
    }

    /// What is asked can be read as a whole, even where the title bar says the same and has no room for it.
    @Test func textThatIsAlsoTheTitleIsShownWhole() {
        var question = confirm()
        let words = (0..<20).map { "word\($0)" }
        (question.title, question.text) = (words.joined(separator: " "), words.joined(separator: " "))
        var session = QuestionSession(question, size: CellSize(columns: 80, rows: 24))
        let shown = text(&session)
        #expect(words.allSatisfy { shown.contains($0) }, "\(shown)")
        (question.title, question.text) = ("Sure?", "Sure?")
        session = QuestionSession(question, size: CellSize(columns: 80, rows: 24))
        #expect(text(&session).ranges(of: "Sure?").count == 1)
    }

    /// Every kind can be shown and answered in every size.
    @Test func everyKindFitsInEverySize() throws {
        let fields = try ["a", "b:secret", "c:bool", "d:choice=x,y"].map { try #require(QuestionField(parsing: $0)) }
        let list = Choices((0..<100).map { .init("\($0)", tag: "tag \($0)", help: "help \($0)") })
        let kinds: [Question.Kind] = [
            .confirm, .message, .choose(list), .filter(list, .init()), .input(QuestionField("")), .write(QuestionField("")),
            .form(fields),
            .pager, .gauge(50), .spin, .choose(Choices([])), .form([]),
        ]
        for kind in kinds {
            for size in [(8, 3), (1, 1), (20, 6), (80, 24), (200, 60)] {
                let text = kind == .pager ? String(repeating: "line\n", count: 200) : "Text"
                let question = Question(
                    kind, title: "Title", text: text, buttons: [.init(.ok, "OK"), .init(.cancel, "Cancel")])
                var session = QuestionSession(question, size: CellSize(columns: size.0, rows: size.1))
                for key in ["down", "pagedown", "end", "up", "tab", "backtab", "x", "f1", "escape", "ctrl+l"] {
                    #expect(session.picture().size == CellSize(columns: size.0, rows: size.1))
                    session.handle(.key(key))
                }
                session.handle(.resized(CellSize(columns: 8, rows: 3)))
                #expect(session.picture().size == CellSize(columns: 8, rows: 3))
                session.handle(.key("escape"))
                #expect(session.outcome == .escaped || question.isProgress, "\(kind)")
            }
        }
    }

    // MARK: - Helpers

    private func text(_ session: inout QuestionSession) -> String { lines(session.picture()).joined(separator: "\n") }

    private func lines(_ picture: CellBuffer) -> [String] {
        (0..<picture.size.rows).map { row in
            (0..<picture.size.columns).map { picture[column: $0, row: row].text }.joined()
        }
    }

    private func place(of words: String, _ session: inout QuestionSession) throws -> CellPoint {
        for (row, line) in lines(session.picture()).enumerated() {
            guard let range = line.firstRange(of: words) else { continue }
            return CellPoint(column: line.distance(from: line.startIndex, to: range.lowerBound), row: row)
        }
        Issue.record("\(words) is not shown")
        return CellPoint(column: 0, row: 0)
    }
}
