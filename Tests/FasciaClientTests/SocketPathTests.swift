import Testing

@testable import FasciaClient

@Suite struct SocketPathTests {
    private func resolve(_ option: String? = nil, _ variables: [String: String], existing: Set<String> = []) -> String {
        SocketPath.resolve(option: option, environment: { variables[$0] }, exists: { existing.contains($0) })
    }

    @Test func theOptionWins() {
        #expect(resolve("/a", ["FASCIA_SOCKET": "/b", "XDG_RUNTIME_DIR": "/c"]) == "/a")
    }

    @Test func thenTheVariable() {
        #expect(resolve(nil, ["FASCIA_SOCKET": "/b", "XDG_RUNTIME_DIR": "/c"]) == "/b")
    }

    @Test func thenTheRuntimeDirectory() {
        #expect(resolve(nil, ["XDG_RUNTIME_DIR": "/c"]) == "/c/fascia/fascia.sock")
    }

    @Test func ofTheUsersDaemonAndTheMachinesTheOneThatIsThere() {
        let (own, machine) = ("/c/fascia/fascia.sock", "/run/fascia/fascia.sock")
        #expect(resolve(nil, ["XDG_RUNTIME_DIR": "/c"], existing: [machine]) == machine)
        #expect(resolve(nil, ["XDG_RUNTIME_DIR": "/c"], existing: [own]) == own)
        #expect(resolve(nil, ["XDG_RUNTIME_DIR": "/c"], existing: [own, machine]) == own)
        #expect(resolve(nil, ["XDG_RUNTIME_DIR": "/c", "FASCIA_SOCKET": "/b"], existing: [machine]) == "/b")
    }

    @Test func thenTheSystem() {
        #expect(resolve(nil, [:]) == "/run/fascia/fascia.sock")
    }

    @Test func anEmptyVariableCountsAsNotSet() {
        #expect(resolve(nil, ["FASCIA_SOCKET": "", "XDG_RUNTIME_DIR": ""]) == "/run/fascia/fascia.sock")
    }
}

@Suite struct BackOffTests {
    @Test func delaysDoubleUpToTheMaximum() {
        var generator = LargestNumbers()
        var backOff = BackOff(initial: .milliseconds(100), maximum: .milliseconds(500))
        let waits = (0..<5).map { _ in backOff.next(using: &generator) }
        let ceilings: [Duration] = [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(500)]
        for (wait, ceiling) in zip(waits, ceilings + [.milliseconds(500)]) {
            #expect(wait <= ceiling)
            #expect(wait > ceiling * 0.99)
        }
    }

    @Test func delaysAreRandomizedAboveATenth() {
        let waits = (0..<200).map { _ in
            var backOff = BackOff(initial: .milliseconds(100))
            return backOff.next()
        }
        #expect(Set(waits).count > 100)
        #expect(waits.allSatisfy { (.milliseconds(10) ... .milliseconds(100)).contains($0) })
    }

    /// A command that follows a log for days is started again at once, however often others have failed before.
    @Test func delaysBeginAnewAfterWhatLastedLongerThanTheLongest() {
        var backOff = BackOff(initial: .milliseconds(100), maximum: .seconds(10))
        for _ in 0..<20 { _ = backOff.next(after: .seconds(10)) }
        #expect(backOff.next(after: .seconds(10)) >= .seconds(1))
        #expect(backOff.next(after: .seconds(11)) <= .milliseconds(100))
    }

    private struct LargestNumbers: RandomNumberGenerator {
        func next() -> UInt64 { .max }
    }
}
