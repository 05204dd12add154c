import FasciaDocument
import FasciaRender
import FasciaWire

/// Sends the space that a terminal has for a screen to its publisher, with `geometry`.
///
/// A screen is the same on all terminals that show it. If they differ in size, the terminal that was attached or resized
/// last counts; when it leaves, the one before it.
struct GeometryReports {
    let live: LivePanel
    let clients: Clients
    let apps: Apps
    let terminals: Terminals

    /// Sends `geometry` to the publishers of nodes that were made for a size other than this terminal's, once for each
    /// size. It is not an event, because the panel has not changed.
    func send(_ mismatches: [SizeMismatch], of terminal: Terminal) {
        guard !mismatches.isEmpty || !terminal.sentSizes.isEmpty else { return }
        guard terminals.determinesSize(terminal) else {
            terminal.sentSizes = [:]
            return
        }
        var sent: [SizeMismatch: Int] = [:]
        for mismatch in mismatches {
            guard let entry = live.panel.find(mismatch.id.entry)?.entry,
                let client = apps.publisher(of: live.panel.screenID(of: entry)), client.hasRoom
            else { continue }
            sent[mismatch] = client.id
            guard terminal.sentSizes[mismatch] != client.id else { continue }
            var report: JSON.Object = [
                "stack": .string(terminal.stack), "entry": .string(entry.id.rawValue),
                "screen": .string(entry.route.screen), "node": .string(mismatch.id.element),
            ]
            report["width"] = mismatch.room.width.map { .double($0) }
            report["height"] = mismatch.room.height.map { .double($0) }
            clients.notify(client, "geometry", report)
        }
        terminal.sentSizes = sent
    }
}
