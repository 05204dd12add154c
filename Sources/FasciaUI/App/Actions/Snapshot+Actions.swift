extension Snapshot {
    /// Handles an action that the views send to the parent of their screen, as the parent's app would.
    public func onAction<Value: Decodable>(_ name: String, perform handler: @escaping (Value) throws -> Void) {
        navigator.parents[name] = { try handler(try Payload.read(Value.self, from: $0)) }
    }

    public func onAction(_ name: String, perform handler: @escaping () throws -> Void) {
        navigator.parents[name] = { _ in try handler() }
    }
}
