import Foundation
import Glibc
import Synchronization
import Testing

@testable import FasciaProcess

@Suite struct CommandRunTests {
    private func run(_ arguments: String..., input: [UInt8] = []) async -> CommandResult {
        await CommandRun.run(ProcessCommand(arguments, input: input))
    }

    @Test func exitStatusAndOutput() async {
        let result = await run("sh", "-c", "echo out; echo first >&2; echo 'it broke' >&2; exit 7")
        #expect(result.end == .exited(7))
        #expect(result.output.text == "out\n")
        #expect(result.reason == "first; it broke")
        #expect(await run("true").reason == nil)
        // The very last line may only say where to look.
        let lines = #"printf 'one\ntwo\n\nJob failed because of three.\n  See "status".\n' >&2; exit 1"#
        #expect(await run("sh", "-c", lines).reason == #"two; Job failed because of three. See "status"."#)
        let long = "a='echo \(String(repeating: "x", count: 895))'; $a >&2; echo last line >&2; exit 1"
        #expect(await run("sh", "-c", long).reason == "last line")
        #expect(await run("false").reason == "exit status 1")
    }

    /// Such as at the limit of open descriptors.
    @Test func aCommandWithoutADescriptorOfItsProcessEndsAllTheSame() async throws {
        func result(_ command: ProcessCommand, _ use: (CommandMonitor) -> Void = { _ in }) async throws -> CommandResult {
            var child = try CommandProcess(command, groupsIn: nil)
            close(child.ended)
            child.ended = -1
            return await withCheckedContinuation { continuation in
                use(CommandMonitor(command, child, onOutput: { _, _ in }) { continuation.resume(returning: $0) })
            }
        }
        let done = try await result(ProcessCommand(["sh", "-c", "echo out; exit 7"]))
        #expect(done.end == .exited(7) && done.output.text == "out\n")
        #expect(try await result(ProcessCommand(["sleep", "inf"])) { $0.end(.cancelled) }.end == .cancelled)
    }

    @Test func signalIsTheReason() async {
        let result = await run("sh", "-c", "kill -SEGV $$")
        #expect(result.end == .signalled(SIGSEGV))
        #expect(result.reason == "ended by signal 11")
    }

    @Test func commandThatCannotStartSaysWhy() async {
        #expect(await run("no-such-program-here").reason == "cannot run no-such-program-here: No such file or directory")
        #expect(await run("/etc/passwd").reason == "cannot run /etc/passwd: Permission denied")
        #expect(await run("echo", "a\0b").reason == "cannot pass a NUL character to echo")
        #expect(await CommandRun.run(ProcessCommand([])).reason == "the command is empty")
        #expect(await run("echo", String(repeating: "x", count: 1 << 20)).reason == "cannot run echo: Argument list too long")
    }

