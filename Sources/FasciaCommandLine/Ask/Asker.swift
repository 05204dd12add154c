import FasciaAsk
import FasciaClient
import FasciaDocument
import FasciaRender
import Glibc

/// Asks questions: at the terminal, in lines, or without asking where the answer is given beforehand.
struct Asker {
    var timeout: Duration?
    /// The time after which the default is the answer.
    var defaultAfter: Duration?
    /// Whether to use lines rather than a picture.
    var isLinear = false
    var usesMouse: Bool?
    /// Whether the seconds that are left are shown.
    var showsTime = true
    /// Asks the question at the daemon, too.
    var share: ((Question) throws -> SharedQuestion?)?
    /// Whether it is asked in this terminal.
    var isShownHere = true
    /// What can be done without a terminal.
    var remedy = "give the answer with --answer or --preseed, or read it from standard input with --linear"
    /// Where it is said what becomes of a question at the daemon.
    var notices = STDERR_FILENO
    /// The user who has answered at the daemon.
    private(set) var answerer: Int?
    /// The time is for all questions together.
    private let start = ContinuousClock.now
    private var terminal: QuestionTerminal?
    private var lines: LinearTerminal?

    init() {}

    /// The outcome. Leaves the terminal as it is then: call `finish` before anything is printed.
    mutating func ask(_ question: Question, source: (any QuestionSource)? = nil) throws -> QuestionOutcome {
        let properties = TerminalProperties(environment: environmentVariable)
        let end = [timeout, defaultAfter].compactMap(\.self).min().map { start + $0 }
        let outcome: QuestionOutcome
        let streams = isShownHere ? QuestionStreams.terminal() : nil
        let shared = try share?(question)
        let sources = QuestionSources([source, shared])
        if let shared, streams == nil, source == nil {
            // One that was asked before may have its answer.
            if try !shared.isAnswered() { say(shared.invitation) }
            outcome = take(try shared.wait(until: end))
        } else if isLinear || properties.kind == .dumb || lines != nil {
            var lines = lines ?? LinearTerminal(streams ?? .standard, isUnicode: properties.isUnicode)
            let ended = source == nil ? lines.ask(question, until: end) : lines.follow(question, sources, until: end)
            self.lines = lines
            outcome = settle(ended, shared)
        } else if let streams {
            var terminal =
                try terminal
                ?? QuestionTerminal(
                    streams, properties, usesMouse: !question.isProgress && (usesMouse ?? properties.usesMouse))
            let limit = end.map { QuestionTerminal.Limit(end: $0, countdown: showsTime ? countdown(question) : nil) }
            let ended = terminal.ask(question, limit: limit, sources)
            self.terminal = terminal
            outcome = settle(ended, shared)
        } else if source != nil {
            // Progress needs nobody: it is shown where somebody may read it.
            var lines = LinearTerminal(.standard, isUnicode: properties.isUnicode)
            outcome = settle(lines.follow(question, sources, until: end), shared)
        } else {
            throw UsageError("there is no terminal to ask at: \(remedy)")
        }
        guard outcome == .timedOut, let defaultAfter, defaultAfter <= timeout ?? defaultAfter,
            let answer = QuestionSession.defaultAnswer(to: question)
        else { return outcome }
        return .answered(answer)
    }

    /// Tells the daemon how it has ended here; it may have ended there before.
    private mutating func settle(_ outcome: QuestionOutcome, _ shared: SharedQuestion?) -> QuestionOutcome {
        shared.map { take($0.settle(outcome)) } ?? outcome
    }

    private mutating func take(_ end: SharedQuestion.End) -> QuestionOutcome {
        answerer = end.uid
        if let message = end.message {
            finish()
            say("fascia: " + message)
        }
        return end.outcome
    }

    private func say(_ message: String) { _ = Output.write(Printable.text(message) + "\n", to: notices) }

    private func countdown(_ question: Question) -> @Sendable (Int) -> String {
        let takesDefault = defaultAfter.map { $0 <= timeout ?? $0 } ?? false
        return { seconds in TimeLeft(seconds: seconds).words + " left" + (takesDefault ? ", then the default is taken" : "") }
    }

    /// Restores the terminal.
    func finish() { terminal?.leave() }
}
