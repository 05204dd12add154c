@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct NavigationStackTests {
    struct Root: View {
        let log: Log
        @State private var path: [Int]
        @State private var unit = "m"

        init(log: Log = Log(), path: [Int] = []) {
            self.log = log
            _path = State(initialValue: path)
        }

        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Text("path \(path)")
                    NavigationLink("Three", value: 3)
                    NavigationLink("None", value: nil as Int?)
                    NavigationLink("Word", value: "word")
                    Button("Two levels") { path = [1, 2] }
                    Button("Unit") { unit = "km" }
                }
                .navigationTitle("Numbers")
                .navigationDestination(for: Int.self) { Detail(number: $0, unit: unit, path: $path) }
            }
            .onChange(of: path) { log.add("\($0) → \($1)") }
        }
    }

    struct Detail: View {
        let number: Int
        let unit: String
        @Binding var path: [Int]
        @Environment(\.dismiss) private var dismiss
        @State private var count = 0

        var body: some View {
            VStack {
                Text("number \(number) \(unit)")
                Button("count \(count)") { count += 1 }
                NavigationLink("Deeper", value: number + 1)
                Button("Back to root") { path = [] }
                Button("Leave") { dismiss() }
            }
            .navigationTitle("Number \(number)")
        }
    }

    @Test func navigationStack_aLinksValueIsAppended_andItsDestinationShown() throws {
        let snapshot = Snapshot(Root(), columns: 50, rows: 14)
        try snapshot.tap("Three")
        #expect(snapshot.texts.first == "path [3]")
        #expect(snapshot.text.contains("number 3 m"))
        #expect(snapshot.lines[0].contains("Number 3"))
        try snapshot.tap("Deeper")
        #expect(snapshot.texts.first == "path [3, 4]")
        #expect(snapshot.text.contains("number 4 m"))
        #expect(snapshot.issues == [])
    }

    @Test(arguments: ["key", "dismiss", "coordinator"])
    func goingBackChangesThePath(_ way: String) throws {
        let snapshot = Snapshot(Root(path: [1, 2, 3]), columns: 50, rows: 14)
        #expect(snapshot.text.contains("number 3 m"))
        switch way {
        case "key": try snapshot.press("escape")
        case "dismiss": try snapshot.tap("Leave")
        default: snapshot.coordinator.pop()
        }
        #expect(snapshot.text.contains("number 2 m"))
        #expect(snapshot.texts.first == "path [1, 2]")
        snapshot.coordinator.popToRoot()
        #expect(snapshot.texts.first == "path []")
    }

    @Test func navigationStack_aWholePathIsOneChange() throws {
        let log = Log()
        let snapshot = Snapshot(Root(log: log), columns: 50, rows: 14)
        try snapshot.tap("Two levels")
        #expect(snapshot.text.contains("number 2 m"))
        #expect(log.entries == ["[] → [1, 2]"])
        try snapshot.tap("Back to root")
        #expect(log.entries == ["[] → [1, 2]", "[1, 2] → []"])
        #expect(snapshot.text.contains("path []"))
    }

    @Test func commonPrefixOfPathsKeepsItsState() throws {
        let snapshot = Snapshot(Root(path: [1]), columns: 50, rows: 14)
        try snapshot.tap("count 0")
        try snapshot.tap("Deeper")
        #expect(snapshot.text.contains("count 0"))
        try snapshot.press("escape")
        #expect(snapshot.text.contains("count 1"))
    }

    @Test func navigationStack_aDestinationFollowsTheViewThatDeclaresIt() throws {
        struct Sample: View {
            @State private var unit = "m"
            @State private var path = [7]
            var body: some View {
                NavigationStack(path: $path) {
                    Text("root").navigationDestination(for: Int.self) { number in
                        VStack {
                            Text("\(number) \(unit)")
                            Button("Change") { unit = "km" }
                        }
                    }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 8)
        #expect(snapshot.text.contains("7 m"))
        try snapshot.tap("Change")
        #expect(snapshot.text.contains("7 km"))
    }

    @Test func navigationStack_destinationsInheritTheEnvironment() throws {
        final class Model: ObservableObject { @Published var name = "the model" }
        struct Detail: View {
            @EnvironmentObject var model: Model
            var body: some View { Text("has \(model.name)") }
        }
        struct Sample: View {
            var body: some View {
                NavigationStack {
                    VStack {
                        NavigationLink("By value", value: 1)
                        NavigationLink("By view") { Detail() }
                    }
                    .navigationDestination(for: Int.self) { _ in Detail() }
                }
                .environmentObject(Model())
            }
        }
        for link in ["By value", "By view"] {
            let snapshot = Snapshot(Sample(), columns: 40, rows: 8)
            try snapshot.tap(link)
            #expect(snapshot.text.contains("has the model"))
            #expect(snapshot.issues == [])
        }
    }

    @Test func navigationPath_holdsValuesOfSeveralTypes() throws {
        struct Sample: View {
            @State private var path = NavigationPath()
            var body: some View {
                NavigationStack(path: $path) {
                    VStack {
                        Text("depth \(path.count)")
                        NavigationLink("Number", value: 1)
                        Button("Both") {
                            path.append("word")
                            path.append(2)
                        }
                    }
                    .navigationDestination(for: Int.self) { Text("the number \($0)") }
                    .navigationDestination(for: String.self) { Text("the word \($0)") }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 8)
        try snapshot.tap("Both")
        #expect(snapshot.text.contains("the number 2"))
        try snapshot.press("escape")
        #expect(snapshot.text.contains("the word word"))
        #expect(snapshot.texts.first == "depth 1")
    }

    @Test func navigationPath_countsAndRemoves() {
        var path = NavigationPath([1, 2, 3])
        path.removeLast(2)
        #expect(path.count == 1)
        path.removeLast(5)
        #expect(path.isEmpty)
        #expect(path == NavigationPath())
    }

    @Test func navigationLink_issuesAreReported() throws {
        let alone = Snapshot(NavigationLink("Go", value: 1))
        #expect(alone.issues.count == 1)
        #expect(alone.issues.first?.contains("with a value of type Int is outside a NavigationStack") == true)
        #expect(throws: (any Error).self) { try alone.tap("Go") }

        let snapshot = Snapshot(Root(), columns: 50, rows: 14)
        #expect(throws: (any Error).self) { try snapshot.tap("None") }
        try snapshot.tap("Word")
        #expect(snapshot.issues == ["NavigationLink: the path around it cannot hold a String"])

        let missing = Snapshot(NavigationStack { NavigationLink("Go", value: 1) }, columns: 100, rows: 8)
        try missing.tap("Go")
        #expect(missing.text.contains("! no destination for a value of type Int"))
        #expect(missing.issues.first?.contains("add .navigationDestination(for: Int.self)") == true)

        let lost = Snapshot(Text("a").navigationDestination(for: Int.self) { Text("\($0)") })
        #expect(lost.issues.first?.contains("is outside a NavigationStack") == true)
    }

    @Test(arguments: ["escape", "Leave", "Hide"])
    func navigationDestination_isPresented_pushes(_ way: String) throws {
        struct Pushed: View {
            let hide: () -> Void
            @Environment(\.dismiss) private var dismiss
            var body: some View {
                VStack {
                    Text("pushed")
                    Button("Leave") { dismiss() }
                    Button("Hide", action: hide)
                }
            }
        }
        struct Sample: View {
            @State private var isShown = false
            @State private var item: String?
            var body: some View {
                NavigationStack {
                    VStack {
                        Text("shown \(isShown), \(item ?? "none")")
                        Button("Show") { isShown = true }
                        Button("Item") { item = "x" }
                    }
                    .navigationDestination(isPresented: $isShown) { Pushed { isShown = false } }
                    .navigationDestination(item: $item) { Text("item \($0)") }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 10)
        try snapshot.tap("Show")
        #expect(snapshot.text.contains("pushed"))
        #expect(snapshot.scene.layers.count == 1)
        #expect(snapshot.texts.first == "shown true, none")
        if way == "escape" { try snapshot.press("escape") } else { try snapshot.tap(way) }
        #expect(!snapshot.text.contains("pushed"))
        #expect(snapshot.texts.first == "shown false, none")
        try snapshot.tap("Item")
        #expect(snapshot.text.contains("item x"))
        try snapshot.press("escape")
        #expect(snapshot.texts.first == "shown false, none")
    }

    @Test func navigationStack_inASheet_itsPathStaysInTheSheet() throws {
        struct Sample: View {
            @State private var isShown = true
            @State private var path = [1]
            var body: some View {
                Text("base \(path.count)").sheet(isPresented: $isShown) {
                    NavigationStack(path: $path) {
                        Text("sheet root").navigationDestination(for: Int.self) { Text("level \($0)") }
                    }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 10)
        #expect(snapshot.text.contains("level 1"))
        #expect(snapshot.scene.layers.count == 2)
        try snapshot.press("escape")
        #expect(snapshot.text.contains("sheet root"))
        #expect(snapshot.texts == ["base 0"])
        try snapshot.press("escape")
        #expect(snapshot.scene.layers.count == 1)
    }

    @Test func navigationStack_aPathUnderAnOpenSheet_changesBelowIt() throws {
        struct Sample: View {
            @State private var path: [Int] = []
            @State private var isShown = true
            var body: some View {
                NavigationStack(path: $path) {
                    Text("root").navigationDestination(for: Int.self) { Text("level \($0)") }
                }
                .sheet(isPresented: $isShown) {
                    Button("Push below") { path.append(path.count + 1) }
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 10)
        try snapshot.tap("Push below")
        #expect(snapshot.scene.layers.count == 2)
        try snapshot.press("escape")
        #expect(snapshot.text.contains("level 1"))
    }

    /// A path, combined with screens that views push themselves.
    struct Mixed: View {
        @State private var path: [Int] = []
        @State private var showsDetails = false

        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Text("root \(path)")
                    Button("Details") { showsDetails = true }
                    NavigationLink("Number 1", value: 1)
                }
                .navigationDestination(isPresented: $showsDetails) {
                    VStack {
                        Text("details \(path)")
                        NavigationLink("Number 2", value: 2)
                        Button("No details") { showsDetails = false }
                    }
                }
                .navigationDestination(for: Int.self) { number in
                    VStack {
                        Text("number \(number) \(path)")
                        Button("Details from \(number)") { showsDetails = true }
                        Button("Nowhere") { path = [] }
                        NavigationLink("A view") { NavigationLink("Number \(number + 10)", value: number + 10) }
                    }
                }
            }
        }
    }

    private func top(_ snapshot: Snapshot) -> String? { snapshot.scene.layers.last?.root.all.map(\.label).first { !$0.isEmpty } }

    @Test func aLinkOnAScreenThatAViewHasPushed_goesOnTopOfIt() throws {
        let snapshot = Snapshot(Mixed(), columns: 50, rows: 14)
        try snapshot.tap("Details")
        #expect(top(snapshot) == "details []")
        try snapshot.tap("Number 2")
        #expect(top(snapshot) == "number 2 [2]")
        snapshot.coordinator.pop()
        #expect(top(snapshot) == "details []")
        try snapshot.tap("Number 2")
        try snapshot.tap("Nowhere")
        #expect(top(snapshot) == "details []", "the path is empty, the details are still wanted")
        snapshot.coordinator.pop()
        #expect(top(snapshot) == "root []")
        try snapshot.tap("Details")
        #expect(top(snapshot) == "details []", "the binding was set back")
    }

    @Test func aScreenThatAViewPushes_goesOnTopOfThePath() throws {
        let snapshot = Snapshot(Mixed(), columns: 50, rows: 14)
        try snapshot.tap("Number 1")
        try snapshot.tap("Details from 1")
        #expect(top(snapshot) == "details [1]")
        try snapshot.tap("Number 2")
        #expect(top(snapshot) == "number 2 [1, 2]")
        snapshot.coordinator.pop()
        try snapshot.tap("No details")
        #expect(top(snapshot) == "number 1 [1]")
        try snapshot.tap("A view")
        try snapshot.tap("Number 11")
        #expect(top(snapshot) == "number 11 [1, 11]")
        try snapshot.tap("Nowhere")
        #expect(top(snapshot) == "root []", "what is above a value goes with it")
    }

    @Test func closingAViewPushedScreen_closesThePathAboveIt() throws {
        let snapshot = Snapshot(Mixed(), columns: 50, rows: 14)
        try snapshot.tap("Number 1")
        try snapshot.tap("Details from 1")
        try snapshot.tap("Number 2")
        snapshot.coordinator.popToRoot()
        #expect(top(snapshot) == "root []")
        try snapshot.tap("Number 1")
        #expect(top(snapshot) == "number 1 [1]")
    }

    @Test func navigationView_andIsActiveLinks() throws {
        struct Sample: View {
            @State private var isActive = false
            @Environment(\.presentationMode) private var presentationMode
            var body: some View {
                NavigationView {
                    VStack {
                        Text("active \(isActive)")
                        NavigationLink("Go", destination: Text("there"), isActive: $isActive)
                    }
                    .navigationBarTitle("Old")
                }
            }
        }
        let snapshot = Snapshot(Sample(), columns: 40, rows: 10)
        #expect(snapshot.lines[0].contains("Old"))
        try snapshot.tap("Go")
        #expect(snapshot.text.contains("there"))
        #expect(snapshot.texts.first == "active true")
        try snapshot.press("escape")
        #expect(snapshot.texts.first == "active false")
    }
}
