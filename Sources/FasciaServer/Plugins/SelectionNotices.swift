import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

/// Tells the styles of plugins which option of a picker is selected next, before the selection is written.
final class SelectionNotices {
    private let plugins: PluginSet
    private let renderer: FrameRenderer
    private let terminals: Terminals

    init(_ plugins: PluginSet, _ renderer: FrameRenderer, _ terminals: Terminals) {
        (self.plugins, self.renderer, self.terminals) = (plugins, renderer, terminals)
    }

    /// Commands are applied next.
    func note(before commands: [Command]) {
        for case .pick(let id, let element?) in commands where plugins.areToldOfSelections {
            note(.pick(id: id, element: element))
        }
    }

    /// An action is sent next.
    func note(before action: Action) {
        if plugins.areToldOfSelections { note(.action(action)) }
    }

    private func note(_ activation: Activation) {
        var isTold = false
        for shape in Set(terminals.all.map(\.shape)) {
            for layer in renderer.resolve(shape.stack, view: shape.view, for: shape.size, permit: shape.permit)?.layers ?? [] {
                if tell(layer.root, activation) { isTold = true }
            }
        }
        // All controls of the style may look different, and take another size.
        guard isTold else { return }
        renderer.dropScenes()
        terminals.redrawAll()
    }

    /// - Returns: whether a style was told.
    private func tell(_ element: Element, _ activation: Activation) -> Bool {
        var isTold = false
        if case .control(let content) = element.content, let options = element.options,
            let index = options.all.firstIndex(where: { $0.activation == activation }), index != options.selected
        {
            let (control, name) = element.styled(content)
            let style = plugins.styles.style(of: control, named: name)
            if style.isToldOfSelections {
                style.willSelect(index, of: control)
                isTold = true
            }
        }
        for child in element.children + element.attachments where tell(child, activation) { isTold = true }
        return isTold
    }
}
