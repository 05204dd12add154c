/// Lets a limited number of tasks proceed at once, in the order in which they came.
actor Turns {
    private var count: Int
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
        taken -= 1
        admit()
    }

    func setCount(_ count: Int) {
        self.count = count
        admit()
    }

    private func admit() {
        while taken < count, !waiting.isEmpty {
            taken += 1
            waiting.removeFirst().resume()
        }
    }
}

/// Lets the commands of an agent run: at most so many at once, and one at a time for each lock.
actor CommandQueue {
    private let turns: Turns
    private var locks: [String: Turns] = [:]

    init(atMost: Int) { turns = Turns(atMost) }

    /// - Parameter isCounted: whether it is one of those of which only so many run at once. A button's command may take hours.
    func run<Result: Sendable>(lock: String?, isCounted: Bool = true, _ body: @Sendable () async -> Result) async -> Result {
        let turn = lock.map(self.lock)
        await turn?.take()
        if isCounted { await turns.take() }
        let result = await body()
        if isCounted { await turns.giveBack() }
        await turn?.giveBack()
        return result
    }

    func setMaximum(_ count: Int) async { await turns.setCount(count) }

    private func lock(_ name: String) -> Turns {
        if let lock = locks[name] { return lock }
        let lock = Turns(1)
        locks[name] = lock
        return lock
    }
}
