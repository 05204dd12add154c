import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@testable import TutorialPrograms

/// Programs that are written for SwiftUI, operated as a person does, on a terminal of the usual size and on a small one.
@MainActor @Suite struct ProgramTests {
    nonisolated static let sizes = [(80, 24), (40, 12)]

    @Test(arguments: sizes) func settings(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(SettingsScreen(), columns: columns, rows: rows)
        try await pilot.set("Username", to: "Ada")
        try await pilot.set("Theme", to: "Dark")
        try await pilot.expect(values: ["Username": "Ada"])
        try await pilot.set("Remind me at", to: "07:30")
        try await pilot.expect(values: ["Remind me at": "07:30"])
        try await pilot.tap("Allow notifications")
        #expect(try await pilot.node("Volume") == nil)
        try await pilot.set("Accent colour", to: "Red")
        try await pilot.tap("Privacy policy")
        try await pilot.wait(for: .text("https://example.com/privacy"))
        try await pilot.tap("Done")
        try await pilot.tap("Reset all settings")
        try await pilot.expect(.node("This cannot be undone."))
        try await pilot.tap("Reset")
        #expect(try await pilot.node("Username")?.value?.stringValue ?? "" == "")
        #expect(try await pilot.node("Volume") != nil)
    }

    @Test(arguments: sizes) func budget(_ columns: Int, _ rows: Int) async throws {
        // Nothing listens there.
        let pilot = Pilot(BudgetView(address: "http://127.0.0.1:1/budget.json"), columns: columns, rows: rows)
        try await pilot.expect(.text("200┤"))
        try await pilot.set("Show", to: "Shares")
        try await pilot.expect(.text("120┤"))
        try await pilot.tap("Reload")
        try await pilot.wait(for: .text("You are offline"))
    }

    @Test(arguments: sizes) func toDo(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(ToDoScreen(), columns: columns, rows: rows)
        try await pilot.expect(.node("Buy milk"))
        try await pilot.set("New item", to: "Read")
        try await pilot.tap("Add")
        try await pilot.wait(for: .node("Read"))
        try await pilot.set("Search items", to: "call")
        try await pilot.wait(for: .node("Call Anna"))
        #expect(try await pilot.nodes.contains { $0.label == "Buy milk" } == false)
        try await pilot.set("Search items", to: "nothing")
        #expect(try await pilot.nodes.contains { $0.label.contains("No Results for “nothing”") })
        try await pilot.set("Search items", to: "")
        try await pilot.tap("Open only")
        #expect(try await pilot.nodes.contains { $0.label.contains("Water plants") } == false)
        try await pilot.tap("Buy milk")
        #expect(try await pilot.nodes.contains { $0.label.contains("Buy milk") } == false)
        try await pilot.tap("Open only", "Delete Buy milk")
        #expect(try await pilot.nodes.contains { $0.label.contains("Buy milk") } == false)
    }

    @Test(arguments: sizes) func landmarks(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(LandmarkList().environment(LandmarkModel()), columns: columns, rows: rows)
        try await pilot.tap("Silver Lake")
        try await pilot.wait(for: .text("About Silver Lake"))
        try await pilot.press("escape")
        try await pilot.tap("Favorites only")
        #expect(try await pilot.nodes.contains { $0.label.contains("Silver Lake") } == false)
        try await pilot.expect(.text("Turtle Rock"))
    }

    @Test(arguments: sizes) func signUp(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(SignUpForm(viewModel: SignUpViewModel()), columns: columns, rows: rows)
        #expect(try await pilot.node("Sign up")?.isEnabled == false)
        try await pilot.set("Email", to: "ada@example.org")
        try await pilot.set("Password", to: "short")
        try await pilot.set("Password", to: "long enough")
        try await pilot.set("Password again", to: "long enough")
        try await pilot.set("Birthday", to: "1999-12-31")
        try await pilot.expect(values: ["Birthday": "1999-12-31"])
        try await pilot.set("Bio", to: "one\ntwo")
        try await pilot.tap("I accept the terms")
        while try await pilot.node("Sign up")?.isEnabled != true { await Task.yield() }
        try await pilot.tap("Sign up")
        try await pilot.wait(for: .text("Welcome, ada@example.org!"))
        try await pilot.tap("Start")
        try await pilot.tap("Clear")
        #expect(try await pilot.node("Email")?.value == nil)
    }

    @Test(arguments: sizes) func stopwatch(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(ClockTabs(), columns: columns, rows: rows)
        try await pilot.tap("Start")
        try await pilot.wait(for: .noText("00:00.00"))
        try await pilot.tap("Lap", "Stop")
        try await pilot.wait(for: .node("Lap 1"))
        try await pilot.tap("Countdown")
        try await pilot.wait(for: .text("seconds left"))
    }

