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

    /// A publisher of the property's values.
    public var projectedValue: Publisher { Publisher(box: box) }

    public static subscript<Object: ObservableObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage path: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: path].box.value }
        set {
            object.objectWillChange.send()
            object[keyPath: path].box.set(newValue)
            object.objectWillChange.didChange()
        }
    }

    final class Box {
        var value: Value
        var publisherOfObject: ObservableObjectPublisher?
        private var listeners: [Int: (Value) -> Void] = [:]
        private var lastNumber = 0

        init(_ value: Value) { self.value = value }

        func set(_ new: Value) {
            // As in Combine, listeners are called before the property changes.
            for listener in listeners.values { listener(new) }
            value = new
        }

        func listen(_ listener: @escaping (Value) -> Void) -> Int {
            lastNumber += 1
            listeners[lastNumber] = listener
            return lastNumber
        }

        func removeListener(_ number: Int) { listeners[number] = nil }
    }

    public struct Publisher {
        let box: Box

        /// Calls `receive` with the current value and before each change, until the result is cancelled or released.
        public func sink(receiveValue receive: @escaping (Value) -> Void) -> Subscription {
            receive(box.value)
            let number = box.listen(receive)
            return Subscription { [weak box] in box?.removeListener(number) }
        }
    }
}

/// Ends a subscription when `cancel()` is called or it is released.
public final class Subscription {
    private var end: (() -> Void)?
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { cancel() }

    public func cancel() {
        end?()
        end = nil
    }
}

/// Any `Published`.
protocol PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? {
        get { box.publisherOfObject }
        nonmutating set { box.publisherOfObject = newValue }
    }
}
