import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ControlNamesTests {
    private struct Header: View {
        @State private var count = 0
        var body: some View {
            Form {
                Section {
                    Text("row \(count)")
                } header: {
                    HStack {
                        Text("Things")
                        Button("Add") { count += 1 }
                    }
                } footer: {
                    Button("Remove") { count -= 1 }
                }
                Section {
                    Text("other")
                } header: {
                    Text("Words")
                } footer: {
                    Text("More words")
                }
            }
        }
    }

    @Test func buttonsInTheHeaderAndTheFooterOfASectionArePressed() throws {
        let snapshot = Snapshot(Header(), columns: 40, rows: 12)
        try snapshot.tap("Add")
        try snapshot.tap("Add")
        try snapshot.tap("Remove")
        #expect(snapshot.texts.contains("row 1"))
        let lines = snapshot.lines
        let header = try #require(lines.firstIndex { $0.contains("Things") && $0.contains("Add") })
        let row = try #require(lines.firstIndex { $0.contains("row 1") })
        let footer = try #require(lines.firstIndex { $0.contains("Remove") })
        #expect(header < row && row < footer)
        #expect(snapshot.text.contains("Words") && snapshot.text.contains("More words"))
    }

    @Test func aRowThatIsTapped_hasTheNameOfTheWordsInIt() throws {
        var taps = 0
        let view = HStack {
            Image(systemName: "star")
            Text("Favourite")
            Button("Details") {}
        }
        .onTapGesture { taps += 1 }
        let snapshot = Snapshot(view)
        try snapshot.tap("Favourite")
        #expect(taps == 1)
        #expect(snapshot.element("Favourite")?.role != "text")
    }

    @Test func aButtonThatIsOnlyAProgressView_hasAName() throws {
        var taps = 0
        let snapshot = Snapshot(
            VStack {
                Button {
                    taps += 1
                } label: {
                    ProgressView()
                }
                Button {
                } label: {
                    ProgressView("Loading")
                }
            })
        #expect(snapshot.labels == ["In progress", "Loading"])
        try snapshot.tap("In progress")
        #expect(taps == 1)
    }

    @Test func editButtonsAreNamedAfterTheWordsOfTheRow_notItsControls() {
        let view = List {
            ForEach(["a"], id: \.self) { word in
                HStack {
                    Text(word); Button("Press") {}
                }.contextMenu { Button("Copy") {} }
            }
            .onDelete { _ in }
        }
        let snapshot = Snapshot(view)
        #expect(snapshot.labels == ["Press", "Copy", "Delete a"])
        #expect(snapshot.element("Actions for a")?.role == "menu")
    }
}
