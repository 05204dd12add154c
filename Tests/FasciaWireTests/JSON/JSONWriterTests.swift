import FasciaDocument
import FasciaWire
import Testing

@Suite struct JSONWriterTests {
    @Test(arguments: [
        (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (-10, "-10"), (1_234_567_890, "1234567890"),
        (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
    ])
    func writesIntegers(_ value: Int, _ text: String) { #expect(written(.int(value)) == text) }

    @Test func writesIntegersOfAnyLength() {
        var power = 1
        for _ in 0..<18 {
            power *= 10
            for value in [power - 1, power, power + 1, power + power / 10, 9 * (power / 10)] {
                #expect(written(.int(value)) == String(value))
                #expect(written(.int(-value)) == String(-value))
            }
        }
    }

    @Test(arguments: [
        (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.infinity, "null"), (-.infinity, "null"),
        (.nan, "null"),
    ])
    func writesDoublesAsTheShortestJSONThatIsTheSame(_ value: Double, _ text: String) {
        #expect(written(.double(value)) == text)
    }

    @Test func escapesSpecialCharacters() {
        #expect(
            written("a\"b\\c/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}é🍕") == #""a\"b\\c/\b\t\n\f\r\u0000\u001f"# + "\u{7f}é🍕\""
        )
    }

    /// A character that needs an escape is found at every position.
    @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1f}", " ", "\u{7f}", "é", "🍕"])
    func findsSpecialCharactersAnywhere(_ character: Character) throws {
        for before in 0..<20 {
            for behind in 0..<10 {
                let text = String(repeating: "~", count: before) + String(character) + String(repeating: "!", count: behind)
                let written = written(.string(text))
                #expect(try JSONParser.parse(written) == .string(text))
                let isEscaped = "\"\\\n\u{0}\u{1f}".contains(character)
                #expect(isEscaped || written == "\"\(text)\"")
            }
        }
    }

    @Test func keepsTheOrderOfMembers() {
        #expect(written(["b": 1, "a": [.null, true]]) == #"{"b":1,"a":[null,true]}"#)
    }
}
