import FasciaDocument
import IssueReporting

/// Expectations. A failed one is reported as an issue with the picture, and the test continues.
extension Pilot {
    /// Expects a condition to hold now.
    public func expect(
        _ condition: PilotCondition, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async throws {
        let picture = try await picture
        guard !condition.holds(picture: picture, nodes: try await nodes) else { return }
        report("expected \(condition)", picture, fileID, filePath, line, column)
    }

    /// Expects nodes to show these values now. Nodes are identified by id or label.
    public func expect(
        values: KeyValuePairs<String, JSON>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async throws {
        let nodes = try await nodes
        let wrong = values.compactMap { name, value -> String? in
            let found = nodes.named(name).first
            if found?.value == value { return nil }
            let shown = found.map { $0.value.map { "it shows \($0.displayText)" } ?? "it shows nothing" }
            return "expected \"\(name)\" to show \(value.displayText), but \(shown ?? "there is no such node")"
        }
        guard !wrong.isEmpty else { return }
        report(wrong.joined(separator: "\n"), try await picture, fileID, filePath, line, column)
    }

    /// Expects the element with this id or label to have the focus now.
    public func expect(
        focus name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async throws {
        let focused = try await focused
        guard focused?.id != name, focused?.label != name else { return }
        let found = focused.map { "\"\($0.id)\" (\($0.label)) has it" } ?? "nothing is focused"
        report("expected the focus on \"\(name)\", but \(found)", try await picture, fileID, filePath, line, column)
    }

    /// Expects the picture to be this text, ignoring trailing blank lines.
    public func expect(
        picture expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async throws {
        let found = try await picture
        guard PilotError.bordered(found) != PilotError.bordered(expected) else { return }
        let wanted = PilotError.bordered(expected)
            .replacing("The screen showed", with: "expected the screen to show", maxReplacements: 1)
        report(wanted, found, fileID, filePath, line, column)
    }

    private func report(
        _ message: String, _ picture: String, _ fileID: StaticString, _ filePath: StaticString, _ line: UInt,
        _ column: UInt
    ) {
        reportIssue(
            message + "\n" + PilotError.bordered(picture), fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
