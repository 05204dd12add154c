/// A property that makes its object send `objectWillChange` before each change.
@propertyWrapper
public struct Published<Value> {
    private let storage: Storage

    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    @available(*, unavailable, message: "@Published is only for properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }

    /// A publisher of the property's values.
    public var projectedValue: Publisher { Publisher(storage: storage) }

    public static subscript<Object: ObservableObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage path: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: path].storage.value }
        set {
            object.objectWillChange.send()
            object[keyPath: path].storage.set(newValue)
            object.objectWillChange.sent()
        }
    }

    final class Storage {
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

        func forget(_ number: Int) { listeners[number] = nil }
    }

    public struct Publisher {
        let storage: Storage

        /// Calls `receive` with the current value and before each change, until the result is cancelled or released.
        public func sink(receiveValue receive: @escaping (Value) -> Void) -> Subscription {
            receive(storage.value)
            let number = storage.listen(receive)
            return Subscription { [weak storage] in storage?.forget(number) }
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
        get { storage.publisherOfObject }
        nonmutating set { storage.publisherOfObject = newValue }
    }
}
