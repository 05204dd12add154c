import FasciaDocument
import FasciaRender
import FasciaScene

extension Renderer {
    /// Paints the frame of one terminal with its chrome. A footer adds a row below the layout.
    ///
    /// - Parameter state: reconciled for this layout with `SceneLayout.reconcile`.
    public func paint(
        _ layout: SceneLayout, reconciled state: TerminalState, _ chrome: Chrome = .init(),
        _ profile: TerminalCapabilities = .init()
    ) -> CellBuffer {
        paint(layout, layout.display(state), chrome, profile)
    }

    /// Reconciles the state first, and paints the frame with its chrome.
    public func paint(_ layout: SceneLayout, _ state: TerminalState, _ chrome: Chrome, _ profile: TerminalCapabilities)
        -> CellBuffer
    {
        paint(layout, reconciled: layout.reconcile(state), chrome, profile)
    }

    /// Reconciles the state first, and paints the frame without chrome.
    public func paint(
        _ layout: SceneLayout, _ state: TerminalState = .init(), colors: ColorDepth = .trueColor,
        scheme: TerminalScheme = .dark
    ) -> CellBuffer {
        paint(layout, layout.display(layout.reconcile(state)), colors: colors, scheme: scheme)
    }

    /// Lays out, reconciles and paints a single frame.
    public func frame(
        _ scene: Scene, size: CellSize, state: TerminalState = .init(), unicode: Bool = true,
        colors: ColorDepth = .trueColor
    ) -> CellBuffer {
        paint(layout(scene, size: size, unicode: unicode), state, colors: colors)
    }
}

extension SceneLayout {
    /// What a terminal in this state shows of the layout.
    ///
    /// - Parameter state: reconciled for this layout.
    public func display(_ state: TerminalState) -> DisplayState {
        var display = DisplayState()
        display.scroll = state.scroll
        display.pending = state.pending
        display.animationStep = state.animationStep
        display.find = state.find
        if let first = state.help {
            let (title, lines) = helpLines(state)
            display.help = (title, lines, first)
        }
        for (id, draft) in state.drafts { display.overrides[id] = ControlOverride(value: draft.shown) }
        guard let top, let focus = state.focus[top.entry] else { return display }
        display.focus = focus.element
        var scroll = state.scroll
        let layer = top.windowed(&scroll)
        display.menu = layer.openMenu(state).map { layer.display($0, state) }
        guard let stop = layer.stop(of: focus.element) else { return display }
        let id = layer.elementID(stop.element)
        if let field = stop.field, stop.isEnabled {
            // Typing into a secure field starts with an empty text.
            let cursor = state.drafts[id]?.edited.cursor ?? (field.isSecure ? 0 : field.text.count)
            display.overrides[id, default: .init()].cursor = cursor
        } else if let index = layer.tentativeIndex(stop, state), let options = stop.options {
            display.overrides[id] = ControlOverride(value: options.all[index].label, state: .mixed)
        }
        return display
    }
}

extension SceneLayout {
    /// The visible rows of all partly known elements.
    ///
    /// - Parameter state: as returned by `reconcile`.
    public func visibleRows(_ state: TerminalState) -> [VisibleRows] { visibleRows(state.scroll) }
}
