import FasciaModel
import Testing

/// What another version has written is read as far as it can be.
@Suite struct ForgivingTests {
    private struct Item: Hashable, Sendable {
        var id = 0
        var kind = Kind.plain

        enum Kind: String, CaseIterable, Sendable {
            case plain, odd
        }

        static let schema = Schema.record(
            Item(),
            [
                .required("id", \.id, .int(), "Its number."),
                .defaulted("kind", \.kind, .oneOf, default: .plain, "What it is."),
            ])
    }

    private struct Whole: Hashable, Sendable {
        var name = ""
        var items: [Item] = []
        var words: [String: Int] = [:]

        static let schema = Schema.record(
            Whole(),
            [
                .defaulted("name", \.name, .string, default: "", "Its name."),
                .defaulted("items", \.items, .array(of: Item.schema), default: [], "What is in it."),
                .defaulted("words", \.words, .dictionary(of: .int()), default: [:], "Numbers."),
            ])
    }

    @Test func whatIsRightIsRead() throws {
        let (value, leftOut) = try #require(Whole.schema.readForgivingly(["name": "a", "items": [["id": 1]], "later": [1]]))
        #expect(value == Whole(name: "a", items: [Item(id: 1)]))
        #expect(leftOut == [])
    }

    @Test func theInnermostThatCanBeLeftOutIs() throws {
        let json: JSON = [
            "name": 7, "items": [["id": 1, "kind": "later"], ["kind": "odd"], "x", ["id": 4, "kind": "odd"]],
            "words": ["a/b": "x", "c": 3],
        ]
        let (value, leftOut) = try #require(Whole.schema.readForgivingly(json))
        #expect(value == Whole(items: [Item(id: 1), Item(id: 4, kind: .odd)], words: ["c": 3]))
        #expect(leftOut.count == 5)
        #expect(leftOut.contains("/items/0/kind: expected one of plain, odd, found \"later\""))
        #expect(leftOut.contains("/words/a~1b: expected an integer, found \"x\""))
    }

    @Test func whatIsNothingOfItIsNot() {
        #expect(Whole.schema.readForgivingly("x") == nil)
        #expect(Item.schema.readForgivingly(["kind": "odd"]) == nil)
    }
}
