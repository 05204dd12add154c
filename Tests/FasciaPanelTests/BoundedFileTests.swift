import FasciaDocument
import Testing

@testable import FasciaPanel

/// Whatever a file says, reading it takes a bounded time and no more than the usual stack.
@Suite struct BoundedFileTests {
    /// Ten to the tenth parts in 11 lines.
    private static let bomb =
        "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        + (1..<10).map { "a\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ",") + "]" }
        .joined(separator: "\n") + "\n"

    @Test(arguments: ["? *a9\n: x", "b: {? *a9 : x}", "b: *a9", "? [*a9, *a9]\n: x", "b: [{*a9 : y}]"])
    func anAliasBombIsRefused(_ line: String) {
        let found = problems(BoundedFileTests.bomb + line)
        #expect(found.count == 1 && found[0].contains("expected at most 100000 parts"), "\(found)")
    }

    @Test func manyProblemsAreCounted() {
        let keys = (0..<9_000).map { "key\($0): 1" }.joined(separator: "\n")
        let found = problems("panel: box\n" + keys)
        #expect(found.count <= 101)
        #expect(found.last?.contains("there are more problems") == true, "\(found.last ?? "")")
    }

    @Test func manyThingsAreRefused() {
        let options = (0..<45_000).map { "o\($0): " }.joined(separator: ",")
        #expect(problems(panel("- group: g\n  options: {\(options)}")).contains { $0.contains("expected at most 10000 keys") })
        let values = (0..<12_000).map { "- value: v\($0)\n  kind: int" }.joined(separator: "\n")
        #expect(problems(panel(values)).contains { $0.contains("expected at most 10000 items") })
        let screens = (0..<3).map { screen in
            "  s\(screen):\n" + (0..<6_000).map { "    - {value: v\(screen)/\($0), kind: int}" }.joined(separator: "\n")
        }
        #expect(
            problems("panel: box\nscreens:\n" + screens.joined(separator: "\n")) == [
                "3:3: error: expected at most 10000 switches, pickers and values, found 18000"
            ])
    }

    @Test(arguments: ["switch", "group", "picker"]) func anIdOfManyPartsIsRefused(_ kind: String) {
        let id = Array(repeating: "a", count: 20_000).joined(separator: "/")
        let found = problems(panel("- \(kind): \(id)\n  unit: x"))
        #expect(found.contains { $0.contains("error: ") && $0.utf8.count < 500 }, "\(found.map(\.count))")
    }

    @Test(arguments: [
        "- value: \(String(repeating: "k", count: 513))\n  set: [x]",
        "- switch: g/\(String(repeating: "k", count: 513))\n  unit: x",
    ])
    func aNameThatTheDaemonRefusesIsAnError(_ item: String) {
        #expect(problems(panel(item)).contains { $0.contains("has 513 bytes: 512 are allowed") })
    }

    @Test func aByteOrderMarkIsSkipped() { #expect(problems("\u{FEFF}" + ParserTests.smallest) == []) }

    @Test func moreCommandsAtOnceThanTheDaemonAllowsAreAnError() {
        #expect(problems("panel: box\natMost: 1000") == ["2:9: error: expected an integer from 1 to 256, found \"1000\""])
    }
}
