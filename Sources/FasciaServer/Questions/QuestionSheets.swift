import FasciaAsk
import FasciaDocument
import FasciaInteraction
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Questions in terminals: a sheet over whatever is shown, one at a time. It never takes the keys of somebody who is in the
/// middle of something; Escape puts it off, and Ctrl-G brings it back.
final class QuestionSheets: Stage {
    private let live: LivePanel
    private let terminals: Terminals
    let desk: QuestionDesk
    private let attention: Attention
    private let loop: EventLoop
    private let names = UserNames()
    private let pause: Duration
    private var lastNumber = 0
    private var timer: Timer?
    private var waitTimer: Timer?
    private var progressTimer: Timer?
    /// The open questions at a revision, those that wait for an answer first.
    private var open: (revision: Int, questions: [AskedQuestion]) = (-1, [])
    private let executor: CommandExecutor

    init(
        live: LivePanel, terminals: Terminals, desk: QuestionDesk, executor: CommandExecutor, attention: Attention,
        loop: EventLoop, pause: Duration
    ) {
        self.executor = executor
        self.live = live
        self.terminals = terminals
        self.desk = desk
        self.attention = attention
        self.loop = loop
        self.pause = pause
    }

    // MARK: - Which question

    /// The open questions that a terminal may answer, in their order.
    private func questions(for terminal: Terminal) -> some Sequence<AskedQuestion> {
        if open.revision != live.revision {
            let all = live.panel.hasQuestions ? live.panel.allQuestions.filter(\.isOpen) : []
            open = (live.revision, all.filter { !$0.content.kind.isProgress } + all.filter(\.content.kind.isProgress))
        }
        return open.questions.lazy.filter { [desk] in desk.rights.isAddressed($0, to: terminal.client, terminal: terminal.id) }
    }

    /// Whether the user of a terminal can answer a question there.
    func mayAnswer(_ asked: AskedQuestion, on terminal: Terminal) -> Bool {
        takesQuestions(terminal) && asked.isOpen && desk.rights.isAddressed(asked, to: terminal.client, terminal: terminal.id)
    }

    /// A terminal that follows another one has a sheet of its own: a question is for whoever sits there.
    private func takesQuestions(_ terminal: Terminal) -> Bool { terminal.operates }

    func take(_ turn: Turn) {
        guard let cause = turn.cause, !terminals.all.isEmpty else { return }
        for case .question(let change) in turn.changes {
            for terminal in terminals.all where takesQuestions(terminal) { update(terminal, after: change, cause) }
        }
    }

    private func update(_ terminal: Terminal, after change: QuestionChange, _ cause: Cause) {
        _ = terminal.questions.takePostponed(change.id)
        if let sheet = terminal.questions.sheet, sheet.id == change.id {
            terminal.questions.sheet = nil
            if change.kind != .asked, cause.origin.client != terminal.client.id {
                terminal.questions.lostInput = .now
                say(change, sheet, on: terminal)
            }
        } else if change.kind == .asked, terminal.questions.sheet?.content.kind.isProgress == true {
            // What is asked comes before what is only shown.
            terminal.questions.sheet = nil
        }
        show(on: terminal)
        terminal.redraw()
    }

    /// Somebody may be asked other questions than before. What they must not see any more is forgotten with what they have
    /// filled in.
    func accessChanged() {
        for terminal in terminals.all where takesQuestions(terminal) {
            func mayStay(_ sheet: QuestionSheet) -> Bool {
                sheet.act != nil || live.panel.question(sheet.id).map { mayAnswer($0, on: terminal) } ?? false
            }
            if let sheet = terminal.questions.sheet, !mayStay(sheet) { terminal.questions.sheet = nil }
            terminal.questions.keepPostponed(mayStay)
            terminal.questions.ended = []
            show(on: terminal)
        }
    }

    /// Tells somebody who was about to answer that it is too late.
    private func say(_ change: QuestionChange, _ sheet: QuestionSheet, on terminal: Terminal) {
        let isProgress = sheet.content.kind.isProgress
        let end =
            switch change.kind {
            case .answered where change.person == nil: "was answered with its default"
            case .answered, .declined: "was \(change.kind.rawValue) by \(names.name(of: change.person?.uid ?? -1))"
            case .expired where !isProgress: "is over: nobody has answered in time"
            case .withdrawn where !isProgress, .asked: "is not asked any more"
            case .expired, .withdrawn: "is over"
            }
        let rest = attention.hasJustPressed(terminal) ? "; what you type counts again after a pause, or Esc" : ""
        terminal.banners.show("\"\(change.name)\" \(end)\(rest)")
        let answer = change.answer.flatMap(Self.words).map { " (\($0))" } ?? ""
        terminal.questions.ended.append((sheet.number, "\"\(change.name)\" \(end)\(answer)"))
        if terminal.questions.ended.count > Self.maximumEnded { terminal.questions.ended.removeFirst() }
    }

