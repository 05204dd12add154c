/// Subscribes while its content exists.
private struct ReceiveModifier<Source: Publisher>: ViewModifier, PrimitiveModifier {
    let source: Source
    let action: (Source.Output) -> Void

    private final class Subscriber {
        var action: (Source.Output) -> Void
        var subscription: AnyObject?
        init(_ action: @escaping (Source.Output) -> Void) { self.action = action }
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        if let subscriber = viewNode.propertyStorage.first as? Subscriber {
            subscriber.action = action
            return
        }
        let subscriber = Subscriber(action)
        viewNode.propertyStorage = [subscriber]
        viewNode.graph.runAfterPass(viewNode) {
            subscriber.subscription = source.sink { _ in
            } receiveValue: { [weak subscriber] in
                subscriber?.action($0)
            }
        }
        viewNode.onRemoval = { subscriber.subscription = nil }
    }
}

extension View {
    /// Runs `action` with the current value of the publisher and with every later one.
    public func onReceive<Source: Publisher>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View where Source.Failure == Never { modifier(ReceiveModifier(source: publisher, action: action)) }
}
