import FasciaAgent
import Testing

/// What of a line is taken for the progress of a command.
@Suite struct ProgressTests {
    @Test(arguments: [
        ("Unpacking (40%)", 40), ("40.2 %", 40), ("5% of 90%", 90), ("100%", 100), ("[12/48] Compiling", 25), ("[ 3 / 4 ]", 75),
        ("[1/2] 70%", 70), ("[0/7]", 0), ("[7/7]", 100), ("110%", nil), ("40", nil), ("[8/7]", nil), ("[1/0]", nil),
        ("12/48", nil),
        ("[a/b]", nil), ("[99999999999/99999999999]", nil), ("% 40", nil),
    ])
    func aPercentageOrStepsInBracketsAreProgress(_ line: String, _ percent: Int?) {
        #expect(Percentage.last(in: line) == percent)
    }
}
