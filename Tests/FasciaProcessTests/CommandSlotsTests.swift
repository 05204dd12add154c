import Glibc
import Synchronization
import Testing

@testable import FasciaProcess

@Suite struct CommandSlotsTests {
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    @Test func commandsBeyondTheLimitWaitInTheirOrder() {
        let (slots, log) = (CommandSlots(count: 2), Log())
        for name in ["a", "b", "c", "d"] { slots.take(isEndless: false) { log.add(name) } }
        #expect(log.all == ["a", "b"])
        slots.giveBack(isEndless: false)
        #expect(log.all == ["a", "b", "c"])
        slots.giveBack(isEndless: false)
        #expect(log.all == ["a", "b", "c", "d"])
    }

    /// Otherwise commands that never end would leave no room for those that read states.
    @Test func commandsWithoutATimeLimitTakeHalfOfThePlaces() {
        let (slots, log) = (CommandSlots(count: 4), Log())
        for number in 0..<10 { slots.take(isEndless: true) { log.add("endless \(number)") } }
        #expect(log.all == ["endless 0", "endless 1"])
        for number in 0..<3 { slots.take(isEndless: false) { log.add("\(number)") } }
        #expect(log.all == ["endless 0", "endless 1", "0", "1"])
        slots.giveBack(isEndless: true)
        #expect(log.all.suffix(1) == ["2"])
        slots.giveBack(isEndless: false)
        #expect(log.all.suffix(1) == ["endless 2"])
    }

    @Test func aCommandThatEndsAtOnceGivesItsPlaceToTheNext() {
        let (slots, log) = (CommandSlots(count: 1), Log())
        slots.take(isEndless: false) {}
        for number in 0..<20_000 {
            slots.take(isEndless: false) {
                log.add("\(number)")
                slots.giveBack(isEndless: false)
            }
        }
        #expect(log.all.isEmpty)
        slots.giveBack(isEndless: false)
        #expect(log.all.count == 20_000)
    }

    /// The others wait for a lock.
    @Test func aCommandThatIsCancelledBeforeItsTurnIsNotStarted() async throws {
        var path = Array("/tmp/fascia-slots.XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        let file = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        flock(descriptor, LOCK_EX)
        let runs = (0..<600).map { _ in CommandRun.start(ProcessCommand(["flock", "--shared", file, "true"])) }
        let last = runs[runs.count - 1]
        #expect(last.isWaiting)
        last.cancel()
        #expect(await last.result == CommandResult(.cancelled))
        close(descriptor)
        for run in runs.dropLast() { #expect(await run.result.end == .exited(0)) }
        unlink(file)
    }

    @Test func moreCommandsThanPlacesAllRun() async {
        let results = await withTaskGroup(of: CommandResult.self) { group in
            for number in 0..<1_000 {
                group.addTask { await CommandRun.run(ProcessCommand(["echo", "\(number)"], timeLimit: .seconds(3_600))) }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1.output.text) }
        }
        #expect(results.count == 1_000)
    }
}
