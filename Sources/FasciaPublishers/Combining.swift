import Foundation

/// Publishers that are made of others.
public enum Publishers {
    /// The latest values of two, whenever one of them sends.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        private let a: A
        private let b: B

        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
            var (first, second) = (A.Output?.none, B.Output?.none)
            return Joined(count: 2, receiver).both(a, b, { first = $0 }, { second = $0 }) {
                if let first, let second { receiver.value((first, second)) }
            }
        }
    }

    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        private let all: AnyPublisher<Output, Failure>

        public init(_ a: A, _ b: B, _ c: C) { all = CombineLatest(CombineLatest(a, b), c).map { ($0.0, $0.1, $1) } }
        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { all._subscribe(receiver) }
    }

    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure
        private let all: AnyPublisher<Output, Failure>
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            all = CombineLatest(CombineLatest3(a, b, c), d).map { ($0.0, $0.1, $0.2, $1) }
        }
        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { all._subscribe(receiver) }
    }

    /// The values of two in pairs: the first with the first. Ends when there can be no other pair.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        private let a: A
        private let b: B

        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
            var (first, second): ([A.Output], [B.Output]) = ([], [])
            let shared = Joined(count: 2, receiver)
            shared.isOver = { $0[0] && first.isEmpty || $0[1] && second.isEmpty }
            return shared.both(a, b, { first.append($0) }, { second.append($0) }) {
                guard !first.isEmpty, !second.isEmpty else { return }
                receiver.value((first.removeFirst(), second.removeFirst()))
            }
        }
    }

    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        private let all: AnyPublisher<Output, Failure>
        public init(_ a: A, _ b: B, _ c: C) { all = Zip(Zip(a, b), c).map { ($0.0, $0.1, $1) } }
        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { all._subscribe(receiver) }
    }

    public static func Merge3<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C) -> MergeMany<
        AnyPublisher<A.Output, A.Failure>
    >
    where A.Output == B.Output, B.Output == C.Output, A.Failure == B.Failure, B.Failure == C.Failure {
        MergeMany(AnyPublisher(a), AnyPublisher(b), AnyPublisher(c))
    }

    /// The values of several, as they come.
    public struct MergeMany<P: Publisher>: Publisher {
        public typealias Output = P.Output
        public typealias Failure = P.Failure
        private let publishers: [P]

        public init(_ publishers: P...) { self.publishers = publishers }
        public init<S: Sequence>(_ publishers: S) where S.Element == P { self.publishers = Array(publishers) }

        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
            let shared = Joined(count: publishers.count, receiver)
            return shared.subscriptions(
                publishers.enumerated().map { $1._subscribe(shared.part($0, { receiver.value($0) }, then: {})) })
        }
    }

    /// The values of two, as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        private let all: MergeMany<AnyPublisher<Output, Failure>>
        public init(_ a: A, _ b: B) { all = MergeMany(AnyPublisher(a), AnyPublisher(b)) }
        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable { all._subscribe(receiver) }
    }
}

/// What the parts of a combined publisher share. They send one at a time, and nothing after the end.
private final class Joined<Output, Failure: Error> {
    private let lock = NSRecursiveLock()
    private let gate = Gate()
    /// Which of the parts have ended.
    private var hasEnded: [Bool]
    /// Whether nothing more can come when these have ended.
    var isOver: ([Bool]) -> Bool = { $0.allSatisfy { $0 } }
    private let receiver: Subscribers._Receiver<Output, Failure>

    init(count: Int, _ receiver: Subscribers._Receiver<Output, Failure>) {
        hasEnded = Array(repeating: false, count: count)
        self.receiver = receiver
    }

    func part<Value>(
        _ index: Int, _ take: @escaping (Value) -> Void, then send: @escaping () -> Void
    ) -> Subscribers._Receiver<Value, Failure> {
        .init { [self] value in
            lock.withLock {
                guard gate.isOpen else { return }
                take(value)
                send()
                if isOver(hasEnded) { end(.finished) }
            }
        } completion: { [self] completion in
            lock.withLock {
                hasEnded[index] = true
                if case .failure = completion { end(completion) } else if isOver(hasEnded) { end(.finished) }
            }
        }
    }

    private func end(_ completion: Subscribers.Completion<Failure>) { if gate.close() { receiver.completion(completion) } }

    /// Subscribes to two parts, and calls `send` after each value.
    func both<A: Publisher, B: Publisher>(
        _ a: A, _ b: B, _ first: @escaping (A.Output) -> Void, _ second: @escaping (B.Output) -> Void,
        then send: @escaping () -> Void
    ) -> AnyCancellable where A.Failure == Failure, B.Failure == Failure {
        subscriptions([a._subscribe(part(0, first, then: send)), b._subscribe(part(1, second, then: send))])
    }

    func subscriptions(_ all: [AnyCancellable]) -> AnyCancellable { AnyCancellable { for part in all { part.cancel() } } }
}

extension Publisher {
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
        .init(self, other)
    }
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> AnyPublisher<T, Failure> where P.Failure == Failure { Publishers.CombineLatest(self, other).map { transform($0, $1) } }
    public func combineLatest<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> Publishers.CombineLatest3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure { .init(self, p, q) }
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(_ p: P, _ q: Q, _ r: R)
        -> Publishers.CombineLatest4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure { .init(self, p, q, r) }
    public func zip<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> Publishers.Zip3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure { .init(self, p, q) }
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure { .init(self, other) }
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P> where P.Output == Output, P.Failure == Failure {
        .init(self, other)
    }

    /// The values of the publishers that its values are made into.
    public func flatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> AnyPublisher<P.Output, Failure>
    where P.Failure == Failure { inner(transform, keepsOthers: true) }

    fileprivate func inner<P: Publisher>(
        _ transform: @escaping (Output) -> P, keepsOthers: Bool
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        AnyPublisher { receiver in
            let lock = NSRecursiveLock()
            var (open, last): ([Int: AnyCancellable?], Int) = ([:], 0)
            var isDone = false
            let gate = Gate()
            // After an error, nothing comes of the others.
            let end = { (completion: Subscribers.Completion<Failure>) in
                if case .finished = completion, !isDone || !open.isEmpty { return }
                if gate.close() { receiver.completion(completion) }
            }
            let upstream = _subscribe(
                .init { value in
                    lock.withLock {
                        guard gate.isOpen else { return }
                        if !keepsOthers { open = [:] }
                        last += 1
                        let number = last
                        open[number] = .some(nil)
                        let subscription = transform(value)._subscribe(
                            .init { inner in
                                lock.withLock { if open[number] != nil, gate.isOpen { receiver.value(inner) } }
                            } completion: { completion in
                                lock.withLock { if open.removeValue(forKey: number) != nil { end(completion) } }
                            })
                        if open[number] != nil { open[number] = subscription }
                    }
                } completion: { completion in
                    lock.withLock {
                        isDone = true
                        end(completion)
                    }
                })
            return AnyCancellable {
                upstream.cancel()
                lock.withLock { open = [:] }
            }
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// The values of the latest publisher.
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> { inner({ $0 }, keepsOthers: false) }
}
