import FasciaModel
@testable import FasciaUI

extension Snapshot {
    struct Switch { var label: String, state: GroupState, id: String }

    /// The switches, in the order of reading.
    var toggles: [Switch] {
        node.flat.compactMap { node in
            guard case .toggle(let toggle) = node.content, case .literal(let state, _) = toggle.source
            else { return nil }
            return Switch(label: toggle.label ?? "", state: state, id: node.id ?? "")
        }
    }

    /// The texts and the names of the pictures, in the order of reading.
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

/// Remembers what happened, in order.
@MainActor final class Log {
    var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
}

extension Snapshot {
    /// The labels of what can be operated, in the order of reading.
    var labels: [String] { operable.map(\.label) }
    /// Their ids.
    var ids: [String] { operable.map(\.id) }
    private var operable: [Element] { scene.layers.flatMap(\.root.all).filter { $0.activation != nil } }
}

extension Snapshot {
    /// Does what a terminal has sent, perhaps some time after it was drawn.
    func perform(_ action: Action) -> Bool { navigator.root?.perform(action) ?? false }
}

typealias LocalNavigatorReference = LocalNavigator

extension Snapshot {
    var navigatorReference: LocalNavigator { navigator }
}


extension String {
    /// In which column something begins, where every character takes one.
    func column(of text: String) -> Int? {
        range(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
    }
}

extension Snapshot {
    /// What the pickers show, in the order of reading.
    var chosen: [String] { scene.layers.flatMap(\.root.all).filter { $0.role == "picker" }.map { $0.value?.stringValue ?? "" } }
    /// The element with this id or label, as those see it who do not look.
    func element(_ name: String) -> Element? {
        let all = scene.layers.flatMap(\.root.all)
        return all.first { $0.id == name } ?? all.first { $0.label == name }
    }
    /// Why something is refused.
    func refusal(_ act: (Snapshot) throws -> Void) -> String? {
        do {
            try act(self)
            return nil
        } catch { return (error as? Refusal)?.message ?? "\(error)" }
    }
}
