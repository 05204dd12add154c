/// Lets a limited number of tasks proceed at once, in the order in which they came.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Runs the commands of an agent: at most so many at once, and one at a time for each lock.
actor CommandQueue {
    private let turns: Turns
    private var locks: [String: Turns] = [:]

    init(atMost: Int) { turns = Turns(atMost) }

    func run<Result: Sendable>(lock: String?, _ body: @Sendable () async -> Result) async -> Result {
        let turn = lock.map(self.lock)
        await turn?.take()
        await turns.take()
        let result = await body()
        await turns.giveBack()
        await turn?.giveBack()
        return result
    }

    private func lock(_ name: String) -> Turns {
        if let lock = locks[name] { return lock }
        let lock = Turns(1)
        locks[name] = lock
        return lock
    }
}
