import Foundation
import Synchronization

// What programs use of Combine, which Linux does not have. A publisher sends values as they come: there is no demand, so
// subscribers cannot ask for fewer.

/// Sends values over time, and perhaps an end.
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// Sends everything to `receiver` until the result is cancelled or released.
    func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable
}

public enum Subscribers {
    /// How a publisher has ended.
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    public struct _Receiver<Input, Failure: Error> {
        package let value: (Input) -> Void
        package let completion: (Completion<Failure>) -> Void
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Sendable where Failure: Sendable {}

/// Something that can be ended early.
public protocol Cancellable {
    func cancel()
}

extension Cancellable {
    public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(AnyCancellable(self))
    }
}

/// Cancels a subscription when `cancel()` is called or it is released.
public final class AnyCancellable: Cancellable, Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    public init(_ cancel: @escaping () -> Void) {
        // Not checked here, as in Combine: whoever cancels from another thread gives a closure that may run there.
        nonisolated(unsafe) let cancel = cancel
        end = Mutex({ cancel() })
    }

    public convenience init<C: Cancellable>(_ canceller: C) { self.init { canceller.cancel() } }
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

/// A publisher of any kind.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let subscribe: (Subscribers._Receiver<Output, Failure>) -> AnyCancellable

    package init(_ subscribe: @escaping (Subscribers._Receiver<Output, Failure>) -> AnyCancellable) { self.subscribe = subscribe }
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        self.init { publisher._subscribe($0) }
    }

    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { subscribe(receiver) }
}

// MARK: - Subscribers

extension Publisher {
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let gate = Gate()
        let upstream = _subscribe(
            .init {
                if gate.isOpen { receiveValue($0) }
            } completion: {
                if gate.close() { receiveCompletion($0) }
            })
        return AnyCancellable {
            _ = gate.close()
            upstream.cancel()
        }
    }

    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Sets a property of an object, which the subscription keeps.
    public func assign<Root>(to path: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        sink { object[keyPath: path] = $0 }
    }

    /// The values, for `for await`.
    public var values: AsyncStream<Output> {
        AsyncStream { continuation in
            let subscription = sink { _ in
                continuation.finish()
            } receiveValue: { value in
                nonisolated(unsafe) let value = value
                continuation.yield(value)
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}

/// Whether a subscription goes on.
final class Gate: Sendable {
    private let open = Mutex(true)
    var isOpen: Bool { open.withLock { $0 } }

    /// Closes it.
    ///
    /// - Returns: whether it was open.
    func close() -> Bool {
        open.withLock { open in
            defer { open = false }
            return open
        }
    }
}

// MARK: - Simple publishers

/// A publisher that differs from another one only if it sends something else, unlike one with closures.
package protocol Distinguishable {}

/// One value, at once.
public struct Just<Output>: Publisher, Distinguishable {
    public typealias Failure = Never
    public let output: Output
    public init(_ output: Output) { self.output = output }

    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Never>) -> AnyCancellable {
        receiver.value(output)
        receiver.completion(.finished)
        return AnyCancellable {}
    }
}

/// No value.
public struct Empty<Output, Failure: Error>: Publisher {
    private let endsAtOnce: Bool
    public init(completeImmediately: Bool = true) { endsAtOnce = completeImmediately }
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        endsAtOnce = completeImmediately
    }

    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
        if endsAtOnce { receiver.completion(.finished) }
        return AnyCancellable {}
    }
}

/// An error, at once.
public struct Fail<Output, Failure: Error>: Publisher {
    public let error: Failure
    public init(error: Failure) { self.error = error }
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
        receiver.completion(.failure(error))
        return AnyCancellable {}
    }
}

/// A publisher that is made when somebody subscribes.
public struct Deferred<P: Publisher>: Publisher {
    public typealias Output = P.Output
    public typealias Failure = P.Failure
    private let make: () -> P
    public init(createPublisher: @escaping () -> P) { make = createPublisher }
    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { make()._subscribe(receiver) }
}

/// One value or an error, when the work is done that begins with it.
public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = (Result<Output, Failure>) -> Void
    private let subject = CurrentValueSubject<Result<Output, Failure>?, Never>(nil)

    public init(_ attempt: @escaping (@escaping Promise) -> Void) {
        attempt { [subject] result in if subject.value == nil { subject.send(result) } }
    }

    public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
        subject._subscribe(
            .init { result in
                switch result {
                case nil: break
                case .success(let value)?:
                    receiver.value(value)
                    receiver.completion(.finished)
                case .failure(let error)?: receiver.completion(.failure(error))
                }
            } completion: { _ in
            })
    }
}

extension Sequence {
    /// The elements, at once.
    public var publisher: AnyPublisher<Element, Never> {
        AnyPublisher { receiver in
            for element in self { receiver.value(element) }
            receiver.completion(.finished)
            return AnyCancellable {}
        }
    }
}
