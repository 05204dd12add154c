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
    /// `nil` in the place of a change that a later one has replaced.
    private var waiting: Deque<Change?> = []
    /// How many of them are `nil`.
    private var gaps = 0
    /// How many changes have left the queue: the number of its first place.
    private var first = 0
    /// The numbers of the places of changes that a later one would replace.
    private var places: [String: Int] = [:]
    private(set) var running = 0

    init(mode: Mode, maximum: Int, coalescing: ((Change) -> String)?) {
        self.mode = mode
        self.maximum = mode == .parallel ? maximum : 1
        self.coalescing = coalescing
    }

    var isIdle: Bool { running == 0 && length == 0 }
    /// The number of changes that wait.
    var length: Int { waiting.count - gaps }
    /// The places that the waiting changes take, with gaps: at most twice as many as there are changes, and 16.
    var placeCount: Int { waiting.count }

    /// Takes a change.
    ///
    /// - Parameter dropped: called with each change that will not run.
    mutating func add(_ change: Change, dropped: (Change) -> Void) -> Decision {
        switch mode {
        case .single where running > 0:
            dropped(change)
            return .wait
        case .restart where running > 0:
            for case let old? in waiting { dropped(old) }
            (waiting, places, gaps) = ([], [:], 0)
            append(change, dropped: dropped)
            return .cancel
        default:
            append(change, dropped: dropped)
            return start()
        }
    }

    private mutating func append(_ change: Change, dropped: (Change) -> Void) {
        if let key = coalescing?(change) {
            if let place = places.updateValue(first + waiting.count, forKey: key), let old = waiting[place - first] {
                waiting[place - first] = nil
                gaps += 1
                dropped(old)
            }
        }
        waiting.append(change)
        if gaps > length + 16 { removeGaps() }
    }

    private mutating func removeGaps() {
        (waiting, first, gaps) = (Deque(waiting.filter { $0 != nil }), 0, 0)
        for (place, change) in waiting.enumerated() { if let key = change.flatMap({ coalescing?($0) }) { places[key] = place } }
    }

    /// A command has ended.
    mutating func end() -> Decision {
        running -= 1
        return start()
    }

    private mutating func start() -> Decision {
        var started: [Change] = []
        while running < maximum, let next = waiting.popFirst() {
            first += 1
            guard let next else {
                gaps -= 1
                continue
            }
            if let key = coalescing?(next) { places[key] = nil }
            started.append(next)
            running += 1
        }
        return started.isEmpty ? .wait : .start(started)
    }
}
