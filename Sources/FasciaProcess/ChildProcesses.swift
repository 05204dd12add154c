import CProcess
import Glibc
import Synchronization

/// The children of this process that are commands.
enum ChildProcesses {
    private struct State {
        var running: Set<pid_t> = []
        var adoptsOrphans = false
        /// The control group in which those of commands are made.
        var parentGroup: String?
        /// Those that still had members when their commands ended.
        var leftGroups: [ProcessControlGroup] = []
        var started = 0
        /// Takes notes for the process that ends the commands if this one is killed; -1 without it.
        var supervisor: Int32 = -1
        var runs: [ObjectIdentifier: CommandRun] = [:]
    }

    private static let state = Mutex(State())

    /// A number for a command that no other command of this process has.
    static func nextNumber() -> Int {
        state.withLock {
            $0.started += 1
            return $0.started
        }
    }

    /// Starts a child and lists it, so that nothing else reaps it.
    static func start(_ spawn: (inout pid_t) -> Int32) -> (code: Int32, process: pid_t) {
        state.withLock { state in
            var process: pid_t = 0
            let code = spawn(&process)
            if code == 0 { state.running.insert(process) }
            return (code, process)
        }
    }

    /// Waits for a child that has ended.
    static func reap(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        state.withLock { _ = $0.running.remove(process) }
        return status
    }

    /// The commands that run.
    static var runs: [CommandRun] { state.withLock { Array($0.runs.values) } }
    static func add(_ run: CommandRun) { state.withLock { $0.runs[ObjectIdentifier(run)] = run } }
    static func remove(_ run: CommandRun) { state.withLock { $0.runs[ObjectIdentifier(run)] = nil } }

    static func supervise() {
        let adoptsOrphans = process_adopt_orphans() == 0
        _ = process_raise_descriptor_limit()
        state.withLock { state in
            (state.adoptsOrphans, state.parentGroup) = (adoptsOrphans, ProcessControlGroup.delegated)
            if state.supervisor < 0 { state.supervisor = process_start_supervisor() }
        }
    }

    /// Tells the supervisor that a command is about to be started, or has ended.
    static func note(_ number: Int, isRunning: Bool) {
        let supervisor = state.withLock(\.supervisor)
        guard supervisor >= 0 else { return }
        var note = process_note(number: Int32(truncatingIfNeeded: number), is_running: isRunning ? 1 : 0)
        _ = process_write(supervisor, &note, MemoryLayout<process_note>.size)
    }

    static var parentGroup: String? { state.withLock { $0.parentGroup } }

    /// Removes the group of a command that has ended, as soon as it is empty.
    static func remove(_ group: ProcessControlGroup) {
        state.withLock { $0.leftGroups.append(group) }
        removeGroups()
    }

    static func removeGroups() { state.withLock { $0.leftGroups.removeAll { $0.remove() } } }

    /// Reaps the orphans that have ended.
    static func reapOrphans() {
        state.withLock { state in
            guard state.adoptsOrphans else { return }
            while case let child = process_next_ended_child(), child > 0, !state.running.contains(child) {
                waitpid(child, nil, WNOHANG)
            }
        }
    }
}
