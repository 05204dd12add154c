import FasciaModel

extension View {
    /// Handles what a screen above tells its parent: what the user did there, by name.
    ///
    /// It is there as long as this view is. What `handler` throws is the answer: the action is then rejected, and
    /// whoever sent it reads why.
    ///
    /// - Parameter handler: given what came with the action, as the type that it takes.
    public func onAction<Value: Decodable>(
        _ name: String, perform handler: @escaping (Value) throws -> Void
    ) -> some View {
        modifier(OnActionModifier(name: name) { try handler(try Payload.read(Value.self, from: $0)) })
    }

    public func onAction(_ name: String, perform handler: @escaping () throws -> Void) -> some View {
        modifier(OnActionModifier(name: name) { _ in try handler() })
    }

    /// Says that this view may tell the parent of its screen these things, besides what its buttons say by themselves:
    /// so that it is known, when the screen is opened, whether anybody handles them.
    public func emits(_ names: String...) -> some View { modifier(EmitsModifier(names: names)) }
}

private struct OnActionModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let name: String
    let handler: ActionTable.Handler

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let (table, id) = (place.graph.actions, place.id)
        table.forget(id)
        if OwnAction.isOwn(name) { OwnAction.reportOwn(name) } else { table.handle(name, at: id, handler) }
        place.onRemoval = { table.forget(id) }
    }
}

private struct EmitsModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let names: [String]

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let (table, id) = (place.graph.actions, place.id)
        table.send(names, at: id)
        place.onRemoval = { table.forget(id) }
    }
}
