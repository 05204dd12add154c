import DequeModule

/// Decides which changes of a rule run when. A pure value: the rule starts and ends the commands.
package struct RuleQueue<Change> {
    package enum Mode: String, CaseIterable {
        /// One after the other.
        case queue
        /// Changes are ignored while the command runs.
        case single
        /// A new change ends the command that runs.
        case restart
        /// Several at once.
        case parallel
    }

    package enum Decision {
        /// Run the command for these changes now.
        case start([Change])
        /// End the running command. Its end starts the next one.
        case cancel
        case wait
    }

    let mode: Mode
    /// How many commands run at once. 1 unless the mode is `parallel`.
    let maximum: Int
    /// The identity of a change, of which only the latest waits; `nil` to run each of them.
    let coalescing: ((Change) -> String)?
    private var waiting: Deque<Change> = []
    private(set) var running = 0

    init(mode: Mode, maximum: Int, coalescing: ((Change) -> String)?) {
        self.mode = mode
        self.maximum = mode == .parallel ? maximum : 1
        self.coalescing = coalescing
    }

    var isIdle: Bool { running == 0 && waiting.isEmpty }
    /// The number of changes that wait.
    var length: Int { waiting.count }

    /// Takes a change.
    ///
    /// - Parameter dropped: called with each change that will not run.
    mutating func add(_ change: Change, dropped: (Change) -> Void) -> Decision {
        switch mode {
        case .single where running > 0:
            dropped(change)
            return .wait
        case .restart where running > 0:
            for old in waiting { dropped(old) }
            waiting = [change]
            return .cancel
        default:
            if let coalescing, let index = waiting.firstIndex(where: { coalescing($0) == coalescing(change) }) {
                dropped(waiting.remove(at: index))
            }
            waiting.append(change)
            return start()
        }
    }

    /// A command has ended.
    mutating func end() -> Decision {
        running -= 1
        return start()
    }

    private mutating func start() -> Decision {
        let count = min(maximum - running, waiting.count)
        guard count > 0 else { return .wait }
        running += count
        defer { waiting.removeFirst(count) }
        return .start(Array(waiting.prefix(count)))
    }
}
