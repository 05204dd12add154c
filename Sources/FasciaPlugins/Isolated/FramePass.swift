/// A question, and where its answer is kept.
typealias OpenQuestion = (question: StyleQuestion, entry: AnswerCache.Entry)

/// One pass over the controls of a frame, and what is to be asked at its end, all in one message.
struct FramePass {
    /// Whether sizes are collected, too. What is laid out while a frame is painted is not laid out again.
    let isLayout: Bool
    /// How many more questions are sent at once, one message each, before the rest are collected: a frame in which little has
    /// changed needs no second pass.
    private var immediate = 4
    private(set) var collected: [OpenQuestion] = []

    init(isLayout: Bool) { self.isLayout = isLayout }

    /// - Returns: whether the question waits for the end of the pass.
    mutating func collects(_ open: OpenQuestion) -> Bool {
        guard immediate == 0 else {
            immediate -= 1
            return false
        }
        collected.append(open)
        return true
    }
}

extension HostQuestion {
    /// A message with as many of the questions as fit, which are the first ones. A control that does not fit into a message
    /// gets an answer without it, and is removed.
    ///
    /// - Returns: `nil` if there are none left.
    static func next(
        _ rest: inout ArraySlice<OpenQuestion>, _ services: StyleServices
    ) -> (message: HostQuestion, asked: [OpenQuestion])? {
        while !rest.isEmpty {
            var message = HostQuestion()
            let asked = Array(rest.prefix { message.add($0.entry.control, $0.question, services) })
            if !asked.isEmpty { return (message, asked) }
            let (question, entry) = rest.removeFirst()
            entry.keep(.tooLong, to: question)
        }
        return nil
    }
}
