import FasciaDocument
import Glibc
import TestSupport
import Testing

@testable import FasciaAgent

/// `fascia on` against a real daemon.
@Suite(.mustEnd) struct OnTests {
    let daemon: DaemonProcess
    private var state: String { daemon.directory.path + "/state-of-the-rule" }

    init() throws { daemon = try DaemonProcess() }

    private func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(
            Products.executable("fascia"), ["on"] + arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
    }

    /// A cursor before the first event, so that the output does not depend on when the rule starts.
    private func beginning() throws -> String {
        let epoch = try JSONParser.parse(daemon.output("status", "--json"))["epoch"]?.stringValue
        return "\(try #require(epoch)):0"
    }

    private func set(_ value: Int) throws { _ = try daemon.output("value", "set", "v", "\(value)") }

    @Test func theCommandFindsTheChangeInItsEnvironmentAndInput() throws {
        let rule = try start(
            "value:v", "--since", try beginning(), "--", "sh", "-c",
            #"echo "$FASCIA_ID $FASCIA_FROM>$FASCIA_TO $FASCIA_TOPIC $FASCIA_CAUSE $FASCIA_REVISION"; cat"#)
        try set(1)
        try set(2)
        try rule.output.wait(for: "v 1>2 value:v value.set 2\n{")
        #expect(try rule.output.wait(for: "\"cursor\"").contains(#""kind":"value","key":"v","from":1,"to":2"#))
    }

    @Test func changesOfItsOwnCommandDoNotStartItAgain() throws {
        let rule = try start(
            "value:v", "--since", try beginning(), "--", "sh", "-c",
            #"echo "to $FASCIA_TO"; '\#(try Products.executable("fascia"))' value set v 10"#)
        try set(1)
        _ = try daemon.output("wait", "value", "v", "10", "--timeout", "inf")
        try set(3)
        try rule.output.wait(for: "to 3\n")
        #expect(!rule.output.text.contains("to 10"))
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func theStateFileHasThePlaceOfTheLastFinishedChange(_ signal: Int32) throws {
        try CursorFile.write(try beginning(), to: state)
        try set(1)
        let first = try start(
            "value:v", "--state", state, "--", "sh", "-c", "echo \"to $FASCIA_TO\"; [ $FASCIA_TO != 2 ] || sleep 1000")
        try first.output.wait(for: "to 1\n")
        try set(2)
        try first.output.wait(for: "to 2\n")
        // It is ended while the second command runs: that change runs again.
        first.process.signal(signal)
        _ = try first.process.waitForExit()
        #expect(try CursorFile.read(state)?.hasSuffix(":1") == true)
        try set(3)
        let second = try start("value:v", "--state", state, "--", "sh", "-c", "echo \"to $FASCIA_TO\"")
        try second.output.wait(for: "to 2\nto 3\n")
        #expect(!second.output.text.contains("to 1"))
    }

    /// It may be ended before the first change.
    @Test func theStateFileHasAPlaceFromTheBeginning() throws {
        let first = try start("value:v", "--state", state, "--", "true")
        while try CursorFile.read(state) == nil {}
        first.process.signal(SIGTERM)
        _ = try first.process.waitForExit()
        try set(1)
        let second = try start("value:v", "--state", state, "--", "sh", "-c", "echo \"to $FASCIA_TO\"")
        try second.output.wait(for: "to 1\n")
    }

    @Test func onceEndsWithTheStatusOfTheCommand() throws {
        let rule = try start("value:v", "--once", "--since", try beginning(), "--", "sh", "-c", "exit 9")
        try set(1)
        #expect(try rule.process.waitForExit() == .exited(9))
        try rule.error.wait(for: "fascia on: value:v: sh: exit status 9\n")
    }

    @Test func restartEndsTheRunningCommand() throws {
        let rule = try start(
            "value:v", "--mode", "restart", "--since", try beginning(), "--", "sh", "-c",
            "echo \"to $FASCIA_TO\"; [ $FASCIA_TO != 1 ] || sleep 1000")
        try set(1)
        try rule.output.wait(for: "to 1\n")
        try set(2)
        try rule.output.wait(for: "to 2\n")
        #expect(!rule.error.text.contains("fascia on"))
    }

    @Test func aFileThatIsNoStateIsRefused() throws {
        let file = try daemon.directory.write("hello\n", to: "no-state")
        let result = try daemon.fascia(["on", "value:v", "--state", file, "--", "true"])
        #expect(result.status == .exited(2))
        #expect(
            result.error
                == "fascia: \(file) is not a file of fascia on --state: it has no cursor; remove it, or name another one\n")
    }
}

/// `RuleQueue` beside a list of what should run.
@Suite struct RuleQueueTests {
    private func started(_ decision: RuleQueue<Int>.Decision) -> [Int] {
        if case .start(let changes) = decision { changes } else { [] }
    }

    @Test func queueRunsOneAfterTheOther() {
        var queue = RuleQueue<Int>(mode: .queue, maximum: 8, coalescing: nil)
        #expect(started(queue.add(1) { _ in }) == [1])
        #expect(started(queue.add(2) { _ in }) == [])
        #expect(started(queue.add(3) { _ in }) == [])
        #expect(started(queue.end()) == [2])
        #expect(started(queue.end()) == [3])
        #expect(started(queue.end()) == [])
        #expect(queue.isIdle)
    }

    @Test func singleIgnoresChangesWhileItRuns() {
        var queue = RuleQueue<Int>(mode: .single, maximum: 1, coalescing: nil)
        var dropped: [Int] = []
        #expect(started(queue.add(1) { dropped.append($0) }) == [1])
        #expect(started(queue.add(2) { dropped.append($0) }) == [])
        #expect(dropped == [2])
        #expect(started(queue.end()) == [])
        #expect(started(queue.add(3) { dropped.append($0) }) == [3])
    }

    @Test func restartCancelsAndKeepsTheLast() {
        var queue = RuleQueue<Int>(mode: .restart, maximum: 1, coalescing: nil)
        var dropped: [Int] = []
        #expect(started(queue.add(1) { dropped.append($0) }) == [1])
        guard case .cancel = queue.add(2, dropped: { dropped.append($0) }) else { return #expect(Bool(false)) }
        guard case .cancel = queue.add(3, dropped: { dropped.append($0) }) else { return #expect(Bool(false)) }
        #expect(dropped == [2])
        #expect(started(queue.end()) == [3])
    }

    @Test func parallelRunsUpToItsMaximum() {
        var queue = RuleQueue<Int>(mode: .parallel, maximum: 2, coalescing: nil)
        #expect([1, 2, 3].map { started(queue.add($0) { _ in }) } == [[1], [2], []])
        #expect(started(queue.end()) == [3])
        #expect(queue.running == 2)
    }

    @Test func coalescingKeepsTheLastChangeOfAThing() {
        var queue = RuleQueue<Int>(mode: .queue, maximum: 1) { "\($0 % 10)" }
        var dropped: [Int] = []
        for change in [1, 11, 2, 21] { _ = queue.add(change) { dropped.append($0) } }
        #expect(dropped == [11])
        #expect(started(queue.end()) == [2])
        #expect(started(queue.end()) == [21])
    }

    /// As a list from which the earlier change of a thing is removed.
    @Test func coalescingIsTheSameAsAListWithoutTheEarlierChange() {
        var generator = SeededGenerator(seed: 7)
        var queue = RuleQueue<Int>(mode: .parallel, maximum: 2) { "\($0 % 5)" }
        var (list, running, all): ([Int], Int, [Int]) = ([], 0, [])
        for number in 0..<2_000 {
            var began: [Int]
            if running > 0, Int.random(in: 0..<5, using: &generator) < 2 {
                running -= 1
                began = started(queue.end())
            } else {
                let change = number * 5 + Int.random(in: 0..<5, using: &generator)
                list.removeAll { $0 % 5 == change % 5 }
                list.append(change)
                began = started(queue.add(change) { _ in })
            }
            let expected = Array(list.prefix(2 - running))
            list.removeFirst(expected.count)
            running += expected.count
            all += began
            #expect(began == expected && queue.length == list.count && queue.running == running)
            #expect(queue.placeCount <= 2 * queue.length + 16)
        }
        #expect(all.count > 500)
    }

    @Test func aThingThatChangesOftenTakesOnePlace() {
        var queue = RuleQueue<Int>(mode: .queue, maximum: 1) { "\($0 % 2)" }
        for change in 0..<10_000 { _ = queue.add(change) { _ in } }
        #expect(queue.length == 2 && queue.placeCount <= 20)
        #expect(started(queue.end()) == [9_998] && started(queue.end()) == [9_999])
    }

    @Test func theLedgerWaitsForTheOldestUnfinishedEvent() {
        var ledger = CursorLedger()
        let first = ledger.add("a", unfinished: 2)
        let second = ledger.add("b", unfinished: 1)
        _ = ledger.add("c", unfinished: 0)
        ledger.finish(second)
        #expect(ledger.finished == nil)
        ledger.finish(first)
        #expect(ledger.finished == nil)
        ledger.finish(first)
        #expect(ledger.finished == "c")
        _ = ledger.add("d", unfinished: 0)
        #expect(ledger.finished == "d")
    }
}
