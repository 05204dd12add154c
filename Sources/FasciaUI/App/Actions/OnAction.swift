extension View {
    /// Handles an action, by name, that a screen opened by this one sends to its parent.
    ///
    /// The handler is registered as long as this view exists. An error that `handler` throws rejects the action, and
    /// the sender gets the error as the reason.
    ///
    /// - Parameter handler: called with the payload of the action, decoded as `Value`.
    public func onAction<Value: Decodable>(
        _ name: String, perform handler: @escaping (Value) throws -> Void
    ) -> some View {
        modifier(OnActionModifier(name: name) { try handler(try Payload.read(Value.self, from: $0)) })
    }

    public func onAction(_ name: String, perform handler: @escaping () throws -> Void) -> some View {
        modifier(OnActionModifier(name: name) { _ in try handler() })
    }

    /// Declares the actions that this view may send to the parent of its screen. Each `EmitButton` declares its own.
    /// The declaration lets the daemon check, when the screen is opened, that every action has a handler.
    public func emits(_ names: String...) -> some View { modifier(EmitsModifier(names: names)) }
}

private struct OnActionModifier: ViewModifier, PrimitiveModifier {
    let name: String
    let handler: ActionTable.Handler

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        let (table, id) = (place.graph.actions, place.id)
        table.forget(id)
        if ControlAction.isOwn(name) { ControlAction.reportReservedName(name) } else { table.handle(name, at: id, handler) }
        place.onRemoval = { table.forget(id) }
    }
}

private struct EmitsModifier: ViewModifier, PrimitiveModifier {
    let names: [String]

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        let (table, id) = (place.graph.actions, place.id)
        table.send(names, at: id)
        place.onRemoval = { table.forget(id) }
    }
}
