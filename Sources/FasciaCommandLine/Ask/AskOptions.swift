import ArgumentParser
import FasciaAsk
import FasciaDocument
import Glibc

/// The options of all questions.
struct AskOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What stands in the title bar.", valueName: "text"))
    var title: String?
    @Flag(help: "Ask only in this terminal, and not everybody at the panel.")
    var here = false
    @Option(
        help: ArgumentHelp(
            "Ask only these at the panel, and not in this terminal: user:NAME, group:NAME, terminal:NUMBER; several times for several.",
            valueName: "whom"))
    var to: [String] = []
    @Flag(help: "Keep the question and its answer at the daemon when this command ends; --id gets the answer again.")
    var keep = false
    @Flag(help: "After the answer, print a line with the user who has given it.")
    var who = false
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?
    @Flag(help: "Use lines instead of a picture: for screen readers, terminals without cursor control, and pipes.")
    var linear = false
    @Option(
        help: ArgumentHelp("Give up after this time, with exit status 124. What was typed is not an answer.", valueName: "time"),
        transform: AskOptions.duration)
    var timeout: Duration?
    @Option(
        help: ArgumentHelp("Take the default as the answer after this time.", valueName: "time"), transform: AskOptions.duration)
    var defaultAfter: Duration?
    @Option(
        help: ArgumentHelp(
            "The answer, so that nobody is asked; for several lines, several times. It is checked as a typed one is.",
            valueName: "text"))
    var answer: [String] = []
    @Option(help: ArgumentHelp("A file of answers, in lines ID=ANSWER; $FASCIA_PRESEED by default.", valueName: "file"))
    var preseed: String?
    @Option(help: ArgumentHelp("The name of the question: in that file, and at the daemon.", valueName: "id"))
    var id: String?
    @Flag(inversion: .prefixedNo, help: "Use the mouse.")
    var mouse: Bool?

    /// `30`, `30s`, `5m`, `1h`, `1m30s`, `500ms`.
    @Sendable static func duration(_ text: String) throws -> Duration {
        let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "": 1]
        var (seconds, rest) = (0.0, text[...])
        while !rest.isEmpty || text.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            let name = rest.dropFirst(digits.count).prefix { $0.isLetter }
            rest = rest.dropFirst(digits.count + name.count)
            guard let number = Double(digits), let unit = units[String(name)], !name.isEmpty || digits.count == text.count else {
                throw ValidationError("\"\(text)\" is not a time such as 30s, 1m30s or 500ms")
            }
            seconds += number * unit
        }
        guard seconds <= 1e9 else { throw ValidationError("\"\(text)\" is too long a time") }
        return .seconds(seconds)
    }

    // MARK: - Asking

    /// Asks, unless the answer is given, and ends the program: prints the answer with `text` and exits with its status.
    func ask(_ question: Question, text: (Answer) throws -> String) throws -> Never {
        if let answer = try given(question) { try end(.answered(answer), by: Int(getuid()), text) }
        var asker = asker
        let outcome = try asker.ask(question)
        asker.finish()
        try end(outcome, by: asker.answerer, text)
    }

    var asker: Asker {
        var asker = Asker()
        (asker.timeout, asker.defaultAfter, asker.isLinear, asker.usesMouse) = (timeout, defaultAfter, linear, mouse)
        (asker.share, asker.isShownHere) = (share, to.isEmpty)
        return asker
    }

    /// The answer that is given beforehand; `nil` if there is none.
    func given(_ question: Question) throws -> Answer? {
        guard let lines = try answer.isEmpty ? preseeded() : answer else { return nil }
        do throws(Question.AnswerError) { return try question.answer(lines) } catch { throw UsageError(error.message) }
    }

    private func preseeded() throws -> [String]? {
        guard let id, let path = preseed ?? environmentVariable("FASCIA_PRESEED"), !path.isEmpty else { return nil }
        let text = try Input.text(path)
        do throws(Preseed.ParseError) { return try Preseed(text).answer(id) } catch {
            throw UsageError("\(Input.displayName(path)):\(error.line): expected ID=ANSWER")
        }
    }

    func validate() throws {
        if here, keep || !to.isEmpty { throw ValidationError("--here asks nobody else: leave out --to and --keep") }
        if preseed != nil, id == nil { throw ValidationError("--preseed needs --id, the name of this question in the file") }
    }

    func validateProgress() throws {
        if keep { throw ValidationError("--keep is for answers: this is shown as long as the command runs") }
    }

    private func end(_ outcome: QuestionOutcome, by uid: Int?, _ text: (Answer) throws -> String) throws -> Never {
        switch outcome {
        case .answered(let answer, _):
            Output.text(try text(answer) + (who ? (uid.map(UserLookup.name) ?? "") + "\n" : ""))
            Interruption.exit(answer == .confirmed(false) ? 1 : 0)
        case .cancelled, .escaped, .help: Interruption.exit(1)
        case .timedOut: Interruption.exit(ExitStatus.timedOut.rawValue)
        case .interrupted: Interruption.exit(130)
        }
    }
}

extension Question {
    /// A question with the usual buttons.
    static func usual(_ kind: Kind, _ options: AskOptions, text: String, ok: String = "OK", cancels: Bool = true) -> Question {
        let buttons: [Button] = [.init(.ok, ok)] + (cancels ? [.init(.cancel, "Cancel")] : [])
        return Question(kind, title: options.title ?? "", text: text, buttons: buttons)
    }
}