    private static let maximumEnded = 8

    /// A short answer in words.
    private static func words(_ answer: JSON) -> String? {
        switch answer {
        case .bool(let isYes): isYes ? "yes" : "no"
        case .string(let text) where !text.isEmpty && text.count <= 40: text
        default: nil
        }
    }

    /// Refuses what was pressed at the picture of a question that somebody else has ended meanwhile: it has nothing to be pressed
    /// for again.
    private func requireOpen(at frame: Int?, on terminal: Terminal) throws(WireError) {
        guard let frame, let shown = terminal.glass.seen(at: frame, latest: terminal.sequence)?.front.question,
            let ended = terminal.questions.ended.last(where: { $0.sheet == shown })
        else { return }
        terminal.banners.show("\(ended.how): nothing was changed")
        terminal.redraw()
        throw WireError(.conflict, "\(ended.how): nothing was changed")
    }

    /// Whether a key was meant for a sheet that somebody else has closed: each one is, until its user has paused since then, or
    /// presses Escape.
    func wasMeantForClosed(_ key: String?, on terminal: Terminal) -> Bool {
        guard let closed = terminal.questions.lostInput else { return false }
        let isMeant = attention.hasJustPressed(terminal) || attention.isJustNow(closed)
        if !isMeant || key == "escape" { terminal.questions.lostInput = nil }
        return isMeant
    }

    /// Shows the next question, unless the user of the terminal is in the middle of something.
    func show(on terminal: Terminal) {
        guard takesQuestions(terminal), terminal.questions.sheet == nil else { return }
        terminal.questions.isWaiting = false
        guard let next = questions(for: terminal).first(where: { terminal.questions.postponed[$0.id] == nil }) else { return }
        if attention.isBusy(terminal), !terminal.awaited.contains(next.asker.client) {
            terminal.questions.isWaiting = true
            wait()
        } else {
            present(next, on: terminal)
        }
        terminal.redraw()
    }

    private func present(_ asked: AskedQuestion, on terminal: Terminal) {
        if let sheet = terminal.questions.takePostponed(asked.id), sheet.content == asked.content {
            terminal.questions.sheet = sheet
            return
        }
        guard var question = try? Question(asked.content) else { return }
        // Nobody here has asked: Enter alone must not say yes to what others want. Of what is only shown, it stops nothing.
        if !asked.content.kind.isProgress, let cancel = question.buttons.firstIndex(where: { $0.role == .cancel }) {
            question.defaultButton = cancel
        }
        terminal.questions.sheet = sheet(asked.id, asked.content, question, on: terminal)
    }

    private func sheet(_ id: String, _ content: QuestionContent, _ question: Question, on terminal: Terminal) -> QuestionSheet {
        lastNumber += 1
        let session = QuestionSession(question, over: terminal.contentSize, capabilities: terminal.capabilities)
        return QuestionSheet(id: id, number: lastNumber, content: content, session: session)
    }

    /// Asks the user of a terminal for the reason that a rule of the access file wants.
    func askReason(_ rule: String, for act: InputResult.Outcome, on terminal: Terminal) {
        let content = QuestionContent(.input, title: "Why do you do this?", text: "\(rule) wants a reason, for the history.")
        guard terminal.questions.sheet == nil, let question = try? Question(content) else { return }
        terminal.questions.sheet = sheet("", content, question, on: terminal)
        terminal.questions.sheet?.act = act
        terminal.redraw()
    }

    /// Looks again when those who were busy have paused.
    private func wait() {
        guard waitTimer == nil else { return }
        waitTimer = loop.schedule(in: max(pause, .seconds(1))) { [self] in
            waitTimer = nil
            for terminal in terminals.all where terminal.questions.isWaiting { show(on: terminal) }
        }
    }

    /// An input of a terminal has ended, perhaps what its user was in the middle of.
    func inputEnded(on terminal: Terminal) { if terminal.questions.isWaiting { show(on: terminal) } }

