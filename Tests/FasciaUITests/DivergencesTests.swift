import Foundation
import Testing

/// Checks that the tables of names without effect and of missing names in Divergences.md match the module.
@Suite struct DivergencesTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let mark = "has no effect in a terminal: "

    /// The table under a heading: the names in the first column, grouped by the reason in the second.
    private static func table(_ heading: String, in text: String) -> [String: [String]] {
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") } ?? ""
        var table: [String: [String]] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 2 else { continue }
            table[cells[1], default: []] += cells[0].split(separator: "`").map(String.init).filter { $0 != ", " }
        }
        return table
    }

    /// The reason why a symbol has no effect; `nil` if it has an effect.
    private static func reason(for symbol: SymbolGraph.Symbol) -> String? {
        (symbol.availability ?? []).compactMap(\.message).first { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }

    private static func document() throws -> String {
        try String(contentsOf: root.appending(path: "Sources/FasciaUI/Documentation/Divergences.md"), encoding: .utf8)
    }

    @Test func everyNameWithoutEffectIsDeprecated_andListedWithItsReason() throws {
        let symbols = try SymbolGraph.ofFasciaUI().symbols
        let working = Set(symbols.filter { Self.reason(for: $0) == nil }.map(\.name))
        var deprecated: [String: Set<String>] = [:]
        for symbol in symbols {
            guard let reason = Self.reason(for: symbol) else { continue }
            // Listed with its arguments if another overload has an effect.
            deprecated[reason, default: []].insert(working.contains(symbol.name) ? symbol.title : symbol.name)
        }
        let listed = Self.table("Names without effect", in: try Self.document()).mapValues { Set($0) }
        #expect(deprecated.count > 20)
        for reason in Set(deprecated.keys).union(listed.keys).sorted() {
            #expect(deprecated[reason] == listed[reason], "\(reason)")
        }
    }

    @Test func theCompilerWarnsOfItsUse() throws {
        let view = "struct A: View { var body: some View { Text(\"a\").shadow(radius: 4) } }"
        let said = try TypeChecker.errors(in: "import FasciaUI\n" + view)
        #expect(said.contains("warning: 'shadow(radius:x:y:)' is deprecated: has no effect in a terminal: cells cast no shadows"))
    }

    @Test func noMissingNameExists() throws {
        let missing = Self.table("Missing names", in: try Self.document()).values.flatMap { $0 }
        #expect(missing.count > 130)
        #expect(Set(missing).count == missing.count)
        // The components of a path are the enclosing types and the name with its arguments.
        let existing = Set(
            try SymbolGraph.ofFasciaUI().symbols.filter { !$0.isRefused }.flatMap(\.pathComponents).map {
                String($0.prefix { $0 != "(" })
            })
        #expect(Set(missing).intersection(existing) == [])
    }

    @Test func everyNameOfSwiftUIExistsOrIsListed() throws {
        let existing = Set(
            try SymbolGraph.ofFasciaUI().symbols.flatMap(\.pathComponents).map { String($0.prefix { $0 != "(" }) })
        let listed = try Self.document().split(separator: "`").map { String($0.prefix { $0 != "(" }) }
        #expect(SwiftUINames.all.count > 800)
        #expect(SwiftUINames.all.subtracting(existing).subtracting(listed).sorted() == [])
    }

    /// Names that programs use most are refused with what to do instead.
    @Test(arguments: [
        (
            "struct A: View { @Environment(\\.undoManager) var x; var body: some View { Text(\"a\") } }",
            "there is no UndoManager on Linux"
        ),
        (
            "struct A: View { @Environment(\\.modelContext) var x; var body: some View { Text(\"a\") } }",
            "there is no SwiftData on Linux"
        ),
        (
            "struct A: View { @Environment(\\.isFocused) var x; var body: some View { Text(\"a\") } }",
            "use @FocusState"
        ),
        (
            "struct A: View { @Environment(\\.backgroundStyle) var x; var body: some View { Text(\"a\") } }",
            "a terminal has one background"
        ),
        ("struct A: UIViewRepresentable { var body: some View { Text(\"a\") } }", "there is no UIKit on Linux"),
        ("struct A: View { @Environment(\\.openSettings) var x; var body: some View { Text(\"a\") } }", "use openWindow(id:"),
        ("struct A: View { @Environment(\\.resetFocus) var x; var body: some View { Text(\"a\") } }", "use @FocusState"),
        (
            "struct A: View { @Environment(\\.backgroundMaterial) var x; var body: some View { Text(\"a\") } }",
            "a terminal has one background"
        ),
        (
            "struct P: App { var body: some Scene { WindowGroup(\"a\", for: Int.self) { _ in Text(\"a\") } } }",
            "use NavigationLink(value:)"
        ),
        ("@MainActor let a = Text(\"a\").onContinueUserActivity(\"a\") { _ in }", "use onOpenURL"),
        ("struct A { @AccessibilityFocusState var x: Bool }", "use @FocusState"),
        ("struct A: View { @FetchRequest(1, 2) var x: [Int]; var body: some View { Text(\"a\") } }", "there is no Core Data"),
        ("@Model class A { @Attribute(.unique) var x = 1; init() {} }", "make it @Observable, and keep it in a file"),
        ("let a = try ModelContainer(for: Int.self)", "there is no SwiftData"),
        ("@MainActor let a = Text(\"a\").modelContainer(for: [Int.self], inMemory: true)", "there is no SwiftData"),
        ("struct A: View { @Query var x: [Int]; var body: some View { Text(\"a\") } }", "there is no SwiftData"),
        ("struct P: App { var body: some Scene { MenuBarExtra(\"a\") { Text(\"a\") } } }", "use Window"),
        ("struct P: App { var body: some Scene { DocumentGroup(newDocument: 1) { _ in Text(\"a\") } } }", "use WindowGroup"),
        ("@MainActor let a = ImageRenderer(content: Text(\"a\"))", "take a picture with FasciaTesting"),
        ("@MainActor let a = UIHostingController(rootView: Text(\"a\"))", "there is no UIKit"),
        ("@MainActor let a = MultiDatePicker(\"a\", selection: .constant([]))", "use several DatePickers"),
        ("@MainActor let a = PasteButton(payloadType: String.self) { _ in }", "use TextField or TextEditor"),
        (
            "struct P: App { var body: some Scene { WindowGroup { Text(\"a\") }.modelContainer(for: Int.self) } }",
            "there is no SwiftData"
        ),
    ])
    func aMissingNameSaysWhatToDo(_ source: String, _ message: String) throws {
        let said = try TypeChecker.errors(in: "import FasciaUI\n" + source)
        #expect(said.contains("error: ") && said.contains(message), "\(said)")
    }

    /// A method whose body is `self` has no effect, so it must be deprecated.
    @Test func aMethodThatReturnsSelf_isDeprecated() throws {
        let sources = Self.root.appending(path: "Sources/FasciaUI")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var silent: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            silent += Self.silent(in: try String(contentsOf: file, encoding: .utf8))
        }
        // These return `self` and are correct: the path of a `Path`, and the colour of a `Color`.
        let own: Set = ["path", "resolvedColor"]
        #expect(silent.filter { !own.contains($0) } == [])
    }

    /// The public methods whose body is `self` and that are not deprecated.
    private static func silent(in source: String) -> [String] {
        var names: [String] = []
        // An extension may be deprecated as a whole.
        let source = source.replacing(/@available\(\*, deprecated[^\n]*\nextension [^}]*\{\n(?:[^}].*\n|\n)*\}/, with: "")
        for match in source.matches(of: /(.*)\n *(?:@\w+ )?public (?:static )?func (\w+)[^{}]*\{\s*self\s*\}/)
        where !match.1.contains("@available(*, deprecated") && !match.1.contains("@available(*, unavailable") {
            names.append(String(match.2))
        }
        return names
    }

    @Test func theSearchFindsBoth() {
        let source = """
            extension View {
                @available(*, deprecated, message: "no")
                public func a() -> some View { self }
                public func b(
                    _ c: Int
                ) -> some View { self }
                public func d() -> some View { node() }
                @_disfavoredOverload public func e() -> some View { self }
            }
            @available(*, deprecated, message: "no")
            extension View {
                public func f() -> some View { self }

                public func g(
                ) -> some View { self }
            }
            """
        #expect(Self.silent(in: source) == ["b", "e"])
        let table = "# A\n\n## B\n\n| names | why |\n| --- | --- |\n| `a`, `b` | c |\n\n## D\n| `e` | f |\n"
        #expect(Self.table("B", in: table) == ["c": ["a", "b"]])
    }
}
