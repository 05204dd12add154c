import FasciaDocument
import Testing

@testable import FasciaModel

/// What somebody sees of a panel, of which a part is hidden from them.
@Suite struct VisibleTests {
    /// A panel with two of each part, `a` and `b`.
    private static func panel() throws -> Panel {
        var panel = Panel()
        var commands: [Command] = [.setEnvironment(.panel, ["tint": "red"])]
        for id in ["a", "b"] {
            commands += [
                .putScreen(Screen(id: id, body: Node(.text(TextContent(id))))), .setValue(key: id, 1),
                .declareTarget(Target(name: id, path: [PathStep(Route(id))], mode: .push)),
                .group(id, OptionDeclaration(id: "x")),
                .picker(id, PickerComponent(id: "x", elements: [PickerElement(id: "1", label: "1")])),
                .setPath(stack: id, [PathStep(Route(id))]), .setEnvironment(.screen(id), ["tint": "red"]),
                .question(.open(QuestionRequest(id, QuestionContent(.confirm, title: id)), anew: false)),
            ]
        }
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("*/x"), ThingPattern("value:*")]
        commands += [.setOrphaned(screens: ["a", "b"], true), .claim(claim), .set("a/x", true), .set("b/x", true)]
        for command in commands { _ = try panel.apply(command, by: Sender(uid: 1, client: command == .claim(claim) ? 2 : 1)) }
        return panel
    }

    @Test func whoSeesEverythingSeesAllContents() throws {
        let panel = try Self.panel()
        let seen = panel.visible { _ in true }
        #expect(seen.contents == panel.contents && seen.busyThings == panel.busyThings)
        #expect(seen.busyThings.count == 2)
    }

    @Test func whoSeesNothingSeesNoContents() throws {
        let seen = try Self.panel().visible { _ in false }
        var nothing = PanelContents()
        (nothing.revision, nothing.lastEntry, nothing.claims) = (seen.revision, seen.contents.lastEntry, seen.contents.claims)
        #expect(seen.contents == nothing && seen.busyThings == [])
    }

    /// Nor whether it is carried out at this moment.
    @Test func stateOfAHiddenThingIsHidden() throws {
        let seen = try Self.panel().visible { $0 != .option("b/x") }
        #expect(seen.boundState(of: .option("a/x")) != nil && seen.boundState(of: .option("b/x")) == nil)
        #expect(seen.busyThings == [.option("a/x")])
        #expect(seen.condition(of: .option("a/x"))?.pending != nil)
    }

    @Test func whetherTheAppOfAHiddenScreenHasGoneIsHidden() throws {
        let seen = try Self.panel().visible { $0 != .screen("b") }
        #expect(seen.isOrphaned(screen: "a") && !seen.isOrphaned(screen: "b"))
    }

    @Test func whatIsSeenHasNoUndo() throws {
        var panel = try Self.panel()
        _ = try panel.apply(.setEnvironment(.panel, ["tint": "blue"]), by: Sender(uid: 1, client: 1))
        _ = try panel.restored(.steps(1))
        #expect(throws: Refusal.self) { try panel.visible { _ in true }.restored(.steps(1)) }
    }

    /// Of each command, bound things and all, what is seen differs as if it were looked at anew.
    @Test(arguments: UInt64(1)...30) func whatIsSeenFollowsTheChanges(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = try Self.panel()
        let hidden = random.next()
        let sees: (PartID) -> Bool = { part in
            var bytes = Hash64(hidden)
            bytes.add("\(part)")
            return bytes.value % 4 != 0
        }
        var seen = panel.visible(sees)
        var missed: [Change] = []
        for step in 0..<300 {
            let command = random.chance(60) ? random.command(in: panel) : random.furtherCommand(in: panel)
            let sender = Sender(uid: 1, client: random.below(3))
            guard let changes = try? panel.apply(command, by: sender), !changes.isEmpty else { continue }
            let whole = panel.visible(sees)
            switch command {
            case .batch, .undo: (seen, missed) = (whole, [])
            default:
                missed += changes
                // Nobody has asked.
                if random.chance(50) { continue }
                seen.follow(missed, of: panel, sees)
                missed = []
            }
            #expect(seen == whole, "seed \(seed), step \(step): \(command)")
            guard seen == whole else { return }
        }
        #expect(panel.revision > 60)
    }
}

/// FNV-1a: the same in each run.
private struct Hash64 {
    private(set) var value: UInt64
    init(_ seed: UInt64) { value = 0xcbf2_9ce4_8422_2325 ^ seed }
    mutating func add(_ text: String) { for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 } }
}

extension Random {
    /// Of the panel that this suite begins with.
    fileprivate mutating func furtherCommand(in panel: Panel) -> Command {
        let (id, other) = (pick(["a", "b"]), "n\(below(6))")
        let thing: ThingID = pick([.option(id + "/x"), .picker(id + "/x"), .value(id), .value("v")])
        switch below(22) {
        case 0: return .setToggle(id: id + "/x", on: chance(50))
        case 1: return .pick(id: id + "/x", element: chance(50) ? "1" : nil)
        case 2: return .setValue(key: other, .int(below(9)))
        case 3: return .removeValue(key: other)
        case 4: return .putScreen(Screen(id: other, body: Node(.text(TextContent("\(below(3))")))))
        case 5: return .removeScreen(id: other)
        case 6: return .setEnvironment(pick([.panel, .stack(id), .screen(id)]), chance(50) ? ["tint": .int(below(3))] : [:])
        case 7: return .setPath(stack: pick([id, other]), [PathStep(Route(id))])
        case 8: return .removeStack(name: pick([id, other]))
        case 9: return .declareTarget(Target(name: other, path: [PathStep(Route(id))], mode: .push))
        case 10: return .removeTarget(name: pick([id, other]))
        case 11: return .question(.open(QuestionRequest(other, QuestionContent(.confirm, title: id)), anew: false))
        case 12: return .question(.cancel(id: other))
        case 13: return .setOrphaned(screens: [pick([id, other])], chance(50))
        case 14:
            var claim = ClaimRequest()
            claim.ids = [ThingPattern(pick(["*/x", "value:*", "a/**", "value:v"]))]
            return .claim(claim)
        case 15: return .release([])
        case 16: return .leave(clients: [below(3)], reason: "it disconnected")
        case 17:
            return .reportThing(thing, chance(70) ? .value(pick([true, false, 1, "1"]), failure: nil) : .unreadable("no clock"))
        case 18:
            return .declareGroup(OptionDeclaration(id: id, options: [OptionDeclaration(id: "x"), OptionDeclaration(id: other)]))
        case 19: return .removeGroup(id: pick([id, other]))
        case 20:
            return .declareValue(.init(key: pick([id, other, "v"]), kind: .json, isVolatile: chance(40), isSecret: chance(30)))
        default: return .undo(.steps(1 + below(2)))
        }
    }
}
