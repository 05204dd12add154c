import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Partial rows: an app publishes only the rows that are visible on some terminal. Terminals scroll on their own. The
/// daemon tracks what they show and requests missing rows, with one pending request for each screen.
extension Core {
    /// Records the rows that a terminal shows.
    func look(_ terminal: Terminal, at seen: [VisibleRows]) {
        guard terminal.rowsSeen != seen else { return }
        terminal.rowsSeen = seen
        rows.isStale = true
    }

    /// Requests the rows that are visible and missing.
    func requestMissingRows() {
        guard rows.isStale else { return }
        rows.isStale = false
        // A screen may be shown by several entries; all of them share its known rows.
        var seen: [String: (stack: String, entry: EntryID, rows: [VisibleRows])] = [:]
        for rows in terminals.flatMap(\.rowsSeen) {
            guard let found = panel.find(rows.entry) else { continue }
            seen[panel.screenID(of: found.entry), default: (found.stack, rows.entry, [])].rows.append(rows)
        }
        for (screen, seen) in seen.sorted(by: { $0.key < $1.key }) {
            // Changes during a pending request are handled after its answer.
            guard !rows.isAsked(screen), let client = publisher(of: screen) else { continue }
            let wanted = RowRequests.WantedRows(seen.rows)
            guard !wanted.nodes.isEmpty, rows.asked[screen] != wanted else { continue }
            rows.asked[screen] = wanted
            ask(client, about: seen.entry, screen, seen.stack, ["nodes": wanted.json], found: nil)
        }
    }

    /// Acts on a node. If the node does not exist but the screen has partial rows, the node may be in a row that is not
    /// published yet: the app is asked to publish it, and the act is repeated then.
    func withRow(
        of node: String, _ stack: String, _ request: Request, _ act: @escaping () throws(WireError) -> Reply
    ) throws(WireError) -> Reply {
        do throws(WireError) { return try act() } catch {
            guard error.reason == Refusal.Reason.notFound.rawValue, !request.inBatch,
                let layer = picture.scene(stack, of: panel)?.layers.last, layer.root.hasPartialRows,
                let client = publisher(of: panel.screenID(of: layer.entry))
            else { throw error }
            let finish = answerLater(request)
            ask(client, about: layer.entry.id, panel.screenID(of: layer.entry), stack, ["find": .string(node)]) { isFound in
                guard isFound else { return finish(.error(error)) }
                do throws(WireError) {
                    // An action replies itself when it is handled.
                    if case let reply = try act(), !reply.isLater { finish(reply) }
                } catch {
                    finish(.error(error))
                }
            }
            return .later
        }
    }

    // MARK: - Requests and answers

    private func publisher(of screen: String) -> Client? {
        actions.publishers[screen].flatMap { clients[$0] }.flatMap { $0.isGone ? nil : $0 }
    }

    private func ask(
        _ client: Client, about entry: EntryID, _ screen: String, _ stack: String, _ params: JSON.Object,
        found: ((Bool) -> Void)?
    ) {
        let number = actions.nextRequest()
        let timer = loop.schedule(in: settings.actionTimeout) { [self] in
            conclude(number, isFound: false)
            flush()
        }
        rows.pending[number] = RowRequests.Question(screen: screen, client: client, timer: timer, found: found)
        var params = params
        params["entry"] = .string(entry.rawValue)
        params["stack"] = .string(stack)
        params["screen"] = .string(screen)
        client.output.call(id: RequestID(number), method: "rows", params: params)
        hasOutput(client)
    }

    /// - Returns: whether it is the answer to a question about rows.
    func receiveRows(_ result: Result<JSON, WireError>, id: RequestID, from client: Client) -> Bool {
        guard let number = Int(id.rawText), let question = rows.pending[number], question.client === client else {
            return false
        }
        // An answer without `found` counts as found. A client that does not know the request has no more rows.
        if case .success(let answer) = result {
            conclude(number, isFound: answer["found"]?.boolValue ?? true)
        } else {
            conclude(number, isFound: false)
        }
        return true
    }

    private func conclude(_ number: Int, isFound: Bool) {
        guard let question = rows.pending.removeValue(forKey: number) else { return }
        question.timer.cancel()
        rows.isStale = true
        question.found?(isFound)
    }

    /// An app has disconnected: its pending requests end, and its published rows stay.
    func cancelRowRequests(_ client: Client) {
        for (number, question) in rows.pending where question.client === client { conclude(number, isFound: false) }
        for (screen, publisher) in actions.publishers where publisher == client.id { rows.forget(screen) }
    }
}

extension Reply {
    fileprivate var isLater: Bool { if case .later = self { true } else { false } }
}
