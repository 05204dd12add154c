import FasciaYAML
import Testing

@testable import FasciaPanel

/// What `try` says.
@Suite struct StatusTableTests {
    private func table(_ items: String) async throws -> (rows: [StatusTable.Row], problems: [Problem]) {
        let file = try #require(parse(panel(items)).file)
        return await StatusTable.rows(path: "box.yaml", file: file)
    }

    @Test(arguments: [
        "- each: {from: [printf, \"y\\ny\\nz\\n\"], id: line}\n  button: Go {line}\n  run: [\"true\"]",
        "- picker: a/b\n  choices: {from: [printf, \"y\\nz\\ny\\n\"]}",
    ])
    func tryReportsRowsThatAreLeftOut(_ items: String) async throws {
        let (rows, problems) = try await table(items)
        #expect(rows.map(\.state) == ["3 rows"])
        #expect(problems.map(\.severity) == [.error])
        #expect(problems.first?.message.hasSuffix(": 1 row is left out: \"y\" occurs twice") == true, "\(problems)")
        #expect(problems.first?.message.hasPrefix("printf ") == true, "\(problems)")
    }

    @Test func aValueThatThePanelCannotHoldIsUnknown() async throws {
        let rows = try await table(
            """
            - value: i
              kind: int
              range: [0, 5]
              status: [echo, "9"]
            - value: five
              kind: int
              range: [0, 5]
              status: [echo, "5"]
            - value: half
              kind: double
              range: [0, 1]
              status: [echo, "1.5"]
            - value: pin
              kind: int
              range: [0, 5]
              secret: true
              status: [echo, "9"]
            """
        ).rows
        #expect(
            rows.map(\.state) == [
                "unknown: value \"i\" must be from 0 to 5, not 9", "5", "unknown: value \"half\" must be from 0 to 1, not 1.5",
                "unknown: the panel cannot hold its state",
            ])
        #expect(rows.map(\.isKnown) == [false, true, false, false])
    }
}
