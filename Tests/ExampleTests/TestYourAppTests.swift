import FasciaTesting
import Testing

@testable import Counter

@MainActor @Suite struct TestYourAppTests {
    @Test func moreAndLess() async throws {
        let pilot = Pilot(CounterView(), columns: 40, rows: 12)
        try await pilot.press("enter", "enter", "tab", "enter")
        try await pilot.expect(.text("Taps: 1"))
        try await pilot.expect(focus: "Less")
        try await pilot.tap("Less")
        try await pilot.wait(for: .text("Taps: 0"))
        #expect(try await pilot.node("Less")?.isEnabled == false)
    }
}
