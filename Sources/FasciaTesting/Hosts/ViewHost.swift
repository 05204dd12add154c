import FasciaDocument
import FasciaInteraction
import FasciaModel
import FasciaUI
import FasciaWire

/// A view in the test's own process.
@MainActor final class ViewHost: Host {
    let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    func perform(_ gesture: Gesture) throws {
        do throws(Refusal) {
            switch gesture {
            case .key(let key): try snapshot.press(Key(key))
            case .type(let text): try snapshot.type(text)
            case .paste(let text): try snapshot.paste(text)
            case .click(let column, let row): try snapshot.press(column: column, row: row)
            case .resize(let columns, let rows): snapshot.resize(columns: columns, rows: rows)
            case .tap(let node): try snapshot.tap(node)
            case .set(let node, let value): try snapshot.set(node, to: value)
            }
        } catch {
            throw HostError(reason: error.reason.rawValue, message: error.message)
        }
    }

    func nodes() throws -> [VisibleNode] { try nodes(snapshot.look()) }

    private func nodes(_ look: Snapshot.Look) throws -> [VisibleNode] {
        var writer = JSONWriter()
        writer.writeTree(of: look.scene, focused: look.focused)
        return (try JSONParser.parse(writer.text)["nodes"]?.arrayValue ?? []).map(VisibleNode.init)
    }

    func picture() -> String { snapshot.text }

    func wait(for condition: Condition, within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        var isInTime = true
        while true {
            // Also checks after the deadline: a change may not have run on the main actor in time to be signalled.
            let look = snapshot.look()
            if condition.holds(picture: look.text, nodes: try nodes(look)) { return true }
            guard isInTime else { return false }
            isInTime = await snapshot.change(before: deadline)
        }
    }
}
