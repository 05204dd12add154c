import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// The pictures that terminals are sent.
extension Core {
    /// Brings all terminals up to date that show something else than what is.
    ///
    /// A burst of changes makes one picture: the next one comes when the last has been seen for a moment. Where there
    /// is much to paint, others have their turns in between.
    ///
    /// - Parameter hasTurn: Whether this turn of the loop is for pictures: then at least one is made.
    func showChanges(hasTurn: Bool = false) {
        guard !terminals.isEmpty, !willShow else { return }
        let now = Moment.now
        var (due, later): ([Terminal], Moment?) = ([], nil)
        for terminal in terminals where isOutdated(terminal) {
            if let next = terminal.lastFrame?.advanced(by: settings.frameInterval), next > now {
                later = min(later ?? next, next)
            } else {
                due.append(terminal)
            }
        }
        // The terminal with the oldest picture comes first, so that a stream of changes starves none.
        due.sort { ($0.shownRevision ?? -1) < ($1.shownRevision ?? -1) }
        for (index, terminal) in due.enumerated() {
            guard loop.hasTime || hasTurn && index == 0 else {
                willShow = true
                return loop.yield { [self] in
                    willShow = false
                    picture.countSlice()
                    showChanges(hasTurn: true)
                }
            }
            show(terminal)
        }
        guard let later, frameTimer == nil else { return }
        frameTimer = loop.schedule(at: later) { [self] in
            frameTimer = nil
            flush()
        }
    }

    /// Whether a terminal needs a new picture. A client that does not read gets one when it reads again.
    private func isOutdated(_ terminal: Terminal) -> Bool {
        terminal.shownRevision != panel.revision && (terminal.shownRevision != nil || terminal.client.acceptsOutput)
    }

    /// Sends what differs from what the terminal shows. One that does not read gets the whole of it when it does.
    func show(_ terminal: Terminal) {
        guard terminal.client.acceptsOutput else {
            // What its client has not read yet is out of date by the time it does.
            terminal.shown = nil
            terminal.shownRevision = nil
            return
        }
        resume(terminal)
        follow(terminal)
        guard let layout = layout(for: terminal) else { return }
        reconcile(terminal, in: layout)
        look(terminal, at: layout.rowsSeen(terminal.presentation))
        var presentation = terminal.presentation
        presentation.phase = phase
        let new = picture.picture(layout, presentation, chrome(of: terminal), terminal.profile)
        terminal.shownRevision = panel.revision
        let old = terminal.shown
        terminal.shown = new
        terminal.seen = DisplayedLayout(layout, terminal.presentation)
        if new.turns { keepAnimating() }
        if !waiters.isEmpty { answerWaiters(on: terminal) }
        let data = picture.frame(from: old, to: new, terminal.profile)
        guard !data.isEmpty else { return }
        terminal.sequence += 1
        terminal.lastFrame = .now
        send(data, isFull: old == nil, to: terminal)
    }

    private func send(_ data: String, isFull: Bool, to terminal: Terminal) {
        let place = newPlace(of: terminal)
        terminal.client.output.notify("terminal.frame") { writer in
            writer.raw("{\"terminal\":")
            writer.writeInt(terminal.id)
            writer.raw(",\"sequence\":")
            writer.writeInt(terminal.sequence)
            writer.raw(",\"full\":")
            writer.writeBool(isFull)
            writer.raw(",\"data\":")
            writer.writeString(data)
            if let place {
                writer.raw(",\"place\":")
                writer.write(place.json)
            }
            writer.raw("}")
        }
        hasOutput(terminal.client)
    }

    /// Makes the presentation fit what there is, and tells those who have published it for how much room.
    private func reconcile(_ terminal: Terminal, in layout: SceneLayout) {
        let (reconciled, misfits) = layout.fit(terminal.presentation)
        if reconciled != terminal.presentation { terminal.presentation = reconciled }
        tellRooms(misfits, of: terminal)
    }

    /// Everything looks different now: a style came or went.
    func redrawAll() {
        picture.renderer.styles = plugins.styles
        for terminal in terminals { terminal.shownRevision = nil }
    }

    func layout(for terminal: Terminal) -> SceneLayout? {
        picture.layout(terminal.shape, of: panel, at: panel.revision)
    }

    /// After a terminal has got another size or has gone.
    func forgetUnusedLayouts() { picture.keepLayouts(of: Set(terminals.map(\.shape))) }
}
