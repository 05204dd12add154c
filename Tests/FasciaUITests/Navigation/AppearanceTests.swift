import FasciaTesting
import FasciaUI
import Testing

/// A view disappears when another one is pushed on its screen, or another tab is chosen, and appears again after that.
@MainActor @Suite struct AppearanceTests {
    struct Noted<Content: View>: View {
        let name: String
        let log: Log
        @ViewBuilder let content: () -> Content
        @State private var taps = 0

        var body: some View {
            VStack {
                content()
                Button("\(name) \(taps)") { taps += 1 }
            }
            .onAppear { log.add("+\(name)") }
            .onDisappear { log.add("-\(name)") }
        }
    }

    struct Pushing: View {
        let log: Log
        var body: some View {
            NavigationStack {
                Noted(name: "root", log: log) {
                    NavigationLink("Push") {
                        Noted(name: "child", log: log) {
                            NavigationLink("Further") { Noted(name: "grandchild", log: log) {} }
                        }
                    }
                }
            }
        }
    }

    @Test func aPushMakesTheScreenBelowDisappear_andAPopMakesItAppearWithItsState() throws {
        let log = Log()
        let snapshot = Snapshot(Pushing(log: log))
        #expect(log.entries == ["+root"])
        try snapshot.tap("root 0")
        try snapshot.tap("Push")
        #expect(log.entries == ["+root", "+child", "-root"])
        try snapshot.tap("Further")
        #expect(log.entries.suffix(2) == ["+grandchild", "-child"])
        try snapshot.press("escape")
        #expect(log.entries.suffix(2) == ["+child", "-grandchild"])
        try snapshot.press("escape")
        #expect(log.entries.suffix(2) == ["+root", "-child"])
        #expect(log.entries.count == 9)
        #expect(snapshot.labels.contains("root 1"))
    }

    @Test func poppingSeveralScreens_appearsOnlyTheOneThatIsShown() throws {
        let log = Log()
        let snapshot = Snapshot(Pushing(log: log))
        try snapshot.tap("Push")
        try snapshot.tap("Further")
        log.entries = []
        snapshot.coordinator.popToRoot()
        _ = snapshot.text
        #expect(log.entries.sorted() == ["+root", "-grandchild"])
    }

    @Test func aSheetLeavesTheScreenBelow_andItsOwnPushesDoNot() throws {
        struct Sample: View {
            let log: Log
            @State private var isShown = false
            var body: some View {
                NavigationStack {
                    Noted(name: "root", log: log) {
                        NavigationLink("Push") {
                            Noted(name: "child", log: log) { Button("Open") { isShown = true } }
                                .sheet(isPresented: $isShown) {
                                    NavigationStack {
                                        Noted(name: "sheet", log: log) {
                                            NavigationLink("Deeper") { Noted(name: "deep", log: log) {} }
                                        }
                                    }
                                }
                        }
                    }
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("Push")
        log.entries = []
        try snapshot.tap("Open")
        #expect(log.entries == ["+sheet"])
        try snapshot.tap("Deeper")
        #expect(log.entries == ["+sheet", "+deep", "-sheet"])
        try snapshot.press("escape")
        #expect(log.entries.suffix(2) == ["+sheet", "-deep"])
        try snapshot.press("escape")
        #expect(log.entries.last == "-sheet")
        #expect(!log.entries.contains("-child"))
    }

    @Test func anItemsDestinationCoversTheScreenBelow() throws {
        struct Sample: View {
            let log: Log
            @State private var item: String?
            var body: some View {
                NavigationStack {
                    Noted(name: "root", log: log) { Button("One") { item = "one" } }
                        .navigationDestination(item: $item) { Noted(name: $0, log: log) {} }
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("One")
        #expect(log.entries == ["+root", "+one", "-root"])
        try snapshot.press("escape")
        #expect(log.entries.suffix(2) == ["+root", "-one"])
    }

    @Test func tabsDisappearAndAppearAgainWithTheirState() throws {
        struct Sample: View {
            let log: Log
            @State private var tab = 0
            var body: some View {
                TabView(selection: $tab) {
                    Noted(name: "one", log: log) {}.tabItem { Text("First") }.tag(0)
                    Noted(name: "two", log: log) {}.tabItem { Text("Second") }.tag(1)
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        #expect(log.entries == ["+one"])
        try snapshot.tap("one 0")
        try snapshot.tap("Second")
        #expect(log.entries.sorted() == ["+one", "+two", "-one"])
        log.entries = []
        try snapshot.tap("First")
        #expect(log.entries.sorted() == ["+one", "-two"])
        #expect(snapshot.labels.contains("one 1"))
    }

    @Test func aHiddenTabDoesNotAppearWithItsScreen() throws {
        struct Sample: View {
            let log: Log
            @State private var tab = 0
            var body: some View {
                NavigationStack {
                    TabView(selection: $tab) {
                        Noted(name: "one", log: log) {}.tabItem { Text("First") }.tag(0)
                        Noted(name: "two", log: log) { NavigationLink("Push") { Text("child") } }
                            .tabItem { Text("Second") }.tag(1)
                    }
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("Second")
        log.entries = []
        try snapshot.tap("Push")
        #expect(log.entries == ["-two"])
        try snapshot.press("escape")
        #expect(log.entries == ["-two", "+two"])
    }

    @Test func theSidebarStaysBesideItsDetail() throws {
        struct Sample: View {
            let log: Log
            @State private var selection: String?
            var body: some View {
                NavigationSplitView {
                    List(["a", "b"], id: \.self, selection: $selection) { Text($0) }.onAppear { log.add("+list") }
                        .onDisappear { log.add("-list") }
                } detail: {
                    Text("detail of \(selection ?? "none")")
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("a")
        #expect(snapshot.text.contains("detail of a"))
        #expect(log.entries == ["+list"])
    }

    // MARK: - Tasks

    /// Notes when a task begins and is cancelled.
    final class Waiting: Sendable {
        let events: AsyncStream<String>
        private let send: AsyncStream<String>.Continuation

        init() { (events, send) = AsyncStream.makeStream() }

        func run(_ name: String) async {
            send.yield("begin \(name)")
            let (never, hold) = AsyncStream<Never>.makeStream()
            await withTaskCancellationHandler {
                for await _ in never {}
            } onCancel: {
                hold.finish()
            }
            send.yield("cancel \(name)")
        }
    }

    struct Tasked: View {
        let waiting: Waiting
        @State private var id = 1
        var body: some View {
            NavigationStack {
                VStack {
                    NavigationLink("Push") { Button("Next") { id += 1 } }
                    Button("Here") { id += 1 }
                }
                .task(id: id) { await waiting.run("\(id)") }
            }
        }
    }

    @Test func aPushCancelsTheTaskBelow_andAPopRunsItAgainWithItsNewID() async throws {
        let waiting = Waiting()
        let snapshot = Snapshot(Tasked(waiting: waiting))
        var events = waiting.events.makeAsyncIterator()
        #expect(await events.next() == "begin 1")
        try snapshot.tap("Here")
        #expect(Set([await events.next(), await events.next()]) == ["cancel 1", "begin 2"])
        try snapshot.tap("Push")
        #expect(await events.next() == "cancel 2")
        try snapshot.tap("Next")
        try snapshot.press("escape")
        #expect(await events.next() == "begin 3")
    }
}
