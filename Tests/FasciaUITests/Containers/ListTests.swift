import FasciaModel
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ListTests {
    struct Row: View {
        let number: Int
        @State private var count = 0
        var body: some View { Button("row \(String(number)) \(count)") { count += 1 } }
    }

    /// A collection that counts how often its elements are read.
    struct Numbers: RandomAccessCollection {
        let log: Log
        let endIndex: Int
        var startIndex: Int { 0 }
        subscript(position: Int) -> Int {
            MainActor.assumeIsolated { [log] in log.add("\(position)") }
            return position
        }
    }

    private func numbered(_ range: Range<Int>) -> [String] { range.map { "row \($0) 0" } }

    @Test func list_of100000Rows_evaluatesOnlyNearbyRows() throws {
        let log = Log()
        let rows = Numbers(log: log, endIndex: 100_000)
        let snapshot = Snapshot(List(rows, id: \.self) { Row(number: $0) }, columns: 40, rows: 10)
        #expect(snapshot.text.contains("row 0 0"))
        #expect(snapshot.evaluations["Row"] == 100)
        #expect(log.entries.count <= 400)
        #expect(snapshot.labels == numbered(0..<100))
        try snapshot.tap("row 7 0")
        snapshot.resetCounts()
        let before = log.entries.count
        try snapshot.press("end")
        #expect(snapshot.lines.last?.contains("›row 99999 0 ") == true)
        // 8 rows are visible; three more pages around them are evaluated.
        #expect(snapshot.labels == numbered(99_968..<100_000))
        #expect(snapshot.evaluations["Row"] == 32)
        #expect(log.entries.count - before <= 400)
        for _ in 0..<30 { try snapshot.press("up") }
        #expect(snapshot.lines.contains { $0.contains("›row 99969 0 ") })
        #expect(snapshot.evaluations["Row"] ?? 0 <= 32 + 30 + 8, "each row once")
        // Rows evaluated before have kept their state.
        try snapshot.press("home")
        #expect(snapshot.lines.contains { $0.contains("row 7 1 ") })
    }

    private final class Items: ObservableObject { @Published var all = Array(0..<300) }

    private struct Changing: View {
        @ObservedObject var items: Items
        var body: some View { List(items.all, id: \.self) { Row(number: $0) } }
    }

    @Test func list_rowsOutOfSightKeepTheirState_whenOthersAreInserted() throws {
        let items = Items()
        let snapshot = Snapshot(Changing(items: items), columns: 40, rows: 10)
        try snapshot.tap("row 3 0")
        try snapshot.tap("row 4 0")
        try snapshot.press("end")
        items.all.insert(1_000, at: 0)
        items.all.removeAll { $0 == 4 }
        try snapshot.press("home")
        #expect(snapshot.lines.contains { $0.contains("row 1000 0 ") } && snapshot.lines.contains { $0.contains("row 3 1 ") })
        try snapshot.press("end")
        items.all.insert(4, at: 0)
        try snapshot.press("home")
        #expect(snapshot.lines.contains { $0.contains("row 4 0 ") }, "it had gone")
    }

    @Test func list_pageKeysReachUnevaluatedRows() throws {
        let snapshot = Snapshot(List(0..<100_000) { Row(number: $0) }, columns: 40, rows: 10)
        for _ in 0..<20 { try snapshot.press("pagedown") }
        #expect(snapshot.lines.contains { $0.contains("›row 140 0 ") })
        for _ in 0..<20 { try snapshot.press("pageup") }
        #expect(snapshot.lines.contains { $0.contains("›row 0 0 ") })
    }

    @Test func list_invisibleRowIsTappedById() throws {
        let snapshot = Snapshot(List(0..<100_000) { Row(number: $0) }, columns: 40, rows: 10)
        let id = try #require(snapshot.scene.layers.last?.root.all.first { $0.label == "row 5 0" }?.id)
        let far = id.replacingOccurrences(of: "[5]", with: "[54321]")
        try snapshot.tap(far)
        #expect(snapshot.labels.contains("row 54321 1"))
        #expect(throws: Refusal.self) { try snapshot.tap(id.replacingOccurrences(of: "[5]", with: "[100000]")) }
    }

    struct Growing: View {
        @State private var count = 1_000
        var body: some View {
            Button("fewer") { count = 150 }
            List(0..<count) { Row(number: $0) }
        }
    }

    @Test func list_becomingShort_evaluatesAllRows() throws {
        let snapshot = Snapshot(Growing(), columns: 40, rows: 10)
        try snapshot.press("end")
        try snapshot.tap("fewer")
        #expect(snapshot.lines.contains { $0.contains("row 149 0") }, "it ends where it is")
        #expect(snapshot.labels == ["fewer"] + numbered(0..<150))
    }

    @Test func lazyContainersEvaluateOnlyNearbyElements() {
        let many = 0..<1_000
        let stack = Snapshot(ScrollView { LazyVStack { ForEach(many) { Row(number: $0) } } })
        #expect(stack.evaluations["Row"] == 100)
        #expect(stack.lines[2].contains("row 0 0"))
        let wide = Snapshot(ScrollView(.horizontal) { LazyHStack { ForEach(many) { Row(number: $0) } } })
        #expect(wide.evaluations["Row"] == 100)
        #expect(wide.text.contains("row 3 0"))
        #expect(Snapshot(LazyHStack { ForEach(many) { Row(number: $0) } }).evaluations["Row"] == 100)
        let grid = LazyVGrid(columns: [GridItem(), GridItem()]) { ForEach(many) { Row(number: $0) } }
        #expect(Snapshot(grid).evaluations["Row"] == 200)
        let sections = List { Section("One") { ForEach(many) { Row(number: $0) } } }
        #expect(Snapshot(sections).evaluations["Row"] == 100)
        #expect(Snapshot(VStack { ForEach(many) { Row(number: $0) } }).evaluations["Row"] == 1_000)
        // Content inside a row is not lazy.
        let row = List { ForEach(0..<1) { _ in VStack { ForEach(0..<300) { Row(number: $0) } } } }
        #expect(Snapshot(row).evaluations["Row"] == 300)
    }

    @Test func lazyVGrid_loadMoreRow() throws {
        let grid = LazyVGrid(columns: [GridItem()]) { ForEach(0..<1_000) { Row(number: $0) } }
        let snapshot = Snapshot(grid)
        #expect(snapshot.labels.last == "▾ 200 more of 800")
        try snapshot.tap("▾ 200 more of 800")
        #expect(snapshot.labels.last == "▾ 200 more of 600")
    }

    struct Names: View {
        @State private var names = ["Ada", "Bob", "Cid"]
        var body: some View {
            VStack {
                Text(names.joined(separator: ", "))
                List {
                    ForEach(names, id: \.self) { Text($0) }
                        .onDelete { names.remove(atOffsets: $0) }
                        .onMove { names.move(fromOffsets: $0, toOffset: $1) }
                }
            }
        }
    }

    @Test func list_rowsAreDeletedAndMoved() throws {
        let snapshot = Snapshot(Names(), columns: 40, rows: 12)
        #expect(snapshot.lines.contains { $0.contains("Bob") && $0.contains("↑ ↓ ×") })
        #expect(!snapshot.labels.contains("Move Ada up"))
        #expect(!snapshot.labels.contains("Move Cid down"))
        try snapshot.tap("Move Ada down")
        #expect(snapshot.texts[0] == "Bob, Ada, Cid")
        try snapshot.tap("Move Cid up")
        #expect(snapshot.texts[0] == "Bob, Cid, Ada")
        try snapshot.tap("Delete Cid")
        #expect(snapshot.texts[0] == "Bob, Ada")
        try snapshot.tap("Delete Bob")
        #expect(snapshot.labels == ["Delete Ada"])
    }

    private struct Guarded: View {
        @State private var names = ["Ada", "Bob", "Cid"]
        @State private var isFixed = false
        var body: some View {
            Toggle("Fixed", isOn: $isFixed)
            List {
                ForEach(names, id: \.self) { name in
                    HStack { Text(name).deleteDisabled(name == "Bob").moveDisabled(name == "Cid") }
                }
                .onDelete { names.remove(atOffsets: $0) }
                .onMove { names.move(fromOffsets: $0, toOffset: $1) }
                .moveDisabled(isFixed)
            }
        }
    }

    @Test func list_disabledEditsAreNotOffered() throws {
        let snapshot = Snapshot(Guarded(), columns: 40, rows: 12)
        let moves = ["Move Ada down", "Move Bob up", "Move Bob down"]
        #expect(snapshot.labels.filter { $0.hasPrefix("Move") } == moves)
        #expect(snapshot.labels.filter { $0.hasPrefix("Delete") } == ["Delete Ada", "Delete Cid"])
        let rows = snapshot.scene.layers[0].root.all
        let up = try #require(rows.first { $0.label == "Move Bob up" }).activation
        // Disabled for all rows.
        try snapshot.tap("Fixed")
        #expect(!snapshot.labels.contains { $0.hasPrefix("Move") })
        #expect(snapshot.labels.filter { $0.hasPrefix("Delete") } == ["Delete Ada", "Delete Cid"])
        // A terminal that still shows the row may send the action.
        guard case .action(let action)? = up else { throw Refusal(.invalid, "no action") }
        #expect(snapshot.perform(action))
        try snapshot.tap("Fixed")
        #expect(snapshot.labels.filter { $0.hasPrefix("Move") } == moves, "nothing was moved")
    }

    @Test func collections_moveAndRemove() {
        var letters = Array("abcdef")
        letters.move(fromOffsets: [0, 2], toOffset: 5)
        #expect(String(letters) == "bdeacf")
        letters.move(fromOffsets: [5], toOffset: 0)
        #expect(String(letters) == "fbdeac")
        letters.remove(atOffsets: [0, 5])
        #expect(String(letters) == "bdea")
    }

    struct Person: Identifiable { var id: Int, name: String }

    struct Choosing: View {
        let people = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob")]
        @State private var one: Int?
        @State private var many: Set<Int> = []
        @State private var word: String?
        var body: some View {
            VStack {
                Text("one \(one ?? 0), many \(many.sorted()), word \(word ?? "–")")
                List(people, selection: $one) { Text($0.name) }
                List(people, selection: $many) { Text("also \($0.name)") }
                List(selection: $word) {
                    Text("First").tag("first")
                    Section("More") { ForEach(["second"], id: \.self) { Text("The \($0)") } }
                }
            }
        }
    }

    @Test func list_oneRowIsSelected_orAnyNumber() throws {
        let snapshot = Snapshot(Choosing(), columns: 50, rows: 24)
        try snapshot.tap("Ada")
        try snapshot.tap("Bob")
        #expect(snapshot.texts[0] == "one 2, many [], word –")
        #expect(snapshot.lines.contains { $0.contains("▸ Bob") })
        try snapshot.tap("also Ada")
        try snapshot.tap("also Bob")
        #expect(snapshot.texts[0] == "one 2, many [1, 2], word –")
        try snapshot.tap("also Ada")
        #expect(snapshot.texts[0] == "one 2, many [2], word –")
        try snapshot.tap("First")
        #expect(snapshot.texts[0] == "one 2, many [2], word first")
        try snapshot.tap("The second")
        #expect(snapshot.texts[0] == "one 2, many [2], word second")
        #expect(snapshot.issues == [])
    }

    struct Folder: Identifiable {
        var id: String { name }
        var name: String
        var folders: [Folder]?
    }

    let tree = [
        Folder(name: "etc", folders: [Folder(name: "ssh", folders: [Folder(name: "keys")]), Folder(name: "hosts")]),
        Folder(name: "tmp"),
    ]

    @Test func outlineGroup_parentsCanBeExpanded() throws {
        let snapshot = Snapshot(List(tree, children: \.folders) { Text($0.name) }, columns: 40, rows: 12)
        #expect(snapshot.text.contains("tmp"))
        #expect(!snapshot.text.contains("hosts"))
        try snapshot.tap("▸ etc")
        #expect(snapshot.text.contains("hosts"))
        try snapshot.tap("▸ ssh")
        #expect(snapshot.text.contains("keys"))
        try snapshot.tap("▾ etc")
        #expect(!snapshot.text.contains("keys"))
    }

    @Test func aRowOfATreeIsSelected() throws {
        struct Chooser: View {
            let tree: [Folder]
            @State private var chosen: String?
            var body: some View {
                Text("chosen \(chosen ?? "–")")
                List(tree, children: \.folders, selection: $chosen) { Text($0.name) }
            }
        }
        let snapshot = Snapshot(Chooser(tree: tree), columns: 40, rows: 12)
        #expect(snapshot.text.contains("chosen –"))
        try snapshot.tap("tmp")
        #expect(snapshot.text.contains("chosen tmp"))
    }

    @Test func outlineGroup_ofOneRoot() throws {
        let root = Folder(name: "/", folders: tree)
        for snapshot in [
            Snapshot(OutlineGroup(root, children: \.folders) { Text($0.name) }, columns: 40, rows: 12),
            Snapshot(OutlineGroup(root, id: \.name, children: \.folders) { Text($0.name) }, columns: 40, rows: 12),
        ] {
            #expect(!snapshot.text.contains("etc"))
            try snapshot.tap("▸ /")
            try snapshot.tap("▸ etc")
            #expect(snapshot.text.contains("hosts"))
            try snapshot.tap("▾ /")
            #expect(!snapshot.text.contains("etc"))
        }
        let leaf = Snapshot(OutlineGroup(Folder(name: "tmp"), children: \.folders) { Text($0.name) })
        #expect(leaf.texts == ["tmp"])
    }

    // MARK: - Sections in lazy stacks and grids

    @Test func aSectionInALazyStackIsItsParts_withoutACard() {
        let stack = ScrollView {
            LazyVStack(spacing: 0) {
                Section {
                    ForEach(0..<2) { Text("Row \($0)") }
                } header: {
                    Text("Title").italic()
                } footer: {
                    Text("End")
                }
            }
        }
        let snapshot = Snapshot(stack, columns: 20, rows: 8)
        let lines = snapshot.lines.map { $0.filter { !" ".contains($0) } }.filter { !$0.isEmpty }
        #expect(lines == ["Title", "Row0", "Row1", "End"])
    }

    @Test func theTitleOfASectionInAGridHasARowOfItsOwn() {
        let grid = LazyVGrid(columns: [GridItem(.fixed(40)), GridItem(.fixed(40))]) {
            Text("0")
            Section("Letters") { ForEach(["a", "b", "c"], id: \.self) { Text($0) } }
            Section("Signs") { Text("+") }
        }
        let lines = Snapshot(grid, columns: 40, rows: 10).lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.filter { !$0.isEmpty } == ["0", "Letters", "a b", "c", "Signs", "+"])
    }

    // MARK: - Scrolling to a view

    struct Journal: View {
        let count: Int
        let isLazy: Bool
        var body: some View {
            ScrollViewReader { proxy in
                VStack(alignment: .leading, spacing: 0) {
                    Button("Middle") { proxy.scrollTo(count / 2, anchor: .top) }
                    Button("Last") { proxy.scrollTo("end") }
                    Button("Nowhere") { proxy.scrollTo("elsewhere") }
                    Button("Perhaps") { proxy.scrollTo(Optional(count / 2), anchor: .top) }
                    Button("None") { proxy.scrollTo(Int?.none) }
                    ScrollView {
                        if isLazy {
                            LazyVStack(alignment: .leading) { ForEach(0..<count, id: \.self) { Text("Row \($0)") } }
                        } else {
                            VStack(alignment: .leading) { ForEach(0..<count, id: \.self) { Text("Row \($0)") } }
                        }
                        Text("The end").id("end")
                    }
                }
            }
        }
    }

    @Test(arguments: [(60, false), (60, true), (1_000, true)])
    func scrollTo_makesAViewVisible(_ count: Int, _ isLazy: Bool) throws {
        let snapshot = Snapshot(Journal(count: count, isLazy: isLazy), columns: 30, rows: 10)
        #expect(snapshot.text.contains("Row 0"))
        try snapshot.tap("Middle")
        #expect(snapshot.text.contains("Row \(count / 2)") && !snapshot.text.contains("Row \(count / 2 - 1)"))
        try snapshot.tap("Last")
        #expect(snapshot.text.contains("The end") && snapshot.text.contains("Row \(count - 1)"))
        try snapshot.tap("Nowhere")
        #expect(snapshot.text.contains("The end"))
        try snapshot.tap("Middle")
        #expect(snapshot.text.contains("Row \(count / 2)"), "again, after something else")
        try snapshot.tap("Last")
        try snapshot.tap("Perhaps")
        #expect(snapshot.text.contains("Row \(count / 2)"), "the id in an optional")
        try snapshot.tap("Last")
        try snapshot.tap("None")
        #expect(snapshot.text.contains("The end"))
    }

    private static func scrolling() -> some View { ScrollView { VStack { ForEach(0..<60) { Text("Row \($0)") } } } }

    private struct Places: View {
        @State var id: Int?
        var body: some View {
            Button("Last") { id = 59 }
            Button("Middle") { id = 30 }
            ListTests.scrolling().scrollPosition(id: $id, anchor: .top)
        }
    }

    private struct Positions: View {
        @State var position = ScrollPosition(idType: Int.self)
        var body: some View {
            Button("Last") { position.scrollTo(id: 59) }
            Button("Middle") { position.scrollTo(id: 30, anchor: .top) }
            ListTests.scrolling().scrollPosition($position)
        }
    }

    private struct Advanced: View {
        @State var isExpanded = false
        var body: some View {
            Form {
                Section(isExpanded: $isExpanded) {
                    Button("Cache") {}
                    Button("Reset") {}
                } header: {
                    Text("Advanced")
                }
            }
        }
    }

    @Test func aSectionThatExpands_mayHaveSeveralControls() throws {
        let snapshot = Snapshot(Advanced(), columns: 40, rows: 8)
        try snapshot.tap("▸ Advanced")
        #expect(snapshot.issues == [] && snapshot.text.contains("Reset"))
        try snapshot.tap("▾ Advanced")
        #expect(!snapshot.text.contains("Reset"))
    }

    @Test func scrollPosition_scrollsWhenItIsSet() throws {
        for view in [AnyView(Places()), AnyView(Positions())] {
            let snapshot = Snapshot(view, columns: 30, rows: 10)
            #expect(snapshot.text.contains("Row 0"))
            try snapshot.tap("Last")
            #expect(snapshot.text.contains("Row 59"))
            try snapshot.tap("Middle")
            #expect(snapshot.text.contains("Row 30") && !snapshot.text.contains("Row 29"))
        }
    }

    @Test func aMenuOfTheSelection_standsAtEachRow() async throws {
        var done: [String] = []
        let list = List(selection: .constant(Set<String>())) { ForEach(["a", "b"], id: \.self) { Text($0) } }
            .contextMenu(forSelectionType: String.self) { rows in
                Button("Delete") { done.append("delete \(rows)") }
            } primaryAction: { rows in
                done.append("open \(rows)")
            }
        let snapshot = Snapshot(list, columns: 30, rows: 10)
        let pilot = Pilot(snapshot)
        #expect(try await pilot.nodes.map(\.label).filter { $0.hasPrefix("Actions") } == ["Actions for a", "Actions for b"])
        let deletes = try await pilot.nodes.filter { $0.label == "Delete" }
        try await pilot.tap(#require(deletes.last).id)
        try await pilot.tap(#require(try await pilot.nodes.first { $0.label == "Open" }).id)
        #expect(done == ["delete [\"b\"]", "open [\"a\"]"])
    }

    private struct Tasks: View {
        @State var names = ["a", "b"]
        @State var chosen: Set<String> = []
        var body: some View {
            NavigationStack {
                List(selection: $chosen) {
                    ForEach(names, id: \.self) { name in NavigationLink(name) { Text("detail of \(name)") } }
                        .onDelete { names.remove(atOffsets: $0) }
                }
                .toolbar {
                    EditButton()
                    Text("\(chosen.sorted().joined(separator: " ")) chosen")
                }
            }
        }
    }

    @Test func aLinkInARowThatCanBeSelectedAndDeleted_isFollowed_andSelectedWhileRowsAreEdited() throws {
        let snapshot = Snapshot(Tasks(), columns: 40, rows: 10)
        try snapshot.tap("b")
        #expect(snapshot.text.contains("detail of b"))
        try snapshot.press("escape")
        try snapshot.tap("Edit")
        try snapshot.tap("b")
        #expect(snapshot.text.contains("b chosen") && snapshot.text.contains("▸"))
        try snapshot.tap("Done")
        try snapshot.tap("a")
        #expect(snapshot.text.contains("detail of a"))
    }

    private struct Profile: View {
        @Environment(\.editMode) private var mode
        var body: some View {
            EditButton()
            Text(mode?.wrappedValue == .active ? "editor" : "summary")
        }
    }

    @Test func editButton_isShownWhereTheModeIsRead() throws {
        let snapshot = Snapshot(Profile(), columns: 30, rows: 6)
        #expect(snapshot.text.contains("summary"))
        try snapshot.tap("Edit")
        #expect(snapshot.text.contains("editor"))
        try snapshot.tap("Done")
        #expect(snapshot.text.contains("summary"))
        #expect(
            !Snapshot(List { ForEach(["a"], id: \.self) { Text($0) }.onDelete { _ in } }.toolbar { EditButton() }).text.contains(
                "Edit"))
    }
}
