import FasciaTesting
import FasciaUI
import Testing

private final class Model: ObservableObject {
    @Published var text = ""
    @Published var number = 0
    @Published var shown = ""
}

private struct Broken: Error, Equatable {}

/// What a publisher sends, in order.
private final class Received<Value, Failure: Error> {
    private(set) var values: [Value] = []
    private(set) var ends: [Subscribers.Completion<Failure>] = []
    private(set) var subscription: AnyCancellable?

    init<P: Publisher>(_ publisher: P) where P.Output == Value, P.Failure == Failure {
        subscription = publisher.sink { [weak self] in
            self?.ends.append($0)
        } receiveValue: { [weak self] in
            self?.values.append($0)
        }
    }

    func cancel() { subscription = nil }
}

@MainActor @Suite struct PublisherTests {
    @Test func whatIsKnownAtTheEnd() {
        let numbers = [3, 1, 2].publisher
        #expect(Received(numbers.last()).values == [2])
        #expect(Received(numbers.last { $0 > 1 && $0 != 2 }).values == [3])
        #expect(Received(numbers.count()).values == [3])
        #expect(Received(numbers.max()).values == [3] && Received(numbers.min()).values == [1])
        #expect(Received(numbers.contains(2)).values == [true] && Received(numbers.allSatisfy { $0 > 1 }).values == [false])
        #expect(Received(numbers.filter { $0 > 5 }.replaceEmpty(with: 9)).values == [9])
        #expect(Received(numbers.replaceEmpty(with: 9)).values == [3, 1, 2])
        let silent = Received(numbers.ignoreOutput())
        #expect(silent.values.isEmpty && silent.ends == [.finished])
    }

    @Test func partsOfWhatIsSent() {
        let numbers = [3, 1, 2, 4].publisher
        #expect(Received(numbers.append(7, 8)).values == [3, 1, 2, 4, 7, 8])
        #expect(Received(numbers.output(at: 1)).values == [1])
        #expect(Received(numbers.drop { $0 != 2 }).values == [2, 4])
        let prefix = Received(numbers.prefix { $0 != 2 })
        #expect(prefix.values == [3, 1] && prefix.ends == [.finished])
        #expect(Received(numbers.collect(3)).values == [[3, 1, 2], [4]])
    }

