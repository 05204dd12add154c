/// Sends input only to a daemon that answers. Otherwise all that was pressed while it hangs would be carried out when it goes
/// on.
///
/// Input waits for the answer to a question (`sync`) that was asked after it was made. While answers arrive, it is sent at
/// once, and the next question follows it.
struct InputGate {
    /// How long an answer may take before the user is told. A part of the two seconds is for drawing.
    let patience: Duration
    /// How long after an answer the daemon counts as alive.
    static let freshness = Duration.milliseconds(250)

    private var waiting: [AttachSession.Action] = []
    private var isAsked = false
    private var isFresh = false

    init(patience: Duration) { self.patience = patience }

    /// Sends input, or keeps it until the daemon has answered.
    mutating func send(_ input: AttachSession.Action) -> [AttachSession.Action] {
        guard isFresh else {
            waiting.append(input)
            return isAsked ? [] : ask() + [.setTimer(patience)]
        }
        return [input] + ask()
    }

    /// The daemon has answered.
    mutating func answered() -> [AttachSession.Action] {
        defer { waiting = [] }
        (isAsked, isFresh) = (false, true)
        return waiting + (waiting.isEmpty ? [] : ask()) + [.setTimer(Self.freshness)]
    }

    /// The time has passed.
    ///
    /// - Returns: `nil` if the daemon does not answer. What was pressed meanwhile is dropped.
    mutating func timerFired() -> [AttachSession.Action]? {
        guard isFresh else {
            defer { waiting = [] }
            return isAsked ? nil : []
        }
        isFresh = false
        return isAsked ? [.setTimer(patience - Self.freshness)] : []
    }

    /// Another connection begins.
    mutating func reset() { self = InputGate(patience: patience) }

    private mutating func ask() -> [AttachSession.Action] {
        guard !isAsked else { return [] }
        isAsked = true
        return [.send(method: "sync", params: [:], id: AttachSession.RequestNumber.sync)]
    }
}
