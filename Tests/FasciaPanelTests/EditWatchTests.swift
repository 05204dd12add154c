import Testing

@testable import FasciaPanel

/// When an edit of a file is complete, by a clock that the test controls.
@Suite struct EditWatchTests {
    private let start = ContinuousClock.now

    /// What is read of a file that has been read as `read`, and is then found as these texts at these times in milliseconds.
    private func reads(_ read: String, _ looks: KeyValuePairs<Int, String>) -> [String] {
        var watch = EditWatch(read: read)
        return looks.compactMap { time, text in watch.look(text, at: start + .milliseconds(time)) ? text : nil }
    }

    @Test func anEditIsReadOnceItHasBeenLeftAlone() {
        #expect(reads("old", [0: "old", 500: "new", 599: "new"]) == [])
        #expect(reads("old", [0: "old", 500: "new", 600: "new", 700: "new", 1_200: "new"]) == ["new"])
    }

    /// A save in several steps is one edit, however long it takes.
    @Test func eachStepOfASaveBeginsTheTimeAnew() {
        #expect(
            reads("whole", [100: "", 199: "w", 298: "wh", 397: "who", 496: "whol", 595: "whol", 596: "whol"]) == ["whol"])
    }

    @Test func aFileThatIsBackAsItWasIsNotRead() {
        #expect(reads("old", [0: "", 99: "old", 300: "old", 400: "", 450: "old", 600: ""]) == [])
    }

    @Test func aFileIsLookedAtAgainOnlyWhileItChanges() {
        var watch = EditWatch(read: "old")
        #expect(!watch.isChanging)
        _ = watch.look("new", at: start)
        #expect(watch.isChanging)
        _ = watch.look("new", at: start + .milliseconds(100))
        #expect(!watch.isChanging && watch.read == "new")
    }
}
