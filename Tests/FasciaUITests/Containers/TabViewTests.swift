@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct TabViewTests {
    struct Counter: View {
        let name: String
        let log: Log
        @State private var count = 0
        var body: some View {
            Button("\(name) \(count)") { count += 1 }
                .onAppear { log.add(name) }
                .navigationTitle("The \(name)")
        }
    }

    struct Sample: View {
        let log: Log
        @State private var tab = "b"
        var body: some View {
            TabView(selection: $tab) {
                Counter(name: "first", log: log).tabItem { Label("One", systemImage: "star") }.tag("a")
                Counter(name: "second", log: log).tag("b").tabItem { Text("Two") }
                Button("Go to \(tab == "c" ? "a" : "c")") { tab = tab == "c" ? "a" : "c" }
                    .tabItem { Text("Three") }.tag("c")
            }
        }
    }

    @Test func tabView_showsTheSelectedTab_andKeepsTheOthersState() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 40, rows: 8)
        #expect(snapshot.lines[0].contains("The second"))
        #expect(snapshot.text.contains("second 0"))
        #expect(!snapshot.text.contains("first 0"))
        // A tab is evaluated when it is first shown.
        #expect(log.entries == ["second"])
        try snapshot.tap("second 0")
        try snapshot.tap("One")
        #expect(snapshot.text.contains("first 0"))
        #expect(!snapshot.text.contains("second"))
        #expect(snapshot.lines[0].contains("The first"))
        try snapshot.tap("Two")
        #expect(snapshot.text.contains("second 1"))
        #expect(log.entries == ["second", "first", "second"])
        #expect(snapshot.element("Two")?.role == "button")
        #expect(snapshot.issues == [])
    }

    @Test func pagesAreShownOneByOne_byTheirNumbers() throws {
        struct Pages: View {
            let log: Log
            @State private var page = 0
            var body: some View {
                Text("at \(page)")
                TabView(selection: $page) {
                    ForEach(0..<2) { Text("page \($0)") }
                    Counter(name: "last", log: log).tag(7).padding()
                }
                .tabViewStyle(.page(indexDisplayMode: .always))
            }
        }
        let log = Log()
        let snapshot = Snapshot(Pages(log: log), columns: 40, rows: 12)
        #expect(snapshot.text.contains("page 0") && !snapshot.text.contains("page 1") && !snapshot.text.contains("last"))
        try snapshot.tap("2")
        #expect(snapshot.text.contains("page 1") && snapshot.text.contains("at 1") && log.entries == [])
        try snapshot.tap("3")
        #expect(snapshot.text.contains("last 0") && snapshot.text.contains("at 7") && log.entries == ["last"])
    }

    @Test func tabView_theSelectionIsABinding() throws {
        let snapshot = Snapshot(Sample(log: Log()), columns: 40, rows: 8)
        try snapshot.tap("Three")
        try snapshot.tap("Go to a")
        #expect(snapshot.text.contains("first 0"))
    }

    @Test func tabView_withoutASelection_beginsWithTheFirst() throws {
        struct Plain: View {
            var body: some View {
                TabView {
                    Text("the first").tabItem { Text("One") }
                    Text("the second").tabItem { Text("Two") }
                    Tab("Three", systemImage: "star") { Text("the third") }
                }
            }
        }
        let snapshot = Snapshot(Plain(), columns: 40, rows: 8)
        #expect(snapshot.text.contains("the first"))
        try snapshot.tap("Two")
        #expect(snapshot.text.contains("the second"))
        #expect(!snapshot.text.contains("the first"))
        try snapshot.tap("Three")
        #expect(snapshot.text.contains("the third"))
    }

    @Test func tabView_hiddenTabsPathIsNotShown() throws {
        struct Paths: View {
            @State private var tab = 0
            @State private var path = [1]
            var body: some View {
                TabView(selection: $tab) {
                    NavigationStack(path: $path) {
                        Text("root").navigationDestination(for: Int.self) { number in
                            Button("Other tab from \(number)") { tab = 1 }
                        }
                    }
                    .tabItem { Text("Path") }.tag(0)
                    Text("plain \(path.count)").tabItem { Text("Plain") }.tag(1)
                }
            }
        }
        let snapshot = Snapshot(Paths(), columns: 40, rows: 8)
        try snapshot.tap("Other tab from 1")
        #expect(snapshot.text.contains("plain 1"))
        try snapshot.tap("Path")
        #expect(snapshot.text.contains("Other tab from 1"))
    }

    @Test func tabBadgeFollowsTheTabName() throws {
        struct Mail: View {
            var body: some View {
                TabView {
                    Text("the letters").tabItem { Text("Inbox") }.badge(3)
                    List { Text("row").badge(7) }.badge("new").tag(1).tabItem { Text("Sent") }
                    Tab("Spam", systemImage: "star") { Text("the spam") }.badge(0)
                }
            }
        }
        let snapshot = Snapshot(Mail(), columns: 40, rows: 8)
        let bar = try #require(snapshot.lines.first { $0.contains("Inbox") })
        #expect(bar.contains("Inbox 3") && bar.contains("Sent new") && !bar.contains("0"))
        #expect(!snapshot.lines.contains { $0.contains("letters") && $0.contains("3") })
        try snapshot.tap("Sent")
        #expect(snapshot.lines.contains { $0.contains("row ") && $0.hasSuffix("7") })
        #expect(snapshot.lines.count { $0.contains("new") } == 1)
    }

    @Test func aTabTakesTheTypeOfItsValueFromTheSelection() throws {
        enum Place: Hashable { case home, mail, find }
        struct Places: View {
            @State private var place: Place = .mail
            private let title = "Mail"
            var body: some View {
                TabView(selection: $place) {
                    Tab("Home", systemImage: "star", value: .home) { Text("at home") }.badge(3)
                    if place != .find { Tab(title, systemImage: "star", value: .mail) { Text("the letters") } }
                    Tab(value: .find, role: .search) { Text("found") }
                }
            }
        }
        let snapshot = Snapshot(Places(), columns: 40, rows: 8)
        #expect(snapshot.text.contains("the letters") && snapshot.text.contains("Home 3"))
        try snapshot.tap("Search")
        #expect(snapshot.text.contains("found") && !snapshot.text.contains("Mail"))
        try snapshot.tap("Home")
        #expect(snapshot.text.contains("at home") && snapshot.text.contains("Mail"))
    }

    @Test func theContentOfATabIsCentred() {
        let snapshot = Snapshot(TabView { Text("middle").tabItem { Text("One") } }, columns: 40, rows: 11)
        let line = snapshot.lines.firstIndex { $0.contains("middle") }
        // Above are two rows of the title and two of the tab bar; the view is centred in the rows below.
        #expect(line == 7)
        #expect(line.map { snapshot.lines[$0] } == String(repeating: " ", count: 17) + "middle")
    }
}
