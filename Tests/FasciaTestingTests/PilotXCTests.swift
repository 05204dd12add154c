import FasciaTesting
import FasciaUI
import XCTest

/// A failed expectation also fails an XCTest test.
final class PilotXCTests: XCTestCase {
    private nonisolated(unsafe) var failures: [String]?

    /// Failures that the test provokes are collected instead of recorded.
    override func recordFailure(
        withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
        if failures?.append(description) == nil {
            super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
        }
    }

    @MainActor func testFailedExpectationFailsTheTest() async throws {
        let pilot = Pilot(Text("Hello"), columns: 20, rows: 4)
        try await pilot.expect(.text("Hello"))
        failures = []
        try await pilot.expect(.text("Goodbye"))
        let failures = failures
        self.failures = nil
        XCTAssertEqual(failures?.count, 1)
        XCTAssert(failures?.first?.contains("expected \"Goodbye\" in the picture") == true, "\(failures ?? [])")
    }
}
