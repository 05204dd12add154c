import Testing

@testable import FasciaMatching

/// Expressions that match nothing.
@Suite struct PatternReachTests {
    @Test(arguments: [
        "^ a", "^\\sa", "a\n$", "a\\s$", "a *\\s$", "(?:a| b)\\s+$", "\\A\\n", "a \\z", "^ ?\\s", "[\\s]$", "^[ \\t]",
    ])
    func theEndsOfAnOutputAreNoWhiteSpace(_ expression: String) throws {
        let pattern = try Pattern(expression)
        #expect(!pattern.canMatch(.trimmed) && pattern.canMatch(.any))
    }

    @Test(arguments: [
        "$a", "a^", "a$b", "a$\\nb", "(a|b)^c", "[^\\s\\S]", "[^\\w\\W]", "a[^\\d\\D]*[^\\d\\D]", "a\\bb", "\\z.", ".\\A",
        "(?m)a^b",
    ])
    func aPatternThatCanNeverMatchIsKnown(_ expression: String) throws {
        let pattern = try Pattern(expression)
        #expect(!pattern.canMatch(.trimmed) && !pattern.canMatch(.any) && !pattern.canMatch(.whole))
    }

    @Test(arguments: [
        "^a", "a$", "^ *a", "a\\s*$", "a\\s?$", "a b", "a\nb", " a", "a ", "^$", "$^", "(?m)^ a", "(?m)a $", "(?m)a$\\nb", "\\$a",
        "a\\^", "a|$b", "(^|,)a($|,)", "^?a", "[^a]", "[^ ]", "[^\\s]", "a\\b", "\\b", "\\ba\\b", "^.*$", "(?s)^.*$", "[$^]a",
        "a{0}^b",
        "(?=a)^a", "[\\x00-\\x20]", "(?i)A$", "\\W$",
    ])
    func aPatternThatCanMatchIsNotWarnedOf(_ expression: String) throws {
        #expect(try Pattern(expression).canMatch(.trimmed))
    }

    /// Whatever matches one of these texts can match.
    @Test(arguments: PatternTests.expressions) func whatMatchesATextCanMatch(_ expression: String) throws {
        let pattern = try Pattern(expression)
        for text in PatternTests.texts {
            #expect(try !pattern.matchesWhole(text) || pattern.canMatch(.whole), "\(expression) and the whole of \(text)")
            #expect(try pattern.firstMatch(in: text) == nil || pattern.canMatch(.any), "\(expression) in \(text)")
            guard text.first?.isWhitespace != true, text.last?.isWhitespace != true else { continue }
            #expect(try pattern.firstMatch(in: text) == nil || pattern.canMatch(.trimmed), "\(expression) in \(text)")
        }
    }

    @Test(arguments: [
        (
            "- switch: a/b\n  on: [x]\n  off: [x]\n  status: [x]\n  says: {match: \"^ a\"}",
            "8:21: warning: \"^ a\" matches no output: leave out white space at the ends"
        ),
        (
            "- value: a\n  status: [x]\n  says: {match: \"a^\"}",
            "6:21: warning: \"a^\" matches no text: write \\^ and \\$ for these characters, or (?m) before it"
        ),
        (
            "- value: a\n  pattern: \"[^\\\\s\\\\S]\"",
            "5:16: warning: \"[^\\s\\S]\" matches no text: its parts exclude each other"
        ),
        (
            "- each: {from: [x], id: line}\n  value: a/{line}\n  pattern: \"$a\"",
            "6:16: warning: \"$a\" matches no text: write \\^ and \\$"
        ),
    ])
    func aPatternThatCanNeverMatchIsWarnedOf(_ items: String, _ message: String) {
        let found = problems(panel(items))
        #expect(found.count == 1 && found.contains { $0.contains(message) }, "\(found)")
    }

    @Test(arguments: ["^ a", " a $"]) func aFieldMayBeginAndEndWithWhiteSpace(_ pattern: String) {
        #expect(problems(panel("- value: a\n  pattern: \"\(pattern)\"")) == [])
    }
}
