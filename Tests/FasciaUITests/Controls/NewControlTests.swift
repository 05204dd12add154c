import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct NewControlTests {
    @Test func aLinkShowsItsURL_orCallsTheHandlerOfTheApp() throws {
        let url = try #require(URL(string: "https://example.org/a"))
        let shown = Snapshot(Link("Site", destination: url))
        #expect(shown.element("Site")?.role == "link")
        try shown.tap("Site")
        #expect(shown.text.contains("https://example.org/a"))
        var opened: [URL] = []
        let handled = Snapshot(
            Link("Site", destination: url).environment(
                \.openURL,
                OpenURLAction {
                    opened.append($0); return .handled
                }))
        try handled.tap("Site")
        #expect(opened == [url] && !handled.text.contains("example"))
    }

    @Test func aShareLinkShowsWhatIsShared() throws {
        let snapshot = Snapshot(ShareLink("Send", item: "some words"))
        try snapshot.tap("Send")
        #expect(snapshot.text.contains("some words"))
    }

    private struct Editor: View {
        @State var text = "a"
        var body: some View {
            TextEditor(text: $text).accessibilityLabel("Words")
            Text("lines \(text.split(separator: "\n").count)")
        }
    }

    @Test func aTextEditorTakesLines() throws {
        let snapshot = Snapshot(Editor())
        try snapshot.set("Words", to: "b\nc")
        #expect(snapshot.texts.contains("lines 2"))
        #expect(snapshot.lines.filter { $0.contains("[") && $0.contains("]") }.count == 4)
    }

    private struct Colors: View {
        @State var color = Color(red: 1, green: 0, blue: 0.5)
        var body: some View {
            ColorPicker("Colour", selection: $color)
            Text(color == .blue ? "blue" : "other")
        }
    }

    @Test func aColorPickerOffersTheSystemsColours_andKeepsAnother() throws {
        let snapshot = Snapshot(Colors())
        #expect(snapshot.element("Colour")?.value == "#ff0080")
        try snapshot.set("Colour", to: "Blue")
        #expect(snapshot.texts.contains("blue"))
    }

    @Test func contentUnavailableView_saysWhyAndWhatToDo() throws {
        var taps = 0
        let snapshot = Snapshot(
            ContentUnavailableView {
                Label("Nothing", systemImage: "tray")
            } description: {
                Text("It is empty.")
            } actions: {
                Button("Fill") { taps += 1 }
            })
        try snapshot.tap("Fill")
        #expect(taps == 1 && snapshot.text.contains("Nothing") && snapshot.text.contains("It is empty."))
        #expect(Snapshot(ContentUnavailableView.search(text: "x")).text.contains("No Results for “x”"))
    }

    private struct Import: View {
        @State var isAsking = false
        @State var name = "none"
        var body: some View {
            Button("Import") { isAsking = true }
            Text("File: \(name)")
                .fileImporter(isPresented: $isAsking, allowedContentTypes: [.json, .plainText]) { result in
                    if case .success(let url) = result { name = url.path }
                }
        }
    }

    @Test func aFileImporterAsksForThePath() async throws {
        let pilot = Pilot(Import(), columns: 40, rows: 12)
        try await pilot.tap("Import")
        try await pilot.set("Path", to: "/etc/hostname")
        try await pilot.tap("Open")
        try await pilot.wait(for: .text("File: /etc/hostname"))
    }

    @Test func aContextMenuIsBehindAnEllipsis() throws {
        var copied = 0
        let snapshot = Snapshot(Text("row").contextMenu { Button("Copy") { copied += 1 } }, columns: 30, rows: 8)
        #expect(snapshot.element("Actions for row")?.role == "menu")
        try snapshot.press("enter")
        #expect(snapshot.text.contains("Copy"))
        try snapshot.press("enter")
        #expect(copied == 1)
        #expect(Snapshot(Text("row").contextMenu {}).labels == [])
    }

    private struct Search: View {
        @State var text = ""
        @State var scope = 0
        @State var submitted = ""
        var body: some View {
            Results()
                .searchable(text: $text, prompt: "Find")
                .searchScopes($scope) {
                    Text("All").tag(0)
                    Text("Some").tag(1)
                }
                .searchSuggestions { Text("Did you mean b?").searchCompletion("bb") }
                .onSubmit(of: .search) { submitted = text }
            Text("text '\(text)' scope \(scope) submitted '\(submitted)'")
        }
    }

    private struct Results: View {
        @Environment(\.isSearching) private var isSearching
        @Environment(\.dismissSearch) private var dismiss
        var body: some View {
            Text(isSearching ? "searching" : "idle")
            Button("Stop") { dismiss() }
        }
    }

    @Test func searchable_hasAField_scopesAndSuggestions() throws {
        let snapshot = Snapshot(Search())
        #expect(snapshot.texts.contains("idle"))
        #expect(snapshot.element("Did you mean b?") == nil)
        try snapshot.set("Find", to: "a")
        #expect(snapshot.texts.contains("searching"))
        try snapshot.tap("Did you mean b?")
        #expect(snapshot.element("Did you mean b?") == nil)
        try snapshot.set("Scope", to: "Some")
        #expect(snapshot.texts.contains("text 'bb' scope 1 submitted ''"))
        try snapshot.press("enter")
        try snapshot.tap("Stop")
        #expect(snapshot.texts.contains { $0.hasPrefix("text '' scope 1") })
    }

    @Test func refreshable_addsAButtonAndAKey() async throws {
        var count = 0
        let pilot = Pilot(Text("x").refreshable { count += 1 })
        try await pilot.tap("Refresh")
        while count < 1 { await Task.yield() }
        try await pilot.press("ctrl+r")
        while count < 2 { await Task.yield() }
    }

    @Test func onKeyPress_ofAnyKey_hearsPressesAndNoReleases() throws {
        var (pressed, released) = ("", "")
        let view = Text("a").onKeyPress { press in
            pressed += press.characters
            return .handled
        }
        .onKeyPress(phases: .up) { press in
            released += press.characters
            return .handled
        }
        let snapshot = Snapshot(view, columns: 20, rows: 4)
        try snapshot.type("x7")
        #expect(pressed == "x7" && released == "")
    }

    @Test func onKeyPress_hearsTheKeyWhereverTheFocusIs() throws {
        var keys = 0
        let view = VStack {
            Button("A") {};
            Text("b").onKeyPress("x") {
                keys += 1; return .handled
            }
        }
        let snapshot = Snapshot(view)
        try snapshot.press("x")
        #expect(keys == 1)
        #expect(snapshot.labels.contains("A"))
    }

    @Test func redactedTextsAreBlocks() {
        #expect(Snapshot(Text("ab c").redacted(reason: .placeholder)).texts == ["░░ ░"])
        #expect(Snapshot(Text("ab").unredacted().redacted(reason: .placeholder)).texts == ["ab"])
    }

    @Test func safeAreaInset_standsAtTheEdge() {
        let view = Text("middle").safeAreaInset(edge: .top) { Text("above") }.safeAreaInset(edge: .bottom) { Text("below") }
        let lines = Snapshot(view, columns: 20, rows: 8).lines
        let rows = ["above", "middle", "below"].map { word in lines.firstIndex { $0.contains(word) } ?? -1 }
        #expect(rows == rows.sorted() && rows[2] == lines.lastIndex { !$0.isEmpty })
    }

    @Test func wholeNumbersInATextAreGrouped() {
        let thousands = 1_234_567
        #expect(Snapshot(Text("\(thousands) files")).texts == ["\(thousands.formatted()) files"])
        #expect(Snapshot(Text(verbatim: "\(thousands)")).texts == ["1234567"])
    }

    @Test func coloursOfACatalogueAreTaken_andOthersReported() {
        Color.assets["Brand"] = .red
        defer { Color.assets["Brand"] = nil }
        #expect(Color("Brand") == .red)
        let snapshot = Snapshot(Text("x").foregroundStyle(Color("None")).background(Color("None")))
        #expect(snapshot.issues == ["Color(\"None\") is not in Color.assets: set it there before the views are made"])
        // A shape that is filled with it covers nothing.
        let covered = Snapshot(
            ZStack {
                Text("below"); Rectangle().fill(Color("Nothing"))
            }, columns: 20, rows: 5)
        #expect(covered.text.contains("below"))
        #expect(covered.issues == ["Color(\"Nothing\") is not in Color.assets: set it there before the views are made"])
        #expect(snapshot.text.contains("x"))
    }

    private struct Clock: View {
        let start = Date()
        var body: some View {
            TimelineView(.periodic(from: start, by: 0.1)) { context in
                Text(context.date.timeIntervalSince(start) > 0.05 ? "later" : "at first")
            }
        }
    }

    private struct Stopwatch: View {
        let start = Date()
        @State private var isPaused = true
        var body: some View {
            VStack {
                Button("Go") { isPaused = false }
                TimelineView(.animation(paused: isPaused)) { context in
                    Text(context.date.timeIntervalSince(start) > 0.2 ? "later" : "at first")
                }
            }
        }
    }

    @Test func anAnimationHasNoEnd_unlessItIsPaused() {
        let start = Date()
        let times = AnimationTimelineSchedule(minimumInterval: 1).entries(from: start, mode: .normal)
        #expect(Array(times.dropFirst(100_000).prefix(1)) == [start.addingTimeInterval(100_000)])
        #expect(Array(AnimationTimelineSchedule(paused: true).entries(from: start, mode: .normal)) == [start])
    }

    @Test func aTimelineGoesOnAfterItsPause() async throws {
        let pilot = Pilot(Stopwatch())
        try await pilot.tap("Go")
        try await pilot.wait(for: .text("later"))
    }

    @Test func aTimelineIsEvaluatedAgain() async throws {
        let pilot = Pilot(Clock())
        try await pilot.wait(for: .text("later"))
    }

    @Test func aTimerTicks_andStandsStillWhenItIsOver() async throws {
        let now = Date()
        let pilot = Pilot(Text(now.addingTimeInterval(-3_599.5), style: .timer))
        // Ten minutes long, so that it is seen on a busy machine, too.
        try await pilot.wait(for: .text("1:0"))
        let over = now.addingTimeInterval(-200)...now.addingTimeInterval(-100)
        #expect(Snapshot(Text(timerInterval: over)).texts == ["0:00"])
        #expect(Snapshot(Text(timerInterval: over, countsDown: false)).texts == ["1:40"])
    }

    private struct Geometry: View {
        @State var width: CGFloat = 0
        var body: some View {
            Text("width \(Int(width))").frame(maxWidth: .infinity)
                .onGeometryChange(for: CGFloat.self) {
                    $0.size.width
                } action: {
                    width = $0
                }
        }
    }

    @Test func onGeometryChange_hearsTheSize() {
        let snapshot = Snapshot(Geometry(), columns: 40, rows: 6)
        #expect(snapshot.text.contains("width 320"))
        snapshot.resize(columns: 20, rows: 6)
        #expect(snapshot.text.contains("width 160"))
    }

    private struct Columns: View {
        @State var folder: Int?
        @State var file: Int?
        var body: some View {
            NavigationSplitView {
                List([1, 2], id: \.self, selection: $folder) { Text("folder \($0)") }
            } content: {
                List([3, 4], id: \.self, selection: $file) { Text("file \($0)") }
            } detail: {
                Text("detail \(folder ?? 0) \(file ?? 0)")
            }
        }
    }

    @Test func threeColumns_leadFromOneToTheNext() throws {
        let snapshot = Snapshot(Columns(), columns: 60, rows: 10)
        try snapshot.tap("folder 2")
        try snapshot.tap("file 3")
        #expect(snapshot.text.contains("detail 2 3"))
        try snapshot.press("escape")
        #expect(snapshot.text.contains("file 4"))
        try snapshot.press("escape")
        #expect(snapshot.text.contains("folder 1"))
    }

    private struct Token: Identifiable, Equatable { let id: String }
    private struct Tokens: View {
        @State var text = ""
        @State var tokens = [Token(id: "soup")]
        @State var suggested = [Token(id: "soup"), Token(id: "cake")]
        var body: some View {
            Text("by \(tokens.map(\.id).joined(separator: " and "))")
                .searchable(text: $text, tokens: $tokens, suggestedTokens: $suggested, prompt: "Find") { Text($0.id) }
        }
    }

    @Test func searchTokens_areTakenAway_andSuggestedOnesAdded() throws {
        let snapshot = Snapshot(Tokens(), columns: 40, rows: 10)
        #expect(snapshot.text.contains("[ × soup ]  [ + cake ]"))
        try snapshot.tap("+ cake")
        #expect(snapshot.text.contains("by soup and cake"))
        try snapshot.tap("× soup")
        #expect(snapshot.text.contains("by cake") && snapshot.text.contains("+ soup"))
    }
}