    @Test(arguments: sizes) func recipes(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(RecipesView(), columns: columns, rows: rows)
        try await pilot.expect(.text("4 recipes"))
        try await pilot.set("Scope", to: "Dessert")
        try await pilot.expect(.text("2 recipes"))
        try await pilot.set("Find a recipe", to: "S")
        try await pilot.tap("Looking for Sorbet?")
        try await pilot.expect(values: ["Find a recipe": "Sorbet"])
        try await pilot.expect(.text("1 recipes"))
        let row = try #require(try await pilot.nodes.first { $0.label.hasPrefix("Sorbet") && $0.role == "button" })
        try await pilot.tap(row.id)
        try await pilot.tap("Increment")
        #expect(try await pilot.nodes.filter { $0.label.contains("star.fill") || $0.label == "★" }.count == 4)
        try await pilot.tap("Info")
        try await pilot.wait(for: .text("Takes 20 minutes"))
    }

    @Test(arguments: sizes) func expenses(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(ExpensesView(), columns: columns, rows: rows)
        try await pilot.expect(.text("No expenses"))
        try await pilot.tap("Add an expense")
        #expect(try await pilot.node("Save")?.isEnabled == false)
        try await pilot.set("Name", to: "Train")
        try await pilot.set("Amount", to: "12.50")
        try await pilot.set("Category", to: "Travel")
        try await pilot.tap("Calendar")
        try await pilot.tap("Next month", "1", "Done")
        try await pilot.tap("Save")
        try await pilot.wait(for: .node("Train"))
        #expect(try await pilot.nodes.contains { $0.label.contains("12.50") })
    }

    @Test(arguments: sizes) func styles(_ columns: Int, _ rows: Int) async throws {
        let snapshot = Snapshot(StylesView(), columns: columns, rows: rows)
        let pilot = Pilot(snapshot)
        try await pilot.set("Enter a name", to: "Bo")
        #expect(snapshot.texts.contains("Bo"))
        try await pilot.tap("More")
        #expect(snapshot.texts.contains("50%"))
        let details = try #require(try await pilot.nodes.first { $0.label.hasPrefix("Details") })
        try await pilot.tap(details.id)
        #expect(snapshot.texts.contains("Here they are"))
        #expect(snapshot.issues == ["Color(\"Background\") is not in Color.assets: set it there before the views are made"])
    }

    @Test(arguments: sizes) func weather(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(WeatherView(), columns: columns, rows: rows)
        try await pilot.wait(for: .text("Monday"))
        try await pilot.tap("Fahrenheit")
        try await pilot.wait(for: .text("71°"))
        try await pilot.tap("Tuesday, 75°")
        try await pilot.wait(for: .text("Tuesday"))
        let failing = Pilot(WeatherView(service: StubService(fails: true)), columns: columns, rows: rows)
        try await failing.wait(for: .text("cannot be reached"))
        try await failing.tap("Try again")
    }

    @Test(arguments: sizes) func game(_ columns: Int, _ rows: Int) async throws {
        let game = EmojiMemoryGame()
        let pilot = Pilot(EmojiMemoryGameView(viewModel: game), columns: columns, rows: rows)
        for card in game.cards.prefix(2) { game.choose(card) }
        try await pilot.wait(for: .text("Score: 2"))
        try await pilot.tap("Restart", "Restart the game")
        try await pilot.wait(for: .text("Score: 0"))
        try await pilot.tap("Help")
        try await pilot.wait(for: .text("Find the pairs"))
    }

    @Test(arguments: sizes) func notes(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(TutorialPrograms.NotesView(), columns: columns, rows: rows)
        try await pilot.tap("Save")
        try await pilot.wait(for: .node("Saved 1 times"))
        try await pilot.tap("New note")
        try await pilot.wait(for: .text("Untitled"))
        try await pilot.set("Title", to: "Shopping")
        try await pilot.wait(for: .text("Shopping"))
    }

    /// The settings that the guide names: the modules by Apple's names, and those of a model that imports only Foundation.
    @Test func theSettingsOfTheGuideCompileAProgram() throws {
        let options = [
            "-module-alias", "SwiftUI=FasciaUI", "-module-alias", "Combine=FasciaCombine", "-module-alias", "Charts=FasciaCharts",
            "-Xfrontend", "-import-module", "-Xfrontend", "FasciaUI", "-Xfrontend", "-import-module", "-Xfrontend",
            "FoundationNetworking",
        ]
        let guide = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/swift-apps.md")
        let text = try String(contentsOf: guide, encoding: .utf8).filter { !$0.isWhitespace }
        #expect(text.contains(options.map { "\"\($0)\"" }.joined(separator: ",")))
        let imports = "import SwiftUI\nimport Combine\nimport Charts\n"
        let view =
            "extension EnvironmentValues { @Entry var level = 1 }\nstruct V: SwiftUI.View { var body: some SwiftUI.View { Chart { LineMark(x: .value(\"a\", 1), y: .value(\"b\", 2)) } } }"
        #expect(try TypeChecker.errors(in: imports + view, options) == "")
        let model = """
            import Foundation
            @Observable final class A { var x = 1 }
            final class B: ObservableObject {
                @Published var y = 1
                var bag = Set<AnyCancellable>()
                func load() async throws -> Data { try await URLSession.shared.data(from: URL.documentsDirectory).0 }
                init() { $y.removeDuplicates().sink { print($0) }.store(in: &bag) }
            }
            """
        #expect(try TypeChecker.errors(in: model, options) == "")
    }

