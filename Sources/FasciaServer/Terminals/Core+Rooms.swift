import FasciaModel
import FasciaRender

/// Tells the publishers of screens with `geometry` how much room there is.
///
/// A screen is the same on all terminals that show it. If they differ in size, the terminal that was attached or resized
/// last counts; when it leaves, the one before it.
extension Core {
    /// Sends `geometry` to the publishers of nodes that were made for a size other than this terminal's, once for each
    /// size. It is not an event, because the panel has not changed.
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

    /// Redraws the terminals that determine the size once these are gone.
    func leaveRooms(of gone: [Terminal]) {
        for stack in Set(gone.map(\.stack)) {
            terminals.filter { $0.stack == stack }.max { $0.sizing < $1.sizing }?.shownRevision = nil
        }
    }

    private func isMeasure(_ terminal: Terminal) -> Bool {
        !terminals.contains { $0.stack == terminal.stack && $0.sizing > terminal.sizing }
    }
}