    // MARK: - Pictures

    /// The sheet over the picture of a terminal, and the keys of the footer then.
    func picture(on terminal: Terminal) -> (sheet: Chrome.Sheet, keys: [Footer.KeyHint])? {
        let asked = terminal.questions.sheet.flatMap { live.panel.question($0.id) }
        guard let shown = terminal.questions.sheet, asked != nil || shown.act != nil else { return nil }
        if terminal.questions.sheet?.session.size != terminal.contentSize {
            terminal.questions.sheet?.session.handle(.resized(terminal.contentSize))
        }
        if let asked {
            terminal.questions.sheet?.session.handle(.countdown(note(asked, on: terminal)))
            if asked.content.kind.isProgress {
                terminal.questions.sheet?.session.handle(.ticked)
                if let update = desk.progress(of: asked.id) { terminal.questions.sheet?.session.handle(.gauge(update)) }
            }
        }
        guard let sheet = terminal.questions.sheet?.session.sheet() else { return nil }
        if let deadline = asked?.deadline { tick(timeLeft(until: deadline)) }
        let hints = terminal.questions.sheet?.session.hints ?? []
        return (sheet, asked == nil ? hints : hints.map { $0.name == "escape" ? .init("escape", "later") : $0 })
    }

    /// Who asks, how many others wait, and how much time is left.
    private func note(_ asked: AskedQuestion, on terminal: Terminal) -> String {
        var parts = ["\(asked.asker.uid.map(names.name) ?? "somebody") \(asked.content.kind.words.verb)"]
        if asked.asker.program.hasPrefix("fascia (") == false { parts[0] += " with \(asked.asker.program)" }
        let others = count(for: terminal) - 1
        if others > 0 { parts.append("\(others) more \(others == 1 ? "waits" : "wait")") }
        if let deadline = asked.deadline {
            parts.append(timeLeft(until: deadline).words + " left" + (asked.takesDefault ? ", then the default is taken" : ""))
        }
        return parts.joined(separator: " · ")
    }

    private func count(for terminal: Terminal) -> Int { questions(for: terminal).reduce(0) { count, _ in count + 1 } }

    private func timeLeft(until deadline: BootTime) -> TimeLeft {
        TimeLeft(seconds: (deadline.remaining(at: live.clock.bootTime) + 999) / 1_000)
    }

    /// Redraws the sheets while one of them shows the time that is left: each second only towards the end.
    private func tick(_ left: TimeLeft) {
        guard timer == nil else { return }
        timer = loop.schedule(in: left.next) { [self] in
            timer = nil
            for terminal in terminals.all where terminal.questions.sheet != nil { terminal.redraw() }
        }
    }

    /// Shows how far what is shown is.
    func progressed() {
        guard progressTimer == nil, !terminals.all.isEmpty else { return }
        progressTimer = loop.schedule(in: Self.progressPause) { [self] in
            progressTimer = nil
            for terminal in terminals.all where terminal.questions.sheet?.content.kind.isProgress == true { terminal.redraw() }
        }
    }

    /// Between two pictures of how far something is.
    private static let progressPause = Duration.milliseconds(100)

    /// What is said of questions that are not shown.
    func banner(for terminal: Terminal) -> Banner? {
        guard terminal.questions.isWaiting,
            let next = questions(for: terminal).first(where: { terminal.questions.postponed[$0.id] == nil })
        else { return nil }
        let name = next.content.name
        let words = next.content.kind.words
        var banner = Banner(
            "\(next.asker.uid.map(names.name) ?? "Somebody") \(words.verb): \(name) – Ctrl-G to \(words.key)",
            short: "\(name) – Ctrl-G")
        banner.waiting = 0
        return banner
    }

    /// The key for the footer that brings back what was put off.
    func hint(for terminal: Terminal) -> Footer.KeyHint? {
        guard takesQuestions(terminal), terminal.questions.sheet == nil, live.panel.hasQuestions else { return nil }
        guard let first = questions(for: terminal).first(where: { _ in true }) else { return nil }
        let count = count(for: terminal)
        let one = first.content.kind.isProgress ? first.content.kind.rawValue : "a question"
        return Footer.KeyHint(Attention.key.names[0], count == 1 ? one : "\(count) questions")
    }

    // MARK: - Input

    enum Input {
        case key(String)
        case mouse(Mouse)
        case paste(String)
    }