    @Test func previewsOfProgramsHavePictures() {
        #expect(Snapshot.previews(of: SettingsScreen_Previews.self).map(\.name) == ["Light", "Dark", nil])
        #expect(Snapshot.previews(of: SettingsScreen_Previews.self)[2].snapshot.columns == 40)
        let clocks = Snapshot.previews(of: ClockTabs_Previews.self)
        #expect(clocks.map(\.name) == ["iPhone SE", "iPad Pro"])
        #expect(clocks.allSatisfy { $0.snapshot.text.contains("00:00.00") })
    }
}

extension ProgramTests {
    @Test(arguments: sizes) func flowTags(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(FlowTagsView(), columns: columns, rows: rows)
        let picture = try await pilot.picture
        // The tags flow into as many lines as they need.
        let isOneLine = picture.split(separator: "\n").contains { $0.contains("Swift ") && $0.contains("Testing") }
        #expect(isOneLine == (columns == 80))
        try await pilot.set("New tag", to: "Previews")
        try await pilot.tap("Add")
        try await pilot.wait(for: .node("New tag"))
        let label = try await pilot.nodes.map(\.label).first { $0.contains("8 tags") }
        #expect((label == "8 tags") == (columns == 40))
        try await pilot.tap("Vertical", "Up")
        try await pilot.wait(for: .text("Previews"))
    }
}

extension ProgramTests {
    @Test(arguments: sizes) func atlas(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(AtlasView(), columns: columns, rows: rows)
        try await pilot.wait(for: .text("Germany"))
        try await pilot.set("Find a country", to: "fra")
        try await pilot.wait(for: .noText("Germany"))
        try await pilot.set("Find a country", to: "x")
        try await pilot.wait(for: .text("No Results for “x”"))
        try await pilot.set("Find a country", to: "")
        let row = try #require(try await pilot.nodes.first { $0.label.hasPrefix("Germany") })
        try await pilot.tap(row.id)
        try await pilot.wait(for: .text("83,200,000"))
        try await pilot.tap("Favorite", "Info")
        try await pilot.wait(for: .text("Id: de"))
        try await pilot.press("escape")
        try await pilot.press("escape")
        try await pilot.wait(for: .text("France"))
    }

    @Test(arguments: sizes) func chat(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(NavigationStack { ChatView() }, columns: columns, rows: rows)
        #expect(try await pilot.node("Send")?.isEnabled == false)
        // What is typed into a field does not reach the keys of the view around it.
        try await pilot.type("Good day 7")
        try await pilot.expect(values: ["Message": "Good day 7"])
        try await pilot.tap("Send")
        try await pilot.wait(for: .text("Echo: Good day 7"))
        try await pilot.expect(.node("Key: none"))
    }

    @Test(arguments: sizes) func music(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(MusicTabs(), columns: columns, rows: rows)
        try await pilot.tap("Table")
        try await pilot.wait(for: .text("Johnny Cash"))
        func order() async throws -> [String] { try await pilot.nodes.filter { $0.role == "row" }.map(\.label) }
        #expect(try await order() == ["Yesterday", "Hurt", "Africa"])
        try await pilot.tap("Artist")
        #expect(try await order() == ["Hurt", "Yesterday", "Africa"])
        try await pilot.tap("Browse", "Rock", "Indie", "Equalizer")
        try await pilot.expect(.node("British"))
        try await pilot.expect(.node("Bass"))
        try await pilot.tap("Library")
        let song = try #require(try await pilot.nodes.first { $0.label == "Hurt Johnny Cash" })
        try await pilot.tap(song.id)
        let player = try #require(try await pilot.nodes.first { $0.role == "stack" && $0.label == "Hurt" })
        try await pilot.tap(player.id)
        try await pilot.expect(.node("Volume"))
    }

    @Test(arguments: sizes) func animations(_ columns: Int, _ rows: Int) async throws {
        let pilot = Pilot(AnimationsView(), columns: columns, rows: rows)
        try await pilot.wait(for: .text("Text is 128 wide"))
        try await pilot.set("Corners", to: 8)
        try await pilot.tap("Flip", "Bounce", "Week")
        let badges = Pilot(BadgePicker(), columns: columns, rows: rows)
        try await badges.wait(for: .text("│Day│"))
        try await badges.tap("Week")
        try await badges.wait(for: .text("│Week│"))
    }
}
