import FasciaInteraction
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct FocusTests {
    struct Login: View {
        enum Field: Hashable { case name, key }
        let log: Log
        @State private var name = ""
        @State private var key = ""
        @FocusState private var field: Field?
        @FocusState private var isOnButton: Bool

        var body: some View {
            Form {
                TextField("Name", text: $name).focused($field, equals: .name).onSubmit { field = .key }
                SecureField("Key", text: $key).focused($field, equals: .key)
                Button("Begin") { field = .name }.focused($isOnButton)
                Text("\(field.map { "\($0)" } ?? "none") \(isOnButton)")
                    .onChange(of: field) { log.add(field.map { "\($0)" } ?? "none") }
            }
        }
    }

    private func focused(_ snapshot: Snapshot) -> String {
        snapshot.lines.firstIndex { $0.hasPrefix("›") }.map { snapshot.lines[$0] } ?? ""
    }

    @Test func settingItMovesTheFocus() throws {
        let snapshot = Snapshot(Login(log: Log()), columns: 20, rows: 7)
        try snapshot.type("Ada")
        try snapshot.press("enter")
        #expect(snapshot.texts == ["key false"])
        try snapshot.type("x")
        #expect(focused(snapshot) == "›[•              ]")
        try snapshot.tap("Begin")
        #expect(snapshot.texts == ["name false"])
        #expect(focused(snapshot) == "›[Ada            ]")
        try snapshot.press("enter")
        #expect(snapshot.texts == ["key false"])
    }

    @Test func itFollowsTheFocus_forValuesAndForBooleans() throws {
        let log = Log()
        let snapshot = Snapshot(Login(log: log), columns: 20, rows: 7)
        #expect(snapshot.texts == ["none false"])
        try snapshot.press("tab")
        #expect(snapshot.texts == ["key false"])
        try snapshot.press("tab")
        #expect(snapshot.texts == ["none true"])
        try snapshot.press("backtab")
        #expect(snapshot.texts == ["key false"])
        #expect(log.entries == ["key", "none", "key"])
    }

    struct Draft: View {
        enum Field: Hashable { case title, body }
        @FocusState private var field: Field?
        @FocusState private var isLast: Bool
        let isBodyFirst: Bool

        var body: some View {
            Form {
                TextField("Title", text: .constant("")).focused($field, equals: .title)
                TextField("Body", text: .constant("")).focused($field, equals: .body)
                Button("Send") {}.focused($isLast)
            }
            .defaultFocus($field, isBodyFirst ? .body : .title)
        }
    }

    @Test func defaultFocus() throws {
        let snapshot = Snapshot(Draft(isBodyFirst: true), columns: 20, rows: 7)
        #expect(focused(snapshot) == "›[Body           ]")
        try snapshot.press("tab")
        #expect(focused(snapshot) == "›Send            ↵", "it is only the beginning")
        #expect(focused(Snapshot(Draft(isBodyFirst: false), columns: 20, rows: 7)) == "›[Title          ]")
    }

    struct Confirm: View {
        @FocusState private var isOnNo: Bool
        var body: some View {
            HStack {
                Button("Yes") {}
                Button("No") {}.focused($isOnNo)
            }
            .defaultFocus($isOnNo, true, priority: .userInitiated)
        }
    }

    @Test func defaultFocus_boolean() {
        #expect(Snapshot(Confirm(), columns: 20, rows: 5).text.contains("›[ No ]"))
    }

    // MARK: - Shortcuts

    @Test func aShortcutOperatesWhereverTheFocusIs() throws {
        let log = Log()
        let view = Form {
            TextField("Name", text: .constant(""))
            Button("Save") { log.add("save") }.keyboardShortcut("s")
            Button("Stop") { log.add("stop") }.keyboardShortcut(.cancelAction)
            Button("Go") { log.add("go") }.keyboardShortcut(.defaultAction)
            Button("Locked") { log.add("locked") }.keyboardShortcut("l", modifiers: [.option]).disabled(true)
            Button("Quit") { log.add("quit") }.keyboardShortcut("c", modifiers: .control)
        }
        let snapshot = Snapshot(view)
        for key in ["ctrl+s", "escape", "enter", "alt+l", "ctrl+c"] { try snapshot.press(Key(key)) }
        #expect(log.entries == ["save", "stop", "go"])
    }

    // MARK: - Badges

    // MARK: - Named styles

    @Test func aNamedStyleIsInTheEnvironmentOfTheControl() {
        let view = VStack {
            Toggle("A", isOn: .constant(true)).toggleStyle(.named("neon", ["glow": 2]))
            Button("B") {}
            ProgressView("C", value: 0.5).progressViewStyle(.named("neon"))
        }
        .buttonStyle(.named("plain"))
        let snapshot = Snapshot(view)
        #expect(snapshot.element("A")?.environment == ["toggleStyle": "neon", "neon": ["glow": 2]])
        #expect(snapshot.element("B")?.environment == ["buttonStyle": "plain"])
        #expect(snapshot.element("C")?.environment == ["progressStyle": "neon"])
    }
}
