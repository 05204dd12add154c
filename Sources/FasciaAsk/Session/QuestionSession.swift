import FasciaInteraction
import FasciaRender

/// A question on one terminal: takes events, and says what is shown and how it ended. No clock and no terminal.
public struct QuestionSession {
    public enum Event {
        /// A key by the name that it has in `terminal.key`.
        case key(String)
        case mouse(Mouse)
        case paste(String)
        case resized(CellSize)
        /// A step of an animation.
        case ticked
        /// Some time has passed since the last letter.
        case paused
        /// What is said about the time that is left.
        case countdown(String?)
        case gauge(GaugeReader.Update)
        /// What was waited for is over.
        case finished
        /// The time to answer is over: what was typed is not an answer.
        case timedOut
        /// Somebody else has ended it.
        case ended(QuestionOutcome)
    }

    public let question: Question
    /// How it ended; `nil` while it is asked.
    public private(set) var outcome: QuestionOutcome?
    var filling: Filling
    var display: QuestionDisplay
    /// Whether the last picture is to be drawn anew.
    public private(set) var needsRedraw = true

    /// - Parameter host: the name of the machine in the footer.
    public init(_ question: Question, size: CellSize, capabilities: TerminalCapabilities = .init(), host: String = "") {
        self.question = question
        filling = Filling(question)
        display = QuestionDisplay(size: size, capabilities: capabilities, host: host)
        begin()
    }

    /// A question over a picture of this size, which has a footer of its own.
    public init(_ question: Question, over size: CellSize, capabilities: TerminalCapabilities) {
        self.question = question
        filling = Filling(question)
        display = QuestionDisplay(size: size, capabilities: capabilities, host: "", hasFooter: false)
        begin()
    }

    public var size: CellSize { display.size }

    /// The keys that work, the most important first.
    public var hints: [Footer.KeyHint] { question.hints(filling.part) }

    /// What covers the picture below.
    public mutating func sheet() -> Chrome.Sheet { display.sheet(question, filling) }

    public mutating func handle(_ event: Event) {
        guard outcome == nil else { return }
        needsRedraw = false
        switch event {
        case .key(let name): press(name)
        case .mouse(let mouse): point(mouse)
        case .paste(let text): paste(text)
        case .resized(let size):
            display.resize(size)
            needsRedraw = true
        case .ticked: display.terminal.animationStep &+= 1
        case .paused: filling.typed = ""
        case .countdown(let text): filling.countdown = text
        case .gauge(let update):
            if let percent = update.percent { filling.percent = min(max(0, percent), 100) }
            if let text = update.text { filling.text = text }
        case .finished: outcome = .answered(.seen)
        case .timedOut: outcome = .timedOut
        case .ended(let end): outcome = end
        }
    }

    /// What the terminal shows.
    public mutating func picture() -> CellBuffer { display.paint(question, filling) }

    mutating func redraw() { needsRedraw = true }

    /// The answer that a question has as long as nobody fills in anything; `nil` if it is none.
    public static func defaultAnswer(to question: Question) -> Answer? {
        if question.kind == .confirm {
            let button =
                question.buttons.indices.contains(question.defaultButton) ? question.buttons[question.defaultButton] : nil
            return .confirmed(button?.role != .cancel)
        }
        var session = QuestionSession(question, size: CellSize(columns: 80, rows: 24))
        return session.answer()
    }

    // MARK: - Ending

    mutating func end(_ outcome: QuestionOutcome) { self.outcome = outcome }

    /// Presses a button.
    mutating func press(button index: Int) {
        guard question.buttons.indices.contains(index) else { return accept() }
        switch question.buttons[index].role {
        case .ok: accept()
        case .extra: accept(by: .extra)
        case .cancel: outcome = question.kind == .confirm ? .answered(.confirmed(false)) : .cancelled
        case .help: outcome = .help(help)
        }
    }

    private var help: QuestionOutcome.Help {
        switch question.kind {
        case .choose, .filter: filling.option.map { .row($0) } ?? .question
        case .input, .write: .text(filling.texts[0])
        case .form: .field(filling.field)
        default: .question
        }
    }

    /// Takes what is filled in as the answer, unless something is wrong with it.
    mutating func accept(by role: Question.Button.Role = .ok) {
        guard let answer = answer() else { return }
        outcome = .answered(answer, by: role)
    }

    /// `nil` if something is wrong, which is then said and has the focus.
    mutating func answer() -> Answer? {
        switch question.kind {
        case .confirm: return .confirmed(true)
        case .message, .pager, .gauge, .spin: return .seen
        case .choose(let choices): return answer(choices)
        case .filter(let choices, let field):
            if filling.option == nil, !field.isStrict, !choices.hasMarks { return .text(filling.texts[0]) }
            // Without a mark it is the one with the focus.
            if filling.marked.isEmpty { return filling.option.map { .chosen([$0]) } }
            return answer(choices)
        case .input, .write: return check() ? .text(filling.texts[0]) : nil
        case .form: return check() ? .texts(filling.texts) : nil
        }
    }

    private func answer(_ choices: Choices) -> Answer {
        switch choices.selection {
        case .focused: .chosen(filling.option.map { [$0] } ?? [])
        case .marked: .chosen(filling.marked)
        case .several: .chosen(choices.answer(filling.marked))
        }
    }

    /// Whether all fields can be taken. The first that cannot has the focus then.
    private mutating func check() -> Bool {
        let fields = question.fields
        filling.problems = [:]
        for (index, field) in fields.enumerated() {
            filling.problems[index] = field.problem(with: filling.texts[index])
        }
        guard let first = filling.problems.keys.min() else { return true }
        focus(.field(first))
        return false
    }
}
