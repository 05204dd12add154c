import Foundation

extension Publisher {
    /// A publisher that answers each value of this one.
    private func each<T>(
        _ answer: @escaping (Output, Subscribers._Receiver<T, Failure>) -> Void
    ) -> AnyPublisher<T, Failure> {
        AnyPublisher { receiver in
            _subscribe(.init(value: { answer($0, receiver) }, completion: receiver.completion))
        }
    }

    /// The same with something that it remembers, anew for each subscriber. What it answers is sent after the state is set: the
    /// receiver may make this publisher send again.
    private func each<State, T>(
        _ initial: @escaping () -> State, _ answer: @escaping (inout State, Output) -> T?
    ) -> AnyPublisher<T, Failure> {
        AnyPublisher { receiver in
            var state = initial()
            return _subscribe(
                .init(value: { if let made = answer(&state, $0) { receiver.value(made) } }, completion: receiver.completion))
        }
    }

    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { each { $1.value(transform($0)) } }
    public func map<T>(_ path: KeyPath<Output, T>) -> AnyPublisher<T, Failure> { map { $0[keyPath: path] } }
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
        each { value, receiver in if let made = transform(value) { receiver.value(made) } }
    }
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each { value, receiver in if isIncluded(value) { receiver.value(value) } }
    }
    public func replaceNil<T>(with value: T) -> AnyPublisher<T, Failure> where Output == T? { map { $0 ?? value } }

    public func removeDuplicates(by areSame: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each({ Output?.none }) { last, value -> Output? in
            if let last, areSame(last, value) { return nil }
            last = value
            return value
        }
    }

    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        each({ count }) { rest, value -> Output? in
            guard rest > 0 else { return value }
            rest -= 1
            return nil
        }
    }

    public func scan<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        each({ initial }) { result, value -> T? in
            result = next(result, value)
            return result
        }
    }

    /// The first values, and then the end.
    public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let gate = Gate()
            var rest = count
            guard rest > 0 else {
                receiver.completion(.finished)
                return AnyCancellable {}
            }
            return _subscribe(
                .init { value in
                    // The receiver may make this publisher send again.
                    guard gate.isOpen, rest > 0 else { return }
                    rest -= 1
                    let isLast = rest == 0
                    receiver.value(value)
                    if isLast, gate.close() { receiver.completion(.finished) }
                } completion: {
                    if gate.close() { receiver.completion($0) }
                })
        }
    }

    /// Writes the values to the standard output.
    public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
        handleEvents {
            Swift.print(prefix.isEmpty ? "receive value: (\($0))" : "\(prefix): receive value: (\($0))")
        } receiveCompletion: { _ in
            Swift.print(prefix.isEmpty ? "receive finished" : "\(prefix): receive finished")
        }
    }

    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }
    public func first(where holds: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { filter(holds).prefix(1) }

    public func prepend(_ values: Output...) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            for value in values { receiver.value(value) }
            return _subscribe(receiver)
        }
    }

    /// All values in one, at the end.
    public func collect() -> AnyPublisher<[Output], Failure> {
        AnyPublisher { receiver in
            var all: [Output] = []
            return _subscribe(
                .init {
                    all.append($0)
                } completion: { end in
                    if case .finished = end { receiver.value(all) }
                    receiver.completion(end)
                })
        }
    }

    public func reduce<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        collect().map { $0.reduce(initial, next) }
    }

    /// - Parameter receiveCancel: called when the subscription is cancelled.
    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let gate = Gate()
            let upstream = _subscribe(
                .init {
                    receiveOutput?($0)
                    receiver.value($0)
                } completion: {
                    _ = gate.close()
                    receiveCompletion?($0)
                    receiver.completion($0)
                })
            return AnyCancellable {
                if gate.close() { receiveCancel?() }
                upstream.cancel()
            }
        }
    }

    /// One subscription for all that subscribe to this.
    public func share() -> AnyPublisher<Output, Failure> {
        let subject = PassthroughSubject<Output, Failure>()
        let counter = Receivers<Never, Never>()
        var (count, upstream) = (0, AnyCancellable?.none)
        return AnyPublisher { receiver in
            let subscription = subject._subscribe(receiver)
            let isFirst = counter.locked {
                count += 1
                return count == 1
            }
            if isFirst {
                upstream = self._subscribe(.init(value: { subject.send($0) }, completion: { subject.send(completion: $0) }))
            }
            return AnyCancellable {
                subscription.cancel()
                counter.locked {
                    count -= 1
                    if count == 0 { upstream?.cancel() }
                }
            }
        }
    }
}

extension Publisher where Output: Equatable {
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

// MARK: - Errors

extension Publisher {
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
        AnyPublisher { receiver in
            let gate = Gate()
            return _subscribe(
                .init { value in
                    guard gate.isOpen else { return }
                    do {
                        receiver.value(try transform(value))
                    } catch {
                        if gate.close() { receiver.completion(.failure(error)) }
                    }
                } completion: { end in
                    guard gate.close() else { return }
                    switch end {
                    case .finished: receiver.completion(.finished)
                    case .failure(let error): receiver.completion(.failure(error))
                    }
                })
        }
    }

