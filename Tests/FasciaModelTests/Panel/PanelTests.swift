import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@Suite struct PanelTests {
    // MARK: Batches

    @Test func aBatchIsOneRevisionWithNetChanges() throws {
        var bench = try Bench(.group("g", "a", "b"), .setValue(key: "v", 1))
        let batch: [Command] = [
            .set("g/a", true), .set("g/b", true), .set("g/a", false), .setValue(key: "v", 2), .setValue(key: "v", 3),
            .push("x"), .push("y"), .pop, .target("t", .push, "a"), .removeTarget(name: "t"),
        ]
        let (net, each, _) = try bench.panel.applyBatch(batch)
        #expect(net.words == ["g off>mixed", "g/b+ direct", "v 1>3", "main set +e2 top e2"])
        #expect(each.count == batch.count)
        #expect(each[6].words == ["main push +e3 top e3"])
        #expect(bench.panel.revision == 3)
        #expect(bench.panel.checkInvariants() == [])
    }

    @Test func aBatchThatEndsWhereItBeganIsNoChange() throws {
        var bench = try Bench(.group("g", "a"))
        try bench.do(.batch([]))
        let there = Command.setEnvironment(.panel, ["tint": "red"])
        let back = Command.setEnvironment(.panel, ["tint": .null])
        let changes = try bench.do(
            .batch([
                .set("g/a", true), .set("g/a", false), there, back, .setValue(key: "v", 1),
                .removeValue(key: "v"), .putScreen(Screen(id: "s", body: Node(.empty))), .removeScreen(id: "s"),
                .group("h", "x"), .removeGroup(id: "h"), .enableToggle(id: "g", enabled: false),
                .enableToggle(id: "g", enabled: true),
            ]))
        #expect(changes == [])
    }

    @Test func aBatchIsAllOrNone() throws {
        var bench = try Bench(.group("g", "a"))
        let refusal = try bench.refusal(.batch([.set("g/a", true), .push("x"), .set("g/zzz", true)]))
        #expect(refusal.reason == .notFound)
        #expect(refusal.details["index"] == 2)
        #expect(try bench.refusal(.batch([.batch([])])).reason == .invalid)
    }

    @Test func aBatchComparesGroupsThatWereDeclaredInBetween() throws {
        var bench = try Bench(.group("g", "a", "+b"))
        let changes = try bench.do(
            .batch([.set("g/a", true), .group("g", "a", "c"), .set("g/c", true)]))
        #expect(changes.words == ["declared group g", "g/a+ direct", "g mixed>on"])
        let fresh = try bench.do(.batch([.removeGroup(id: "g"), .group("g", "a")]))
        #expect(fresh.words == ["declared group g", "g/a- direct", "g on>off"])
    }

    @Test func aBatchFoldsPutAndRemove() throws {
        let screen = Screen(id: "s", body: Node(.text(.init("one"))))
        let other = Screen(id: "s", body: Node(.text(.init("two"))))
        var bench = try Bench(.putScreen(screen))
        #expect(try bench.do(.batch([.removeScreen(id: "s"), .putScreen(screen)])) == [])
        #expect(try bench.do(.batch([.removeScreen(id: "s"), .putScreen(other)])).words == ["screen s 1"])
        #expect(try bench.do(.batch([.putScreen(screen), .removeScreen(id: "s")])).words == ["removed screen s"])
        #expect(try bench.do(.batch([.putScreen(screen), .putScreen(other)])).words == ["declared screen s"])
    }

    // MARK: Screens

    @Test func aPutSaysHowManyNodesDiffer() throws {
        func screen(_ texts: String..., title: String? = nil) -> Command {
            let children = texts.map { Node(.text(.init($0))) }
            return .putScreen(Screen(id: "s", title: title, body: Node(.stack(.init(.vertical, children: children)))))
        }
        var bench = try Bench()
        #expect(try bench.do(screen("a", "b")).words == ["declared screen s"])
        #expect(try bench.do(screen("a", "b")) == [])
        #expect(try bench.do(screen("a", "c", "d")).words == ["screen s 2"])
        #expect(try bench.do(screen("a", "c", "d", title: "T")).words == ["screen s 0"])
        #expect(bench.panel.screenIDs == ["s"])
        #expect(try bench.do(.removeScreen(id: "s")).words == ["removed screen s"])
    }

    // MARK: Environment

    @Test func environmentIsSetPerScope() throws {
        var bench = try Bench(.push("a"))
        let entry = EnvironmentScope.entry(EntryID("e2"))
        #expect(try bench.do(.setEnvironment(entry, ["tint": "red", "x": .null])).count == 1)
        #expect(try bench.do(.setEnvironment(entry, ["tint": "red"])) == [])
        #expect(bench.panel.environment(entry) == ["tint": "red"])
        // A screen's scope may be set before the screen exists.
        try bench.do(.setEnvironment(.screen("later"), ["a": 1]))
        try bench.do(.setEnvironment(.stack("main"), ["a": 1]))
        try bench.do(.setEnvironment(.stack("main"), ["a": .null]))
        #expect(bench.panel.environment(.stack("main")).isEmpty)
        // An entry's environment is removed with the entry.
        try bench.do(.pop)
        #expect(bench.panel.environment(entry).isEmpty)
        #expect(try bench.refusal(.setEnvironment(entry, ["a": 1])).reason == .entryGone)
    }

    // MARK: The panel

    @Test func aCopyIsASnapshot() throws {
        var bench = try Bench(.group("g", "a"))
        let before = bench.panel
        try bench.do(.set("g/a", true))
        #expect(before.toggle("g/a")?.state == .off)
        #expect(before != bench.panel)
        let counts = bench.panel.counts
        #expect([counts.stacks, counts.entries, counts.groups, counts.options, counts.values] == [1, 1, 1, 1, 0])
    }
}
