import FasciaClient
import FasciaModel
import FasciaWire

/// Rows of which only those are evaluated and published that somebody looks at.
extension AppHost {
    /// The daemon says which rows of a screen are looked at, or looks for one by the id of a node in it. They are
    /// published before the answer is sent.
    func show(_ params: JSON) -> Result<JSON, RemoteError> {
        guard let screen = params["screen"]?.stringValue, let entry = params["entry"]?.stringValue.map({ EntryID($0) }),
            let graph = stacks.values.lazy.compactMap({ $0.view(of: screen, entry: entry) }).first?.graph
        else { return .failure(.methodNotFound("rows")) }
        var isFound = true
        for node in params["nodes"]?.arrayValue ?? [] {
            let ranges = (node["rows"]?.arrayValue ?? []).compactMap { range in
                range["first"]?.intValue.flatMap { first in range["count"]?.intValue.map { RowRange(first, $0) } }
            }
            if let id = node["id"]?.stringValue { graph.show(ranges, of: id) }
        }
        if let node = params["find"]?.stringValue { isFound = graph.show(rowOf: node) }
        update()
        return .success(["found": .bool(isFound)])
    }

    /// Publishes rows, and no more of their screen: in one line, or in several where one is too short for them.
    func publish(_ update: RowsUpdate, on screen: String, _ session: Session) {
        let json = RowsUpdate.schema.write(update)
        // What stands around it in its line has fewer than 200 bytes and the name of the screen.
        if json.fits(bytes: session.lineBytes - 200 - screen.utf8.count) {
            return session.send("screen.rows", ["screen": .string(screen), "rows": json]) { [weak self] error in
                self?.refused(screen)
                self?.needUpdate()
                self?.report("rows of screen \"\(screen)\" were not published: \(error.message)")
            }
        }
        guard let (first, second) = update.halves else {
            isIncomplete(screen)
            return report(
                "a row of screen \"\(screen)\" was not published: it would be more than \(session.lineBytes) bytes; "
                    + "show less in one row")
        }
        publish(first, on: screen, session)
        publish(second, on: screen, session)
    }
}
