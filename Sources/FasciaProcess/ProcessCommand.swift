/// A program to run, with each of its arguments. No shell takes part.
public struct ProcessCommand: Hashable, Sendable {
    /// The program, by its path or looked up in `PATH`, and its arguments.
    public var arguments: [String]
    /// Variables that are added to this process's environment.
    public var environment: [String: String]
    /// What the command reads from its standard input; nothing if it is empty.
    public var input: [UInt8]
    /// The working directory; `nil` for this process's.
    public var directory: String?
    /// The time after which the command and all of its processes are ended; `nil` for no limit.
    public var timeLimit: Duration?
    /// The time between SIGTERM and SIGKILL.
    public var grace: Duration
    /// How many bytes of the end of its output, and of its errors, are kept.
    public var keptBytes: Int

    public init(
        _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [], directory: String? = nil,
        timeLimit: Duration? = nil, grace: Duration = .seconds(5), keptBytes: Int = 64 * 1024
    ) {
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.directory = directory
        self.timeLimit = timeLimit
        self.grace = grace
        self.keptBytes = keptBytes
    }
}

/// How a command ended, and what it wrote.
public struct CommandResult: Hashable, Sendable {
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It could not be started, and why.
        case notStarted(String)
        /// It took longer than its time limit, and was ended.
        case timedOut(Duration)
        case cancelled

        /// As a shell and `timeout` report it.
        public var exitStatus: Int32 {
            switch self {
            case .exited(let status): status
            case .signalled(let signal): 128 + signal
            case .notStarted: 127
            case .timedOut: 124
            case .cancelled: 130
            }
        }
    }

    public var end: End
    public var output = OutputTail()
    public var errors = OutputTail()

    public init(_ end: End, output: OutputTail = OutputTail(), errors: OutputTail = OutputTail()) {
        self.end = end
        self.output = output
        self.errors = errors
    }

    public var isSuccess: Bool { end == .exited(0) }

    /// Why the command failed, without anything that it wrote; `nil` if it did not fail.
    public var reasonWithoutOutput: String? { CommandResult(end).reason }

    /// Why the command failed, in words for people; `nil` if it did not.
    public var reason: String? {
        let last = errors.lastLines ?? output.lastLines
        return switch end {
        case .exited(0): nil
        case .exited(let status): last ?? "exit status \(status)"
        case .signalled(let signal): "ended by signal \(signal)" + (last.map { ": " + $0 } ?? "")
        case .notStarted(let reason): reason
        case .timedOut(let limit): "took longer than \(limit.components.seconds) s"
        case .cancelled: "cancelled"
        }
    }
}
