import FasciaDocument
import FasciaTesting
import Foundation
import Testing

@testable import FasciaUI

/// Names that programs use beside the usual ones: of UIKit, of the first SwiftUI versions, and of animations in steps.
@MainActor @Suite struct OtherFormTests {
    // MARK: - Older forms

    private struct Older: View {
        let log: Log
        @State private var isChosen = false
        @State private var isAsked = false
        @State private var name = ""
        @State private var place: String?
        let title = "Really?"

        var body: some View {
            NavigationView {
                Form {
                    Button("Choose") { isChosen = true }
                    Button("Ask") { isAsked = true }
                    TextField("Name", text: $name, onCommit: { log.add("committed \(name)") })
                    NavigationLink(destination: Text("In the garden"), tag: "garden", selection: $place) { Text("Garden") }
                    Button("To the garden") { place = "garden" }
                    Text("at \(place ?? "home")")
                }
            }
            .actionSheet(isPresented: $isChosen) {
                ActionSheet(
                    title: Text("Which?"), message: Text("Of two"),
                    buttons: [
                        .default(Text("First")) { log.add("first") }, .destructive(Text("Last")) { log.add("last") }, .cancel(),
                    ])
            }
            .alert(title, isPresented: $isAsked, presenting: name) { name in
                Button("Yes, \(name)") { log.add("yes") }
            } message: {
                Text("Of \($0)")
            }
        }
    }

    @Test func anActionSheetShowsItsButtons_andRunsTheirActions() throws {
        let log = Log()
        let snapshot = Snapshot(Older(log: log), columns: 60, rows: 20)
        try snapshot.tap("Choose")
        #expect(snapshot.text.contains("Which?") && snapshot.text.contains("Of two") && snapshot.labels.contains("Cancel"))
        try snapshot.tap("Last")
        #expect(log.entries == ["last"])
        #expect(!snapshot.text.contains("Which?"))
    }

    @Test func theTitleOfAnAlertForDataIsAnyString() throws {
        let log = Log()
        let snapshot = Snapshot(Older(log: log), columns: 60, rows: 20)
        try snapshot.set("Name", to: "Ada")
        try snapshot.tap("Ask")
        #expect(snapshot.text.contains("Really?") && snapshot.text.contains("Of Ada"))
        try snapshot.tap("Yes, Ada")
        #expect(log.entries.contains("yes"))
    }

    @Test func onCommitRunsWhenEnterIsPressed() async throws {
        let log = Log()
        let pilot = Pilot(Older(log: log), columns: 60, rows: 20)
        try await pilot.press("tab", "tab")
        try await pilot.expect(focus: "Name")
        try await pilot.type("Ada")
        #expect(log.entries == [])
        try await pilot.press("enter")
        #expect(log.entries == ["committed Ada"])
    }

    @Test func theSelectionOfLinksSaysWhichDestinationIsShown() async throws {
        let pilot = Pilot(Older(log: Log()), columns: 60, rows: 20)
        try await pilot.tap("To the garden")
        try await pilot.wait(for: .text("In the garden"))
        try await pilot.press("escape")
        try await pilot.wait(for: .text("at home"))
        try await pilot.tap("Garden")
        try await pilot.wait(for: .text("In the garden"))
    }

    // MARK: - A path that is kept

    private struct Uncodable: Hashable {}

    @Test func aPathIsEncodedAndDecoded_withTheTypesOfItsValues() throws {
        var path = NavigationPath()
        path.append(3)
        path.append("three")
        path.append([1, 2])
        let data = try JSONEncoder().encode(try #require(path.codable))
        let read = NavigationPath(try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data))
        #expect(read == path && read.count == 3)
        path.append(Uncodable())
        #expect(path.codable == nil)
    }

