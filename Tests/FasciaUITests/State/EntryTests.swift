import FasciaTesting
@testable import FasciaUI
import Testing

private final class EntrySettings { var name = "settings" }

extension EnvironmentValues {
    @Entry fileprivate var caption: String = "none"
    @Entry fileprivate var level = 1
    @Entry fileprivate var ratio = 0.5
    @Entry fileprivate var note: String?
    @Entry fileprivate var shade: String? = "grey"
    @Entry fileprivate var sizes = [CGSize(width: 1, height: 2)]
    @Entry fileprivate var settings: EntrySettings = EntrySettings()
    @Entry fileprivate var report: (String) -> String = { "default " + $0 }
    @Entry fileprivate var `default` = true
}

@MainActor @Suite struct EntryTests {
    private struct Inner: View {
        @Environment(\.caption) private var caption
        @Environment(\.level) private var level
        @Environment(\.note) private var note
        @Environment(\.report) private var report
        var body: some View { Text("\(caption) \(level) \(note ?? "-") \(report("x"))") }
    }

    @Test func anEntryHasItsDefault_andIsInherited() {
        #expect(Snapshot(Inner()).texts == ["none 1 - default x"])
        let view = Inner().environment(\.caption, "a").environment(\.level, 2).environment(\.note, "n")
            .environment(\.report) { "set " + $0 }
        #expect(Snapshot(view).texts == ["a 2 n set x"])
    }

    @Test func anOptionalEntryHasItsDefault_unlessItIsSetToNil() {
        struct Shaded: View {
            @Environment(\.shade) private var shade
            @Environment(\.horizontalSizeClass) private var width
            var body: some View { Text("\(shade ?? "none") \(width == .regular ? "regular" : "other")") }
        }
        #expect(Snapshot(Shaded()).texts == ["grey regular"])
        #expect(Snapshot(Shaded().environment(\.shade, nil)).texts == ["none regular"])
        #expect(Snapshot(Shaded().environment(\.horizontalSizeClass, .compact)).texts == ["grey other"])
    }

    /// A value of what has the focus is always `nil`: there is no menu bar.
    @Test func anEntryOfFocusedValues() {
        var values = FocusedValues()
        values.document = "a"
        #expect(values.document == nil)
    }

    @Test func everyKindOfDefault() {
        var values = EnvironmentValues()
        #expect(values.ratio == 0.5 && values.sizes.count == 1 && values.default && values.settings.name == "settings")
        (values.ratio, values.default) = (0.25, false)
        #expect(values.ratio == 0.25 && !values.default)
    }

    @Test(arguments: [
        (
            "extension EnvironmentValues { @Entry var a: Int }",
            "@Entry var a needs a default value: @Entry var a: Type = value"
        ),
        ("struct Other { @Entry var a = 1 }", "@Entry must be in an extension of EnvironmentValues"),
        ("extension EnvironmentValues { @Entry var a: Int { 1 } }", "@Entry needs a single stored property"),
        (
            #"extension EnvironmentValues { @Entry var a = 1 { didSet { print("\(a)") } } }"#,
            "@Entry needs a single stored property"
        ),
        ("extension EnvironmentValues { @Entry let a = 1 }", "@Entry needs a single stored property"),
    ])
    func invalidEntriesDoNotCompile(_ source: String, _ error: String) throws {
        let said = try TypeChecker.errors(in: "import FasciaUI\n" + source)
        #expect(said.contains("error: " + error), "\(said)")
    }
}

extension FocusedValues { @Entry var document: String? }
