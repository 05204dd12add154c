import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaTesting
@testable import FasciaUI

extension Snapshot {
    struct Switch { var label: String, state: GroupState, id: String }

    /// The toggles, in reading order.
    var toggles: [Switch] {
        node.flat.compactMap { node in
            guard case .toggle(let toggle) = node.content, case .literal(let state, _) = toggle.source
            else { return nil }
            return Switch(label: toggle.label ?? "", state: state, id: node.id ?? "")
        }
    }

    /// The texts and the symbol names, in reading order.
    var texts: [String] {
        node.flat.compactMap {
            switch $0.content {
            case .text(let text): text.text
            case .image(let image): image.systemName
            default: nil
            }
        }
    }
}

extension Node {
    var flat: [Node] { [self] + children.flatMap(\.flat) }
}

/// Records entries in order.
@MainActor final class Log {
    var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
}

extension Snapshot {
    /// The labels of the controls, in reading order.
    var labels: [String] { operable.map(\.label) }
    /// The ids of the controls, in reading order.
    var ids: [String] { operable.map(\.id) }
    private var operable: [Element] { scene.layers.flatMap(\.root.all).filter { $0.activation != nil } }
}

extension Snapshot {
    /// Performs an action as sent by a terminal, which may still show an older picture.
    func perform(_ action: Action) -> Bool { host.stacks["main"]?.views["app"]?.graph.perform(action) ?? false }
}

extension String {
    /// The column where `text` starts, if each character takes one column.
    func column(of text: String) -> Int? {
        range(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
    }
}

extension Snapshot {
    /// The values of the pickers, in reading order.
    var chosen: [String] { scene.layers.flatMap(\.root.all).filter { $0.role == "picker" }.map { $0.value?.stringValue ?? "" } }
    /// The element with this id, or else with this label.
    func element(_ name: String) -> Element? {
        let all = scene.layers.flatMap(\.root.all)
        return all.first { $0.id == name } ?? all.first { $0.label == name }
    }
    /// The message of the refusal that `act` throws; `nil` if it succeeds.
    func refusal(_ act: (Snapshot) throws -> Void) -> String? {
        do {
            try act(self)
            return nil
        } catch { return (error as? Refusal)?.message ?? "\(error)" }
    }
}
