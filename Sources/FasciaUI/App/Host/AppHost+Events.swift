import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Applies the daemon's notifications to the stacks and values.
extension AppHost {
    func handle(_ notification: FasciaClient.Notification, _ session: Session) {
        if let request = notification.request {
            Task.immediate { session.connection.answer(request, await requests.answer(notification)) }
        } else if notification.method == "geometry" {
            sizeChanged(notification.params)
        } else if notification.params["watch"] == session.watch {
            handle(event: notification.params)
        }
    }

    /// The renderer laid out a view with another size than it was evaluated for.
    private func sizeChanged(_ params: JSON) {
        guard let stack = params["stack"]?.stringValue.flatMap({ stacks[$0] }),
            let screen = params["screen"]?.stringValue, let entry = params["entry"]?.stringValue,
            let node = params["node"]?.stringValue
        else { return }
        func length(_ name: String) -> CGFloat? { params[name]?.doubleValue.map { CGFloat($0) } }
        let room = ProposedViewSize(width: length("width"), height: length("height"))
        let view = stack.view(of: screen, entry: EntryID(entry))
        if view?.graph.sizeChanged(node, room) == true { setNeedsUpdate() }
    }

    private func handle(event: JSON) {
        if let snapshot = event["snapshot"], let cursor = event["to"]?.stringValue.flatMap(Cursor.init) {
            joinStacks(in: snapshot)
            for stack in stacks.values { apply(snapshot, to: stack, revision: cursor.revision) }
            values.apply(snapshot, revision: cursor.revision)
            session?.advance(to: cursor.revision)
            return setNeedsUpdate()
        }
        guard let revision = event["revision"]?.intValue else { return }
        for change in event["changes"]?.arrayValue ?? [] { apply(change: change, revision) }
        session?.advance(to: revision)
    }

    private func apply(change: JSON, _ revision: Int) {
        switch change["kind"]?.stringValue {
        case "nav":
            guard let stack = change["stack"]?.stringValue else { return }
            if let known = stacks[stack] {
                known.apply(change: change, revision: revision)
            } else if (change["added"]?.arrayValue ?? []).contains(where: belongsToApp) {
                stackHost(stack).fetch()
            }
            setNeedsUpdate()
        case "value":
            // The event of a secret value does not tell it.
            guard let key = change["key"]?.stringValue, let value = change["to"] else { return }
            values.apply(key, value, revision: revision)
        case "removed" where change["what"] == "stack":
            change["id"]?.stringValue.flatMap { stacks[$0] }?.reset()
            setNeedsUpdate()
        case "removed" where change["what"] == "value":
            if let key = change["id"]?.stringValue { values.apply(key, nil, revision: revision) }
        default: break
        }
    }

    func apply(_ snapshot: JSON, to stack: StackHost, revision: Int) {
        for json in snapshot["stacks"]?.arrayValue ?? [] where json["stack"]?.stringValue == stack.stack {
            stack.apply(json, revision: revision)
        }
    }

    private func belongsToApp(_ entry: JSON) -> Bool { entry["screen"]?.stringValue.map { screens[$0] != nil } ?? false }

    /// Creates a host for each stack on which other clients have opened this app's screens.
    func joinStacks(in snapshot: JSON) {
        for json in snapshot["stacks"]?.arrayValue ?? [] {
            guard let stack = json["stack"]?.stringValue, stacks[stack] == nil else { continue }
            if StackMirror(json).entries.contains(where: { screens[$0.screen] != nil }) { _ = stackHost(stack) }
        }
    }
}
