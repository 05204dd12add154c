extension View {
    /// Handles an action, by name, that a screen opened by this one sends to its parent.
    ///
    /// The handler is registered as long as this view exists. An error that `handler` throws rejects the action, and
    /// the sender gets the error as the reason.
    ///
    /// - Parameter handler: called with the payload of the action, decoded as `Value`.
    public func onAction<Value: Decodable>(
        _ name: String, perform handler: @escaping (Value) throws -> Void
    ) -> some View { modifier(OnActionModifier(name: name) { try handler(try Payload.read(Value.self, from: $0)) }) }
    public func onAction(_ name: String, perform handler: @escaping () throws -> Void) -> some View {
        modifier(OnActionModifier(name: name) { _ in try handler() })
    }

    /// Declares the actions that this view may send to the parent of its screen. Each `EmitButton` declares its own.
    /// The declaration lets the daemon check, when the screen is opened, that every action has a handler.
    public func emits(_ names: String...) -> some View { modifier(EmitsModifier(names: names)) }
}

private struct OnActionModifier: ViewModifier, PrimitiveModifier {
    let name: String
    let handler: ActionRegistry.Handler

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let (registry, id) = (viewNode.graph.actions, viewNode.id)
        registry.removeAll(of: id)
        if ControlAction.isReserved(name) {
            ControlAction.reportReservedName(name)
        } else {
            registry.register(name, at: id, handler)
        }
        viewNode.onRemoval = { registry.removeAll(of: id) }
    }
}

private struct EmitsModifier: ViewModifier, PrimitiveModifier {
    let names: [String]

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let (registry, id) = (viewNode.graph.actions, viewNode.id)
        registry.declareEmits(names, at: id)
        viewNode.onRemoval = { registry.removeAll(of: id) }
    }
}
