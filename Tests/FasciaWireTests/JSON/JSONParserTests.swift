import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@Suite struct JSONParserTests {
    static let accepted: [(String, JSON)] = [
        ("null", .null), ("true", true), ("false", false), (" \t\r\n1 \t\r\n", 1), ("0", 0), ("-1", -1),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("-0", .double(-0.0)),
        ("1.0", 1.0), ("1e2", 100.0), ("1E+2", 100.0), ("1e-2", 0.01), ("0.1", 0.1), ("-0.0", .double(-0.0)),
        ("123456789012345678901234567890e-10", 123456789012345678901234567890e-10),
        ("5e-324", .double(.leastNonzeroMagnitude)),
        ("1e-400", 0.0), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        ("9007199254740993.0", 9007199254740992.0), ("2.2250738585072014e-308", .double(.leastNormalMagnitude)),
        ("\"\"", ""), ("\"a\"", "a"), ("\"\\u0041\"", "A"), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{c}\n\r\t"),
        ("\"\\ud83c\\udf55\"", "🍕"), ("\"\\uD83C\\uDF55!\"", "🍕!"), ("\"🍕é€\"", "🍕é€"), ("\"\u{7f}\"", "\u{7f}"),
        ("\"\\u0000\"", "\0"), ("\"\\uffff\"", "\u{ffff}"), ("\"fifteen bytes!!\"", "fifteen bytes!!"),
        ("\"sixteen bytes!!!\"", "sixteen bytes!!!"),
        ("\"12345678\\n12345678é12345678\"", "12345678\n12345678é12345678"),
        ("[]", []), ("[ ]", []), ("[1]", [1]), ("[1, 2 ,3]", [1, 2, 3]), ("[[],{}]", [[], [:]]),
        ("{}", [:]), ("{ }", [:]), ("{\"a\":1}", ["a": 1]), ("{\"a\" : 1 , \"b\" : [true]}", ["a": 1, "b": [true]]),
        ("{\"\":0}", ["": 0]), ("{\"a\":1,\"b\":2,\"a\":3}", ["a": 3, "b": 2]), ("{\"\\u0061\":1,\"a\":2}", ["a": 2]),
    ]

    @Test(arguments: accepted)
    func accepts(_ text: String, _ value: JSON) throws {
        let parsed = try json(text)
        #expect(parsed == value)
        // Comparing texts also distinguishes 0.0 from -0.0 and checks the order of members.
        #expect(written(parsed) == written(value))
    }

    static let rejected: [(text: String, offset: Int, message: String)] = [
        ("", 0, "the text ends where a value should be"), ("  ", 2, "the text ends where a value should be"),
        ("nul", 0, "expected a value, found n"), ("True", 0, "expected a value, found T"),
        ("nan", 0, "expected a value, found n"), ("'a'", 0, "expected a value, found '"),
        ("+1", 0, "expected a value, found +"), (".5", 0, "expected a value, found ."),
        ("\u{FEFF}1", 0, "expected a value, found byte 0xEF"), ("\0", 0, "expected a value, found byte 0x00"),
        ("01", 0, "a number must not begin with a zero that is not needed"),
        ("-01", 1, "a number must not begin with a zero that is not needed"),
        ("-", 1, "expected a digit after the minus sign, found the end of the text"),
        ("-a", 1, "expected a digit after the minus sign, found a"),
        ("1.", 2, "expected a digit after the decimal point, found the end of the text"),
        ("1.e2", 2, "expected a digit after the decimal point, found e"),
        ("1e", 2, "expected a digit in the exponent, found the end of the text"),
        ("1e+x", 3, "expected a digit in the exponent, found x"),
        ("0x10", 1, "expected nothing more after the value, found x"),
        ("9223372036854775808", 0, "an integer out of range: it must fit in 64 bits"),
        ("-9223372036854775809", 0, "an integer out of range: it must fit in 64 bits"),
        ("[123456789012345678901234567890]", 1, "an integer out of range: it must fit in 64 bits"),
        ("1e309", 0, "a number out of range: it must fit in a double"),
        ("[-1e999]", 1, "a number out of range: it must fit in a double"),
        ("\"", 1, "the text ends inside a string"), ("\"abcdefghijkl", 13, "the text ends inside a string"),
        ("\"\\", 2, "the text ends inside a string"),
        ("\"a\nb\"", 2, "a control character (byte 0x0A) in a string must be escaped"),
        ("\"12345678\u{1f}\"", 9, "a control character (byte 0x1F) in a string must be escaped"),
        ("\"\\x\"", 2, "no such escape: \\ before x"),
        ("\"\\u12g4\"", 5, "expected four hexadecimal digits after \\u, found g"),
        ("\"\\u12", 5, "expected four hexadecimal digits after \\u, found the end of the text"),
        ("\"\\ud800\"", 1, "a lone surrogate in a string"), ("\"\\udc00\"", 1, "a lone surrogate in a string"),
        ("\"\\ud800\\u0041\"", 1, "a lone surrogate in a string"), ("\"\\ud800x\"", 1, "a lone surrogate in a string"),
        ("\"\\ud800\\ud800\"", 1, "a lone surrogate in a string"),
        ("[", 1, "the text ends where a value should be"),
        ("[1", 2, "the text ends where ] or , after an element should be"),
        ("[1,]", 3, "a comma with nothing after it"), ("[1,", 3, "the text ends after a comma"),
        ("[1 2]", 3, "expected ] or , after an element, found 2"), ("[,1]", 1, "expected a value, found ,"),
        ("[1}", 2, "expected ] or , after an element, found }"), ("]", 0, "expected a value, found ]"),
        ("{", 1, "expected a member's name in quotes, found the end of the text"),
        ("{a:1}", 1, "expected a member's name in quotes, found a"),
        ("{1:1}", 1, "expected a member's name in quotes, found 1"),
        ("{\"a\"}", 4, "expected a colon after the name of a member, found }"),
        ("{\"a\":}", 5, "expected a value, found }"), ("{\"a\":1,}", 7, "a comma with nothing after it"),
        ("{\"a\":1 \"b\":2}", 7, "expected } or , after a member, found \""),
        ("{\"a\":1", 6, "the text ends where } or , after a member should be"),
        ("1 2", 2, "expected nothing more after the value, found 2"),
        ("{}x", 2, "expected nothing more after the value, found x"),
        ("{}\0", 2, "expected nothing more after the value, found byte 0x00"), ("}", 0, "expected a value, found }"),
        ("// a\n1", 0, "expected a value, found /"), ("[1]]", 3, "expected nothing more after the value, found ]"),
    ]

    @Test(arguments: rejected)
    func rejects(_ text: String, _ offset: Int, _ message: String) {
        #expect(thrown(ParseError.self) { _ = try json(text) } == ParseError(offset: offset, message: message))
    }

    /// Each sequence is put into a string. The error's offset is that of the sequence's first byte.
    static let invalidUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
        [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x8D], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
        [0xFF],
    ]

    @Test(arguments: invalidUTF8, [0, 7, 8])
    func rejectsInvalidUTF8(_ bytes: [UInt8], after count: Int) {
        let text = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "a"), count: count) + bytes + Array("\"".utf8)
        let error = thrown(ParseError.self) { _ = try text.withUnsafeBufferPointer { try JSONParser.parse($0) } }
        #expect(error == ParseError(offset: 1 + count, message: "invalid UTF-8 in a string"))
    }

    @Test func nests128LevelsAndNoMore() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try json(nested(128))
        #expect(
            thrown(ParseError.self) { _ = try json(nested(129)) }
                == ParseError(offset: 128, message: "nested deeper than 128 levels"))
        let objects = String(repeating: "{\"a\":", count: 129)
        #expect(thrown(ParseError.self) { _ = try json(objects) }?.message == "nested deeper than 128 levels")
        // Only nested values count, not siblings.
        _ = try json("[" + Array(repeating: nested(127), count: 200).joined(separator: ",") + "]")
    }

    @Test func theLastOfManyMembersWithOneNameWins() throws {
        var text = "{"
        for round in 0..<2 {
            for index in 0..<20_000 { text += "\"key\(index)\":\(index + round)," }
        }
        let object = try #require(try json(text + "\"end\":true}").objectValue)
        #expect(object.count == 20_001)
        #expect(object.members[19_999] == ("key19999", 20_000))
    }

    @Test func memberNamesCompareByBytes() throws {
        let few = try json("{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(few.objectValue?.count == 2)
        let padding = (0..<20).map { "\"\($0)\":0," }.joined()
        let many = try json("{\(padding)\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(many.objectValue?.count == 22)
    }

    @Test func randomValuesComeBackAsTheyWere() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<3_000 {
            let value = randomJSON(&random, depth: 4)
            let text = written(value)
            #expect(try json(text) == value)
            #expect(written(try json(text)) == text)
        }
    }

    @Test func randomBytesNeverDoMoreThanFail() {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("{}[]\",:\\u0e-+.dtrfalsn 18é".utf8) + [0xFF, 0x00, 0xD8]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<24, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            let parsed = try? bytes.withUnsafeBufferPointer { try JSONParser.parse($0) }
            if let parsed { #expect((try? json(written(parsed))) != nil) }
        }
    }

    private func randomJSON(_ random: inout SeededGenerator, depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .int(Int(truncatingIfNeeded: random.next()))
        case 3: return .int(.random(in: -100...100, using: &random))
        case 4:
            let value = Double(bitPattern: random.next())
            return value.isFinite ? .double(value) : .double(.random(in: -1...1, using: &random))
        case 5, 6:
            let letters = Array("abc\"\\\n\u{1}\u{1f}/é€🍕 0123456789\u{7f}\u{2028}")
            return .string(
                String(
                    (0..<Int.random(in: 0..<30, using: &random)).compactMap { _ in letters.randomElement(using: &random)
                    }))
        case 7:
            return .array(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in randomJSON(&random, depth: depth - 1) })
        default:
            return .object(
                .init(
                    (0..<Int.random(in: 0..<20, using: &random)).map {
                        ("k\($0)", randomJSON(&random, depth: depth - 1))
                    }))
        }
    }
}
