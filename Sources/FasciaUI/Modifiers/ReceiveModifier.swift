/// A publisher of values for `onReceive`.
@MainActor public protocol ValueSource<Output> {
    associatedtype Output
    /// Calls `receive` with each value until the returned object is released.
    func listen(_ receive: @escaping (Output) -> Void) -> AnyObject
}

extension Published.Publisher: ValueSource {
    public func listen(_ receive: @escaping (Value) -> Void) -> AnyObject { sink(receiveValue: receive) }
}

/// Subscribes while its content exists.
private struct ReceiveModifier<Source: ValueSource>: ViewModifier, PrimitiveModifier {
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
            subscriber.subscription = source.listen { [weak subscriber] in subscriber?.action($0) }
        }
        viewNode.onRemoval = { subscriber.subscription = nil }
    }
}

extension View {
    /// Runs `action` with the current value of the publisher and with every later one.
    public func onReceive<Source: ValueSource>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View {
        modifier(ReceiveModifier(source: publisher, action: action))
    }
}
