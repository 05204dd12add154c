import FasciaInteraction
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// Keeps the screens that others open on a shared stack from taking the keys of somebody who is in the middle of something.
/// They are announced, and shown when that is over, or with Ctrl-G.
final class Attention: Stage {
    /// The key that shows what was opened.
    static let key = TerminalKey.look

    private let live: LivePanel
    private let terminals: Terminals
    private let loop: EventLoop
    private let names = UserNames()
    /// How long after a key somebody is still in the middle of something.
    private let pause: Duration
    /// The terminal whose input is being executed: what happens meanwhile is its user's doing.
    private var acting: Terminal?

    init(live: LivePanel, terminals: Terminals, loop: EventLoop, pause: Duration) {
        self.live = live
        self.terminals = terminals
        self.loop = loop
        self.pause = pause
    }

    // MARK: - Input

    /// Executes an input of a terminal.
    func acting<Result>(on terminal: Terminal, _ body: () throws(WireError) -> Result) throws(WireError) -> Result {
        let outer = acting
        acting = terminal
        defer { acting = outer }
        return try body()
    }

    /// Records that the user of a terminal has pressed something.
    func pressed(on terminal: Terminal) {
        terminal.lastInput = .now
        terminal.awaited = []
    }

    /// Records that an app was asked to handle an action. A screen that it opens is the outcome, until its user presses
    /// something else.
    func asked(_ app: Client, by sender: Int) {
        if let acting { return acting.awaited = [app.id] }
        for terminal in terminals.all where terminal.client.id == sender || terminal.awaited.contains(sender) {
            // An app that declines, or that passes the action on.
            if !terminal.awaited.isEmpty { terminal.awaited.insert(app.id) }
        }
    }

    /// Shows what was held back if an input has ended what its user was in the middle of.
    func inputEnded(on terminal: Terminal) {
        guard terminal.held != nil else { return }
        isBusy(terminal) ? wait(terminal) : reveal(terminal)
    }

    // MARK: - Screens of others

    /// Holds back the screens that a change has opened, on the terminals whose users are busy.
    func take(_ turn: Turn) {
        guard let cause = turn.cause, !terminals.all.isEmpty else { return }
        for case .nav(let change) in turn.changes {
            for terminal in terminals.all where terminal.stack == change.stack && terminal.follows == nil {
                update(terminal, after: change, cause)
            }
        }
    }

    private func update(_ terminal: Terminal, after change: NavChange, _ cause: Cause) {
        guard let stack = live.panel.stack(change.stack) else { return }
        terminal.closed.formIntersection(stack.entries.map(\.id))
        let isOwn = isOwn(cause, terminal)
        let top = StackView(without: terminal.closed).layers(of: stack).last?.entries.last?.id
        if let held = terminal.held {
            let isShown = top == held.entry || !stack.entries.contains { $0.id == held.entry }
            if isShown || isOwn { reveal(terminal) } else { announce(stack, change, cause, on: terminal) }
            return
        }
        guard !change.added.isEmpty, !isOwn, terminal.operates, isBusy(terminal),
            let seen = terminal.lastLayout?.layout.top?.entry, top != seen,
            stack.entries.contains(where: { $0.id == seen })
        else { return }
        terminal.held = Terminal.Held(entry: seen)
        announce(stack, change, cause, on: terminal)
        wait(terminal)
    }

    private func announce(_ stack: NavigationStack, _ change: NavChange, _ cause: Cause, on terminal: Terminal) {
        let screen = live.panel.screenID(of: stack.top)
        let isSeen = terminal.client.permit.sees(Resource(.screen, screen))
        let title = isSeen ? live.panel.title(of: stack.top) : screen
        terminal.held?.title = title.isEmpty ? "a screen" : title
        if !change.added.isEmpty { terminal.held?.opener = names.name(of: cause.origin.uid) }
        terminal.redraw()
    }

    /// Whether a change is the doing of a terminal's user, or its outcome.
    private func isOwn(_ cause: Cause, _ terminal: Terminal) -> Bool {
        if let acting { return acting === terminal }
        return cause.origin.client == terminal.client.id || terminal.awaited.contains(cause.origin.client)
    }

    /// Whether a user is in the middle of something: an open palette, menu, filter or draft, or a key a moment ago.
    func isBusy(_ terminal: Terminal) -> Bool {
        if hasJustPressed(terminal) { return true }
        let state = terminal.state
        guard state.find == nil, state.open == nil, state.tentativeOption == nil else { return true }
        let entry = terminal.lastLayout?.layout.top?.entry
        return state.scroll.filters.keys.contains { $0.entry == entry }
            || state.drafts.contains { $0.key.entry == entry && ($0.value.isUnsent || $0.value.refusal != nil) }
    }

    /// Whether the last input of a user is only a moment ago.
    func hasJustPressed(_ terminal: Terminal) -> Bool { terminal.lastInput.map(isJustNow) ?? false }

    func isJustNow(_ moment: Moment) -> Bool { moment.advanced(by: pause) > .now }

    /// Looks again when the user has paused.
    private func wait(_ terminal: Terminal) {
        terminal.held?.timer?.cancel()
        // Something else than a key may end it, too.
        terminal.held?.timer = loop.schedule(in: max(pause, .seconds(1))) { [unowned self, unowned terminal] in
            inputEnded(on: terminal)
        }
    }

    /// Shows what was held back.
    func reveal(_ terminal: Terminal) {
        terminal.held?.timer?.cancel()
        terminal.held = nil
        terminal.redraw()
    }
}

extension Terminal {
    /// What is not shown yet, because its user is in the middle of something.
    struct Held {
        /// The top entry of what is shown.
        var entry: EntryID
        /// The title of what was opened above it, and who did it.
        var title = ""
        var opener = ""
        /// Looks whether its user has paused.
        var timer: Timer?

        var banner: Banner {
            Banner("\(opener) opened \(title) – Ctrl-G to look", short: "\(title) – Ctrl-G")
        }
    }

    /// The part of its stack that it shows.
    var view: StackView { StackView(upTo: held?.entry, without: closed) }
}
