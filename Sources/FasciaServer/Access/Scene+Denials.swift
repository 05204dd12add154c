import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire

/// Dims what somebody may not operate, before it is pressed, with the reason.
struct SceneDenials {
    let check: AccessCheck
    let permit: Permit

    func applied(to scene: Scene) -> Scene {
        var scene = scene
        for index in scene.layers.indices {
            let layer = scene.layers[index]
            mark(&scene.layers[index].root, layer.entry.id, scene.stack)
        }
        return scene
    }

    private func mark(_ element: inout Element, _ entry: EntryID, _ stack: String) {
        if element.isEnabled, let obstacle = obstacle(to: element, entry, stack) {
            (element.isEnabled, element.denial) = (false, obstacle)
        }
        for index in element.children.indices { mark(&element.children[index], entry, stack) }
        for index in element.attachments.indices { mark(&element.attachments[index], entry, stack) }
    }

    /// The first reason why nothing of it can be operated.
    private func obstacle(to element: Element, _ entry: EntryID, _ stack: String) -> String? {
        var activations = [element.activation, element.steps?.previous, element.steps?.next].compactMap { $0 }
        activations += (element.options?.all ?? []).compactMap(\.activation)
        if let edit = element.edit { activations.append(edit.activation(.null)) }
        var first: String?
        for activation in activations {
            guard let obstacle = obstacle(to: activation, entry, stack) else { return nil }
            first = first ?? obstacle
        }
        return first
    }

    private func obstacle(to activation: Activation, _ entry: EntryID, _ stack: String) -> String? {
        switch activation {
        case .flip(let id, let expect): return check.obstacle(to: .flipToggle(id: id, expect: expect), of: permit)
        case .pick(let id, let element): return check.obstacle(to: .pick(id: id, element: element), of: permit)
        case .setValue(let key, let value): return check.obstacle(to: .setValue(key: key, value), of: permit)
        case .action(.emit(let name, _)): return check.obstacle(toAction: name, of: permit)
        case .action(let action):
            guard let command = try? Catalogue.command(from: action, entry: entry, stack: stack) else { return nil }
            return check.obstacle(to: command, of: permit)
        }
    }
}
