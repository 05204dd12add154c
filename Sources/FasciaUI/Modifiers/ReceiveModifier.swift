/// Subscribes while its content exists.
private struct ReceiveModifier<Source: Publisher>: ViewModifier, PrimitiveModifier {
    let source: Source
    let action: (Source.Output) -> Void

    private final class Subscriber {
        var (source, subscription): (Source?, AnyObject?)
        var action: ((Source.Output) -> Void)?
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let subscriber = viewNode.stored(Subscriber())
        subscriber.action = action
        viewNode.onRemoval = { subscriber.subscription = nil }
        // What an operator or `autoconnect()` makes anew in each evaluation counts as the same publisher.
        if let known = subscriber.source, !(source is any Distinguishable) || StructuralEquality.same(known, source) { return }
        subscriber.source = source
        viewNode.graph.runAfterPass(viewNode) {
            subscriber.subscription = source.sink { _ in
            } receiveValue: { [weak subscriber] in
                subscriber?.action?($0)
            }
        }
    }
}

extension View {
    /// Runs `action` with the current value of the publisher and with every later one. `Just(value)` sends each new value.
    public func onReceive<Source: Publisher>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View where Source.Failure == Never { modifier(ReceiveModifier(source: publisher, action: action)) }
}
