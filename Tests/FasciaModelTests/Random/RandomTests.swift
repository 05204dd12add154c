import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// Picks at random, reproducibly.
struct Random {
    private var generator: SeededGenerator
    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

@Suite struct RandomTests {
    /// The panel has the same state and refuses the same commands as the naive model, and its changes describe every
    /// difference.
    @Test(arguments: UInt64(1)...40) func panelMatchesNaiveModel(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = Panel()
        var naive = Naive()
        for step in 0..<200 {
            let command = random.command(in: panel)
            let (before, told) = (panel, naive)
            let place: Comment = "seed \(seed), step \(step): \(command)"
            do {
                let changes = try panel.apply(command)
                let expected = naive.apply(command)
                #expect(expected, place)
                var replayed = told
                for change in changes { replayed.replay(change, panel) }
                #expect(Naive(panel) == naive, place)
                #expect(replayed == naive, place)
                #expect(panel.revision == before.revision + (changes.isEmpty ? 0 : 1), place)
                // A batch without net changes may still have used up entry ids.
                if case .batch = command {} else if changes.isEmpty { #expect(panel == before, place) }
                #expect(Set(changes).count == changes.count, place)
            } catch {
                var refused = naive
                let expected = refused.apply(command)
                #expect(!expected, "\(place) was refused: \(error)")
                #expect(panel == before, place)
            }
            #expect(panel.checkInvariants() == [], place)
            guard naive == Naive(panel) else { return }
        }
    }
}

extension Random {
    private static let screens = ["home", "a", "b"]
    private static let leaves = ["g/a", "g/b", "g/s/c", "g/s/d", "g/s/e", "h/x", "h/y"]
    private static let groups = ["g", "g/s", "h"]

    mutating func route() -> Route { Route(pick(Self.screens), args: chance(20) ? 1 : .null) }

    mutating func path() -> [PathStep] {
        (0..<1 + below(4)).map { PathStep(route(), modal: $0 > 0 && chance(25) ? .sheet : nil) }
    }

    mutating func command(in panel: Panel, inBatch: Bool = false) -> Command {
        let entries = (panel.stack("main")?.entries ?? []).map(\.id) + [EntryID("e2"), EntryID("e999999")]
        let toggle = chance(3) ? "g/none" : pick(chance(70) ? Self.leaves : Self.groups)
        switch below(inBatch ? 22 : 23) {
        case 17, 18: return .pick(id: chance(3) ? "p/none" : pick(Self.components), element: element())
        case 19:
            return .setElements(
                id: pick(Self.components), elements: elements(), elementsFor: chance(50) ? elementsFor() : nil)
        case 20: return .declarePicker(picker())
        case 21: return chance(10) ? .removePicker(id: "p") : .pick(id: pick(Self.components), element: element())
        case 0: return .push(stack: "main", route: route(), handles: [])
        case 1: return .pop(stack: "main", entry: chance(50) ? pick(entries) : nil)
        case 2:
            return .popTo(
                stack: "main",
                pick([.entry(pick(entries)), .screen(pick(Self.screens)), .index(below(6))]))
        case 3: return .replace(stack: "main", entry: chance(50) ? pick(entries) : nil, route: route())
        case 4: return .modal(stack: "main", route: route(), style: .sheet, handles: [])
        case 5: return .close(stack: "main", entry: chance(50) ? pick(entries) : nil)
        case 6: return .setPath(stack: "main", path())
        case 7: return .next(stack: "main", target: "root")
        case 8:
            if chance(15) { return .declareValue(.init(key: "t", kind: .json, isVolatile: chance(70))) }
            return .setValue(key: pick(["v", "w", "t"]), pick([1, 2.5, "x", .null]))
        case 9: return .removeValue(key: pick(["v", "w", "t"]))
        case 10, 11, 12: return .setToggle(id: toggle, on: chance(50))
        case 13: return .flipToggle(id: toggle, expect: chance(30) ? pick(GroupState.allCases) : nil)
        case 14: return .enableToggle(id: toggle, enabled: chance(70))
        case 15: return .declareGroup(group())
        case 16: return chance(10) ? .removeGroup(id: pick(["g", "h"])) : .declareGroup(group())
        default: return .batch((0..<below(5)).map { _ in command(in: panel, inBatch: true) })
        }
    }

    private mutating func leaf(_ id: String) -> OptionDeclaration {
        OptionDeclaration(id: id, on: chance(15) ? true : nil, disabled: chance(15) ? chance(50) : nil)
    }

    private mutating func group() -> OptionDeclaration {
        if chance(50) {
            return OptionDeclaration(
                id: "h", options: [leaf("x"), leaf("y")], rules: .init(exclusive: chance(50)), independent: chance(30))
        }
        var inner = [leaf("c"), leaf("d")]
        if chance(60) { inner.append(leaf("e")) }
        let sub = OptionDeclaration(
            id: "s", options: inner, rules: .init(exclusive: chance(20), max: chance(20) ? 2 : nil),
            independent: chance(10))
        var rules = ToggleRules()
        if chance(25) { rules.requires = ["a": ["s/c"]] }
        if chance(10) { rules.requires["s/c"] = ["b"] }
        if chance(25) { rules.excludes = [["a", "s/d"], ["b", "s/d"]] }
        if chance(10) { rules.min = 1 }
        return OptionDeclaration(id: "g", options: [leaf("a"), leaf("b"), sub], rules: rules)
    }
}
