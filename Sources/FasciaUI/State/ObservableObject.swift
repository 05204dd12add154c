import Synchronization

/// An object whose `@Published` properties views depend on.
public protocol ObservableObject: AnyObject {
    /// Says that the object is about to change.
    var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
    /// The one that the object's `@Published` properties tell; for an object without any, one that is kept beside it.
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

/// Tells those who listen that an object is about to change.
public final class ObservableObjectPublisher: Sendable {
    private struct Listeners {
        var last = 0
        var all: [Int: @Sendable () -> Void] = [:]
        /// The evaluations that depend on the object.
        var readers = Readers()
    }

    private let listeners = Mutex(Listeners())

    public init() {}

    public func send() {
        let (all, readers) = listeners.withLock { listeners in
            defer { listeners.readers = Readers() }
            return (Array(listeners.all.values), listeners.readers)
        }
        for listener in all { listener() }
        var rest = readers
        rest.notify()
    }

    /// The change has been made. Where that is done by another thread, somebody may have read in between, and has not
    /// seen it.
    func sent() {
        var late = listeners.withLock { listeners in
            defer { listeners.readers = Readers() }
            return listeners.readers
        }
        late.notify()
    }

    func add(_ reader: Reader) { listeners.withLock { $0.readers.add(reader) } }

    /// Calls `receive` before each change, until the result is cancelled or let go of.
    public func sink(receiveValue receive: @escaping @Sendable () -> Void) -> AnyCancellable {
        let number = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = receive
            return listeners.last
        }
        return AnyCancellable { [weak self] in self?.listeners.withLock { $0.all[number] = nil } }
    }
}

/// Ends what it stands for when it is cancelled or goes away.
public final class AnyCancellable: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    public init(_ cancel: @escaping @Sendable () -> Void) { end = Mutex(cancel) }
    deinit { cancel() }

    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }

    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}

extension AnyCancellable: Hashable {
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The publishers of objects that have nowhere to keep one.
private enum PublisherTable {
    private struct Row {
        weak var object: AnyObject?
        var publisher: ObservableObjectPublisher
    }

    /// Only the table's own rows are looked at under the lock; an object is never handed out of it.
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
            // An address may be used again once its object is gone.
            if let row = rows.all[id], row.object != nil { return row.publisher }
            if rows.all.count.isMultiple(of: 64) { rows.all = rows.all.filter { $0.value.object != nil } }
            rows.all[id] = new.all[id]
            return publisher
        }
    }
}
