/// A property whose changes its object announces before they are made.
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

    /// Listens to the values of the property.
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
            // Listeners hear before the property has it, as in Combine.
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

        /// Calls `receive` with the value now and before each change, for as long as the result is kept.
        public func sink(receiveValue receive: @escaping (Value) -> Void) -> Subscription {
            receive(storage.value)
            let number = storage.listen(receive)
            return Subscription { [weak storage] in storage?.forget(number) }
        }
    }
}

/// Ends what it stands for when it is cancelled or goes away.
public final class Subscription {
    private var end: (() -> Void)?
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { cancel() }

    public func cancel() {
        end?()
        end = nil
    }
}

/// A `Published` of any value.
protocol PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
    var publisherOfObject: ObservableObjectPublisher? {
        get { storage.publisherOfObject }
        nonmutating set { storage.publisherOfObject = newValue }
    }
}
