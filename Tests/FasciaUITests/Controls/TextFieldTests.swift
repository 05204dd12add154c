import FasciaDocument
import FasciaInteraction
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct TextFieldTests {
    struct Names: View {
        let log: Log
        @State private var first = "Ada"
        @State private var last = ""
        var body: some View {
            Form {
                TextField("First", text: $first).onSubmit { log.add("first \(first)") }
                TextField("Last", text: $last, prompt: Text("Lovelace"))
                Text("Hello \(first) \(last)!")
            }
            .onSubmit { log.add("form") }
        }
    }

    @Test func everyKeyUpdatesTheBinding() throws {
        let snapshot = Snapshot(Names(log: Log()), columns: 30, rows: 6)
        #expect(snapshot.texts == ["Hello Ada !"])
        try snapshot.type(" L")
        #expect(snapshot.texts == ["Hello Ada L !"])
        try snapshot.press("backspace")
        try snapshot.press("ctrl+w")
        #expect(snapshot.texts == ["Hello  !"])
        try snapshot.paste("Grace\nM.")
        #expect(snapshot.texts == ["Hello Grace M. !"])
        try snapshot.press("tab")
        try snapshot.type("q")
        #expect(snapshot.texts == ["Hello Grace M. q!"])
    }

    @Test func emptyFieldShowsThePromptOrTheTitle() throws {
        let snapshot = Snapshot(Names(log: Log()), columns: 24, rows: 6)
        #expect(snapshot.lines[2] == "›[Ada                ]")
        #expect(snapshot.lines[3] == " [Lovelace           ]")
        try snapshot.press("ctrl+u")
        #expect(snapshot.lines[2] == "›[First              ]")
        // Scripts identify the field by its title, regardless of its text.
        try snapshot.set("Last", to: "King")
        #expect(snapshot.lines[3] == " [King               ]")
    }

    @Test func enterSubmits_theInnerFirst() throws {
        let log = Log()
        let snapshot = Snapshot(Names(log: log))
        try snapshot.type("!")
        try snapshot.press("enter")
        #expect(log.entries == ["first Ada!", "form"])
        try snapshot.press("tab")
        try snapshot.press("enter")
        #expect(log.entries == ["first Ada!", "form", "form"])
    }

    @Test func textFieldRefusesNonStrings() throws {
        let snapshot = Snapshot(Names(log: Log()))
        #expect(
            snapshot.refusal { try $0.set("First", to: 3) }
                == "node \"v.0\" (First) takes a string, not 3: write it in quotes, as in JSON: \"3\"")
        #expect(snapshot.refusal { try $0.set("First", to: true) } == "node \"v.0\" (First) takes a string, not true")
        #expect(
            snapshot.refusal { try $0.set("Hello Ada !", to: "x") }
                == "node \"v.2\" (Hello Ada !) has no value that could be set")
    }

    @Test func textChangedByTheAppIsShown() throws {
        struct Upper: View {
            @State private var code = ""
            var body: some View {
                TextField("Code", text: $code).onChange(of: code) { code = String(code.uppercased().prefix(3)) }
            }
        }
        let snapshot = Snapshot(Upper(), columns: 10, rows: 3)
        try snapshot.type("abcd")
        #expect(snapshot.lines[1] == "›[ABC    ]")
        // Typing continues at the end of the text.
        try snapshot.press("backspace")
        try snapshot.type("x")
        #expect(snapshot.lines[1] == "›[ABX    ]")
    }

    @Test func constantBindingStaysUnchanged() throws {
        let snapshot = Snapshot(TextField("Fixed", text: .constant("abc")), columns: 10, rows: 3)
        try snapshot.type("x")
        #expect(snapshot.lines[1] == "›[abc    ]")
    }

    @Test func typingIsNoTap() throws {
        let log = Log()
        let snapshot = Snapshot(TextField("A", text: .constant("")).onTapGesture { log.add("tap") })
        try snapshot.type("x")
        #expect(log.entries == [])
    }

    // MARK: - Several lines

    private struct Notes: View {
        @State private var text = "one two three"
        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                TextField("Notes", text: $text, axis: .vertical).lineLimit(2...4)
                Text(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "/"))
                Button("Below") {}
            }
        }
    }

    @Test func vertical_growsWithItsLines_withinTheLimit() throws {
        let snapshot = Snapshot(Notes(), columns: 12, rows: 12)
        let box = { snapshot.lines.filter { $0.contains("[") && !$0.contains("Below") } }
        #expect(box() == ["›[one two  ]", " [three    ]"])
        try snapshot.press("ctrl+e")
        for word in ["four", "five"] {
            try snapshot.press("enter")
            try snapshot.type(word)
        }
        #expect(box() == ["›[one two  ]", " [three    ]", " [four     ]", " [five     ]"])
        #expect(snapshot.texts == ["one two three/four/five"])
        // Beyond the limit it scrolls to keep the cursor visible.
        try snapshot.press("enter")
        try snapshot.type("six")
        #expect(box() == ["›[three    ]", " [four     ]", " [five     ]", " [six      ]"])
        for _ in 0..<40 { try snapshot.press("backspace") }
        #expect(box().count == 2, "and no fewer than the least")
    }

    @Test func vertical_upAndDownMoveByLine_thenLeaveTheField() throws {
        let snapshot = Snapshot(Notes(), columns: 12, rows: 12)
        try snapshot.press("up")
        try snapshot.type("x")
        #expect(snapshot.texts == ["one txwo three"], "as far from its beginning as in the line below")
        try snapshot.press("home")
        try snapshot.type("y")
        #expect(snapshot.texts == ["yone txwo three"])
        // Each word is on its own line.
        try snapshot.press("end")
        try snapshot.press("down")
        try snapshot.press("end")
        try snapshot.type("z")
        #expect(snapshot.texts == ["yone txwoz three"])
        let text = snapshot.texts
        try snapshot.press("down")
        try snapshot.press("down")
        try snapshot.type("q")
        #expect(snapshot.texts == text, "the focus is on the button")
    }

    @Test func vertical_pasteAndScriptsKeepLines() throws {
        let snapshot = Snapshot(Notes(), columns: 30, rows: 12)
        try snapshot.paste("\r\nnext\tline")
        #expect(snapshot.texts == ["one two three/next line"])
        try snapshot.set("Notes", to: "a\nb")
        #expect(snapshot.texts == ["a/b"])
        #expect(
            snapshot.lines.filter { $0.contains("[") }.prefix(2).map { $0.contains("[a") || $0.contains("[b") } == [true, true])
    }

    @Test func vertical_heightFollowsTextAndLineLimit() {
        func rows(_ view: some View) -> Int { Snapshot(view, columns: 20, rows: 12).lines.count { $0.contains("[") } }
        let text = Binding.constant("a\nb\nc\nd\ne")
        #expect(rows(TextField("T", text: text, axis: .vertical)) == 5)
        #expect(rows(TextField("T", text: text, axis: .vertical).lineLimit(3)) == 3)
        #expect(rows(TextField("T", text: .constant(""), axis: .vertical).lineLimit(3, reservesSpace: true)) == 3)
        #expect(rows(TextField("T", text: .constant(""), axis: .vertical).lineLimit(2...)) == 2)
        #expect(rows(TextField("T", text: text, axis: .vertical).lineLimit(...2)) == 2)
        #expect(rows(TextField("T", text: text, axis: .horizontal).lineLimit(3)) == 1)
    }

    @Test func lineLimit_nilOverridesOuterLimit() {
        let words = Text("one two three four").frame(width: 40)
        #expect(Snapshot(VStack { words.lineLimit(nil) }.lineLimit(1), columns: 20, rows: 10).text.contains("four"))
        #expect(!Snapshot(VStack { words }.lineLimit(1), columns: 20, rows: 10).text.contains("four"))
    }

    // MARK: - Formats

    struct Amount: View {
        let log: Log
        @State private var amount = 5
        @State private var maybe: Int? = nil
        var body: some View {
            Form {
                TextField("Amount", value: $amount, format: .number)
                TextField("Maybe", value: $maybe, format: .number)
                Text("\(amount) \(maybe.map(String.init) ?? "none")").onChange(of: amount) { log.add("\(amount)") }
            }
        }
    }

    @Test func formattedFieldWritesOnEnterAndBlur() throws {
        let log = Log()
        let snapshot = Snapshot(Amount(log: log))
        try snapshot.press("backspace")
        try snapshot.type("12")
        #expect(snapshot.texts == ["5 none"])
        try snapshot.press("enter")
        #expect(snapshot.texts == ["12 none"])
        try snapshot.type("0")
        try snapshot.press("tab")
        #expect(snapshot.texts == ["120 none"])
        try snapshot.type("7")
        try snapshot.press("enter")
        #expect(snapshot.texts == ["120 7"])
        #expect(log.entries == ["12", "120"])
    }

    @Test func unparsableTextIsIgnoredOrNil() throws {
        let snapshot = Snapshot(Amount(log: Log()), columns: 20, rows: 6)
        try snapshot.type("x")
        #expect(snapshot.lines[1] == "›[5x             ]")
        try snapshot.press("enter")
        #expect(snapshot.lines[1] == "›[5              ]")
        try snapshot.set("Maybe", to: "3")
        #expect(snapshot.texts == ["5 3"])
        try snapshot.set("Maybe", to: "no")
        #expect(snapshot.texts == ["5 none"])
    }

    @Test func escapeDiscardsTheDraft() throws {
        let snapshot = Snapshot(Amount(log: Log()), columns: 20, rows: 6)
        try snapshot.type("6")
        #expect(snapshot.lines[1] == "›[56             ]")
        try snapshot.press("escape")
        #expect(snapshot.lines[1] == "›[5              ]")
        #expect(snapshot.texts == ["5 none"])
    }

    // MARK: - Secure fields

    struct Door: View {
        @State private var key = "old"
        var body: some View {
            Form {
                SecureField("Key", text: $key)
                Text(key == "new" ? "open" : "shut")
            }
        }
    }

    @Test func secureFieldShowsBullets_typingReplacesTheText() throws {
        let snapshot = Snapshot(Door(), columns: 12, rows: 5)
        #expect(snapshot.lines[1] == "›[••••••••]")
        try snapshot.type("ne")
        #expect(snapshot.lines[1] == "›[••      ]")
        try snapshot.type("w")
        #expect(snapshot.texts == ["open"])
        #expect(snapshot.lines[1] == "›[•••     ]")
    }

    @Test func secureTextIsNeitherInScreenNorTree() throws {
        let snapshot = Snapshot(Door())
        try snapshot.type("new")
        #expect(snapshot.element("Key")?.value == "••••••••")
        #expect(!"\(snapshot.node)".contains("new"))
        #expect(!"\(snapshot.scene)".contains("new"))
    }

    @Test func secureFieldShowsAsterisksInASCII() {
        let snapshot = Snapshot(Door(), columns: 12, rows: 5)
        snapshot.unicode = false
        #expect(snapshot.lines[1] == ">[********]")
    }

    @Test func keyboardModifiersAreAccepted() throws {
        struct Mail: View {
            @available(*, deprecated)  // Avoids the warnings for names without effect.
            var body: some View {
                TextField("A", text: .constant("")).keyboardType(.emailAddress).textContentType(.emailAddress)
                    .textInputAutocapitalization(.never).autocorrectionDisabled().submitLabel(.done)
                    .textFieldStyle(.roundedBorder)
            }
        }
        #expect(Snapshot(Mail()).labels == [])
        #expect(Snapshot(Mail()).element("A")?.role == "textField")
    }

    // MARK: - Under an alert

    @Test func secureFieldUnderAnAlertDiscardsTheDraft() throws {
        struct Login: View {
            let log: Log
            @State private var key = ""
            @State private var isWrong = false
            let forgets: Bool
            var body: some View {
                SecureField("Key", text: $key)
                    .onSubmit {
                        log.add(key)
                        if forgets { key = "" }
                        isWrong = true
                    }
                    .alert("Wrong", isPresented: $isWrong) {}
            }
        }
        for forgets in [true, false] {
            let log = Log()
            let snapshot = Snapshot(Login(log: log, forgets: forgets), columns: 40, rows: 12)
            try snapshot.type("abc")
            try snapshot.press("enter")
            #expect(snapshot.text.contains("Wrong"))
            try snapshot.press("enter")
            #expect(!snapshot.text.contains("Wrong"))
            #expect(snapshot.text.contains("•••") != forgets)
            try snapshot.type("x")
            try snapshot.press("enter")
            #expect(log.entries == ["abc", "x"], "typing begins anew, as after the focus was elsewhere")
        }
    }
}
