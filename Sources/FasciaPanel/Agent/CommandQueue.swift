/// Lets a limited number of tasks proceed at once, in the order in which they came.
actor Turns {
    private let count: Int
    private var taken = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { self.count = count }

    func take() async {
        if taken < count {
            taken += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty { taken -= 1 } else { waiting.removeFirst().resume() }
    }
}

/// Limits how many commands of an agent run at once. A person waits for a change: it comes before commands that only read, and
/// so does reading the state of a thing that is being changed.
actor CommandQueue {
    private var maximum: Int
    private var running = 0
    private var waiting: [Waiting] = []
    /// The things that are being changed.
    private var changing: Set<String> = []

    private struct Waiting {
        var owner: String
        var isUrgent: Bool
        var turn: CheckedContinuation<Void, Never>
    }

    init(atMost maximum: Int) { self.maximum = maximum }

    var waitingCount: Int { waiting.count }

    /// - Parameters:
    ///   - owner: the thing that it is about.
    ///   - isChange: whether it changes something.
    func run<Result: Sendable>(
        for owner: String, isChange: Bool = false, _ body: @Sendable () async -> Result
    ) async -> Result {
        if running < maximum {
            running += 1
        } else {
            await withCheckedContinuation { turn in
                add(Waiting(owner: owner, isUrgent: isChange || changing.contains(owner), turn: turn))
            }
        }
        let result = await body()
        running -= 1
        admit()
        return result
    }

    /// Moves the waiting commands of a thing to the front while it is being changed.
    func setChanging(_ owner: String, _ isChanging: Bool) {
        guard isChanging else {
            changing.remove(owner)
            return
        }
        changing.insert(owner)
        let others = waiting
        waiting = []
        for var other in others {
            other.isUrgent = other.isUrgent || other.owner == owner
            add(other)
        }
    }

    func setMaximum(_ count: Int) {
        maximum = count
        admit()
    }

    private func add(_ new: Waiting) {
        let place = new.isUrgent ? waiting.firstIndex { !$0.isUrgent } : nil
        waiting.insert(new, at: place ?? waiting.count)
    }

    private func admit() {
        while running < maximum, !waiting.isEmpty {
            running += 1
            waiting.removeFirst().turn.resume()
        }
    }
}
