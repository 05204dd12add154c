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

    private final class Listening {
        var action: (Source.Output) -> Void
        var subscription: AnyObject?
        init(_ action: @escaping (Source.Output) -> Void) { self.action = action }
    }

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        if let listening = place.slots.first as? Listening {
            listening.action = action
            return
        }
        let listening = Listening(action)
        place.slots = [listening]
        place.graph.afterwards(place) {
            listening.subscription = source.listen { [weak listening] in listening?.action($0) }
        }
        place.onRemoval = { listening.subscription = nil }
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
