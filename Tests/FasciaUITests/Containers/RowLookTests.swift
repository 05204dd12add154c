import FasciaTesting
import FasciaUI
import Testing

/// Rows look the same whatever stands beside them.
@MainActor @Suite struct RowLookTests {
    enum Edit: CaseIterable { case delete, move, swipe, swipeAndMove, menu, swipeAndMenuAndDelete }

    struct Links: View {
        let edit: Edit?
        @State private var items = ["one", "two"]
        var body: some View {
            NavigationStack {
                List {
                    switch edit {
                    case nil: ForEach(items, id: \.self) { link($0) }
                    case .delete: ForEach(items, id: \.self) { link($0) }.onDelete { items.remove(atOffsets: $0) }
                    case .move: ForEach(items, id: \.self) { link($0) }.onMove { items.move(fromOffsets: $0, toOffset: $1) }
                    case .swipe: ForEach(items, id: \.self) { link($0).swipeActions { Button("Pin") {} } }
                    case .swipeAndMove:
                        ForEach(items, id: \.self) { link($0).swipeActions { Button("Pin") {} } }
                            .onMove { items.move(fromOffsets: $0, toOffset: $1) }
                    case .menu: ForEach(items, id: \.self) { link($0).contextMenu { Button("Open") {} } }
                    case .swipeAndMenuAndDelete:
                        ForEach(items, id: \.self) { item in
                            link(item).swipeActions { Button("Pin") {} }.contextMenu { Button("Open") {} }
                        }
                        .onDelete { items.remove(atOffsets: $0) }
                    }
                }
            }
        }
        private func link(_ item: String) -> some View {
            NavigationLink {
                Text("detail of \(item)")
            } label: {
                Text(item)
            }
        }
    }

    @Test(arguments: Edit.allCases) func aLinkThatCanBeEditedStaysARow(_ edit: Edit) throws {
        let plain = Snapshot(Links(edit: nil), columns: 40, rows: 6)
        let edited = Snapshot(Links(edit: edit), columns: 40, rows: 6)
        let (row, other) = (
            try #require(plain.lines.first { $0.contains("one") }), try #require(edited.lines.first { $0.contains("one") })
        )
        #expect(other.column(of: "one") == row.column(of: "one"))
        #expect(other.contains("›"))
        #expect(!other.contains("[ one ]"))
        try edited.press("enter")
        #expect(edited.text.contains("detail of one"))
    }

    @Test(arguments: [26, 40]) func aLongRowLeavesRoomForWhatEditsIt(_ columns: Int) throws {
        struct Long: View {
            @State private var items = ["A name that is longer than its line, and by much"]
            @State private var isOn = false
            var body: some View {
                NavigationStack {
                    List {
                        ForEach(items, id: \.self) { item in NavigationLink(item) { Text("x") } }.onDelete { _ in }
                        ForEach(items, id: \.self) { item in Toggle("Or " + item, isOn: $isOn) }.onDelete { _ in }
                    }
                }
            }
        }
        let lines = Snapshot(Long(), columns: columns, rows: 8).lines
        for words in ["A name", "Or A"] {
            let line = try #require(lines.first { $0.contains(words) })
            #expect(line.hasSuffix("×"))
        }
    }

    @Test func theMarkOfALinkStandsBesideTheMiddleOfItsLabel() throws {
        let view = NavigationStack {
            List {
                Button("Before") {}
                NavigationLink {
                    Text("detail")
                } label: {
                    HStack {
                        Text("icon")
                        VStack(alignment: .leading) {
                            Text("one")
                            Text("two")
                            Text("three")
                        }
                    }
                }
            }
        }
        let lines = Snapshot(view, columns: 40, rows: 10).lines
        let line = try #require(lines.first { $0.contains("icon") })
        #expect(line.contains("two"))
        #expect(line.hasSuffix("›"))
    }

    @Test func whatEditsARowIsNamedByTheWordsOfTheRow() {
        let list = List {
            ForEach(["Milk"], id: \.self) { item in
                HStack {
                    Image(systemName: "star")
                    Text(item)
                }
            }
            .onDelete { _ in }
        }
        #expect(Snapshot(list, columns: 40, rows: 6).labels.contains("Delete Milk"))
    }

    @Test func whatEditsARowOfControlsIsNamedByTheFirst() throws {
        let snapshot = Snapshot(Links(edit: .swipeAndMenuAndDelete), columns: 40, rows: 6)
        #expect(snapshot.labels.contains("Delete one"))
        #expect(snapshot.element("Actions for one")?.role == "menu")
        #expect(snapshot.element("Delete one")?.role == "button")
    }

    @Test func aRowThatIsSelectedIsNamedByItsWords_withoutItsButtonsAndSymbols() {
        let list = List(["Milk"], id: \.self, selection: .constant(String?.none)) { item in
            Label(item, systemImage: "star").swipeActions { Button("Pin") {} }
        }
        #expect(Snapshot(list, columns: 40, rows: 6).labels == ["Milk", "Pin"])
    }

    @Test func aRowWithWordsAndAControlBeginsWhereOthersDo() throws {
        let form = Form {
            Section("Title") {
                Toggle("Air", isOn: .constant(true))
                HStack {
                    Text("Row")
                    Button("Go") {}
                }
                HStack {
                    Button("Left") {}
                    Button("Right") {}
                }
            }
        }
        for columns in [50, 80] {
            let snapshot = Snapshot(form, columns: columns, rows: 12)
            let air = try #require(snapshot.lines.first { $0.contains("Air") })
            let row = try #require(snapshot.lines.first { $0.contains("Row") })
            #expect(row.column(of: "Row") == air.column(of: "Air"))
            let left = try #require(snapshot.lines.first { $0.contains("Left") })
            #expect(left.column(of: "Left") == air.column(of: "Air").map { $0 + 2 })
        }
    }

    @Test(arguments: [20, 30, 50]) func aLongHeaderOfASectionIsShownWhole(_ columns: Int) {
        let words = "A header that is longer than a line of this terminal"
        let form = Form {
            Section(words) { Toggle("Air", isOn: .constant(true)) }
            Section("Short") { Text("row") }
        }
        let shown = Snapshot(form, columns: columns, rows: 20).text
        #expect(shown.split { !$0.isLetter }.joined(separator: " ").contains(words))
    }

    @Test func aLongHeaderOfALongFormIsShownWhole() {
        let words = "A header that is longer than a line of this terminal"
        let form = Form { Section(words) { ForEach(0..<300, id: \.self) { Text("row \($0)") } } }
        let shown = Snapshot(form, columns: 40, rows: 20).text
        #expect(shown.split { !$0.isLetter }.joined(separator: " ").contains(words))
    }

    @Test func equalViewsWithARatioStandInOneLine() throws {
        let view = HStack {
            ForEach(0..<5, id: \.self) { index in
                Circle().foregroundStyle(.clear).aspectRatio(1, contentMode: .fit).overlay { Text("\(index)") }
            }
        }
        for columns in 20...60 {
            let lines = Snapshot(view.padding(), columns: columns, rows: 12).lines
            let rows = try (0..<5).map { index in try #require(lines.firstIndex { $0.contains("\(index)") }) }
            #expect(Set(rows).count == 1, "at \(columns) columns")
        }
    }
}
