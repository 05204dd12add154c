import FasciaDocument
import FasciaModel
import FasciaScene
import Testing

/// Nodes of the kind `rows` in a scene: the rows that are known, each with its place.
@Suite struct RowsSceneTests {
    @Test func aSceneHasTheKnownRows() throws {
        let body: JSON = [
            "kind": "list",
            "children": [
                ["kind": "divider"],
                [
                    "kind": "rows", "id": "rows", "total": 100_000,
                    "known": [["first": 0, "count": 1], ["first": 5, "count": 1]],
                    "children": [["kind": "text", "id": "r0", "text": "0"], ["kind": "text", "id": "r5", "text": "5"]],
                ],
            ],
        ]
        var panel = Panel()
        _ = try panel.apply(.putScreen(Screen(id: "s", body: try Node.schema.read(body))))
        _ = try panel.apply(.push(stack: "main", route: Route("s"), handles: []))
        let list = try #require(panel.scene(stack: "main")?.layers.last?.root)
        #expect(list.children.map(\.id) == ["0.0", "rows"])
        #expect(list.children[1].content == .rows(total: 100_000, known: [RowRange(0, 1), RowRange(5, 1)]))
        #expect(list.children[1].children.map(\.id) == ["r0", "r5"])
        #expect(list.children[1].role == "rows")
    }
}
