/// A property that makes its object send `objectWillChange` before each change.
@propertyWrapper
public struct Published<Value> {
    private let box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    @available(*, unavailable, message: "@Published is only for properties of classes")
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    /// A publisher of the property's values. `assign(to:)` takes it as the property to set.
    public var projectedValue: Publisher {
        get { Publisher(box: box) }
        // Nothing but `assign(to: &$property)` sets it, to what it was.
        nonmutating set {}
    }

    public static subscript<Object: ObservableObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage path: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: path].box.value }
        set {
            let publisher = object.objectWillChange
            let box = object[keyPath: path].box
            box.publisherOfObject = publisher
            box.assign(newValue)
        }
    }

    final class Box {
        var value: Value
        var publisherOfObject: ObservableObjectPublisher?
        private var listeners: [Int: (Value) -> Void] = [:]
        private var lastNumber = 0

        init(_ value: Value) { self.value = value }

        /// The subscriptions that set this property.
        var assignments: [AnyCancellable] = []

        /// Sets the property, and tells those that observe it or its object.
        func assign(_ new: Value) {
            publisherOfObject?.send()
            // As in Combine, listeners are called before the property changes.
            for listener in listeners.sorted(by: { $0.key < $1.key }) { listener.value(new) }
            value = new
            publisherOfObject?.didChange()
        }

        func listen(_ listener: @escaping (Value) -> Void) -> Int {
            lastNumber += 1
            listeners[lastNumber] = listener
            return lastNumber
        }

        func removeListener(_ number: Int) { listeners[number] = nil }
    }

    /// Sends the current value, and each new one before the property has it.
    public struct Publisher: FasciaPublishers.Publisher, Distinguishable {
        public typealias Output = Value
        public typealias Failure = Never
        let box: Box

        public func _subscribe(_ receiver: Subscribers._Receiver<Value, Never>) -> AnyCancellable {
            let number = box.listen(receiver.value)
            receiver.value(box.value)
            return AnyCancellable { [weak box] in box?.removeListener(number) }
        }
    }
}

extension FasciaPublishers.Publisher where Failure == Never {
    /// Sets a published property as long as its object lives.
    public func assign(to published: inout Published<Output>.Publisher) {
        let box = published.box
        box.assignments.append(sink { [weak box] in box?.assign($0) })
    }
}

protocol PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? {
        get { box.publisherOfObject }
        nonmutating set { box.publisherOfObject = newValue }
    }
}
