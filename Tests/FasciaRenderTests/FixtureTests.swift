import Foundation
import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Each kind of node in its states, for four terminals: true colour, 256 colours, 16 colours, and ASCII without
/// colours. The expected frames are in `Fixtures`; only `FASCIA_RECORD=1 swift test --filter FixtureTests` changes
/// them.
@Suite(.serialized) struct FixtureTests {
    struct Scenario: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var body: JSON
        var keys: [Key]
        var size: CellSize

        init(_ name: String, columns: Int = 30, rows: Int = 6, keys: [Key] = [], _ body: JSON) {
            (testDescription, self.body, self.keys) = (name, body, keys)
            size = CellSize(columns: columns, rows: rows)
        }
    }

    static let profiles: [(name: String, TerminalCapabilities)] = [
        ("true colour", TerminalCapabilities(colors: .trueColor)), ("256 colours", TerminalCapabilities(colors: .ansi256)),
        ("16 colours", TerminalCapabilities(colors: .ansi16)), ("ASCII", TerminalCapabilities(colors: .none, unicode: false)),
    ]

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")
    static let isRecording = ProcessInfo.processInfo.environment["FASCIA_RECORD"] == "1"

    @Test(arguments: Scenario.all)
    func looksAsRecorded(_ scenario: Scenario) throws {
        let scene = try #require(try Self.scene(scenario.body))
        let pictures = Self.profiles.map { name, profile in
            "== \(name)\n" + Self.picture(scene, scenario, profile)
        }.joined()
        let file = Self.folder.appendingPathComponent(scenario.testDescription + ".txt")
        if Self.isRecording { try Data(pictures.utf8).write(to: file) }
        let recorded = try? String(contentsOf: file, encoding: .utf8)
        #expect(recorded == pictures, "FASCIA_RECORD=1 records what is shown now; read the difference before")
    }

    @Test func everyRecordedPictureIsLookedAt() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        #expect(Set(files) == Set(Scenario.all.map { $0.testDescription + ".txt" }))
    }

    @Test func everyKindIsPictured() {
        var kinds: Set<String> = []
        func collect(_ json: JSON) {
            if let kind = json["kind"]?.stringValue { kinds.insert(kind) }
            for element in json.arrayValue ?? [] { collect(element) }
            for (_, value) in json.objectValue?.members ?? [] { collect(value) }
        }
        for scenario in Scenario.all { collect(scenario.body) }
        #expect(Set(Node.kinds).subtracting(kinds) == ["empty"])
    }

    static func scene(_ body: JSON) throws -> Scene? {
        var panel = Panel()
        let option = { OptionDeclaration(id: $0, title: $1, on: $2) }
        _ = try panel.apply(
            .declareGroup(
                OptionDeclaration(
                    id: "extras", title: "Extras",
                    options: [option("ham", "Ham", true), option("olives", "Olives", false)])))
        let elements = ["m", "cm"].map { PickerElement(id: $0, label: $0) }
        let component = PickerComponent(id: "unit", elements: elements, selection: "m")
        _ = try panel.apply(.declarePicker(PickerDeclaration(id: "height", title: "Height", components: [component])))
        _ = try panel.apply(.setValue(key: "cpu", 42))
        _ = try panel.apply(.putScreen(Screen(id: "s", title: "Title", body: try Node.schema.read(body))))
        _ = try panel.apply(.push(stack: "main", route: Route("s"), handles: []))
        return panel.scene(stack: "main")
    }

    private static func picture(_ scene: Scene, _ scenario: Scenario, _ profile: TerminalCapabilities) -> String {
        let renderer = Renderer()
        let layout = renderer.layout(scene, size: scenario.size, unicode: profile.unicode)
        let now = scenario.keys.reduce(layout.reconcile(TerminalState())) { layout.handle($1, $0).state }
        let picture = renderer.paint(layout, now, colors: profile.colors)
        return picture.styledText(colors: profile.colors).replacingOccurrences(of: "\u{1B}", with: "␛")
    }
}
