import FasciaModel
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_795_218_360_123, "2026-11-20T23:46:00.123Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    ])
    func writes(_ milliseconds: Int, _ text: String) { #expect(Timestamp(milliseconds: milliseconds).text == text) }

    @Test(arguments: [Int.min, .max])
    func extremeTimestamps(_ milliseconds: Int) { #expect(Timestamp(milliseconds: milliseconds).text.hasSuffix("Z")) }
}
