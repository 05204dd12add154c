import Testing

@testable import FasciaModel

/// What is told of two scenes: which few elements are not what they were, or that more is different.
struct SceneDifferenceTests {
    private func text(_ id: String, _ words: String = "words") -> Element { Element(id: id, .text(words)) }

    private func scene(_ root: Element) -> Scene {
        let entry = Entry(id: EntryID("e1"), route: Route("s"))
        return Scene(stack: "main", layers: [SceneLayer(entry: entry, modal: .sheet, title: "T", back: "B", root: root)])
    }

    private func column(_ children: [Element]) -> Element { Element(id: "0", .form, children: children) }

    /// The places of what is different.
    private func steps(_ new: Element, since old: Element) -> [[Int]]? {
        scene(new).changes(since: scene(old))?.map(\.steps)
    }

    @Test func whatIsAroundTheRootIsTheSame() {
        let old = scene(column([text("a")]))
        #expect(old.changes(since: old)?.isEmpty == true)
        let changes: [(inout Scene) -> Void] = [
            { $0.stack = "other" }, { $0.layers.append($0.layers[0]) },
            { $0.layers[0].entry = Entry(id: EntryID("e2"), route: Route("s")) }, { $0.layers[0].modal = .cover },
            { $0.layers[0].title = "U" }, { $0.layers[0].back = nil }, { $0.layers[0].path = ["A", "B"] },
        ]
        for (number, change) in changes.enumerated() {
            var new = old
            change(&new)
            #expect(new.changes(since: old) == nil, "change \(number)")
        }
    }

    @Test func manyElementsAreAnotherScene() {
        let rows = (0..<20).map { text("\($0)") }
        func changed(_ count: Int) -> Element {
            column(rows.enumerated().map { $0 < count ? text("\($0)", "other") : $1 })
        }
        #expect(steps(changed(16), since: column(rows)) == (0..<16).map { [$0] })
        #expect(steps(changed(17), since: column(rows)) == nil)
    }

    @Test func whatIsAttachedIsCountedBackwards() throws {
        var old = text("a")
        old.attachments = [text("behind"), text("over")]
        var new = old
        new.attachments[1] = text("over", "other")
        let root = column([text("z"), old])
        var other = root
        other.children[1] = new
        #expect(steps(other, since: root) == [[1, -2]])
        let way = try #require(scene(other).changes(since: scene(root))?.first?.way)
        #expect(way.map(\.new.id) == ["0", "a", "over"])
        #expect(way.last?.old.content == .text("words"))
        #expect(way.last?.new.content == .text("other"))
        new.attachments.removeLast()
        other.children[1] = new
        #expect(steps(other, since: root) == [[1]], "it has another number of them: it is another element")
    }

    /// An element of which more is different than what is in it stands for all in it.
    @Test func anElementThatIsNotTheSameAroundIsAllThatIsTold() {
        let row = text("a")
        var old = Element(id: "group", .form, children: [row, text("b")])
        let root = column([old])
        old.modifiers = [.bold(true)]
        old.children[1] = text("b", "other")
        var new = root
        new.children[0] = old
        #expect(steps(new, since: root) == [[0]])
        old.modifiers = []
        new.children[0] = old
        #expect(steps(new, since: root) == [[0, 1]])
    }
}
