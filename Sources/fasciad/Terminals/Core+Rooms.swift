import FasciaModel
import FasciaRender

/// How much room there is: what publishers of screens with `geometry` are told.
///
/// A screen is the same for all terminals that show it. Where they differ in size, the one counts that was attached or
/// resized last; when it leaves, the one before it.
extension Core {
    /// Tells those who have published what was made for another room than this terminal has; nobody is told the same
    /// thing twice. It is no event: the panel has not changed.
    func tellRooms(_ misfits: [SizeMismatch], of terminal: Terminal) {
        guard !misfits.isEmpty || !terminal.told.isEmpty else { return }
        guard isMeasure(terminal) else {
            terminal.told = [:]
            return
        }
        var told: [SizeMismatch: Int] = [:]
        for misfit in misfits {
            guard let entry = panel.find(misfit.place.entry)?.entry,
                let peer = actions.publishers[panel.screenID(of: entry)], let client = clients[peer], client.hasRoom
            else { continue }
            told[misfit] = peer
            guard terminal.told[misfit] != peer else { continue }
            client.output.call(
                id: nil, method: "geometry",
                params: [
                    "stack": .string(terminal.stack), "entry": .string(entry.id.rawValue),
                    "screen": .string(entry.route.screen), "node": .string(misfit.place.element),
                    "width": .double(misfit.room.width), "height": .double(misfit.room.height),
                ])
            hasOutput(client)
        }
        terminal.told = told
    }

    /// Looks again at what counts from now on, where these are gone.
    func leaveRooms(of gone: [Terminal]) {
        for stack in Set(gone.map(\.stack)) {
            terminals.filter { $0.stack == stack }.max { $0.sizing < $1.sizing }?.shownRevision = nil
        }
    }

    private func isMeasure(_ terminal: Terminal) -> Bool {
        !terminals.contains { $0.stack == terminal.stack && $0.sizing > terminal.sizing }
    }
}
