import Foundation
import Testing

/// Checks that the tests named in the table of supported features exist.
@Suite struct SupportedTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A row of the table: a feature, and the tests that show it.
    struct Row {
        var name: String
        var shownBy: String

        /// The named tests: the parts between backticks.
        var tests: [String] {
            shownBy.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        }
    }

    static func rows(in text: String) -> [Row] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| "), !line.hasPrefix("| ---") else { return nil }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 2, cells[1] != "shown by" else { return nil }
            return Row(name: cells[0], shownBy: cells[1])
        }
    }

    /// The names of all tests and suites under `folder`, as `Target/Suite/test` and `Target/Suite`. Those of
    /// FasciaUITests are also listed without the target.
    static func names(under folder: URL) throws -> Set<String> {
        var names: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let target = file.path.dropFirst(folder.path.count + 1).prefix { $0 != "/" }
            for name in tests(in: try String(contentsOf: file, encoding: .utf8)) {
                names.insert("\(target)/\(name)")
                if target == "FasciaUITests" { names.insert(name) }
            }
        }
        return names
    }

    /// The suites in a source, and their tests as `Suite/test`. A suite must start in the first column.
    static func tests(in source: String) -> [String] {
        var names: [String] = []
        var suite = ""
        var isAwaited = false
        for line in source.split(separator: "\n") {
            // The first letters of what can begin a suite.
            let isAtTheMargin = line.first.map("@pfsce".contains) ?? false
            let beginning = /^(?:@\S+ )*(?:private |final )*(?:struct|class|extension) (\w+)/
            if isAtTheMargin, let match = line.firstMatch(of: beginning) {
                suite = String(match.1)
            }
            if line.contains("@Test") { isAwaited = true }
            guard isAwaited, let match = line.firstMatch(of: /\bfunc (\w+)\(/) else { continue }
            isAwaited = false
            names += [suite, "\(suite)/\(match.1)"]
        }
        return names
    }

    @Test func everyRowNamesExistingTests_orSaysNotYet() throws {
        let table = Self.root.appending(path: "Sources/FasciaUI/Documentation/Supported.md")
        let rows = Self.rows(in: try String(contentsOf: table, encoding: .utf8))
        #expect(rows.count > 100)
        let names = try Self.names(under: Self.root.appending(path: "Tests"))
        let silent = rows.filter { $0.tests.isEmpty && !$0.shownBy.contains("not yet") }.map(\.name)
        #expect(silent == [], "name a test that shows it, or say \"not yet\"")
        let missing = rows.flatMap { row in row.tests.filter { !names.contains($0) }.map { "\(row.name): \($0)" } }
        #expect(missing == [], "there are no such tests")
    }

    @Test func testsAreFoundInASource() {
        let source = """
            struct Helper { func none() {} }
            @MainActor @Suite(.serialized) struct SomeTests {
                @Test(arguments: [1])
                func a(_ x: Int) {}
                func helper() {}
                @Test func b() throws {}
            }
            """
        #expect(Self.tests(in: source) == ["SomeTests", "SomeTests/a", "SomeTests", "SomeTests/b"])
        let table = "| what | shown by |\n| --- | --- |\n| `x` | `A/b`, `C` |\n"
        #expect(Self.rows(in: table).map(\.tests) == [["A/b", "C"]])
    }
}
