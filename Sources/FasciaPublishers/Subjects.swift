import Foundation

/// A publisher whose values code sends.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Output)
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void { public func send() { send(()) } }

/// The subscribers of a subject, by number. Any thread may send and subscribe.
final class Receivers<Output, Failure: Error> {
    private let lock = NSRecursiveLock()
    private var all: [Int: Subscribers._Receiver<Output, Failure>] = [:]
    private var last = 0
    private var end: Subscribers.Completion<Failure>?

    func locked<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }

    func add(_ receiver: Subscribers._Receiver<Output, Failure>, first: Output?) -> AnyCancellable {
        let number = lock.withLock { () -> Int? in
            guard end == nil else { return nil }
            last += 1
            all[last] = receiver
            return last
        }
        guard let number else {
            if let end { receiver.completion(end) }
            return AnyCancellable {}
        }
        if let first { receiver.value(first) }
        return AnyCancellable { [weak self] in self?.lock.withLock { self?.all[number] = nil } }
    }

    func send(_ value: Output) {
        let receivers = lock.withLock { end == nil ? all.sorted { $0.key < $1.key } : [] }
        for (_, receiver) in receivers { receiver.value(value) }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        let receivers = lock.withLock {
            defer {
                end = end ?? completion
                all = [:]
            }
            return all.sorted { $0.key < $1.key }
        }
        for (_, receiver) in receivers { receiver.completion(completion) }
    }
}

/// Sends values to those that have subscribed before.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Distinguishable {
    private let receivers = Receivers<Output, Failure>()
    public init() {}
    public func send(_ value: Output) { receivers.send(value) }
    public func send(completion: Subscribers.Completion<Failure>) { receivers.send(completion: completion) }
    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
        receivers.add(receiver, first: nil)
    }
}

/// Keeps its last value, which new subscribers get first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, Distinguishable {
    private let receivers = Receivers<Output, Failure>()
    private var current: Output

    public init(_ value: Output) { current = value }

    public var value: Output {
        get { receivers.locked { current } }
        set { send(newValue) }
    }

    public func send(_ value: Output) {
        receivers.locked { current = value }
        receivers.send(value)
    }
    public func send(completion: Subscribers.Completion<Failure>) { receivers.send(completion: completion) }
    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
        receivers.add(receiver, first: value)
    }
}
