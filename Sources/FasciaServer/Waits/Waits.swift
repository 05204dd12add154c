import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// Executes `ui.wait`: answers each request when its condition holds or its timeout expires.
final class Waits: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let screens: ScreenReader
    private let questions: QuestionDesk
    private let loop: EventLoop
    private var waiters: [Waiter] = []
    /// The waiters whose expensive condition is checked again in a yielded turn.
    private var queue: Deque<Waiter> = []

    init(_ live: LivePanel, _ clients: Clients, _ screens: ScreenReader, _ questions: QuestionDesk, loop: EventLoop) {
        self.live = live
        self.clients = clients
        self.screens = screens
        self.questions = questions
        self.loop = loop
    }

    var count: Int { waiters.count }

    func take(_ turn: Turn) { check() }

    func start(_ wait: UIWait, _ request: Request) throws(WireError) -> Reply {
        try request.requireAlone()
        var pictures: [UIRender: String] = [:]
        let before = valueNow(of: wait)
        if !wait.isExpensive, try isFulfilled(wait, request.client, before, &pictures) {
            return .result(["revision": .int(live.revision)])
        }
        // What is hidden is not there: otherwise a wait would tell that it is.
        if wait.mustExist {
            try refusing { () throws(Refusal) in try requireSubject(of: wait, request.client.permit.panel(live)) }
        }
        let waiter = Waiter(client: request.client, wait: wait, before: before, sendReply: try clients.answerLater(request))
        waiters.append(waiter)
        waiter.timer = loop.schedule(in: .seconds(wait.timeout)) { [self] in
            var pictures: [UIRender: String] = [:]
            finish(
                waiter,
                reply(to: waiter, &pictures)
                    ?? .refused(
                        Refusal(
                            .timeout,
                            "\(unfulfilled(wait)) within \(wait.timeout) s: "
                                + "\(currentState(for: wait, request.client, in: pictures.values.first ?? "")); wait longer, or check \(wait.isText ? "ui.render" : "ui.tree")"
                        )))
        }
        if wait.isExpensive { checkLater(waiter) }
        return .later
    }

    /// Answers the waiters whose condition holds. Conditions that need a scene or a picture are evaluated in a yielded
    /// turn, against the state at that time.
    ///
    /// - Parameter terminal: The terminal that has a new picture; `nil` if the panel has changed.
    func check(on terminal: Terminal? = nil) {
        var pictures: [UIRender: String] = [:]
        for waiter in waiters where !waiter.isQueued {
            if let terminal, waiter.wait.terminal != terminal.id { continue }
            if waiter.wait.isExpensive {
                checkLater(waiter)
            } else if let reply = reply(to: waiter, &pictures) {
                finish(waiter, reply)
            }
        }
    }

    private func checkLater(_ waiter: Waiter) {
        waiter.isQueued = true
        queue.append(waiter)
        if queue.count == 1 { loop.yield { [self] in runQueuedChecks() } }
    }

    private func runQueuedChecks() {
        var pictures: [UIRender: String] = [:]
        while let waiter = queue.popFirst() {
            waiter.isQueued = false
            if !waiter.isDone, let reply = reply(to: waiter, &pictures) { finish(waiter, reply) }
            if loop.isTurnSpent { break }
        }
        guard !queue.isEmpty else { return }
        loop.yield { [self] in runQueuedChecks() }
    }

    /// The reply; `nil` if the condition does not hold yet.
    ///
    /// - Parameter pictures: Pictures already made in this turn, shared by the waiters.
    private func reply(to waiter: Waiter, _ pictures: inout [UIRender: String]) -> Reply? {
        do throws(WireError) {
            guard try isFulfilled(waiter.wait, waiter.client, waiter.before, &pictures) else { return nil }
            return .result(["revision": .int(live.revision)])
        } catch {
            return .error(error)
        }
    }

    private func finish(_ waiter: Waiter, _ reply: Reply) {
        remove(waiter)
        waiter.sendReply(reply)
    }

    private func remove(_ waiter: Waiter) {
        waiter.timer?.cancel()
        waiter.isDone = true
        waiters.removeAll { $0 === waiter }
    }

    /// Removes the waiters of a client that is gone.
    func cancel(_ client: Client) {
        for waiter in waiters where waiter.client === client { remove(waiter) }
    }

    private func isFulfilled(
        _ wait: UIWait, _ client: Client, _ before: JSON?, _ pictures: inout [UIRender: String]
    ) throws(WireError) -> Bool {
        try AccessCheck(live: live).require(wait, by: client)
        switch wait.condition {
        case .toggle(let id, let state):
            return live.panel.toggle(id)?.state == state && live.panel.doubt(ofToggle: id) == nil
        case .value(let key, let test):
            // Waiting for one content after another would tell a secret.
            guard client.permit.may(.operate, "ui.wait", Resource(.value, key)) || !live.panel.isSecret(value: key) else {
                throw WireError(.denied, "value \"\(key)\" is secret: only operators may wait for its content")
            }
            guard let value = live.panel.value(key), live.panel.doubt(of: [.value(key)]) == nil else {
                return test == .changed && before != nil && live.panel.value(key) == nil
            }
            return test.accepts(value, before)
        case .question(let id, let gone):
            func isThere(_ asked: AskedQuestion) -> Bool {
                asked.isOpen && client.permit.sees(Resource(.question, asked.id))
            }
            guard let id else { return live.panel.allQuestions.contains(where: isThere) != gone }
            return (live.panel.question(id).map(isThere) ?? false) != gone
        case .screen(let screen): return live.panel.stack(wait.stack)?.top.route.screen == screen
        case .entry(let entry): return live.panel.stack(wait.stack)?.top.id == entry
        case .node(let node, let role, let value, let gone):
            return try screens.scene(wait.stack, client).elements(node).contains {
                (role == nil || $0.role == role) && (value == nil || $0.value.flatMap { shown in value.map(shown.shows) } == true)
            } != gone
        case .text(let text, let gone, let render):
            var render = render
            render.stack = wait.stack
            // Pictures of terminals are not shared, because each client's permission has to be checked.
            if render.terminal == nil, !client.permit.isLimited, let known = pictures[render] {
                return known.contains(text) != gone
            }
            let picture = try pictureText(render, wait.stack, client)
            pictures[render] = picture
            return picture.contains(text) != gone
        }
    }

    /// The value that a wait is about.
    private func valueNow(of wait: UIWait) -> JSON? {
        if case .value(let key, _) = wait.condition { live.panel.value(key) } else { nil }
    }

    /// - Throws: the refusal if what the condition is about does not exist.
    private func requireSubject(of wait: UIWait, _ panel: Panel) throws(Refusal) {
        switch wait.condition {
        case .toggle(let id, _): if panel.toggle(id) == nil { _ = try panel.requireToggleTree(id) }
        case .value(let key, _): _ = try panel.requireValue(key)
        case .screen(let screen):
            let entries = try panel.requireStack(wait.stack).entries
            // The root may show a built-in screen.
            if !entries.contains(where: { $0.route.screen == screen }) { _ = try panel.requireScreen(screen) }
        case .entry(let entry): _ = try panel.requireEntry(entry)
        case .question: break
        case .node, .text: _ = try panel.requireStack(wait.stack)
        }
    }

    private func pictureText(_ render: UIRender, _ stack: String, _ client: Client) throws(WireError) -> String {
        var render = render
        render.stack = stack
        return try screens.text(of: render, client)
    }

    // MARK: - Timeout messages

    private func unfulfilled(_ wait: UIWait) -> String {
        switch wait.condition {
        case .toggle(let id, let state): "\"\(id)\" did not become \(state.rawValue)"
        case .value(let key, let test): "value \"\(key)\" did not \(test.words)"
        case .question(let id, let gone):
            "\(id.map { "question \"\($0)\"" } ?? "a question") \(gone ? "did not end" : "was not asked")"
        case .screen(let screen): "screen \"\(screen)\" did not come to the top of stack \"\(wait.stack)\""
        case .entry(let entry): "entry \(entry.rawValue) did not come to the top of stack \"\(wait.stack)\""
        case .node(let node, _, _, gone: true): "node \"\(node)\" did not disappear from stack \"\(wait.stack)\""
        case .node(let node, _, nil, _): "node \"\(node)\" did not appear in stack \"\(wait.stack)\""
        case .node(let node, _, let value?, _): "node \"\(node)\" did not show \(value.displayText)"
        case .text(let text, let gone, let render):
            "\"\(text)\" did not \(gone ? "disappear from" : "appear in") the picture of "
                + (render.terminal.map { "terminal \($0)" } ?? "stack \"\(wait.stack)\"")
        }
    }

    /// - Parameter picture: The picture that was examined, for a condition that needs one.
    private func currentState(for wait: UIWait, _ client: Client, in picture: String) -> String {
        switch wait.condition {
        case .toggle(let id, _):
            guard let toggle = live.panel.toggle(id) else { return "there is no such switch" }
            if let doubt = live.panel.doubt(ofToggle: id) { return "it is \(doubt.rawValue)" }
            return toggle.state.map { "it is \($0.rawValue)" } ?? "it has no master switch"
        case .value(let key, _):
            if let doubt = live.panel.doubt(of: [.value(key)]) { return "it is \(doubt.rawValue)" }
            if live.panel.isSecret(value: key) { return "it is secret" }
            return live.panel.value(key).map { "it is \($0.displayText)" } ?? "there is no such value"
        case .question(let id, _):
            let open = live.panel.allQuestions.filter { $0.isOpen && questions.rights.isVisible($0, to: client) }.map(\.id)
            if let id, let question = live.panel.question(id) { return "it is \(question.state.rawValue)" }
            return open.isEmpty ? "none is asked" : "there are \(open.prefix(10).joined(separator: ", "))"
        case .screen:
            guard let stack = live.panel.stack(wait.stack) else { return "there is no such stack" }
            return "the top is \"\(stack.top.route.screen)\""
        case .entry:
            guard let stack = live.panel.stack(wait.stack) else { return "there is no such stack" }
            return "the top is \(stack.top.id.rawValue)"
        case .node(_, _, _, gone: true): return "it is still there"
        case .node(let node, let role, _, _):
            guard let found = (try? screens.scene(wait.stack, client))?.element(node) else { return "there is no such node" }
            if let role, found.role != role { return "it is a \(found.role)" }
            return found.value.map { "it shows \($0.displayText)" } ?? "it has no value"
        case .text(let text, let gone, _):
            let lines = picture.split(separator: "\n").map { $0.trimmed }.filter { !$0.isEmpty }
            func quoted(_ line: String) -> String { "\"\(line.prefix(200))\"" }
            guard !lines.isEmpty else { return "it is empty" }
            if gone {
                return lines.first { $0.contains(text) }.map { "it is still there: \(quoted($0))" } ?? "it is still there"
            }
            return closestLine(to: text, in: lines).map { "the most similar line is \(quoted($0))" } ?? "no line is similar"
        }
    }

    /// The line closest to a text, if at most half of the text differs.
    private func closestLine(to text: String, in lines: [String]) -> String? {
        let bytes = Array(text.utf8)
        // Comparing a longer text with each line would take too long.
        guard bytes.count <= 64 else { return nil }
        let closest = lines.map { ($0, Suggestion.distance(bytes, Array($0.utf8), anywhere: true)) }.min { $0.1 < $1.1 }
        return closest.flatMap { $0.1 <= bytes.count / 2 ? $0.0 : nil }
    }
}

