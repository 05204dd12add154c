import FasciaModel
import FasciaScene
import FasciaWire

/// Sheets that each terminal closes for itself, such as the output of a command, which others may still read.
struct OwnSheets {
    let live: LivePanel
    let terminals: Terminals

    /// Closes a sheet for one terminal alone.
    ///
    /// - Returns: false if it is another kind of layer, or if nobody else shows it: then it is closed as any other.
    func close(_ entry: EntryID, on terminal: Terminal) -> Bool {
        guard isOwn(entry) else { return false }
        let others = terminals.all.contains { other in
            other !== terminal && other.stack == terminal.stack && other.follows == nil && !other.closed.contains(entry)
        }
        guard others else { return false }
        terminal.closed.insert(entry)
        terminal.redraw()
        return true
    }

    /// The sheets above what a terminal shows, from the top. Its user goes on below them, so they are in the way.
    func hidden(from terminal: Terminal) -> [EntryID] {
        let entries = live.panel.stack(terminal.stack)?.entries.reversed() ?? []
        return entries.map(\.id).prefix { terminal.closed.contains($0) }
    }

    /// Whether a stack's top is such a sheet with this screen.
    func isOnTop(_ screen: String, of stack: String) -> Bool {
        guard let top = live.panel.stack(stack)?.top else { return false }
        return top.route.screen == screen && isOwn(top.id)
    }

    /// Shows the sheet on top again: to those who have asked a client for it, or to all if nobody has.
    func reopen(on stack: String, by client: Int) {
        guard let top = live.panel.stack(stack)?.top else { return }
        let all = terminals.all.filter { $0.stack == stack }
        let asking = all.filter { $0.awaited.contains(client) }
        for terminal in asking.isEmpty ? all : asking where terminal.closed.remove(top.id) != nil { terminal.redraw() }
    }

    /// Whether the environment of its screen says so: `{"dismissal": "terminal"}`.
    private func isOwn(_ entry: EntryID) -> Bool {
        guard let (stack, entry) = live.panel.find(entry),
            let layer = live.panel.stack(stack)?.layers.first(where: { $0.entries.contains { $0.id == entry.id } }),
            layer.modal != nil, layer.entries.count == 1
        else { return false }
        return live.panel.screen(live.panel.screenID(of: entry))?.environment["dismissal"] == "terminal"
    }
}