    @Test func fourAreCombined_andThreeZippedOrMerged() {
        let (a, b) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<String, Never>("b"))
        let all = Received(Publishers.CombineLatest4(a, b, Just(true), Just(4)).map { "\($0) \($1) \($2) \($3)" })
        a.send(2)
        #expect(all.values == ["1 b true 4", "2 b true 4"])
        let zipped = Received(Just(1).zip(Just("b"), Just(true)).map { "\($0) \($1) \($2)" })
        #expect(zipped.values == ["1 b true"])
        #expect(Received(Publishers.Merge3(Just(1), Just(2), Just(3))).values == [1, 2, 3])
    }

    @Test func notificationsArriveAsASequence() async {
        let name = Notification.Name("aNotificationOfThisTest")
        var arrived = NotificationCenter.default.notifications(named: name).makeAsyncIterator()
        NotificationCenter.default.post(name: name, object: nil, userInfo: ["number": 4])
        #expect(await arrived.next()?.userInfo?["number"] as? Int == 4)
    }

    @Test func aPublishedPropertyThatItsFirstValueSets_isHeard() {
        let model = Model()
        var seen: [Int] = []
        let subscription = model.$number.sink { [unowned model] value in
            seen.append(value)
            if value == 0 { model.number = 1 }
        }
        #expect(seen == [0, 1] && model.number == 1)
        subscription.cancel()
    }

    @Test func aPublishedPropertySendsItsValue_andEachNewOneBeforeItIsSet() {
        let model = Model()
        var seen: [String] = []
        let subscription = model.$text.sink { [unowned model] in seen.append("\($0) after '\(model.text)'") }
        model.text = "a"
        #expect(seen == [" after ''", "a after ''"])
        subscription.cancel()
        model.text = "b"
        #expect(seen.count == 2)
    }

    @Test func subscriptionsEndWithTheSetThatStoresThem() {
        let model = Model()
        var bag = Set<AnyCancellable>()
        var count = 0
        model.$number.dropFirst().sink { _ in count += 1 }.store(in: &bag)
        model.number = 1
        bag = []
        model.number = 2
        #expect(count == 1)
    }

    @Test func assignToAPublishedProperty_tellsTheObserversOfItsObject() {
        let model = Model()
        var changes = 0
        let subscription = model.objectWillChange.sink { changes += 1 }
        model.$text.map { $0.uppercased() }.assign(to: &model.$shown)
        #expect(model.shown == "" && changes == 1)
        model.text = "a"
        #expect(model.shown == "A" && changes == 3)
        subscription.cancel()
    }

    @Test func assignToAPath_setsIt() {
        let (model, subject) = (Model(), PassthroughSubject<Int, Never>())
        let subscription = subject.assign(to: \.number, on: model)
        subject.send(7)
        #expect(model.number == 7)
        subscription.cancel()
    }

    @Test func operatorsTransformValuesInOrder() {
        let numbers = [1, 1, 2, 3, 3, 4].publisher
        #expect(Received(numbers.map { $0 * 2 }).values == [2, 2, 4, 6, 6, 8])
        #expect(Received(numbers.map(\.description)).values == ["1", "1", "2", "3", "3", "4"])
        #expect(Received(numbers.compactMap { $0 > 2 ? "\($0)" : nil }).values == ["3", "3", "4"])
        #expect(Received(numbers.filter { $0 > 2 }.removeDuplicates()).values == [3, 4])
        #expect(Received(numbers.dropFirst(4)).values == [3, 4])
        #expect(Received(numbers.scan(0, +)).values == [1, 2, 4, 7, 10, 14])
        #expect(Received(numbers.prefix(2)).values == [1, 1])
        #expect(Received(numbers.first { $0 > 1 }).values == [2])
        #expect(Received(numbers.collect()).values == [[1, 1, 2, 3, 3, 4]])
        #expect(Received(numbers.reduce(0, +)).values == [14])
        #expect(Received(Just(2).prepend(0, 1)).values == [0, 1, 2])
        #expect(Received(Just(2).flatMap { [$0, $0 + 1].publisher }).values == [2, 3])
        #expect(Received([1, nil].publisher.replaceNil(with: 0)).values == [1, 0])
    }

    @Test func severalPublishersAreCombined() {
        let (a, b) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<String, Never>())
        let latest = Received(a.combineLatest(b) { "\($0)\($1)" })
        let pairs = Received(a.zip(b).map { "\($0)\($1)" })
        let merged = Received(a.map(\.description).merge(with: b))
        a.send(2)
        b.send("x")
        b.send("y")
        #expect(latest.values == ["2x", "2y"])
        #expect(pairs.values == ["1x", "2y"])
        #expect(merged.values == ["1", "2", "x", "y"])
        #expect(Received(Publishers.CombineLatest3(a, Just(1), Just(2)).map { $0 + $1 + $2 }).values == [5])
        #expect(a.value == 2)
    }

    @Test func switchToLatest_leavesEarlierPublishers() {
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let received = Received(outer.switchToLatest())
        outer.send(first)
        first.send(1)
        outer.send(second)
        first.send(2)
        second.send(3)
        #expect(received.values == [1, 3])
    }

    @Test func errorsEndAPublisher_orAreReplaced() {
        let failing = [1, 2, 3].publisher.tryMap { if $0 == 2 { throw Broken() } else { $0 } }
        let received = Received(failing)
        #expect(received.values == [1])
        #expect(received.ends.count == 1)
        #expect(Received(failing.replaceError(with: 9)).values == [1, 9])
        #expect(Received(failing.catch { _ in Just(5) }).values == [1, 5])
        let mapped = Received(failing.mapError { _ in Broken() })
        #expect(mapped.ends == [.failure(Broken())])
        #expect(Received(Fail<Int, Broken>(error: Broken())).ends == [.failure(Broken())])
        let decoded = Just(Data("[1]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
        #expect(Received(decoded).values == [[1]])
    }

    @Test func retrySubscribesAgainAfterAnError_soManyTimes() {
        var attempts = 0
        let failing = Deferred {
            attempts += 1
            return Fail<Int, Broken>(error: Broken())
        }
        let received = Received(failing.retry(2))
        #expect(attempts == 3 && received.ends == [.failure(Broken())])
        attempts = 0
        let recovering = Deferred {
            attempts += 1
            return attempts < 2
                ? Fail<Int, Broken>(error: Broken()).eraseToAnyPublisher()
                : Just(7).setFailureType(to: Broken.self).eraseToAnyPublisher()
        }
        #expect(Received(recovering.retry(2)).values == [7])
    }

    @Test func aFutureKeepsItsResult() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        let early = Received(future)
        #expect(early.values == [])
        promise?(.success(3))
        promise?(.success(4))
        #expect(early.values == [3] && Received(future).values == [3])
    }

    @Test func shareSubscribesOnce_andEndsWithTheLast() {
        let subject = PassthroughSubject<Int, Never>()
        var (values, cancelled) = (0, 0)
        let shared = subject.handleEvents { _ in
            values += 1
        } receiveCancel: {
            cancelled += 1
        }.share()
        let (one, two) = (Received(shared), Received(shared))
        subject.send(1)
        #expect(values == 1 && one.values == [1] && two.values == [1])
        one.cancel()
        #expect(cancelled == 0)
        two.cancel()
        #expect(cancelled == 1)
    }

    @Test func debounceSendsTheLastOfABurst() async {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.debounce(for: .milliseconds(1), scheduler: DispatchQueue.main).values
        for number in 1...3 { subject.send(number) }
        for await value in values {
            #expect(value == 3)
            return
        }
    }

    @Test(arguments: [true, false]) func throttleSendsTheFirst_andThenOneOfEachInterval(_ latest: Bool) async {
        let subject = PassthroughSubject<Int, Never>()
        var values = subject.throttle(for: .milliseconds(1), scheduler: DispatchQueue.main, latest: latest).values
            .makeAsyncIterator()
        for number in 1...3 { subject.send(number) }
        #expect(await values.next() == 1)
        #expect(await values.next() == (latest ? 3 : 2))
    }

    @Test func receiveOn_comesLater_unlessCancelled() async {
        let cancelled = Received(Just(1).receive(on: DispatchQueue.main))
        cancelled.cancel()
        var iterator = Just(2).receive(on: RunLoop.main).values.makeAsyncIterator()
        #expect(cancelled.values == [])
        #expect(await iterator.next() == 2)
        #expect(cancelled.values == [])
    }

    @Test func aTimerSendsUntilItIsStopped() async {
        let timer = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect()
        var iterator = timer.values.makeAsyncIterator()
        let first = await iterator.next()
        let second = await iterator.next()
        #expect(first.flatMap { one in second.map { $0 > one } } == true)
        timer.upstream.connect().cancel()
    }

    private struct Listener: View {
        let center: NotificationCenter
        @State private var count = 0
        var body: some View {
            Text("heard \(count)").onReceive(center.publisher(for: .init("news"))) { _ in count += 1 }
        }
    }

    @Test func onReceive_hearsNotifications() {
        let center = NotificationCenter()
        let snapshot = Snapshot(Listener(center: center))
        center.post(name: .init("news"), object: nil)
        center.post(name: .init("other"), object: nil)
        #expect(snapshot.texts == ["heard 1"])
    }
}

