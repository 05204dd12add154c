import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Rows of which an app publishes only those that somebody looks at. Terminals scroll by themselves; the daemon knows
/// where all of them are, and asks for what they lack: one question for each screen at a time, for all that has come up
/// meanwhile.
extension Core {
    /// Notes which rows a terminal shows.
    func look(_ terminal: Terminal, at seen: [RowsSeen]) {
        guard terminal.rowsSeen != seen else { return }
        terminal.rowsSeen = seen
        rows.isStale = true
    }

    /// Asks for the rows that are looked at and not known.
    func askForRows() {
        guard rows.isStale else { return }
        rows.isStale = false
        // One screen may be shown in several places; what is known of it is the same in all of them.
        var seen: [String: (stack: String, entry: EntryID, rows: [RowsSeen])] = [:]
        for rows in terminals.flatMap(\.rowsSeen) {
            guard let found = panel.find(rows.entry) else { continue }
            seen[panel.screenID(of: found.entry), default: (found.stack, rows.entry, [])].rows.append(rows)
        }
        for (screen, seen) in seen.sorted(by: { $0.key < $1.key }) {
            // What has come up meanwhile is asked for when there is an answer.
            guard !rows.isAsked(screen), let client = publisher(of: screen) else { continue }
            let wanted = RowsDesk.Wanted(seen.rows)
            guard !wanted.nodes.isEmpty, rows.asked[screen] != wanted else { continue }
            rows.asked[screen] = wanted
            ask(client, about: seen.entry, screen, seen.stack, ["nodes": wanted.json], found: nil)
        }
    }

    /// Does something with a node; where there is none, it may stand in a row that is not known, and is done when its
    /// app has published that.
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
                    // An action is answered when it has been handled.
                    if case let reply = try act(), !reply.isLater { finish(reply) }
                } catch {
                    finish(.error(error))
                }
            }
            return .later
        }
    }

    // MARK: - Questions and answers

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
        rows.pending[number] = RowsDesk.Question(screen: screen, client: client, timer: timer, found: found)
        var params = params
        params["entry"] = .string(entry.rawValue)
        params["stack"] = .string(stack)
        params["screen"] = .string(screen)
        client.output.call(id: RequestID(number), method: "rows", params: params)
        hasOutput(client)
    }

    /// - Returns: whether it is the answer to a question about rows.
    func takeRows(_ result: Result<JSON, WireError>, id: RequestID, from client: Client) -> Bool {
        guard let number = Int(id.rawText), let question = rows.pending[number], question.client === client else {
            return false
        }
        // Who gives none to be found has found nothing; who does not know the question has no more rows to give.
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

    /// An app has gone: nobody waits for its rows any more. What is known stays.
    func leaveRows(_ client: Client) {
        for (number, question) in rows.pending where question.client === client { conclude(number, isFound: false) }
        for (screen, publisher) in actions.publishers where publisher == client.id { rows.forget(screen) }
    }
}

extension Reply {
    fileprivate var isLater: Bool { if case .later = self { true } else { false } }
}
