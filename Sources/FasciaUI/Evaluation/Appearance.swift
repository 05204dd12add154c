/// Whether a view has appeared, and what to do when that changes. A view that is not shown keeps its state.
@MainActor final class Appearance {
    var appear: (() -> Void)?
    var disappear: (() -> Void)?
    private(set) var isShown = false

    fileprivate func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        if isShown { appear?() } else { disappear?() }
    }
}

extension ViewNode {
    /// Runs the actions of `appearance` when this view appears or disappears: with its tab, with its screen, and when it is
    /// made and removed. To be called by each evaluation.
    func follow(_ appearance: Appearance) {
        graph.appearances[id] = (self, appearance)
        onRemoval = { [unowned self] in
            graph.appearances[id] = nil
            appearance.show(false)
        }
        graph.reconcile(appearance, of: self)
    }

    /// Whether it is in sight: in the chosen tab, and not below a screen that was pushed on its own.
    fileprivate var isInSight: Bool {
        guard environment.isShown else { return false }
        if graph.isScreenInSight { return true }
        // A sidebar stands beside what is pushed on it. A navigation stack has the pushed screens in it, and so has all that
        // is around it.
        return environment.sidebarDetail != nil || environment.pathControl == nil && graph.hasNavigationStack
    }
}

extension ViewGraph {
    /// Says whether the screen of the views is in sight: not below another one that was pushed on it.
    func setScreenInSight(_ isInSight: Bool) {
        guard isInSight != isScreenInSight else { return }
        isScreenInSight = isInSight
        for (_, (viewNode, appearance)) in appearances.sorted(by: { $0.key.number < $1.key.number }) {
            reconcile(appearance, of: viewNode)
        }
        update()
    }

    fileprivate func reconcile(_ appearance: Appearance, of viewNode: ViewNode) {
        guard viewNode.isInSight != appearance.isShown else { return }
        runAfterPass(viewNode) { [unowned self] in
            // It may have been removed, or hidden again, in the meantime.
            if appearances[viewNode.id] != nil { appearance.show(viewNode.isInSight) }
        }
    }
}
