import FasciaDocument
import FasciaModel
import Testing

/// Volatile and secret values.
@Suite struct TransientValueTests {
    private static let gauge = ValueDeclaration(key: "cpu", kind: .int, initial: 5, isVolatile: true)
    private static let password = ValueDeclaration(key: "wifi", kind: .string, isSecret: true)

    private func restarted(_ panel: Panel) throws -> Panel {
        try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: panel.limits) }
    }

    @Test func aVolatileValueChanges_andHasNoEffectToReplay() throws {
        var panel = Panel()
        let (_, declared) = try panel.perform(.declareValue(Self.gauge))
        let (changes, effects) = try panel.perform(.setValue(key: "cpu", 70))
        #expect(changes == [.transient(key: "cpu", from: 5, to: 70)])
        #expect(panel.value("cpu") == 70 && effects.archive.isEmpty)
        var replayed = Panel()
        for effects in [declared, try Effects(read: effects.archive)] { replayed.replay(effects, makesRevision: true) }
        #expect(replayed.value("cpu") == 5 && replayed.revision == panel.revision)
    }

    @Test func aSnapshotHoldsItsDefault() throws {
        let bench = try Bench(.declareValue(Self.gauge), .setValue(key: "cpu", 70))
        let again = try restarted(bench.panel)
        #expect(again.value("cpu") == 5)
        #expect(again.valueDeclaration("cpu") == Self.gauge)
    }

    @Test func aRestartTellsTheDefault() throws {
        var bench = try Bench(.declareValue(Self.gauge), .setValue(key: "cpu", 70), .setValue(key: "n", 1))
        #expect(try bench.do(.resetTransientValues) == [.transient(key: "cpu", from: 70, to: 5)])
        // A client that continues may know another value.
        #expect(try bench.do(.resetTransientValues) == [.transient(key: "cpu", from: 5, to: 5)])
        try bench.do(.removeValue(key: "cpu"))
        #expect(try bench.do(.resetTransientValues) == [])
    }

    @Test func undoSkipsIt() throws {
        var bench = try Bench(.setValue(key: "n", 1), .declareValue(Self.gauge), .setValue(key: "n", 2))
        for load in 1...3 { try bench.do(.setValue(key: "cpu", .int(load))) }
        #expect(try bench.do(.undo(.steps(1))) == [.value(key: "n", from: 2, to: 1)])
        #expect(bench.panel.value("cpu") == 3)
        // The declaration is undone.
        try bench.do(.undo(.revision(1)))
        #expect(bench.panel.value("cpu") == nil)
    }

    @Test func aRestoredDeclarationKeepsTheValue() throws {
        var bench = try Bench(.declareValue(Self.gauge), .setValue(key: "cpu", 7))
        try bench.do(.declareValue(.init(key: "cpu", kind: .int, range: 0...9, isVolatile: true)))
        try bench.do(.setValue(key: "cpu", 8))
        try bench.do(.undo(.steps(1)))
        #expect(bench.panel.valueDeclaration("cpu") == Self.gauge && bench.panel.value("cpu") == 8)
    }

    @Test func noChangeContainsASecret() throws {
        var bench = try Bench(.declareValue(Self.password))
        #expect(try bench.do(.setValue(key: "wifi", "geheim")) == [.transient(key: "wifi", from: nil, to: nil)])
        #expect(try bench.do(.batch([.setValue(key: "wifi", "a"), .setValue(key: "wifi", "b")])).count == 1)
        #expect(bench.panel.value("wifi") == "b" && bench.panel.isSecret(value: "wifi"))
        #expect(try restarted(bench.panel).value("wifi") == "")
        #expect(try restarted(bench.panel).isSecret(value: "wifi"))
    }

    @Test func aValueThatIsNoLongerSecretIsForgotten() throws {
        var bench = try Bench(.declareValue(Self.password), .setValue(key: "wifi", "geheim"))
        let changes = try bench.do(.declareValue(.init(key: "wifi", kind: .string)))
        #expect(changes == [.declared(.value, id: "wifi"), .transient(key: "wifi", from: nil, to: nil)])
        #expect(bench.panel.value("wifi") == "")
    }

    /// Neither the event of its outcome nor the journal tells what it was to become.
    @Test(arguments: [true, false]) func theChangeOfASecretEndsWithIt(isRemoved: Bool) throws {
        var bench = try BoundBench()
        try bench.perform(.declareValue(Self.password), by: BoundBench.agent)
        try bench.claim(["value:wifi"])
        try bench.report("value:wifi", "geheim 1")
        try bench.perform(.setValue(key: "wifi", "geheim 2"))
        let begun = try #require(bench.panel.boundState(of: .value("wifi"))?.running?.revision)
        let end: Command = isRemoved ? .removeValue(key: "wifi") : .declareValue(.init(key: "wifi", kind: .string))
        let words = try bench.perform(end, by: BoundBench.agent)
        #expect(!words.joined().contains("geheim"))
        #expect(bench.panel.boundState(of: .value("wifi"))?.running == nil)
        #expect(try bench.perform(.settle(.value("wifi"), begun: begun, failure: nil), by: nil) == [])
        #expect(!String(decoding: bench.panel.archive, as: UTF8.self).contains("geheim"))
    }

    @Test func aRefusalDoesNotQuoteASecret() throws {
        var bench = try Bench(.declareValue(.init(key: "pin", kind: .int, range: 0...9999, isSecret: true)))
        #expect(try bench.message(.setValue(key: "pin", 48213)) == "invalid: value \"pin\" must be from 0 to 9999")
    }

    @Test func theDeclarationOfASecretHoldsNoValue() throws {
        var bench = try Bench()
        let message = try bench.message(.declareValue(.init(key: "wifi", kind: .string, initial: "x", isSecret: true)))
        #expect(
            message == "invalid: value \"wifi\" is secret, and the journal holds its declaration: set it without an initial value"
        )
    }
}

extension Effects {
    fileprivate init(read archive: [UInt8]) throws { self = try archive.withUnsafeBytes { try Effects(archive: $0) } }
}
