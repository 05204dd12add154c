import FasciaLoop

/// How much of the event loop one connection gets before the others have their turn.
struct TurnBudget {
    static let mostLines = 64

    private var lines = mostLines
    private let end = Moment.now.advanced(by: EventLoop.slice)

    var isSpent: Bool { lines <= 0 || Moment.now >= end }

    /// A line, or a member of a batch, was carried out.
    mutating func spendLine() { lines -= 1 }
}
