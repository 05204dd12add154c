import FasciaDocument
import Testing

@testable import FasciaModel

/// Rule 6: a request that is refused after its command was executed changes nothing, whatever it has changed by then.
/// `BoundBench.perform` compares the panels.
@Suite struct RefusedRequestTests {
    private static let commands: [Command] = [
        .setToggle(id: "services/nginx", on: true), .flipToggle(id: "services", expect: nil),
        .setToggle(id: "lamps/door", on: true),
        .pick(id: "clock/zone", element: "Oslo"),
        .setElements(id: "clock/zone", elements: [PickerElement(id: "Rome", label: "Rome")], elementsFor: nil),
        .setValue(key: "host", "web"), .setValue(key: "load", 1), .setValue(key: "password", "hunter2"),
        .declareValue(ValueDeclaration(key: "host", kind: .int)), .declareValue(ValueDeclaration(key: "load", kind: .string)),
        .batch([.setValue(key: "free", 1), .setValue(key: "host", "web")]),
    ]

    private func bench() throws -> BoundBench {
        var bench = try BoundBench(claiming: nil)
        let lamps = OptionDeclaration(
            id: "lamps", options: ["desk", "door", "bed"].map { OptionDeclaration(id: $0) },
            rules: ToggleRules(exclusive: true))
        try bench.perform(.declareGroup(lamps))
        var load = ValueDeclaration(key: "load", kind: .int)
        load.isVolatile = true
        var password = ValueDeclaration(key: "password", kind: .string)
        password.isSecret = true
        for declaration in [load, password] { try bench.perform(.declareValue(declaration)) }
        try bench.perform(.setToggle(id: "lamps/desk", on: true))
        try bench.claim(["services/**", "lamps/**", "picker:clock/zone", "value:host", "value:load", "value:password"])
        return bench
    }

    @Test(arguments: commands) func requestOfAThingWhoseClaimerHasGoneLeavesThePanelAsItWas(command: Command) throws {
        var bench = try bench()
        try bench.perform(.leave(clients: [BoundBench.agent], reason: "it disconnected"), by: nil)
        let refusal = #expect(throws: Refusal.self) { try bench.perform(command) }
        #expect(refusal?.reason == .unavailable)
    }

    @Test func newValueThatNobodyCouldTakeBackIsNotCreated() throws {
        var bench = try bench()
        let refusal = #expect(throws: Refusal.self) { try bench.perform(.setValue(key: "new", 1), revertWithin: 1_000) }
        #expect(refusal?.reason == .invalid && bench.panel.value("new") == nil)
    }

    /// What is not known is requested again with a group. It is not, if another of its switches refuses.
    @Test func refusedGroupRequestsNothingAgain() throws {
        var bench = try BoundBench(claiming: nil)
        try bench.perform(.setToggle(id: "services/nginx", on: true))
        try bench.claim(["services/nginx"]) { $0.isAssumed = true }
        try bench.claim(["services/backup"], by: 8)
        try bench.perform(.leave(clients: [8], reason: "it disconnected"), by: nil)
        let refusal = #expect(throws: Refusal.self) { try bench.perform(.setToggle(id: "services", on: true)) }
        #expect(refusal?.reason == .unavailable)
        #expect(bench.panel.busyThings == [])
    }

    @Test func batchRequestsAgainWhatIsNotKnownToBeWhatItShows() throws {
        var bench = try BoundBench(claiming: ["services/**"]) { $0.isAssumed = true }
        let commands: [Command] = [
            .setToggle(id: "services/nginx", on: true), .setToggle(id: "services/nginx", on: false), .setValue(key: "free", 1),
            .setToggle(id: "services/nginx", on: false),
        ]
        #expect(try bench.perform(.batch(commands)).last == "services/nginx pending false")
        #expect(bench.panel.busyThings == [.option("services/nginx")])
    }

    /// A copy of the panel from before, for what may be refused, would make each change copy what it changes.
    @Test(arguments: [nil, "services/backup", "value:host"])
    func changeWhileAClaimerIsGoneCopiesNothing(gone: String?) throws {
        var bench = try BoundBench(claiming: ["picker:clock/zone"])
        if let gone {
            try bench.claim([gone], by: 8)
            try bench.perform(.leave(clients: [8], reason: "it disconnected"), by: nil)
        }
        var panel = bench.panel
        bench.panel = Panel()
        func place() -> Int { panel.toggles.all[0].counts.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
        var places: Set<Int> = []
        for on in [true, false, true] {
            _ = try panel.apply(.setToggle(id: "services/nginx", on: on), by: bench.sender(1))
            places.insert(place())
        }
        #expect(places.count == 1)
    }
}