extension UIWait {
    /// The terminal whose picture it waits for.
    fileprivate var terminal: Int? { if case .text(_, _, let render) = condition { render.terminal } else { nil } }
    /// Whether evaluating the condition needs a picture or a scene. Other conditions are evaluated at every change, so
    /// that a state that holds only briefly is not missed.
    fileprivate var isExpensive: Bool {
        switch condition {
        case .text, .node: true
        case .toggle, .value, .question, .screen, .entry: false
        }
    }
    fileprivate var isText: Bool { if case .text = condition { true } else { false } }
}

extension Substring {
    /// Without leading and trailing spaces.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[first...last])
    }
}

extension UIWait.ValueTest {
    /// - Parameter before: the value when the wait began; `nil` if there was none.
    fileprivate func accepts(_ value: JSON, _ before: JSON?) -> Bool {
        switch self {
        case .equals(let wanted): value.isSameValue(as: wanted)
        case .not(let other): !value.isSameValue(as: other)
        case .above(let number): value.doubleValue.map { $0 > number } ?? false
        case .below(let number): value.doubleValue.map { $0 < number } ?? false
        case .changed: before.map { !value.isSameValue(as: $0) } ?? true
        }
    }

    /// After "did not".
    fileprivate var words: String {
        switch self {
        case .equals(let value): "become \(value.displayText)"
        case .not(let value): "become other than \(value.displayText)"
        case .above(let number): "rise above \(JSON.double(number).displayText)"
        case .below(let number): "fall below \(JSON.double(number).displayText)"
        case .changed: "change"
        }
    }
}

extension JSON {
    /// Whether a node's value matches the wanted one. Most nodes show text, also for a number.
    fileprivate func shows(_ wanted: JSON) -> Bool { isSameValue(as: wanted) || displayText == wanted.displayText }

    /// Whether the values are equal; numbers are compared by value: `0` equals `0.0`.
    fileprivate func isSameValue(as other: JSON) -> Bool {
        switch (self, other) {
        case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
            Int(exactly: number) == whole
        default: self == other
        }
    }
}
