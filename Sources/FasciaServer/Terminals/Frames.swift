import FasciaInteraction
import FasciaLoop
import FasciaRender
import FasciaWire

/// Sends frames to terminals whose picture has changed.
final class Frames: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let terminals: Terminals
    private let renderer: FrameRenderer
    private let following: Following
    private let geometry: GeometryReports
    private let rows: RowLoader
    private let issues: IssueLog
    private let progress: ProgressClock
    private let countdown: Countdown
    private let loop: EventLoop
    private let settings: Settings
    /// Runs while a terminal waits for its next frame.
    private var timer: Timer?
    /// Whether the rest of the frames is produced in a yielded turn.
    private var isYielding = false
    private let questions: QuestionSheets
    /// The terminals that have new pictures.
    private var renewed: [Terminal] = []

    init(
        _ live: LivePanel, _ clients: Clients, _ terminals: Terminals, renderer: FrameRenderer, apps: Apps,
        rows: RowLoader, issues: IssueLog, progress: ProgressClock, countdown: Countdown, questions: QuestionSheets,
        loop: EventLoop, settings: Settings
    ) {
        self.questions = questions
        self.live = live
        self.clients = clients
        self.terminals = terminals
        self.renderer = renderer
        self.rows = rows
        self.issues = issues
        self.progress = progress
        self.countdown = countdown
        self.loop = loop
        self.settings = settings
        following = Following(terminals: terminals, renderer: renderer)
        geometry = GeometryReports(live: live, clients: clients, apps: apps, terminals: terminals)
    }

    /// Conditions that differ without a revision are on no picture yet.
    func take(_ turn: Turn) {
        guard !turn.isEvent else { return }
        renderer.dropScenes()
        terminals.redrawAll()
    }

    /// The terminals that have new pictures since the last call.
    func takeRenewed() -> [Terminal] {
        defer { renewed = [] }
        return renewed
    }

    /// Sends frames to all terminals whose picture is out of date.
    ///
    /// A burst of changes makes one frame, because each terminal gets at most one per `frameInterval`. If there is much
    /// to paint, the rest is done in yielded turns of the event loop.
    ///
    /// - Parameter isYieldedTurn: Whether this is a yielded turn for frames: then at least one is made.
    func sendDue(isYieldedTurn: Bool = false) {
        guard !terminals.all.isEmpty, !isYielding else { return }
        let now = Moment.now
        var (due, later): ([Terminal], Moment?) = ([], nil)
        for terminal in terminals.all where isOutdated(terminal) {
            if let next = terminal.lastFrame?.advanced(by: settings.frameInterval), next > now {
                later = min(later ?? next, next)
            } else {
                due.append(terminal)
            }
        }
        // The terminal with the oldest picture comes first, so that a stream of changes cannot starve another one.
        due.sort { ($0.shownRevision ?? -1) < ($1.shownRevision ?? -1) }
        for (index, terminal) in due.enumerated() {
            guard loop.hasTime || isYieldedTurn && index == 0 else {
                isYielding = true
                return loop.yield { [self] in
                    isYielding = false
                    renderer.countSlice()
                    sendDue(isYieldedTurn: true)
                }
            }
            send(to: terminal, at: now)
        }
        guard let later, timer == nil else { return }
        // The turn of the event loop ends with `sendDue`.
        timer = loop.schedule(at: later) { [self] in timer = nil }
    }

    /// Whether a terminal needs a new picture. A client that does not read gets one when it reads again.
    private func isOutdated(_ terminal: Terminal) -> Bool {
        terminal.shownRevision != live.revision && (terminal.shownRevision != nil || terminal.client.acceptsOutput)
    }

    /// Sends the difference from the picture that the terminal shows. A client that does not read gets a full frame when
    /// it reads again.
    ///
    /// - Parameter moment: from when the next frame waits. All terminals of a turn have the same, so that they stay together.
    func send(to terminal: Terminal, at moment: Moment = .now) {
        guard terminal.client.acceptsOutput else {
            // Unread frames will be out of date by then.
            terminal.lastPicture = nil
            return terminal.redraw()
        }
        terminal.restoreViewState(in: live.panel)
        following.update(terminal)
        terminal.state.find?.updateStates(in: terminal.client.permit.panel(live))
        let shown = terminal.lastLayout?.state.refusals ?? [:]
        let refusals = terminal.state.refusals
        guard var layout = renderer.layOut(terminal.shape) else { return }
        reconcile(terminal, with: layout, showing: shown)
        // A draft that is dropped takes its reason with it; one whose change has failed gets one.
        if terminal.state.refusals != refusals, let now = renderer.layOut(terminal.shape) {
            layout = now
            reconcile(terminal, with: layout, showing: shown)
        }
        updateBanners(of: terminal, on: layout)
        let chrome = chrome(of: terminal, layout, terminal.state)
        let picture = paint(layout, for: terminal, chrome)
        let difference = renderer.diff(from: terminal.lastPicture, to: picture, terminal.capabilities)
        var glass = layout.glass(terminal.state, focusMoves: terminal.focusMoves)
        glass.front.unconfirmed = countdown.thing(for: terminal)
        glass.front.question = terminal.questions.sheet?.number
        glass.bannerRows = chrome.bannerRows(in: layout.size, focus: layout.focusRect(layout.display(terminal.state)))
        send(difference, of: picture, layout, glass, to: terminal, at: moment)
        // The first keys are on no earlier frame; a terminal that was handed over shows the same already.
        let keys = chrome.footer?.keyPlaces(columns: terminal.size.columns) ?? []
        if terminal.footerKeys?.shown != keys { terminal.footerKeys = (keys, terminal.footerKeys == nil ? 0 : terminal.sequence) }
    }

    /// Reconciles the terminal's state with the layout, and reports what the terminal shows to the apps of its screens.
    ///
    /// - Parameter refusals: the reasons that it shows already.
    private func reconcile(_ terminal: Terminal, with layout: SceneLayout, showing refusals: [ElementID: String]) {
        // A new reason is below the field that has the focus: both are scrolled into sight.
        let before = terminal.state
        defer { if layout.movesFocus(from: before, to: terminal.state) { terminal.loseFocus(isTyping: layout.isTyping(before)) } }
        if terminal.state.refusals != refusals { terminal.state = layout.reconcileRevealingFocus(terminal.state) }
        let (reconciled, mismatches) = layout.reconcileReportingMismatches(terminal.state)
        if reconciled != terminal.state { terminal.state = reconciled }
        geometry.send(mismatches, of: terminal)
        let visible = layout.visibleRows(terminal.state)
        guard terminal.visibleRows != visible else { return }
        terminal.visibleRows = visible
        rows.visibleRowsChanged()
    }

    /// Removes banners that have expired, and redraws the terminal when the next one does.
    private func updateBanners(of terminal: Terminal, on layout: SceneLayout) {
        guard let entry = layout.top?.entry else { return }
        let expiry = terminal.banners.update(on: entry, lifetime: settings.noticeTime)
        guard expiry != terminal.bannerTimer?.expiry else { return }
        terminal.bannerTimer?.timer.cancel()
        terminal.bannerTimer = expiry.map { expiry in
            (expiry, loop.schedule(at: expiry) { [unowned terminal] in terminal.redraw() })
        }
    }

    private func paint(_ layout: SceneLayout, for terminal: Terminal, _ chrome: Chrome) -> CellBuffer {
        var state = terminal.state
        state.animationStep = progress.step
        return renderer.paint(layout, state, chrome, terminal.capabilities)
    }

    private func send(
        _ difference: String, of picture: CellBuffer, _ layout: SceneLayout, _ glass: GlassPicture, to terminal: Terminal,
        at moment: Moment
    ) {
        let isFull = terminal.lastPicture == nil
        terminal.lastPicture = picture
        terminal.shownRevision = live.revision
        terminal.lastLayout = DisplayedLayout(layout, terminal.state)
        if picture.isAnimated { progress.animationShown() }
        countdown.shown()
        renewed.append(terminal)
        // Keys may mean something else though the picture is the same.
        let isAnotherFront = terminal.glass.last.map { !$0.front.isSameLayer(as: glass.front) } ?? false
        guard !difference.isEmpty || isAnotherFront else { return terminal.glass.record(glass, frame: terminal.sequence) }
        terminal.sequence += 1
        // A terminal that was handed over shows the same already, and keys may have been pressed since.
        let first = terminal.handedOver.flatMap { $0.revision == live.revision ? $0.frame : nil } ?? terminal.sequence
        terminal.handedOver = nil
        terminal.glass.record(glass, frame: first)
        terminal.lastFrame = moment
        let viewState = terminal.takeNewViewState(in: live.panel)
        terminal.client.output.notify("terminal.frame") { writer in
            writer.member("{\"terminal\":", terminal.id)
            writer.member(",\"sequence\":", terminal.sequence)
            writer.member(",\"full\":", isFull)
            writer.member(",\"data\":", difference)
            if let viewState {
                writer.member(",\"place\":", viewState.json)
            }
            writer.raw("}")
        }
        clients.hasOutput(terminal.client)
    }

    /// What a terminal shows beside its stack: the footer and a banner.
    private func chrome(of terminal: Terminal, _ layout: SceneLayout, _ state: TerminalState) -> Chrome {
        var chrome = Chrome(
            banner: terminal.banners.shown ?? terminal.held?.banner ?? questions.banner(for: terminal),
            countdown: countdown.banner(for: terminal))
        let question = questions.picture(on: terminal)
        chrome.sheet = question?.sheet
        guard terminal.footerRows > 0 else { return chrome }
        let keys = question?.keys ?? (questions.hint(for: terminal).map { [$0] } ?? []) + layout.keyHints(state)
        chrome.footer = Footer(
            daemon: settings.name, stack: terminal.stack == "main" ? nil : terminal.stack,
            isViewOnly: !terminal.operates, otherTerminals: terminals.all.count(where: { $0.stack == terminal.stack }) - 1,
            pending: progress.pendingCount,
            // Not shown twice: the banner already shows an issue.
            issue: chrome.banner?.isIssue == true
                ? nil : issues.lastError(after: terminal.dismissedIssue, for: terminal.client),
            keys: keys)
        return chrome
    }

    /// The current picture of a terminal, even if its client has not read it yet; `nil` if its stack is gone.
    func picture(of terminal: Terminal) -> CellBuffer? {
        var state = terminal.state
        state.find?.updateStates(in: terminal.client.permit.panel(live))
        return renderer.layOut(terminal.shape).map {
            renderer.picture(of: $0, state, chrome(of: terminal, $0, state), terminal.capabilities)
        }
    }
}
