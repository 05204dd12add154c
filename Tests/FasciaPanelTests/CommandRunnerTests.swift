import FasciaClient
import FasciaDocument
import FasciaProcess
import Synchronization
import TestSupport
import Testing

@testable import FasciaPanel

/// The rules by which an agent runs the commands of its file, on a machine without processes.
@Suite(.mustEnd) struct CommandRunnerTests {
    /// Answers commands, and keeps which ones were run.
    private final class Machine: Sendable {
        private let commands = Mutex<[ProcessCommand]>([])
        private let prints = Mutex<[String]>([])
        private let answer: @Sendable (ProcessCommand) async -> CommandResult

        init(_ answer: @escaping @Sendable (ProcessCommand) async -> CommandResult = { _ in CommandResult(.exited(0)) }) {
            self.answer = answer
        }

        var ran: [String] { commands.withLock { $0.map { $0.arguments.joined(separator: " ") } } }
        var clients: [String?] { commands.withLock { $0.map { $0.environment["FASCIA_CLIENT"] } } }
        var directories: [String?] { commands.withLock { $0.map(\.directory) } }
        var printed: [String] { prints.withLock { $0 } }

        func runner(atMost: Int = 4, isDry: Bool = false) -> CommandRunner {
            CommandRunner(
                queue: CommandQueue(atMost: atMost), locks: Locks(), directory: "/etc/panels", isDry: isDry,
                print: { [self] text in prints.withLock { $0.append(text) } },
                run: { [self] command in
                    commands.withLock { $0.append(command) }
                    return await answer(command)
                })
        }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)

        @discardableResult
        func add(_ number: Int) -> Int {
            count.withLock { count in
                count += number
                return count
            }
        }
    }

    private func use(_ lock: String? = nil, by owner: String = "web", _ cancellation: Cancellation = Cancellation()) -> LockUse {
        LockUse(name: lock, owner: owner, cancellation: cancellation) { _ in }
    }

    @Test(arguments: [(false, "no such disk"), (true, "exit status 3")])
    func aChangeThatFailsTellsWhatItsCommandWrote_butForASecret(isSecret: Bool, message: String) async throws {
        var errors = OutputTail()
        errors.append(Array("no such disk\n".utf8))
        let result = CommandResult(.exited(3), errors: errors)
        let runner = Machine { _ in result }.runner()
        let error = await #expect(throws: CommandRefusal.self) {
            try await runner.change(ProcessCommand(["mount", "x"]), lock: use(), isSecret: isSecret)
        }
        #expect(error?.message == message && error?.isCancelled == false)
    }

    @Test func commandsRunInTheDirectoryOfTheFile() async throws {
        let machine = Machine()
        let runner = machine.runner()
        try await runner.change(ProcessCommand(["a"]), lock: use())
        _ = await runner.read(ProcessCommand(["b"]))
        #expect(machine.directories == ["/etc/panels", "/etc/panels"])
    }

    @Test func aChangeThatARuleHasRequestedBelongsToThatRule() async throws {
        let machine = Machine()
        let runner = machine.runner()
        for name in ["fascia", "fascia panel box, rule 1, step 4"] {
            try await runner.change(ProcessCommand(["a"]), cause: ["name": .string(name)], lock: use())
        }
        #expect(machine.clients == [nil, "fascia panel, step 5"])
    }

    @Test func aDryRunPrintsChangesAndRunsNothing() async throws {
        let machine = Machine()
        try await machine.runner(isDry: true).change(ProcessCommand(["/bin/sh", "-c", "echo $HOME"]), lock: use())
        try await machine.runner(isDry: true).change(ProcessCommand(["touch", "a b"]), lock: use())
        #expect(machine.printed == ["echo $HOME", "touch 'a b'"])
        #expect(machine.ran == [])
    }

    /// It may have waited for long, and nobody wants it any more.
    @Test func aChangeThatIsCancelledBeforeItsTurnIsNotRun() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (begins, begun) = AsyncStream<Void>.makeStream()
        let machine = Machine { command in
            if command.arguments == ["first"] {
                begun.finish()
                for await _ in gate {}
            }
            return CommandResult(.exited(0))
        }
        let runner = machine.runner(atMost: 1)
        let first = Task { try await runner.change(ProcessCommand(["first"]), lock: use(by: "first")) }
        for await _ in begins {}
        let cancellation = Cancellation()
        let second = Task { try await runner.change(ProcessCommand(["second"]), lock: use(by: "second", cancellation)) }
        while await runner.queue.waitingCount < 1 { await Task.yield() }
        cancellation.cancel()
        opener.finish()
        try await first.value
        let error = await #expect(throws: CommandRefusal.self) { try await second.value }
        #expect(error?.isCancelled == true)
        #expect(machine.ran == ["first"])
    }

    /// The daemon has taken it back by then, and everybody has seen that it failed.
    @Test func aChangeWhoseTurnComesTooLateIsNotRun() async throws {
        let machine = Machine()
        let runner = machine.runner()
        let late = LockUse(name: nil, owner: "late", deadline: ContinuousClock.now - .seconds(1)) { _ in }
        let error = await #expect(throws: CommandRefusal.self) { try await runner.change(ProcessCommand(["late"]), lock: late) }
        #expect(error?.message == "other commands of the file have not ended in time" && error?.isCancelled == false)
        let early = LockUse(name: nil, owner: "early", deadline: ContinuousClock.now + .seconds(600)) { _ in }
        try await runner.change(ProcessCommand(["early"]), lock: early)
        #expect(machine.ran == ["early"])
    }

    /// The lock is given back before the next begins, also by one that fails.
    @Test func ofChangesWithOneLockOneRunsAtATime() async throws {
        let running = Count()
        let machine = Machine { _ in
            #expect(running.add(1) == 1)
            await Task.yield()
            running.add(-1)
            return CommandResult(.exited(1))
        }
        let runner = machine.runner()
        await withTaskGroup { group in
            for number in 1...4 {
                group.addTask {
                    _ = try? await runner.change(ProcessCommand(["\(number)"]), lock: use("apt", by: "\(number)"))
                }
            }
        }
        #expect(machine.ran.sorted() == ["1", "2", "3", "4"])
    }
}