    /// There is no shell, so that nothing in an argument means anything.
    @Test(arguments: ["; rm -rf /", "$(id)", "`id`", "-rf", "a\nb", "'\"\\", "*", "", String(repeating: "y", count: 65_536)])
    func argumentsArriveAsTheyAre(_ value: String) async {
        let result = await run("sh", "-c", #"echo $#; printf '%s.' "$@""#, "sh", value)
        #expect(result.output.bytes.elementsEqual("1\n\(value).".utf8.suffix(result.output.bytes.count)))
        #expect(result.output.bytes.count >= min(value.utf8.count, 65_536))
    }

    @Test func environmentReplacesAndAdds() async {
        let command = ProcessCommand(
            ["sh", "-c", "echo $HOME $FASCIA_VALUE"], environment: ["HOME": "/h", "FASCIA_VALUE": "$(x)"])
        #expect(await CommandRun.run(command).output.text == "/h $(x)\n")
    }

    @Test func inputArrivesAndNeedNotBeRead() async {
        #expect(await run("cat", input: Array("secret".utf8)).output.text == "secret")
        #expect(await run("true", input: [UInt8](repeating: 0, count: 1 << 20)).end == .exited(0))
        #expect(await run("cat").output.text == "")
    }

    @Test func onlyTheEndOfALongOutputIsKept() async {
        let result = await run("sh", "-c", "head -c 10000000 /dev/zero | tr '\\0' x; echo end")
        #expect(result.output.bytes.count == 64 * 1024)
        #expect(result.output.isShortened)
        #expect(result.output.lastLine?.hasSuffix("xend") == true)
    }

    @Test func outputArrivesWhileTheCommandRuns() async {
        let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let run = CommandRun.start(ProcessCommand(["sh", "-c", "echo ready; exec sleep 1000"])) { _, bytes in
            continuation.yield(Array(bytes))
        }
        for await chunk in chunks {
            #expect(chunk == Array("ready\n".utf8))
            break
        }
        run.cancel()
        #expect(await run.result.end == .cancelled)
    }

    @Test func timeLimitEndsTheCommand() async {
        let result = await CommandRun.run(ProcessCommand(["sleep", "1000"], timeLimit: .milliseconds(50)))
        #expect(result.end == .timedOut(.milliseconds(50)))
    }

    @Test func aFloodDoesNotOutrunTheTimeLimit() async {
        let result = await CommandRun.run(ProcessCommand(["yes"], timeLimit: .milliseconds(100), grace: .milliseconds(50)))
        #expect(result.end == .timedOut(.milliseconds(100)))
    }

    /// Processes that ignore SIGTERM, have a session of their own, or have lost their parents.
    /// The shell is ended before the command that it waits for.
    @Test func aScriptThatIsEndedDoesNotGoOn() async throws {
        for _ in 0..<40 {
            let (chunks, continuation) = AsyncStream.makeStream(of: Void.self)
            let script = ProcessCommand(["sh", "-c", "(echo begun; exec sleep 1000); echo 'went on'"])
            let run = CommandRun.start(script) { _, _ in continuation.yield() }
            for await _ in chunks { break }
            run.cancel()
            #expect(await run.result.output.text == "begun\n")
        }
    }

    @Test func cancellingEndsAllProcesses() async {
        let sleep = "sleep 31536\(getpid())"
        let script = """
            trap '' TERM
            setsid \(sleep) &
            (setsid sh -c '\(sleep) & \(sleep) & echo started' &)
            \(sleep) & \(sleep) &
            wait
            """
        let (chunks, continuation) = AsyncStream.makeStream(of: Void.self)
        let run = CommandRun.start(ProcessCommand(["sh", "-c", script], grace: .milliseconds(100))) { _, _ in continuation.yield()
        }
        for await _ in chunks { break }
        // What was forked before that may not run yet.
        while processes(running: sleep) == 0 {}
        run.cancel()
        #expect(await run.result.end == .cancelled)
        #expect(processes(running: sleep) == 0)
    }

    @Test func backgroundProcessOutlivesCommand() async throws {
        let result = await run("sh", "-c", "sleep 1000 & echo $!")
        #expect(result.end == .exited(0))
        let process = try #require(pid_t(result.output.lastLine ?? ""))
        #expect(kill(process, SIGKILL) == 0)
    }

    // MARK: - Control groups. A directory stands for one; a real one is tested with systemd.

    private func temporaryDirectory() throws -> String {
        var template = Array("/tmp/fascia-group.XXXXXX".utf8CString)
        return String(cString: try #require(mkdtemp(&template)))
    }

    private func write(_ text: String, to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        defer { close(descriptor) }
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    @Test func aCommandJoinsItsGroupBeforeItRuns() async throws {
        let parent = try temporaryDirectory()
        let run = CommandRun.start(ProcessCommand(["sh", "-c", "cat \(parent)/command-*/cgroup.procs"]), groupsIn: parent)
        // 0 is the process that writes it.
        #expect(await run.result.output.text == "0")
    }

    @Test func theMembersOfAGroupAreKilledAtOnce() async throws {
        let group = try ProcessControlGroup(in: try temporaryDirectory(), name: "command")
        #expect(group.members == [])
        write("12\n34\n", to: group.path + "/cgroup.procs")
        #expect(group.members == [12, 34])
        #expect(!group.remove())
        write("", to: group.path + "/cgroup.kill")
        #expect(group.kill())
        #expect(await run("cat", group.path + "/cgroup.kill").output.text == "1")
    }

    @Test func withoutItsGroupACommandIsNotStarted() async {
        let result = await CommandRun.start(ProcessCommand(["true"]), groupsIn: "/nowhere").result
        #expect(result.reason?.hasPrefix("cannot make the control group /nowhere/command-") == true)
    }

    private func processes(running arguments: String) -> Int {
        let wanted = Array(arguments.replacing(" ", with: "\0").utf8) + [0]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.count { name in
            guard pid_t(name) != nil else { return false }
            let descriptor = open("/proc/\(name)/cmdline", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 256)
            let size = read(descriptor, &buffer, buffer.count)
            return size > 0 && Array(buffer[..<size]) == wanted
        }
    }
}
