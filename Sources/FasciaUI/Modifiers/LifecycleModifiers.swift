/// Runs actions when its content appears and disappears.
struct AppearanceModifier: ViewModifier, PrimitiveModifier {
    var appear: (() -> Void)?
    var disappear: (() -> Void)?

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let appearance = viewNode.stored(Appearance())
        (appearance.appear, appearance.disappear) = (appear, disappear)
        viewNode.follow(appearance)
    }
}

/// Runs an action when a value has changed since the previous evaluation.
struct ChangeModifier<Value: Equatable>: ViewModifier, PrimitiveModifier {
    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    private final class Previous {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        guard let last = viewNode.propertyStorage.first as? Previous else {
            viewNode.propertyStorage = [Previous(value)]
            if initial { viewNode.graph.runAfterPass(viewNode) { action(value, value) } }
            return
        }
        guard last.value != value else { return }
        let old = last.value
        last.value = value
        viewNode.graph.runAfterPass(viewNode) { action(old, value) }
    }
}

/// Runs a task while its content is shown.
struct TaskModifier: ViewModifier, PrimitiveModifier {
    let id: AnyHashable
    let priority: TaskPriority
    let action: @MainActor () async -> Void

    @MainActor private final class Running {
        let appearance = Appearance()
        var id: AnyHashable?
        var task: Task<Void, Never>?
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let running = viewNode.stored(Running())
        let appearance = running.appearance
        let start: () -> Void = { [weak running] in running?.task = Task(priority: priority) { await action() } }
        appearance.appear = start
        appearance.disappear = { [weak running] in running?.task?.cancel() }
        if let old = running.id, old != id, appearance.isShown {
            running.task?.cancel()
            viewNode.graph.runAfterPass(viewNode) { if appearance.isShown { start() } }
        }
        running.id = id
        viewNode.follow(appearance)
    }
}

extension View {
    /// Runs `action` after the update in which the view appears: when it is made, and when the screen that was pushed on its
    /// own is gone, or its tab is chosen again.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { modifier(AppearanceModifier(appear: action)) }

    /// Runs `action` when the view is removed, when a screen is pushed on its own, and when another tab is chosen.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { modifier(AppearanceModifier(disappear: action)) }

    /// Runs `action` with the old and the new value after an update in which `value` has changed.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View { modifier(ChangeModifier(value: value, initial: initial, action: action)) }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { modifier(ChangeModifier(value: value, initial: initial) { _, _ in action() }) }

    /// The form of the first SwiftUI versions, with the new value only.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (Value) -> Void
    ) -> some View { modifier(ChangeModifier(value: value, initial: false) { _, new in action(new) }) }

    /// Runs a task while the view is shown: it is cancelled when the view disappears, and runs again when it appears again.
    public func task(
        priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
    ) -> some View { modifier(TaskModifier(id: 0, priority: priority, action: action)) }

    /// Cancels and restarts the task when the id changes.
    public func task<ID: Hashable>(
        id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
    ) -> some View { modifier(TaskModifier(id: AnyHashable(id), priority: priority, action: action)) }
}
