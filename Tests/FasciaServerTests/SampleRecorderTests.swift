import FasciaDocument
import FasciaModel
import FasciaScene
import Testing

@testable import FasciaServer

struct SampleRecorderTests {
    private func parts(_ key: String = "cpu") throws -> Parts {
        let parts = try Parts()
        parts.live.stages = [TestStage { [unowned parts] in parts.samples.take($0) }]
        try parts.set(key, 1)
        _ = parts.samples
        return parts
    }

    private func show(_ key: String, on screen: String, _ parts: Parts) throws {
        let form: JSON = ["kind": "form", "children": [["kind": "sparkline", "bind": .string(key)]]]
        try parts.apply("screen.put", ["screen": ["id": .string(screen), "body": form]])
    }

    private func values(_ key: String, _ parts: Parts) -> [Double]? { parts.samples.samples[key]?.map(\.value) }

    @Test func onlyNumbersOfShownValuesAreKept() throws {
        let parts = try parts()
        try parts.set("cpu", 2)
        #expect(parts.samples.samples.isEmpty)
        try show("cpu", on: "a", parts)
        try parts.set("cpu", 3)
        try parts.set("cpu", "words")
        try parts.set("other", 4)
        #expect(values("cpu", parts) == [2, 3])
        #expect(values("other", parts) == nil)
    }

    @Test func theyEndWithTheLastScreenThatShowsThem() throws {
        let parts = try parts()
        try show("cpu", on: "a", parts)
        try show("cpu", on: "b", parts)
        try parts.set("cpu", 3)
        try parts.apply("screen.remove", ["id": "a"])
        #expect(values("cpu", parts) == [1, 3])
        try show("other", on: "b", parts)
        #expect(values("cpu", parts) == nil)
        #expect(values("other", parts) == [])
    }

    @Test func thereAreNoMoreThanTheLimit() throws {
        let parts = try parts()
        try show("cpu", on: "a", parts)
        for number in 0..<SampleRecorder.maximumSamples + 5 { try parts.set("cpu", .int(number + 10)) }
        #expect(values("cpu", parts)?.count == SampleRecorder.maximumSamples)
        #expect(values("cpu", parts)?.last == Double(SampleRecorder.maximumSamples + 14))
        #expect(parts.samples.samples["cpu"]?.allSatisfy { $0.milliseconds != nil } == true)
    }

    @Test func aVolatileValueHasSamples_aSecretNone() throws {
        let parts = try parts()
        try parts.apply("value.declare", ["key": "load", "kind": "int", "volatile": true])
        try parts.apply("value.declare", ["key": "pin", "kind": "int", "secret": true])
        try show("load", on: "a", parts)
        try show("pin", on: "b", parts)
        for key in ["load", "pin"] { for number in [5, 6] { try parts.set(key, .int(number)) } }
        #expect(values("load", parts) == [5, 6], "the number that it has before anybody sets it is no sample")
        #expect(values("pin", parts) == [])
    }

    @Test func theSameNumberAgainIsASample() throws {
        let parts = try parts()
        try show("cpu", on: "a", parts)
        let request = Request("value.set", parts.client())
        for _ in 1...2 { _ = try parts.executor.apply(Command("value.set", ["key": "cpu", "value": 1]), .init(), request) }
        let twice = try [Command("value.set", ["key": "cpu", "value": 2]), Command("value.set", ["key": "other", "value": 2])]
        _ = try parts.executor.applyBatch(twice + twice, .init(), request)
        #expect(values("cpu", parts) == [1, 1, 1, 2, 2])
    }

    // MARK: - What a program reads

    private func report(_ report: ThingReport, _ parts: Parts) throws {
        let command = Command.reportThing(ThingID("value:disk"), report)
        let (changes, effects) = try parts.live.apply(command, by: Sender(client: 7, name: "agent"))
        if changes.isEmpty {
            parts.samples.note(unchanged: command)
        } else {
            parts.live.append(changes, effects, cause: .ofDaemon("test"))
        }
    }

    /// A declared value that a program has claimed, and a curve of it.
    private func claimed() throws -> Parts {
        let parts = try parts()
        try parts.apply("value.declare", ["key": "disk", "kind": "double", "volatile": true])
        try show("disk", on: "a", parts)
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("value:disk")]
        let (changes, effects) = try parts.live.apply(.claim(claim), by: Sender(client: 7, name: "agent"))
        parts.live.append(changes, effects, cause: .ofDaemon("test"))
        return parts
    }

    /// The number that a value has before it is read would look as if a steady disk had been empty.
    @Test func samplesBeginWithTheFirstReading() throws {
        let parts = try claimed()
        #expect(values("disk", parts) == [])
        try report(.value(40.0, failure: nil), parts)
        #expect(values("disk", parts) == [40])
    }

    @Test func eachReadingIsASample_changedOrNot() throws {
        let parts = try claimed()
        for number in [40.0, 40, 40, 41, 41] { try report(.value(.double(number), failure: nil), parts) }
        #expect(values("disk", parts) == [40, 40, 40, 41, 41])
    }

    @Test func whereNothingWasReadIsAGap() throws {
        let parts = try claimed()
        try report(.value(40.0, failure: nil), parts)
        for _ in 1...2 { try report(.unreadable("exit status 8"), parts) }
        try report(.value(40.0, failure: nil), parts)
        #expect(parts.samples.samples["disk"]?.map(\.isGap) == [false, true, true, false])
        let (changes, effects) = try parts.live.apply(.leave(clients: [7], reason: "killed"), by: Sender())
        parts.live.append(changes, effects, cause: .ofDaemon("test"))
        #expect(parts.samples.samples["disk"]?.last?.isGap == true)
        try parts.apply("nav.push", ["screen": "a"])
        let shown = try parts.screens.scene("main", parts.client()).element("0.0")
        #expect(shown?.conditions.map(\.word) == [.stale], "it says so")
    }

    @Test func theSceneShowsThem() throws {
        let parts = try parts()
        try show("cpu", on: "a", parts)
        try parts.set("cpu", 5)
        try parts.apply("nav.push", ["screen": "a"])
        let shown = try parts.screens.scene("main", parts.client()).element("0.0")
        #expect(shown?.role == "sparkline" && shown?.value == "5 (1 to 5)")
    }
}