    public func decode<Item: Decodable>(type: Item.Type, decoder: JSONDecoder) -> AnyPublisher<Item, any Error>
    where Output == Data { tryMap { try decoder.decode(type, from: $0) } }
    public func encode(encoder: JSONEncoder) -> AnyPublisher<Data, any Error> where Output: Encodable {
        tryMap { try encoder.encode($0) }
    }

    private func ending<NewFailure: Error>(
        _ end: @escaping (Failure, Subscribers._Receiver<Output, NewFailure>) -> AnyCancellable?
    ) -> AnyPublisher<Output, NewFailure> {
        AnyPublisher { receiver in
            var next: AnyCancellable?
            let upstream = _subscribe(
                .init(value: receiver.value) {
                    switch $0 {
                    case .finished: receiver.completion(.finished)
                    case .failure(let error): next = end(error, receiver)
                    }
                })
            return AnyCancellable {
                upstream.cancel()
                next?.cancel()
            }
        }
    }

    public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure) -> AnyPublisher<Output, NewFailure> {
        ending { error, receiver in
            receiver.completion(.failure(transform(error)))
            return nil
        }
    }

    /// Subscribes again after an error, so many times.
    public func retry(_ times: Int) -> AnyPublisher<Output, Failure> {
        (0..<Swift.max(0, times)).reduce(AnyPublisher(self)) { before, _ in
            before.catch { [self] _ in self }.eraseToAnyPublisher()
        }
    }

    public func replaceError(with value: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(value) } }

    /// Goes on with another publisher after an error.
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure>
    where P.Output == Output { ending { handler($0)._subscribe($1) } }
}

extension Publisher where Failure == Never {
    public func setFailureType<NewFailure: Error>(to type: NewFailure.Type) -> AnyPublisher<Output, NewFailure> {
        AnyPublisher { receiver in
            _subscribe(.init(value: receiver.value) { _ in receiver.completion(.finished) })
        }
    }
}

extension Publisher {
    /// One value made of all of them when they end.
    private func whole<T>(_ make: @escaping ([Output]) -> T?) -> AnyPublisher<T, Failure> { collect().compactMap(make) }

    public func last() -> AnyPublisher<Output, Failure> { whole(\.last) }
    public func last(where holds: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { filter(holds).last() }
    public func count() -> AnyPublisher<Int, Failure> { whole(\.count) }
    public func max(by isLess: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        whole { $0.max(by: isLess) }
    }
    public func min(by isLess: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        whole { $0.min(by: isLess) }
    }
    public func contains(where holds: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        first(where: holds).map { _ in true }.replaceEmpty(with: false)
    }
    public func allSatisfy(_ holds: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        contains(where: { !holds($0) }).map { !$0 }
    }
    public func ignoreOutput() -> AnyPublisher<Never, Failure> { each { _, _ in } }
    public func replaceEmpty(with value: Output) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            var isEmpty = true
            return _subscribe(
                .init {
                    isEmpty = false
                    receiver.value($0)
                } completion: { end in
                    if case .finished = end, isEmpty { receiver.value(value) }
                    receiver.completion(end)
                })
        }
    }
    public func append(_ values: Output...) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            _subscribe(
                .init(value: receiver.value) { end in
                    if case .finished = end { values.forEach(receiver.value) }
                    receiver.completion(end)
                })
        }
    }
    public func output(at index: Int) -> AnyPublisher<Output, Failure> { dropFirst(index).prefix(1) }
    public func drop(while holds: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each({ true }) { drops, value -> Output? in
            drops = drops && holds(value)
            return drops ? nil : value
        }
    }
    public func prefix(while holds: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let gate = Gate()
            return _subscribe(
                .init { value in
                    guard gate.isOpen else { return }
                    if holds(value) { receiver.value(value) } else if gate.close() { receiver.completion(.finished) }
                } completion: {
                    if gate.close() { receiver.completion($0) }
                })
        }
    }
    /// Arrays of that many values; the last may be shorter.
    public func collect(_ count: Int) -> AnyPublisher<[Output], Failure> {
        AnyPublisher { receiver in
            var part: [Output] = []
            return _subscribe(
                .init { value in
                    part.append(value)
                    guard part.count >= count else { return }
                    let whole = part
                    part = []
                    receiver.value(whole)
                } completion: { end in
                    if case .finished = end, !part.isEmpty { receiver.value(part) }
                    receiver.completion(end)
                })
        }
    }
    /// Ends the program when the publisher fails, as in Combine: that is what the caller asks for.
    public func assertNoFailure(_ prefix: String = "") -> AnyPublisher<Output, Never> {
        self.catch { error -> Empty<Output, Never> in fatalError("\(prefix) \(error)") }
    }
}

extension Publisher where Output: Comparable {
    public func max() -> AnyPublisher<Output, Failure> { max(by: <) }
    public func min() -> AnyPublisher<Output, Failure> { min(by: <) }
}
extension Publisher where Output: Equatable {
    public func contains(_ value: Output) -> AnyPublisher<Bool, Failure> { contains { $0 == value } }
}
