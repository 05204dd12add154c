import FasciaLoop
import Glibc
import TestSupport
import Testing

/// The event loop. The suite's time limit ends a test whose loop hangs.
@Suite(.mustEnd)
struct EventLoopTests {
    /// A readable descriptor is reported each time that data arrives.
    @Test func incomingDataIsReported() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var heard: [String] = []
        try loop.add(
            pair.here, for: .readable,
            Handler { readiness in
                #expect(readiness == .readable)
                heard.append(pair.read())
                if heard.count == 2 { loop.stop() } else { pair.send("two") }
            })
        pair.send("one")
        try loop.run()
        #expect(heard == ["one", "two"])
    }

    @Test func changingOrRemovingADescriptorThatIsNotWatchedDoesNothing() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        try loop.add(pair.here, for: .readable, Handler { _ in })
        for descriptor in [-1, pair.there, 100_000] {
            try loop.change(descriptor, to: .writable)
            loop.remove(descriptor)
        }
    }

    /// Yielded actions run one at a time, each after the ready descriptors were handled.
    @Test func yieldedActionsRunOnePerTurn() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var order: [String] = []
        try loop.add(pair.here, for: .readable, Handler { _ in order.append(pair.read()) })
        loop.perform {
            for name in ["a", "b"] {
                loop.yield {
                    order.append(name)
                    pair.send("after " + name)
                    loop.yield {
                        order.append(name + " again")
                        if name == "b" { loop.stop() }
                    }
                }
            }
        }
        try loop.run()
        #expect(order == ["a", "after a", "b", "after b", "a again", "b again"])
    }

    /// An action yielded by an event handler runs in the next turn, after the other ready descriptors.
    @Test func actionYieldedByHandlerWaitsForNextTurn() throws {
        let (loop, pair, other) = (try EventLoop(), SocketPair(), SocketPair())
        var order: [String] = []
        try loop.add(
            pair.here, for: .readable,
            Handler { _ in
                order.append(pair.read())
                other.send("the other")
                loop.yield {
                    order.append("again")
                    loop.stop()
                }
            })
        try loop.add(other.here, for: .readable, Handler { _ in order.append(other.read()) })
        pair.send("first")
        try loop.run()
        #expect(order == ["first", "the other", "again"])
    }

    /// By default, unread data is reported again (level-triggered).
    @Test func levelTriggeredReportsUnreadDataAgain() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var calls = 0
        try loop.add(
            pair.here, for: .readable,
            Handler { _ in
                calls += 1
                if calls == 3 { loop.stop() }
            })
        pair.send("one")
        try loop.run()
        #expect(calls == 3)
    }

    /// With `edgeTriggered`, unread data is reported again only after new data or `change` (edge-triggered).
    @Test func edgeTriggeredReportsOnlyNewData() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        let news: Interest = [.readable, .edgeTriggered]
        var calls = 0
        try loop.add(
            pair.here, for: news,
            Handler { _ in
                calls += 1
                // `change` reports pending data once more.
                if calls == 2 { try? loop.change(pair.here, to: news) }
            })
        // Level-triggered, so it counts the turns of the loop.
        let other = SocketPair()
        var looks: [Int] = []
        try loop.add(
            other.here, for: .readable,
            Handler { _ in
                looks.append(calls)
                switch looks.count {
                case 3: pair.send("two")
                case 9...: loop.stop()
                default: break
                }
            })
        other.send("always")
        pair.send("one")
        try loop.run()
        #expect(calls == 3)
        #expect(Set(looks.prefix(3)).isSubset(of: [0, 1]))
    }

    /// `ended` is reported together with the data that is still readable.
    @Test func theEndIsReportedBeforeAllIsRead() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var seen: Readiness = []
        try loop.add(
            pair.here, for: [.readable, .ended, .edgeTriggered],
            Handler { readiness in
                seen = readiness
                loop.stop()
            })
        pair.send("last")
        shutdown(pair.there, Int32(SHUT_WR))
        try loop.run()
        #expect(seen == [.readable, .ended])
    }

    /// `afterEvents` runs once per batch of events.
    @Test func afterEventsRunsOncePerBatch() throws {
        let (loop, first, second) = (try EventLoop(), SocketPair(), SocketPair())
        var order: [String] = []
        for pair in [first, second] {
            try loop.add(pair.here, for: .readable, Handler { _ in order.append(pair.read()) })
            pair.send("read")
        }
        loop.afterEvents = {
            order.append("after")
            loop.stop()
        }
        try loop.run()
        #expect(order == ["read", "read", "after"])
    }

    @Test func aFullSocketIsReportedWhenWritable() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        pair.fill()
        var order: [String] = []
        try loop.add(
            pair.here, for: .writable,
            Handler { readiness in
                #expect(readiness.contains(.writable))
                order.append("writable")
                loop.stop()
            })
        loop.schedule(in: .milliseconds(1)) {
            order.append("read")
            pair.drainThere()
        }
        try loop.run()
        #expect(order == ["read", "writable"])
    }

    @Test func anInterestCanBeChanged() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var seen: [Readiness] = []
        try loop.add(
            pair.here, for: .readable,
            Handler { readiness in
                seen.append(readiness)
                loop.stop()
            })
        pair.send("not looked at")
        try loop.change(pair.here, to: .writable)
        try loop.run()
        #expect(seen == [.writable])
    }

    /// A hang-up is reported to a handler without any interest.
    @Test func hangUpIsReportedWithoutInterest() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var seen: Readiness = []
        try loop.add(
            pair.here, for: [],
            Handler { readiness in
                seen = readiness
                loop.stop()
            })
        pair.closeThere()
        try loop.run()
        #expect(seen.contains(.hungUp))
    }

    /// A descriptor removed by another handler of the same batch is not reported.
    @Test func removedDescriptorIsNotReported() throws {
        let loop = try EventLoop()
        let (first, second) = (SocketPair(), SocketPair())
        var heard: [String] = []
        // Both are ready at once, and the first handler removes the other descriptor.
        for (name, own, other) in [("first", first, second), ("second", second, first)] {
            try loop.add(
                own.here, for: .readable,
                Handler { _ in
                    heard.append(name)
                    loop.remove(other.here)
                    loop.remove(own.here)
                    loop.schedule(in: .milliseconds(1)) { loop.stop() }
                })
            own.send("x")
        }
        try loop.run()
        #expect(heard.count == 1)
    }

    /// A stale event of a removed descriptor does not reach a new registration of the same number.
    @Test func staleEventIsIgnoredAfterReuse() throws {
        let loop = try EventLoop()
        let (first, second) = (SocketPair(), SocketPair())
        var heard: [String] = []
        for (own, other) in [(first, second), (second, first)] {
            try loop.add(
                own.here, for: .readable,
                Handler { _ in
                    heard.append("old")
                    // The other descriptor's event is in this batch, but the descriptor is registered again.
                    loop.remove(own.here)
                    loop.remove(other.here)
                    do {
                        try loop.add(other.here, for: [], Handler { _ in heard.append("new") })
                    } catch {
                        Issue.record(error)
                    }
                    loop.schedule(in: .milliseconds(1)) { loop.stop() }
                })
            own.send("x")
        }
        try loop.run()
        #expect(heard == ["old"])
    }

    @Test func aFileThatCannotBeWatchedIsAnError() throws {
        let loop = try EventLoop()
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let error = #expect(throws: LoopError.self) { try loop.add(file, for: .readable, Handler { _ in }) }
        #expect(error?.description == "epoll_ctl: Operation not permitted")
    }

    /// Actions of `perform` run after the current event, in order.
    @Test func performedActionsRunAfterTheEventInOrder() throws {
        let (loop, pair) = (try EventLoop(), SocketPair())
        var order: [String] = []
        try loop.add(
            pair.here, for: .readable,
            Handler { _ in
                loop.perform {
                    order.append("first")
                    loop.perform {
                        order.append("third")
                        loop.stop()
                    }
                }
                loop.perform { order.append("second") }
                order.append("event")
            })
        pair.send("x")
        try loop.run()
        #expect(order == ["event", "first", "second", "third"])
    }

    @Test func aSignalComesBetweenEvents() throws {
        let loop = try EventLoop()
        var order: [String] = []
        try loop.handleSignals([SIGUSR1, SIGUSR2]) { signal in
            order.append(signal == SIGUSR1 ? "SIGUSR1" : "SIGUSR2")
            if order.count == 3 { loop.stop() }
        }
        loop.perform {
            // Send them to this thread: in the threads of other tests these signals are not blocked.
            pthread_kill(pthread_self(), SIGUSR1)
            order.append("sent")
            pthread_kill(pthread_self(), SIGUSR2)
        }
        try loop.run()
        #expect(order == ["sent", "SIGUSR1", "SIGUSR2"])
    }
}
