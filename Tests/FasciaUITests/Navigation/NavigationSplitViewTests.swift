@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct NavigationSplitViewTests {
    struct Sample: View {
        let hasLinks: Bool
        @State private var selection: String?

        var body: some View {
            NavigationSplitView {
                List(["apple", "pear"], id: \.self, selection: $selection) { fruit in
                    if hasLinks { NavigationLink(fruit, value: fruit) } else { Text(fruit) }
                }
                .navigationTitle("Fruit")
            } detail: {
                Text(selection.map { "All about the \($0)" } ?? "Nothing")
            }
        }
    }

    @Test(arguments: [true, false])
    func selectionIsShownBesideTheList_orAlone(hasLinks: Bool) throws {
        let snapshot = Snapshot(Sample(hasLinks: hasLinks), columns: 120, rows: 12)
        #expect(snapshot.text.contains("pear") && !snapshot.text.contains("Nothing"))
        try snapshot.press("down")
        try snapshot.press("enter")
        #expect(snapshot.text.contains("All about the pear") && snapshot.text.contains("apple"))
        let row = try #require(snapshot.lines.firstIndex { $0.contains("apple") })
        let column = snapshot.lines[row].prefix { $0 != "a" }.count
        try snapshot.click(column: column, row: row)
        #expect(snapshot.text.contains("All about the apple") && snapshot.text.contains("pear"))
        try snapshot.click(column: column, row: row)
        #expect(snapshot.text.contains("All about the apple") && snapshot.text.contains("pear"))
        snapshot.resize(columns: 60, rows: 12)
        #expect(snapshot.text.contains("All about the apple") && !snapshot.text.contains("pear"))
        try snapshot.press("escape")
        #expect(snapshot.text.contains("pear") && !snapshot.text.contains("All about"))
    }

    @Test func aSelectionOfSeveralIsShown_andGoingBackSelectsNone() throws {
        struct Several: View {
            @State private var ids: Set<String> = []
            var body: some View {
                NavigationSplitView {
                    List(["apple", "pear"], id: \.self, selection: $ids) { Text($0) }
                } detail: {
                    Text("All about \(ids.sorted().joined(separator: " and "))")
                }
            }
        }
        let narrow = Snapshot(Several(), columns: 60, rows: 12)
        try narrow.tap("pear")
        #expect(narrow.text.contains("All about pear"))
        try narrow.press("escape")
        try narrow.tap("apple")
        #expect(narrow.text.contains("All about apple"))
        let wide = Snapshot(Several(), columns: 120, rows: 12)
        try wide.tap("pear")
        #expect(wide.text.contains("All about pear") && wide.text.contains("apple"))
    }

    @Test func whatTheDetailHasIsNotInTheList() throws {
        struct Fruit: View {
            @State private var selection: String? = "apple"
            var body: some View {
                NavigationSplitView {
                    List(["apple", "pear"], id: \.self, selection: $selection) { Text($0) }
                } detail: {
                    ForEach(["red", "green"], id: \.self) { color in Button(color) {} }
                }
            }
        }
        #expect(Snapshot(Fruit(), columns: 60, rows: 12).labels == ["red", "green"])
    }

    @Test func aLinkShowsAValue_andWhetherItIsOpen() throws {
        struct Links: View {
            var body: some View {
                NavigationStack {
                    Form {
                        NavigationLink {
                            Text("All disks")
                        } label: {
                            LabeledContent("Disks", value: "2 of 3")
                        }
                        NavigationLink("Mail") { Text("All mail") }.badge(5)
                        Button("Now") {}
                    }
                }
            }
        }
        let snapshot = Snapshot(Links(), columns: 120, rows: 12)
        func row(_ words: String) -> String { snapshot.lines.first { $0.contains(words) } ?? "" }
        #expect(row("Disks").contains("2 of 3 ›") && row("Mail").contains("5 ›") && row("Now").contains("↵"))
        try snapshot.tap("Mail")
        #expect(row("Mail").hasPrefix(" │›Mail") && row("Disks").hasPrefix(" │ Disks"))
        #expect(snapshot.text.contains("All mail"))
    }
}
