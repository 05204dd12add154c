import Synchronization

/// An object that views observe through its `@Published` properties.
public protocol ObservableObject: AnyObject {
    /// Sends before the object changes.
    var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
    /// The publisher shared by the object's `@Published` properties. For an object without any, it is kept in a table.
    public var objectWillChange: ObservableObjectPublisher {
        var publisher: ObservableObjectPublisher?
        var mirror: Mirror? = Mirror(reflecting: self)
        var properties: [any PublishedProperty] = []
        while let here = mirror {
            properties += here.children.compactMap { $0.value as? any PublishedProperty }
            mirror = here.superclassMirror
        }
        for property in properties { publisher = publisher ?? property.publisherOfObject }
        let found = publisher ?? (properties.isEmpty ? PublisherTable.publisher(of: self) : ObservableObjectPublisher())
        for property in properties { property.publisherOfObject = found }
        return found
    }
}

/// Notifies subscribers before an object changes.
public final class ObservableObjectPublisher: Publisher, Distinguishable, Sendable {
    public typealias Output = Void
    public typealias Failure = Never

    private struct Listeners {
        var last = 0
        var all: [Int: @Sendable () -> Void] = [:]
        /// The evaluations that have read the object.
        var dependents = Dependents()
    }

    private let listeners = Mutex(Listeners())

    public init() {}

    public func send() {
        let (all, dependents) = listeners.withLock { listeners in
            defer { listeners.dependents = Dependents() }
            return (Array(listeners.all.values), listeners.dependents)
        }
        for listener in all { listener() }
        var rest = dependents
        rest.invalidateAll()
    }

    /// Invalidates the evaluations that have read the object between `send()` and the change, which is possible if
    /// another thread makes the change. They have read the old value.
    func didChange() {
        var late = listeners.withLock { listeners in
            defer { listeners.dependents = Dependents() }
            return listeners.dependents
        }
        late.invalidateAll()
    }

    func add(_ context: EvaluationContext) { listeners.withLock { $0.dependents.add(context) } }

    public func _subscribe(_ receiver: Subscribers._Receiver<Void, Never>) -> AnyCancellable {
        nonisolated(unsafe) let receiver = receiver
        let number = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = { receiver.value(()) }
            return listeners.last
        }
        return AnyCancellable { [weak self] in self?.listeners.withLock { $0.all[number] = nil } }
    }
}

/// The publishers of objects that cannot store one.
private enum PublisherTable {
    private struct Row {
        weak var object: AnyObject?
        var publisher: ObservableObjectPublisher
    }

    /// Unchecked is safe: rows are accessed under the mutex only, and no reference to an object leaves it.
    private struct Rows: @unchecked Sendable { var all: [ObjectIdentifier: Row] = [:] }

    private static let rows = Mutex(Rows())

    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let id = ObjectIdentifier(object)
        let fresh = Row(object: object, publisher: ObservableObjectPublisher())
        return publisher(id, Rows(all: [id: fresh]))
    }

    private static func publisher(_ id: ObjectIdentifier, _ new: sending Rows) -> ObservableObjectPublisher {
        let publisher = new.all[id]?.publisher ?? ObservableObjectPublisher()
        return rows.withLock { rows in
            // An address may be reused after its object is released.
            if let row = rows.all[id], row.object != nil { return row.publisher }
            if rows.all.count.isMultiple(of: 64) { rows.all = rows.all.filter { $0.value.object != nil } }
            rows.all[id] = new.all[id]
            return publisher
        }
    }
}
