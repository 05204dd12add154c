import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

/// What programs do that were written for SwiftUI, where nobody thought of a terminal.
@MainActor @Suite struct OtherPeoplesProgramTests {
    // MARK: - Numbers

    @Test func aShareOfNothingIsAColour() {
        let share = 0.0 / 0.0
        let texts = VStack {
            Text("a").foregroundStyle(Color(red: share, green: 0.5, blue: 2))
            Text("b").foregroundStyle(Color(white: share))
            Text("c").foregroundStyle(Color(hue: share, saturation: 1, brightness: 1))
            Text("d").foregroundStyle(Color.red.mix(with: .blue, by: share))
        }
        #expect(Snapshot(texts, columns: 20, rows: 6).texts == ["a", "b", "c", "d"])
        #expect(Color(red: share, green: 0.5, blue: 2).description == "#0080ff")
    }

    @Test(arguments: [
        GridItem(.fixed(-8)), GridItem(.flexible(minimum: -4)), GridItem(.adaptive(minimum: 80, maximum: 20)),
        GridItem(.adaptive(minimum: .nan)), GridItem(.adaptive(minimum: 1), spacing: -1), GridItem(.fixed(.infinity)),
    ])
    func aGridWithoutRoomIsShown(_ item: GridItem) {
        let across = Snapshot(LazyVGrid(columns: [item]) { Text("one") }, columns: 20, rows: 4)
        #expect(across.texts == ["one"])
        #expect(Snapshot(LazyHGrid(rows: [item]) { Text("one") }, columns: 20, rows: 4).texts == ["one"])
    }

    // MARK: - Tables and sections

    private struct Fruit: Identifiable {
        var id = 1
        var name = "Apple"
    }

    @Test func columnsMayHaveOneTitle() throws {
        let table = Table([Fruit()]) {
            TableColumn("") { Text($0.name) }
            TableColumn("") { _ in Button("Eat") {} }
            TableColumn("Name", value: \.name)
            TableColumn("Name") { Text("\($0.id)") }
        }
        let snapshot = Snapshot(table, columns: 60, rows: 6)
        #expect(snapshot.lines.contains { $0.contains("Apple") && $0.contains("Eat") })
    }

    @Test func aHeaderIsLaidOut() throws {
        let list = List {
            Section {
                Text("Apple")
            } header: {
                HStack {
                    Text("Fruit")
                    Spacer()
                    Text("2 items")
                }
            } footer: {
                VStack(alignment: .leading) {
                    Text("First line")
                    Text("Second line")
                }
            }
        }
        let lines = Snapshot(list, columns: 40, rows: 10).lines
        let header = try #require(lines.first { $0.contains("Fruit") })
        #expect(try #require(header.column(of: "2 items")) > 25, "\(header)")
        #expect(!lines.contains { $0.contains("First line") && $0.contains("Second line") })
    }

    // MARK: - Dialogs

    private struct Asking: View {
        let log: Log
        @State private var isAlert = false
        @State private var isDialog = false
        @State private var isOld = false
        var body: some View {
            VStack {
                Button("Alert") { isAlert = true }
                Button("Dialog") { isDialog = true }
                Button("Old") { isOld = true }
                Button("Close") { isAlert = false }
            }
            .alert("Discard?", isPresented: $isAlert) {
                Button("Discard", role: .destructive) { log.add("discard") }
                Button("Keep", role: .cancel) { log.add("keep") }
            } message: {
                Text("For good.")
            }
            .confirmationDialog("Sure?", isPresented: $isDialog) {
                Button("Do") { log.add("do") }
                Button("Never", role: .cancel) { log.add("never") }
            }
            .alert(isPresented: $isOld) {
                Alert(
                    title: Text("Old"), primaryButton: .default(Text("Go")) { log.add("go") },
                    secondaryButton: .cancel { log.add("stay") })
            }
            .textCase(.uppercase)
        }
    }

    /// Whoever waits for the answer gets one.
    @Test func escapeIsTheCancelButton() async throws {
        let log = Log()
        let pilot = Pilot(Asking(log: log), columns: 40, rows: 12)
        for name in ["ALERT", "DIALOG", "OLD"] {
            try await pilot.tap(name)
            try await pilot.press("escape")
        }
        #expect(log.entries == ["keep", "never", "stay"])
        try await pilot.tap("ALERT")
        try await pilot.tap("Discard")
        try await pilot.tap("DIALOG")
        try await pilot.tap("Never")
        #expect(log.entries == ["keep", "never", "stay", "discard", "never"], "a button is the only answer")
    }

    /// The button of a configuration is the one that the style draws.
    private struct Wrapped: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View { Button(configuration) }
    }

    private struct Closing: View {
        let log: Log
        @State private var isAsking = false
        var body: some View {
            Button("Ask") { isAsking = true }
                .alert("Sure?", isPresented: $isAsking) {
                    Button("Close") {
                        isAsking = false
                        log.add("close")
                    }
                    Button("Wrapped") { log.add("wrapped") }.buttonStyle(Wrapped())
                    Button("Stay", role: .cancel) { log.add("stay") }.buttonStyle(Wrapped())
                }
        }
    }

    @Test func aButtonMayCloseItsDialogItself() async throws {
        let log = Log()
        let pilot = Pilot(Closing(log: log), columns: 40, rows: 12)
        try await pilot.tap("Ask")
        try await pilot.tap("Close")
        try await pilot.tap("Ask")
        try await pilot.press("escape")
        #expect(log.entries == ["close", "stay"])
        for name in ["Wrapped", "Stay"] {
            try await pilot.tap("Ask")
            try await pilot.tap(name)
        }
        #expect(log.entries == ["close", "stay", "wrapped", "stay"], "a button in a style answers once")
    }

    @Test func anAlertHasItsOwnLetters() throws {
        let snapshot = Snapshot(Asking(log: Log()), columns: 40, rows: 12)
        try snapshot.tap("ALERT")
        #expect(snapshot.text.contains("Keep") && snapshot.text.contains("For good."))
        #expect(snapshot.lines.filter { $0.uppercased().contains("DISCARD?") }.count == 1)
    }

    // MARK: - Links and gestures

    /// The view belongs to the stack, not to the link.
    @Test func whatALinkOpensHasTheStylesOfItsStack() throws {
        let stack = NavigationStack {
            NavigationLink {
                Button("Buy") {}
            } label: {
                Text("Card")
            }
            .buttonStyle(.plain).textCase(.uppercase)
        }
        let snapshot = Snapshot(stack, columns: 40, rows: 8)
        try snapshot.tap("CARD")
        #expect(snapshot.text.contains("[ Buy ]"), "\(snapshot.text)")
    }

    @Test func ofTwoGesturesOneIsHeard() throws {
        let log = Log()
        let views = VStack {
            Text("one").onTapGesture { log.add("inner") }.gesture(TapGesture().onEnded { log.add("outer") })
            Text("two").onTapGesture { log.add("inner") }.highPriorityGesture(TapGesture().onEnded { log.add("high") })
            Button("three") { log.add("button") }.highPriorityGesture(TapGesture().onEnded { log.add("high") })
            Text("four").onTapGesture { log.add("inner") }.simultaneousGesture(TapGesture().onEnded { log.add("both") })
        }
        let snapshot = Snapshot(views, columns: 30, rows: 8)
        for (name, heard) in [("one", ["inner"]), ("two", ["high"]), ("three", ["high"]), ("four", ["both", "inner"])] {
            log.entries = []
            try snapshot.tap(name)
            #expect(log.entries == heard, "\(name)")
        }
    }
}