    /// Gives an input to the question of a terminal.
    ///
    /// - Parameter frame: the number of the frame that its user saw; `nil` for the latest.
    /// - Returns: whether the panel changed; `nil` if the input is for something else.
    func take(_ input: Input, on terminal: Terminal, at frame: Int?, _ request: Request) throws(WireError) -> Bool? {
        if case .key(let key) = input, TerminalKey(key) == Attention.key { return try look(terminal) }
        // Leaving and drawing anew always work.
        if case .key(let key) = input, key == "ctrl+c" || key == "ctrl+l" { return nil }
        try requireOpen(at: frame, on: terminal)
        guard let sheet = terminal.questions.sheet else { return nil }
        if let frame, terminal.glass.seen(at: frame, latest: terminal.sequence)?.front.question != sheet.number {
            let error = WireError(
                .conflict, "the picture has changed since that was pressed: nothing was changed, press it again")
            terminal.banners.show(error.message)
            throw error
        }
        terminal.banners.dismiss()
        switch input {
        case .key(let key): terminal.questions.sheet?.session.handle(.key(key))
        case .mouse(let mouse): terminal.questions.sheet?.session.handle(.mouse(mouse))
        case .paste(let text): terminal.questions.sheet?.session.handle(.paste(text))
        }
        guard let session = terminal.questions.sheet?.session, let outcome = session.outcome else { return false }
        if let act = sheet.act {
            terminal.questions.sheet = nil
            if case .answered(let answer, _) = outcome, let reason = session.question.json(answer).stringValue {
                terminal.questions.explained = (act, reason)
            }
            show(on: terminal)
            return false
        }
        let reply: QuestionReply
        switch outcome {
        case .answered(let answer, _) where !sheet.content.kind.isProgress: reply = .value(session.question.json(answer))
        case .cancelled: reply = .declined
        case .answered, .escaped, .interrupted, .help, .timedOut:
            postpone(sheet, on: terminal)
            return false
        }
        terminal.questions.sheet = nil
        do throws(WireError) {
            return try executor.execute(.question(.answer(id: sheet.id, reply)), request)
        } catch {
            terminal.banners.show(error.message)
            // What was filled in before that key is not lost.
            if let asked = live.panel.question(sheet.id), asked.content == sheet.content, mayAnswer(asked, on: terminal) {
                terminal.questions.sheet = sheet
            } else {
                show(on: terminal)
            }
            throw error
        }
    }

    /// Puts a question off: it waits for Ctrl-G, with what was filled in before.
    private func postpone(_ sheet: QuestionSheet, on terminal: Terminal) {
        terminal.questions.sheet = nil
        terminal.questions.postpone(sheet)
        show(on: terminal)
    }

    /// Shows the question that waits, or the one that was put off first.
    ///
    /// - Returns: `nil` if there is none.
    private func look(_ terminal: Terminal) throws(WireError) -> Bool? {
        guard takesQuestions(terminal) else { return nil }
        if terminal.questions.sheet != nil { return false }
        let all = Array(questions(for: terminal))
        let waiting = all.first { terminal.questions.postponed[$0.id] == nil }
        // Put off again, it comes after the others.
        let postponed = all.min { place(of: $0, on: terminal) < place(of: $1, on: terminal) }
        guard let next = waiting ?? postponed else { return nil }
        show(next, on: terminal)
        return false
    }

    private func place(of asked: AskedQuestion, on terminal: Terminal) -> Int {
        terminal.questions.postponed[asked.id]?.place ?? 0
    }

    /// Shows a question that the user of a terminal has found.
    func look(at id: String, on terminal: Terminal) {
        guard let asked = live.panel.question(id), mayAnswer(asked, on: terminal), terminal.questions.sheet?.id != id else {
            return
        }
        if let sheet = terminal.questions.sheet { terminal.questions.postpone(sheet) }
        show(asked, on: terminal)
    }

    private func show(_ asked: AskedQuestion, on terminal: Terminal) {
        (terminal.state.find, terminal.state.open) = (nil, nil)
        terminal.questions.isWaiting = false
        present(asked, on: terminal)
    }
}

extension QuestionContent.Kind {
    /// What somebody does who sends it, and what others can do with it.
    fileprivate var words: (verb: String, key: String) {
        switch self {
        case .message, .pager: ("says", "close")
        case .confirm, .choose, .filter, .input, .write, .form: ("asks", "answer")
        case .gauge, .spin: ("runs", "look")
        }
    }
}
