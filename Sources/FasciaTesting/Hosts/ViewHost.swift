import FasciaModel
import FasciaRender
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

    func nodes() throws -> [VisibleNode] {
        var writer = JSONWriter()
        writer.writeTree(of: snapshot.scene, focused: snapshot.focused)
        return (try JSONParser.parse(writer.text)["nodes"]?.arrayValue ?? []).map(VisibleNode.init)
    }

    func picture() -> String { snapshot.text }

    func wait(for condition: Condition, within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            if condition.holds(picture: picture(), nodes: try nodes()) { return true }
            guard await snapshot.change(before: deadline) else { return false }
        }
    }
}