    @Test func aPathWithATypeThatTheProgramDoesNotHave_isAnError() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: Data(#"["4None4KindV", {}]"#.utf8))
        }
    }

    // MARK: - Formatters and attributes

    @Test func aFormatterWritesATextAndReadsAField() async throws {
        struct Amounts: View {
            let formatter: NumberFormatter = {
                let formatter = NumberFormatter()
                formatter.minimumFractionDigits = 2
                formatter.locale = Locale(identifier: "en_US")
                return formatter
            }()
            @State private var amount = 1.5
            @State private var count = 3

            var body: some View {
                Form {
                    Text(amount, formatter: formatter)
                    Text("In words: \(amount, formatter: formatter)!")
                    TextField("Amount", value: $amount, formatter: formatter)
                    TextField("Count", value: $count, formatter: NumberFormatter())
                    Text(verbatim: "\(amount * 2) \(count + 1)")
                }
            }
        }
        let pilot = Pilot(Amounts(), columns: 40, rows: 12)
        try await pilot.expect(.text("1.50"))
        try await pilot.expect(.text("In words: 1.50!"))
        try await pilot.set("Amount", to: "2.25")
        try await pilot.set("Count", to: "9")
        try await pilot.expect(.text("4.5 10"))
        // What the formatter cannot read changes nothing.
        try await pilot.set("Amount", to: "much")
        try await pilot.expect(.text("4.5 10"))
    }

    @Test func anAttributedStringKeepsItsLook() throws {
        var words = AttributedString("plain ")
        var red = AttributedString("red")
        red.foregroundColor = .red
        red.font = .body.bold()
        red.underlineStyle = .single
        words += red
        #expect(Text(words) == Text(verbatim: "plain ") + Text(verbatim: "red").bold().foregroundColor(.red).underline())
        let markdown = try AttributedString(markdown: "a **b** ~~c~~")
        #expect(String(markdown.characters) == "a b c")
        #expect(Text(markdown).runs.map(\.modifiers) == [[], [.bold(true)], [], [.strikethrough(true)]])
    }

    // MARK: - Taps, corners and boxes

    @Test func moreFormsOfTapsShapesAndBackgrounds() throws {
        struct Forms: View {
            let log: Log
            @State private var isOpen = false
            var body: some View {
                NavigationStack {
                    VStack {
                        Text("Spot").onTapGesture { place in log.add("at \(Int(place.x))") }
                        Text("Box").padding().background(in: UnevenRoundedRectangle(topLeadingRadius: 9, topTrailingRadius: 9))
                        NavigationLink(isActive: $isOpen) {
                            Text("inside")
                        } label: {
                            Text("Open")
                        }
                        Text("Perhaps").gesture(isOpen ? TapGesture().onEnded { log.add("perhaps") } : nil)
                        Text("Now").animation(.bouncy) { $0.bold() }.modifier(EmptyModifier())
                    }
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Forms(log: log), columns: 40, rows: 16)
        try snapshot.tap("Spot")
        #expect(log.entries == ["at 0"])
        #expect(!snapshot.labels.contains("Perhaps"))
        try snapshot.tap("Open")
        #expect(snapshot.text.contains("inside"))
        let rounded = UnevenRoundedRectangle(cornerRadii: .init(topLeading: 3, bottomTrailing: 7))
        #expect(rounded.cornerSize == CGSize(width: 7, height: 7))
        #expect(EllipticalGradient(colors: [.red, .green, .blue]).gradient.resolvedColor(in: EnvironmentValues()) == .green)
        #expect(ContentSizeCategory.medium < .accessibilityLarge)
    }

    @Test func aSecureFieldCommits() async throws {
        struct Secret: View {
            let log: Log
            @State private var word = ""
            var body: some View { Form { SecureField("Word", text: $word, onCommit: { log.add(word) }) } }
        }
        let log = Log()
        let pilot = Pilot(Secret(log: log), columns: 40, rows: 6)
        try await pilot.type("abc")
        try await pilot.press("enter")
        #expect(log.entries == ["abc"])
    }

    // MARK: - Storage in a model

    /// As in SwiftUI, a property in `AppStorage` puts its type on no actor.
    @Test func aModelOnNoActorHasStoredValues() async throws {
        struct Settings { @AppStorage("other-form/name") var name = "none" }
        let source = "import FasciaUI\nfinal class M { @AppStorage(\"a\") var a = 1\n func f() -> Int { a } }"
        #expect(try !TypeChecker.errors(in: source).contains("error:"))
        nonisolated(unsafe) let settings = Settings()
        settings.name = "Ada"
        #expect(await Task.detached { settings.name }.value == "Ada")
    }

    // MARK: - Animations in steps

    @Test func animatorsStandAtTheirFirstStep() {
        struct Steps: View {
            var body: some View {
                VStack {
                    PhaseAnimator(["one", "two"]) { Text($0) }
                    Text("kept").phaseAnimator([1, 2], trigger: true) { content, phase in
                        HStack {
                            content; Text("phase \(phase)")
                        }
                    }
                    KeyframeAnimator(initialValue: 7.0, trigger: true) {
                        Text("at \($0, specifier: "%.0f")")
                    } keyframes: { _ in
                        KeyframeTrack {
                            LinearKeyframe(8, duration: 1)
                            SpringKeyframe(9, duration: 1, spring: .bouncy)
                        }
                    }
                    Text("stays").keyframeAnimator(initialValue: CGSize.zero) { content, _ in
                        content
                    } keyframes: { _ in
                        KeyframeTrack(\.width) { CubicKeyframe(3, duration: 1) }
                    }
                }
            }
        }
        #expect(Snapshot(Steps()).texts == ["one", "kept", "phase 1", "at 7", "stays"])
    }

    // MARK: - Values

    @Test func colorsHaveNames_andAreMixed() {
        #expect(Color.red.description == "red" && Color(red: 1, green: 0, blue: 0).description == "#ff0000")
        #expect(Color.black.mix(with: .white, by: 0.5) == Color(red: 0.5, green: 0.5, blue: 0.5))
        #expect(Color.black.mix(with: .white, by: 2) == Color(red: 1, green: 1, blue: 1))
        // The terminal's own colour has no components.
        #expect(Color.primary.mix(with: .white, by: 0.7) == .white && Color.primary.mix(with: .white, by: 0.2) == .primary)
    }

    @Test func anglesAreAddedAndMultiplied() {
        var angle = Angle.degrees(30) + .degrees(60) - .degrees(45)
        #expect(angle.degrees == 45 && (-angle / 3 * 2).degrees.rounded() == -30)
        angle.degrees = 180
        #expect(angle == .radians(.pi))
        angle += .zero
        #expect(angle == .degrees(180))
    }

    @Test func outlinesOfUIKitArePaths() {
        let rect = CGRect(x: 0, y: 0, width: 8, height: 4)
        let path = Path(UIBezierPath(roundedRect: rect, byRoundingCorners: [.topLeft, .topRight], cornerRadii: .zero).cgPath)
        #expect(path.boundingRect == rect)
        let moved = path.applying(CGAffineTransform(translationX: 2, y: 1).scaledBy(x: 2, y: 1))
        #expect(moved.boundingRect == CGRect(x: 2, y: 1, width: 16, height: 4))
    }

    @Test func anIntervalIsWrittenAsItsEnds() {
        let interval = DateInterval(start: Date(timeIntervalSince1970: 0), duration: 3_600)
        #expect(Text(interval) == Text(interval.start...interval.end))
    }

    // MARK: - UIKit

    @Test func anApplicationShowsAURL_andHasNoWindows() async throws {
        struct Opener: View {
            var body: some View {
                Button("Open") { if let url = URL(string: "https://example.com/a") { UIApplication.shared.open(url) } }
                Text("top \(Int(UIApplication.shared.windows.first?.safeAreaInsets.top ?? 0))")
                Text("wide \(Int(UIScreen.main.bounds.width))")
                if let image = UIImage(named: "none"), UIImage(data: Data()) == nil { Image(uiImage: image) }
            }
        }
        let pilot = Pilot(NavigationStack { Opener() }, columns: 60, rows: 12)
        try await pilot.expect(.text("top 0"))
        try await pilot.expect(.text("wide 640"))
        try await pilot.tap("Open")
        try await pilot.wait(for: .text("https://example.com/a"))
    }

    @Test func listsAndTimesAreWrittenInWords() {
        #expect(ListFormatter.localizedString(byJoining: ["a", "b", "c"]) == ["a", "b", "c"].formatted(.list(type: .and)))
        let now = Date(timeIntervalSince1970: 0)
        let words = RelativeDateTimeFormatter().localizedString(for: now.addingTimeInterval(-7_200), relativeTo: now)
        #expect(words.contains("2"))
    }

    @Test func aTextCheckerKnowsAllWords() {
        let range = NSRange(location: 0, length: 3)
        let found = UITextChecker().rangeOfMisspelledWord(in: "xyz", range: range, startingAt: 0, wrap: false, language: "en")
        #expect(found.location == NSNotFound)
    }

    // MARK: - Isolation

    /// As in SwiftUI, a program in Swift 5 makes views in functions that are on no actor.
    @Test func aProgramInSwift5MakesViewsAnywhere() throws {
        let source = """
            import FasciaUI
            enum Message {
                case one
                @ViewBuilder func buttons() -> some View { Button("A") {}; Button("B") {} }
                var list: AnyView { AnyView(buttons()) }
            }
            """
        #expect(try !TypeChecker.errors(in: source, ["-swift-version", "5"]).contains("error:"))
    }

    // MARK: - Names of other frameworks

    @Test(arguments: [
        (65.0, DateComponentsFormatter.UnitsStyle.positional, "1:05"), (5, .positional, "5"), (3_725, .abbreviated, "1h 2m 5s"),
        (90_000, .short, "1 day, 1 hr"), (3_660, .full, "1 hour, 1 minute"), (0, .full, "0 seconds"), (61, .brief, "1min 1sec"),
    ])
    func aDurationInWords(_ seconds: Double, _ style: DateComponentsFormatter.UnitsStyle, _ words: String) {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = style
        #expect(formatter.string(from: seconds) == words)
    }

    @Test func aPaddedDurationKeepsItsZeros() {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = [.minute, .second]
        formatter.zeroFormattingBehavior = .pad
        #expect(formatter.string(from: 65) == "01:05" && formatter.string(from: 5) == "00:05")
    }

    @Test func aMeasurementAsAFormat() {
        #expect(Measurement(value: 2.5, unit: UnitLength.kilometers).formatted() == "2.5 km")
        let distance = Text(Measurement(value: 2.5, unit: UnitLength.kilometers), format: .measurement(width: .abbreviated))
        let size = Text(Measurement(value: 24.5, unit: UnitInformationStorage.megabytes), format: .byteCount(style: .file))
        let snapshot = Snapshot(
            VStack {
                distance; size
            })
        #expect(snapshot.text.contains("2.5 km") && snapshot.text.contains("24.5 MB"), "\(snapshot.text)")
    }

    @Test func aMeasurementInWords() {
        #expect(MeasurementFormatter().string(from: Measurement(value: 2.5, unit: UnitLength.kilometers)) == "2.5 km")
        #expect(Measurement(value: 20, unit: UnitTemperature.celsius).formatted() == "20°C")
    }

    @Test func arrowsAndEscapeAreCommands_andLettersKeys() throws {
        let log = Log()
        let view = Text("a").onMoveCommand { log.add("\($0)") }.onExitCommand { log.add("exit") }
            .onKeyPress(characters: CharacterSet(charactersIn: "wd")) {
                log.add($0.characters)
                return .handled
            }
        let snapshot = Snapshot(view)
        try snapshot.press("left")
        try snapshot.press("w")
        try snapshot.press("escape")
        try snapshot.press("d")
        #expect(log.entries == ["left", "w", "exit", "d"])
    }

    @Test func aRenameButtonRunsTheActionAround() throws {
        let log = Log()
        let snapshot = Snapshot(VStack { RenameButton() }.renameAction { log.add("renamed") })
        try snapshot.tap("Rename")
        #expect(log.entries == ["renamed"])
    }

    @Test func theTabsOfASectionStandInTheBar() throws {
        let view = TabView {
            Tab("A", systemImage: "star") { Text("one") }
            TabSection("More") { Tab("B", systemImage: "star") { Text("two") } }
        }
        let snapshot = Snapshot(view)
        try snapshot.tap("B")
        #expect(snapshot.text.contains("two"))
    }

    @Test func theDelegateOfAnAppCompiles_andIsNotMade() throws {
        let said = try TypeChecker.errors(
            in: """
                import FasciaUI
                class Delegate: NSObject, UIApplicationDelegate {
                    func application(
                        _ application: UIApplication,
                        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
                    ) -> Bool { true }
                }
                struct Program { @UIApplicationDelegateAdaptor(Delegate.self) var delegate }
                @MainActor func begin() { UINavigationBar.appearance().titleTextAttributes = [.foregroundColor: UIColor.red] }
                @MainActor func lines() { UITableView.appearance().separatorStyle = .none }
                """)
        #expect(said.contains("deprecated: has no effect") && !said.contains("error:"), "\(said)")
    }

    @Test func aColorHasItsParts() {
        let parts = Color(red: 1, green: 0.2, blue: 0, opacity: 0.5).resolve(in: EnvironmentValues())
        #expect(parts == Color.Resolved(red: 1, green: 0.2, blue: 0, opacity: 0.5))
        #expect(Color(parts).description == "#ff3300")
    }
}
