/// Runs actions when its content appears and disappears.
struct AppearanceModifier: ViewModifier, PrimitiveModifier {
    var appear: (() -> Void)?
    var disappear: (() -> Void)?

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        viewNode.onRemoval = disappear
        let isNew = viewNode.propertyStorage.isEmpty
        guard isNew else { return }
        viewNode.propertyStorage = [Appeared()]
        if let appear { viewNode.graph.runAfterPass(viewNode, appear) }
    }

    private final class Appeared {}
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

/// Runs a task while its content exists.
struct TaskModifier: ViewModifier, PrimitiveModifier {
    let id: AnyHashable
    let priority: TaskPriority
    let action: @MainActor () async -> Void

    private final class Running {
        let id: AnyHashable
        var task: Task<Void, Never>?
        init(_ id: AnyHashable) { self.id = id }
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let old = viewNode.propertyStorage.first as? Running
        guard old?.id != id else { return }
        old?.task?.cancel()
        let running = Running(id)
        viewNode.propertyStorage = [running]
        viewNode.onRemoval = { running.task?.cancel() }
        viewNode.graph.runAfterPass(viewNode) { running.task = Task(priority: priority) { await action() } }
    }
}

extension View {
    /// Runs `action` after the update in which the view first appears.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearanceModifier(appear: action))
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearanceModifier(disappear: action))
    }

    /// Runs `action` with the old and the new value after an update in which `value` has changed.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        modifier(ChangeModifier(value: value, initial: initial, action: action))
    }

    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        modifier(ChangeModifier(value: value, initial: initial) { _, _ in action() })
    }

    /// The form of the first SwiftUI versions, with the new value only.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (Value) -> Void
    ) -> some View {
        modifier(ChangeModifier(value: value, initial: false) { _, new in action(new) })
    }

    public func task(
        priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        modifier(TaskModifier(id: 0, priority: priority, action: action))
    }

    /// Cancels and restarts the task when the id changes.
    public func task<ID: Hashable>(
        id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        modifier(TaskModifier(id: AnyHashable(id), priority: priority, action: action))
    }
}
