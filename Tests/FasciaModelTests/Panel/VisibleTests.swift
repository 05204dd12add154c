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
}
