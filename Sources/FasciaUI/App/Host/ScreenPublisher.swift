import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Publishes the app's screens. Sends only what differs from the last publication.
@MainActor final class ScreenPublisher {
    /// A screen as it was last sent.
    private struct Publication {
        var screen: Screen
        /// Whether the daemon has confirmed the whole screen. Row updates are only sent on top of a confirmed screen.
        var isConfirmed: Bool
    }

    private let issues: AppIssues
    private var session: Session?
    private var published: [String: Publication] = [:]
    /// The names of the handled actions that the daemon knows, by screen.
    private var bound: [String: [String]] = [:]
    /// Called when a screen must be published again.
    var needsUpdate: () -> Void = {}

    init(_ issues: AppIssues) { self.issues = issues }

    /// Starts a session. Every screen is sent again.
    func begin(_ session: Session) {
        self.session = session
        (published, bound) = ([:], [:])
    }

    func end() { session = nil }

    /// Binds the handled actions before publishing the screen: a user may tap as soon as it is visible.
    ///
    /// - Parameter entry: the only entry that shows the screen; `nil` if every entry of that name does.
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
        // The rest of the message takes fewer than 200 bytes.
        guard json.fits(bytes: session.lineBytes - 200) else {
            return issues.report(
                "screen \"\(screen.id)\" was not published: it exceeds \(session.lineBytes) bytes. Show less at "
                    + "once: use a List or several screens")
        }
        // The message and its parameters add two levels. Each nested container adds two: its list of children, and an
        // object.
        guard json.isNested(atMost: JSONParser.maximumDepth - 2) else {
            return issues.report(
                "screen \"\(screen.id)\" was not published: its containers are nested more than "
                    + "\((JSONParser.maximumDepth - 8) / 2) levels deep. Use fewer, or move inner ones to another screen")
        }
        session.send("screen.put", ["screen": json]) { [weak self] _ in
            guard let self else { return }
            // Ignores late answers of an earlier session, which may have been with another daemon.
            if session === self.session, published[screen.id]?.screen == screen {
                published[screen.id]?.isConfirmed = true
            }
        } refused: { [weak self] error in
            self?.published[screen.id] = nil
            self?.issues.report("screen \"\(screen.id)\" was not published: \(error.message)")
        }
    }

    /// Publishes rows only, split into several messages if one would be too long.
    private func publish(_ update: RowsUpdate, on screen: String, _ session: Session) {
        let json = RowsUpdate.schema.write(update)
        // The rest of the message takes fewer than 200 bytes plus the screen's name.
        if json.fits(bytes: session.lineBytes - 200 - screen.utf8.count) {
            return session.send("screen.rows", ["screen": .string(screen), "rows": json]) { [weak self] error in
                // The next update publishes the whole screen.
                self?.published[screen] = nil
                self?.needsUpdate()
                self?.issues.report("rows of screen \"\(screen)\" were not published: \(error.message)")
            }
        }
        guard let (first, second) = update.halves else {
            // The daemon lacks this row, so the next change publishes the whole screen.
            published[screen]?.isConfirmed = false
            return issues.report(
                "a row of screen \"\(screen)\" was not published: it exceeds \(session.lineBytes) bytes. "
                    + "Show less in one row")
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
        // The entry may have been removed in the meantime, which is not an issue.
        let refused: @MainActor (RemoteError) -> Void = { [weak self] error in
            if entry == nil { self?.issues.report(error.message) }
        }
        let removed = (known ?? []).filter { !handled.contains($0) }
        if !removed.isEmpty { session.send("action.unbind", params(removed), refused: refused) }
        session.send("action.bind", params(handled), refused: refused)
    }
}
