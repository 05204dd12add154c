import FasciaDocument
import Testing

struct TimeLeftTests {
    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (120, "120 s"), (121, "3 min"), (180, "3 min"), (181, "4 min"), (7_200, "120 min"),
        (7_201, "3 h"), (86_400, "24 h"),
    ]) func timeIsAsPreciseAsPeopleWant(_ seconds: Int, _ words: String) {
        #expect(TimeLeft(seconds: seconds).words == words)
    }

    @Test func itIsShownAgainWhenTheWordsAreOthers() {
        for seconds in 1...10_000 {
            let left = TimeLeft(seconds: seconds)
            let pause = Int(left.next / .seconds(1))
            #expect(pause > 0 && pause <= 60)
            for earlier in 1..<max(pause, 1) { #expect(TimeLeft(seconds: seconds - earlier).words == left.words) }
        }
    }
}