extension PublisherTests {
    @Test func aReceiverMaySendAgain_whileItReceives() {
        func received(_ change: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>) -> [Int] {
            let subject = PassthroughSubject<Int, Never>()
            var values: [Int] = []
            let subscription = change(subject).sink { value in
                values.append(value)
                if value < 4 { subject.send(value + 1) }
            }
            subject.send(1)
            subscription.cancel()
            return values
        }
        #expect(received { $0.removeDuplicates() } == [1, 2, 3, 4])
        #expect(received { $0.prepend(0).dropFirst().eraseToAnyPublisher() } == [1, 2, 3, 4])
        #expect(received { $0.scan(0) { $1 } } == [1, 2, 3, 4])
        #expect(received { $0.drop { $0 < 1 } } == [1, 2, 3, 4])
        #expect(received { $0.first() } == [1])
        #expect(received { $0.prefix(2) } == [1, 2])
        #expect(received { $0.collect(1).map { $0.reduce(0, +) } } == [1, 2, 3, 4])
    }
}

extension PublisherTests {
    @Test func zipEnds_whenThereCanBeNoOtherPair() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let pairs = Received(a.zip(b).map { "\($0)\($1)" })
        a.send(1)
        a.send(completion: .finished)
        #expect(pairs.ends == [], "the 1 waits for its pair")
        b.send("x")
        #expect(pairs.values == ["1x"] && pairs.ends == [.finished])
        b.send(completion: .finished)
        #expect(pairs.ends == [.finished])
        let three = Received(Just(1).zip(Just("b"), PassthroughSubject<Int, Never>().prepend(2, 3)).map { "\($0)\($1)\($2)" })
        #expect(three.values == ["1b2"] && three.ends == [.finished])
    }

    @Test func afterAnError_nothingComesOfTheOthers() {
        let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
        let silence = Empty<Int, Never>(completeImmediately: false)
        let merged = Received(a.merge(with: b).catch { _ in silence })
        let flat = Received([a, b].publisher.setFailureType(to: Broken.self).flatMap { $0 }.catch { _ in silence })
        a.send(1)
        a.send(completion: .failure(Broken()))
        b.send(2)
        #expect(merged.values == [1] && flat.values == [1])
    }
}

extension PublisherTests {
    @Test func whatIsKnownBeforeTheEnd_isSentThen() {
        let numbers = PassthroughSubject<Int, Never>()
        let (contains, all) = (Received(numbers.contains(2)), Received(numbers.allSatisfy { $0 < 2 }))
        let filled = Received(numbers.replaceEmpty(with: 9))
        numbers.send(1)
        #expect(contains.values == [] && all.values == [] && filled.values == [1])
        numbers.send(2)
        #expect(contains.values == [true] && all.values == [false] && filled.values == [1, 2])
        #expect(contains.ends == [.finished] && all.ends == [.finished] && filled.ends == [])
        let none = [Int]().publisher
        #expect(Received(none.contains(2)).values == [false] && Received(none.allSatisfy { $0 < 2 }).values == [true])
    }

    @Test func throttleSendsNothingAfterTheEnd() async {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let throttled = subject.throttle(for: .milliseconds(1), scheduler: DispatchQueue.main, latest: true)
        let received = Received(throttled.handleEvents(receiveOutput: { seen.append($0) }))
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(received.values == [1, 2])
        for await _ in Just(0).delay(for: .milliseconds(20), scheduler: DispatchQueue.main).values {}
        #expect(seen == [1, 2])
    }
}
