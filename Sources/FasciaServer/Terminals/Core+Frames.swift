import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Frames: what terminals are sent when their picture changes.
extension Core {
    /// Sends frames to all terminals whose picture is out of date.
    ///
    /// A burst of changes makes one frame, because each terminal gets at most one per `frameInterval`. If there is much
    /// to paint, the rest is done in yielded turns of the event loop.
    ///
    /// - Parameter hasTurn: Whether this is a yielded turn for frames: then at least one is made.
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
        // The terminal with the oldest picture comes first, so that a stream of changes cannot starve another one.
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

    /// Sends the difference from the picture that the terminal shows. A client that does not read gets a full frame when
    /// it reads again.
    func show(_ terminal: Terminal) {
        guard terminal.client.acceptsOutput else {
            // Unread frames will be out of date by then.
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

    /// Reconciles the presentation with the layout, and tells publishers how much room their screens have.
    private func reconcile(_ terminal: Terminal, in layout: SceneLayout) {
        let (reconciled, misfits) = layout.fit(terminal.presentation)
        if reconciled != terminal.presentation { terminal.presentation = reconciled }
        tellRooms(misfits, of: terminal)
    }

    /// Redraws all terminals after a style was added or removed.
    func redrawAll() {
        picture.renderer.styles = plugins.styles
        for terminal in terminals { terminal.shownRevision = nil }
    }

    func layout(for terminal: Terminal) -> SceneLayout? {
        picture.layout(terminal.shape, of: panel, at: panel.revision)
    }

    /// Call after a terminal was resized or removed.
    func forgetUnusedLayouts() { picture.keepLayouts(of: Set(terminals.map(\.shape))) }
}
