import Testing
@testable import FasciaRender

struct UnitsTests {
    private func units(_ text: String) -> [String] {
        let spans = Units.spans(text, number: CellStyle(), other: CellStyle(attributes: .dim))
        #expect(spans.map(\.text).joined() == text)
        return spans.filter { $0.style.attributes.contains(.dim) }.map(\.text)
    }

    @Test func unitsAfterNumbersAreFainter() {
        #expect(units("20 GB") == [" GB"])
        #expect(units("  7 %") == [" %"])
        #expect(units("3 h 5 min") == [" h", " min"])
        #expect(units("3 of 5 on") == [" of", " on"])
        #expect(units("-1,024.5") == [])
    }

    @Test func otherTextsAreAsFaintAsAWhole() {
        for text in ["running", "2026-11-23 16:05", "", "10.0.0.1 (eth0)"] { #expect(units(text) == [text]) }
    }
}
