import FasciaClient
import FasciaModel
import FasciaWire

/// Publishes the app's screens, and sends only what the daemon does not have yet.
@MainActor final class ScreenPublisher {
    /// A screen as it was sent last.
    private struct Publication {
        var screen: Screen
        /// Whether the daemon has confirmed the whole screen: row updates have no other base.
        var isConfirmed: Bool
    }

    private let issues: IssueLog
    private var session: Session?
    private var published: [String: Publication] = [:]
    /// The actions that the daemon knows to be handled, by screen.
    private var bound: [String: [String]] = [:]
    /// Called when a screen has to be published again.
    var needsUpdate: () -> Void = {}

    init(_ issues: IssueLog) { self.issues = issues }

    /// Begins with a daemon that has none of the screens.
    func begin(_ session: Session) {
        self.session = session
        (published, bound) = ([:], [:])
    }

    func end() { session = nil }

    /// Binds the handled actions before it publishes the screen: a user may tap as soon as it is visible.
    ///
    /// - Parameter entry: the only entry that shows the screen; `nil` where every entry of that name does.
    func publish(_ screen: Screen, of entry: EntryID? = nil, handled: [String]) {
        guard let session else { return }
        bind(screen.id, entry, handled, session)
        let before = published[screen.id]
        guard before?.screen != screen else { return }
        published[screen.id] = Publication(screen: screen, isConfirmed: before?.isConfirmed == true)
        if let before, before.isConfirmed, let updates = screen.rowsUpdates(from: before.screen) {
            for update in updates { publish(update, on: screen.id, session) }
            return
        }
        published[screen.id]?.isConfirmed = false
        put(screen, session)
    }

    func remove(_ screen: String) {
        (published[screen], bound[screen]) = (nil, nil)
        guard let session else { return }
        let screen = JSON.string(screen)
        session.send("action.unbind", ["screen": screen]) { _ in }
        session.send("screen.remove", ["id": screen]) { _ in }
    }

    // MARK: - Requests

    private func put(_ screen: Screen, _ session: Session) {
        let json = Screen.schema.write(screen)
        // The rest of the line takes fewer than 200 bytes.
        guard json.fits(bytes: session.lineBytes - 200) else {
            return issues.report(
                "screen \"\(screen.id)\" was not published: it would be more than \(session.lineBytes) bytes; show "
                    + "less at once, in a List or on further screens")
        }
        // The line and its parameters add two levels; a container in another adds a list of children and an object.
        guard json.isNested(atMost: JSONParser.maximumDepth - 2) else {
            return issues.report(
                "screen \"\(screen.id)\" was not published: its containers stand more than "
                    + "\((JSONParser.maximumDepth - 8) / 2) deep in each other; use fewer, or show the inner ones on a "
                    + "screen of their own")
        }
        session.send("screen.put", ["screen": json]) { [weak self] _ in
            guard let self else { return }
            // The daemon of an earlier session may have been another one.
            if session === self.session, published[screen.id]?.screen == screen {
                published[screen.id]?.isConfirmed = true
            }
        } refused: { [weak self] error in
            self?.published[screen.id] = nil
            self?.issues.report("screen \"\(screen.id)\" was not published: \(error.message)")
        }
    }

    /// Publishes rows alone: in one line, or in several where one is too short for them.
    private func publish(_ update: RowsUpdate, on screen: String, _ session: Session) {
        let json = RowsUpdate.schema.write(update)
        // The rest of the line takes fewer than 200 bytes and the name of the screen.
        if json.fits(bytes: session.lineBytes - 200 - screen.utf8.count) {
            return session.send("screen.rows", ["screen": .string(screen), "rows": json]) { [weak self] error in
                // The next update publishes the whole screen.
                self?.published[screen] = nil
                self?.needsUpdate()
                self?.issues.report("rows of screen \"\(screen)\" were not published: \(error.message)")
            }
        }
        guard let (first, second) = update.halves else {
            // The daemon lacks a row: the next change publishes the whole screen.
            published[screen]?.isConfirmed = false
            return issues.report(
                "a row of screen \"\(screen)\" was not published: it would be more than \(session.lineBytes) bytes; "
                    + "show less in one row")
        }
        publish(first, on: screen, session)
        publish(second, on: screen, session)
    }

    private func bind(_ screen: String, _ entry: EntryID?, _ handled: [String], _ session: Session) {
        let known = bound[screen]
        guard known != handled else { return }
        bound[screen] = handled
        func params(_ names: [String]) -> JSON.Object {
            let scope = entry.map { ("entry", $0.rawValue) } ?? ("screen", screen)
            return [scope.0: .string(scope.1), "names": .array(names.map { .string($0) })]
        }
        // An entry may have been left meanwhile: that is not an issue.
        let refused: @MainActor (RemoteError) -> Void = { [weak self] error in
            if entry == nil { self?.issues.report(error.message) }
        }
        let removed = (known ?? []).filter { !handled.contains($0) }
        if !removed.isEmpty { session.send("action.unbind", params(removed), refused: refused) }
        session.send("action.bind", params(handled), refused: refused)
    }
}
