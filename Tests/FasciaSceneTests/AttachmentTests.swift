import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaScene

/// Nodes attached by modifiers, and lists with flattened sections.
struct AttachmentTests {
    private func scene(_ body: JSON) throws -> Element {
        var panel = Panel()
        _ = try panel.apply(.declareGroup(OptionDeclaration(id: "extras", options: [OptionDeclaration(id: "ham")])))
        _ = try panel.apply(.putScreen(Screen(id: "s", body: try Node.schema.read(body))))
        _ = try panel.apply(.push(stack: "main", route: Route("s"), handles: []))
        return try #require(panel.scene(stack: "main")?.layers.last?.root)
    }

    private let badge: JSON = ["overlay": ["node": ["kind": "toggle", "bind": "extras/ham"]]]

    @Test func attachmentsAreResolved() throws {
        let root = try scene([
            "kind": "text", "text": "a",
            "modifiers": [
                ["background": ["node": ["kind": "color", "color": "red", "id": "back"]]], badge, ["disabled": true],
            ],
        ])
        #expect(root.attachments.map(\.id) == ["back", "0+1"])
        #expect(root.attachments[1].activation == .flip(id: "extras/ham", expect: .off))
        #expect(!root.attachments[1].isEnabled)
        #expect(root.all.map(\.id) == ["0", "back", "0+1"])
    }

    @Test func overlaysCountAsNodes() throws {
        let node = try Node.schema.read(["kind": "divider", "modifiers": [badge, ["bold": true]]])
        #expect(node.count == 2 && node.depth == 2)
        #expect(node.hasLayers(atMost: 4) && !node.hasLayers(atMost: 3))
        let other = try Node.schema.read([
            "kind": "divider", "modifiers": [["overlay": ["node": ["kind": "spacer"]]], ["bold": true]],
        ])
        #expect(node.differingNodes(from: other) == 1, "the node that it is over is the same")
    }

    @Test func nodeIDsAreUniqueInScreen() {
        let body: JSON = [
            "kind": "divider", "id": "x",
            "modifiers": [["bold": true], ["overlay": ["node": ["kind": "spacer", "id": "x"]]]],
        ]
        #expect(throws: Mismatch.self) { _ = try Screen.schema.read(["id": "s", "body": body]) }
        do throws(Mismatch) { _ = try Screen.schema.read(["id": "s", "body": body]) } catch {
            #expect(
                error.message
                    == "/body/modifiers/1/overlay/node/id: expected an id that no other node has, found \"x\" again")
        }
    }

    @Test func listSectionsAreFlattened() throws {
        let rows: JSON = [
            ["kind": "text", "text": "first"], ["kind": "empty"],
            [
                "kind": "section", "id": "more", "title": "More", "footer": "End", "modifiers": [["bold": true]],
                "children": [["kind": "text", "text": "second", "id": "second"]],
            ],
            ["kind": "section", "children": [["kind": "text", "text": "third"]]],
        ]
        let list = try scene(["kind": "list", "children": rows])
        #expect(list.children.map(\.id) == ["0.0", "more", "second", "more:footer", "0.3.0"])
        #expect(list.children.map(\.label) == ["first", "More", "second", "End", "third"])
        #expect(list.children[2].modifiers == [.bold(true)], "what is done to a section is done to its rows")
        #expect(list.children.allSatisfy { $0.children.isEmpty })
    }

    @Test func hiddenNodeIsDisabled() throws {
        let root = try scene(["kind": "toggle", "bind": "extras/ham", "modifiers": [["hidden": true]]])
        #expect(!root.isEnabled)
    }
}
