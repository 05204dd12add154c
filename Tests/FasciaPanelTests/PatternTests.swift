import Testing

@testable import FasciaMatching

@Suite struct PatternTests {
    /// Expressions as people write them, and texts for which Swift's own engine says the same.
    static let expressions = [
        "a", "abc", "a|b|cd", "(a|ab)(c|bcd)(d*)", "a*", "a*?b", "(a*)(b?)(a*)", "[a-c]+", "[^a-c]+", "^a.c$", "a{2}", "a{2,}",
        "a{,2}b", "a{1,3}?", "(?:ab)+", "(ab)?c", "^$", "\\d+", "\\w+\\s\\w+", "[\\w.-]+@[\\w.-]+", "^0$", "level ([0-9]+)",
        "(?i)AbC", "x(?=y)", "^(?!root$)[a-z]+$", "(?=.*\\d)(?=.*[a-z]).{3,}", "\\bcat\\b", "a.b", "(?s)a.b", "(?m)^b$",
        "[a\\]b]+", "\\.", "a\\|b", "é+", "[à-ü]", "(a+)+b", "", "()", "(|a)b", "\\x41", "\\u00e9", "[[:digit:]]+",
        "([a-z])([0-9])?",
    ]
    static let texts = [
        "", "a", "b", "ab", "abc", "abcd", "aab", "aaa", "aaab", "xy", "xz", "root", "rooty", "a1b", "12", "level 42 of 100", "0",
        "0\n", "a\nb", "AbC", "ABC", "cat", "concat", "the cat sat", "ada@example.org", "hello world", "é", "éé", "A", "]a]",
        "a]b",
        "a|b", "a.b", "z9", "abab", "c", "abc1",
    ]

    @Test(arguments: expressions) func itMatchesAsSwiftsOwnEngine(_ expression: String) throws {
        let (pattern, regex) = (try Pattern(expression), try Regex(expression))
        for text in PatternTests.texts {
            #expect(
                try pattern.matchesWhole(text) == (text.wholeMatch(of: regex) != nil), "\(expression) and the whole of \(text)")
            let match = text.firstMatch(of: regex)
            let group = match.flatMap { match in match.output.count > 1 ? match.output[1].substring ?? text[match.range] : nil }
            #expect(
                try pattern.firstMatch(in: text) == match.map { String(group ?? text[$0.range]) }, "\(expression) in \(text)")
        }
    }

    /// A backtracking engine would try each way to divide the text.
    @Test(arguments: ["(a+)+b", "(a|a)*b", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)(.*)(.*)(.*)(.*)b"])
    func noTextTakesLong(_ expression: String) throws {
        let pattern = try Pattern(expression)
        #expect(try !pattern.matchesWhole(String(repeating: "a", count: 2_000)))
        #expect(try pattern.firstMatch(in: String(repeating: "a", count: 2_000)) == nil)
    }

    @Test func aTextThatIsTooLongIsRefused() throws {
        for expression in ["(a?){300}b", "(?=(a+)+b)a"] {
            let pattern = try Pattern(expression)
            #expect(throws: Pattern.Failure(message: "the text is too long for this expression")) {
                try pattern.firstMatch(in: String(repeating: "a", count: 65_536))
            }
        }
        #expect(try Pattern("[a-z]+[0-9]").firstMatch(in: String(repeating: "a", count: 65_536)) == nil)
    }

    @Test(arguments: [
        ("(", "a \"(\" without its \")\""), (")", "a \")\" without its \"(\""), ("[a", "a \"[\" without its \"]\""),
        ("*a", "\"*\" has nothing before it to repeat: write \\*"), ("a\\", "\"\\\" at the end: write \\\\"),
        ("a**", "a repetition of a repetition: put the inner one into (?:…)"),
        ("a*+", "possessive repetitions, such as a*+, are not known here"),
        ("(?<=a)b", "look-behind, such as (?<=a), is not known here"),
        ("(?>a)", "atomic groups, such as (?>a), are not known here"), ("(?x)a", "the option (?x) is not known here"),
        ("(a)\\1", "back references, such as \\1, are not known here"),
        ("(?<n>a)\\k<n>", "back references, such as \\k<name>, are not known here"), ("\\q", "\\q is not known here"),
        ("a{3,2}", "{3,2} has the larger number first"), ("(a{1000}){1000}", "it repeats too much"),
        ("a{100000}", "it repeats too much"),
        ("[b-a]", "the range from \"b\" has no characters"),
        ("[a&&b]", "&&, -- and ~~ in brackets are not known here: write \\ before the second character"),
        ("\\p{Script=Greek}", "\\p{Script=Greek} is not known here"), ("[[:x:]]", "[:x:] is not known here"),
        ("\\xzz", "\"zz\" is not the number of a character"), ("(?<n", "\">\" is missing"),
        (String(repeating: "(", count: 101), "too many groups in each other"),
        (String(repeating: "[", count: 101), "too many brackets in each other"),
        ("(?i", "a \"(\" without its \")\""),
    ])
    func expressionsThatAreRefused(_ expression: String, _ message: String) {
        #expect(throws: Pattern.Failure(message: message)) { try Pattern(expression) }
    }
}
